//! The cursor of a traveller who chooses where to go: on the cells that it is moved to, or from place to place.
use super::chart::Chart;
use super::keymap::{Command, Cycle, Keymap};
use super::notices;
use super::travel::{Journey, Stay};
use crate::dungeon::builtin::SIGN;
use crate::dungeon::{Feature, ItemId, Tile};
use crate::engine::action::Action;
use crate::space::distances::Distances;
use crate::space::geometry::Point;

/// Where it is, and how far that is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// A cell of the level.
    pub at: Point,
    way: Result<u32, Stay>,
}

impl Cursor {
    /// On a cell.
    pub fn on(chart: Chart<'_>, at: Point) -> Cursor {
        let way = Journey::to(chart, at).map(|journey| journey.steps(chart));
        Cursor { at, way }
    }

    /// On the nearest place that one would go to, or on the traveller.
    pub fn first(chart: Chart<'_>) -> Cursor {
        let places = places(chart);
        Cursor::on(chart, *places.first().unwrap_or(&chart.hero()))
    }

    /// On the place after this one, or before it: the nearest first, and round again.
    pub fn cycled(self, chart: Chart<'_>, cycle: Cycle) -> Cursor {
        self.next_of(chart, &places(chart), cycle)
    }

    /// On the next place where an action is done.
    pub fn next_for(self, chart: Chart<'_>, action: Action) -> Cursor {
        let rules = chart.game.rules();
        let is_done = |p: &Point| {
            chart
                .tile(*p)
                .is_some_and(|tile| rules.is_done_on(action, tile))
        };
        let mut places = places(chart);
        places.retain(is_done);
        self.next_of(chart, &places, Cycle::Next)
    }

    fn next_of(self, chart: Chart<'_>, places: &[Point], cycle: Cycle) -> Cursor {
        let now = places.iter().position(|p| *p == self.at);
        let count = places.len();
        let next = match (now, cycle) {
            (None, Cycle::Next) => 0,
            (None, Cycle::Previous) => count.saturating_sub(1),
            (Some(now), Cycle::Next) => (now + 1) % count,
            (Some(now), Cycle::Previous) => (now + count - 1) % count,
        };
        places
            .get(next)
            .map_or(self, |place| Cursor::on(chart, *place))
    }

    /// How far it is, and what can be done.
    pub fn said(self, chart: Chart<'_>, keymap: &Keymap) -> String {
        let next = keymap.key_for(Command::Travel);
        match self.way {
            Ok(steps) => format!(
                "{}. Enter: go there, {next}: next place, Esc: back.",
                notices::away(steps)
            ),
            Err(stay) => format!(
                "{} {next}: next place, Esc: back.",
                notices::staying(chart.world(), self.at, stay)
            ),
        }
    }
}

/// Known places that somebody would go to and a way leads to, the nearest first and those equally far in reading order.
fn places(chart: Chart<'_>) -> Vec<Point> {
    let (world, hero) = (chart.world(), chart.hero());
    let size = world.size(world.here());
    let mut around = Distances::over(chart.game.rules().neighbours());
    around.begin(size, [hero]);
    // Nothing suits, and so everything is laid.
    around.nearest(u32::MAX, |_| false, |p| chart.is_open(p));
    let far = |p: Point| around.known(p).filter(|steps| *steps > 0);
    let reached = size.points().filter_map(|p| Some((far(p)?, p)));
    let mut places: Vec<(u32, Point)> = reached.filter(|(_, p)| is_place(chart, *p)).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, p)| p).collect()
}

/// Whether something is to be seen on a cell that somebody would go to.
fn is_place(chart: Chart<'_>, p: Point) -> bool {
    let sign = chart.world().dungeon().tile(SIGN).glyph;
    let is_fitted = |tile: &Tile| {
        let has_words = !tile.says.is_empty() && tile.glyph == sign;
        has_words || matches!(tile.feature, Feature::Door(_) | Feature::Stairs(_))
    };
    let has_item = chart.sees(p) && chart.item(p) != ItemId::NONE;
    has_item || chart.tile(p).is_some_and(is_fitted)
}
