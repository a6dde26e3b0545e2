//! Causes and their effects, the `when` records of a file, in every game (C-*). After each act, the events of the act
//! are examined one by one. If a cause waits for an event, the cause happens, and the events of its effects are
//! examined last.
use std::sync::Arc;

use super::terrain::{self, StepRules};
use super::{combat, company};
use crate::action::ActorId;
use crate::ending::{GameEnd, LossCause};
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{
    AtZero, CauseEffect, CauseEvent, CauseId, CauseRecord, Choice, ItemId, KindId, LevelId, Side,
    TileId,
};
use dungeon_model::space::geometry::{Point, Region};

/// The causes with `again=yes` may happen at most this many times in one chain: more often than real files need, but
/// rarely enough to finish at once. All other causes happen only once, so a chain of these always ends.
const REPEAT_LIMIT: u32 = 100;

/// The search radius (Chebyshev) for a vacant cell if a monster cannot be spawned on its own cell. The radius is wider
/// than most crowds, and small enough to place thousands of monsters quickly.
const SPAWN_RADIUS: i32 = 8;

/// The message when a chain of causes stops at `REPEAT_LIMIT`.
const CUT_SHORT: &str = "This chain of events would never end, so it stops here.";

/// Runs the causes that wait for new events of this stage, then the causes that wait for events of these causes'
/// effects, and so on until no new event is left ([C-2]).
///
/// [C-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-2
#[inline]
pub fn follow(stage: &mut Stage<'_>, steps: StepRules) {
    if !stage.dungeon().causes.is_empty() {
        run_causes(stage, steps);
    }
}

#[inline(never)] // keeps `follow` small, which every act of every monster calls; most dungeons have no causes
fn run_causes(stage: &mut Stage<'_>, steps: StepRules) {
    let dungeon = Arc::clone(stage.dungeon());
    let mut repeated = 0;
    while let Some(event) = stage.hear() {
        if !may_be_awaited(stage, event) {
            continue;
        }
        for (id, cause) in dungeon.numbered_causes() {
            if stage.outcome().is_some() {
                return;
            }
            if stage.is_spent(id) || !is_awaited(stage, cause, event) {
                continue;
            }
            if cause.again {
                if repeated == REPEAT_LIMIT {
                    return stage.say(CUT_SHORT);
                }
                repeated += 1;
            }
            stage.emit(Event::Caused { cause: id });
            for effect in &cause.effects {
                apply_effect(stage, id, cause, effect, steps);
            }
        }
    }
}

/// Whether any cause can wait for an event. Most events are steps of monsters, which this quick test rejects before the
/// event is compared with all causes.
fn may_be_awaited(world: &World, event: Event) -> bool {
    match event {
        Event::Moved { who, .. } | Event::Travelled { who, .. } => {
            world.body(who).side == Side::Ours
        }
        // A chain of causes may change thousands of cells a hundred times, but only changes that open doors can trigger
        // other causes.
        Event::Shifted { level, at, tile } => is_opened(world, level, at, tile),
        Event::Pushed { .. }
        | Event::Swapped { .. }
        | Event::Opened { .. }
        | Event::Taken { .. }
        | Event::Died { .. }
        | Event::TurnBegan { .. } => true,
        _ => false,
    }
}

/// Whether a cause waits for an event. `may_be_awaited` must be `true` for the event.
fn is_awaited(stage: &Stage<'_>, cause: &CauseRecord, event: Event) -> bool {
    let world: &World = stage;
    let is_here = |level: LevelId| cause.heard_on().is_none_or(|own| own == level);
    let is_at = |cells: &[Point], level: LevelId, at: Point| {
        is_here(level) && cells.binary_search(&at).is_ok()
    };
    match (&cause.event, event) {
        (CauseEvent::Step(cells), Event::Moved { level, to, .. }) => is_at(cells, level, to),
        (CauseEvent::Step(cells), Event::Travelled { to, at, .. }) => is_at(cells, to, at),
        (CauseEvent::Leave(cells), Event::Moved { level, from, .. }) => is_at(cells, level, from),
        (CauseEvent::Leave(cells), Event::Travelled { from, left, .. }) => is_at(cells, from, left),
        (CauseEvent::Step(cells), Event::Swapped { level, to, .. }) => is_at(cells, level, to),
        (CauseEvent::Leave(cells), Event::Swapped { level, from, .. }) => is_at(cells, level, from),
        (CauseEvent::Push(cells), Event::Pushed { level, to, .. }) => is_at(cells, level, to),
        (CauseEvent::Opened(cells), Event::Opened(on)) => is_at(cells, on.level, on.at),
        (CauseEvent::Opened(cells), Event::Shifted { level, at, .. }) => is_at(cells, level, at),
        (CauseEvent::Take(items), Event::Taken { level, item, .. }) => {
            let is_one = |of: &ItemId| world.dungeon().is_variant(item, *of);
            is_here(level) && items.iter().any(is_one)
        }
        (CauseEvent::TakeAt(cells), Event::Taken { level, at, .. }) => is_at(cells, level, at),
        (CauseEvent::Kill(victims), Event::Died { who, .. }) => {
            world.is_victim(who, cause, victims)
        }
        (CauseEvent::AllDead(victims), Event::Died { who, .. }) => {
            // If several victims die in one act, only the last death counts.
            let is_another = |later: &Event| matches!(*later, Event::Died { who, .. } if world.is_victim(who, cause, victims));
            world.is_victim(who, cause, victims)
                && !world.has_victims(cause, victims)
                && !stage.unheard().iter().any(is_another)
        }
        (CauseEvent::Turn(turns), Event::TurnBegan { turn }) => {
            if cause.again {
                turn > 0 && turn.is_multiple_of(*turns)
            } else {
                turn >= *turns
            }
        }
        _ => false,
    }
}

