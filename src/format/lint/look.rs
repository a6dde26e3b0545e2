//! What every lint asks of a level.
use crate::dungeon::{Dungeon, Footing, Level, Overlap, Scatter, Side, Spawn, Strewn, builtin};
use crate::format::resolve::{LevelPlaces, Place};
use crate::format::source::{Source, Span};
use crate::format::syntax::Health;
use crate::space::geometry::Point;

/// One level and where it is written.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The text.
    pub source: &'a Source,
    /// The tables.
    pub dungeon: &'a Dungeon,
    /// The level.
    pub level: &'a Level,
    /// Its places in the text.
    pub places: &'a LevelPlaces,
}

impl<'a> Look<'a> {
    /// Whether the map was read to its end, so that what it lacks is really missing.
    pub fn is_whole(&self) -> bool {
        self.places.map == Health::Whole
    }

    /// Whether the seed makes the terrain of a cell: perhaps it is floor.
    pub fn is_made(&self, p: Point) -> bool {
        self.level.maker.is_some() && self.level.tiles.get(p) == Some(builtin::ROCK)
    }

    /// Who can stand at a cell; nobody outside, anyone where the seed may say so.
    pub fn footing(&self, p: Point) -> Footing {
        if self.is_made(p) {
            return Footing::Anyone;
        }
        let tile = self.level.tiles.get(p).map(|tile| self.dungeon.tile(tile));
        tile.map_or(Footing::Nobody, |tile| tile.footing)
    }

    /// Whether a hero can stand at a cell.
    pub fn is_floor(&self, p: Point) -> bool {
        self.footing(p) == Footing::Anyone
    }

    /// The character of a cell; empty where a row ends before it, none in a map that is not drawn.
    pub fn cell(&self, p: Point) -> Option<Span> {
        self.places.rows.cell(self.source, p)
    }

    /// All bodies with their places in the text.
    pub fn spawns(&self) -> impl Iterator<Item = (&'a Spawn, &'a Place)> {
        self.level.spawns.iter().zip(&self.places.spawns)
    }

    /// The hero, where it has a place from the start.
    pub fn hero(&self) -> Option<(Point, Span)> {
        let mut spawns = self.spawns();
        let hero = spawns.find(|(spawn, _)| self.side(spawn) == Side::Ours);
        hero.map(|(spawn, place)| (spawn.at, place.span))
    }

    /// Whose a body is.
    pub fn side(&self, spawn: &Spawn) -> Side {
        self.dungeon.kind(spawn.kind).side
    }

    /// All scatters with their places in the text.
    pub fn scatters(&self) -> impl Iterator<Item = (&'a Scatter, Span)> {
        self.level
            .scatters
            .iter()
            .zip(self.places.scatters.iter().copied())
    }

    /// Whether the seed may turn walls into floor, so that nobody knows what can be reached.
    pub fn may_open_walls(&self) -> bool {
        self.level
            .scatters
            .iter()
            .any(|scatter| match scatter.what {
                Strewn::Tile(tile) => {
                    scatter.overlap == Overlap::Replace
                        && self.dungeon.tile(tile).footing == Footing::Anyone
                }
                Strewn::Item(_) | Strewn::Body(..) => false,
            })
    }
}
