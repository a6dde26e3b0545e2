//! Plays a game by a policy. The player knows all beliefs, but sees only what the hero sees.
use super::belief_graph::{BeliefGraph, Standing};
use super::look::Onlooker;
use super::solved_beliefs::{NEVER, SolvedBeliefs};
use crate::domains::spared_health::SparedHealth;
use crate::search::budget::Meter;
use dungeon_engine::action::Action;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;

/// The maximum number of actions in a game.
const LONGEST_PLAY: usize = 10_000;

/// The number of disappointments (actions that bring the assumed state no nearer to a win) after which a player assumes
/// another state. The number grows by one with each state that the player assumes.
const PATIENCE: usize = 8;

/// A player with a policy. If no action makes a win sure within a limited number of actions, the player assumes for a
/// while that one of the possible states is the real one, and acts accordingly. The player assumes each possible state
/// in turn.
pub struct PolicyPlayer<'g> {
    solved: &'g SolvedBeliefs<'g>,
    belief: u32,
    /// The state that the player assumes to be the real one.
    supposed: Option<u32>,
    suppositions: usize,
    /// The number of actions that brought the assumed state no nearer to a win, since the player began to assume it.
    disappointments: usize,
}

impl<'g> PolicyPlayer<'g> {
    /// Creates a player at the start of a game.
    pub fn new(solved: &'g SolvedBeliefs<'g>) -> PolicyPlayer<'g> {
        PolicyPlayer {
            solved,
            belief: 0,
            supposed: None,
            suppositions: 0,
            disappointments: 0,
        }
    }

    /// Plays a game of one of the worlds of the first belief to its end, by the real rules and with the real random
    /// results. Returns the actions if the player wins.
    pub fn win(
        mut self,
        start: &Game,
        health: SparedHealth,
        meter: &Meter<'_>,
    ) -> Option<Vec<Action>> {
        let mut real = start.clone();
        // The beliefs describe this copy, with its health counted as `health` says. The copy draws the same random
        // numbers as the real game.
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

    /// Returns the index of the next action in the list of the belief's actions; `None` if no action is safe.
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

    /// Updates the belief with what the player has seen after an action. Returns `None` if no belief follows.
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
