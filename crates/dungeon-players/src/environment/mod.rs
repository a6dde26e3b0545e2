//! Games for reinforcement learning, with the usual interface: reset, step, action mask, observation, reward and end.
//!
//! Reading order: `appearances` (numbers for tiles, items and kinds), `observation_space` (the layout of observations),
//! `action_space` (numbers for actions), `painter` (cells written into planes), `observed` (an observation that is kept
//! up to date), and here `Environment`.
mod appearances;

mod observation_space;

mod action_space;
mod painter;

mod observed;

use std::sync::{Arc, OnceLock};

pub use action_space::ActionSpace;
pub use appearances::Vision;
pub use observation_space::{ObservationSpace, ObservedNumber, ObservedPlane};
use observed::Observed;

use dungeon_engine::action::{Action, ActorId, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::statistics::Statistics;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Stat};
use dungeon_play::text::score::LostTo;
use dungeon_play::view::words::{self, Perception};

/// The result of a step or a reset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Transition {
    /// 1 if the game is won now, -1 if it is lost, 0 if it goes on or is drawn.
    pub reward: f32,
    /// Facts about the step, for rewards of your own.
    pub rewards: RewardParts,
    /// Whether the game is over: `Environment::step` then refuses every action.
    pub is_terminated: bool,
    /// Whether the game goes on, but has lasted the turns of `Environment::with_max_turns`.
    pub is_truncated: bool,
}

impl Transition {
    /// Whether the episode is over, so that `Environment::reset` comes next.
    pub fn is_done(&self) -> bool {
        self.is_terminated || self.is_truncated
    }
}

/// Facts about a step that a reward can be made of. All are 0 after a reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RewardParts {
    /// The outcome of a game that has ended; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    /// The number of items that heroes took.
    pub collected: u32,
    /// The change of the wealth of the body that acted.
    pub wealth: i32,
    /// The points of life that enemies lost, from any cause.
    pub damage_dealt: u32,
    /// The points of life that heroes lost, from any cause.
    pub damage_taken: u32,
    /// The number of levels by which the farthest level, in file order, moved on.
    pub levels: u32,
    /// The number of turns that passed.
    pub turns: u32,
}

/// Facts about a game that observations leave out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The seed of the game.
    pub seed: u64,
    /// The number of turns so far.
    pub turn: u32,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    /// The cause of a loss or draw; `None` for a game that goes on or was won.
    pub lost_to: Option<LostTo>,
    /// The points of life that the most expensive legal action costs the commanded body; 0 if no action has a price. In
    /// explore, this is the price of a bolt without enough manna
    /// ([E-13](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13)).
    pub price_in_life: i32,
}

/// A game for reinforcement learning. The learning program chooses from a fixed space of actions, and observes arrays
/// of numbers.
///
/// By default, observations and masks show only what a person sees: cells out of sight are as they were last seen, and
/// hidden traps and secret doors look like the terrain that hides them. `with_vision` changes this.
///
/// ```
/// use dungeon::players::Environment;
///
/// let session = dungeon::Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
/// let dungeon = session.game().world().dungeon().clone();
/// let mut game = Environment::begin(dungeon, 0);
/// let mut mask = vec![0; game.action_space().len()];
/// let mut planes = vec![0; game.observation_space().planes_len()];
/// let mut turn = game.reset(7);
/// while !turn.is_done() {
///     game.mask(&mut mask);
///     game.observe_planes(&mut planes);
///     let east = (0..mask.len()).find(|nth| game.action_space().name(*nth) == "east");
///     turn = game.step_index(east.expect("a key of every game")).expect("a legal action");
/// }
/// assert_eq!((turn.reward, turn.rewards.collected, game.info().turn), (1.0, 1, 2));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Environment {
    game: Game,
    most_turns: Option<u32>,
    masks_prices: bool,
    /// Whether an action was taken since the last reset.
    is_begun: bool,
    actions: Arc<ActionSpace>,
    /// The legal actions, listed at the first question after a step.
    listed: OnceLock<Vec<Action>>,
    observed: Observed,
}

impl Clone for Environment {
    fn clone(&self) -> Environment {
        Environment {
            game: self.game.clone(),
            actions: Arc::clone(&self.actions),
            listed: OnceLock::new(),
            observed: self.observed.clone(),
            ..*self
        }
    }
}

