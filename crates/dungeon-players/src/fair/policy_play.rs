//! A game played by a policy: the player knows the beliefs and sees only what the hero sees.
use super::belief_graph::{BeliefGraph, Standing};
use super::look::Onlooker;
use super::solved_beliefs::{NEVER, SolvedBeliefs};
use super::spared_health::SparedHealth;
use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;

/// The maximum number of actions in a game.
const LONGEST_PLAY: usize = 10_000;

/// The number of disappointments after which a player supposes something else, at first. It grows with each supposition.
const PATIENCE: usize = 8;

/// A player with a policy. Where no action wins for sure after a limited time, the player acts as if one of the possible
/// states were the real one, each in its turn and for a while.
pub struct PolicyPlayer<'g> {
    solved: &'g SolvedBeliefs<'g>,
    belief: u32,
    /// The state that the player supposes.
    supposed: Option<u32>,
    suppositions: usize,
    /// How often the supposed state has led to something else than expected, since it was supposed.
    disappointments: usize,
}

impl<'g> PolicyPlayer<'g> {
    /// Returns a player at the start.
    pub fn new(solved: &'g SolvedBeliefs<'g>) -> PolicyPlayer<'g> {
        PolicyPlayer {
            solved,
            belief: 0,
            supposed: None,
            suppositions: 0,
            disappointments: 0,
        }
    }

    /// Plays a game of one of the worlds of the first belief to its end, by the real rules and the real luck. Returns the
    /// actions if the player wins.
    pub fn win(
        mut self,
        start: &Game,
        health: SparedHealth,
        meter: &Meter<'_>,
    ) -> Option<Vec<Action>> {
        let mut real = start.clone();
        // The beliefs are about this game, which draws the same numbers.
        let mut spared = start.clone();
        health.spare(&mut spared);
        let mut onlooker = Onlooker::new(start.world());
        let mut line = Vec::new();
        while line.len() < LONGEST_PLAY {
            let nth = self.choice()?;
            let action = self.graph().beliefs[self.belief as usize].actions[nth].action;
            if !meter.pay() || real.step(action).is_err() || spared.step(action).is_err() {
                return None;
            }
            line.push(action);
            match real.outcome() {
                Some(Outcome::Won) => return Some(line),
                Some(_) => return None,
                None => {}
            }
            let look = onlooker.step(&spared);
            health.spare(&mut spared);
            self.learn(nth, look)?;
        }
        None
    }

    fn graph(&self) -> &'g BeliefGraph {
        self.solved.graph
    }

    /// The number of the next action among those of the belief.
    fn choice(&mut self) -> Option<usize> {
        let (graph, solved, belief) = (self.graph(), self.solved, self.belief);
        let actions = &graph.beliefs[belief as usize].actions;
        let safe = (0..actions.len()).filter(|nth| solved.is_safe(belief, *nth));
        let sure = solved.rank(belief);
        if sure != NEVER {
            let leads = |nth: &usize| actions[*nth].next().all(|next| solved.rank(next) < sure);
            return safe.into_iter().find(leads);
        }
        let states = &graph.beliefs[belief as usize].states;
        let state = self.supposed.unwrap_or_else(|| {
            self.suppositions += 1;
            self.disappointments = 0;
            states[self.suppositions % states.len()]
        });
        self.supposed = Some(state);
        let distance = |nth: &usize| {
            let ways = graph.outcomes(belief, *nth, state);
            ways.map(|(standing, next)| match (standing, next) {
                (Standing::In(state), Some(next)) => solved.distance(next, state),
                _ => 0,
            })
            .min()
        };
        safe.into_iter().min_by_key(distance)
    }

    /// Notes what the player has seen after an action. Returns `None` if the beliefs do not allow it.
    fn learn(&mut self, nth: usize, look: u64) -> Option<()> {
        let (graph, belief) = (self.graph(), self.belief);
        let next = graph.beliefs[belief as usize].actions[nth].after(look)?;
        let supposed = self.supposed.and_then(|state| {
            let ways = graph.outcomes(belief, nth, state);
            let possible = ways.filter_map(|(standing, after)| match standing {
                Standing::In(state) if after == Some(next) => {
                    Some((self.solved.distance(next, state), state))
                }
                _ => None,
            });
            let (distance, after) = possible.min()?;
            let is_nearer = distance < self.solved.distance(belief, state);
            self.disappointments += usize::from(!is_nearer);
            let is_patient = self.disappointments < PATIENCE + self.suppositions;
            is_patient.then_some(after)
        });
        (self.belief, self.supposed) = (next, supposed);
        Some(())
    }
}