/// Whether a cell that had the tile `tile` before the event was opened: `tile` is a closed door, and the cell now has
/// the door's open tile.
fn is_opened(world: &World, level: LevelId, at: Point, tile: TileId) -> bool {
    let opened = world.cell(level, at).tile;
    TilePassage::of(world.dungeon().tile(tile)).opened() == Some(opened)
}

/// Applies an effect of a cause, unless the game is over.
fn apply_effect(
    stage: &mut Stage<'_>,
    id: CauseId,
    cause: &CauseRecord,
    effect: &CauseEffect,
    steps: StepRules,
) {
    if stage.outcome().is_some() {
        return;
    }
    let level = cause.level.unwrap_or(stage.here());
    match effect {
        CauseEffect::Tile { cells, into } => {
            for at in cells {
                shift(stage, level, *at, *into);
            }
        }
        CauseEffect::Open(cells) => {
            for at in cells {
                if let Some(opened) = TilePassage::of(stage.tile(level, *at)).opened() {
                    shift(stage, level, *at, opened);
                }
            }
        }
        CauseEffect::Spawn { kind, cells } => {
            for at in cells {
                spawn_near(stage, kind, level, *at);
            }
        }
        CauseEffect::Give(item) => {
            if let Some(who) = hero(stage) {
                stage.give(who, level, item);
            }
        }
        CauseEffect::Move(to) => {
            if let Some(who) = hero(stage) {
                terrain::carry(stage, who, level, *to, steps);
            }
        }
        CauseEffect::Alarm => terrain::ring(stage, level, steps),
        CauseEffect::Wake(named) => company::rouse(stage, cause, named),
        CauseEffect::Win => {
            let lives = stage.ours().any(|who| stage.life_of(who) > 0);
            if lives {
                stage.end(GameEnd::Won);
            }
        }
        CauseEffect::Lose => stage.end(GameEnd::Lost(LossCause::Event(id))),
    }
}

/// Changes the terrain of a cell, and kills the body there if the body cannot stand on the new terrain (C-3).
fn shift(stage: &mut Stage<'_>, level: LevelId, at: Point, into: TileId) {
    let tile = stage.cell(level, at).tile;
    if tile == into || stage.outcome().is_some() {
        return;
    }
    stage.emit(Event::Shifted { level, at, tile });
    stage.emit(Event::Rebuilt {
        level,
        at,
        tile: into,
    });
    let Some(who) = stage.body_at(level, at) else {
        return;
    };
    if !stage
        .tile(level, at)
        .footing
        .admits(stage.body(who).through)
    {
        crush(stage, who, LossCause::Caught(into));
    }
}

/// Kills a body that is caught in changed terrain. A hero whose kind does not die at zero life loses all life instead,
/// and the game is lost.
fn crush(stage: &mut Stage<'_>, who: ActorId, caught: LossCause) {
    let is_game_over =
        stage.body(who).side == Side::Ours && stage.kind(who).at_zero != AtZero::Dies;
    if is_game_over {
        let life = stage.life_of(who).max(0);
        stage.wound(who, life, caught);
        stage.end(GameEnd::Lost(caught));
    } else {
        combat::kill(stage, who, caught);
    }
}

/// Returns the commanded hero, or the first living hero if the commanded hero is dead; `None` if no hero lives.
fn hero(world: &World) -> Option<ActorId> {
    let commanded = world.commanded();
    if world.body(commanded).alive {
        Some(commanded)
    } else {
        world.ours().next()
    }
}

/// Spawns a monster on a cell, or on the nearest vacant cell. Does nothing if no vacant cell is near enough, or if the
/// world has `combat::CROWDED` bodies.
fn spawn_near(stage: &mut Stage<'_>, kind: &Choice<KindId>, level: LevelId, at: Point) {
    let room = nearest_vacant(stage, level, at);
    if let Some(at) = room.filter(|_| stage.bodies().len() < combat::CROWDED)
        && let Some(kind) = stage.chosen(level, at, kind)
    {
        stage.spawn(kind, level, at);
    }
}

/// Returns the vacant cell that is nearest to the cell `to`, at a distance of at most `SPAWN_RADIUS` (Chebyshev). Of
/// equally near cells, returns the first in reading order. `None` if no cell is vacant.
fn nearest_vacant(world: &World, level: LevelId, to: Point) -> Option<Point> {
    if world.is_vacant(level, to) {
        return Some(to);
    }
    let free = Region::around(to, SPAWN_RADIUS)
        .points()
        .filter(|p| world.is_vacant(level, *p));
    free.min_by_key(|p| p.chebyshev(to))
}
