//! Knowledge about explore.
//!
//! Input: a game. Output: disproofs, attempts and dead ends. Reading order: `caused_ground` and `landing` (the changes
//! to tiles by causes, and where a way ends for an unhindered hero), `ground` (the graph of all levels) with
//! `ground_things` and `ground_survey` (the things worth taking, and how the graph is built), `relaxation` and
//! `ground_game` (the hero's reach without one-way limits, and within one game), `impasse` and `hopeless_states`
//! (reasons why a game is lost, and lost states of a search), `fields` and `tour` (ways on foot), `worth` (of states),
//! `explore_macro` (what a hero may set out to do), `explore_domain` (the search), `dead_ends` and `mend` (how a game
//! is lost, and how to fix its map).
use super::expert::Expert;
use crate::search::best_first;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
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

pub const EXPERT: Expert = Expert {
    disprove: |game, meter| impasse::impasse(game.world(), meter),
    mends: |game, meter| mend::mends(game.world(), meter),
    attempt,
    dead_ends: dead_ends::dead_ends,
    reckons_with_causes: true,
};

/// Searches for a win, with other weights in each attempt.
fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let weights = WEIGHTS[(nth as usize).min(WEIGHTS.len() - 1)];
    best_first::search(&mut ExploreDomain::new(game, weights, meter), game, meter)
}
