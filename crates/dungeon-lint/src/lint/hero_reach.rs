//! The hero's reach in a whole dungeon: the cells that the hero can get to, through doors, pits, teleports and stairs,
//! with the keys of all these cells. The search is a fixpoint over the pockets (connected areas of floor) of all
//! levels, each visited once. Cells that chance or a fight may open count as reached, so cells that do not count as
//! reached are certainly out of the hero's reach.
use std::borrow::Cow;
use std::collections::HashSet;
use std::mem;
use std::sync::Arc;

use super::key_sources::{CarriedKeys, KeyIndex};
use super::level_reach::{LANDED, LevelReach, MET, UNLOCKED, WALKED};
use super::level_view::ThingOrigin;
use super::reach_rules::ReachRules;
use super::ways::{Arrival, DungeonCell, Ways, scattered_ways, starts};
use dungeon_format::meter::LookMeter;
use dungeon_ground::passage::TilePassage;
use dungeon_ground::pockets::{Node, Passage, Pockets};
use dungeon_model::dungeon::{Dungeon, Level, LevelId, LockId, Overlap, TileId};
use dungeon_model::space::geometry::{Point, Region};

/// The cost of drawing an outcome's levels and looking at them, as a multiple of the cost of searching them.
pub const DRAWN: usize = 4;

/// A node of the graph over all levels: a level and a node of its pockets.
pub type LevelNode = (LevelId, Node);

/// The hero's reach in a dungeon: everything that the hero can get to.
#[derive(Debug)]
pub struct HeroReach<'a> {
    pub dungeon: &'a Dungeon,
    pub rules: ReachRules,
    /// The dungeon's stairs, pits and teleports.
    pub ways: Ways<'a>,
    pub keys: KeyIndex,
    /// The budget of the search, in looks (units of work). If the budget is spent, the hero's reach is incomplete.
    pub meter: &'a LookMeter<'a>,
    levels: Vec<LevelReach<'a>>,
    locks: Vec<LockState>,
    pending: Vec<PendingFind>,
    work: Vec<ReachStep>,
    everywhere: HashSet<(LevelId, Region)>,
    found: Vec<usize>,
    arrivals: Vec<Arrival>, // where the search began
    is_supposing: bool,     // whether every door on the way opens
}

/// A step of the search that is still to be done.
#[derive(Clone, Copy, Debug)]
enum ReachStep {
    /// The hero arrives by stairs, by a trap, or at the start of the game.
    Arrive(Arrival),
    /// The hero arrives on a node without walking: no trap springs.
    Land(LevelId, Node),
    /// The hero walks onto a node, or up to a locked door.
    Walk(LevelId, Node),
    /// A monster comes from a node to the hero.
    Meet(LevelId, Node),
}

/// The state of a lock in the search.
#[derive(Clone, Debug, Default)]
struct LockState {
    is_held: bool,
    waiting: Vec<(LevelId, Node)>,
}

/// A key or a way (stairs or a trap) that the seed places, and that the hero has not reached yet.
#[derive(Clone, Copy, Debug)]
struct PendingFind {
    level: LevelId,
    within: Region,
    overlap: Overlap,
    what: FindKind,
    checked: usize,
}

/// The kind of a pending find: a key (by number in `keys.list`) or a way.
#[derive(Clone, Copy, Debug)]
enum FindKind {
    Key(usize),
    Way(TileId),
}

/// A locked door that the hero can reach but never open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClosedDoor {
    pub level: LevelId,
    pub at: Point,
    /// The lock of the door, which no key in the hero's reach opens.
    pub lock: LockId,
}

