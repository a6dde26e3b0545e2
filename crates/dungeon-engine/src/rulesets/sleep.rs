//! Sleeping monsters, and the noise that wakes them (M-1, M-2); disguised monsters, and the touch that reveals them
//! (M-7).
use crate::action::ActorId;
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::{Point, Region};

/// The distance (Chebyshev) at which sleepers hear a noise, through walls too (M-2).
const HEARD: i32 = 7;

/// Wakes the sleepers that hear the new events of this stage ([M-2]). Takes no time in a dungeon without sleepers.
///
/// [M-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-2
#[inline]
pub fn overhear(stage: &mut Stage<'_>) {
    if stage.has_sleepers() {
        wake_hearers(stage);
    }
}

#[inline(never)] // keeps `overhear` small, which every act of every monster calls
fn wake_hearers(stage: &mut Stage<'_>) {
    let events = stage.unheard().iter();
    let noises = events.filter_map(|event| noise(stage, event));
    for (level, at) in noises.collect::<Vec<_>>() {
        for p in Region::around(at, HEARD).points() {
            if let Some(who) = stage.body_at(level, p) {
                rouse(stage, who);
            }
        }
    }
}

/// Returns the place of the noise that an event makes: of a fight, a bolt, a throw, a door or a boulder. `None` for
/// other events.
fn noise(world: &World, event: &Event) -> Option<(LevelId, Point)> {
    match *event {
        Event::Struck { who, .. }
        | Event::Shot { who, .. }
        | Event::Cast { who, .. }
        | Event::Thrown { who, .. } => Some((world.body(who).level, world.body(who).at)),
        Event::Opened(on) => Some((on.level, on.at)),
        Event::Burst { level, at, .. } | Event::Pushed { level, to: at, .. } => Some((level, at)),
        _ => None,
    }
}

/// Makes a disguised body at a cell of the hero's level show itself, and returns whether one was there (M-7).
pub fn touch(stage: &mut Stage<'_>, at: Point) -> bool {
    let there = stage.disguised_at(stage.here(), at);
    if let Some(who) = there {
        stage.wake(who);
    }
    there.is_some()
}

/// Wakes all sleepers of a level, as an alarm does ([M-2]).
///
/// [M-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-2
pub fn wake_level(stage: &mut Stage<'_>, level: LevelId) {
    if stage.has_sleepers() {
        for who in stage.theirs(level).collect::<Vec<_>>() {
            rouse(stage, who);
        }
    }
}

/// Wakes a body that hears something, if it sleeps. Noise reveals no disguised body (M-7).
fn rouse(stage: &mut Stage<'_>, who: ActorId) {
    if !stage.body(who).is_disguised() {
        stage.wake(who);
    }
}
