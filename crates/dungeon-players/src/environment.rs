//! Games for reinforcement learning, with the usual interface: reset, step, observation, reward and end.
use std::sync::Arc;

use dungeon_engine::action::{Action, Refusal};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::{Dungeon, Side, Stat};

/// The number of values in an observation before the values of cells.
const HEAD: usize = 16;

/// The number of values in an observation for each cell.
const CELL: usize = 4;

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Transition {
    /// 1 for the step that wins the game, -1 for the step that loses it, 0 for every other step.
    pub reward: f32,
    /// Whether the game is over. The next call must then be `Environment::reset`.
    pub is_done: bool,
}

/// A game for reinforcement learning. The learning program chooses from a list of actions, and observes a row of
/// numbers.
///
/// An observation is 16 numbers, then 4 for each cell of the commanded body's level, row by row from the northwest
/// corner. The observation shows the world as it is: a hidden trap is a tile of its own, and fog hides nothing.
///
/// | number | what it is |
/// |---|---|
/// | 0 | the turns so far |
/// | 1 | the level's number, from 0 |
/// | 2, 3 | columns and rows of the level |
/// | 4, 5 | column and row of the commanded body, from 0 |
/// | 6 to 11 | the commanded body's health, strength, manna, wealth, action points and ammo |
/// | 12 | the items left to collect |
/// | 13 | the turns until the rules' deadline; -1 if they have none |
/// | 14 | 0 while the game goes on, 1 if it is won, 2 if it is lost, 3 if it is drawn |
/// | 15 | 1 while an alarm rings on the level, else 0 |
/// | 16 + 4 × cell | the number of the tile |
/// | 17 + 4 × cell | the number of the item; 0 for none |
/// | 18 + 4 × cell | 1 + the number of the body's kind, negative for one of our bodies; 0 for none |
/// | 19 + 4 × cell | the body's life points; 0 for none |
///
/// In a dungeon with items for the inventory, two numbers for each of these items follow at the end, in the order of
/// item numbers: the count in the inventory, and 1 if the item is equipped, else 0. `Action::Use` takes the item's
/// number.
///
/// ```
/// use dungeon::players::Environment;
///
/// let dungeon = dungeon::Session::from_text("map\n#####\n#@.$#\n#####\nend\n").unwrap();
/// let mut game = Environment::new(dungeon.game().clone());
/// let mut seen = Vec::new();
/// game.observe(&mut seen);
/// assert_eq!(seen[2..6], [5, 3, 1, 1]);
///
/// let mut reward = 0.0;
/// while reward == 0.0 {
///     let east = game.actions()[4];
///     reward = game.step(east).unwrap().reward;
/// }
/// assert_eq!(reward, 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Environment {
    game: Game,
    actions: Vec<Action>,
}

impl Environment {
    /// Creates an environment for a game in its current state.
    pub fn new(game: Game) -> Environment {
        let mut environment = Environment {
            game,
            actions: Vec::new(),
        };
        environment.list_actions();
        environment
    }

    /// Begins a game of a dungeon with the rules and monster minds that the file names.
    pub fn begin(dungeon: Arc<Dungeon>, seed: u64) -> Environment {
        let rules = rulesets::pick(&dungeon);
        Environment::new(Game::new(dungeon, rules, monsters::mind_for, seed))
    }

    /// Begins another game of the same dungeon, with this seed.
    pub fn reset(&mut self, seed: u64) {
        self.game.reset(seed);
        self.list_actions();
    }

    /// Returns the legal actions, each once, in the order of `Game::legal_actions`; empty when the game is over.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Takes an action.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of `Game::check`; the game is then unchanged. Actions from `Environment::actions` are never
    /// refused.
    pub fn step(&mut self, action: Action) -> Result<Transition, Refusal> {
        self.game.step(action)?;
        self.list_actions();
        let outcome = self.game.outcome();
        Ok(Transition {
            reward: match outcome {
                Some(Outcome::Won) => 1.0,
                Some(Outcome::Lost) => -1.0,
                Some(Outcome::Drawn) | None => 0.0,
            },
            is_done: outcome.is_some(),
        })
    }

    /// Clears `out` and writes the observation into it. Does not allocate if `out` has enough capacity.
    pub fn observe(&self, out: &mut Vec<i32>) {
        let world = self.game.world();
        let (level, hero) = (world.here(), world.body(world.commanded()));
        let size = world.size(level);
        out.clear();
        out.reserve(HEAD + CELL * size.area());
        let count = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        out.extend([count(world.turn()), level.0.into()]);
        out.extend([size.width, size.height, hero.at.x, hero.at.y]);
        out.extend(Stat::ALL.map(|stat| hero.stat(stat)));
        out.push(count(world.collectables()));
        out.push(self.game.rules().face().turns_left(world).map_or(-1, count));
        out.push(world.outcome().map_or(0, |outcome| outcome as i32));
        out.push(world.is_alarmed(level).into());
        for p in size.points() {
            let cell = world.cell(level, p);
            let body = cell.body().map_or([0, 0], |who| {
                let body = world.body(who);
                let kind = i32::from(body.kind.0) + 1;
                let side = if body.side == Side::Ours { -1 } else { 1 };
                [side * kind, world.life_of(who)]
            });
            out.extend([cell.tile.0, cell.item.0].map(i32::from));
            out.extend(body);
        }
        let items = world.dungeon().numbered_items();
        for (id, _) in items.filter(|(_, item)| item.is_kept()) {
            let mut things = world.pack().things().iter();
            let thing = things.find(|thing| thing.item == id);
            out.push(thing.map_or(0, |thing| count(thing.count)));
            out.push((world.pack().worn() == Some(id)).into());
        }
    }

    /// Returns the game itself, for everything that observations leave out.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn list_actions(&mut self) {
        self.game.legal_actions(&mut self.actions);
    }
}
