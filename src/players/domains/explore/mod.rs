//! What machine players know of explore.
//!
//! A game comes in; disproofs, attempts and dead ends go out. To be read in this order: `tile_class` and `landing` (what
//! a tile and a way are to a hero whom nobody hinders), `ground` (the graph that they make of all levels), `relaxation`
//! (what can be come to in it at all), `hopes` (the same for the games that came of one), `fields` and `tour` (ways on
//! foot), `errands` (the macro-actions of the search, and what a state is worth).
use super::expert::Expert;
use crate::engine::game::Game;
use crate::players::search::best_first;
use crate::players::search::budget::Meter;
use crate::players::search::domain::Attempt;
use crate::players::verdict::{Disproof, Reason};

mod tile_class;

mod landing;

mod ground;

mod relaxation;

mod fields;
mod ground_game;
mod hopes;

mod tour;

mod errands;

mod dead_ends;
mod mend;

use errands::{Errands, ExploreWeights};
use ground::GroundGraph;
use ground_game::{GroundGame, GroundOutcome};
use relaxation::GroundReach;

/// What is known of explore.
pub const EXPERT: Expert = Expert {
    disprove,
    attempt,
    dead_ends: dead_ends::dead_ends,
};

/// Why a game of explore can never be won from where it stands, and how its map is mended.
fn disprove(game: &Game) -> Option<Disproof> {
    let reason = lost(game)?;
    let mend = mend::mends(game.world());
    Some(Disproof { reason, mend })
}

/// Why a game of explore can never be won from where it stands.
fn lost(game: &Game) -> Option<Reason> {
    let world = game.world();
    let graph = GroundGraph::new(world, world.dungeon().settings.game);
    let reach = GroundReach::new(&graph)?;
    let place = |thing: usize| (graph.things[thing].level, graph.things[thing].at);
    Some(match reach.lacks(&graph).map(place) {
        Some((level, at)) => Reason::OutOfReach { level, at },
        None => {
            let ground = GroundGame::new(&graph);
            let GroundOutcome::Lost(thing) = ground.outcome(ground.begin()?) else {
                return None;
            };
            let (level, at) = place(thing);
            Reason::NoWayBack { level, at }
        }
    })
}

/// The weights of the attempts: later ones try more, and prize health more.
const WEIGHTS: [ExploreWeights; 3] = [
    ExploreWeights {
        danger: 15,
        health: 20,
        reserve: 20,
        thing: 40,
        choices: 4,
        steps: false,
    },
    ExploreWeights {
        danger: 15,
        health: 30,
        reserve: 30,
        thing: 40,
        choices: 6,
        steps: true,
    },
    ExploreWeights {
        danger: 5,
        health: 10,
        reserve: 10,
        thing: 20,
        choices: 12,
        steps: true,
    },
];

/// Searches for a win, by other weights each time.
fn attempt(game: &Game, nth: u32, meter: &mut Meter<'_>) -> Attempt {
    let weights = WEIGHTS[(nth as usize).min(WEIGHTS.len() - 1)];
    best_first::search(&mut Errands::new(game, weights), game, meter)
}
