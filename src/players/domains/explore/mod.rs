//! What machine players know of explore.
//!
//! A game comes in; disproofs, attempts and dead ends go out. To be read in this order: `tile_class` and `landing` (what
//! a tile and a way are to a hero whom nobody hinders), `ground` (the graph that they make of all levels), `relaxation`
//! (what can be come to in it at all).
use super::Expert;
use crate::engine::game::Game;
use crate::players::verdict::{Disproof, Reason};

mod tile_class;

mod landing;

mod ground;

mod relaxation;

use ground::GroundGraph;
use relaxation::GroundReach;

/// What is known of explore.
pub const EXPERT: Expert = Expert {
    disprove,
    ..super::any_game::EXPERT
};

/// Why a game of explore can never be won from where it stands.
fn disprove(game: &Game) -> Option<Disproof> {
    let world = game.world();
    let graph = GroundGraph::new(world, world.dungeon().settings.game);
    let reach = GroundReach::new(&graph)?;
    let thing = graph.things[reach.lacks(&graph)?];
    Some(Disproof {
        reason: Reason::OutOfReach {
            level: thing.level,
            at: thing.at,
        },
        mend: None,
    })
}
