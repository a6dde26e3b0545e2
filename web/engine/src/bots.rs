//! The bundled bots by the words of requests.
use dungeon_players::{Careful, Greedy, Planner, Player, Random};

use crate::request::Bot;

impl Bot {
    /// Returns the name in the results.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Careful => "careful",
            Bot::Planner => "planner",
        }
    }

    /// Returns a new player.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Bot::Random => Box::new(Random::default()),
            Bot::Greedy => Box::new(Greedy::default()),
            Bot::Careful => Box::new(Careful::default()),
            Bot::Planner => Box::new(Planner::default()),
        }
    }
}
