//! What resolving hands on: the dungeon, and where in the text everything of it stands.
use std::sync::Arc;

use crate::source::{Source, Span, Spanned};
use crate::syntax::{Alternatives, Integrity};
use crate::test_case::TestCase;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, Level};
use dungeon_model::space::geometry::Point;

/// A dungeon and where it was written. While errors were found it is a draft: only good for `lint`, which clones it for each
/// outcome of chance: clones share all but the levels.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// What the file means; what was wrong is left out of it.
    pub dungeon: Dungeon,
    /// Where in the text the parts of the dungeon stand.
    pub places: Arc<SourceMap>,
    /// What must be so of its games, in file order.
    pub tests: Arc<Vec<TestCase>>,
}

/// Where in the text the parts of a dungeon stand.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// The places of each level, in the order of `Dungeon::levels`.
    pub levels: Vec<LevelSourceMap>,
    /// The places of each vault, in the order of `Dungeon::vaults`.
    pub vaults: Vec<LevelSourceMap>,
    /// What belongs to each vault of the file, from its line to its last mark or record.
    pub vault_texts: Vec<Span>,
    /// Every declaration and mark, in file order.
    pub declarations: Vec<Declaration>,
    /// The places of each cause, in the order of `Dungeon::causes`.
    pub causes: Vec<CausePlace>,
    /// Whether a cause was left out, since something was wrong with it.
    pub lacks_causes: bool,
    /// The places of what goals and losses are about.
    pub goals: GoalPlaces,
}

/// Where a file first says what its goals and losses are about; none for what it does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalPlaces {
    /// What is to be killed.
    pub wanted: Option<Span>,
    /// What is to be covered.
    pub covered: Option<Span>,
    /// That the hero is to leave.
    pub leave: Option<Span>,
    /// How many turns are to be lived through.
    pub survive: Option<Span>,
    /// After how many turns the game is lost.
    pub turns: Option<Span>,
    /// The item without which the game is lost.
    pub without: Option<Span>,
}

/// Where in the text the parts of a cause stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CausePlace {
    /// The whole record.
    pub record: Span,
    /// The value of the key that says what must happen.
    pub event: Span,
    /// The doors that it opens, if it says some.
    pub doors: Option<Span>,
}

/// Where in the text the parts of a level stand, or of a vault.
#[derive(Clone, Debug)]
pub struct LevelSourceMap {
    /// The level's own line or the vault's, or the header of a classic file.
    pub head: Span,
    /// Where `Level::entrance` is said; none where the level has none.
    pub entrance: Option<Span>,
    /// The map's rows; none where the map is made and not drawn.
    pub rows: RowSpans,
    /// The place of each item, in the order of `Level::items`.
    pub items: Vec<SourceRef>,
    /// The place of each body, in the order of `Level::spawns`.
    pub spawns: Vec<SourceRef>,
    /// The record of each scatter, in the order of `Level::scatters`.
    pub scatters: Vec<Span>,
    /// The doors, stairs, traps and signs with their cells, in reading order of these.
    pub features: Vec<(Point, SourceRef)>,
    /// Cells of the rim that were written as floor, in reading order (E-1).
    pub floor_on_rim: Vec<Point>,
    /// The patrols whose records say nothing of a route, with their cells.
    pub routeless: Vec<(Point, Span)>,
    /// Where the cells stand that chance has a say in, or had before it decided.
    pub drawn: Option<Arc<DrawnPlaces>>,
    /// Broken where something of the map could not be read, so that what can be reached is unknown.
    pub map: Integrity,
}

/// Where a body, an item or a feature was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRef {
    /// The drawn cell, or the record.
    pub span: Span,
    /// Whether the thing was drawn or recorded.
    pub origin: Origin,
    /// What the glyph stands for, whatever numbers the text gives it.
    pub thing: Thing,
}

/// Where the cells of a level stand that chance has a say in.
#[derive(Clone, Debug)]
pub struct DrawnPlaces {
    /// The place of each cell, in the order of `LevelChance::cells`.
    pub cells: Vec<Span>,
    /// What each option's glyph stands for, by the numbers of mark, draw and option; none where it puts nothing there.
    pub things: Vec<Vec<Vec<Option<Thing>>>>,
}

impl LevelSourceMap {
    /// The places of the level that comes of a level with these places, of these meanings and picks.
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

/// How something came into a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The map draws the thing.
    Drawn,
    /// The map draws the thing, and its mark or a record says more about it.
    Described,
    /// A record puts the thing where nothing like it is drawn.
    Added,
}

/// A glyph's declaration, or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The glyph that is given a meaning.
    pub glyph: char,
    /// The word that begins the record: `kind`, `item`, `tile`, `class` or `mark`.
    pub head: &'static str,
    /// What the glyph stands for; none for a mark and a class, which may be several things.
    pub thing: Option<Thing>,
    /// The bytes at the beginning of the record.
    pub span: Span,
    /// Whether anything in the file is one.
    pub use_: Use,
}

impl Declaration {
    /// What a mark or a class that begins with this word at `head` declares, before anything is one.
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

/// Whether a declared glyph occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The glyph is drawn, recorded or scattered; or that is unknown, because something was broken.
    Used,
    /// The glyph stands nowhere in the file.
    Unused,
}

/// The rows of a map in the text from top to bottom, each without its line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSpans(pub Vec<Span>);

impl RowSpans {
    /// The character of a cell; empty behind the end of a short row, none outside the rows.
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
