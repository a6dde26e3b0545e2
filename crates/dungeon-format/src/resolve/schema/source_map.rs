//! The result of resolving: the dungeon, and the places of its parts in the text.
use std::sync::Arc;

use crate::source::{Source, Span, Spanned};
use crate::syntax::{Alternatives, Integrity};
use crate::test_case::TestCase;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, Level};
use dungeon_model::space::geometry::Point;

/// A dungeon and its places in the text. If the file has errors, the dungeon is a draft that only `lint` can use.
/// `lint` clones it for each outcome of chance; clones share everything except the levels.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The dungeon, without the faulty parts of the file.
    pub dungeon: Dungeon,
    /// The places of the dungeon's parts in the text.
    pub places: Arc<SourceMap>,
    /// The tests of the file, in file order.
    pub tests: Arc<Vec<TestCase>>,
}

/// The places of a dungeon's parts in the text.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// The places of each level, in the order of `Dungeon::levels`.
    pub levels: Vec<LevelSourceMap>,
    /// The places of each vault, in the order of `Dungeon::vaults`.
    pub vaults: Vec<LevelSourceMap>,
    /// The text of each vault, from its line to its last mark or record.
    pub vault_texts: Vec<Span>,
    /// Every declaration and mark, in file order.
    pub declarations: Vec<Declaration>,
    /// The places of each cause, in the order of `Dungeon::causes`.
    pub causes: Vec<CausePlace>,
    /// Whether a faulty cause was left out.
    pub lacks_causes: bool,
    /// The places of the goals and losses.
    pub goals: GoalPlaces,
}

/// The first place of each goal and loss in the text; `None` if the file does not have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalPlaces {
    /// The place of the first `kill=`.
    pub wanted: Option<Span>,
    /// The place of the first `cover=`.
    pub covered: Option<Span>,
    /// The place of `leave=yes`.
    pub leave: Option<Span>,
    /// The number of turns to survive.
    pub survive: Option<Span>,
    /// The number of turns after which the game is lost.
    pub turns: Option<Span>,
    /// The item without which the game is lost.
    pub without: Option<Span>,
}

/// The places of a cause's parts in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CausePlace {
    /// The record of the cause.
    pub record: Span,
    /// The value of the event's key.
    pub event: Span,
    /// The value of `open=`, if the cause has it.
    pub doors: Option<Span>,
}

/// The places of the parts of a level or a vault in the text.
#[derive(Clone, Debug)]
pub struct LevelSourceMap {
    /// The `level` or `vault` line, or the header of a classic file.
    pub head: Span,
    /// The place of `Level::entrance`; `None` without an entrance.
    pub entrance: Option<Span>,
    /// The rows of the map; empty for a generated map.
    pub rows: RowSpans,
    /// The place of each item, in the order of `Level::items`.
    pub items: Vec<SourceRef>,
    /// The place of each body, in the order of `Level::spawns`.
    pub spawns: Vec<SourceRef>,
    /// The record of each scatter, in the order of `Level::scatters`.
    pub scatters: Vec<Span>,
    /// The doors, stairs, traps and signs with their cells, in reading order.
    pub features: Vec<(Point, SourceRef)>,
    /// The cells of the outermost ring whose terrain in the text is floor, in reading order (E-1).
    pub floor_on_rim: Vec<Point>,
    /// The cell of each patrol whose record gives no route, and the patrol's place in the text.
    pub routeless: Vec<(Point, Span)>,
    /// The places of the cells that chance decides or has decided; `None` without such cells.
    pub drawn: Option<Arc<DrawnPlaces>>,
    /// Broken if a part of the map could not be read, so that reachability is unknown.
    pub map: Integrity,
}

/// The place of a body, an item or a feature in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRef {
    /// The drawn cell, or the record.
    pub span: Span,
    /// Whether the map draws the thing, a record adds it, or both describe it.
    pub origin: Origin,
    /// The thing that the glyph stands for, before its record changes it.
    pub thing: Thing,
}

