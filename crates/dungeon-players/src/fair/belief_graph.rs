//! All beliefs of a player and the actions between them. A belief is the set of states that the game can be in after
//! everything that the player has seen.
use std::collections::{BTreeMap, HashMap, VecDeque};

use super::look::Onlooker;
use crate::domains::spared_health::SparedHealth;
use crate::search::budget::Meter;
use crate::search::exhaustive::list_actions;
use dungeon_engine::action::Action;
use dungeon_engine::chance::each_outcome;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The maximum number of combinations of random results within one action.
const MOST_FALLS: usize = 1 << 12;

/// The number of cells of a level for which the search pays one more step: computing what the player sees takes time.
const CELLS_A_STEP: usize = 128;

/// The state of a game after an action: won, lost or going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Won,
    Lost,
    /// The game goes on in the state with this number.
    In(u32),
}

/// One possible result of an action in a state.
#[derive(Clone, Copy, Debug)]
pub struct TurnedOut {
    pub standing: Standing,
    /// The hash of what the player learns from this result.
    look: u64,
    /// Whether the hero lost health, manna or wealth.
    is_paid_for: bool,
}

/// A state of one of the worlds.
struct WorldState {
    /// The game in this state; `None` after its actions were played, to free memory.
    game: Option<Box<Game>>,
    world: u32,
    place: (LevelId, Point),
    actions: Vec<(Action, Vec<TurnedOut>)>,
}

/// An action in a belief.
#[derive(Debug)]
pub struct BeliefAction {
    pub action: Action,
    /// The beliefs that can follow; the key is the hash of what the player learns.
    next: BTreeMap<u64, u32>,
    /// Whether this action can lose the game.
    pub can_lose: bool,
    /// Whether the action can cost the hero health, manna or wealth.
    pub can_cost: bool,
}

impl BeliefAction {
    /// Iterates over the beliefs that can follow.
    pub fn next(&self) -> impl Iterator<Item = u32> {
        self.next.values().copied()
    }

    /// Returns the belief that follows if the player learns `look` from the action; `None` if the action never shows
    /// this.
    pub fn after(&self, look: u64) -> Option<u32> {
        self.next.get(&look).copied()
    }
}

/// The states that the game can be in after everything that the player has seen.
pub struct Belief {
    /// The numbers of the states, in ascending order.
    pub states: Vec<u32>,
    /// The actions in the order of `list_actions`.
    pub actions: Vec<BeliefAction>,
}

/// All beliefs that can be reached from the first one, whose number is 0.
pub struct BeliefGraph {
    states: Vec<WorldState>,
    pub beliefs: Vec<Belief>,
    /// Whether some state was replaced by one with less health, manna or wealth. If so, this graph cannot prove that a
    /// game is unfair.
    pub is_lowered: bool,
}

impl BeliefGraph {
    /// Builds the graph from games that look the same, by playing all actions with every combination of random results.
    /// Returns `None` if the budget or the memory ends first, or if an action has too many outcomes.
    pub fn of(games: &[Game], health: SparedHealth, meter: &Meter<'_>) -> Option<BeliefGraph> {
        let mut growing = GrowingBeliefs::new(games, health);
        growing.grow(meter)?;
        Some(BeliefGraph {
            is_lowered: growing.is_lowered,
            states: growing.states,
            beliefs: growing.beliefs,
        })
    }

    /// Returns the possible results of a belief's action in one of its states, each with the next belief if the game
    /// goes on.
    pub fn outcomes(
        &self,
        belief: u32,
        nth: usize,
        state: u32,
    ) -> impl Iterator<Item = (Standing, Option<u32>)> {
        let taken = &self.beliefs[belief as usize].actions[nth];
        let (_, ways) = &self.states[state as usize].actions[nth];
        let ways = ways.iter();
        ways.map(|way| (way.standing, taken.next.get(&way.look).copied()))
    }

    /// Returns the level and the cell of the hero in a belief.
    pub fn place(&self, belief: u32) -> (LevelId, Point) {
        let first = self.beliefs[belief as usize].states[0];
        self.states[first as usize].place
    }

    /// Returns the number of different worlds among these states.
    pub fn worlds_of(&self, states: impl Iterator<Item = u32>) -> u32 {
        let mut worlds: Vec<u32> = states
            .map(|state| self.states[state as usize].world)
            .collect();
        worlds.sort_unstable();
        worlds.dedup();
        count(worlds.len())
    }
}

/// A graph of beliefs that is being built.
struct GrowingBeliefs {
    health: SparedHealth,
    states: Vec<WorldState>,
    state_numbers: HashMap<(u32, u64), u32>,
    beliefs: Vec<Belief>,
    belief_numbers: HashMap<Vec<u32>, u32>,
    is_lowered: bool,
    /// Whether there are monsters that a bolt can hit, or such monsters may come. If not, the search leaves out bolts,
    /// which would only cost the hero something.
    has_targets: bool,
    onlooker: Onlooker,
    bytes: usize,
}

