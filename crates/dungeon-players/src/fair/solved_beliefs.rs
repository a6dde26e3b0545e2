//! Finds the beliefs from which a player wins in every world. If the first belief is not one of them, finds the choice
//! that a player cannot make safely.
use std::collections::VecDeque;

use super::belief_graph::{BeliefGraph, Standing};
use crate::search::budget::Meter;
use crate::verdict::CoinFlip;
use dungeon_model::space::narrow::count;

/// The distance from states that lead to no win, and the rank of beliefs from which bad luck can delay a win without
/// limit.
pub const NEVER: u32 = u32::MAX;

/// The actions that a player may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Any action that the rules allow.
    Any,
    /// Only actions that never cost the hero health, manna or wealth.
    Free,
}

/// A graph of beliefs, and which of the beliefs are won.
pub struct SolvedBeliefs<'g> {
    pub graph: &'g BeliefGraph,
    allowed: Allowed,
    /// By belief: whether a player who takes only safe actions (`is_safe`) wins sooner or later in all worlds.
    is_won: Vec<bool>,
    /// By belief: the number of actions after which a player has certainly won in all worlds; `NEVER` if bad luck can
    /// delay the win without limit.
    ranks: Vec<u32>,
    /// By belief: the number of its first node. A node is a belief together with the state that is assumed to be the
    /// real one.
    first: Vec<usize>,
    /// By node: the number of safe actions to a win with the best luck.
    distances: Vec<u32>,
}

