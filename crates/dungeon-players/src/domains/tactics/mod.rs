//! What machine players know of tactics: what is worth a thought of each wizard, and when no ammo is
//! enough.
use super::expert::Expert;
use crate::search::beam;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::{Disproof, Reason};
use dungeon_engine::game::Game;
use dungeon_model::dungeon::Stat;

mod damage;
mod fire;
mod sight_table;

mod tactics_domain;

mod dead_ends;

use damage::{greatest_damage, has_births, life_to_take};
use tactics_domain::TacticsDomain;

/// How many times as wide each later beam is.
const WIDER: usize = 5;

/// What is known of tactics.
pub const EXPERT: Expert = Expert {
    disprove,
    attempt,
    dead_ends: |game, won, meter| dead_ends::dead_ends(game, won, meter, disprove),
    reckons_with_causes: false,
};

fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let width = beam::width_of(nth, WIDER);
    beam::search(&mut TacticsDomain::new(game, meter), game, width, meter)
}

/// What is out of all fire for ever, or else ghosts with more life than all shots and all bursts can ever take.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Disproof> {
    let world = game.world();
    let has_goals = !world.dungeon().goals.is_empty();
    if game.outcome().is_some() || has_births(world) || has_goals {
        return None;
    }
    let (at_most, needed) = (greatest_damage(world, meter), life_to_take(world));
    let reason = match fire::out_of_all(world, meter) {
        Some((level, at)) => Reason::OutOfReach { level, at },
        None if at_most < needed => Reason::TooLittle {
            of: Stat::Health,
            at_most,
            needed,
        },
        None => return None,
    };
    Some(Disproof {
        reason,
        mend: Vec::new(),
    })
}
