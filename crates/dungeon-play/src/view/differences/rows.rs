//! The records of a file as rows of facts, and the changes between the rows of two files.
use std::collections::{BTreeMap, HashMap};

use super::facts::Facts;
use super::naming::{BoardId, Naming};
use super::pairs::paired_by;
use dungeon_format::canonical::{ItemSort, items, items_of_a_made_map};
use dungeon_format::file_parts::{FileParts, is_headed};
use dungeon_format::parse::parse;
use dungeon_format::resolve::{Respellings, respellings};
use dungeon_format::source::{Limits, Source};
use dungeon_format::syntax::{Head, Map, MapForm, Record, Statement, Syntax};
use dungeon_model::space::geometry::{Point, at};

/// A record that is not about a cell.
#[derive(Clone, Debug)]
pub struct RecordRow {
    keyword: &'static str,
    /// The glyph that the record declares or uses; `None` for a record without a glyph.
    glyph: Option<char>,
    /// The name or condition that identifies the record together with its glyph; may be empty.
    name: String,
    /// The beginning of each text about its changes, such as "kind lich"; empty for a record about a whole file, level
    /// or vault.
    pub subject: String,
    /// The items of the record.
    pub facts: Facts,
}

/// A source, and the current spellings of the outdated items in it.
struct PresentSource<'a> {
    source: &'a Source,
    respellings: Respellings,
}

/// The records of a level, a vault, or the whole file.
#[derive(Debug, Default)]
pub struct Section {
    /// The records that are not about cells, in file order.
    pub rows: Vec<RecordRow>,
    /// The facts from the records about each cell.
    pub cells: BTreeMap<Point, Facts>,
}

/// The records of a file, by section. Files of the classic format have no records.
#[derive(Debug, Default)]
pub struct FileRows {
    /// The records about the whole file.
    pub whole: Section,
    levels: Vec<Section>,
    vaults: Vec<Section>,
}

impl FileRows {
    /// Reads the records of a file; `naming` has the names of the file's dungeon.
    pub fn new(source: &Source, naming: &Naming<'_>) -> FileRows {
        let mut rows = FileRows::default();
        let mut names = naming.by_glyph();
        let limits = Limits::default();
        if let (Syntax::Modern(file), _) = parse(source, &limits) {
            let source = &PresentSource {
                source,
                respellings: respellings(source, &file, &limits),
            };
            let parts = FileParts::new(source.source, &file.statements);
            for record in parts.before(&file.statements) {
                rows.whole.add(source, &names, record);
            }
            for row in &rows.whole.rows {
                if let ("kind" | "item" | "tile", Some(glyph)) = (row.keyword, row.glyph) {
                    names.insert(glyph, row.name.clone());
                }
            }
            let section = |statements: &[Statement]| {
                let mut section = Section::default();
                for statement in statements {
                    match statement {
                        Statement::Record(record) => section.add(source, &names, record),
                        Statement::Map(map) => section.rows.push(map_row(source.source, map)),
                    }
                }
                section
            };
            let goes_on = |_: &Statement, next: &Statement| !is_headed(next, &Head::Level);
            let levels = file.statements[parts.levels..].chunk_by(goes_on);
            rows.levels = levels.map(section).collect();
            let vaults = parts.vaults.iter();
            let vaults = vaults.map(|vault| section(&file.statements[vault.clone()]));
            rows.vaults = vaults.collect();
        }
        // Some games add a level that the file does not draw.
        let dungeon = naming.dungeon;
        rows.levels
            .resize_with(dungeon.levels.len(), Section::default);
        rows.vaults
            .resize_with(dungeon.vaults.len(), Section::default);
        let mut rules = RecordRow::new("rules", None);
        rules.facts.add("rules", dungeon.settings.game.word);
        rows.whole.rows.insert(0, rules);
        rows
    }

    /// Returns the records of a level or a vault.
    pub fn of(&self, id: BoardId) -> &Section {
        match id {
            BoardId::Level(nth) => &self.levels[nth],
            BoardId::Vault(nth) => &self.vaults[nth],
        }
    }
}