impl Environment {
    /// Creates an environment for a game in its current state.
    pub fn new(game: Game) -> Environment {
        Environment {
            actions: Arc::new(ActionSpace::new(&game)),
            observed: Observed::new(game.world(), Vision::Player),
            listed: OnceLock::new(),
            most_turns: None,
            masks_prices: false,
            is_begun: game.world().turn() > 0,
            game,
        }
    }

    /// Begins a game of a dungeon with the rules and monster minds that the file names.
    pub fn begin(dungeon: Arc<Dungeon>, seed: u64) -> Environment {
        let rules = rulesets::pick(&dungeon);
        Environment::new(Game::new(dungeon, rules, monsters::mind_for, seed))
    }

    /// Sets the number of turns after which games are truncated; `None`, the default, for no limit. Some actions take
    /// no turn, such as switching to another unit, so bound the steps of an episode as well.
    #[must_use]
    pub fn with_max_turns(self, most_turns: Option<u32>) -> Environment {
        Environment { most_turns, ..self }
    }

    /// Sets who observes: the player, which is the default, or an observer who sees everything. Forgets what the player
    /// has seen so far.
    #[must_use]
    pub fn with_vision(self, vision: Vision) -> Environment {
        Environment {
            observed: Observed::new(self.game.world(), vision),
            listed: OnceLock::new(),
            ..self
        }
    }

    /// Sets whether `mask` and `actions` leave out actions that cost the commanded body life, such as bolts without
    /// enough manna ([E-13]); by default they do not. `step` allows these actions either way.
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    #[must_use]
    pub fn with_prices_masked(self, masks_prices: bool) -> Environment {
        Environment {
            masks_prices,
            listed: OnceLock::new(),
            ..self
        }
    }

    /// Begins another game of the same dungeon, with this seed. A game may be over at once.
    pub fn reset(&mut self, seed: u64) -> Transition {
        self.game.reset(seed);
        self.listed.take();
        self.is_begun = false;
        self.observed.reset(self.game.world());
        self.transition(RewardParts {
            outcome: self.game.outcome(),
            ..RewardParts::default()
        })
    }

    /// Takes an action.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of `Game::check`; the game is then unchanged.
    pub fn step(&mut self, action: Action) -> Result<Transition, Refusal> {
        let world = self.game.world();
        let (before, who) = (*world.ledger(), world.commanded());
        let wealth = world.body(who).stat(Stat::Wealth);
        self.game.step(action)?;
        self.listed.take();
        self.is_begun = true;
        self.observed.follow(&self.game);
        Ok(self.transition(self.parts_since(&before, (who, wealth))))
    }

    /// Takes the action with this index in the action space.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of `Game::check`; [`Refusal::UnknownHere`] for an index out of range, and for the index of a
    /// cell that stands for no action now. The game is then unchanged.
    pub fn step_index(&mut self, index: usize) -> Result<Transition, Refusal> {
        let action = self.actions.action(&self.game, index);
        self.step(action.ok_or(Refusal::UnknownHere)?)
    }

    /// Returns the game itself, for everything that observations leave out.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the legal actions, each once, in the order of `Game::legal_actions`; empty when the game is over. Leaves
    /// out actions that name bodies or cells that the observer does not know, and the actions of `with_prices_masked`.
    /// The list is made at the first call after a step.
    pub fn actions(&self) -> &[Action] {
        self.listed.get_or_init(|| {
            let mut listed = Vec::new();
            self.game.legal_actions(&mut listed);
            listed.retain(|action| self.offers(*action));
            listed
        })
    }

    /// Returns the numbers of all actions that the dungeon can ever allow.
    pub fn action_space(&self) -> &ActionSpace {
        &self.actions
    }

    /// Writes 1 for each action of the action space that `actions` lists, and 0 for all others. Leaves the rest of a
    /// longer buffer as it is, and fills a shorter buffer.
    pub fn mask(&self, out: &mut [u8]) {
        let space = self.actions.len().min(out.len());
        let (bound, rest) =
            out[..space].split_at_mut(self.actions.bound_to_keys().len().min(space));
        rest.fill(0);
        if self.actions.has_cells() {
            bound.fill(0);
            return self.mask_listed(out);
        }
        // Faster than the list, which has the same actions.
        let actions = &self.actions.bound_to_keys()[..bound.len()];
        self.game.check_all(actions, bound);
        if self.masks_prices || self.actions.has_bound_targets() {
            for (slot, action) in bound.iter_mut().zip(actions) {
                *slot &= u8::from(self.offers(*action));
            }
        }
        self.actions.list_pack(&self.game, |index, action| {
            if let Some(slot) = out.get_mut(index) {
                *slot = (self.game.check(action).is_ok() && self.offers(action)).into();
            }
        });
    }

