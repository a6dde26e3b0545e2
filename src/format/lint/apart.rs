//! Whom a hero meets without coming to him, once it is known wherever he comes: monsters that go at a slant where he
//! cannot, and in battles whoever can be shot at. It looks at all cells of their levels.
use super::level_reach::{LANDED, LevelReach, MET, SLIPPED, WALKED};
use super::manner::{FoePolicy, Gait};
use super::pockets::Passage;
use super::reach::Reach;
use crate::dungeon::{KindId, Level, Sight, Strewn};

/// Marks from where such monsters can come to him, or where his shots can come to them.
pub fn meet(reach: &mut Reach<'_>) {
    match reach.manner.foes {
        FoePolicy::MayStay | FoePolicy::MustDie => slip(reach),
        FoePolicy::MustBeShot => fire(reach),
    }
}

fn slip(reach: &mut Reach<'_>) {
    let (dungeon, manner) = (reach.dungeon, reach.manner);
    let slips = |kind| manner.is_outdone_by(Gait::of(dungeon.kind(kind)));
    for (id, level) in dungeon.numbered_levels() {
        if !bodies(level).any(slips) {
            continue;
        }
        reach
            .level_mut(id)
            .slip(LevelReach::is_hidden, |level, node| {
                level.is_reached_node(node) || level.has(node, MET)
            });
    }
}

/// Whoever stands on a level, or may be scattered there.
fn bodies(level: &Level) -> impl Iterator<Item = KindId> {
    let standing = level.spawns.iter().map(|spawn| spawn.kind);
    let scattered = level.scatters.iter();
    let scattered = scattered.filter_map(|scatter| match scatter.what {
        Strewn::Body(kind, _) => Some(kind),
        Strewn::Item(_) | Strewn::Tile(_) => None,
    });
    standing.chain(scattered)
}

fn fire(reach: &mut Reach<'_>) {
    let dungeon = reach.dungeon;
    for (id, level) in dungeon.numbered_levels() {
        let is_clear = |p| {
            let tile = level.tiles.get(p).map(|tile| dungeon.tile(tile));
            tile.is_some_and(|tile| tile.sight == Sight::Clear)
        };
        let lets_shots = |level: &LevelReach<'_>, node| {
            let is_open = level.pockets.kind(node) != Passage::Locked;
            let is_quiet = !level.has(node, WALKED | LANDED | SLIPPED);
            is_quiet && (is_open || is_clear(level.pockets.cell(node)))
        };
        let level = reach.level_mut(id);
        level.slip(lets_shots, LevelReach::is_reached_node);
    }
}
