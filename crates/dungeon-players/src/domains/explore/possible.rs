//! The obstacles that pushes may ever clear, and the causes that may ever happen ([T-1], [T-2], [C-1]).
//!
//! Both sets grow from nothing. While an obstacle counts as fixed and a cause as idle, the ground shows how far the hero
//! gets without them. Each push that is possible from there clears an obstacle, and each event that is possible from
//! there wakes a cause. The last ground allows nothing new. So the first push or cause of any game that is missing here
//! would need a hero, a boulder or a taken item where none can be: there is no such push and no such cause.
//!
//! [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
//! [T-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-2
//! [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
use std::collections::HashSet;

use super::ground::GroundGraph;
use super::relaxation::GroundReach;
use crate::search::budget::Meter;
use dungeon_engine::world::World;
use dungeon_ground::future::becoming;
use dungeon_ground::passage::{Barrier, TilePassage};
use dungeon_ground::pushes::{boulder, pushed_cells};
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseId, CauseRecord, Goal, ItemId, LevelId, Through, TileId,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};

/// The maximum number of grounds to look at. If the sets still grow after so many, everything counts as possible.
const MOST_GROUNDS: usize = 64;

/// A cell of a dungeon.
pub type Cell = (LevelId, Point);

/// The obstacles that may be cleared and the causes that may happen.
#[derive(Clone, Debug, Default)]
pub struct Possible {
    /// The boulders that can never be pushed away, and the terrain that a boulder would fill but never does.
    fixed: HashSet<Cell>,
    /// The causes that can never happen.
    idle: HashSet<CauseId>,
    /// The cells onto which a boulder may be pushed.
    pushed_onto: HashSet<Cell>,
    /// Whether boulders may appear anywhere, because a cause or a monster's trail makes them.
    has_new_boulders: bool,
    /// The number of grounds looked at.
    grounds: usize,
}

