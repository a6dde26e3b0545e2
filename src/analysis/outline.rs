//! The outline of a file (its levels, vaults and records by name), its folds, and its lenses, which are commands to
//! run.
use super::file_analysis::{FileAnalysis, FileScope, span};
use dungeon_format::source::Span;
use dungeon_format::syntax::{Head, MapForm, Record, Statement, Syntax};

/// The maximum number of statements in an outline. Readers have no use for longer lists.
const MOST: usize = 10_000;

/// The sort of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineSort {
    /// A level or a vault.
    Level,
    /// A map, drawn or generated.
    Map,
    /// A declaration of a monster, or a class.
    Kind,
    /// A declaration of an item.
    Item,
    /// A declaration of terrain.
    Tile,
    /// A mark, of a level or of the whole file.
    Mark,
    /// A record that places or scatters a thing.
    Placed,
    /// A `when`, `goal` or `lose` record.
    Cause,
    /// A test of the dungeon.
    Test,
    /// Any other record, such as `title` or `rules`.
    Setting,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The name of the part.
    pub name: String,
    /// The sort of the part.
    pub sort: OutlineSort,
    /// The whole part.
    pub whole: Span,
    /// The part's first line.
    pub head: Span,
    /// The parts inside this part.
    pub parts: Vec<OutlineEntry>,
}

/// A lens: a command that an editor offers above a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunLens {
    /// The line below the lens.
    pub head: Span,
    /// The command that a click runs.
    pub run: LensCommand,
}

/// A command that can be run on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensCommand {
    /// Play the game.
    Play,
    /// Run the prover on the file.
    Prove,
    /// Run the test with this name.
    Test(String),
}

impl FileAnalysis {
    /// Returns the file's own statements, without those of included files.
    pub(super) fn own_statements(&self) -> impl Iterator<Item = (usize, &Statement)> {
        let all = self.statements().iter().enumerate();
        all.filter(|(_, statement)| self.source().is_own(span(statement).start))
    }

    /// Returns the outline of the file. Levels and vaults contain their own parts.
    pub fn outline(&self) -> Vec<OutlineEntry> {
        let mut entries: Vec<OutlineEntry> = Vec::new();
        let mut last = FileScope::Whole;
        for (nth, statement) in self.own_statements().take(MOST) {
            let scope = self.scope(nth);
            let is_new = scope != FileScope::Whole && scope != last;
            last = scope;
            let entry = self.outline_entry(nth, statement);
            if is_new {
                let begins_with_map = matches!(statement, Statement::Map(_));
                entries.push(OutlineEntry {
                    name: self.scope_name(scope, nth),
                    sort: OutlineSort::Level,
                    parts: begins_with_map.then_some(entry).into_iter().collect(),
                    whole: span(statement),
                    head: self.begins_with(nth),
                });
                continue;
            }
            match entries.last_mut() {
                Some(level) if scope != FileScope::Whole => {
                    level.whole = level.whole.to(entry.whole);
                    level.parts.push(entry);
                }
                _ => entries.push(entry),
            }
        }
        entries
    }

    /// Returns the name in the statement that begins a level or a vault, or else its number.
    pub(super) fn scope_name(&self, scope: FileScope, nth: usize) -> String {
        let text = self.record(nth).and_then(|record| record.text.as_ref());
        let named = text
            .map(|text| text.value.clone())
            .filter(|name| !name.is_empty());
        named.unwrap_or_else(|| match scope {
            FileScope::Vault(number) => format!("vault {}", number + 1),
            FileScope::Level(number) => format!("level {}", number + 1),
            FileScope::Whole => "file".to_owned(),
        })
    }

    fn outline_entry(&self, nth: usize, statement: &Statement) -> OutlineEntry {
        let (name, sort) = match statement {
            Statement::Map(map) => (self.map_name(nth, &map.form), OutlineSort::Map),
            Statement::Record(record) => self.record_name(record),
        };
        OutlineEntry {
            name,
            sort,
            whole: span(statement),
            head: self.begins_with(nth),
            parts: Vec::new(),
        }
    }

