//! The bots of a simulation, their games, and what these came to.
use std::sync::Arc;

use clap::ValueEnum;

use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Careful, Greedy, Planner, Player, Random, SeenGame, Tally};

/// A shipped player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bot {
    /// Does anything that is allowed, and mostly walks
    Random,
    /// Takes what is nearest, and strikes who is beside him
    Greedy,
    /// Rests, retreats, keeps out of fire
    Careful,
    /// Looks ahead in games that it imagines, with other luck
    Planner,
}

/// A shipped player, and whether it cheats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Which of the players it is.
    pub bot: Bot,
    /// Whether it knows what no player can.
    pub is_omniscient: bool,
}

impl Contestant {
    /// What it is called wherever its games are told of.
    pub fn name(self) -> &'static str {
        match self.bot {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Careful => "careful",
            Bot::Planner if self.is_omniscient => "planner (omniscient)",
            Bot::Planner => "planner",
        }
    }

    /// The player itself, for one game.
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

/// The games of one bot in one dungeon.
pub struct Simulated {
    /// The bot that played.
    pub contestant: Contestant,
    /// What the games came to.
    pub tally: Tally,
}

/// One file, and the games of all bots in it.
pub struct SimulatedFile {
    /// The file's name.
    pub name: Untrusted,
    /// The seed of the first game.
    pub seed: u64,
    /// The dungeon of the file.
    pub dungeon: Arc<Dungeon>,
    /// The games of each bot, in the order in which they were asked for.
    pub bots: Vec<Simulated>,
}

impl SimulatedFile {
    /// The first game before its first action: terrain that a seed makes is shown as this one has it.
    pub fn first_game(&self) -> SeenGame {
        SeenGame::begin(Arc::clone(&self.dungeon), self.seed)
    }
}

/// The games that each bot plays of a file.
#[derive(Clone, Copy, Debug)]
pub struct GamePlan {
    /// How many games.
    pub games: u32,
    /// The seed of the first game; each further one has the next seed.
    pub seed: u64,
    /// The actions after which a game counts as unfinished.
    pub most: u32,
}
