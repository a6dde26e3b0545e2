//! The chance cells (cells with a mark that chance decides) that the hero reaches. Returned lists have one entry per
//! level. In a `NumberSet`, each cell is its number among the chance cells of its level.
use super::hero_reach::HeroReach;
use super::number_set::NumberSet;
use super::one_way_stairs::are_tied;
use super::outcomes::chances;
use super::ways::DungeonCell;
use dungeon_ground::pockets::Node;
use dungeon_model::dungeon::{Dungeon, LevelChance, LevelId};
use dungeon_model::space::geometry::Point;

/// Returns, by level, the chance cells (cells with a mark that chance decides) next to floor that the hero walks on.
pub fn met_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
) -> Vec<NumberSet> {
    cells_where(levels, |cell| is_met(reach, cell))
}

/// Returns, by level, the chance cells that the hero reaches. If `is_open` (more floor would not change the hero's
/// reach), solid cells that would join the hero's floor count as reached.
pub fn reached_cells(dungeon: &Dungeon, reach: &HeroReach<'_>, is_open: bool) -> Vec<NumberSet> {
    cells_where(chances(dungeon), |cell| {
        reach.is_reached(cell) || is_open && may_join(reach, cell)
    })
}

/// Whether the hero walks on floor next to a cell.
fn is_met(reach: &HeroReach<'_>, (level, p): DungeonCell) -> bool {
    let ways = reach.rules.neighbours.directions();
    let there = reach.level(level);
    ways.iter().any(|way| there.is_stood_on(p + *way))
}

/// Whether the hero would reach a cell if it were floor.
fn may_join(reach: &HeroReach<'_>, (level, p): DungeonCell) -> bool {
    let size = reach.dungeon.levels[usize::from(level.0)].tiles.size();
    reach.rules.is_the_heros(size, p) && is_met(reach, (level, p))
}

/// Whether the hero's reach would stay the same with more floor and more ways. True if each level is a single node, the
/// hero reaches all levels, and ways lead from each level to every other. New floor then joins the node of its level,
/// and new ways end on that node.
pub fn is_open(dungeon: &Dungeon, reach: &mut HeroReach<'_>) -> bool {
    // With one draw per mark, no draw can put a wall where another draw puts a thing.
    let is_one = |chance: &LevelChance| chance.marks.iter().all(|mark| mark.draws.len() == 1);
    let is_walked = |(id, _)| {
        let level = reach.level(id);
        level.is_entered && level.pockets.count() == 1 && level.is_reached_node(0)
    };
    chances(dungeon).flatten().all(is_one)
        && dungeon.numbered_levels().all(is_walked)
        && are_tied(dungeon.levels.len(), reach)
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

/// Returns, by level, the nodes (connected areas) of the chance cells; an empty list for levels that the hero does not
/// enter. If `is_open` (more floor would not change the hero's reach), a solid cell gets the node that it would join if
/// it were floor.
pub fn nodes_of_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
    is_open: bool,
) -> Vec<Vec<Option<Node>>> {
    let of_level = |(nth, chance): (usize, Option<&'a LevelChance>)| {
        let id = LevelId::of(nth);
        let there = reach.level(id);
        let cells = cells(chance.filter(|_| there.is_entered));
        let joined = |p| (is_open && may_join(reach, (id, p))).then_some(0);
        cells
            .map(|p| there.pockets.node(p).or_else(|| joined(p)))
            .collect()
    };
    levels.enumerate().map(of_level).collect()
}

fn cells(chance: Option<&LevelChance>) -> impl Iterator<Item = Point> {
    let cells = chance.into_iter().flat_map(|chance| &chance.cells);
    cells.map(|cell| cell.at)
}
