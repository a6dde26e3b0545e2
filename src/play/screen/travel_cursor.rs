//! The cursor of a traveller who chooses where to go. Direction keys move it cell by cell, other keys from one place of
//! interest to the next.
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

/// A cursor on a cell, with the distance of a journey to that cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelCursor {
    /// The cell under the cursor.
    pub at: Point,
    /// The number of steps to the cell, or why no journey leads there.
    way: Result<u32, NoJourney>,
    /// The number of places of interest to choose from.
    choice: usize,
    note: RouteNote,
}

/// A note that is shown in place of the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteNote {
    /// No note: the distance is shown.
    None,
    /// What the keys mean while the cursor is open.
    Keys,
    /// No place is known where this action can be done.
    Nowhere(Action),
}

impl TravelCursor {
    /// Creates a cursor on a cell.
    pub fn on(chart: KnownMap<'_>, at: Point) -> TravelCursor {
        let way = Journey::to(chart, at).map(|journey| journey.steps(chart));
        TravelCursor {
            at,
            way,
            choice: places(chart).len(),
            note: RouteNote::None,
        }
    }

    /// Creates a cursor on the nearest place of interest, or on the traveller if there is none.
    pub fn first(chart: KnownMap<'_>) -> TravelCursor {
        let places = places(chart);
        TravelCursor::on(chart, *places.first().unwrap_or(&chart.hero()))
    }

    /// Moves the cursor to the next or previous place of interest, in the order of distance, wrapping around.
    pub fn cycled(self, chart: KnownMap<'_>, cycle: Cycle) -> TravelCursor {
        self.next_of(chart, &places(chart), cycle)
    }

    /// Moves the cursor to the next place where an action can be done. Places that no way leads to come last.
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

    /// Keeps the cursor where it is, with a note of what its keys mean.
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

    /// Describes how far the cell is, or why no journey leads there, and the keys that go on.
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

    /// Describes the cell and its distance in one short line, for a log without room for [`TravelCursor::describe`] and
    /// the cell's description.
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

/// Returns the keys that go to stairs, such as "> <: stairs, "; empty in a dungeon without any.
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

/// Returns the name of the first tile on which an action can be done; `None` if the rules know no such tile.
fn place_for(chart: KnownMap<'_>, action: Action) -> Option<&str> {
    let (rules, dungeon) = (chart.game.rules(), chart.world().dungeon());
    let mut tiles = dungeon.tiles.iter();
    let tile = tiles.find(|tile| rules.is_done_on(action, tile))?;
    Some(&tile.name)
}

/// Returns the known places of interest that a way leads to, the nearest first, equal distances in reading order.
fn places(chart: KnownMap<'_>) -> Vec<Point> {
    let (world, hero) = (chart.world(), chart.hero());
    let size = world.size(world.here());
    let mut around = Distances::over(chart.game.rules().neighbours());
    around.begin(size, [hero]);
    // No cell satisfies the search, so it lays out the whole level.
    around.nearest(u32::MAX, |_| false, |p| chart.is_open(p));
    let far = |p: Point| around.known(p).filter(|steps| *steps > 0);
    let reached = size.points().filter_map(|p| Some((far(p)?, p)));
    let mut places: Vec<(u32, Point)> = reached.filter(|(_, p)| is_place(chart, *p)).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, p)| p).collect()
}

/// Whether a cell is a place of interest: a visible item, a door, stairs or a sign.
fn is_place(chart: KnownMap<'_>, p: Point) -> bool {
    let sign = chart.world().dungeon().tile(SIGN).glyph;
    let is_fitted = |tile: &Tile| {
        let has_words = !tile.says.is_empty() && tile.glyph == sign;
        has_words || matches!(tile.feature, Feature::Door(_) | Feature::Stairs(_))
    };
    let has_item = chart.sees(p) && chart.item(p) != ItemId::NONE;
    has_item || chart.tile(p).is_some_and(is_fitted)
}
