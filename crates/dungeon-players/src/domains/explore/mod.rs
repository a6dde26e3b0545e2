//! What machine players know of explore.
//!
//! A game comes in; disproofs, attempts and dead ends go out. To be read in this order: `caused_ground` and `landing` (what
//! causes make of a tile, and where a way ends to a hero whom nobody hinders), `ground` (the graph that they
//! make of all levels) with `ground_things` and `ground_survey` (what is worth doing in it, and how it is made), `relaxation`
//! and `ground_game` (what can be come to in it at all, and in one game), `impasse` and `hopeless_states` (the same as a
//! reason, and for the games that came of one), `fields` and `tour` (ways on foot), `worth` (of states), `explore_macro`
//! (what a hero may set out to do), `explore_domain` (the search), `dead_ends` and `mend` (how a game is lost, and how its map
//! is changed so that it is not).
use super::expert::Expert;
use crate::search::best_first;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::Disproof;
use dungeon_engine::game::Game;

mod caused_ground;

mod landing;

mod ground;

mod ground_things;

mod ground_survey;

mod relaxation;

mod fields;
mod ground_game;

mod hopeless_states;
mod impasse;

mod tour;
mod worth;

mod explore_macro;

mod explore_domain;

mod dead_ends;
mod mend;

use explore_domain::ExploreDomain;
use worth::WEIGHTS;

/// What is known of explore.
pub const EXPERT: Expert = Expert {
    disprove,
    attempt,
    dead_ends: dead_ends::dead_ends,
    reckons_with_causes: true,
};

/// Why a game of explore can never be won from where it stands, and how its map is mended.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Disproof> {
    let reason = impasse::impasse(game.world(), meter)?;
    let mend = mend::mends(game.world(), meter);
    Some(Disproof { reason, mend })
}

/// Searches for a win, by other weights each time.
fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let weights = WEIGHTS[(nth as usize).min(WEIGHTS.len() - 1)];
    best_first::search(&mut ExploreDomain::new(game, weights, meter), game, meter)
}
