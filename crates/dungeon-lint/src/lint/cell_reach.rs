//! The chance cells (cells with a mark that chance decides) that the hero reaches. All lists are by level, and by the
//! number of a cell on its level.
use super::hero_reach::HeroReach;
use super::number_set::NumberSet;
use dungeon_ground::pockets::Node;
use dungeon_model::dungeon::{LevelChance, LevelId};
use dungeon_model::space::geometry::Point;

/// Returns the chance cells with floor next to them that the hero walks on.
pub fn met_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
) -> Vec<NumberSet> {
    let ways = reach.rules.neighbours.directions();
    cells_where(levels, |(level, p)| {
        let there = reach.level(level);
        ways.iter().any(|way| there.is_stood_on(p + *way))
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

/// Returns the nodes of the chance cells of levels that the hero comes to and whose pockets are known; empty lists for others.
pub fn nodes_of_cells<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
) -> Vec<Vec<Option<Node>>> {
    let of_level = |(nth, chance): (usize, Option<&'a LevelChance>)| {
        let there = reach.level(LevelId::of(nth));
        let cells = cells(chance.filter(|_| there.is_entered));
        cells.map(|p| there.pockets.node(p)).collect()
    };
    levels.enumerate().map(of_level).collect()
}

fn cells(chance: Option<&LevelChance>) -> impl Iterator<Item = Point> {
    let cells = chance.into_iter().flat_map(|chance| &chance.cells);
    cells.map(|cell| cell.at)
}