    /// Writes 1 for each listed action.
    fn mask_listed(&self, out: &mut [u8]) {
        for action in self.actions() {
            let index = self.actions.index(&self.game, *action);
            if let Some(slot) = index.and_then(|index| out.get_mut(index)) {
                *slot = 1;
            }
        }
    }

    /// Returns the layout and the bounds of observations.
    pub fn observation_space(&self) -> &ObservationSpace {
        self.observed.space()
    }

    /// Writes the planes of the observation, in the layout of `observation_space`. Leaves the rest of a longer buffer
    /// as it is, and fills a shorter buffer.
    pub fn observe_planes(&mut self, out: &mut [u8]) {
        let planes = self.observed.planes(self.game.world());
        let len = planes.len().min(out.len());
        out[..len].copy_from_slice(&planes[..len]);
    }

    /// Returns the planes of the observation without a copy, in the layout of `observation_space`.
    pub fn planes(&mut self) -> &[u8] {
        self.observed.planes(self.game.world())
    }

    /// Writes the vector of the observation, in the layout of `observation_space`. Leaves the rest of a longer buffer
    /// as it is, and fills a shorter buffer.
    pub fn observe_vector(&mut self, out: &mut [i32]) {
        self.observed.write_vector(&self.game, out);
    }

    /// Returns what a person reads about the last step, or about the start of the game: whole sentences in order, only
    /// of events that the observer saw. May be empty.
    pub fn messages(&self) -> Vec<String> {
        let world = Perception {
            world: self.game.world(),
            seen: &|level, p| self.observed.sees(level, p),
            place: None,
        };
        if self.is_begun {
            return words::tell(world, self.game.events());
        }
        let opening = words::tell_opening(world, self.game.events()).into_iter();
        opening.map(|sentence| sentence.text).collect()
    }

    /// Returns facts about the game that observations leave out.
    pub fn info(&self) -> Info {
        let world = self.game.world();
        let bound = self.actions.bound_to_keys().iter();
        let legal = bound.filter(|action| self.game.check(**action).is_ok());
        Info {
            seed: world.seed(),
            turn: world.turn(),
            outcome: world.outcome(),
            lost_to: LostTo::of(world),
            price_in_life: legal.map(|action| self.price(*action)).max().unwrap_or(0),
        }
    }

    /// Whether a legal action is offered to the observer.
    fn offers(&self, action: Action) -> bool {
        let is_free = !self.masks_prices || self.price(action) == 0;
        is_free && self.observed.can_mean(&self.game, action)
    }

    fn price(&self, action: Action) -> i32 {
        let face = self.game.rules().face();
        face.price_in_life(self.game.world(), action)
    }

    /// Returns what the last step brought, given the statistics and the acting body before it.
    fn parts_since(&self, before: &Statistics, (who, wealth): (ActorId, i32)) -> RewardParts {
        let world = self.game.world();
        let now = world.ledger();
        let richer = world.body(who).stat(Stat::Wealth).saturating_sub(wealth);
        RewardParts {
            outcome: world.outcome(),
            collected: now.items.saturating_sub(before.items),
            wealth: richer,
            damage_dealt: now.given.saturating_sub(before.given),
            damage_taken: now.taken.saturating_sub(before.taken),
            levels: u32::from(now.farthest.saturating_sub(before.farthest)),
            turns: now.turns.saturating_sub(before.turns),
        }
    }

    fn transition(&self, rewards: RewardParts) -> Transition {
        let is_terminated = rewards.outcome.is_some();
        let turn = self.game.world().turn();
        let is_late = self.most_turns.is_some_and(|most| turn >= most);
        Transition {
            reward: match rewards.outcome {
                Some(Outcome::Won) => 1.0,
                Some(Outcome::Lost) => -1.0,
                Some(Outcome::Drawn) | None => 0.0,
            },
            rewards,
            is_terminated,
            is_truncated: is_late && !is_terminated,
        }
    }
}
