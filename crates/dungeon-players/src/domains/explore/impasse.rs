//! Why a game of explore can never be won from its current state, judged by the ground.
use super::ground::{GroundCloser, GroundGraph, GroundThing};
use super::ground_game::{GroundGame, GroundOutcome, VISITS};
use super::relaxation::GroundReach;
use super::turn_bound::too_few_turns;
use crate::domains::needed_causes::needed_cause;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEvent, CauseId, CauseRecord, Feature, Goal, LevelId};
use dungeon_model::space::geometry::Point;

/// The maximum number of plates (cells onto which a boulder must be pushed for a cause) to try for a thing that is out
/// of reach.
const PLATES: usize = 8;

/// Returns the reason why the hero can no longer take everything; `None` if that may still be possible, or if the
/// budget ends.
pub fn impasse(world: &World, meter: &Meter<'_>) -> Option<Reason> {
    let graph = GroundGraph::new(world, meter)?;
    let reach = GroundReach::new(&graph, meter)?;
    if let Some(thing) = reach.lacks(&graph) {
        let (level, at) = (graph.things[thing].level, graph.things[thing].at);
        let plate = plate_that_opens(world, &graph, thing, meter);
        return Some(plate.unwrap_or(Reason::OutOfReach { level, at }));
    }
    uncoverable(world, &graph)
        .or_else(|| never_caused(world, &graph))
        .or_else(|| cut_off(&graph, meter))
        .or_else(|| too_few_turns(world, &graph, meter))
}

/// Returns the reason if the hero can reach each thing but cannot take all of them in one game: a closing cause if the
/// game could be won without that cause, otherwise the ways that do not lead back.
fn cut_off(graph: &GroundGraph, meter: &Meter<'_>) -> Option<Reason> {
    let ground = GroundGame::new(graph, meter);
    let GroundOutcome::Lost(thing) = ground.outcome(ground.begin()?, VISITS) else {
        return None;
    };
    let GroundThing { level, at, .. } = graph.things[thing];
    let opens = |(bit, _): &&(u64, &GroundCloser)| {
        let opened = GroundGame::new(graph, meter).without(*bit);
        let begin = opened.begin();
        begin.map(|begin| opened.outcome(begin, VISITS)) == Some(GroundOutcome::CanBeWon)
    };
    let Some((_, closer)) = ground.closers().iter().find(opens) else {
        return Some(Reason::NoWayBack { level, at });
    };
    Some(Reason::ShutOff {
        level,
        at,
        cause: closer.cause,
        gate: graph.get(*closer.gates.first()?).at,
    })
}

/// Returns a reason if there is a target of `goal cover=` onto which no boulder can ever be pushed; otherwise `None`.
fn uncoverable(world: &World, graph: &GroundGraph) -> Option<Reason> {
    let dungeon = world.dungeon();
    let is_wanted = dungeon.goals.contains(&Goal::Cover);
    let mut levels = dungeon.numbered_levels().filter(|_| is_wanted);
    levels.find_map(|(level, _)| {
        let is_bare = |p: &Point| {
            let tile = world.tile(level, *p);
            tile.is_target && !matches!(tile.feature, Feature::Boulder(_))
        };
        let is_lost = |p: &Point| {
            is_bare(p)
                && graph.shifting_tile(level, *p).is_none()
                && !graph.possible.may_get_boulder(level, *p)
        };
        let at = world.size(level).points().find(is_lost)?;
        Some(Reason::NeverPushed { level, at })
    })
}

/// Returns a reason if the goals need a cause that can never happen; otherwise `None`.
fn never_caused(world: &World, graph: &GroundGraph) -> Option<Reason> {
    let id = needed_cause(world, |cause| {
        let mut causes = graph.possible.causes(world);
        causes.any(|(id, _)| id == cause)
    })?;
    let cause = &world.dungeon().causes[usize::from(id.0)];
    let place = |cells: &[Point]| Some((cause.heard_on()?, *cells.first()?));
    let found = match &cause.event {
        CauseEvent::Push(cells) => {
            place(cells).map(|(level, at)| Reason::NeverPushed { level, at })
        }
        CauseEvent::Step(cells)
        | CauseEvent::Leave(cells)
        | CauseEvent::Opened(cells)
        | CauseEvent::TakeAt(cells) => {
            place(cells).map(|(level, at)| Reason::OutOfReach { level, at })
        }
        _ => None,
    };
    Some(found.unwrap_or(Reason::NeverHappens { cause: id }))
}

/// The plate onto which a boulder would have to be pushed to bring a thing within reach; `None` if no single plate
/// would, or if the budget ends.
fn plate_that_opens(
    world: &World,
    graph: &GroundGraph,
    thing: usize,
    meter: &Meter<'_>,
) -> Option<Reason> {
    let plate = |(id, cause): (CauseId, &CauseRecord)| match &cause.event {
        CauseEvent::Push(cells) if !graph.possible.may_happen(id) => {
            Some((id, cause.heard_on()?, *cells.first()?))
        }
        _ => None,
    };
    let plates: Vec<(CauseId, LevelId, Point)> = world.causes_to_come().filter_map(plate).collect();
    let opens = |id: CauseId| {
        let opened = GroundGraph::grown(world, graph.possible.with(id), meter)?;
        let reach = GroundReach::new(&opened, meter)?;
        let lacked = graph.things[thing];
        let things = opened.things.iter().zip(&reach.is_had);
        let mut same = things.filter(|(thing, _)| **thing == lacked);
        same.next().map(|(_, is_had)| *is_had)
    };
    let mut plates = plates.into_iter().take(PLATES);
    let (_, level, at) = plates.find(|(id, ..)| opens(*id) == Some(true))?;
    Some(Reason::NeverPushed { level, at })
}
