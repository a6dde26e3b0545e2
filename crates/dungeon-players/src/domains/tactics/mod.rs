//! Knowledge about tactics: the actions of each wizard that are worth considering, and battles in which the ammo cannot
//! be enough.
use super::expert::Expert;
use crate::search::beam;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::Reason;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;

mod damage;
mod fire;
mod sight_table;

mod tactics_domain;

mod dead_ends;

use damage::{greatest_damage, has_births, life_to_take};
use tactics_domain::TacticsDomain;

/// The factor by which each beam is wider than the previous one.
const WIDER: usize = 5;

pub const EXPERT: Expert = Expert {
    least_turn: |_, _| None,
    disprove,
    mends: |_, _| Vec::new(),
    outlast: |_, _| None,
    attempt,
    dead_ends: |game, won, meter| dead_ends::dead_ends(game, won, meter, disprove),
    reckons_with_causes: false,
};

fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let width = beam::width_of(nth, WIDER);
    beam::search(&mut TacticsDomain::new(game, meter), game, width, meter)
}

/// Returns a reason if a ghost can never be shot, if an item can never be reached, or if the ghosts have more life than
/// all shots and bursts can take.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Reason> {
    let world = game.world();
    let has_goals = !world.dungeon().goals.is_empty();
    if game.outcome().is_some() || has_births(world) || has_goals {
        return None;
    }
    let (at_most, needed) = (greatest_damage(world, meter), life_to_take(world));
    match fire::out_of_all(world, meter) {
        Some((level, at)) => Some(Reason::OutOfReach { level, at }),
        None if at_most < needed => Some(Reason::TooLittle {
            of: Stat::Health,
            at_most,
            needed,
        }),
        None => None,
    }
}
