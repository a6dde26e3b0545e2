//! What machine players know of tactics: what is worth a thought of each wizard, and when no ammo is
//! enough.
use super::expert::Expert;
use crate::dungeon::{Attack, ItemId, Side, Stat};
use crate::engine::game::Game;
use crate::engine::world::World;
use crate::players::search::beam;
use crate::players::search::budget::Meter;
use crate::players::search::domain::Attempt;
use crate::players::verdict::{Disproof, Reason};

mod fire;
mod sight_table;

mod tactics_domain;

use tactics_domain::TacticsDomain;

/// How many times as wide each later beam is.
const WIDER: usize = 5;

/// The cells around one who bursts.
const AROUND: i64 = 8;

/// What is known of tactics.
pub const EXPERT: Expert = Expert {
    disprove,
    attempt,
    dead_ends: |_, _| Vec::new(),
};

fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let width = beam::width_of(nth, WIDER);
    beam::search(&mut TacticsDomain::new(game, meter), game, width, meter)
}

/// What is out of all fire for ever, or else ghosts with more life than all shots and all bursts can ever take.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Disproof> {
    let world = game.world();
    let has_births = world
        .dungeon()
        .kinds
        .iter()
        .any(|kind| kind.spawns.is_some());
    if game.outcome().is_some() || has_births {
        return None;
    }
    let (at_most, needed) = (greatest_damage(world), life_to_take(world));
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

/// The life of all ghosts but of those who can die of their own attack.
fn life_to_take(world: &World) -> i64 {
    let levels = world.dungeon().numbered_levels().map(|(level, _)| level);
    let ghosts = levels.flat_map(|level| world.theirs(level));
    let dies_by_itself = |attack: Attack| matches!(attack, Attack::Ram | Attack::Burst(_));
    let ghosts = ghosts.filter(|who| !dies_by_itself(world.kind(*who).attack));
    // A body that is alive without life may die of a hit that takes nothing.
    ghosts.map(|who| i64::from(world.life_of(who).max(0))).sum()
}

/// The most life that can ever be taken from ghosts: by every shot that is there, lies about or may be dropped, each with
/// the greatest damage of any wizard, and by everybody who bursts beside as many as can stand there.
fn greatest_damage(world: &World) -> i64 {
    let living = || world.bodies().iter().filter(|body| body.alive);
    let kinds = || living().map(|body| world.dungeon().kind(body.kind));
    let ours = || living().filter(|body| body.side == Side::Ours);
    let damage = |body: &crate::engine::body::Body| {
        let weapon = world.dungeon().kind(body.kind).weapon;
        weapon.map_or(0, |weapon| i64::from(weapon.damage.1.max(0)))
    };
    let most = ours().map(damage).max().unwrap_or(0);
    let shots_of = |item: ItemId| i64::from(world.item(item).gives[Stat::Ammo].max(0));
    let levels = world.dungeon().numbered_levels();
    let lying = levels.flat_map(|(level, _)| {
        let points = world.size(level).points();
        points.map(move |p| world.item_at(level, p))
    });
    let found: i64 = lying
        .chain(kinds().map(|kind| kind.drops))
        .map(shots_of)
        .sum();
    let held: i64 = ours()
        .map(|body| i64::from(body.stat(Stat::Ammo).max(0)) * damage(body))
        .sum();
    let bursts = kinds().map(|kind| match kind.attack {
        // The attack is one burst, and the death that comes of it another.
        Attack::Burst(harm) => i64::from(harm.max(0)) + i64::from(kind.bursts.max(0)),
        _ => i64::from(kind.bursts.max(0)),
    });
    held + found * most + bursts.sum::<i64>() * AROUND
}
