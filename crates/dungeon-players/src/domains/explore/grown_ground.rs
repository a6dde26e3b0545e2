//! The ground of a world, with everything that pushes and causes make possible there: grounds are surveyed one after
//! another until nothing new is possible.
use std::collections::HashSet;

use super::ground::GroundGraph;
use super::possible::{GroundCell, Possible};
use super::relaxation::GroundReach;
use crate::domains::needed_causes::Supply;
use crate::search::budget::Meter;
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_ground::future::becoming;
use dungeon_ground::pushes::{boulder, pushed_cells};
use dungeon_model::dungeon::{
    CauseEvent, CauseRecord, Goal, ItemId, Kind, LevelId, Side, Through, TileId, Victims,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};
use dungeon_model::space::narrow::count;

/// The maximum number of surveys of the ground. If more still becomes possible after that, everything counts as
/// possible.
const MOST_GROUNDS: usize = 64;

impl GroundGraph {
    /// Returns the ground of a world, including the changes that the dungeon's causes can still make. Returns `None` if
    /// causes may do something that the graph cannot show, or if the budget ends.
    pub fn new(world: &World, meter: &Meter<'_>) -> Option<GroundGraph> {
        GroundGraph::grown(world, Possible::nothing(world, meter)?, meter)
    }

    /// Returns the ground of a world, where everything in `possible` and everything that follows from it may happen.
    /// Returns `None` in the same cases as `new`.
    pub fn grown(world: &World, mut possible: Possible, meter: &Meter<'_>) -> Option<GroundGraph> {
        loop {
            let graph = GroundGraph::survey(world, possible, meter)?;
            match graph.possible.grown(world, &graph, meter)? {
                Some(more) => possible = more,
                None => return Some(graph),
            }
        }
    }
}

impl Possible {
    /// Returns these possibilities, extended by everything that they make possible on the ground `graph`. Returns
    /// `Some(None)` if there is nothing to add. Returns `None` if the budget ends.
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
        let hero = ReachedGround {
            graph,
            reach: &reach,
            world,
            supply: &Supply::of(world, self.causes(world), meter)?,
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
    fn push_all(&mut self, hero: &ReachedGround<'_>, meter: &Meter<'_>) -> Option<()> {
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

/// The cells that the hero reaches on a ground.
struct ReachedGround<'a> {
    graph: &'a GroundGraph,
    reach: &'a GroundReach,
    world: &'a World,
    /// What exists on this ground, and what may be brought there.
    supply: &'a Supply<'a>,
}

impl ReachedGround<'_> {
    fn stands(&self, level: LevelId, p: Point) -> bool {
        let part = self.graph.part(level, p);
        part.is_some_and(|part| self.reach.is_reached[part as usize])
    }

    /// Whether the hero may stand on a cell or next to it. From such cells, a hero takes the item of the cell or steps
    /// onto the cell.
    fn is_near(&self, level: LevelId, p: Point) -> bool {
        self.stands(level, p)
            || Direction::ALL
                .into_iter()
                .any(|way| self.stands(level, p + way))
    }

    /// Whether the item of a cell may be gone at some time, so that a boulder can be pushed there; `true` if the cell
    /// has no item.
    fn is_clear(&self, level: LevelId, p: Point) -> bool {
        if !self.world.size(level).contains(p) {
            return false;
        }
        let item = self.world.item_at(level, p);
        item == ItemId::NONE || self.world.item(item).herd || self.is_near(level, p)
    }

    /// Returns the tiles that a cell may have when a boulder is pushed onto it; empty if no boulder can be pushed
    /// there.
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

    /// Whether the event of a cause may happen on this ground.
    fn may_trigger(&self, cause: &CauseRecord, onto: &HashSet<GroundCell>, has_new: bool) -> bool {
        let (world, dungeon) = (self.world, self.world.dungeon());
        let levels = || {
            let levels = dungeon.numbered_levels().map(|(level, _)| level);
            levels.filter(|level| cause.heard_on().is_none_or(|own| own == *level))
        };
        let is_near =
            |cells: &[Point]| levels().any(|level| cells.iter().any(|p| self.is_near(level, *p)));
        if !self.supply.allows(cause) {
            return false;
        }
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
                let mut kinds = self.supply.kinds().map(|kind| dungeon.kind(kind));
                let mut causes = self.graph.possible.causes(world);
                is_near(cells)
                    || kinds.any(|kind| kind.through >= Through::Doors)
                    || causes.any(|(_, cause)| cause.shifts_terrain())
            }
            CauseEvent::Take(items) => {
                let is_one = |item: ItemId| items.iter().any(|of| dungeon.is_variant(item, *of));
                let lies = |level| {
                    let mut cells = world.size(level).points();
                    cells.any(|p| is_one(world.item_at(level, p)) && self.is_near(level, p))
                };
                self.supply.drops().any(is_one) || levels().any(lies)
            }
            CauseEvent::Kill(victims) | CauseEvent::AllDead(victims) => {
                self.may_die(cause, victims)
            }
            CauseEvent::Turn(_) => true,
        }
    }

    /// Whether any victim of a cause may die: by the hero, by anything else that may kill monsters, or after it is born
    /// later. Assumes, like `add_wanted`, that only a hero who stands near enough kills monsters if nothing else can.
    fn may_die(&self, cause: &CauseRecord, victims: &Victims) -> bool {
        let world = self.world;
        let mut levels = world.dungeon().numbered_levels();
        let may_perish = world.has_allies()
            || world.dungeon().kinds.iter().any(Kind::can_burst)
            || world.may_harm_monsters()
            || levels.any(|(level, _)| self.graph.is_shifting(level));
        if may_perish || self.supply.may_be_born(victims) {
            return true;
        }
        let bodies = world
            .bodies()
            .iter()
            .enumerate()
            .filter(|(_, body)| body.alive);
        let mut living = bodies.map(|(who, _)| ActorId(count(who)));
        living.any(|who| world.is_victim(who, cause, victims) && self.may_be_met(who))
    }

    /// Whether the hero may come near enough to strike a body.
    fn may_be_met(&self, who: ActorId) -> bool {
        let body = self.world.body(who);
        let is_held = body.side == Side::Theirs
            && body.through == Through::Floor
            && !self.world.may_lead_one_way();
        let own = self.graph.part(body.level, body.at).filter(|_| is_held);
        own.is_none_or(|part| {
            let parts = self.graph.hanging_together(part);
            parts
                .iter()
                .any(|part| self.reach.is_reached[*part as usize])
        })
    }
}
