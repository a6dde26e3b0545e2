//! Two dungeons compared: everything that tells the one game from the other, in words.
use super::boards::{NamedBoard, board_changes};
use super::change::Change;
use super::naming::Naming;
use super::pairs::paired_by;
use super::rows::{FileRows, Section, row_changes};
use crate::view::words::{counted_list, number_of};
use dungeon_format::source::Source;
use dungeon_model::dungeon::{Dungeon, Level, LevelId};

/// A dungeon, and the file that it was read from.
#[derive(Clone, Copy, Debug)]
pub struct ComparedFile<'a> {
    /// The text with what it includes, from which its records are read.
    pub source: &'a Source,
    /// The game that the text means.
    pub dungeon: &'a Dungeon,
}

/// A level or a vault of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardId {
    /// The level of this number.
    Level(LevelId),
    /// The vault of this number.
    Vault(usize),
}

/// A level or a vault that both dungeons have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedBoard {
    /// What it is called in a sentence.
    pub name: String,
    /// Which one it is in the first dungeon.
    pub before: BoardId,
    /// Which one it is in the second dungeon.
    pub after: BoardId,
}

/// What is changed from one dungeon to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The changes: those of the whole dungeon first, then level by level.
    pub changes: Vec<Change>,
    /// The levels and the vaults that both have.
    pub boards: Vec<PairedBoard>,
}

impl Differences {
    /// One change of the whole dungeon.
    pub fn of_whole(text: String) -> Differences {
        Differences {
            changes: vec![Change::of("", "dungeon", text)],
            boards: Vec::new(),
        }
    }
}

/// Compares two dungeons: what their records say, and what stands on their cells. Nothing is changed if and only if they
/// are the same game, so that any seed and keys come to the same end.
pub fn differences(before: ComparedFile<'_>, after: ComparedFile<'_>) -> Differences {
    if before.dungeon == after.dungeon {
        return Differences::default();
    }
    let (mut was, is) = (Naming::new(before.dungeon), Naming::new(after.dungeon));
    was.take_names(&is);
    let rows = [
        FileRows::new(before.source, &was),
        FileRows::new(after.source, &is),
    ];
    let mut comparison = Comparison {
        was: &was,
        is: &is,
        rows: &rows,
        found: Differences::default(),
    };
    comparison.compare_rows("", [&rows[0].whole, &rows[1].whole]);
    comparison.compare_levels();
    comparison.compare_vaults();
    if comparison.found.changes.is_empty() {
        let text = "the same things, declared in another order or by other names";
        comparison.tell("", "order", text);
    }
    comparison.found
}

/// What stands in a dungeon, for one that is new or gone: "explore, 2 levels, a hero, 3 rats and 2 herbs".
pub fn contents_text(dungeon: &Dungeon) -> String {
    let game = dungeon.settings.game.word;
    let levels = number_of(
        dungeon.levels.len() as i64,
        dungeon.settings.game.terms.level,
    );
    let bodies = dungeon.levels.iter().flat_map(|level| &level.spawns);
    let bodies = bodies.map(|spawn| dungeon.kind(spawn.kind).name.as_str());
    let items = dungeon.levels.iter().flat_map(|level| &level.items);
    let items = items.map(|(_, item)| dungeon.item(*item).name.as_str());
    let things: Vec<&str> = bodies.chain(items).collect();
    match things.is_empty() {
        true => format!("{game}, {levels}"),
        false => format!("{game}, {levels}, {}", counted_list(&things)),
    }
}

/// A comparison under way.
struct Comparison<'a> {
    was: &'a Naming<'a>,
    is: &'a Naming<'a>,
    rows: &'a [FileRows; 2],
    found: Differences,
}

impl Comparison<'_> {
    fn tell(&mut self, place: &str, part: &'static str, text: impl Into<String>) {
        self.found.changes.push(Change::of(place, part, text));
    }

    fn compare_rows(&mut self, place: &str, [old, new]: [&Section; 2]) {
        for (part, text) in row_changes(&old.rows, &new.rows) {
            self.tell(place, part, text);
        }
    }

    /// Levels of one name are the same, then those of one number.
    fn compare_levels(&mut self) {
        let (was, is) = (self.was, self.is);
        let (old, new) = (&was.dungeon.levels, &is.dungeon.levels);
        let keys = |(nth, level): (usize, &Level)| {
            let name = Some(level.name.clone()).filter(|name| !name.is_empty());
            [name, Some(nth.to_string())]
        };
        let [before, after] =
            [old, new].map(|levels| Vec::from_iter(levels.iter().enumerate().map(keys)));
        let partners = paired_by(&before, &after);
        for (nth, level) in old.iter().enumerate() {
            if !partners.contains(&Some(nth)) {
                let text = format!("gone, {}", level.tiles.size());
                self.tell(&was.levels[nth], "level", text);
            }
        }
        let nothing = Section::default();
        for (nth, (level, partner)) in new.iter().zip(&partners).enumerate() {
            let place = &is.levels[nth];
            let Some(other) = *partner else {
                self.tell(place, "level", format!("new, {}", level.tiles.size()));
                continue;
            };
            let sections = [(0, other), (1, nth)]
                .map(|(side, nth)| self.rows[side].levels.get(nth).unwrap_or(&nothing));
            let boards = [
                NamedBoard::of_level(was, &old[other]),
                NamedBoard::of_level(is, level),
            ];
            let ids = [other, nth].map(|nth| BoardId::Level(LevelId::of(nth)));
            self.compare_board(place, ids, &boards, sections);
        }
        if !partners.iter().flatten().is_sorted() {
            let order = is.levels.join(", ");
            self.tell("", "level", format!("levels in another order: {order}"));
        }
    }

    /// Vaults of one name are the same, the first the first.
    fn compare_vaults(&mut self) {
        let (was, is) = (self.was, self.is);
        let (old, new) = (&was.dungeon.vaults, &is.dungeon.vaults);
        let [before, after] = [old, new].map(|vaults| {
            let names = vaults.iter().map(|vault| [Some(vault.name.clone())]);
            Vec::from_iter(names)
        });
        let partners = paired_by(&before, &after);
        for (nth, (vault, partner)) in new.iter().zip(&partners).enumerate() {
            let place = format!("vault {}", vault.name);
            let Some(other) = *partner else {
                self.tell("", "vault", format!("{place} is new"));
                continue;
            };
            let sections = [&self.rows[0].vaults[other], &self.rows[1].vaults[nth]];
            let boards = [
                NamedBoard::of_vault(was, &old[other]),
                NamedBoard::of_vault(is, vault),
            ];
            self.compare_board(&place, [other, nth].map(BoardId::Vault), &boards, sections);
        }
        for (nth, vault) in old.iter().enumerate() {
            if !partners.contains(&Some(nth)) {
                self.tell("", "vault", format!("vault {} is gone", vault.name));
            }
        }
    }

    fn compare_board(
        &mut self,
        place: &str,
        [before, after]: [BoardId; 2],
        boards: &[NamedBoard<'_>; 2],
        sections: [&Section; 2],
    ) {
        self.compare_rows(place, sections);
        let nth = self.found.boards.len();
        let changes = board_changes(boards, sections, place, nth);
        self.found.changes.extend(changes);
        self.found.boards.push(PairedBoard {
            name: place.to_owned(),
            before,
            after,
        });
    }
}
