//! Everything that an unhindered hero can reach in the game `explore`. Monsters and harm are ignored, and one-way
//! passages cut nothing off: a part that was once reached stays in reach. If even this hero cannot reach a needed
//! thing, the game certainly cannot be won.
use std::collections::HashSet;

use super::ground::{Arrivals, GroundGraph, Part, PartKind};
use crate::search::budget::Meter;
use dungeon_model::dungeon::LockId;

#[derive(Clone, Debug)]
pub struct GroundReach {
    /// By part number: whether the hero can stand on the part.
    pub is_reached: Vec<bool>,
    /// By thing number: whether the hero can have the thing.
    pub is_had: Vec<bool>,
    locks: Vec<LockId>,
    /// The locked doors that the hero has reached without having their key.
    waiting: Vec<(LockId, Part)>,
    work: Vec<Part>,
    /// The lists of arrivals that were already followed. Many ways share one list.
    followed: HashSet<*const Part>,
    /// The number of arrivals and doors looked at since the last part was reached.
    arrived: usize,
}

impl GroundReach {
    /// Computes the reach; `None` if the graph does not know the hero's part, or if the budget ends.
    pub fn new(graph: &GroundGraph, meter: &Meter<'_>) -> Option<GroundReach> {
        let mut reach = GroundReach {
            is_reached: vec![false; graph.parts.len()],
            is_had: vec![false; graph.things.len()],
            locks: graph.held.clone(),
            waiting: Vec::new(),
            work: Vec::new(),
            followed: HashSet::new(),
            arrived: 0,
        };
        reach.stand(graph.start?);
        while let Some(part) = reach.work.pop() {
            let here = graph.get(part);
            let ways = 1 + here.beside.len() + here.stairs.len() + here.things.len();
            // Each lookup may search the list of open locks.
            let looks = ways * (1 + reach.locks.len() / 8) + reach.arrived;
            if !meter.look(looks) {
                return None;
            }
            reach.arrived = 0;
            reach.leave(graph, part);
        }
        Some(reach)
    }

    /// Returns the number of the first needed thing out of reach; `None` if all needed things are in reach.
    pub fn lacks(&self, graph: &GroundGraph) -> Option<usize> {
        let mut things = graph.things.iter().zip(&self.is_had);
        things.position(|(thing, is_had)| thing.is_needed && !is_had)
    }

    /// Returns all locks that the hero can open.
    pub fn locks(&self) -> &[LockId] {
        &self.locks
    }

    fn stand(&mut self, part: Part) {
        if !std::mem::replace(&mut self.is_reached[part as usize], true) {
            self.work.push(part);
        }
    }

    /// Takes everything that a part offers, and follows the part's exits.
    fn leave(&mut self, graph: &GroundGraph, part: Part) {
        let here = graph.get(part);
        for thing in &here.things {
            self.is_had[*thing as usize] = true;
            if let Some(lock) = graph.things[*thing as usize].opens {
                self.unlock(lock);
            }
        }
        for beside in &here.beside {
            self.enter(graph, *beside);
        }
        for (_, arrivals) in &here.stairs {
            self.arrive(graph, arrivals);
        }
    }

    fn enter(&mut self, graph: &GroundGraph, part: Part) {
        match &graph.get(part).kind {
            PartKind::Open | PartKind::Stepwise => self.stand(part),
            PartKind::Door(lock) => self.pass(*lock, part),
            PartKind::Carrier { once, landing } => {
                self.arrive(graph, landing);
                if *once || landing.may_stay {
                    self.stand(part);
                }
            }
        }
    }

    fn arrive(&mut self, graph: &GroundGraph, arrivals: &Arrivals) {
        if arrivals.parts.len() > 1 && !self.followed.insert(arrivals.parts.as_ptr()) {
            return;
        }
        self.arrived += arrivals.parts.len();
        for part in arrivals.parts.iter() {
            match graph.get(*part).kind {
                PartKind::Door(lock) => self.pass(lock, *part),
                _ => self.stand(*part),
            }
        }
    }

    fn pass(&mut self, lock: LockId, door: Part) {
        if self.locks.contains(&lock) {
            self.stand(door)
        } else {
            self.waiting.push((lock, door))
        }
    }

    fn unlock(&mut self, lock: LockId) {
        if !self.locks.contains(&lock) {
            self.locks.push(lock);
            self.arrived += self.waiting.len();
            let doors = self.waiting.extract_if(.., |(other, _)| *other == lock);
            for (_, door) in doors.collect::<Vec<_>>() {
                self.stand(door);
            }
        }
    }
}
