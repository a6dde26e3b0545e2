//! The cursor for choosing a destination. Direction keys move the cursor cell by cell; other keys move it from one
//! place of interest to the next.
use crate::input::keymap::{Command, Cycle, Keymap};
use crate::knowledge::known_map::KnownMap;
use crate::knowledge::known_ways::KnownWays;
use crate::text::question::QuestionWidth;
use crate::text::{journey_notices, look};
use crate::travel::journey::{Journey, NoJourney};
use crate::view::words::{capitalised, joined};
use dungeon_engine::action::Action;
use dungeon_model::dungeon::builtin::SIGN;
use dungeon_model::dungeon::{Feature, ItemId, Tile};
use dungeon_model::space::geometry::Point;

/// A cursor on a cell, with the distance to that cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TravelCursor {
    /// The cell under the cursor.
    pub at: Point,
    /// The number of steps to the cell, or the reason that no journey can lead there.
    distance: Result<u32, NoJourney>,
    /// The number of places of interest to choose from.
    place_count: usize,
    note: RouteNote,
}

/// A note shown instead of the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteNote {
    /// No note: the distance is shown.
    None,
    /// The meaning of the keys while the cursor is open.
    Keys,
    /// No place is known where this action can be done.
    Nowhere(Action),
}

impl TravelCursor {
    /// Makes a cursor on a cell.
    pub fn new(known_map: KnownMap<'_>, at: Point) -> TravelCursor {
        let distance =
            Journey::begin_to_cell(known_map, at).map(|journey| journey.steps(known_map));
        TravelCursor {
            at,
            distance,
            place_count: places(known_map).len(),
            note: RouteNote::None,
        }
    }

    /// Makes a cursor on the nearest place of interest, or on the hero if there is none.
    pub fn first(known_map: KnownMap<'_>) -> TravelCursor {
        let places = places(known_map);
        TravelCursor::new(known_map, *places.first().unwrap_or(&known_map.hero()))
    }

    /// Moves the cursor to the next or previous place of interest by distance, wrapping around.
    #[must_use]
    pub fn next_place(self, known_map: KnownMap<'_>, cycle: Cycle) -> TravelCursor {
        self.next_among(known_map, &places(known_map), cycle)
    }

    /// Moves the cursor to the next place where an action can be done. Unreachable places come last.
    #[must_use]
    pub fn next_for(self, known_map: KnownMap<'_>, action: Action) -> TravelCursor {
        let (rules, world) = (known_map.game.rules(), known_map.world());
        let is_done = |p: &Point| {
            known_map
                .tile(*p)
                .is_some_and(|tile| rules.face().is_done_on(action, tile))
        };
        let mut places = places(known_map);
        places.retain(is_done);
        let stairs = world.stairs(world.here()).iter().copied();
        let shut = stairs.filter(|p| is_done(p) && !places.contains(p));
        let shut: Vec<Point> = shut.collect();
        places.extend(shut);
        if places.is_empty() {
            self.with_note(RouteNote::Nowhere(action))
        } else {
            self.next_among(known_map, &places, Cycle::Next)
        }
    }

    /// Returns the cells of the journey to the cell, in walking order; empty if no journey leads there.
    pub fn route(self, known_map: KnownMap<'_>) -> Vec<Point> {
        let journey = self
            .distance
            .and_then(|_| Journey::begin_to_cell(known_map, self.at));
        journey.map_or_else(|_| Vec::new(), |journey| journey.route(known_map))
    }

    /// Keeps the cursor in place and explains its keys.
    #[must_use]
    pub fn with_keys_note(self) -> TravelCursor {
        self.with_note(RouteNote::Keys)
    }

    fn with_note(self, note: RouteNote) -> TravelCursor {
        TravelCursor { note, ..self }
    }

    fn next_among(self, known_map: KnownMap<'_>, places: &[Point], cycle: Cycle) -> TravelCursor {
        next_of(places, self.at, cycle).map_or(self, |place| TravelCursor::new(known_map, place))
    }

    /// Describes the distance of the cell in whole sentences, or the reason that no journey leads there, and then the
    /// keys to continue.
    pub fn describe(self, known_map: KnownMap<'_>, keymap: &Keymap) -> String {
        if let Some(unknown) = self.unknown_place(known_map) {
            return unknown;
        }
        let next = match (self.place_count, keymap.key_for(Command::Travel)) {
            (..=1, _) => String::new(),
            (_, key) => format!("{key}: next place, "),
        };
        match (self.note, self.distance) {
            (RouteNote::Keys, _) => {
                let stairs = stairs_keys(known_map, keymap);
                format!("Enter: go there, {next}{stairs}move: elsewhere, Esc: back.")
            }
            (_, Ok(steps)) => {
                format!(
                    "{}. Enter: go there, {next}Esc: back.",
                    journey_notices::distance_text(steps)
                )
            }
            (_, Err(NoJourney::There)) if self.place_count == 0 => {
                "You are here. Move to choose a place; Esc: back.".to_owned()
            }
            (_, Err(refused)) => {
                let why = journey_notices::no_journey_text(known_map, self.at, refused);
                format!("{why} {next}Esc: back.")
            }
        }
    }

    /// Returns the sentence that the player knows no place for the action in the note, such as "You know of no stairs
    /// here."; `None` for other notes, and if such places have no name.
    fn unknown_place(self, known_map: KnownMap<'_>) -> Option<String> {
        let RouteNote::Nowhere(action) = self.note else {
            return None;
        };
        let name = place_name(known_map, action)?;
        Some(format!("You know of no {name} here."))
    }

