//! The game on the ground graph of explore: no monsters and no harm, but one-way connections stay one-way, and one-time
//! traps work once. Cells that a cause closes when the hero takes a thing or steps somewhere stay closed from then on.
//!
//! Parts of the ground between which the hero can go back and forth form one place. The hero takes everything there at
//! once, since having a thing never hurts. Only ways that do not lead back are decisions. The graph gives the hero
//! every choice that chance or a monster may have, so a game lost here is really lost.
use std::collections::HashSet;

use super::ground::{GroundCloser, GroundGraph, GroundThing, Part, PartKind};
use crate::search::budget::Meter;
use dungeon_model::dungeon::LockId;
use dungeon_model::space::narrow::count;

/// The maximum number of one-time traps and closing causes that are tracked. Further traps work any number of times,
/// and further causes close nothing, which only allows more.
const SPRUNG: usize = 64;

/// The maximum number of exits to look at for one question: about a tenth of a second's work.
pub const VISITS: usize = 2_000_000;

/// The state of a game on the ground: the hero's part, the openable locks, the taken things and the sprung traps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroundPlay {
    /// The hero's part.
    pub part: Part,
    /// The locks that the hero can open, sorted.
    pub locks: Vec<LockId>,
    /// The taken things, one bit each.
    pub taken: Vec<u64>,
    /// The sprung one-time traps and the causes that have closed something, one bit each.
    pub sprung: u64,
}

impl GroundPlay {
    /// Returns the approximate size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<GroundPlay>() + 2 * size_of_val(&*self.locks) + size_of_val(&*self.taken)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundExit {
    pub to: Part,
    /// The one-time traps and the closing causes that the exit springs, one bit each.
    pub springs: u64,
    pub by: GroundWay,
}

/// How an exit is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundWay {
    /// A step to neighboring ground.
    Foot,
    /// The trap on this part.
    Trap(Part),
    /// Stairs, by their number in the part that the hero leaves.
    Stairs(usize),
    /// No way at all: the hero takes a thing, by its number, and a cause closes some parts.
    Take(usize),
}

/// Whether a game on the ground can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundOutcome {
    /// The hero can take everything that is needed.
    CanBeWon,
    /// The hero cannot take everything that is needed. Holds the number of a thing that is left in the best case.
    Lost(usize),
    /// Unknown: the answer would need too many looks at exits, or the budget ended.
    TooLarge,
}

/// The game on a ground graph.
#[derive(Debug)]
pub struct GroundGame<'a> {
    graph: &'a GroundGraph,
    meter: &'a Meter<'a>,
    /// The number of exits in the whole graph. Exploring a place looks at no more exits than this.
    ways: usize,
    /// For each part: the number of its trap, if the part has a one-time trap that is tracked; otherwise `None`.
    once: Vec<Option<usize>>,
    /// The closing causes that are tracked, each with its bit.
    closers: Vec<(u64, &'a GroundCloser)>,
    /// By part: the bits of the causes that close it. Empty without such causes.
    closed_by: Vec<u64>,
    /// By part: the bits of the causes that happen when the hero steps there. Empty without such causes.
    trodden: Vec<u64>,
    /// By thing: the bits of the causes that happen when the hero takes it. Empty without such causes.
    grasped: Vec<u64>,
}

