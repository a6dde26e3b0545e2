//! The cursor of a traveller who chooses where to go: on the cells that it is moved to, or from place to place.
use crate::dungeon::builtin::SIGN;
use crate::dungeon::{Feature, ItemId, Tile};
use crate::engine::action::Action;
use crate::play::input::keymap::{Command, Cycle, Keymap};
use crate::play::knowledge::known_map::KnownMap;
use crate::play::text::look;
use crate::play::text::notices;
use crate::play::text::question::QuestionWidth;
use crate::play::travel::journey::{Journey, NoJourney};
use crate::space::distances::Distances;
use crate::space::geometry::Point;
use crate::view::words::capitalised;

/// Where it is, and how far that is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelCursor {
    /// A cell of the level.
    pub at: Point,
    way: Result<u32, NoJourney>,
    choice: usize, // so many places are there to choose from
    note: RouteNote,
}

/// What is told in the place of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteNote {
    /// Nothing.
    None,
    /// What the keys mean.
    Keys,
    /// That no place is known where this is done.
    Nowhere(Action),
}

impl TravelCursor {
    /// On a cell.
    pub fn on(chart: KnownMap<'_>, at: Point) -> TravelCursor {
        let way = Journey::to(chart, at).map(|journey| journey.steps(chart));
        TravelCursor {
            at,
            way,
            choice: places(chart).len(),
            note: RouteNote::None,
        }
    }

    /// On the nearest place that one would go to, or on the traveller.
    pub fn first(chart: KnownMap<'_>) -> TravelCursor {
        let places = places(chart);
        TravelCursor::on(chart, *places.first().unwrap_or(&chart.hero()))
    }

    /// On the place after this one, or before it: the nearest first, and round again.
    pub fn cycled(self, chart: KnownMap<'_>, cycle: Cycle) -> TravelCursor {
        self.next_of(chart, &places(chart), cycle)
    }

    /// On the next place where an action is done, those that no way leads to last.
    pub fn next_for(self, chart: KnownMap<'_>, action: Action) -> TravelCursor {
        let (rules, world) = (chart.game.rules(), chart.world());
        let is_done = |p: &Point| {
            chart
                .tile(*p)
                .is_some_and(|tile| rules.is_done_on(action, tile))
        };
        let mut places = places(chart);
        places.retain(is_done);
        let stairs = world.stairs(world.here()).iter().copied();
        let shut = stairs.filter(|p| is_done(p) && !places.contains(p));
        let shut: Vec<Point> = shut.collect();
        places.extend(shut);
        match places.is_empty() {
            true => self.noting(RouteNote::Nowhere(action)),
            false => self.next_of(chart, &places, Cycle::Next),
        }
    }

    /// Where it is, telling what its keys mean.
    pub fn telling_keys(self) -> TravelCursor {
        self.noting(RouteNote::Keys)
    }

    fn noting(self, note: RouteNote) -> TravelCursor {
        TravelCursor { note, ..self }
    }

    fn next_of(self, chart: KnownMap<'_>, places: &[Point], cycle: Cycle) -> TravelCursor {
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
            .map_or(self, |place| TravelCursor::on(chart, *place))
    }

    /// How far it is, and what can be done.
    pub fn said(self, chart: KnownMap<'_>, keymap: &Keymap) -> String {
        let next = match (self.choice, keymap.key_for(Command::Travel)) {
            (..=1, _) => String::new(),
            (_, key) => format!("{key}: next place, "),
        };
        match (self.note, self.way) {
            (RouteNote::Keys, _) => {
                let stairs = stairs_keys(chart, keymap);
                format!("Enter: go there, {next}{stairs}move: elsewhere, Esc: back.")
            }
            (RouteNote::Nowhere(action), _) if let Some(name) = place_for(chart, action) => {
                format!("You know of no {name} here.")
            }
            (_, Ok(steps)) => {
                format!(
                    "{}. Enter: go there, {next}Esc: back.",
                    notices::away(steps)
                )
            }
            (_, Err(NoJourney::There)) if self.choice == 0 => {
                "You are there. Move to choose a place; Esc: back.".to_owned()
            }
            (_, Err(stay)) => {
                let why = notices::staying(chart.world(), self.at, stay);
                format!("{why} {next}Esc: back.")
            }
        }
    }

    /// The same with what is there, where the log has no room for both: what it is, how far, and the two keys that one
    /// needs.
    pub fn said_in_short(self, chart: KnownMap<'_>, room: QuestionWidth) -> String {
        let world = chart.world();
        let what = match (chart.sees(self.at), chart.tile(self.at)) {
            (true, _) => {
                let [_, vital, name] = look::briefly(world, self.at);
                capitalised(match room {
                    QuestionWidth::Ample | QuestionWidth::Scarce => &vital,
                    QuestionWidth::Tiny => &name,
                })
            }
            (false, Some(tile)) => capitalised(&tile.name),
            (false, None) => "Unseen".to_owned(),
        };
        match (self.note, self.way, room) {
            (RouteNote::Keys, ..) => "Enter: go, move: elsewhere, Esc: no".to_owned(),
            (RouteNote::Nowhere(action), ..) if let Some(name) = place_for(chart, action) => {
                format!("You know of no {name} here.")
            }
            (_, Ok(steps), QuestionWidth::Tiny) => format!("{what}, {steps}. Enter: go, Esc: no"),
            (_, Ok(steps), _) => {
                format!("{what}, {}. Enter: go, Esc: no", notices::away(steps))
            }
            (_, Err(NoJourney::There), _) => "You are there. Esc: no".to_owned(),
            (_, Err(_), _) => format!("{what}: no way. Esc: no"),
        }
    }
}

/// The keys that go to stairs, if the dungeon has any: "> <: stairs, ".
fn stairs_keys(chart: KnownMap<'_>, keymap: &Keymap) -> String {
    let bindings = chart.game.rules().bindings().iter().copied().flatten();
    let for_stairs = bindings.filter(|binding| place_for(chart, binding.action).is_some());
    let keys = for_stairs.map(|binding| keymap.key_for(Command::Act(binding.action)));
    let keys: Vec<String> = keys.filter(|key| !key.is_empty()).collect();
    match keys.is_empty() {
        true => String::new(),
        false => format!("{}: stairs, ", keys.join(" ")),
    }
}

/// What the places are called where an action is done, if the rules know any.
fn place_for(chart: KnownMap<'_>, action: Action) -> Option<&str> {
    let (rules, dungeon) = (chart.game.rules(), chart.world().dungeon());
    let mut tiles = dungeon.tiles.iter();
    let tile = tiles.find(|tile| rules.is_done_on(action, tile))?;
    Some(&tile.name)
}

/// Known places that somebody would go to and a way leads to, the nearest first and those equally far in reading order.
fn places(chart: KnownMap<'_>) -> Vec<Point> {
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
fn is_place(chart: KnownMap<'_>, p: Point) -> bool {
    let sign = chart.world().dungeon().tile(SIGN).glyph;
    let is_fitted = |tile: &Tile| {
        let has_words = !tile.says.is_empty() && tile.glyph == sign;
        has_words || matches!(tile.feature, Feature::Door(_) | Feature::Stairs(_))
    };
    let has_item = chart.sees(p) && chart.item(p) != ItemId::NONE;
    has_item || chart.tile(p).is_some_and(is_fitted)
}