impl<'a> HeroReach<'a> {
    /// Searches from the cells where the hero may start, and from the arrivals `brought`, to which the hero may be
    /// moved by causes. Returns `None` if the dungeon has no start.
    pub fn new(
        dungeon: &'a Dungeon,
        rules: ReachRules,
        carried: &CarriedKeys,
        brought: &[Arrival],
        meter: &'a LookMeter<'a>,
    ) -> Option<HeroReach<'a>> {
        meter.look(weight(dungeon));
        let starts = starts(dungeon, rules.levels);
        if starts.is_empty() {
            return None;
        }
        let arrivals = starts.into_iter().chain(brought.iter().copied());
        let keys = KeyIndex::new(dungeon, rules, carried);
        Some(HeroReach::search(
            dungeon,
            rules,
            keys,
            arrivals.collect(),
            meter,
        ))
    }

    /// Repeats the search in a dungeon that differs from this one only in its terrain.
    pub fn search_in<'b>(&'b self, dungeon: &'b Dungeon) -> HeroReach<'b> {
        self.meter.look(weight(dungeon));
        HeroReach::search(
            dungeon,
            self.rules,
            self.keys.clone(),
            self.arrivals.clone(),
            self.meter,
        )
    }

    fn search(
        dungeon: &'a Dungeon,
        rules: ReachRules,
        keys: KeyIndex,
        arrivals: Vec<Arrival>,
        meter: &'a LookMeter<'a>,
    ) -> HeroReach<'a> {
        let steps = arrivals.iter().copied().map(ReachStep::Arrive);
        let mut reach = HeroReach {
            dungeon,
            rules,
            ways: Ways::new(dungeon, rules),
            levels: levels(dungeon, rules, &keys),
            locks: vec![LockState::default(); dungeon.locks.len()],
            pending: pending_finds(dungeon, &keys),
            work: steps.collect(),
            everywhere: HashSet::new(),
            found: Vec::new(),
            arrivals,
            is_supposing: false,
            keys,
            meter,
        };
        reach.run();
        reach
    }

    /// Returns the hero's reach on a level.
    pub fn level(&self, level: LevelId) -> &LevelReach<'a> {
        &self.levels[usize::from(level.0)]
    }

    /// Returns the hero's reach on a level, to add marks.
    pub fn level_mut(&mut self, level: LevelId) -> &mut LevelReach<'a> {
        &mut self.levels[usize::from(level.0)]
    }

    /// Whether the hero can enter a level.
    pub fn is_entered(&self, level: LevelId) -> bool {
        self.level(level).is_entered
    }

    /// Whether the hero can reach a cell.
    pub fn is_reached(&self, (level, p): DungeonCell) -> bool {
        self.level(level).is_reached(p)
    }

    /// Whether the hero can get a key of a lock.
    pub fn holds(&self, lock: LockId) -> bool {
        let state = self.locks.get(usize::from(lock.0));
        state.is_some_and(|lock| lock.is_held)
    }

    /// Returns the locked doors that the hero can reach but never open, in reading order of the levels.
    pub fn closed_doors(&self) -> Vec<ClosedDoor> {
        let locks = (0..=u16::MAX).map(LockId).zip(&self.locks);
        let closed = locks.flat_map(|(lock, state)| {
            let doors = state.waiting.iter();
            doors.map(move |&(level, node)| ClosedDoor {
                level,
                at: self.level(level).pockets.cell(node),
                lock,
            })
        });
        let mut closed: Vec<ClosedDoor> = closed.collect();
        closed.sort();
        closed
    }

    /// Continues the search as if this door, and all locked doors behind it, stood open. Returns the keys found there,
    /// as sorted indexes in `keys.list`. Keys that an earlier call found are not returned again.
    pub fn suppose_open(&mut self, door: ClosedDoor) -> Vec<usize> {
        self.is_supposing = true;
        self.found.clear();
        if let Some(node) = self.level(door.level).pockets.node(door.at) {
            self.open(door.level, node);
        }
        self.run();
        self.found.sort_unstable();
        mem::take(&mut self.found)
    }

    fn run(&mut self) {
        loop {
            while let Some(step) = self.work.pop() {
                if !self.meter.look(8) {
                    return;
                }
                match step {
                    ReachStep::Arrive(arrival) => self.arrive(arrival),
                    ReachStep::Land(level, node) => self.land(level, node),
                    ReachStep::Walk(level, node) => self.walk(level, node),
                    ReachStep::Meet(level, node) => self.meet(level, node),
                }
            }
            if !self.take_pending_finds() {
                return;
            }
        }
    }

    fn arrive(&mut self, arrival: Arrival) {
        let Some((level, region)) = arrival.region() else {
            return;
        };
        self.enter(level, region);
        // A map can be large and have many teleports to a random cell, so list the nodes of a level only once.
        if region.from == region.to || self.everywhere.insert((level, region)) {
            let nodes = self.level(level).pockets.within(region).into_iter();
            self.work
                .extend(nodes.map(|node| ReachStep::Land(level, node)));
        }
    }

    /// Lets the hero enter a level on some cell of a region, and gain the keys without a fixed cell. Does nothing on
    /// later visits.
    fn enter(&mut self, id: LevelId, region: Region) {
        if self.is_entered(id) {
            return;
        }
        let is_drawn = self.dungeon.levels[usize::from(id.0)].generator.is_none();
        self.level_mut(id).enter(is_drawn, region);
        let drifting = self.keys.drifting(id).to_vec();
        drifting.into_iter().for_each(|key| self.gain(key));
    }

    fn land(&mut self, level: LevelId, node: Node) {
        let ground = self.level_mut(level);
        match ground.kind(node) {
            Passage::Carrier if ground.mark(node, LANDED) => {
                self.collect((level, node), |_| true);
                self.spread(level, node);
            }
            Passage::Floor | Passage::Stepwise(_) => self.walk(level, node),
            _ => {}
        }
    }

    fn walk(&mut self, level: LevelId, node: Node) {
        let ground = self.level_mut(level);
        if !ground.mark(node, WALKED) {
            return;
        }
        match ground.kind(node) {
            Passage::Locked => self.stop_before(level, node),
            Passage::Carrier => {
                self.collect((level, node), |_| true);
                let ends = self.ends((level, node));
                // Monsters walk over stairs and traps, so monsters on the other side can come to the hero.
                self.meet_from(level, node);
                if ends.contains(&Arrival::Nowhere) {
                    self.work.push(ReachStep::Land(level, node));
                }
                self.work.extend(ends.into_iter().map(ReachStep::Arrive));
            }
            _ => {
                ground.grown += 1;
                self.collect((level, node), |_| true);
                let ends = self.ends((level, node));
                self.work.extend(ends.into_iter().map(ReachStep::Arrive));
                self.spread(level, node);
            }
        }
    }

    /// Returns the arrivals of a hero who takes a node's stairs or springs its trap.
    pub fn ends(&mut self, (level, node): LevelNode) -> Vec<Arrival> {
        let noted = self.levels[usize::from(level.0)].pockets.noted(node);
        let ends = noted.filter_map(|p| self.ways.arrival((level, p)));
        ends.collect()
    }

    /// Continues the search from a node to its neighbors. Takes the items on the nodes that the hero touches, and lets
    /// the monsters there come to the hero.
    fn spread(&mut self, level: LevelId, node: Node) {
        let (ends, touched) = self.level(level).pockets.beside(node);
        let ends = ends.into_iter();
        self.work
            .extend(ends.map(|node| ReachStep::Walk(level, node)));
        for touched in touched {
            self.meet_from(level, touched);
            if self.level_mut(level).mark(touched, LANDED) {
                self.collect((level, touched), |_| true);
            }
        }
    }

    /// Opens a locked door, or records that the door waits for a key.
    fn stop_before(&mut self, level: LevelId, node: Node) {
        let p = self.level(level).pockets.cell(node);
        let tile = self.dungeon.tile_at((level, p));
        let lock = tile.and_then(|tile| TilePassage::of(tile).lock());
        match lock.and_then(|lock| self.locks.get_mut(usize::from(lock.0))) {
            Some(lock) if !lock.is_held && !self.is_supposing => lock.waiting.push((level, node)),
            _ => self.open(level, node),
        }
    }

    /// Unlocks a door, and takes the items in the doorway.
    fn open(&mut self, level: LevelId, node: Node) {
        let ground = self.level_mut(level);
        if ground.mark(node, UNLOCKED) {
            ground.grown += 1;
            self.collect((level, node), |_| true);
            self.spread(level, node);
        }
    }

    fn meet(&mut self, level: LevelId, node: Node) {
        let ground = self.level_mut(level);
        if ground.is_hidden(node) {
            ground.mark(node, MET);
            self.collect((level, node), |from| matches!(from, ThingOrigin::Body(_)));
            self.meet_from(level, node);
        }
    }

    /// Lets monsters cross a node, coming from its neighbors. Monsters walk toward the hero, against the direction of
    /// the search, so one-way cells are ignored.
    fn meet_from(&mut self, level: LevelId, node: Node) {
        let around = self.level(level).pockets.around(node).into_iter();
        self.work
            .extend(around.map(|node| ReachStep::Meet(level, node)));
    }

    /// Takes the keys on a node whose origin `is_had` accepts.
    fn collect(&mut self, (level, node): LevelNode, is_had: impl Fn(ThingOrigin) -> bool) {
        let noted = self.level(level).pockets.noted(node);
        let keys = noted.flat_map(|p| self.keys.at((level, p)));
        let had = |key: &usize| is_had(self.keys.list[*key].from);
        let keys: Vec<usize> = keys.filter(had).collect();
        keys.into_iter().for_each(|key| self.gain(key));
    }

    fn gain(&mut self, key: usize) {
        self.found.push(key);
        let lock = self.keys.list[key].lock;
        if self.is_supposing {
            return;
        }
        if let Some(lock) = self.locks.get_mut(usize::from(lock.0)) {
            lock.is_held = true;
            let doors = mem::take(&mut lock.waiting);
            doors
                .into_iter()
                .for_each(|(level, node)| self.open(level, node));
        }
    }

    /// Takes pending finds in the hero's reach. Returns whether there were any.
    fn take_pending_finds(&mut self) -> bool {
        let mut left = mem::take(&mut self.pending);
        let had: Vec<PendingFind> = left.extract_if(.., |find| self.may_find(find)).collect();
        self.pending = left;
        for PendingFind { level, what, .. } in &had {
            match *what {
                FindKind::Key(key) => self.gain(key),
                FindKind::Way(tile) => {
                    let arrival = self.ways.arrival_by(tile, *level, None);
                    self.work.extend(arrival.map(ReachStep::Arrive));
                }
            }
        }
        !had.is_empty()
    }

    fn may_find(&self, find: &mut PendingFind) -> bool {
        if !self.meter.look(4) {
            return false;
        }
        let level = self.level(find.level);
        if !level.is_entered || level.grown == find.checked {
            return level.is_entered && find.overlap == Overlap::Replace;
        }
        find.checked = level.grown;
        find.overlap == Overlap::Replace || level.is_reached_within(find.within)
    }
}