impl<'a> GroundGame<'a> {
    /// Creates the game on a ground graph, within a budget.
    pub fn new(graph: &'a GroundGraph, meter: &'a Meter<'a>) -> GroundGame<'a> {
        let mut count = 0;
        let once = graph.parts.iter().map(|part| {
            let is_once = matches!(part.kind, PartKind::Carrier { once: true, .. });
            let number = (is_once && count < SPRUNG).then_some(count);
            count += usize::from(number.is_some());
            number
        });
        let once: Vec<Option<usize>> = once.collect();
        let bits = (count..SPRUNG).map(|bit| 1 << bit);
        let closers: Vec<(u64, &GroundCloser)> = bits.zip(&graph.closers).collect();
        let has_closers = !closers.is_empty();
        let none = |most: &[_]| vec![0; if has_closers { most.len() } else { 0 }];
        let mut closed_by = none(&graph.parts);
        let mut trodden = none(&graph.parts);
        let mut grasped = vec![0; if has_closers { graph.things.len() } else { 0 }];
        for (bit, closer) in &closers {
            closer
                .gates
                .iter()
                .for_each(|part| closed_by[*part as usize] |= bit);
            closer
                .plates
                .iter()
                .for_each(|part| trodden[*part as usize] |= bit);
            closer
                .things
                .iter()
                .for_each(|thing| grasped[*thing as usize] |= bit);
        }
        let ways = graph.parts.iter().map(|part| {
            let landing = match &part.kind {
                PartKind::Carrier { landing, .. } => landing.parts.len(),
                PartKind::Open | PartKind::Door(_) | PartKind::Stepwise => 0,
            };
            let stairs = part.stairs.iter().map(|(_, to)| to.parts.len());
            1 + part.beside.len() * (1 + landing) + stairs.sum::<usize>()
        });
        GroundGame {
            ways: ways.sum(),
            graph,
            meter,
            once,
            closers,
            closed_by,
            trodden,
            grasped,
        }
    }

    /// Returns the parts of the tracked traps, in the order of the bits of `GroundPlay::sprung`.
    pub fn once(&self) -> Vec<Part> {
        let parts = (0..).zip(&self.once);
        parts
            .filter(|(_, number)| number.is_some())
            .map(|(part, _)| part)
            .collect()
    }

    /// Returns the closing causes that are tracked, each with its bit of `GroundPlay::sprung`.
    pub fn closers(&self) -> &[(u64, &'a GroundCloser)] {
        &self.closers
    }

    /// Stops tracking the closing cause with this bit. The cause then closes nothing.
    pub fn without(mut self, bit: u64) -> GroundGame<'a> {
        for bits in [&mut self.closed_by, &mut self.trodden, &mut self.grasped] {
            bits.iter_mut().for_each(|bits| *bits &= !bit);
        }
        self
    }

    /// Returns the number of exits in the whole graph.
    pub fn ways(&self) -> usize {
        self.ways
    }

    /// Returns the play at the hero's start; `None` if the start is unknown or the graph has more than `VISITS` exits.
    pub fn begin(&self) -> Option<GroundPlay> {
        (self.ways <= VISITS).then_some(GroundPlay {
            part: self.graph.start?,
            locks: self.graph.held.clone(),
            taken: vec![0; self.graph.things.len().div_ceil(64)],
            sprung: 0,
        })
    }

    /// Whether the hero can take everything that is needed from this state on. Looks at no more than `most` exits.
    pub fn outcome(&self, from: GroundPlay, most: usize) -> GroundOutcome {
        let mut visits = 0;
        let mut seen = HashSet::new();
        let mut open = vec![from];
        let mut best: Option<(usize, usize)> = None;
        while let Some(mut play) = open.pop() {
            visits += self.ways;
            if visits > most {
                return GroundOutcome::TooLarge;
            }
            let exits = self.settle(&mut play, true);
            let copies = exits.len() * (1 + play.taken.len() / 8);
            let kept = (seen.len() + open.len() + exits.len()) * 2 * play.bytes();
            if !self.meter.look(copies + self.graph.things.len()) || !self.meter.fits_beside(kept) {
                return GroundOutcome::TooLarge;
            }
            let left = self.left(&play);
            let count = left.clone().count();
            let Some(first) = left.min() else {
                return GroundOutcome::CanBeWon;
            };
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, first));
            }
            if seen.insert(play.clone()) {
                open.extend(exits.into_iter().map(|(_, exit)| self.leave(&play, exit)));
            }
        }
        best.map_or(GroundOutcome::TooLarge, |(_, thing)| {
            GroundOutcome::Lost(thing)
        })
    }

    /// The needed things that the hero has not taken.
    fn left<'b>(&'b self, play: &'b GroundPlay) -> impl Iterator<Item = usize> + Clone + 'b {
        let things = self.graph.things.iter().enumerate();
        let left = things.filter(|(n, thing)| thing.is_needed && !has_bit(&play.taken, *n));
        left.map(|(n, _)| n)
    }

    /// Returns the play after an exit is taken.
    pub fn leave(&self, play: &GroundPlay, exit: GroundExit) -> GroundPlay {
        let mut after = GroundPlay {
            part: exit.to,
            sprung: play.sprung | exit.springs,
            ..play.clone()
        };
        if let GroundWay::Take(thing) = exit.by {
            self.take(&mut after, thing);
        }
        after
    }

    /// Moves the hero to the first part of the hero's place. This part stands for the whole place. If `takes`, also
    /// takes everything within the place. Returns the exits that do not lead back, each with the part that the hero
    /// leaves; exits are missing if the budget ended.
    pub fn settle(&self, play: &mut GroundPlay, takes: bool) -> Vec<(Part, GroundExit)> {
        loop {
            let place = self.place(play);
            let locks = play.locks.len();
            let mut things = 0;
            for part in place.iter().filter(|_| takes) {
                things += self.graph.get(*part).things.len();
                for thing in &self.graph.get(*part).things {
                    let is_free = self.newly(&self.grasped, *thing, play) == 0;
                    if is_free && self.graph.exit != Some(*thing as usize) {
                        self.take(play, *thing as usize);
                    }
                }
            }
            let is_stopped = !self.meter.look(things);
            if is_stopped || play.locks.len() == locks {
                if takes {
                    self.leave_last(play, &place);
                }
                play.part = place.iter().copied().min().unwrap_or(play.part);
                return self.ways_out(play, &place);
            }
        }
    }

    /// Takes a way out within the place if everything else that is needed is done.
    fn leave_last(&self, play: &mut GroundPlay, place: &[Part]) {
        let Some(exit) = self.graph.exit else {
            return;
        };
        let is_here = |part: &Part| self.graph.get(*part).things.contains(&(count(exit)));
        let is_last = self.left(play).all(|thing| thing == exit);
        if is_last && place.iter().any(is_here) {
            self.take(play, exit);
        }
    }

    pub fn take(&self, play: &mut GroundPlay, thing: usize) {
        play.taken[thing / 64] |= 1 << (thing % 64);
        play.sprung |= self.newly(&self.grasped, count(thing), play);
        if let Some(lock) = self.graph.things[thing].opens
            && let Err(place) = play.locks.binary_search(&lock)
        {
            play.locks.insert(place, lock);
        }
    }

    /// Returns the hero's place: the parts that the hero can reach from the current part and come back from.
    pub fn place(&self, play: &GroundPlay) -> Vec<Part> {
        let mut is_seen = vec![false; self.graph.parts.len()];
        self.meter.look(is_seen.len() / 16);
        let mut back: Vec<(Part, Part)> = Vec::new();
        let mut seen = vec![play.part];
        is_seen[play.part as usize] = true;
        let mut next = 0;
        while let Some(part) = seen.get(next).copied() {
            next += 1;
            let ways = back.len();
            self.exits(play, part, |exit| {
                if exit.springs == 0 {
                    back.push((exit.to, part));
                    if !std::mem::replace(&mut is_seen[exit.to as usize], true) {
                        seen.push(exit.to);
                    }
                }
            });
            if !self.meter.look(1 + 4 * (back.len() - ways)) {
                break;
            }
        }
        back.sort_unstable();
        let mut place = vec![play.part];
        is_seen.fill(false);
        is_seen[play.part as usize] = true;
        let mut next = 0;
        while let Some(part) = place.get(next).copied() {
            next += 1;
            let first = back.partition_point(|(to, _)| *to < part);
            for (_, from) in back[first..].iter().take_while(|(to, _)| *to == part) {
                if !std::mem::replace(&mut is_seen[*from as usize], true) {
                    place.push(*from);
                }
            }
        }
        place
    }

    fn ways_out(&self, play: &GroundPlay, place: &[Part]) -> Vec<(Part, GroundExit)> {
        let mut ways = Vec::new();
        let mut is_here = vec![false; self.graph.parts.len()];
        place.iter().for_each(|part| is_here[*part as usize] = true);
        for part in place {
            self.exits(play, *part, |exit| {
                if exit.springs != 0 || !is_here[exit.to as usize] {
                    ways.push((*part, exit));
                }
            });
            for thing in &self.graph.get(*part).things {
                let springs = self.newly(&self.grasped, *thing, play);
                if springs != 0 && !has_bit(&play.taken, *thing as usize) {
                    ways.extend(self.takes(*part, *thing, springs));
                }
            }
        }
        ways
    }

    /// The ways to take a thing from a part, which makes the causes of `springs` happen. The hero steps to the thing,
    /// or stays in the part if a body occupies the thing's cell. Ways that end in a part that these causes close are
    /// left out, since the hero would die there (C-3).
    fn takes(
        &self,
        part: Part,
        thing: u32,
        springs: u64,
    ) -> impl Iterator<Item = (Part, GroundExit)> {
        let GroundThing { level, at, .. } = self.graph.things[thing as usize];
        let own = self.graph.part(level, at).filter(|own| *own != part);
        let ends = own.into_iter().chain([part]);
        let ends = ends.filter(move |end| self.closed_by[*end as usize] & springs == 0);
        ends.map(move |to| {
            let by = GroundWay::Take(thing as usize);
            (part, GroundExit { to, springs, by })
        })
    }

    /// The bits of a list that are not yet set in a play.
    fn newly(&self, bits: &[u64], nth: u32, play: &GroundPlay) -> u64 {
        bits.get(nth as usize).copied().unwrap_or_default() & !play.sprung
    }

    /// Calls `tell` with each exit of a part.
    pub fn exits(&self, play: &GroundPlay, from: Part, mut tell: impl FnMut(GroundExit)) {
        let part = self.graph.get(from);
        let is_closed = |part: Part| {
            let bits = self.closed_by.get(part as usize);
            bits.is_some_and(|bits| bits & play.sprung != 0)
        };
        let is_open = |part: Part| match self.graph.get(part).kind {
            _ if is_closed(part) => false,
            PartKind::Door(lock) => play.locks.contains(&lock),
            _ => true,
        };
        let mut tell = |exit: GroundExit| {
            let springs = exit.springs | self.newly(&self.trodden, exit.to, play);
            let is_crushed = self.closed_by.get(exit.to as usize).copied();
            if is_crushed.unwrap_or_default() & springs == 0 {
                tell(GroundExit { springs, ..exit });
            }
        };
        for beside in part.beside.iter().copied() {
            let mut walk = |to, springs, by| tell(GroundExit { to, springs, by });
            let PartKind::Carrier { once, landing } = &self.graph.get(beside).kind else {
                if is_open(beside) {
                    walk(beside, 0, GroundWay::Foot);
                }
                continue;
            };
            if is_closed(beside) {
                continue;
            }
            let number = self.once[beside as usize].filter(|_| *once);
            let bit = number.map_or(0, |number| 1 << number);
            let is_sprung = play.sprung & bit != 0;
            if !is_sprung {
                let parts = landing.parts.iter().copied().filter(|to| is_open(*to));
                parts.for_each(|to| walk(to, bit, GroundWay::Trap(beside)));
            }
            // A hero may stand on a sprung trap, on a trap whose target may have no room, and on an untracked one-time
            // trap.
            if is_sprung || landing.may_stay || *once && number.is_none() {
                walk(beside, bit & !play.sprung, GroundWay::Trap(beside));
            }
        }
        for (nth, (_, arrivals)) in part.stairs.iter().enumerate() {
            for to in arrivals.parts.iter().copied().filter(|to| is_open(*to)) {
                let by = GroundWay::Stairs(nth);
                tell(GroundExit { to, springs: 0, by });
            }
        }
    }
}

fn has_bit(bits: &[u64], n: usize) -> bool {
    bits.get(n / 64)
        .is_some_and(|word| word >> (n % 64) & 1 == 1)
}
