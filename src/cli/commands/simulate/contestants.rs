//! The bots of a simulation, with their games and results.
use std::sync::Arc;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::cli::game::shipped;
use crate::cli::output::exit::Exit;
use crate::cli::save::score_file::dungeon_id;
use dungeon_format::source::Source;
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
    /// Returns every contestant, in the order of the help.
    pub fn all() -> impl Iterator<Item = Contestant> {
        let bots = Bot::value_variants().iter();
        let both = bots.flat_map(|bot| {
            [false, true].map(|is_omniscient| Contestant {
                bot: *bot,
                is_omniscient,
            })
        });
        both.filter(|contestant| !contestant.is_omniscient || contestant.bot == Bot::Planner)
    }

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

    /// Returns the options that select this contestant.
    pub fn options(self) -> String {
        let bot = self.bot.to_possible_value();
        let bot = bot.map_or_else(String::new, |bot| format!("--bot {}", bot.get_name()));
        let seeing = if self.is_omniscient {
            " --omniscient"
        } else {
            ""
        };
        bot + seeing
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

/// A dungeon that was read from a file.
pub struct SimulatedDungeon {
    /// The file's name.
    pub name: Untrusted,
    /// The identifier of the text, as in `dungeon scores`.
    pub id: String,
    pub dungeon: Arc<Dungeon>,
}

impl SimulatedDungeon {
    /// Reads the dungeon of a source.
    ///
    /// # Errors
    /// Reports all findings if one is an error, and returns the exit code.
    pub fn read(source: Source) -> Result<SimulatedDungeon, Exit> {
        Ok(SimulatedDungeon {
            name: source.name.clone(),
            id: dungeon_id(&source.whole_text()),
            dungeon: Arc::new(shipped::dungeon(source)?),
        })
    }
}

/// One file with the results of all bots.
pub struct SimulatedFile {
    /// The file's name.
    pub name: Untrusted,
    /// The seed of the first game.
    pub seed: u64,
    /// The number of actions after which a game counts as unfinished.
    pub most: u32,
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

/// What a run plays, as each of its lines says: enough to notice what is missing, and to keep the order of the rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunPlan {
    /// The first and the last seed.
    pub seeds: [u64; 2],
    /// The number of actions after which a game counts as unfinished.
    pub most: u32,
    /// The names of the bots, in the order of the command line.
    pub bots: Vec<String>,
    /// The place of the dungeon among those of the run, from 1.
    pub file: u32,
    /// The number of dungeons.
    pub files: u32,
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
