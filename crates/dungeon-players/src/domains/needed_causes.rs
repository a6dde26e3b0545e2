//! The causes that can still happen in a game as the seed has drawn it, whatever the hero can reach ([C-1]), and games
//! that need a cause that never happens.
//!
//! A cause can happen only if something exists that its event names, or if a monster or another cause that can happen
//! may bring it. The set of these causes is a fixpoint: it starts empty and grows until it brings nothing new.
//!
//! [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::action::ActorId;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::future::becoming;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::pushes::boulder;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseId, CauseRecord, Goal, ItemId, KindId, LevelId, TileId, Victims,
};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// Returns a cause that the goals need and that can never happen; `None` if there is none, if the game may be won
/// without it, or if the budget ends.
pub fn never_happens(world: &World, meter: &Meter<'_>) -> Option<Reason> {
    needed_cause(world, |_| false)?;
    let supply = Supply::closed(world, meter)?;
    let cause = needed_cause(world, |cause| supply.may_happen(cause))?;
    Some(Reason::NeverHappens { cause })
}

/// Returns a cause without which the goals are never met, and that never happens by `may_happen`; `None` if there is
/// none.
pub fn needed_cause(world: &World, may_happen: impl Fn(CauseId) -> bool) -> Option<CauseId> {
    let wins = |(_, cause): &(CauseId, &CauseRecord)| cause.effects.contains(&CauseEffect::Win);
    let winning = || world.causes_to_come().filter(wins).map(|(cause, _)| cause);
    if winning().any(&may_happen) {
        return None;
    }
    let goals = &world.dungeon().goals;
    let takes = goals.contains(&Goal::Take).then(|| world.owed());
    let mut owed = takes.into_iter().flatten().map(|(cause, _)| cause);
    let by_causes = goals.contains(&Goal::Caused).then(winning);
    let by_causes = || by_causes.into_iter().flatten().next();
    owed.find(|cause| !may_happen(*cause)).or_else(by_causes)
}

/// What exists in a world, and what monsters and some of the causes may still bring, whatever the hero can reach.
pub struct Supply<'w> {
    world: &'w World,
    /// The causes that may happen.
    causes: HashSet<CauseId>,
    /// By level: the items that lie there.
    lying: Vec<BTreeSet<ItemId>>,
    /// By level: whether a boulder is there.
    has_boulder: Vec<bool>,
    /// The kinds of all living bodies, and of those that may be born.
    kinds: BTreeSet<KindId>,
    /// The kinds of bodies that may be born.
    born: BTreeSet<KindId>,
    /// The items that bodies of these kinds may drop.
    drops: BTreeSet<ItemId>,
    /// The tiles that causes may put on cells.
    made: HashMap<(LevelId, Point), Vec<TileId>>,
    /// Whether causes or the trails of monsters may put boulders on the map.
    has_new_boulders: bool,
    /// The tiles for which it is known whether a closed door may ever take their place.
    doors: RefCell<HashMap<TileId, bool>>,
}