/// The places in the text of the cells that chance decides, and the things that it may put there.
#[derive(Clone, Debug)]
pub struct DrawnPlaces {
    /// The place of each cell, in the order of `LevelChance::cells`.
    pub cells: Vec<Span>,
    /// The thing that each option puts on a cell: `things[mark][draw][option]`, with the indexes of
    /// `LevelChance::marks`, of the mark's draws and of the draw's options. `None` for an option that leaves the cell
    /// empty.
    pub things: Vec<Vec<Vec<Option<Thing>>>>,
}

impl LevelSourceMap {
    /// Returns the places of the level after chance has decided. `meanings` and `picks` hold the decisions, as
    /// `LevelChance::visit_drawn` reads them.
    #[must_use]
    pub fn drawn(&self, level: &Level, meanings: &[u32], picks: &[u32]) -> LevelSourceMap {
        let mut map = self.clone();
        let (Some(chance), Some(places)) = (&level.chance, &self.drawn) else {
            return map;
        };
        let (mut items, mut spawns) = (self.items.iter().copied(), self.spawns.iter().copied());
        (map.items, map.spawns) = (Vec::new(), Vec::new());
        let (mut items_taken, mut spawns_taken) = (0, 0);
        chance.visit_drawn(meanings, picks, |nth, [mark, draw, option]| {
            let thing = places.things[mark as usize][draw as usize][option as usize];
            let (Some(thing), Some(span)) = (thing, places.cells.get(nth).copied()) else {
                return;
            };
            let cell = &chance.cells[nth];
            let place = SourceRef {
                span,
                origin: Origin::Described,
                thing,
            };
            match thing {
                Thing::Tile(_) => {}
                Thing::Feature(_) => map.features.push((cell.at, place)),
                Thing::Item(_) => {
                    let before = cell.items_before.saturating_sub(items_taken);
                    items_taken += before;
                    map.items.extend(items.by_ref().take(before as usize));
                    map.items.push(place);
                }
                Thing::Body(_) => {
                    let before = cell.spawns_before.saturating_sub(spawns_taken);
                    spawns_taken += before;
                    map.spawns.extend(spawns.by_ref().take(before as usize));
                    map.spawns.push(place);
                }
            }
        });
        map.items.extend(items);
        map.spawns.extend(spawns);
        map.features.sort_by_key(|(at, _)| *at);
        map
    }
}

/// How the text puts a thing into a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The map draws the thing.
    Drawn,
    /// The map draws the thing, and its mark or a record describes it.
    Described,
    /// A record adds the thing on a cell where the map draws none.
    Added,
}

/// A glyph's declaration, or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The declared glyph.
    pub glyph: char,
    /// The word that begins the record: `kind`, `item`, `tile`, `class` or `mark`.
    pub head: &'static str,
    /// The thing that the glyph stands for; `None` for a mark or a class, which can stand for several things.
    pub thing: Option<Thing>,
    /// The beginning of the record.
    pub span: Span,
    /// Whether the file uses the declaration.
    pub use_: Use,
}

impl Declaration {
    /// Creates the declaration of a mark or a class, initially marked as unused. `word` is the first word of its
    /// record, and `head` is the word's span.
    pub fn of(
        word: &'static str,
        head: Span,
        new: Spanned<char>,
        all: &Alternatives,
    ) -> Declaration {
        Declaration {
            glyph: new.value,
            head: word,
            thing: None,
            span: head.to(all.span()),
            use_: Use::Unused,
        }
    }
}

/// Whether a declared glyph is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The glyph is drawn, recorded or scattered, or may be used in a part of the file that could not be read.
    Used,
    /// The glyph is not used in the file.
    Unused,
}

/// The rows of a map in the text from top to bottom, each without its line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSpans(pub Vec<Span>);

impl RowSpans {
    /// Returns the span of a cell's character; empty after the end of a short row, `None` outside the rows.
    pub fn cell(&self, source: &Source, p: Point) -> Option<Span> {
        let span = *self.0.get(usize::try_from(p.y).ok()?)?;
        let row = source.text.get(span.range())?;
        let column = usize::try_from(p.x).ok()?;
        let (start, length) = if row.is_ascii() {
            let start = column.min(row.len());
            (start, usize::from(start < row.len()))
        } else {
            match row.char_indices().nth(column) {
                Some((start, glyph)) => (start, glyph.len_utf8()),
                None => (row.len(), 0),
            }
        };
        let start = span.start as usize + start;
        Some(Span::new(start, start + length))
    }
}
