//! The obstacles that pushes may ever clear, and the causes that may ever happen ([T-1], [T-2], [C-1]).
//!
//! The first set starts empty, the second one with the causes that wait for a turn. Both grow in rounds.
//! In each round, a survey of the ground shows how far the hero gets if only the obstacles in the first set are cleared
//! and only the causes in the second set happen. Each push that is possible on that ground adds an obstacle, and each
//! event that is possible there adds a cause. The sets are complete when a round adds nothing: the first push or cause
//! of a game that is missing in them would need a hero, a boulder or a taken item where none can be.
//!
//! [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
//! [T-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-2
//! [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
use std::collections::HashSet;

use crate::domains::needed_causes::Supply;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Barrier, TilePassage};
use dungeon_ground::pushes::boulder;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseId, CauseRecord, LevelId, Through, TileId,
};
use dungeon_model::space::geometry::Point;

/// A cell of a dungeon.
pub type GroundCell = (LevelId, Point);

/// The obstacles that may be cleared and the causes that may happen. Stored as the complement: the obstacles that can
/// never be cleared and the causes that can never happen.
#[derive(Clone, Debug, Default)]
pub struct Possible {
    /// The cells of boulders that can never be pushed away, and of terrain that boulders could fill but never do.
    pub(super) fixed: HashSet<GroundCell>,
    /// The causes that can never happen.
    pub(super) idle: HashSet<CauseId>,
    /// The cells onto which a boulder may be pushed.
    pub(super) pushed_onto: HashSet<GroundCell>,
    /// Whether boulders may appear anywhere, because a cause or a monster's trail makes them.
    pub(super) has_new_boulders: bool,
    /// The number of surveys of the ground so far.
    pub(super) grounds: usize,
}

impl Possible {
    /// Returns the start of the search: no obstacle is cleared, and the only causes that may happen are those that wait
    /// for a turn. Returns `None` if the budget ends.
    pub fn nothing(world: &World, meter: &Meter<'_>) -> Option<Possible> {
        let mut possible = Possible {
            has_new_boulders: makes_boulders(world),
            ..Possible::default()
        };
        let dungeon = world.dungeon();
        let hero = world.body(world.commanded());
        if !dungeon.pushes.is_empty() && hero.through < Through::Walls {
            let is_filled = dungeon.filled_tiles();
            for (level, _) in dungeon.numbered_levels() {
                for p in world.size(level).points() {
                    meter.look(1).then_some(())?;
                    let tile = world.cell(level, p).tile;
                    let passage = TilePassage::of(dungeon.tile(tile));
                    let is_obstacle = match passage.barrier {
                        Some(barrier) => matches!(barrier, Barrier::Boulder),
                        None => {
                            is_filled[usize::from(tile.0)] && !passage.footing.admits(hero.through)
                        }
                    };
                    if is_obstacle {
                        possible.fixed.insert((level, p));
                    }
                }
            }
        }
        let supply = Supply::of(world, [], meter)?;
        let may_happen = |cause: &CauseRecord| {
            matches!(cause.event, CauseEvent::Turn(_)) && supply.allows(cause)
        };
        let causes = world.causes_to_come();
        let idle = causes.filter(|(_, cause)| !may_happen(cause));
        possible.idle = idle.map(|(id, _)| id).collect();
        Some(possible)
    }

    /// Whether the obstacle on a cell stays there for the whole game.
    pub fn is_fixed(&self, level: LevelId, p: Point) -> bool {
        !self.fixed.is_empty() && self.fixed.contains(&(level, p))
    }

    /// Iterates over the boulders that can never be pushed away, in reading order.
    pub fn fixed_boulders(&self, world: &World) -> impl Iterator<Item = GroundCell> {
        let is_boulder = |(level, p): &&GroundCell| {
            boulder(world.dungeon(), world.cell(*level, *p).tile).is_some()
        };
        let mut fixed: Vec<GroundCell> = self.fixed.iter().filter(is_boulder).copied().collect();
        fixed.sort_unstable_by_key(|(level, p)| (*level, p.y, p.x));
        fixed.into_iter()
    }

    /// Whether a cause may happen.
    pub fn may_happen(&self, cause: CauseId) -> bool {
        !self.idle.contains(&cause)
    }

    /// Whether a boulder may ever be on a cell that has none now.
    pub fn may_get_boulder(&self, level: LevelId, p: Point) -> bool {
        self.has_new_boulders || self.pushed_onto.contains(&(level, p))
    }

    /// Iterates over the causes that may still happen.
    pub fn causes<'w>(&self, world: &'w World) -> impl Iterator<Item = (CauseId, &'w CauseRecord)> {
        let causes = world.causes_to_come();
        causes.filter(|(id, _)| self.may_happen(*id))
    }

    /// Returns a copy with one more cause that may happen.
    pub fn with(&self, cause: CauseId) -> Possible {
        let mut more = self.clone();
        more.idle.remove(&cause);
        more
    }
}

/// Whether a monster's trail or a cause may put boulders on the map.
fn makes_boulders(world: &World) -> bool {
    let dungeon = world.dungeon();
    let is_boulder = |tile: TileId| boulder(dungeon, tile).is_some();
    let mut trails = dungeon.kinds.iter().filter_map(|kind| kind.trail);
    let mut effects = world.effects_to_come();
    trails.any(is_boulder)
        || effects
            .any(|effect| matches!(effect, CauseEffect::Tile { into, .. } if is_boulder(*into)))
}
