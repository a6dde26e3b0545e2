//! A lower bound of the number of turns that a win takes.
//!
//! The bound assumes a hero who meets no monster, is never hurt, and finds everything open that a push or a cause may
//! open. Such a hero spends turns only on steps, on stairs and ways out, and on opening doors. The bound is the length
//! of the shortest walk past all things to take, with each key before its door, plus one turn for each closed door
//! without which some thing is out of reach; half as many turns if some item gives haste. Kills and covered cells cost nothing.
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use super::ground::{Arrivals, GroundAim, GroundGraph, GroundThing, PartKind};
use super::possible::GroundCell;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Goal, LevelId, LockId, Loss, Side, Through, TileId, TimedState};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::narrow::count;

/// The maximum number of needed things on a tour. A bound for some of the things also holds for all of them.
const MOST_NEEDED: usize = 8;

/// The maximum number of keys on a tour. With more keys, every lock counts as open.
const MOST_KEYS: usize = 5;

/// The maximum number of closed doors to look at.
const MOST_DOORS: usize = 64;

/// The maximum number of cells to look at: about a tenth of a second's work.
const MOST_WORK: usize = 1 << 22;

/// The number of steps to a place out of reach.
const FAR: u32 = u32::MAX;

/// Returns the reason why `lose turns=` leaves too little time for a win; `None` if it may leave enough, or if the
/// budget ends.
pub fn too_few_turns(world: &World, graph: &GroundGraph, meter: &Meter<'_>) -> Option<Reason> {
    let limits = world.dungeon().losses.iter().filter_map(|loss| match loss {
        Loss::Turns(turns) => Some(*turns),
        Loss::Without => None,
    });
    let allowed = limits.min()?;
    let (at_least, GroundThing { level, at, .. }) = least_turn(world, graph, meter)?;
    (at_least > allowed).then_some(Reason::TooFewTurns {
        level,
        at,
        at_least,
        allowed,
        enough: None,
    })
}

/// Returns a turn before which no line wins, and a thing that alone takes most of these turns; `None` if nothing is
/// known, or if the budget ends.
pub fn least_turn(
    world: &World,
    graph: &GroundGraph,
    meter: &Meter<'_>,
) -> Option<(u32, GroundThing)> {
    let survived = world.dungeon().goals.iter().filter_map(|goal| match goal {
        Goal::Survive(turns) => Some(*turns),
        _ => None,
    });
    let bound = TurnBound::new(world, graph, meter);
    let (on_foot, farthest) = bound.tour()?;
    let doors = bound.necessary_doors()?;
    let acts = on_foot.saturating_add(doors);
    // A hasted hero acts twice in a turn (B-2).
    let turns = if world.dungeon().may_give(TimedState::Haste) {
        acts.div_ceil(2)
    } else {
        acts
    };
    let passed = world.turn().saturating_add(turns);
    let at_least = survived.chain([passed]).max()?;
    bound.is_complete().then_some((at_least, farthest))
}

/// The ways of an unhindered hero, cell by cell.
pub struct TurnBound<'a> {
    world: &'a World,
    graph: &'a GroundGraph,
    meter: &'a Meter<'a>,
    exits: Vec<GroundCell>,
    /// The things that a tour visits: needed things first, then keys.
    things: Vec<GroundThing>,
    /// The number of things in `things` that are needed to win.
    needed: usize,
    /// The locks that count as open from the start.
    open: HashSet<LockId>,
    /// The number of cells looked at.
    work: Cell<usize>,
}

/// The smallest number of turns from some cells to each cell that can be reached from them.
pub type TurnsTo = HashMap<GroundCell, u32>;