impl GrowingBeliefs {
    fn new(games: &[Game], health: SparedHealth) -> GrowingBeliefs {
        let mut growing = GrowingBeliefs {
            health,
            states: Vec::new(),
            state_numbers: HashMap::new(),
            beliefs: Vec::new(),
            belief_numbers: HashMap::new(),
            is_lowered: false,
            has_targets: games
                .iter()
                .any(|game| !game.world().kinds_to_come().is_empty()),
            onlooker: Onlooker::new(games[0].world()),
            bytes: 0,
        };
        let states = (0..).zip(games).map(|(world, game)| {
            let mut game = Box::new(game.clone());
            health.spare(&mut game);
            growing.state(world, game)
        });
        let states = states.collect();
        growing.belief(states);
        growing
    }

    /// Returns the number of a state; a new state gets the next free number.
    fn state(&mut self, world: u32, game: Box<Game>) -> u32 {
        let new = count(self.states.len());
        let known = self.state_numbers.entry((world, self.health.key(&game)));
        let number = *known.or_insert(new);
        if number == new {
            let played = game.world();
            let place = (played.here(), played.body(played.commanded()).at);
            self.bytes += game.bytes() + size_of::<WorldState>() + 64;
            self.states.push(WorldState {
                game: Some(game),
                world,
                place,
                actions: Vec::new(),
            });
        }
        number
    }

    /// Returns the number of a belief; a new belief gets the next free number.
    fn belief(&mut self, mut states: Vec<u32>) -> u32 {
        states.sort_unstable();
        states.dedup();
        let new = count(self.beliefs.len());
        let number = *self.belief_numbers.entry(states.clone()).or_insert(new);
        if number == new {
            self.bytes += 2 * (size_of::<Belief>() + states.len() * size_of::<u32>()) + 64;
            self.beliefs.push(Belief {
                states,
                actions: Vec::new(),
            });
        }
        number
    }

    fn grow(&mut self, meter: &Meter<'_>) -> Option<()> {
        let mut open = VecDeque::from([0]);
        while let Some(belief) = open.pop_front() {
            let states = self.beliefs[belief].states.clone();
            for state in &states {
                self.play(*state, meter)?;
            }
            let known = self.beliefs.len();
            let actions = self.states[states[0] as usize].actions.len();
            let actions = (0..actions).map(|nth| self.joined(&states, nth));
            self.beliefs[belief].actions = actions.collect();
            open.extend(known..self.beliefs.len());
            if !meter.fits(self.bytes) {
                return None;
            }
        }
        Some(())
    }

    /// Plays all actions of a state.
    fn play(&mut self, state: u32, meter: &Meter<'_>) -> Option<()> {
        let world = self.states[state as usize].world;
        let Some(game) = self.states[state as usize].game.take() else {
            return Some(());
        };
        self.bytes -= game.bytes();
        meter.weigh(&game);
        let world_here = game.world();
        let price = 1 + world_here.size(world_here.here()).area() / CELLS_A_STEP;
        let mut actions = Vec::new();
        list_actions(&game, &mut actions);
        actions.retain(|action| self.has_targets || !matches!(action, Action::DoToward(..)));
        let played = actions.into_iter().map(|action| {
            let onlooker = &mut self.onlooker;
            let falls = each_outcome(MOST_FALLS, || {
                let mut child = Box::new(Game::clone(&game));
                let is_paid = (0..price).all(|_| meter.pay());
                let is_played = is_paid && child.step(action).is_ok();
                is_played.then(|| {
                    let look = onlooker.step(&child);
                    (look, SparedHealth::is_paid_for(&child), child)
                })
            })?;
            let falls = falls
                .into_iter()
                .map(|((look, is_paid_for, mut child), _)| {
                    let standing = match child.outcome() {
                        Some(Outcome::Won) => Standing::Won,
                        Some(_) => Standing::Lost,
                        None => {
                            self.is_lowered |= self.health.spare(&mut child);
                            child.swap_buffers(&mut Default::default());
                            Standing::In(self.state(world, child))
                        }
                    };
                    TurnedOut {
                        standing,
                        look,
                        is_paid_for,
                    }
                });
            Some((action, falls.collect::<Vec<_>>()))
        });
        let played: Option<Vec<_>> = played.collect();
        let played = played?;
        let ways: usize = played.iter().map(|(_, ways)| ways.len()).sum();
        self.bytes += ways * size_of::<TurnedOut>() + played.len() * 48;
        self.states[state as usize].actions = played;
        Some(())
    }

    /// Combines the results of an action in several states: what the player can learn from the action, and the belief
    /// that follows in each case.
    fn joined(&mut self, states: &[u32], nth: usize) -> BeliefAction {
        let action = self.states[states[0] as usize].actions[nth].0;
        let mut by_look: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        let (mut can_lose, mut can_cost) = (false, false);
        for state in states {
            let (same, ways) = &self.states[*state as usize].actions[nth];
            debug_assert_eq!(*same, action, "worlds that look the same allow the same");
            for way in ways {
                can_cost |= way.is_paid_for;
                match way.standing {
                    Standing::Won => {}
                    Standing::Lost => can_lose = true,
                    Standing::In(next) => by_look.entry(way.look).or_default().push(next),
                }
            }
        }
        self.bytes += size_of::<BeliefAction>() + by_look.len() * 32;
        let next = by_look.into_iter();
        let next = next.map(|(look, states)| (look, self.belief(states)));
        BeliefAction {
            action,
            next: next.collect(),
            can_lose,
            can_cost,
        }
    }
}
