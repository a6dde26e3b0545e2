//! How much life can ever be taken from the ghosts of tactics, and how much must be taken.
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Attack, ItemId, Kind, Side, Stat};

/// The number of cells around a bursting body.
const AROUND: i64 = 8;

/// Whether ghosts may be born. If so, the life to take is unknown.
pub fn has_births(world: &World) -> bool {
    let mut kinds = world.dungeon().kinds.iter();
    kinds.any(|kind| kind.spawns.is_some())
}

/// The life of all ghosts, except ghosts that can die by their own attack.
pub fn life_to_take(world: &World) -> i64 {
    let levels = world.dungeon().numbered_levels().map(|(level, _)| level);
    let ghosts = levels.flat_map(|level| world.theirs(level));
    let dies_by_itself = |attack: Attack| matches!(attack, Attack::Ram | Attack::Burst(_));
    let ghosts = ghosts.filter(|who| !dies_by_itself(world.kind(*who).attack));
    // A living body with negative life may die of a hit without damage.
    ghosts.map(|who| i64::from(world.life_of(who).max(0))).sum()
}

/// The maximum life that can ever be taken from ghosts. Counts every shot that is carried, lies around or may be
/// dropped, at the greatest damage of any wizard. Counts every burst as if it hit as many bodies as fit around it.
/// Returns `i64::MAX` if the budget ends during the count.
pub fn greatest_damage(world: &World, meter: &Meter<'_>) -> i64 {
    let living = || world.bodies().iter().filter(|body| body.alive);
    let kinds = || living().map(|body| world.dungeon().kind(body.kind));
    let ours = || living().filter(|body| body.side == Side::Ours);
    let damage = |body: &dungeon_engine::body::Body| {
        let weapon = world.dungeon().kind(body.kind).weapon;
        weapon.map_or(0, |weapon| i64::from(weapon.damage.1.max(0)))
    };
    let most = ours().map(damage).max().unwrap_or(0);
    // If the seed decides how many shots an item gives, count the most.
    let items = world.dungeon().numbered_items();
    let shots: Vec<i64> = items
        .map(|(_, item)| i64::from(item.spread.most(item.gives)[Stat::Ammo].max(0)))
        .collect();
    let shots_of = |item: ItemId| shots.get(usize::from(item.0)).copied().unwrap_or(0);
    let has_shots = shots.iter().any(|shots| *shots > 0);
    let levels = || world.dungeon().numbered_levels().filter(|_| has_shots);
    let cells: usize = levels().map(|(level, _)| world.size(level).area()).sum();
    if !meter.scan(cells) {
        return i64::MAX;
    }
    let lying = levels().flat_map(|(level, _)| world.lying(level).map(|(_, item)| item));
    let dropped = |kind: &Kind| kind.drops.all().map(shots_of).max().unwrap_or(0);
    let found: i64 = lying.map(shots_of).chain(kinds().map(dropped)).sum();
    let held: i64 = ours()
        .map(|body| i64::from(body.stat(Stat::Ammo).max(0)) * damage(body))
        .sum();
    let bursts = kinds().map(|kind| match kind.attack {
        // The attack is one burst, and the death that follows is another one.
        Attack::Burst(harm) => i64::from(harm.max(0)) + i64::from(kind.bursts.max(0)),
        _ => i64::from(kind.bursts.max(0)),
    });
    held + found * most + bursts.sum::<i64>() * AROUND
}
