//! Monsters that the hero meets without reaching their cells: monsters that come by diagonal steps in games where the
//! hero has no such steps, and, in battles, monsters that the hero can shoot.
use super::hero_reach::HeroReach;
use super::level_reach::{LANDED, LevelReach, MET, MET_DIAGONALLY, WALKED};
use super::reach_rules::{FoePolicy, Mobility};
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{KindId, Level, Sight};

/// Marks the nodes from which monsters can come to the hero by diagonal steps, and the nodes that the hero's shots
/// reach.
pub fn meet(reach: &mut HeroReach<'_>) {
    match reach.rules.foes {
        FoePolicy::MayStay | FoePolicy::MustDie => meet_by_diagonals(reach),
        FoePolicy::MustBeShot => meet_by_shots(reach),
    }
}

fn meet_by_diagonals(reach: &mut HeroReach<'_>) {
    let (dungeon, rules) = (reach.dungeon, reach.rules);
    let is_agile = |kind| rules.is_less_mobile_than(Mobility::for_kind(dungeon.kind(kind)));
    for (id, level) in dungeon.numbered_levels() {
        if !bodies(level).any(is_agile) {
            continue;
        }
        reach
            .level_mut(id)
            .mark_diagonally(LevelReach::is_hidden, |level, node| {
                level.is_reached_node(node) || level.has(node, MET)
            });
    }
}

/// The kinds of all bodies that stand on a level or may be scattered there.
fn bodies(level: &Level) -> impl Iterator<Item = KindId> {
    let standing = level.spawns.iter().map(|spawn| spawn.kind);
    let scattered = level.scattered().filter_map(Thing::body);
    standing.chain(scattered)
}

fn meet_by_shots(reach: &mut HeroReach<'_>) {
    let dungeon = reach.dungeon;
    for (id, _) in dungeon.numbered_levels() {
        let is_clear = |p| {
            let tile = dungeon.tile_at((id, p));
            tile.is_some_and(|tile| tile.sight == Sight::Clear)
        };
        let lets_shots = |level: &LevelReach<'_>, node| {
            let is_open = level.pockets.kind(node) != Passage::Locked;
            let is_quiet = !level.has(node, WALKED | LANDED | MET_DIAGONALLY);
            is_quiet && (is_open || is_clear(level.pockets.cell(node)))
        };
        let level = reach.level_mut(id);
        level.mark_diagonally(lets_shots, LevelReach::is_reached_node);
    }
}
