//! A walk towards states from which no win is possible, in a beam of the states that a domain says are nearest to one, and
//! aside from a line that wins. It proves nothing where it finds none.
use std::collections::HashSet;

use super::budget::Meter;
use super::domain::Domain;
use super::tree::{Course, Tree};
use crate::engine::action::Action;
use crate::engine::game::Game;

/// A state that a walk goes on from, with its cost.
struct WalkedState {
    cost: i64,
    node: Option<u32>, // none: the start
    game: Box<Game>,
}

/// A walk towards hopeless states of a game.
pub struct LosingWalk<'a, D: Domain> {
    domain: &'a mut D,
    tree: Tree,
    /// The hashes of all states that were met.
    seen: HashSet<u64>,
    macros: Vec<D::Macro>,
}

impl<'a, D: Domain> LosingWalk<'a, D> {
    /// A walk by a domain whose costs say how far a state is from a hopeless one.
    pub fn new(domain: &'a mut D) -> LosingWalk<'a, D> {
        LosingWalk {
            domain,
            tree: Tree::default(),
            seen: HashSet::new(),
            macros: Vec::new(),
        }
    }

    /// Tries every macro in the start and then in the best `width` states of each depth. Tells of the lines into hopeless
    /// states, those of fewer macros first, until it is told to end or the budget has no more.
    pub fn ahead(
        &mut self,
        start: &Game,
        width: usize,
        meter: &mut Meter<'_>,
        mut tell: impl FnMut(Vec<Action>, &mut Meter<'_>) -> bool,
    ) {
        let most = meter.memory() / (4 * start.bytes());
        let width = width.min(most).max(1);
        let mut layer = vec![WalkedState {
            cost: 0,
            node: None,
            game: Box::new(start.clone()),
        }];
        while !layer.is_empty() && self.tree.len() * Tree::BYTES_A_NODE < meter.memory() {
            let mut next = Vec::new();
            for state in layer {
                if !self.try_all(&state, meter, &mut next, &mut tell) {
                    return;
                }
                if next.len() > 2 * width {
                    thin(&mut next, width);
                }
            }
            thin(&mut next, width);
            layer = next;
        }
    }

    /// Tries every macro in each state of a line of play, and tells of the lines into hopeless states in its order.
    pub fn aside(
        &mut self,
        start: &Game,
        line: &[Action],
        meter: &mut Meter<'_>,
        mut tell: impl FnMut(Vec<Action>, &mut Meter<'_>) -> bool,
    ) {
        let mut state = WalkedState {
            cost: 0,
            node: None,
            game: Box::new(start.clone()),
        };
        for action in line {
            let mut next = Vec::new();
            let goes_on = self.try_all(&state, meter, &mut next, &mut tell) && meter.pay();
            if !goes_on || state.game.step(*action).is_err() || state.game.outcome().is_some() {
                return;
            }
            state.node = Some(self.tree.add(*action, state.node));
        }
    }

    /// Tries every macro in a state, and adds what comes of it to `next`. False where the walk ends.
    fn try_all(
        &mut self,
        state: &WalkedState,
        meter: &mut Meter<'_>,
        next: &mut Vec<WalkedState>,
        tell: &mut impl FnMut(Vec<Action>, &mut Meter<'_>) -> bool,
    ) -> bool {
        let mut macros = std::mem::take(&mut self.macros);
        macros.clear();
        self.domain.list_macros(&state.game, &mut macros);
        let goes_on = macros.drain(..).all(|doing| {
            let mut game = state.game.clone();
            let course = self
                .tree
                .follow(self.domain, &mut game, doing, state.node, meter);
            match course {
                Course::Open(node) if !self.seen.insert(self.domain.state(&game)) => {
                    debug_assert!(node as usize + 1 == self.tree.len());
                    self.tree.forget_last();
                    true
                }
                Course::Open(node) if self.domain.is_hopeless(&game) => {
                    let line = self.tree.line(Some(node));
                    let from = self.tree.line(state.node).len();
                    let line = self.until_hopeless(&state.game, line, from);
                    self.tree.forget_last();
                    tell(line, meter)
                }
                Course::Open(node) => {
                    next.push(WalkedState {
                        cost: self.domain.cost(&game),
                        node: Some(node),
                        game,
                    });
                    true
                }
                Course::Won(_) => {
                    self.tree.forget_last();
                    true
                }
                Course::Closed => true,
                Course::Spent => false,
            }
        });
        self.macros = macros;
        goes_on
    }

    /// A line up to the first action after which a game is hopeless that was not when `from` actions were done.
    fn until_hopeless(&mut self, before: &Game, mut line: Vec<Action>, from: usize) -> Vec<Action> {
        let mut game = before.clone();
        let is_hopeless = |action: &Action| {
            let is_done = game.step(*action).is_ok();
            is_done && self.domain.is_hopeless(&game)
        };
        if let Some(nth) = line[from..].iter().position(is_hopeless) {
            line.truncate(from + nth + 1);
        }
        line
    }
}

/// Keeps the best states, in the order in which they go on.
fn thin(states: &mut Vec<WalkedState>, width: usize) {
    states.sort_unstable_by_key(|state| (state.cost, state.node));
    states.truncate(width);
}