impl Section {
    fn add(&mut self, source: &PresentSource<'_>, names: &HashMap<char, String>, record: &Record) {
        match &record.head.value {
            Head::Include | Head::Allow(_) | Head::Test => {} // not part of the game
            Head::Glyph(_) => {
                // Files count columns and rows from 1.
                let numbers = record.numbers.iter().map(|number| number.value.last());
                let mut sides = numbers.map(|side| i32::try_from(side).unwrap_or(i32::MAX) - 1);
                if let (Some(x), Some(y)) = (sides.next(), sides.next()) {
                    add_items(self.cells.entry(at(x, y)).or_default(), source, record);
                }
            }
            _ => self.rows.push(record_row(source, names, record)),
        }
    }
}

impl RecordRow {
    fn new(keyword: &'static str, glyph: Option<char>) -> RecordRow {
        RecordRow {
            keyword,
            glyph,
            name: String::new(),
            subject: String::new(),
            facts: Facts::default(),
        }
    }

    /// Returns `words` followed by the items of the record. Leaves out the name, since `words` contain it.
    pub fn listed(&self, words: &str) -> String {
        let mut facts = self.facts.clone();
        facts.remove("name=");
        facts.named(words)
    }

    /// Returns the value of `Change::part` for changes of this record.
    fn part(&self) -> &'static str {
        match self.keyword {
            "author" | "about" => "title",
            "seed" => "rules",
            "goal" | "lose" => "goals",
            "hero" => "kind",
            "when" => "cause",
            "map" => "level",
            "class" | "mark" | "shuffle" => "chance",
            "family" => "item",
            keyword => keyword,
        }
    }
}

fn map_row(source: &Source, map: &Map) -> RecordRow {
    let mut row = RecordRow::new("map", None);
    let MapForm::Made {
        how,
        width,
        height,
        keys,
    } = &map.form
    else {
        row.facts.add("map", "drawn");
        return row;
    };
    row.facts.add("map", &how.value);
    for item in items_of_a_made_map(source, *width, *height, keys) {
        // The size is left out: the level's own change reports it.
        if let ItemSort::Key(..) = item.sort {
            add_key(&mut row.facts, &item.text);
        }
    }
    row
}

fn record_row(
    source: &PresentSource<'_>,
    names: &HashMap<char, String>,
    record: &Record,
) -> RecordRow {
    let head = &record.head.value;
    let keyword = head.keyword();
    let name = |glyph: char| {
        let name = names.get(&glyph).cloned();
        name.unwrap_or_else(|| glyph.to_string())
    };
    let (glyph, all) = match head {
        Head::Kind(glyph) | Head::Item(glyph) | Head::Tile(glyph) | Head::Scatter(glyph) => {
            (Some(glyph.value), None)
        }
        Head::Class(glyph, all) | Head::Mark(glyph, all) => (Some(glyph.value), Some(all)),
        _ => (None, None),
    };
    let mut row = RecordRow::new(keyword, glyph);
    if let Some(all) = all {
        row.facts.add("", &all.to_string());
    }
    add_items(&mut row.facts, source, record);
    let called = match (head, glyph) {
        (Head::Title | Head::Author | Head::About | Head::Seed, _) => return row,
        (Head::Rules(_) | Head::Level | Head::Vault, _) => return row,
        (Head::Kind(_) | Head::Item(_) | Head::Tile(_), Some(glyph)) => {
            let own = row.facts.get("name=").map(|name| name.trim_matches('"'));
            row.name = own.map_or_else(|| name(glyph), str::to_owned);
            row.name.clone()
        }
        (Head::Scatter(_), Some(glyph)) => name(glyph),
        (_, Some(glyph)) => glyph.to_string(),
        (Head::Family, _) => {
            row.name = row
                .facts
                .get("name=")
                .map_or_else(String::new, |name| name.trim_matches('"').to_owned());
            row.name.clone()
        }
        (Head::When, _) => {
            row.name = row.facts.take_first();
            row.name.clone()
        }
        _ => {
            row.subject = head.to_string();
            return row;
        }
    };
    row.subject = format!("{keyword} {called}");
    row
}