impl<'a> TurnBound<'a> {
    pub fn new(world: &'a World, graph: &'a GroundGraph, meter: &'a Meter<'a>) -> TurnBound<'a> {
        let things = || graph.things.iter().copied();
        let lies = |thing: &GroundThing| thing.aim == GroundAim::Lying;
        let is_needed = |thing: &GroundThing| thing.is_needed && lies(thing);
        let mut needed: Vec<GroundThing> = things().filter(is_needed).collect();
        let keys: Vec<GroundThing> = things()
            .filter(|thing| thing.opens.is_some() && !is_needed(thing))
            .collect();
        // A key that a monster drops may lie anywhere, so its lock counts as open.
        let dropped = keys
            .iter()
            .filter(|key| !lies(key))
            .filter_map(|key| key.opens);
        let mut open: HashSet<LockId> = graph.held.iter().copied().chain(dropped).collect();
        let mut lying: Vec<GroundThing> = keys.into_iter().filter(lies).collect();
        lying.retain(|key| key.opens.is_some_and(|lock| !open.contains(&lock)));
        if lying.len() > MOST_KEYS {
            open.extend(lying.drain(..).filter_map(|key| key.opens));
        }
        let mut bound = TurnBound {
            world,
            graph,
            meter,
            exits: Vec::new(),
            things: Vec::new(),
            needed: 0,
            open,
            work: Cell::new(0),
        };
        bound.exits = bound.ways_out();
        if needed.len() > MOST_NEEDED {
            needed = bound.spread_out(needed);
        }
        // A needed key that is left out of the tour opens its lock from the start.
        let left_out = things().filter(|thing| is_needed(thing) && !needed.contains(thing));
        bound.open.extend(left_out.filter_map(|thing| thing.opens));
        bound.needed = needed.len();
        bound.things = needed.into_iter().chain(lying).collect();
        bound
    }

    /// Counts looks at cells. Returns false if there are too many, or if the budget ends; the bound is then worthless.
    fn look(&self, looks: usize) -> bool {
        self.work.set(self.work.get() + looks);
        self.work.get() <= MOST_WORK && self.meter.look(looks)
    }

    /// Whether no look was refused, so that the bound holds.
    pub fn is_complete(&self) -> bool {
        self.work.get() <= MOST_WORK && !self.meter.is_stopped()
    }

    /// The cells where the hero may take a way out, if a goal needs one.
    fn ways_out(&self) -> Vec<GroundCell> {
        let dungeon = self.world.dungeon();
        if self.graph.exit.is_none() {
            return Vec::new();
        }
        let is_exit = |tile: TileId| TilePassage::of(dungeon.tile(tile)).exit().is_some();
        let levels = dungeon.numbered_levels().map(|(level, _)| level);
        let cells = levels.flat_map(|level| {
            let points = self.world.size(level).points();
            points.map(move |p| (level, p))
        });
        let is_out = |(level, p): &GroundCell| {
            let now = self.world.cell(*level, *p).tile;
            let shifting = self.graph.shifting_tiles(*level, *p).iter().copied();
            self.look(1) && [now].into_iter().chain(shifting).any(is_exit)
        };
        cells.filter(is_out).collect()
    }

    /// Returns `MOST_NEEDED` of many things, each as far as possible from the hero and from the things before it.
    fn spread_out(&self, mut things: Vec<GroundThing>) -> Vec<GroundThing> {
        let hero = self.world.body(self.world.commanded());
        let mut steps = self.flood(&[(hero.level, hero.at)], None, None);
        let mut chosen: Vec<GroundThing> = Vec::new();
        while chosen.len() < MOST_NEEDED {
            let far = |(_, thing): &(usize, &GroundThing)| self.until(&steps, thing);
            let Some((nth, _)) = things.iter().enumerate().max_by_key(far) else {
                break;
            };
            let thing = things.swap_remove(nth);
            for (cell, more) in self.flood(&self.after(&thing), None, None) {
                let least = steps.entry(cell).or_insert(more);
                *least = more.min(*least);
            }
            chosen.push(thing);
        }
        chosen
    }

    /// The cells where the hero may be right after taking a thing (E-11): on its cell, beside it, or where a trap on
    /// its cell leads.
    fn after(&self, thing: &GroundThing) -> Vec<GroundCell> {
        let near = Direction::ALL.into_iter().map(|way| thing.at + way);
        let near = near.chain([thing.at]).map(|p| (thing.level, p));
        let near = near.filter(|(level, p)| self.graph.part(*level, *p).is_some());
        let part = self.graph.part(thing.level, thing.at);
        let landing = part.map(|part| &self.graph.get(part).kind);
        let carried = match landing {
            Some(PartKind::Carrier { landing, .. }) => self.ends(landing),
            _ => Vec::new(),
        };
        near.chain(carried).collect()
    }

    /// The number of turns until the hero has taken a thing: by a step to its cell, or by an arrival there.
    fn until(&self, steps: &TurnsTo, thing: &GroundThing) -> u32 {
        let of = |p: Point| steps.get(&(thing.level, p)).copied();
        let near = Direction::ALL
            .into_iter()
            .filter_map(|way| of(thing.at + way));
        let near = near.map(|steps| steps.saturating_add(1));
        near.chain(of(thing.at)).min().unwrap_or(FAR)
    }

    /// The number of turns until the hero has left by some way out.
    fn until_out(&self, steps: &TurnsTo) -> u32 {
        let ends = self.exits.iter().filter_map(|exit| steps.get(exit));
        ends.min().map_or(FAR, |steps| steps.saturating_add(1))
    }

    /// The cells where a way may end.
    fn ends(&self, arrivals: &Arrivals) -> Vec<GroundCell> {
        match &arrivals.cells {
            Some(cells) => cells.to_vec(),
            None => self.cells_of(arrivals),
        }
    }

    /// All cells of the parts where a way may end.
    fn cells_of(&self, arrivals: &Arrivals) -> Vec<GroundCell> {
        let parts: HashSet<u32> = arrivals.parts.iter().copied().collect();
        let levels: HashSet<LevelId> = parts
            .iter()
            .map(|part| self.graph.get(*part).level)
            .collect();
        let mut cells = Vec::new();
        for level in levels {
            for p in self.world.size(level).points() {
                let part = self.graph.part(level, p);
                if self.look(1) && part.is_some_and(|part| parts.contains(&part)) {
                    cells.push((level, p));
                }
            }
        }
        cells
    }

    /// Returns the least numbers of turns from some cells to all others. `locks` are open in addition to the locks that
    /// are open from the start; `None` opens all locks. `wall` is a cell that cannot be entered.
    pub fn flood(
        &self,
        from: &[GroundCell],
        locks: Option<&HashSet<LockId>>,
        wall: Option<GroundCell>,
    ) -> TurnsTo {
        let mut steps: TurnsTo = HashMap::new();
        let mut open: VecDeque<(GroundCell, u32)> = VecDeque::new();
        let is_open = |(level, p): GroundCell| {
            let part = self.graph.part(level, p);
            part.is_some_and(|part| match self.graph.get(part).kind {
                PartKind::Door(lock) => {
                    locks.is_none_or(|locks| self.open.contains(&lock) || locks.contains(&lock))
                }
                _ => true,
            })
        };
        for cell in from.iter().filter(|cell| is_open(**cell)) {
            if steps.insert(*cell, 0).is_none() {
                open.push_back((*cell, 0));
            }
        }
        while let Some(((level, p), before)) = open.pop_front() {
            if !self.look(1) {
                break;
            }
            let mut reach = |cell: GroundCell| {
                if Some(cell) != wall && is_open(cell) && !steps.contains_key(&cell) {
                    steps.insert(cell, before + 1);
                    open.push_back((cell, before + 1));
                }
            };
            for next in Direction::ALL.into_iter().map(|way| p + way) {
                let part = self.graph.part(level, next);
                let kind = part.map(|part| &self.graph.get(part).kind);
                let Some(PartKind::Carrier { once, landing }) = kind else {
                    reach((level, next));
                    continue;
                };
                if Some((level, next)) != wall {
                    self.ends(landing).into_iter().for_each(&mut reach);
                }
                if *once || landing.may_stay {
                    reach((level, next));
                }
            }
            let part = self.graph.part(level, p);
            let stairs = part
                .into_iter()
                .flat_map(|part| &self.graph.get(part).stairs);
            for (_, arrivals) in stairs.filter(|(at, _)| *at == p) {
                self.ends(arrivals).into_iter().for_each(&mut reach);
            }
        }
        steps
    }

    /// Returns the least number of turns in which the hero takes all needed things of the tour and leaves, without the
    /// turns for opening doors. Also returns the needed thing that takes the most turns on its own. `None` if there is
    /// nothing to take, or if the budget ends.
    pub fn tour(&self) -> Option<(u32, GroundThing)> {
        let hero = self.world.body(self.world.commanded());
        let start = (hero.level, hero.at);
        let alone = self.flood(&[start], None, None);
        let needed = &self.things[..self.needed];
        let out = self.graph.exit.map(|exit| self.graph.things[exit]);
        let farthest = needed.iter().max_by_key(|thing| self.until(&alone, thing));
        let farthest = farthest.copied().or(out)?;
        // The turns from each place (0 is the start, the things follow) with each set of open locks.
        let mut floods: HashMap<(usize, Vec<LockId>), TurnsTo> = HashMap::new();
        let mut best: HashMap<(u32, usize), u32> = HashMap::from([((0, 0), 0)]);
        let mut open = BinaryHeap::from([Reverse((0, 0, 0))]);
        let all = (1 << self.needed) - 1;
        while let Some(Reverse((turns, taken, at))) = open.pop() {
            if turns > best[&(taken, at)] {
                continue;
            }
            if taken & all == all && (self.exits.is_empty() || at > self.things.len()) {
                return Some((turns, farthest));
            }
            let has = |nth: &usize| taken >> nth & 1 == 1;
            let held = (0..self.things.len())
                .filter(has)
                .filter_map(|nth| self.things[nth].opens);
            let locks: HashSet<LockId> = held.collect();
            let mut sorted: Vec<LockId> = locks.iter().copied().collect();
            sorted.sort_unstable();
            let steps = floods.entry((at, sorted)).or_insert_with(|| match at {
                0 => self.flood(&[start], Some(&locks), None),
                nth => self.flood(&self.after(&self.things[nth - 1]), Some(&locks), None),
            });
            if !self.look(self.things.len()) {
                return None;
            }
            let mut go_on = |more: u32, taken: u32, at: usize| {
                let turns = turns.saturating_add(more);
                let known = best.entry((taken, at)).or_insert(FAR);
                if turns < *known {
                    *known = turns;
                    open.push(Reverse((turns, taken, at)));
                }
            };
            for nth in (0..self.things.len()).filter(|nth| !has(nth)) {
                go_on(
                    self.until(steps, &self.things[nth]),
                    taken | 1 << nth,
                    nth + 1,
                );
            }
            if taken & all == all {
                go_on(self.until_out(steps), taken, self.things.len() + 1);
            }
        }
        None
    }

    /// Returns the number of closed doors that a hero must open, because some thing of the tour is out of reach without
    /// them. Opening a door takes the hero a turn without a step. `None` if the budget ends.
    fn necessary_doors(&self) -> Option<u32> {
        let (world, dungeon) = (self.world, self.world.dungeon());
        // Monsters that pass doors may open them for the hero.
        if dungeon
            .kinds
            .iter()
            .any(|kind| kind.side == Side::Theirs && kind.through == Through::Doors)
        {
            return Some(0);
        }
        let hero = world.body(world.commanded());
        let start = [(hero.level, hero.at)];
        let mut doors: Vec<GroundCell> = Vec::new();
        for (level, _) in dungeon.numbered_levels() {
            for p in world.size(level).points() {
                self.look(1).then_some(())?;
                let is_door = TilePassage::of(world.tile(level, p)).is_door();
                if is_door && self.graph.shifting_tile(level, p).is_none() {
                    doors.push((level, p));
                }
            }
        }
        let needs = |door: &GroundCell| {
            let steps = self.flood(&start, None, Some(*door));
            let mut needed = self.things[..self.needed].iter();
            needed.any(|thing| self.until(&steps, thing) == FAR)
                || !self.exits.is_empty() && self.until_out(&steps) == FAR
        };
        let necessary = doors
            .iter()
            .take(MOST_DOORS)
            .filter(|door| needs(door))
            .count();
        (self.is_complete()).then_some(count(necessary))
    }
}