    /// Describes the cell and its distance on one short line, for a log without room for [`TravelCursor::describe`] and
    /// the cell's description.
    pub fn describe_in_short(self, known_map: KnownMap<'_>, room: QuestionWidth) -> String {
        if let Some(unknown) = self.unknown_place(known_map) {
            return unknown;
        }
        let world = known_map.world();
        let what = match (known_map.sees(self.at), known_map.tile(self.at)) {
            (true, _) => {
                let [_, vital, name] = look::describe_briefly(world, self.at);
                capitalised(match room {
                    QuestionWidth::Ample | QuestionWidth::Scarce => &vital,
                    QuestionWidth::Tiny => &name,
                })
            }
            (false, Some(tile)) => {
                let name = match known_map.item(self.at) {
                    ItemId::NONE => &tile.name,
                    item => &world.item(item).name,
                };
                match room {
                    QuestionWidth::Ample | QuestionWidth::Scarce => {
                        format!("{} (remembered)", capitalised(name))
                    }
                    QuestionWidth::Tiny => capitalised(name),
                }
            }
            (false, None) => "Unseen".to_owned(),
        };
        match (self.note, self.distance, room) {
            (RouteNote::Keys, ..) => "Enter: go, move: elsewhere, Esc: no".to_owned(),
            (_, Ok(steps), QuestionWidth::Tiny) => format!("{what}, {steps}. Enter: go, Esc: no"),
            (_, Ok(steps), _) => {
                format!(
                    "{what}, {}. Enter: go, Esc: no",
                    journey_notices::distance_text(steps)
                )
            }
            (_, Err(there @ NoJourney::There), _) => {
                let why = journey_notices::no_journey_text(known_map, self.at, there);
                format!("{why} Esc: no")
            }
            (_, Err(_), _) => format!("{what}: no way. Esc: no"),
        }
    }
}

/// Returns the keys for stairs, such as "> <: stairs, "; empty in a dungeon without stairs.
fn stairs_keys(known_map: KnownMap<'_>, keymap: &Keymap) -> String {
    let bindings = known_map.game.rules().face().bindings().iter();
    let for_stairs = bindings.filter(|binding| place_name(known_map, binding.action).is_some());
    let keys = for_stairs.map(|binding| keymap.key_for(Command::Act(binding.action)));
    match joined(keys.filter(|key| !key.is_empty()), " ").as_str() {
        "" => String::new(),
        keys => format!("{keys}: stairs, "),
    }
}

/// Returns the name of the first tile on which an action can be done; `None` if there is no such tile.
fn place_name(known_map: KnownMap<'_>, action: Action) -> Option<&str> {
    let (rules, dungeon) = (known_map.game.rules(), known_map.world().dungeon());
    let mut tiles = dungeon.tiles.iter();
    let tile = tiles.find(|tile| rules.face().is_done_on(action, tile))?;
    Some(&tile.name)
}

/// Returns the place or item after or before one of a list, wrapping around; the first or last one for one that is not
/// in the list. `None` for an empty list.
pub fn next_of<T: Copy + PartialEq>(all: &[T], one: T, cycle: Cycle) -> Option<T> {
    let now = all.iter().position(|other| *other == one);
    let count = all.len();
    let next = match (now, cycle) {
        (None, Cycle::Next) => 0,
        (None, Cycle::Previous) => count.saturating_sub(1),
        (Some(now), Cycle::Next) => (now + 1) % count,
        (Some(now), Cycle::Previous) => (now + count - 1) % count,
    };
    all.get(next).copied()
}

/// Returns the cell of the next body or item in sight, ordered by distance from the hero, then in reading order; for a
/// player with notes, bodies come before items. Returns `at` if nothing is in sight.
pub fn next_in_sight(known_map: KnownMap<'_>, at: Point, cycle: Cycle) -> Point {
    let (world, hero) = (known_map.world(), known_map.hero());
    let has_something =
        |p: &Point| known_map.body(*p).is_some() || known_map.item(*p) != ItemId::NONE;
    let cells = world.size(world.here()).points();
    let seen = cells.filter(|p| *p != hero && known_map.sees(*p));
    let mut places: Vec<Point> = seen.filter(has_something).collect();
    hero.sort_by_distance(&mut places);
    // A player with notes meets the bodies first.
    let is_late = |p: &Point| known_map.notes.is_some() && known_map.body(*p).is_none();
    let (late, mut places): (Vec<Point>, Vec<Point>) = places.into_iter().partition(is_late);
    places.extend(late);
    next_of(&places, at, cycle).unwrap_or(at)
}

/// Returns the known places of interest within reach, nearest first, equal distances in reading order.
fn places(known_map: KnownMap<'_>) -> Vec<Point> {
    let reached = KnownWays::reached(known_map);
    let places = reached.filter(|(steps, p)| *steps > 0 && is_place(known_map, *p));
    let mut places: Vec<(u32, Point)> = places.collect();
    places.sort_unstable();
    places.into_iter().map(|(_, p)| p).collect()
}

/// Whether a cell is a place of interest: an item in sight or remembered, a door, stairs or a sign.
fn is_place(known_map: KnownMap<'_>, p: Point) -> bool {
    let sign = known_map.world().dungeon().tile(SIGN).glyph;
    let is_fitted = |tile: &Tile| {
        let has_words = !tile.says.is_empty() && tile.glyph == sign;
        has_words
            || matches!(
                tile.feature,
                Feature::Door(_) | Feature::Stairs(_) | Feature::Exit(_)
            )
    };
    known_map.item(p) != ItemId::NONE || known_map.tile(p).is_some_and(is_fitted)
}
