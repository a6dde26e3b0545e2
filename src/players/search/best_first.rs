//! Search best first: on from the state of the least cost, whatever line led there.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::budget::Meter;
use super::domain::{Attempt, Domain, SearchEnd};
use super::tree::{Course, Tree};
use crate::engine::game::Game;

/// A state to go on from; ordered by its cost, then by its age, so that a search is the same on every machine.
struct OpenState {
    rank: Reverse<(i64, u32)>,
    game: Box<Game>,
}

impl PartialEq for OpenState {
    fn eq(&self, other: &OpenState) -> bool {
        self.rank == other.rank
    }
}

impl Eq for OpenState {}

impl PartialOrd for OpenState {
    fn partial_cmp(&self, other: &OpenState) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenState {
    fn cmp(&self, other: &OpenState) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// Searches for a win best first. Where memory ends, the worse half of what is open is given up.
pub fn search<D: Domain>(domain: &mut D, start: &Game, meter: &Meter<'_>) -> Attempt {
    let mut tree = Tree::default();
    let mut seen = HashSet::from([domain.state(start)]);
    let mut best = (i64::MAX, None);
    let mut open = BinaryHeap::new();
    let mut spare: Vec<Box<Game>> = Vec::new();
    let mut macros = Vec::new();
    let mut at = Some((None, Box::new(start.clone())));
    while let Some((node, game)) = at.take() {
        meter.weigh(&game);
        if !meter.look(1) {
            let actions = tree.line(best.1);
            return Attempt {
                end: SearchEnd::Spent,
                actions,
            };
        }
        macros.clear();
        domain.list_macros(&game, &mut macros);
        for doing in macros.drain(..) {
            let mut child = spare.pop().unwrap_or_else(|| game.clone());
            child.clone_from(&game);
            match tree.follow(domain, &mut child, doing, node, meter) {
                Course::Won(node) => {
                    let actions = tree.line(Some(node));
                    return Attempt {
                        end: SearchEnd::Won,
                        actions,
                    };
                }
                Course::Spent => {
                    let actions = tree.line(best.1);
                    return Attempt {
                        end: SearchEnd::Spent,
                        actions,
                    };
                }
                Course::Open(node)
                    if seen.insert(domain.state(&child)) && !domain.is_hopeless(&child) =>
                {
                    let cost = domain.cost(&child);
                    if cost < best.0 {
                        best = (cost, Some(node));
                    }
                    let rank = Reverse((cost, node));
                    open.push(OpenState { rank, game: child });
                }
                Course::Open(_) => {
                    tree.forget_last();
                    spare.push(child);
                }
                Course::Closed => spare.push(child),
            }
        }
        let bytes = (open.len() + spare.len()) * game.bytes() + tree.len() * Tree::BYTES_A_NODE;
        if bytes > meter.memory() {
            spare.clear();
            let mut states = open.into_sorted_vec();
            states.drain(..states.len() / 2);
            open = states.into();
        }
        spare.push(game);
        at = open
            .pop()
            .map(|OpenState { rank, game }| (Some(rank.0.1), game));
    }
    let actions = tree.line(best.1);
    Attempt {
        end: SearchEnd::Dry,
        actions,
    }
}
