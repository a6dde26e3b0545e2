//! Finds the lock that keeps the hero from every way out, so that the goal of a game can name its key.
use std::collections::{BTreeSet, HashMap};

use dungeon_ground::passage::{Aim, TilePassage};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{CauseRecord, Dungeon, Goal, Level, LevelId, LockId, Side, TileId};
use dungeon_model::space::cell_set::CellSet;
use dungeon_model::space::geometry::{Direction, Point};

/// Returns the lock of the doors around all ways out; `None` if the goal is not to leave, if some way out has no such doors
/// or lies where the seed or a cause decides, or if the doors have different locks.
pub fn exit_lock(dungeon: &Dungeon) -> Option<LockId> {
    let is_exit = |tile: &TileId| TilePassage::of(dungeon.tile(*tile)).exit().is_some();
    if !dungeon.goals.contains(&Goal::Leave) || undrawn_tiles(dungeon).any(|tile| is_exit(&tile)) {
        return None;
    }
    let mut locks = BTreeSet::new();
    for (id, level) in dungeon.numbered_levels() {
        let cells = level.tiles.size().points().zip(level.tiles.cells());
        let exits = cells.filter(|(_, tile)| is_exit(tile)).map(|(p, _)| p);
        let exits: Vec<Point> = exits.collect();
        if !exits.is_empty() {
            locks.extend(locks_around(dungeon, id, level, exits)?);
        }
    }
    let mut locks = locks.into_iter();
    locks.next().filter(|_| locks.next().is_none())
}

/// Iterates over the tiles that no map draws: those of vaults, scatters, marks of chance and causes.
fn undrawn_tiles(dungeon: &Dungeon) -> impl Iterator<Item = TileId> {
    let stored = dungeon.vaults.iter().flat_map(|vault| vault.all_tiles());
    let levels = dungeon.levels.iter();
    let scattered = levels.flat_map(|level| level.scattered().filter_map(Thing::tile));
    let chances = dungeon.levels.iter().flat_map(|level| &level.chance);
    let chosen = chances.flat_map(|chance| chance.tiles());
    let made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    let made = made.map(|(_, tile)| tile);
    stored.chain(scattered).chain(chosen).chain(made)
}

/// Returns the locks of the doors around some cells of a level; `None` if a hero can start or arrive inside of them. Falls
/// and teleports to a random cell do not count.
fn locks_around(
    dungeon: &Dungeon,
    id: LevelId,
    level: &Level,
    cells: Vec<Point>,
) -> Option<BTreeSet<LockId>> {
    let others = other_tiles(dungeon, id, level);
    let mut locks = BTreeSet::new();
    let mut inside = CellSet::new(level.tiles.size());
    let mut open = cells;
    open.retain(|p| inside.insert(*p));
    while let Some(p) = open.pop() {
        for near in Direction::ALL.map(|way| p + way) {
            let drawn = level.tiles.get(near).into_iter();
            let tiles = drawn.chain(others.get(&near).into_iter().flatten().copied());
            let passages = tiles.map(|tile| TilePassage::of(dungeon.tile(tile)));
            let passages: Vec<TilePassage> = passages.filter(|one| one.may_be_cleared()).collect();
            if passages.iter().all(|one| one.lock().is_some()) {
                locks.extend(passages.iter().filter_map(|one| one.lock()));
            } else if passages.iter().any(|one| one.stairs().is_some()) {
                return None;
            } else if inside.insert(near) {
                open.push(near);
            }
        }
    }
    let leads = dungeon
        .tiles
        .iter()
        .filter_map(|tile| TilePassage::of(tile).lead);
    let ends = leads.filter_map(|lead| lead.end(dungeon, id, None));
    let arrivals = ends.filter_map(|end| match end.aim {
        Aim::Cell(p) => Some(p).filter(|_| end.level == id),
        Aim::Back | Aim::Anywhere => None,
    });
    let units = level.spawns.iter();
    let units = units.filter(|spawn| dungeon.kind(spawn.kind).side == Side::Ours);
    let units = units.map(|spawn| spawn.at);
    let mut arrivals = arrivals.chain(level.entrance).chain(units);
    (!arrivals.any(|p| inside.contains(p))).then_some(locks)
}

/// Returns the tiles with which chance or causes may replace the drawn ones of a level.
fn other_tiles(dungeon: &Dungeon, id: LevelId, level: &Level) -> HashMap<Point, Vec<TileId>> {
    let chances = level.chance.iter();
    let chosen = chances.flat_map(|chance| {
        let cells = chance.cells.iter();
        cells.flat_map(|cell| chance.tiles_at(cell).map(|tile| (cell.at, tile)))
    });
    let made = dungeon.causes.iter().flat_map(CauseRecord::made_tiles);
    let made = made.filter(|((level, _), _)| *level == id);
    let mut others: HashMap<Point, Vec<TileId>> = HashMap::new();
    for (p, tile) in chosen.chain(made.map(|((_, p), tile)| (p, tile))) {
        others.entry(p).or_default().push(tile);
    }
    others
}
