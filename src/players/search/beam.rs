//! Search in a beam: all states a macro further, of which the best few go on.
use std::collections::{HashMap, HashSet};

use super::budget::Meter;
use super::domain::{Attempt, Domain, SearchEnd};
use super::tree::{Course, Tree};
use crate::engine::game::Game;

/// Searches for a win in a beam that goes on from the best `width` states of each depth. Among states of one cost the
/// elder goes on.
pub fn search<D: Domain>(
    domain: &mut D,
    start: &Game,
    width: usize,
    meter: &mut Meter<'_>,
) -> Attempt {
    let mut tree = Tree::default();
    let mut seen = HashSet::from([domain.state(start)]);
    let mut best = (i64::MAX, None);
    let mut spare: Vec<Box<Game>> = Vec::new();
    let mut macros = Vec::new();
    let mut layer = vec![BeamState {
        cost: 0,
        node: None,
        group: 0,
        game: Box::new(start.clone()),
    }];
    let mut next = Vec::new();
    let width = width.min(meter.memory() / (3 * start.bytes())).max(1);
    while !layer.is_empty() && tree.len() * Tree::BYTES_A_NODE < meter.memory() {
        for BeamState { node, game, .. } in layer.drain(..) {
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
                        next.push(BeamState {
                            cost,
                            node: Some(node),
                            group: domain.group(&child),
                            game: child,
                        });
                        if next.len() > 2 * width {
                            thin(&mut next, width, &mut spare);
                        }
                    }
                    Course::Open(_) => {
                        tree.forget_last();
                        spare.push(child);
                    }
                    Course::Closed => spare.push(child),
                }
            }
            spare.push(game);
        }
        thin(&mut next, width, &mut spare);
        std::mem::swap(&mut layer, &mut next);
    }
    let actions = tree.line(best.1);
    Attempt {
        end: SearchEnd::Dry,
        actions,
    }
}

/// A state to go on from.
struct BeamState {
    cost: i64,
    node: Option<u32>, // none: the start
    group: u64,
    game: Box<Game>,
}

/// Keeps the best states of each group, `width` in all, in the order in which they go on.
fn thin(states: &mut Vec<BeamState>, width: usize, spare: &mut Vec<Box<Game>>) {
    states.sort_unstable_by_key(|state| (state.cost, state.node));
    let first = states.first().map(|state| state.group);
    if states.iter().any(|state| Some(state.group) != first) {
        let mut before: HashMap<u64, u32> = HashMap::new();
        // The sort is stable, so that states of one rank stay in the order of their costs.
        states.sort_by_cached_key(|state| {
            let rank = before.entry(state.group).or_default();
            *rank += 1;
            *rank
        });
    }
    let given_up = states.drain(width.min(states.len())..);
    spare.extend(given_up.map(|state| state.game));
}
