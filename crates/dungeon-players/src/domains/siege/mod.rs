//! Knowledge about siege: what to do in a season, and when the hero can never earn enough gold.
use super::expert::Expert;
use crate::search::beam;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::Reason;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::siege::cows;
use dungeon_engine::world::World;
use dungeon_model::dungeon::games::siege::SiegeSettings;
use dungeon_model::dungeon::{Attack, ItemId, Kind, Stat};

mod prospects;
mod routes;

mod dead_ends;
mod farm_domain;
mod siege_domain;

use farm_domain::FarmDomain;
use siege_domain::{RiskWeights, SiegeDomain};

/// The factor by which each beam is wider than the previous one.
const WIDER: usize = 4;

/// The weights of the searches, tried one after another. No weights are best for every seed: each search wins about two
/// thirds of twenty seeds of the published game, but each wins different seeds.
const RISK_WEIGHTS: [RiskWeights; 3] = [
    RiskWeights {
        each: 20,
        life: 0,
        near: 3,
    },
    RiskWeights {
        each: 0,
        life: 4,
        near: 3,
    },
    RiskWeights {
        each: 0,
        life: 20,
        near: 1,
    },
];

pub const EXPERT: Expert = Expert {
    least_turn: |_, _| None,
    disprove,
    mends: |_, _| Vec::new(),
    outlast: |_, _| None,
    attempt,
    dead_ends: |game, won, meter| dead_ends::dead_ends(game, won, meter, disprove),
    reckons_with_causes: false,
};

/// Searches for a win. The first attempt skips from season to season, which finds a win with few actions or none at
/// all. Later attempts also build paddocks.
fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let width = beam::width_of(nth, WIDER);
    let [first, others @ ..] = RISK_WEIGHTS;
    let skip = |risk| beam::search(&mut SiegeDomain::new(game, risk, meter), game, width, meter);
    let attempt = match nth.checked_sub(1) {
        Some(before) => {
            let width = beam::width_of(before, WIDER);
            let farmed = beam::search(&mut FarmDomain::new(game, meter), game, width, meter);
            farmed.or_else(|| skip(first))
        }
        None => skip(first),
    };
    others
        .into_iter()
        .fold(attempt, |attempt, risk| attempt.or_else(|| skip(risk)))
}

/// Returns a reason if the hero can never earn enough gold: the gold on the levels is not enough, and cows pay nothing
/// or the hero can never have one.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Reason> {
    let world = game.world();
    let rules = SiegeSettings::from_settings(&world.dungeon().settings);
    let kinds = || world.dungeon().kinds.iter();
    let items = || world.dungeon().items.iter();
    let is_dropped = kinds().any(|kind| kind.drops.all().any(|item| item != ItemId::NONE));
    let is_raised = |stat| items().any(|item| item.gives[stat] > 0);
    let is_left_gold = is_dropped && (is_raised(Stat::Wealth) || items().any(|item| item.herd));
    if game.outcome().is_some() || is_left_gold || has_generous_blows(world) {
        return None;
    }
    let has_cows = cows(world) > 0;
    if rules.profit > 0 && has_cows {
        return None;
    }
    let at_most = wealth(world, meter);
    let can_have_cows = has_cows || at_most >= i64::from(rules.cow);
    let is_paid = rules.profit > 0 && can_have_cows;
    let needed = i64::from(rules.goal);
    (!is_paid && at_most < needed).then_some(Reason::TooLittle {
        of: Stat::Wealth,
        at_most,
        needed,
    })
}

/// Whether a living or future body has blows or shots of negative strength, which give gold instead of taking it.
fn has_generous_blows(world: &World) -> bool {
    let mut living = world.bodies().iter().filter(|body| body.alive);
    let gives = |kind: &Kind| {
        let shot = kind.shot().is_some_and(|shot| shot.damage < 0);
        let attack = match kind.attack {
            Attack::Steal(points) | Attack::Drain(points) | Attack::Burst(points) => points < 0,
            _ => false,
        };
        let weapon = kind.weapon.is_some_and(|weapon| weapon.damage.0 < 0);
        kind.stats[Stat::Strength] < 0 || shot || attack || weapon
    };
    let mut kinds = world.kinds_to_come().into_iter();
    living.any(|body| body.stat(Stat::Strength) < 0)
        || kinds.any(|kind| gives(world.dungeon().kind(kind)))
}

/// The gold in the purse and on the levels; `i64::MAX` if the budget ends before it is counted.
fn wealth(world: &World, meter: &Meter<'_>) -> i64 {
    let purse = i64::from(world.body(world.commanded()).stat(Stat::Wealth));
    let mut items = world.dungeon().items.iter();
    if !items.any(|item| item.gives[Stat::Wealth] > 0) {
        return purse;
    }
    let mut all = purse;
    for (level, _) in world.dungeon().numbered_levels() {
        if !meter.scan(world.size(level).area()) {
            return i64::MAX;
        }
        let points = world.size(level).points();
        let gold = points.map(|p| world.item(world.item_at(level, p)).gives[Stat::Wealth]);
        all += gold.map(|gold| i64::from(gold.max(0))).sum::<i64>();
    }
    all
}
