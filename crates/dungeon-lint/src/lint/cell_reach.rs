//! The chance cells (cells with a mark that chance decides) that the hero reaches. All lists are by level, and by the
//! number of a cell on its level.
use super::hero_reach::HeroReach;
use super::number_set::NumberSet;
use super::one_way_stairs::are_tied;
use super::outcomes::chances;
use super::ways::DungeonCell;
use dungeon_ground::pockets::{Node, Passage};
use dungeon_model::dungeon::{Dungeon, LevelChance, LevelId};
use dungeon_model::space::geometry::Point;

/// Returns the chance cells with floor next to them that the hero walks on.
pub fn met_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
) -> Vec<NumberSet> {
    cells_where(levels, |cell| is_met(reach, cell))
}

/// Whether the hero walks on floor next to a cell.
fn is_met(reach: &HeroReach<'_>, (level, p): DungeonCell) -> bool {
    let ways = reach.rules.neighbours.directions();
    let there = reach.level(level);
    ways.iter().any(|way| there.is_stood_on(p + *way))
}

/// Returns the chance cells that are walls or plain floor and where floor, or a way that the hero may take, does not change
/// what he reaches: each level is one node, he reaches all of them, and each leads to each other. So that floor would join
/// the node, and ways end on it wherever they end. `None` in other dungeons, and where a tile and a thing may share a cell.
pub fn open_cells(dungeon: &Dungeon, reach: &mut HeroReach<'_>) -> Option<Vec<NumberSet>> {
    let is_one = |chance: &LevelChance| chance.marks.iter().all(|mark| mark.draws.len() == 1);
    let is_walked = |(id, _)| {
        let level = reach.level(id);
        level.is_entered && level.pockets.count() == 1 && level.is_reached_node(0)
    };
    let is_open = chances(dungeon).flatten().all(is_one)
        && dungeon.numbered_levels().all(is_walked)
        && are_tied(dungeon.levels.len(), reach);
    is_open.then(|| {
        cells_where(chances(dungeon), |(level, p)| {
            let pockets = &reach.level(level).pockets;
            let size = dungeon.levels[usize::from(level.0)].tiles.size();
            matches!(pockets.passage(p), Passage::Solid | Passage::Floor)
                && reach.rules.is_the_heros(size, p)
                && is_met(reach, (level, p))
        })
    })
}

/// Returns the chance cells that `is_meant` accepts.
pub fn cells_where<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    is_meant: impl Fn((LevelId, Point)) -> bool,
) -> Vec<NumberSet> {
    let of_level = |(nth, chance)| {
        let cells = cells(chance).enumerate();
        let meant = cells.filter(|(_, p)| is_meant((LevelId::of(nth), *p)));
        meant.map(|(cell, _)| cell).collect()
    };
    levels.enumerate().map(of_level).collect()
}

/// Returns the nodes of the chance cells of levels that the hero comes to and whose pockets are known; empty lists for
/// others. All cells of `open` are on the only node of their level.
pub fn nodes_of_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
    open: Option<&[NumberSet]>,
) -> Vec<Vec<Option<Node>>> {
    let of_level = |(nth, chance): (usize, Option<&'a LevelChance>)| {
        let there = reach.level(LevelId::of(nth));
        let cells = cells(chance.filter(|_| there.is_entered)).enumerate();
        let is_open = |cell: usize| open.is_some_and(|open| open[nth].contains(cell));
        let node = |(cell, p)| there.pockets.node(p).or(is_open(cell).then_some(0));
        cells.map(node).collect()
    };
    levels.enumerate().map(of_level).collect()
}

fn cells(chance: Option<&LevelChance>) -> impl Iterator<Item = Point> {
    let cells = chance.into_iter().flat_map(|chance| &chance.cells);
    cells.map(|cell| cell.at)
}
