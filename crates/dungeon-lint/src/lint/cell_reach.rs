//! Which chance cells the hero reaches: cells with a mark that chance decides.
use super::hero_reach::HeroReach;
use dungeon_model::dungeon::{LevelChance, LevelId};

/// The reach of all chance cells, by level and by number; empty if the hero has no start.
pub type CellReaches = Vec<Vec<CellReach>>;

/// The reach of one chance cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellReach {
    /// Whether the hero reaches the cell.
    pub is_reached: bool,
    /// Whether reachable floor is next to the cell; `false` unless asked for.
    pub is_met: bool,
}

/// Returns the reach of all chance cells. Floor next to them is looked at only on request.
pub fn cell_reaches<'a>(
    levels: impl Iterator<Item = Option<&'a LevelChance>>,
    reach: &HeroReach<'_>,
    seeks_met: bool,
) -> CellReaches {
    let ways = reach.rules.neighbours.directions();
    let of_level = |(nth, chance): (usize, Option<&LevelChance>)| {
        let there = reach.level(LevelId::of(nth));
        let cells = chance.iter().flat_map(|chance| &chance.cells);
        let cells = cells.map(|cell| CellReach {
            is_reached: there.is_reached(cell.at),
            is_met: seeks_met && ways.iter().any(|way| there.is_stood_on(cell.at + *way)),
        });
        cells.collect()
    };
    levels.enumerate().map(of_level).collect()
}
