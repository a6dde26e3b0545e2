//! The search through the states of a push puzzle. A state is the places of all boxes and the hero's region (the cells
//! in reach without a push). A shift pushes one box to another place, by any number of pushes. States are grouped by
//! features, such as how many targets are covered in order, and the groups take turns: each makes its cheapest shift
//! that was not tried yet. A shift that some adviser (see `outlook`) recommends costs 0, any other shift costs 1, and
//! costs add up along a line. So the search tries sensible lines in each group first, but all shifts in the end (Y.
//! Shoham and J. Schaeffer, "The FESS algorithm: a feature based approach to single-agent search", 2020).
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::board::{BoxBoard, BoxCell, BoxPlaces, Regions};
use super::corral::Corrals;
use super::distances::{PushDistances, matched};
use super::freeze::FrozenBoxes;
use super::outlook::{Features, Outlook, Outlooks, PuzzleAim, advised};
use super::plan::PackingPlan;
use super::shifts::{BoxShifts, Shift, Visit};
use super::shut_off::ShutOffAreas;
use crate::search::budget::{Meter, grown};
use crate::search::seen_states::SeenStates;

/// The number of looks at cells that cost as much as a step.
const LOOKS_A_STEP: usize = 256;

/// The number of looks between two payments to the meter.
const PAID: usize = 1 << 16;

/// Each cache other than the states themselves may take 1/`BESIDE` of the memory.
const BESIDE: usize = 16;

/// A state: where each box is, and the first cell of the hero's region (the cells in reach without a push).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxState {
    pub boxes: Vec<BoxCell>,
    pub hero: BoxCell,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushEnd {
    /// The states from the start to a win.
    Won(Vec<BoxState>),
    /// No reachable state is won. Holds the number of reachable states.
    NoneWins(u64),
    /// The budget is spent.
    Spent,
    /// The memory is full.
    Full,
}

/// How finely the states of a search are grouped: `Fine` also groups them by the number of boxes that the hero can
/// push. Neither grouping is better on all puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    Fine,
    Coarse,
}

/// A state that was reached.
#[derive(Debug)]
struct PushNode {
    parent: u32,
    hero: BoxCell,
    cost: u32,
    /// The shifts of this state that no adviser recommends, the best first; empty if all of them were tried, or if they
    /// were forgotten to free memory.
    rest: Box<[Shift]>,
}

/// An entry in the queue of a group, cheapest first: the cost of the shift, its index in `PushNode::rest`, the number
/// of entries before this one, the node, and the shift itself. The shift is `None` if it is to be taken from `rest`.
type ToTry = Reverse<(u32, u32, u32, u32, Option<(u16, BoxCell, BoxCell)>)>;

/// A shift of the state that is being expanded, and the measures of the state after it.
struct Candidate {
    shift: Shift,
    after: Outlook,
}

pub struct PushSearch<'a> {
    board: &'a BoxBoard,
    meter: &'a Meter<'a>,
    /// The cells to which boxes belong: targets, or holes in the hero's way.
    aims: Vec<BoxCell>,
    distances: PushDistances,
    /// The distances with frozen boxes as walls; the key is a hash of the cells of the frozen boxes.
    walled: HashMap<u64, PushDistances>,
    grouping: Grouping,
    plan: PackingPlan,
    boxes: usize,
    nodes: Vec<PushNode>,
    /// The places of all boxes in each node's state, one node after another.
    places: Vec<BoxCell>,
    seen: SeenStates,
    groups: Vec<BinaryHeap<ToTry>>,
    by_features: HashMap<Features, usize>,
    rest_bytes: usize,
    to_try: usize,
    found: u32,
    now: BoxPlaces,
    regions: Regions,
    all_regions: Regions,
    shifts: BoxShifts,
    corrals: Corrals,
    shut_off: ShutOffAreas,
    frozen: FrozenBoxes,
    outlooks: Outlooks,
    looks: usize,
}