impl<'g> SolvedBeliefs<'g> {
    /// Finds the winning beliefs: the largest set of beliefs with safe actions that never lead out of the set, and that
    /// keep a way to a win from every state of a belief. Returns `None` if the budget ends first.
    pub fn of(
        graph: &'g BeliefGraph,
        allowed: Allowed,
        meter: &Meter<'_>,
    ) -> Option<SolvedBeliefs<'g>> {
        let mut first = vec![0];
        for belief in &graph.beliefs {
            first.push(first[first.len() - 1] + belief.states.len());
        }
        let beliefs = graph.beliefs.len();
        let mut solved = SolvedBeliefs {
            graph,
            allowed,
            is_won: vec![true; beliefs],
            ranks: vec![NEVER; beliefs],
            first,
            distances: Vec::new(),
        };
        loop {
            solved.distances =
                solved.distances(|belief, nth| solved.is_safe(belief, nth), meter)?;
            let lost = |belief: &u32| {
                let belief = *belief as usize;
                let nodes = solved.first[belief]..solved.first[belief + 1];
                solved.is_won[belief] && solved.distances[nodes].contains(&NEVER)
            };
            let lost: Vec<u32> = solved.numbers().filter(lost).collect();
            if lost.is_empty() {
                break;
            }
            lost.into_iter()
                .for_each(|belief| solved.is_won[belief as usize] = false);
        }
        solved.rank_all(meter)?;
        Some(solved)
    }

    /// Whether a player wins from the start in every world.
    pub fn is_fair(&self) -> bool {
        self.is_won[0]
    }

    /// Whether a player wins from the start in every world within a limited number of actions, whatever the random
    /// results.
    pub fn is_sure(&self) -> bool {
        self.ranks[0] != NEVER
    }

    pub fn rank(&self, belief: u32) -> u32 {
        self.ranks[belief as usize]
    }

    /// Returns the number of safe actions to a win with the best luck, from a belief in which `state` is the real
    /// state.
    pub fn distance(&self, belief: u32, state: u32) -> u32 {
        self.distances[self.node(belief, state)]
    }

    /// Whether an action keeps a player on the way to a win in all worlds.
    pub fn is_safe(&self, belief: u32, nth: usize) -> bool {
        let taken = &self.graph.beliefs[belief as usize].actions[nth];
        let is_kept = |next: u32| self.is_won[next as usize];
        let is_free = self.allowed == Allowed::Any || !taken.can_cost;
        is_kept(belief) && !taken.can_lose && is_free && taken.next().all(is_kept)
    }

    fn numbers(&self) -> std::ops::Range<u32> {
        0..count(self.graph.beliefs.len())
    }

    fn node(&self, belief: u32, state: u32) -> usize {
        let states = &self.graph.beliefs[belief as usize].states;
        let nth = states.binary_search(&state).expect("a state of the belief");
        self.first[belief as usize] + nth
    }

    /// By node: the number of actions to a win with the best luck, using only actions that `takes` allows; `NEVER` if
    /// there is no such way. Returns `None` if the budget ends first.
    fn distances(&self, takes: impl Fn(u32, usize) -> bool, meter: &Meter<'_>) -> Option<Vec<u32>> {
        let nodes = self.first[self.graph.beliefs.len()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        let mut distances = vec![NEVER; nodes];
        let mut open = VecDeque::new();
        for number in self.numbers() {
            let belief = &self.graph.beliefs[number as usize];
            for nth in (0..belief.actions.len()).filter(|nth| takes(number, *nth)) {
                for state in &belief.states {
                    let node = self.node(number, *state);
                    for (standing, next) in self.graph.outcomes(number, nth, *state) {
                        match (standing, next) {
                            (Standing::Won, _) if distances[node] == NEVER => {
                                distances[node] = 1;
                                open.push_back(node);
                            }
                            (Standing::In(state), Some(next)) => {
                                let node = count(node);
                                before[self.node(next, state)].push(node);
                            }
                            _ => {}
                        }
                    }
                }
            }
            if !meter.look(belief.states.len() * belief.actions.len()) {
                return None;
            }
        }
        while let Some(node) = open.pop_front() {
            for earlier in std::mem::take(&mut before[node]) {
                let earlier = earlier as usize;
                if distances[earlier] == NEVER {
                    distances[earlier] = distances[node] + 1;
                    open.push_back(earlier);
                }
            }
        }
        Some(distances)
    }

    /// Computes the ranks of the beliefs. Each round finds the beliefs that need one more action. Returns `None` if the
    /// budget ends first.
    fn rank_all(&mut self, meter: &Meter<'_>) -> Option<()> {
        for rank in 1.. {
            let is_next = |belief: &u32| {
                let actions = &self.graph.beliefs[*belief as usize].actions;
                let wins = |nth: usize| {
                    let mut next = actions[nth].next();
                    self.is_safe(*belief, nth)
                        && next.all(|next| self.ranks[next as usize] != NEVER)
                };
                self.ranks[*belief as usize] == NEVER && (0..actions.len()).any(wins)
            };
            let next: Vec<u32> = self.numbers().filter(is_next).collect();
            if next.is_empty() {
                break;
            }
            next.into_iter()
                .for_each(|belief| self.ranks[belief as usize] = rank);
            if !meter.look(self.graph.beliefs.len()) {
                return None;
            }
        }
        Some(())
    }

    /// Returns the nearest choice that a player cannot make safely: an action that wins, or leads to a sure win, in
    /// some worlds, and loses in others. If there is none, returns the first action after which the game can be lost
    /// but also still be won. Without such an action, or if some worlds are lost at the start, returns a choice without
    /// an action. Returns `None` if the budget ends first.
    pub fn coin_flip(&self, meter: &Meter<'_>) -> Option<CoinFlip> {
        let hopes = self.distances(|_, _| true, meter)?;
        let is_hopeless = |belief: u32, state: u32| hopes[self.node(belief, state)] == NEVER;
        let start = &self.graph.beliefs[0].states;
        let hopeless = start.iter().copied().filter(|state| is_hopeless(0, *state));
        let (level, at) = self.graph.place(0);
        let lost_at_once = CoinFlip {
            level,
            at,
            action: None,
            lost: self.graph.worlds_of(hopeless),
            worlds: self.graph.worlds_of(start.iter().copied()),
            is_deadly: false,
        };
        if lost_at_once.lost > 0 {
            return Some(lost_at_once);
        }
        let mut seen = vec![false; self.graph.beliefs.len()];
        seen[0] = true;
        let mut open = VecDeque::from([0]);
        let mut second_best = None;
        while let Some(number) = open.pop_front() {
            let belief = &self.graph.beliefs[number as usize];
            let mut best: Option<CoinFlip> = None;
            for (nth, taken) in belief.actions.iter().enumerate() {
                let risk = self.risk(number, nth, &is_hopeless);
                let Some(risk) = risk else {
                    for next in taken.next() {
                        if !std::mem::replace(&mut seen[next as usize], true) {
                            open.push_back(next);
                        }
                    }
                    continue;
                };
                match risk {
                    (Gain::None, _) => {}
                    (Gain::Hope, flip) => {
                        second_best.get_or_insert(flip);
                    }
                    (Gain::Win, flip) if best.is_none_or(|best| flip.lost < best.lost) => {
                        best = Some(flip);
                    }
                    (Gain::Win, _) => {}
                }
            }
            if best.is_some() {
                return best;
            }
        }
        Some(second_best.unwrap_or(lost_at_once))
    }

    /// Returns the best that an action can achieve, and the action as a choice that can lose the game; `None` if the
    /// action has no risk.
    fn risk(
        &self,
        number: u32,
        nth: usize,
        is_hopeless: &impl Fn(u32, u32) -> bool,
    ) -> Option<(Gain, CoinFlip)> {
        let belief = &self.graph.beliefs[number as usize];
        let mut gain = Gain::None;
        let mut is_deadly = false;
        let mut lost = Vec::new();
        for state in &belief.states {
            for (standing, next) in self.graph.outcomes(number, nth, *state) {
                match (standing, next) {
                    (Standing::Lost, _) => {
                        is_deadly = true;
                        lost.push(*state);
                    }
                    (Standing::In(after), Some(next)) if is_hopeless(next, after) => {
                        lost.push(*state);
                    }
                    (Standing::In(_), Some(next)) if self.rank(next) == NEVER => {
                        gain = gain.max(Gain::Hope);
                    }
                    _ => gain = Gain::Win,
                }
            }
        }
        if lost.is_empty() {
            return None;
        }
        let (level, at) = self.graph.place(number);
        let flip = CoinFlip {
            level,
            at,
            action: Some(belief.actions[nth].action),
            lost: self.graph.worlds_of(lost.into_iter()),
            worlds: self.graph.worlds_of(belief.states.iter().copied()),
            is_deadly,
        };
        Some((gain, flip))
    }
}

/// The best that an action can achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gain {
    /// The action gains nothing: the game is lost in all worlds.
    None,
    /// A win is still possible.
    Hope,
    /// The game is won, or will certainly be won.
    Win,
}
