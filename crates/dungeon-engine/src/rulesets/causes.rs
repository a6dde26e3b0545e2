//! What comes of what, as a file says it, in every game (C-*): the events of an act are heard one by one, and those that
//! causes wait for bring about their effects, whose events are heard in turn.
use std::sync::Arc;

use super::combat;
use super::terrain::{self, StepRules};
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

/// How often causes with `again=yes` may come about in one chain: more than any author draws, and few enough to be over
/// at once. A chain of the others ends by itself.
const CHAIN: u32 = 100;

/// How far from its cell a newcomer may come, where that is taken: farther than a crowd of a level reaches as a rule, and
/// so near that thousands of newcomers are soon placed.
const ROOM: i32 = 8;

/// What is told when a chain is cut short.
const CUT_SHORT: &str = "This chain of events would never end, so it stops here.";

/// Lets come about what the events of this stage cause, and what those cause ([C-2]).
///
/// [C-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-2
#[inline]
pub fn follow(stage: &mut Stage<'_>, steps: StepRules) {
    if !stage.dungeon().causes.is_empty() {
        hear(stage, steps);
    }
}

#[inline(never)] // most dungeons have no causes, and each act of each monster asks
fn hear(stage: &mut Stage<'_>, steps: StepRules) {
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
                if repeated == CHAIN {
                    return stage.say(CUT_SHORT);
                }
                repeated += 1;
            }
            stage.emit(Event::Caused { cause: id });
            for effect in &cause.effects {
                come_about(stage, id, cause, effect, steps);
            }
        }
    }
}

/// Whether any cause can wait for an event: asked once before all causes are, since most events are steps of monsters.
fn may_be_awaited(world: &World, event: Event) -> bool {
    match event {
        Event::Moved { who, .. } | Event::Travelled { who, .. } => {
            world.body(who).side == Side::Ours
        }
        // A cause may shift thousands of cells a hundred times in a chain; of these it is doors that causes wait for.
        Event::Shifted { level, at, tile } => is_opened(world, level, at, tile),
        Event::Pushed { .. }
        | Event::Opened { .. }
        | Event::Taken { .. }
        | Event::Died { .. }
        | Event::TurnBegan { .. } => true,
        _ => false,
    }
}

/// Whether a cause waits for an event that may be awaited at all.
fn is_awaited(stage: &Stage<'_>, cause: &CauseRecord, event: Event) -> bool {
    let world: &World = stage;
    let is_here = |level: LevelId| cause.level.is_none_or(|own| own == level);
    let is_at = |cells: &[Point], level: LevelId, at: Point| {
        is_here(level) && cells.binary_search(&at).is_ok()
    };
    match (&cause.event, event) {
        (CauseEvent::Step(cells), Event::Moved { level, to, .. }) => is_at(cells, level, to),
        (CauseEvent::Step(cells), Event::Travelled { to, at, .. }) => is_at(cells, to, at),
        (CauseEvent::Leave(cells), Event::Moved { level, from, .. }) => is_at(cells, level, from),
        (CauseEvent::Leave(cells), Event::Travelled { from, left, .. }) => is_at(cells, from, left),
        (CauseEvent::Push(cells), Event::Pushed { level, to, .. }) => is_at(cells, level, to),
        (CauseEvent::Opened(cells), Event::Opened { level, at, .. }) => is_at(cells, level, at),
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
            // Of several who die in one act the last one counts.
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

/// Whether a cell where this tile was is the open door that it becomes.
fn is_opened(world: &World, level: LevelId, at: Point, tile: TileId) -> bool {
    let opened = world.cell(level, at).tile;
    TilePassage::of(world.dungeon().tile(tile)).opened() == Some(opened)
}

/// Brings an effect of a cause about, unless the game is over.
fn come_about(
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
                bring(stage, kind, level, *at);
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
        CauseEffect::Win => {
            let lives = stage.ours().any(|who| stage.life_of(who) > 0);
            if lives {
                stage.end(GameEnd::Won);
            }
        }
        CauseEffect::Lose => stage.end(GameEnd::Lost(LossCause::Event(id))),
    }
}

/// C-3: changes the terrain of a cell, and kills who cannot stand in it.
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

/// Kills a body by terrain that closes in on it. With a hero who does not die of wounds alone the game is lost.
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

/// The commanded hero, or another one where that one is dead.
fn hero(world: &World) -> Option<ActorId> {
    let commanded = world.commanded();
    if world.body(commanded).alive {
        Some(commanded)
    } else {
        world.ours().next()
    }
}

/// Brings a monster to a cell or the nearest free one; where none is near, nobody comes.
fn bring(stage: &mut Stage<'_>, kind: &Choice<KindId>, level: LevelId, at: Point) {
    let room = room_near(stage, level, at);
    if let Some(at) = room.filter(|_| stage.bodies().len() < combat::CROWDED)
        && let Some(kind) = stage.chosen(level, at, kind)
    {
        stage.spawn(kind, level, at);
    }
}

/// The free cell that is the nearest to a cell, of equals the first in reading order.
fn room_near(world: &World, level: LevelId, to: Point) -> Option<Point> {
    if world.is_vacant(level, to) {
        return Some(to);
    }
    let free = Region::around(to, ROOM)
        .points()
        .filter(|p| world.is_vacant(level, *p));
    free.min_by_key(|p| p.chebyshev(to))
}
