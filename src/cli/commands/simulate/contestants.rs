//! The bots of a simulation, with their games and results.
use std::sync::Arc;

use clap::ValueEnum;

use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Careful, Greedy, Planner, Player, Random, SeenGame, Tally};

/// A bundled bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bot {
    /// Picks any legal action, mostly walking
    Random,
    /// Heads for the nearest thing and attacks adjacent enemies
    Greedy,
    /// Rests, retreats and stays out of fire
    Careful,
    /// Looks ahead in imagined games with different luck
    Planner,
}

/// A bot, and whether it sees more than a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    pub bot: Bot,
    /// Whether the bot sees hidden things and future random results.
    pub is_omniscient: bool,
}

impl Contestant {
    /// Returns the name of the bot in the output.
    pub fn name(self) -> &'static str {
        match self.bot {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Careful => "careful",
            Bot::Planner if self.is_omniscient => "planner (omniscient)",
            Bot::Planner => "planner",
        }
    }

    /// Creates a player for one game.
    pub fn player(self) -> Box<dyn Player> {
        match self.bot {
            Bot::Random => Box::new(Random::default()),
            Bot::Greedy => Box::new(Greedy::default()),
            Bot::Careful => Box::new(Careful::default()),
            Bot::Planner if self.is_omniscient => Box::new(Planner::omniscient()),
            Bot::Planner => Box::new(Planner::default()),
        }
    }
}

/// The results of one bot in one dungeon.
pub struct Simulated {
    pub contestant: Contestant,
    /// The results of its games.
    pub tally: Tally,
}

/// One file with the results of all bots.
pub struct SimulatedFile {
    /// The file's name.
    pub name: Untrusted,
    /// The seed of the first game.
    pub seed: u64,
    /// The dungeon of the file.
    pub dungeon: Arc<Dungeon>,
    /// The results of each bot, in the order of the command line.
    pub bots: Vec<Simulated>,
}

impl SimulatedFile {
    /// Returns the first game before its first action. If maps depend on the seed, the maps of this game are drawn.
    pub fn first_game(&self) -> SeenGame {
        SeenGame::begin(Arc::clone(&self.dungeon), self.seed)
    }
}

/// The games that each bot plays per file.
#[derive(Clone, Copy, Debug)]
pub struct GamePlan {
    /// The number of games.
    pub games: u32,
    /// The seed of the first game. Each later game has the next seed.
    pub seed: u64,
    /// The number of actions after which a game counts as unfinished.
    pub most: u32,
}
