//! Checks whether a thing can be on its cell, and reports it if not (E-1, S-10, S-23).
use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::stats::kind_name;
use crate::resolve::schema::context::Context;
use crate::source::Span;
use dungeon_model::dungeon::grammar::nouns::{with_article, with_indefinite_article};
use dungeon_model::dungeon::{Feature, Footing, ItemId, KindId, Rim, Side, Through, Tile, TileId};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::grid::Grid;

/// The terrain of an unfinished level, and its places in the text.
#[derive(Clone, Copy, Debug)]
pub struct DraftTerrain<'a> {
    /// The level's map as text.
    pub map: &'a LevelMap,
    /// The terrain of the level so far.
    pub tiles: &'a Grid<TileId>,
    /// For each cell whose terrain a record changed, the place of that record in the text.
    pub changed: &'a HashMap<Point, Span>,
}

/// A thing that needs a cell.
#[derive(Clone, Copy, Debug)]
pub enum Occupant {
    /// An item, by its id.
    Item(ItemId),
    /// A hero or a monster, by the id of its kind.
    Body(KindId),
}

/// The help text of the finding about a thing on a fence (S-10, S-22).
const ON_A_FENCE: &str = "only the hero and bodies that pass walls can stand on a fence";

/// Returns the help text of the finding about a monster that shares a cell with an item of the herd, called `name`
/// (S-10).
pub fn company(name: &str) -> String {
    format!(
        "a cell holds a monster or {}, not both: move one of the two",
        with_indefinite_article(name)
    )
}

impl DraftTerrain<'_> {
    /// Returns whether a thing can be on a cell, and reports it if not.
    pub fn can_hold(&self, cx: &mut Context<'_>, p: Point, span: Span, thing: Occupant) -> bool {
        let Some(tile) = self.tile(cx, p) else {
            return false;
        };
        let found = if !self.is_allowed(cx, p, thing) {
            on_perimeter(cx, p, span, thing)
        } else if !can_hold_thing(cx, tile, thing) {
            self.in_wall(cx, p, span, thing, tile)
        } else {
            return true;
        };
        cx.report(found);
        false
    }

    fn tile<'d>(&self, cx: &'d Context<'_>, p: Point) -> Option<&'d Tile> {
        self.tiles.get(p).map(|tile| cx.tables.tile(tile))
    }

    /// Whether the rules allow a thing on a cell. Ignores the terrain.
    fn is_allowed(&self, cx: &Context<'_>, p: Point, thing: Occupant) -> bool {
        let is_inside = self.map.size.contains_inside_rim(p);
        match self.map.rim(cx) {
            Rim::Closed => is_inside,
            Rim::Heroless => is_inside || !thing.is_the_hero(cx),
            Rim::Open => true,
        }
    }

    /// Makes the finding for a thing on a cell whose tile cannot hold it.
    fn in_wall(
        &self,
        cx: &Context<'_>,
        p: Point,
        span: Span,
        thing: Occupant,
        tile: &Tile,
    ) -> Diagnostic {
        let (what, name) = (thing.name(cx), &tile.name);
        let message = format!("expected floor under {what}, found {name} at {p}");
        let mut finding = Diagnostic::new(Code::InWall, span, message);
        let rows = &self.map.rows;
        if let Some(record) = self.changed.get(&p) {
            finding = finding.label(*record, format!("this puts {} there", with_article(name)));
        } else if let Some(cell) = rows.cell(cx.source, p).filter(|cell| *cell != span) {
            finding = finding.label(cell, "this is the cell");
        }
        let is_fence = matches!(tile.feature, Feature::Fence(_));
        let finding = match (
            self.free_neighbour(cx, p, thing),
            cx.source.place_said(span, p),
        ) {
            (Some(free), Some(said)) => {
                finding.suggest(said, format!("{} {}", free.x + 1, free.y + 1))
            }
            _ => finding,
        };
        match (is_fence, self.free_neighbour(cx, p, thing)) {
            (true, Some(free)) => {
                finding.help(format!("{ON_A_FENCE}; the nearest floor is {free}"))
            }
            (true, None) => finding.help(ON_A_FENCE),
            (false, Some(free)) => finding.help(format!("the nearest floor is {free}")),
            (false, None) if self.is_walled_in_at(p) => {
                finding.help("a generated map has walls all around it: move it inward")
            }
            (false, None) => finding,
        }
    }

    /// Whether a cell is part of the walls around a generated map.
    fn is_walled_in_at(&self, p: Point) -> bool {
        self.map.generator.is_some() && !self.map.size.contains_inside_rim(p)
    }

    /// Returns a floor cell next to a cell where the thing may be. Prefers orthogonal to diagonal neighbors, then the
    /// first in reading order.
    fn free_neighbour(&self, cx: &Context<'_>, p: Point, thing: Occupant) -> Option<Point> {
        let is_floor = |near: &Point| {
            let tile = self.tile(cx, *near);
            self.is_allowed(cx, *near, thing)
                && tile.is_some_and(|tile| tile.footing == Footing::Anyone)
        };
        let near = Direction::ALL.into_iter().map(|way| p + way);
        near.filter(is_floor)
            .min_by_key(|near| (near.manhattan(p), *near))
    }
}

impl Occupant {
    fn is_the_hero(self, cx: &Context<'_>) -> bool {
        match self {
            Occupant::Item(_) => false,
            Occupant::Body(kind) => cx.tables.kind(kind).side == Side::Ours,
        }
    }

    /// Returns the name for messages: "the cow", "the hero".
    pub fn name(self, cx: &Context<'_>) -> String {
        match self {
            Occupant::Item(item) => with_article(&cx.tables.item(item).name),
            Occupant::Body(kind) => kind_name(cx.tables.kind(kind)),
        }
    }
}

/// Whether a thing can be on a tile. Only bodies that pass walls can be in a closed door; the hero can stand on a fence
/// (S-23).
pub fn can_hold_thing(cx: &Context<'_>, tile: &Tile, thing: Occupant) -> bool {
    let through = match thing {
        Occupant::Item(_) => Through::Floor,
        Occupant::Body(kind) => cx.tables.kind(kind).through,
    };
    if thing.is_the_hero(cx) && matches!(tile.feature, Feature::Fence(_)) {
        return true;
    }
    let is_shut = tile.footing == Footing::Openers && through < Through::Walls;
    tile.footing.admits(through) && !is_shut
}

fn on_perimeter(cx: &Context<'_>, p: Point, span: Span, thing: Occupant) -> Diagnostic {
    let what = thing.name(cx);
    let message = format!(
        "expected {what} inside the perimeter, found it on the map's outermost ring, at {p}"
    );
    let finding = Diagnostic::new(Code::OnPerimeter, span, message);
    finding.help(match cx.game.rim {
        Rim::Closed => {
            "leave the outermost ring empty: move it inward, or draw the map one cell larger"
        }
        Rim::Heroless | Rim::Open => {
            "new monsters arrive on the outermost ring: move the hero inward"
        }
    })
}
