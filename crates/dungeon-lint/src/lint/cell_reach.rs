//! Where the hero comes, of the cells that chance has a say in.
use super::hero_reach::HeroReach;
use super::level_reach::WALKED;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{LevelChance, LevelId};
use dungeon_model::space::geometry::Point;

/// What is known of the cells that chance has a say in, by level and by number; empty where the hero has no start.
pub type CellReaches = Vec<Vec<CellReach>>;

/// Whether the hero comes to a cell that chance has a say in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellReach {
    /// Whether the hero comes there.
    pub is_reached: bool,
    /// Whether floor that the hero comes to is beside it, where that was asked for.
    pub is_met: bool,
}

/// Where the hero comes by a reach, of the cells of levels that chance has a say in; whether floor beside a cell is walked on
/// only where that is asked for.
pub fn cell_reaches<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
    seeks_met: bool,
) -> CellReaches {
    let ways = reach.rules.neighbours.directions();
    let of_level = |(nth, chance): (usize, Option<&LevelChance>)| {
        let there = reach.level(LevelId::of(nth));
        let is_walked = |p: Point| {
            let node = there.pockets.node(p);
            node.is_some_and(|node| there.has(node, WALKED) && there.kind(node) == Passage::Floor)
        };
        let cells = chance.iter().flat_map(|chance| &chance.cells);
        let cells = cells.map(|cell| CellReach {
            is_reached: there.is_reached(cell.at),
            is_met: seeks_met && ways.iter().any(|way| is_walked(cell.at + *way)),
        });
        cells.collect()
    };
    levels.enumerate().map(of_level).collect()
}