    fn map_name(&self, nth: usize, form: &MapForm) -> String {
        match form {
            MapForm::Made {
                how, width, height, ..
            } => {
                format!("map {} {} {}", how.value, width.value, height.value)
            }
            MapForm::Drawn(_) | MapForm::Pasted { .. } => {
                let rows = self.rows(nth);
                let widths = rows
                    .iter()
                    .map(|row| self.source().slice(*row).chars().count());
                format!("map {}×{}", widths.max().unwrap_or(0), rows.len())
            }
        }
    }

    /// Returns the name and the sort of a record. The name consists of the record's head and its declared name or its
    /// place.
    fn record_name(&self, record: &Record) -> (String, OutlineSort) {
        let word = self.source().slice(record.head.span);
        let text = record.text.as_ref().map_or("", |text| text.value.as_str());
        let with = |what: &str| format!("{word} {what}").trim_end().to_owned();
        match &record.head.value {
            Head::Tile(glyph) => (with(&format!("{} {text}", glyph.value)), OutlineSort::Tile),
            Head::Item(glyph) => (with(&format!("{} {text}", glyph.value)), OutlineSort::Item),
            Head::Kind(glyph) => (with(&format!("{} {text}", glyph.value)), OutlineSort::Kind),
            Head::Class(glyph, all) => (with(&format!("{} {all}", glyph.value)), OutlineSort::Kind),
            Head::Mark(glyph, all) => (with(&format!("{} {all}", glyph.value)), OutlineSort::Mark),
            Head::Scatter(glyph) => (with(&glyph.value.to_string()), OutlineSort::Placed),
            Head::Glyph(_) => {
                let place = record
                    .numbers
                    .iter()
                    .take(2)
                    .map(|number| number.value.last().to_string());
                (
                    with(&place.collect::<Vec<_>>().join(" ")),
                    OutlineSort::Placed,
                )
            }
            Head::When | Head::Goal | Head::Lose => {
                let said = self.source().slice(record.span);
                (
                    said.lines().next().unwrap_or(word).to_owned(),
                    OutlineSort::Cause,
                )
            }
            Head::Test => (with(text), OutlineSort::Test),
            _ => (with(text), OutlineSort::Setting),
        }
    }

    /// Returns the levels, vaults and maps that span several lines.
    pub fn folds(&self) -> Vec<Span> {
        let mut folds = Vec::new();
        let mut open: Option<(FileScope, Span)> = None;
        for (nth, statement) in self.own_statements() {
            let (scope, here) = (self.scope(nth), span(statement));
            match &mut open {
                Some((last, all)) if *last == scope => *all = all.to(here),
                _ => {
                    folds.extend(open.map(|(_, all)| all));
                    open = (scope != FileScope::Whole).then_some((scope, here));
                }
            }
            if matches!(statement, Statement::Map(_)) {
                folds.push(here);
            }
        }
        folds.extend(open.map(|(_, all)| all));
        let line = |byte: u32| self.source().line_of(byte);
        folds.retain(|fold| line(fold.start) < line(fold.end));
        folds.sort_unstable();
        folds.dedup();
        folds
    }

    /// Returns the lenses of the file: the game and the prover at the first line, and each test at its own line.
    pub fn lenses(&self) -> Vec<RunLens> {
        let is_dungeon = match self.syntax() {
            Syntax::Classic(_) => true,
            Syntax::Modern(_) => {
                self.levels().next().is_some() || self.game().form().default_board.is_some()
            }
        };
        let first = self
            .own_statements()
            .next()
            .map(|(nth, _)| self.begins_with(nth));
        let head = first.unwrap_or_else(|| self.source().own_line(1));
        let runs = [LensCommand::Play, LensCommand::Prove].into_iter();
        let mut lenses: Vec<RunLens> = if is_dungeon {
            runs.map(|run| RunLens { head, run }).collect()
        } else {
            Vec::new()
        };
        for (nth, statement) in self.own_statements() {
            if let Statement::Record(record) = statement
                && record.head.value == Head::Test
                && let Some(name) = &record.text
            {
                let run = LensCommand::Test(name.value.clone());
                let head = self.begins_with(nth);
                lenses.push(RunLens { head, run });
            }
        }
        lenses
    }
}
