//! The cursor of a traveller who chooses where to go: on the cells that it is moved to, or from place to place.
use crate::dungeon::builtin::SIGN;
use crate::dungeon::{Feature, ItemId, Tile};
use crate::engine::action::Action;
use crate::play::input::keymap::{Command, Cycle, Keymap};
use crate::play::knowledge::known_map::Chart;
use crate::play::text::look;
use crate::play::text::notices;
use crate::play::text::question::Room;
use crate::play::travel::journey::{Journey, Stay};
use crate::space::distances::Distances;
use crate::space::geometry::Point;
use crate::view::words::capitalised;

/// Where it is, and how far that is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// A cell of the level.
    pub at: Point,
    way: Result<u32, Stay>,
    choice: usize, // so many places are there to choose from
    note: Note,
}

/// What is told in the place of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Note {
    /// Nothing.
    None,
    /// What the keys mean.
    Keys,
    /// That no place is known where this is done.
    Nowhere(Action),
}

impl Cursor {
    /// On a cell.
    pub fn on(chart: Chart<'_>, at: Point) -> Cursor {
        let way = Journey::to(chart, at).map(|journey| journey.steps(chart));
        Cursor {
            at,
            way,
            choice: places(chart).len(),
            note: Note::None,
        }
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

    /// On the next place where an action is done, those that no way leads to last.
    pub fn next_for(self, chart: Chart<'_>, action: Action) -> Cursor {
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
            true => self.noting(Note::Nowhere(action)),
            false => self.next_of(chart, &places, Cycle::Next),
        }
    }

    /// Where it is, telling what its keys mean.
    pub fn telling_keys(self) -> Cursor {
        self.noting(Note::Keys)
    }

    fn noting(self, note: Note) -> Cursor {
        Cursor { note, ..self }
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
        let next = match (self.choice, keymap.key_for(Command::Travel)) {
            (..=1, _) => String::new(),
            (_, key) => format!("{key}: next place, "),
        };
        match (self.note, self.way) {
            (Note::Keys, _) => {
                let stairs = stairs_keys(chart, keymap);
                format!("Enter: go there, {next}{stairs}move: elsewhere, Esc: back.")
            }
            (Note::Nowhere(action), _) if let Some(name) = place_for(chart, action) => {
                format!("You know of no {name} here.")
            }
            (_, Ok(steps)) => {
                format!(
                    "{}. Enter: go there, {next}Esc: back.",
                    notices::away(steps)
                )
            }
            (_, Err(Stay::There)) if self.choice == 0 => {
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
    pub fn said_in_short(self, chart: Chart<'_>, room: Room) -> String {
        let world = chart.world();
        let what = match (chart.sees(self.at), chart.tile(self.at)) {
            (true, _) => {
                let [_, vital, name] = look::briefly(world, self.at);
                capitalised(match room {
                    Room::Ample | Room::Scarce => &vital,
                    Room::Tiny => &name,
                })
            }
            (false, Some(tile)) => capitalised(&tile.name),
            (false, None) => "Unseen".to_owned(),
        };
        match (self.note, self.way, room) {
            (Note::Keys, ..) => "Enter: go, move: elsewhere, Esc: no".to_owned(),
            (Note::Nowhere(action), ..) if let Some(name) = place_for(chart, action) => {
                format!("You know of no {name} here.")
            }
            (_, Ok(steps), Room::Tiny) => format!("{what}, {steps}. Enter: go, Esc: no"),
            (_, Ok(steps), _) => {
                format!("{what}, {}. Enter: go, Esc: no", notices::away(steps))
            }
            (_, Err(Stay::There), _) => "You are there. Esc: no".to_owned(),
            (_, Err(_), _) => format!("{what}: no way. Esc: no"),
        }
    }
}

/// The keys that go to stairs, if the dungeon has any: "> <: stairs, ".
fn stairs_keys(chart: Chart<'_>, keymap: &Keymap) -> String {
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
fn place_for(chart: Chart<'_>, action: Action) -> Option<&str> {
    let (rules, dungeon) = (chart.game.rules(), chart.world().dungeon());
    let mut tiles = dungeon.tiles.iter();
    let tile = tiles.find(|tile| rules.is_done_on(action, tile))?;
    Some(&tile.name)
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