impl<'a> PushSearch<'a> {
    pub fn new(
        board: &'a BoxBoard,
        start: &BoxState,
        grouping: Grouping,
        meter: &'a Meter<'a>,
    ) -> PushSearch<'a> {
        let aims = match board.wanted[..] {
            [] => board.targets.clone(),
            _ => board.holes().collect(),
        };
        PushSearch {
            distances: PushDistances::new(board, &aims, |_| false),
            aims,
            walled: HashMap::new(),
            grouping,
            plan: PackingPlan::new(board, &start.boxes),
            boxes: start.boxes.len(),
            nodes: Vec::new(),
            places: Vec::new(),
            seen: SeenStates::default(),
            groups: Vec::new(),
            by_features: HashMap::new(),
            rest_bytes: 0,
            to_try: 0,
            found: 0,
            now: BoxPlaces::new(board),
            regions: Regions::new(board),
            all_regions: Regions::new(board),
            shifts: BoxShifts::new(board),
            corrals: Corrals::new(board),
            shut_off: ShutOffAreas::new(board),
            frozen: FrozenBoxes::new(board),
            outlooks: Outlooks::default(),
            looks: 0,
            board,
            meter,
        }
    }

    /// Searches for a win until all states were tried or the budget ends.
    pub fn run(&mut self, start: &BoxState) -> PushEnd {
        if let Some(end) = self.reach(u32::MAX, 0, start) {
            return end;
        }
        let mut turn = 0;
        loop {
            if !self.pay() {
                return PushEnd::Spent;
            }
            self.forget_some();
            if !self.meter.fits(self.bytes()) {
                return PushEnd::Full;
            }
            let count = self.groups.len();
            let open = (0..count).map(|nth| (turn + nth) % count);
            let Some(group) = open.into_iter().find(|nth| !self.groups[*nth].is_empty()) else {
                return PushEnd::NoneWins(self.seen.len() as u64);
            };
            turn = group + 1;
            if let Some(end) = self.try_next(group) {
                return end;
            }
        }
    }

    /// Makes the cheapest shift of a group that leads to a new state. Returns the end of the search if it ends there.
    fn try_next(&mut self, group: usize) -> Option<PushEnd> {
        while let Some(Reverse((cost, rank, found, node, shift))) = self.groups[group].pop() {
            self.to_try -= 1;
            let shift = match shift {
                Some((nth, to, hero)) => Shift { nth, to, hero },
                None => match self.next_of_rest(group, (cost, rank, found, node)) {
                    Some(shift) => shift,
                    None => continue,
                },
            };
            let state = self.after(node, shift);
            if !self.seen.has(self.hash(&state)) {
                return self.reach(node, cost, &state);
            }
            if !self.pay() {
                return Some(PushEnd::Spent);
            }
        }
        None
    }

    /// Takes the next of a state's shifts that no adviser recommends. Finds these shifts again if they were forgotten.
    /// `None` if there are none.
    fn next_of_rest(
        &mut self,
        group: usize,
        (cost, mut rank, found, node): (u32, u32, u32, u32),
    ) -> Option<Shift> {
        if self.nodes[node as usize].rest.is_empty() {
            let state = self.state(node);
            self.now.put(self.board, &state.boxes);
            self.regions.flood(self.board, &self.now, state.hero);
            let candidates = self.candidates(&state);
            self.now.take(self.board, &state.boxes);
            self.keep_rest(node, candidates);
            rank = 0;
        }
        let state = &mut self.nodes[node as usize];
        let shift = state.rest.get(rank as usize).copied()?;
        if state.rest.len() > rank as usize + 1 {
            let rest = Reverse((cost, rank + 1, found, node, None));
            self.groups[group].push(rest);
            self.to_try += 1;
        } else {
            self.rest_bytes -= size_of_val(&*state.rest);
            state.rest = Box::default();
        }
        Some(shift)
    }

    /// Clears caches that take too much memory. Their contents can be computed again.
    fn forget_some(&mut self) {
        let most = self.meter.memory() / BESIDE;
        if self.distances_bytes() > most {
            self.walled = HashMap::new();
        }
        if self.shut_off.bytes() > most {
            self.shut_off.forget();
        }
        if self.rest_bytes > 0 && self.bytes() > self.meter.memory() / 2 {
            self.nodes
                .iter_mut()
                .for_each(|node| node.rest = Box::default());
            self.rest_bytes = 0;
        }
    }

    fn state(&self, node: u32) -> BoxState {
        let first = node as usize * self.boxes;
        BoxState {
            boxes: self.places[first..first + self.boxes].to_vec(),
            hero: self.nodes[node as usize].hero,
        }
    }

    fn after(&self, node: u32, shift: Shift) -> BoxState {
        let mut state = self.state(node);
        state.boxes[usize::from(shift.nth)] = shift.to;
        state.hero = shift.hero;
        state
    }

    fn hash(&self, state: &BoxState) -> u64 {
        let boxes = state.boxes.iter().enumerate();
        let boxes = boxes.map(|(nth, place)| self.board.numbered_key(nth, *place));
        boxes.fold(self.board.hero_key(state.hero), |hash, key| hash ^ key)
    }

    /// Adds a new state, unless it cannot be won, and lists its shifts. Returns the end of the search if the state is
    /// won.
    fn reach(&mut self, parent: u32, cost: u32, state: &BoxState) -> Option<PushEnd> {
        self.seen.insert(self.hash(state));
        self.now.put(self.board, &state.boxes);
        let end = self.expand(parent, cost, state);
        self.now.take(self.board, &state.boxes);
        end
    }

    fn expand(&mut self, parent: u32, cost: u32, state: &BoxState) -> Option<PushEnd> {
        if !self.may_win(state) {
            return None;
        }
        let board = self.board;
        self.regions.flood(board, &self.now, state.hero);
        if self.is_won(&self.now, &self.regions) {
            let mut line = self.line(parent);
            line.push(state.clone());
            return Some(PushEnd::Won(line));
        }
        let spare = self.spare(&state.boxes);
        if spare == 0 && !board.targets.is_empty() && board.holes().next().is_none() {
            let (are_lost, looks) = self.shut_off.are_lost(
                board,
                &self.distances,
                &self.now,
                &self.regions,
                state.hero,
            );
            self.looks += looks;
            if are_lost {
                return None;
            }
        }
        let boxes = { state.boxes.iter().copied() }.filter(|place| board.hole_of(*place).is_none());
        self.all_regions.flood(board, &self.now, state.hero);
        let aim = PuzzleAim {
            board,
            plan: &self.plan,
            aims: &self.aims,
            distances: &self.distances,
        };
        let here = self
            .outlooks
            .measure(aim, &self.now, &mut self.all_regions, boxes);
        let candidates = self.candidates(state);
        let node = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(PushNode {
            parent,
            hero: state.hero,
            cost,
            rest: Box::default(),
        });
        self.places.extend_from_slice(&state.boxes);
        self.queue(node, here, candidates);
        None
    }

    /// Returns the shifts of a state that lead to new states. The boxes must already be in `self.now`, and the hero's
    /// region in `self.regions`.
    fn candidates(&mut self, state: &BoxState) -> Vec<Candidate> {
        let board = self.board;
        let spare = self.spare(&state.boxes);
        let first = self.corrals.find(
            board,
            &self.now,
            &self.regions,
            |cell| spare == 0 && !board.cells[usize::from(cell)].is_target,
            |cell| spare == 0 && !self.distances.is_live(cell),
        );
        self.looks += 4 * board.len();
        let mut candidates = Vec::new();
        for nth in 0..state.boxes.len() {
            let cell = state.boxes[nth];
            if board.hole_of(cell).is_some() {
                continue;
            }
            let may_be_first = first
                .as_ref()
                .is_none_or(|first| first.iter().any(|(at, _)| *at == cell));
            if may_be_first {
                self.list_shifts(state, nth, first.as_deref(), &mut candidates);
            }
        }
        candidates
    }

    fn queue(&mut self, node: u32, here: Outlook, mut candidates: Vec<Candidate>) {
        let mut advised = advised(&here, candidates.iter().map(|c| &c.after));
        let mut features = here.features;
        if self.grouping == Grouping::Coarse {
            features.mobile = 0;
        }
        let group = *self.by_features.entry(features).or_insert_with(|| {
            self.groups.push(BinaryHeap::new());
            self.groups.len() - 1
        });
        let cost = self.nodes[node as usize].cost;
        for nth in &advised {
            let Shift { nth, to, hero } = candidates[*nth].shift;
            self.found += 1;
            self.groups[group].push(Reverse((cost, 0, self.found, node, Some((nth, to, hero)))));
            self.to_try += 1;
        }
        advised.sort_unstable();
        for nth in advised.into_iter().rev() {
            candidates.swap_remove(nth);
        }
        if self.keep_rest(node, candidates) {
            self.found += 1;
            self.groups[group].push(Reverse((cost + 1, 0, self.found, node, None)));
            self.to_try += 1;
        }
    }

    /// Stores the shifts that no adviser recommends in the node of their state, the best first. Returns whether there
    /// are any.
    fn keep_rest(&mut self, node: u32, mut candidates: Vec<Candidate>) -> bool {
        candidates.sort_by_key(|c| (Reverse(c.after.features.covered), c.after.pushes, c.shift));
        let rest: Box<[Shift]> = candidates.into_iter().map(|c| c.shift).collect();
        self.rest_bytes += size_of_val(&*rest);
        let is_any = !rest.is_empty();
        self.nodes[node as usize].rest = rest;
        is_any
    }

    /// Adds the shifts of one box to `out`. If `first` is given, each shift must begin with one of these pushes.
    fn list_shifts(
        &mut self,
        state: &BoxState,
        nth: usize,
        first: Option<&[(BoxCell, usize)]>,
        out: &mut Vec<Candidate>,
    ) {
        let board = self.board;
        let from = state.boxes[nth];
        let others = state
            .boxes
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != nth);
        let others: Vec<BoxCell> = others.map(|(_, place)| *place).collect();
        let spare = self.spare(&state.boxes);
        let lost = { others.iter() }
            .filter(|place| board.hole_of(**place).is_none() && !self.distances.is_live(**place))
            .count();
        let hash = self.hash(state) ^ board.hero_key(state.hero) ^ board.numbered_key(nth, from);
        let lying = |places: &[BoxCell]| {
            let lying = places
                .iter()
                .copied()
                .filter(|place| board.hole_of(*place).is_none());
            lying.collect::<Vec<_>>()
        };
        let lying = lying(&others);
        let (distances, seen) = (&self.distances, &self.seen);
        let aim = PuzzleAim {
            board,
            plan: &self.plan,
            aims: &self.aims,
            distances,
        };
        let (frozen, outlooks) = (&mut self.frozen, &mut self.outlooks);
        let (looks, meter) = (&mut self.looks, self.meter);
        let is_shut =
            |to: BoxCell| lost >= spare && !distances.is_live(to) && distances.is_live(from);
        self.shifts.visit(
            board,
            &mut self.now,
            &mut self.regions,
            (from, state.hero, board.sorts[nth]),
            first,
            is_shut,
            |Visit {
                 to,
                 hero,
                 places,
                 regions,
                 ..
             }| {
                *looks += 2 * board.len();
                if *looks > PAID && !pay(meter, looks) {
                    return true;
                }
                if seen.has(hash ^ board.hero_key(hero) ^ board.numbered_key(nth, to))
                    || (to, hero) == (from, state.hero)
                {
                    return false;
                }
                let is_sunk = board.hole_of(to).is_some();
                if is_sunk && spare == 0 && !board.targets.is_empty() {
                    return false;
                }
                let boxes = || lying.iter().copied().chain((!is_sunk).then_some(to));
                if !is_sunk && !board.targets.is_empty() {
                    let is_lost = |cell: BoxCell| spare == 0 && !distances.is_live(cell);
                    frozen.find(board, places, Some(to), boxes(), is_lost);
                    let is_lost = |cell: &&BoxCell| {
                        !board.cells[usize::from(**cell)].is_target && distances.is_live(**cell)
                    };
                    let stuck = frozen.cells.iter().filter(is_lost).count();
                    let is_dead = usize::from(!distances.is_live(to));
                    if lost + is_dead + stuck > spare {
                        return false;
                    }
                }
                let after = outlooks.measure(aim, places, regions, boxes());
                let nth = u16::try_from(nth).unwrap_or(u16::MAX);
                out.push(Candidate {
                    shift: Shift { nth, to, hero },
                    after,
                });
                false
            },
        );
    }

    /// The number of boxes that no target needs.
    fn spare(&self, boxes: &[BoxCell]) -> usize {
        let lying = boxes
            .iter()
            .filter(|place| self.board.hole_of(**place).is_none())
            .count();
        lying.saturating_sub(self.board.targets.len())
    }

    fn is_won(&self, places: &BoxPlaces, regions: &Regions) -> bool {
        let (targets, wanted) = (&self.board.targets, &self.board.wanted);
        let is_reached = wanted.is_empty() || wanted.iter().any(|cell| regions.has(*cell));
        is_reached && targets.iter().all(|target| places.has_box(*target))
    }

    /// Whether a state may still be won: each target may still get a different box, if frozen boxes count as walls.
    fn may_win(&mut self, state: &BoxState) -> bool {
        let board = self.board;
        let lying: Vec<BoxCell> = { state.boxes.iter() }
            .copied()
            .filter(|place| board.hole_of(*place).is_none())
            .collect();
        if lying.len() < board.targets.len() {
            return false;
        }
        if board.targets.is_empty() {
            return true;
        }
        let is_spare = lying.len() > board.targets.len();
        let is_lost = |cell: BoxCell| !is_spare && !self.distances.is_live(cell);
        self.frozen
            .find(board, &self.now, None, lying.iter().copied(), is_lost);
        self.looks += board.len();
        if self.frozen.cells.is_empty() {
            return self.distances.are_all
                && lying
                    .iter()
                    .filter(|cell| self.distances.is_live(**cell))
                    .count()
                    >= board.targets.len()
                || matched(board.targets.len(), lying.len(), |nth| {
                    Some(self.distances.row(lying[nth]))
                }) == board.targets.len();
        }
        let key = self
            .frozen
            .cells
            .iter()
            .fold(0, |key, cell| key ^ board.box_key(*cell));
        let frozen = &self.frozen;
        let looks = &mut self.looks;
        let distances = self.walled.entry(key).or_insert_with(|| {
            *looks += board.len() * (1 + board.targets.len());
            PushDistances::new(board, &board.targets, |cell| frozen.has(cell))
        });
        let covered = frozen
            .cells
            .iter()
            .filter(|cell| board.cells[usize::from(**cell)].is_target);
        let left = board.targets.len() - covered.count();
        *looks += lying.len() * board.targets.len();
        let open = matched(board.targets.len(), lying.len(), |nth| {
            (!frozen.has(lying[nth])).then(|| distances.row(lying[nth]))
        });
        open >= left
    }

    /// Returns the states from the start to a node.
    fn line(&self, node: u32) -> Vec<BoxState> {
        let mut line = Vec::new();
        let mut at = node;
        while at != u32::MAX {
            line.push(self.state(at));
            at = self.nodes[at as usize].parent;
        }
        line.reverse();
        line
    }

    /// Pays for the work so far. Returns `false` if the budget is spent.
    fn pay(&mut self) -> bool {
        self.meter.pay() && pay(self.meter, &mut self.looks)
    }

    /// Returns the bytes of all distances.
    fn distances_bytes(&self) -> usize {
        (1 + self.walled.len()) * self.distances.bytes()
    }

    fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<PushNode>();
        let places = self.places.capacity() * size_of::<BoxCell>();
        let to_try = 2 * self.to_try * size_of::<ToTry>();
        let beside = self.distances_bytes() + self.shut_off.bytes();
        grown([nodes, places, self.seen.bytes()]) + to_try + self.rest_bytes + beside
    }
}

/// Pays for looks as whole steps; the remainder stays in `looks`. Returns `false` if the budget is spent.
fn pay(meter: &Meter<'_>, looks: &mut usize) -> bool {
    let steps = *looks / LOOKS_A_STEP;
    *looks %= LOOKS_A_STEP;
    meter.look(steps * LOOKS_A_STEP) && (0..steps).all(|_| meter.pay())
}