/// Adds the items of a record, without its cell.
fn add_items(facts: &mut Facts, source: &PresentSource<'_>, record: &Record) {
    let head = &record.head.value;
    let keyword = head.keyword();
    let mut items = items(source.source, record);
    items.sort_by_key(|item| item.sort);
    for item in items {
        if let Some(present) = source.respellings.get(&item.span) {
            add_key(facts, present);
            continue;
        }
        let label = match (item.sort, head) {
            (ItemSort::First | ItemSort::Second, Head::Glyph(_)) => continue,
            (ItemSort::Key(..), _) => {
                add_key(facts, &item.text);
                continue;
            }
            (ItemSort::First, Head::Seed) => keyword,
            (ItemSort::Name, Head::Title | Head::Author | Head::About) => keyword,
            (ItemSort::First, _) => "amount",
            (ItemSort::Second | ItemSort::Further, _) => "numbers",
            (ItemSort::Name, _) => "name=",
            (ItemSort::Message, _) => "says=",
        };
        facts.add(label, &item.text);
    }
}

/// Adds an item spelled `key=value`; ignores other spellings.
fn add_key(facts: &mut Facts, item: &str) {
    if let Some((key, value)) = item.split_once('=') {
        facts.add(&format!("{key}="), value);
    }
}

/// Returns the changes between the rows of two sections, each with its part of the game. Equal rows are the same
/// record. The remaining rows are paired by glyph and name, then by glyph, then by name, in file order.
pub fn row_changes(old: &[RecordRow], new: &[RecordRow]) -> Vec<(&'static str, String)> {
    let keys = |row: &RecordRow| {
        let RecordRow {
            keyword,
            glyph,
            name,
            ..
        } = row;
        [
            Some(format!("{row:?}")),
            Some(format!("{keyword} {glyph:?} {name}")),
            glyph.map(|glyph| format!("{keyword} {glyph}")),
            Some(format!("{keyword} {name}")).filter(|_| !name.is_empty()),
        ]
    };
    let [old_keys, new_keys] = [old, new].map(|rows| Vec::from_iter(rows.iter().map(keys)));
    let partners = paired_by(&old_keys, &new_keys);
    let mut gone: Vec<Option<&RecordRow>> = old.iter().map(Some).collect();
    let changed = new.iter().zip(partners).map(|(row, partner)| {
        let partner = partner.and_then(|nth| gone[nth].take());
        row_change(partner, Some(row))
    });
    let mut changes: Vec<_> = changed.flatten().collect();
    let gone = gone.into_iter().flatten();
    changes.extend(gone.flat_map(|row| row_change(Some(row), None)));
    changes
}

/// Returns the changes of one record. A record about a whole file, level or vault gives one change per fact.
fn row_change(old: Option<&RecordRow>, new: Option<&RecordRow>) -> Vec<(&'static str, String)> {
    let Some(row) = new.or(old) else {
        return Vec::new();
    };
    let nothing = Facts::default();
    let [was, is] = [old, new].map(|row| row.map_or(&nothing, |row| &row.facts));
    let phrases = was.changes_to(is);
    let told = match (row.subject.as_str(), phrases.as_slice()) {
        ("", _) | ("hero", []) => phrases,
        (_, []) if old.is_some() && new.is_some() => phrases,
        ("hero", _) => vec![format!("hero: {}", phrases.join(", "))],
        (subject, _) if old.is_none() => vec![row.listed(&format!("{subject} is new"))],
        (subject, _) if new.is_none() => vec![row.listed(&format!("{subject} is gone"))],
        (subject, _) => vec![format!("{subject}: {}", phrases.join(", "))],
    };
    told.into_iter().map(|text| (row.part(), text)).collect()
}
