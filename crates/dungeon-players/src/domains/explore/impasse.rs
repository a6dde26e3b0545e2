//! Why a game of explore can never be won from its current state, judged by the ground.
use super::ground::GroundGraph;
use super::ground_game::{GroundGame, GroundOutcome, VISITS};
use super::relaxation::GroundReach;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::world::World;

/// Returns the reason why the hero can no longer take everything; `None` if that may still be possible, or if the
/// budget ends.
pub fn impasse(world: &World, meter: &Meter<'_>) -> Option<Reason> {
    let graph = GroundGraph::new(world, meter)?;
    let reach = GroundReach::new(&graph, meter)?;
    let place = |thing: usize| (graph.things[thing].level, graph.things[thing].at);
    Some(match reach.lacks(&graph).map(place) {
        Some((level, at)) => Reason::OutOfReach { level, at },
        None => {
            let ground = GroundGame::new(&graph, meter);
            let GroundOutcome::Lost(thing) = ground.outcome(ground.begin()?, VISITS) else {
                return None;
            };
            let (level, at) = place(thing);
            Reason::NoWayBack { level, at }
        }
    })
}
