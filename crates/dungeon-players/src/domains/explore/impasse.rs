//! Why a game of explore can never be won from where it stands, as its ground tells.
use super::ground::GroundGraph;
use super::ground_game::{GroundGame, GroundOutcome, VISITS};
use super::relaxation::GroundReach;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::world::World;

/// The reason for which everything cannot be taken any more; none where that may be possible, or the budget ends before
/// that is known.
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