impl<'w> Supply<'w> {
    /// Returns what may exist if only causes happen that can happen. Returns `None` if the budget ends.
    pub fn closed(world: &'w World, meter: &Meter<'_>) -> Option<Supply<'w>> {
        let mut supply = Supply::new(world, meter)?;
        let mut left: Vec<(CauseId, &CauseRecord)> = world.causes_to_come().collect();
        loop {
            let named = left.iter().map(|(_, cause)| cause.named()).sum();
            meter.look(named).then_some(())?;
            let new = left.extract_if(.., |(_, cause)| supply.allows(cause));
            let new: Vec<(CauseId, &CauseRecord)> = new.collect();
            if new.is_empty() {
                return Some(supply);
            }
            for (id, cause) in new {
                supply.add(id, cause, meter)?;
            }
        }
    }

    /// Returns what may exist if only some causes happen. Returns `None` if the budget ends.
    pub fn of(
        world: &'w World,
        causes: impl IntoIterator<Item = (CauseId, &'w CauseRecord)>,
        meter: &Meter<'_>,
    ) -> Option<Supply<'w>> {
        let mut supply = Supply::new(world, meter)?;
        for (id, cause) in causes {
            supply.add(id, cause, meter)?;
        }
        Some(supply)
    }

    /// Returns what exists in a world, and what its monsters may bring, without any cause. Returns `None` if the budget
    /// ends.
    fn new(world: &'w World, meter: &Meter<'_>) -> Option<Supply<'w>> {
        let dungeon = world.dungeon();
        let mut supply = Supply {
            world,
            causes: HashSet::new(),
            lying: Vec::new(),
            has_boulder: Vec::new(),
            kinds: BTreeSet::new(),
            born: BTreeSet::new(),
            drops: BTreeSet::new(),
            made: HashMap::new(),
            has_new_boulders: false,
            doors: RefCell::default(),
        };
        for (level, _) in dungeon.numbered_levels() {
            meter.look(world.size(level).area()).then_some(())?;
            let cells = || world.size(level).points().map(|p| world.cell(level, p));
            let items = cells().map(|cell| cell.item);
            let items = items.filter(|item| *item != ItemId::NONE);
            supply.lying.push(items.collect());
            let is_boulder = |tile: TileId| boulder(dungeon, tile).is_some();
            supply
                .has_boulder
                .push(cells().any(|cell| is_boulder(cell.tile)));
        }
        let living = world.bodies().iter().filter(|body| body.alive);
        supply.add_kinds(living.map(|body| body.kind).collect());
        Some(supply)
    }

    /// Whether a cause may happen.
    pub fn may_happen(&self, cause: CauseId) -> bool {
        self.causes.contains(&cause)
    }

    /// Iterates over the kinds of all living bodies, and of those that may be born.
    pub fn kinds(&self) -> impl Iterator<Item = KindId> {
        self.kinds.iter().copied()
    }

    /// Iterates over the items that bodies may drop.
    pub fn drops(&self) -> impl Iterator<Item = ItemId> {
        self.drops.iter().copied()
    }

    /// Adds a cause that may happen, with everything that its effects may bring.
    fn add(&mut self, id: CauseId, cause: &CauseRecord, meter: &Meter<'_>) -> Option<()> {
        meter.look(cause.named()).then_some(())?;
        self.causes.insert(id);
        for (cell, into) in cause.made_tiles() {
            self.made.entry(cell).or_default().push(into);
            self.has_new_boulders |= boulder(self.world.dungeon(), into).is_some();
        }
        for effect in &cause.effects {
            if let CauseEffect::Spawn { kind, .. } = effect {
                self.born.extend(kind.all());
                self.add_kinds(kind.all().collect());
            }
        }
        Some(())
    }

    /// Adds kinds of bodies with their offspring, drops and trails.
    fn add_kinds(&mut self, kinds: BTreeSet<KindId>) {
        let dungeon = self.world.dungeon();
        for kind in dungeon.with_brood(kinds) {
            if self.kinds.insert(kind) {
                let kind = dungeon.kind(kind);
                let drops = kind.drops.all().filter(|item| *item != ItemId::NONE);
                self.drops.extend(drops);
                let offspring = kind
                    .spawns
                    .iter()
                    .flat_map(|offspring| offspring.kind.all());
                self.born.extend(offspring);
                let mut trail = kind.trail.into_iter();
                self.has_new_boulders |= trail.any(|tile| boulder(dungeon, tile).is_some());
            }
        }
    }

    /// Whether the event of a cause may happen, as far as that depends on what exists.
    pub fn allows(&self, cause: &CauseRecord) -> bool {
        let dungeon = self.world.dungeon();
        let levels = || {
            let levels = dungeon.numbered_levels().map(|(level, _)| level);
            levels.filter(|level| cause.heard_on().is_none_or(|own| own == *level))
        };
        match &cause.event {
            CauseEvent::Step(_) | CauseEvent::Leave(_) => true,
            CauseEvent::Push(_) => {
                self.has_new_boulders
                    || levels().any(|level| self.has_boulder[usize::from(level.0)])
            }
            CauseEvent::Opened(cells) => {
                levels().any(|level| cells.iter().any(|p| self.may_be_door(level, *p)))
            }
            CauseEvent::Take(items) => {
                let is_one = |item: &ItemId| items.iter().any(|of| dungeon.is_variant(*item, *of));
                let lies = |level: LevelId| self.lying[usize::from(level.0)].iter().any(is_one);
                self.drops.iter().any(is_one) || levels().any(lies)
            }
            CauseEvent::TakeAt(cells) => {
                let lies = |level, p| self.world.item_at(level, p) != ItemId::NONE;
                let mut levels = levels();
                !self.drops.is_empty() || levels.any(|level| cells.iter().any(|p| lies(level, *p)))
            }
            CauseEvent::Kill(victims) | CauseEvent::AllDead(victims) => {
                self.may_die(cause, victims)
            }
            CauseEvent::Turn(turns) => {
                let last = self
                    .world
                    .turn()
                    .saturating_add(goals::turns_left(self.world));
                *turns <= last
            }
        }
    }

    /// Whether any of these victims may be born.
    pub fn may_be_born(&self, victims: &Victims) -> bool {
        match victims {
            Victims::Kinds(kinds) => kinds.iter().any(|kind| self.born.contains(kind)),
            Victims::DrawnAt(_) => false,
        }
    }

    /// Whether any victim of a cause lives, or may be born.
    fn may_die(&self, cause: &CauseRecord, victims: &Victims) -> bool {
        let world = self.world;
        match victims {
            Victims::Kinds(kinds) => kinds.iter().any(|kind| self.kinds.contains(kind)),
            Victims::DrawnAt(_) => {
                let bodies = world.bodies().iter().enumerate();
                let mut living = bodies.filter(|(_, body)| body.alive);
                living.any(|(who, _)| world.is_victim(ActorId(count(who)), cause, victims))
            }
        }
    }

    /// Whether a closed door may ever be on a cell.
    fn may_be_door(&self, level: LevelId, p: Point) -> bool {
        let made = self.made.get(&(level, p)).into_iter().flatten();
        let mut tiles = [self.world.cell(level, p).tile]
            .into_iter()
            .chain(made.copied());
        tiles.any(|tile| {
            let dungeon = self.world.dungeon();
            let is_door = |tile: TileId| TilePassage::of(dungeon.tile(tile)).opened().is_some();
            let mut known = self.doors.borrow_mut();
            let becomes_one = || becoming(dungeon, tile).into_iter().any(is_door);
            *known.entry(tile).or_insert_with(becomes_one)
        })
    }
}
