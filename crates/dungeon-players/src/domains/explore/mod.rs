//! The prover's knowledge about explore.
//!
//! Input: a game. Output: disproofs, attempts and dead ends. Reading order: `possible`, `caused_ground` and `landing`
//! (what pushes and causes can do, how that changes tiles, and where a way can end), `ground` (all levels as one graph)
//! with `ground_things` and `ground_survey` (the things worth taking, and how the graph is built), `relaxation` (the
//! hero's reach if no way were one-way), `grown_ground` (the ground with all pushes and causes that are possible),
//! `ground_game` (the hero's reach within one game), `turn_bound` (the fewest turns of a win), `pursuit` and
//! `attrition` (fights that take long rests), `eaten_keys`, `deadly_fight` and `impasse` (reasons why a game is lost),
//! `hopeless_states` (lost states of a search), `fields` and `tour` (distances on foot), `worth` (the cost of a state),
//! `explore_macro` (what a hero may set out to do), `explore_domain` (the search), `dead_ends` and `mend` (how a game
//! is lost, and how to fix its map).
use super::expert::Expert;
use crate::search::best_first;
use crate::search::budget::Meter;
use crate::search::domain::{Attempt, SearchEnd};
use crate::verdict::{Mend, Reason};
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;

mod possible;

mod caused_ground;

mod landing;

mod ground;

mod ground_things;

mod ground_survey;

mod relaxation;

mod grown_ground;

mod fields;
mod ground_game;

mod hopeless_states;

mod turn_bound;

mod pursuit;

mod attrition;

mod deadly_fight;
mod eaten_keys;
mod impasse;

mod tour;
mod worth;

mod explore_macro;

mod explore_domain;

mod dead_ends;
mod mend;

use explore_domain::ExploreDomain;
use ground::GroundGraph;
use worth::WEIGHTS;

pub const EXPERT: Expert = Expert {
    disprove,
    least_turn,
    mends,
    outlast,
    attempt,
    dead_ends: dead_ends::dead_ends,
    reckons_with_causes: true,
};

/// Returns why a game of explore can never be won from its current state.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Reason> {
    let eaten = || Some(eaten_keys::eaten_key(game, meter)?.0);
    let world = game.world();
    let fight = || deadly_fight::deadly_fight(world, meter);
    impasse::impasse(world, meter).or_else(eaten).or_else(fight)
}

/// Returns a turn before which no line wins a game of explore.
fn least_turn(game: &Game, meter: &Meter<'_>) -> Option<u32> {
    let graph = GroundGraph::new(game.world(), meter)?;
    let (turn, _) = turn_bound::least_turn(game.world(), &graph, meter)?;
    Some(turn)
}

/// Returns sets of map changes that may make a game winnable, smallest first.
fn mends(game: &Game, meter: &Meter<'_>) -> Vec<Vec<Mend>> {
    let world = game.world();
    match impasse::impasse(world, meter) {
        Some(Reason::NeverPushed { level, at }) => {
            let mut sets = mend::mends(world, meter);
            sets.extend(mend::boulders_for(world, level, at, meter));
            sets
        }
        Some(_) => mend::mends(world, meter),
        None => match eaten_keys::eaten_key(game, meter) {
            Some((_, after)) => mend::mends(&after, meter),
            None => mend::mends(world, meter),
        },
    }
}

/// Wins fights by rest and flight, then searches for the rest of the win.
fn outlast(game: &Game, meter: &Meter<'_>) -> Option<Vec<Action>> {
    let (mut line, after) = attrition::outlast(game, meter)?;
    if after.outcome() == Some(Outcome::Won) {
        return Some(line);
    }
    let rest = attempt(&after, 0, meter);
    line.extend(rest.actions);
    matches!(rest.end, SearchEnd::Won(_)).then_some(line)
}

/// Searches for a win, with other weights in each attempt.
fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let weights = WEIGHTS[(nth as usize).min(WEIGHTS.len() - 1)];
    best_first::search(&mut ExploreDomain::new(game, weights, meter), game, meter)
}