/// The minimum cost of one search together with drawing the levels, in looks (units of work). Cells are read in rows,
/// and each thing is looked at several times.
pub fn weight(dungeon: &Dungeon) -> usize {
    let tables = dungeon.tiles.len() + dungeon.kinds.len() + dungeon.locks.len();
    let causes = dungeon.causes.iter().map(|cause| 8 + 8 * cause.named());
    let causes = causes.sum::<usize>();
    let levels = dungeon.levels.iter().map(level_weight);
    levels.sum::<usize>() + tables + causes
}

/// The minimum cost of searching a level, in looks (units of work).
pub fn level_weight(level: &Level) -> usize {
    let things = level.items.len() + level.spawns.len() + level.scatters.len();
    level.tiles.size().area() / 4 + 8 * things + 256
}

/// All levels, before the hero enters any.
fn levels<'a>(dungeon: &'a Dungeon, rules: ReachRules, keys: &KeyIndex) -> Vec<LevelReach<'a>> {
    // Pits lead onward from all levels except the last.
    let last = LevelId::of(dungeon.levels.len().saturating_sub(1));
    let of_level = |level| Arc::new(rules.ways(dungeon, level));
    let [of_first, of_last] = [LevelId(0), last].map(of_level);
    let level = |(id, level): (_, &'a Level)| {
        let ways = Arc::clone(if id == last { &of_last } else { &of_first });
        let ground = rules.ground(level.tiles.size());
        let pockets = Pockets::whole(Cow::Borrowed(&level.tiles), ways, ground, keys.cells(id));
        LevelReach::new(pockets)
    };
    dungeon.numbered_levels().map(level).collect()
}

/// The keys and ways that the seed places.
fn pending_finds(dungeon: &Dungeon, keys: &KeyIndex) -> Vec<PendingFind> {
    let find = |level: LevelId, nth: usize, what| {
        let scatter = &dungeon.levels[usize::from(level.0)].scatters[nth];
        PendingFind {
            level,
            within: scatter.within,
            overlap: scatter.overlap,
            what,
            checked: 0,
        }
    };
    let mut pending = Vec::new();
    for (i, key) in keys.list.iter().enumerate() {
        if let ThingOrigin::Scatter(nth) = key.from {
            pending.push(find(key.level, nth, FindKind::Key(i)));
        }
    }
    for (id, level) in dungeon.numbered_levels() {
        let ways = scattered_ways(dungeon, level);
        pending.extend(ways.map(|(nth, tile)| find(id, nth, FindKind::Way(tile))));
    }
    pending
}
