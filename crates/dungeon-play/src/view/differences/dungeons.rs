//! The comparison of two dungeons: every difference between the games, as text.
use super::boards::{NamedBoard, board_changes};
use super::change::Change;
use super::naming::{BoardId, Naming};
use super::pairs::paired_by;
use super::rows::{FileRows, Section, row_changes};
use crate::view::words::{counted_list, joined, number_of, preceded};
use dungeon_format::source::Source;
use dungeon_model::dungeon::Dungeon;

/// A dungeon and the source it was read from.
#[derive(Clone, Copy, Debug)]
pub struct ComparedFile<'a> {
    /// The text with its includes, from which the records are read.
    pub source: &'a Source,
    /// The game that the text describes.
    pub dungeon: &'a Dungeon,
}

/// A level or vault that both dungeons have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedBoard {
    /// The name as it is written within a sentence.
    pub name: String,
    /// The board in the first dungeon.
    pub before: BoardId,
    /// The board in the second dungeon.
    pub after: BoardId,
}

/// The changes between two dungeons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The changes: first of the whole dungeon, then level by level.
    pub changes: Vec<Change>,
    /// The levels and vaults that both dungeons have.
    pub boards: Vec<PairedBoard>,
}

impl Differences {
    /// Makes differences with a single change, which is about the whole dungeon.
    pub fn of_whole(text: String) -> Differences {
        Differences {
            changes: vec![Change::of("", "dungeon", text)],
            boards: Vec::new(),
        }
    }
}

/// Compares two dungeons by their records and cells. Returns no changes if and only if both are the same game, that is,
/// if every seed and key sequence leads to the same end in both.
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
    comparison.compare_boards();
    if comparison.found.changes.is_empty() {
        let text = "the same things, declared in another order or by other names";
        comparison.push_change("", "order", text);
    }
    comparison.found
}

/// Returns a summary of an added or removed dungeon: "explore, 2 levels, a hero, 3 rats and 2 herbs".
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
    let things = preceded(", ", &counted_list(bodies.chain(items)));
    format!("{game}, {levels}{things}")
}

/// A comparison in progress.
struct Comparison<'a> {
    was: &'a Naming<'a>,
    is: &'a Naming<'a>,
    rows: &'a [FileRows; 2],
    found: Differences,
}

impl Comparison<'_> {
    fn push_change(&mut self, place: &str, part: &'static str, text: impl Into<String>) {
        self.found.changes.push(Change::of(place, part, text));
    }

    fn compare_rows(&mut self, place: &str, [old, new]: [&Section; 2]) {
        for (part, text) in row_changes(&old.rows, &new.rows) {
            self.push_change(place, part, text);
        }
    }

    /// Pairs levels and vaults by name, then levels by number, and compares each pair.
    fn compare_boards(&mut self) {
        let [old, new] = [self.was, self.is];
        let keys = [old, new].map(|naming| {
            let keys = naming.boards.iter().map(|(id, place)| match id {
                BoardId::Level(nth) if naming.dungeon.levels[*nth].name.is_empty() => {
                    [None, Some(nth.to_string())]
                }
                BoardId::Level(nth) => [Some(place.clone()), Some(nth.to_string())],
                BoardId::Vault(_) => [Some(place.clone()), None],
            });
            Vec::from_iter(keys)
        });
        let partners = paired_by(&keys[0], &keys[1]);
        for (nth, board) in old.boards.iter().enumerate() {
            if !partners.contains(&Some(nth)) {
                self.push_whole(old, board, "gone");
            }
        }
        for (board, partner) in new.boards.iter().zip(&partners) {
            match partner {
                None => self.push_whole(new, board, "new"),
                Some(other) => self.compare_board(&board.1, [old.boards[*other].0, board.0]),
            }
        }
        if !partners.iter().flatten().is_sorted() {
            let places = new.boards.iter().map(|(_, place)| place.as_str());
            let order = joined(places, ", ");
            self.push_change("", "level", format!("in another order: {order}"));
        }
    }

    fn push_whole(&mut self, naming: &Naming<'_>, (id, place): &(BoardId, String), what: &str) {
        let part = match id {
            BoardId::Level(_) => "level",
            BoardId::Vault(_) => "vault",
        };
        let size = NamedBoard::of(naming, *id).size();
        self.push_change(place, part, format!("{what}, {size}"));
    }

    fn compare_board(&mut self, place: &str, [before, after]: [BoardId; 2]) {
        let sections = [self.rows[0].of(before), self.rows[1].of(after)];
        self.compare_rows(place, sections);
        let boards = [
            NamedBoard::of(self.was, before),
            NamedBoard::of(self.is, after),
        ];
        let nth = self.found.boards.len();
        let changes = board_changes(&boards, sections, place, nth);
        self.found.changes.extend(changes);
        self.found.boards.push(PairedBoard {
            name: place.to_owned(),
            before,
            after,
        });
    }
}