impl Possible {
    /// Returns the start of the search: nothing is cleared, and only causes happen whose event no hero decides. Returns
    /// `None` if the budget ends.
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
        let causes = world.causes_to_come();
        let awaits_hero = |(_, cause): &(CauseId, &CauseRecord)| {
            let event = &cause.event;
            !matches!(
                event,
                CauseEvent::Kill(_) | CauseEvent::AllDead(_) | CauseEvent::Turn(_)
            )
        };
        let idle = causes.filter(awaits_hero).map(|(id, _)| id);
        possible.idle = idle.collect();
        Some(possible)
    }

    /// Whether the obstacle on a cell stays there for the whole game.
    pub fn is_fixed(&self, level: LevelId, p: Point) -> bool {
        !self.fixed.is_empty() && self.fixed.contains(&(level, p))
    }

    /// Iterates over the boulders that can never be pushed away, in reading order.
    pub fn fixed_boulders(&self, world: &World) -> impl Iterator<Item = Cell> {
        let is_boulder =
            |(level, p): &&Cell| boulder(world.dungeon(), world.cell(*level, *p).tile).is_some();
        let mut fixed: Vec<Cell> = self.fixed.iter().filter(is_boulder).copied().collect();
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

    /// Returns the same with one more cause that may happen.
    pub fn with(&self, cause: CauseId) -> Possible {
        let mut more = self.clone();
        more.idle.remove(&cause);
        more
    }

    /// Adds everything that is possible on the ground of what was possible so far. Returns `None` if that is all;
    /// otherwise, the ground must be surveyed again.
    pub fn grown(
        &self,
        world: &World,
        graph: &GroundGraph,
        meter: &Meter<'_>,
    ) -> Option<Option<Possible>> {
        let covers = world.dungeon().goals.contains(&Goal::Cover);
        let is_done = self.fixed.is_empty() && self.idle.is_empty() && !covers;
        if is_done || self.grounds > MOST_GROUNDS {
            return Some(None);
        }
        let mut next = self.clone();
        next.grounds += 1;
        if next.grounds > MOST_GROUNDS {
            (next.fixed, next.idle) = (HashSet::new(), HashSet::new());
            next.has_new_boulders = true;
            return Some(Some(next));
        }
        let reach = GroundReach::new(graph, meter)?;
        let hero = Reached {
            graph,
            reach: &reach,
            world,
        };
        next.push_all(&hero, meter)?;
        next.fixed
            .retain(|(level, p)| graph.shifting_tile(*level, *p).is_none());
        let (onto, has_new) = (&next.pushed_onto, next.has_new_boulders);
        let idle = self.idle.iter().copied().filter(|id| {
            let cause = &world.dungeon().causes[usize::from(id.0)];
            meter.look(cause.named()) && !hero.may_trigger(cause, onto, has_new)
        });
        next.idle = idle.collect();
        meter.goes_on().then_some(())?;
        let is_more = next.fixed.len() < self.fixed.len()
            || next.idle.len() < self.idle.len()
            || next.pushed_onto.len() > self.pushed_onto.len();
        Some(is_more.then_some(next))
    }

    /// Pushes each boulder as far as possible in all directions, and clears the obstacles that are pushed or filled.
    fn push_all(&mut self, hero: &Reached<'_>, meter: &Meter<'_>) -> Option<()> {
        let (world, dungeon) = (hero.world, hero.world.dungeon());
        if dungeon.pushes.is_empty() {
            return Some(());
        }
        for (level, _) in dungeon.numbered_levels() {
            meter.look(world.size(level).area()).then_some(())?;
            let points = world.size(level).points();
            let boulders = points.filter_map(|p| {
                let sort = boulder(dungeon, world.cell(level, p).tile)?;
                Some((p, sort))
            });
            let cells = pushed_cells(
                dungeon,
                boulders.collect(),
                Neighbours::Eight,
                |p| hero.stands(level, p),
                |p| hero.tiles(self, level, p),
                || meter.look(1),
            )?;
            for p in cells.left.iter().chain(&cells.filled) {
                self.fixed.remove(&(level, *p));
            }
            self.pushed_onto
                .extend(cells.onto.iter().map(|p| (level, *p)));
        }
        Some(())
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

/// The cells that the hero reaches on a ground.
struct Reached<'a> {
    graph: &'a GroundGraph,
    reach: &'a GroundReach,
    world: &'a World,
}

impl Reached<'_> {
    fn stands(&self, level: LevelId, p: Point) -> bool {
        let part = self.graph.part(level, p);
        part.is_some_and(|part| self.reach.is_reached[part as usize])
    }

    /// Whether the hero may stand on a cell or next to it. A hero next to a cell can take its item, and nothing else
    /// lets a hero step there.
    fn is_near(&self, level: LevelId, p: Point) -> bool {
        self.stands(level, p)
            || Direction::ALL
                .into_iter()
                .any(|way| self.stands(level, p + way))
    }

    /// Whether the item of a cell may be gone at some time, so that a boulder can be pushed there; `true` without an
    /// item.
    fn is_clear(&self, level: LevelId, p: Point) -> bool {
        if !self.world.size(level).contains(p) {
            return false;
        }
        let item = self.world.item_at(level, p);
        item == ItemId::NONE || self.world.item(item).herd || self.is_near(level, p)
    }

    /// Returns the tiles that a cell may have when a boulder is pushed onto it; empty if no boulder can be pushed there.
    fn tiles(&self, possible: &Possible, level: LevelId, p: Point) -> Vec<TileId> {
        let dungeon = self.world.dungeon();
        if !self.is_clear(level, p) {
            return Vec::new();
        }
        let now = self.world.cell(level, p).tile;
        if boulder(dungeon, now).is_some() && possible.is_fixed(level, p) {
            return Vec::new();
        }
        let shifting = self.graph.shifting_tiles(level, p);
        let tiles = shifting.iter().chain([&now]);
        tiles.flat_map(|tile| becoming(dungeon, *tile)).collect()
    }

    /// Whether the event of a cause may come about.
    fn may_trigger(&self, cause: &CauseRecord, onto: &HashSet<Cell>, has_new: bool) -> bool {
        let (world, dungeon) = (self.world, self.world.dungeon());
        let levels = || {
            let levels = dungeon.numbered_levels().map(|(level, _)| level);
            levels.filter(|level| cause.level.is_none_or(|own| own == *level))
        };
        let is_near =
            |cells: &[Point]| levels().any(|level| cells.iter().any(|p| self.is_near(level, *p)));
        match &cause.event {
            CauseEvent::Step(cells) | CauseEvent::Leave(cells) | CauseEvent::TakeAt(cells) => {
                is_near(cells)
            }
            CauseEvent::Push(cells) => {
                let is_pushed = |level| cells.iter().any(|p| onto.contains(&(level, *p)));
                has_new || levels().any(is_pushed)
            }
            // Monsters and other causes open doors, too.
            CauseEvent::Opened(cells) => {
                let mut kinds = dungeon.kinds.iter();
                is_near(cells)
                    || kinds.any(|kind| kind.through >= Through::Doors)
                    || world.effects_to_come().any(|effect| {
                        matches!(effect, CauseEffect::Open(_) | CauseEffect::Tile { .. })
                    })
            }
            CauseEvent::Take(items) => {
                let is_one = |item: ItemId| items.iter().any(|of| dungeon.is_variant(item, *of));
                let mut drops = dungeon.kinds.iter().flat_map(|kind| kind.drops.all());
                let lies = |level| {
                    let mut cells = world.size(level).points();
                    cells.any(|p| is_one(world.item_at(level, p)) && self.is_near(level, p))
                };
                drops.any(is_one) || levels().any(lies)
            }
            CauseEvent::Kill(_) | CauseEvent::AllDead(_) | CauseEvent::Turn(_) => true,
        }
    }
}
