//! Claims of a test about whole games: whether a game can be won, and how often a bot wins it.
use std::sync::Arc;

use dungeon_engine::game::Game;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::Source;
use dungeon_format::test_case::TestedBot;
use dungeon_model::dungeon::Dungeon;
use dungeon_play::replay::certificate::Certificate;
use dungeon_players::{
    Budget, Careful, Greedy, Planner, Player, Random, Tally, Verdict, play_many, proof_findings,
    prove,
};

/// The number of games that a bot plays if a test names no seeds: seeds 0 to 999, as in `dungeon simulate`.
pub const USUAL_GAMES: u64 = 1000;

/// The maximum number of actions before a bot's game counts as unfinished, as in `dungeon simulate`.
const MOST_ACTIONS: u32 = 3000;

/// The reason that a game without a goal cannot be won.
const NO_GOAL: &str = "the file says `goal none=yes`, so no game can be won";

/// The answer to the question whether a game can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinAnswer {
    /// Keys that win the game, and the number of turns until the win.
    Winnable(String, u32),
    /// No keys win the game. The text is the reason; empty if no reason is known.
    Unwinnable(String),
    /// The search used up its budget without an answer.
    Unknown,
}

impl WinAnswer {
    /// Searches for a win in the game with this seed.
    pub fn find(
        source: &Source,
        dungeon: &Arc<Dungeon>,
        seed: u64,
        budget: &Budget<'_>,
    ) -> WinAnswer {
        let proof = prove(dungeon, seed, budget);
        match &proof.verdict {
            // A win counts only if keys can express it.
            Verdict::Winnable(line) => {
                Certificate::new(source, seed, line).map_or(WinAnswer::Unknown, |certificate| {
                    WinAnswer::Winnable(certificate.keys.text().to_owned(), certificate.turns)
                })
            }
            Verdict::Unwinnable(_) => {
                let rules = rulesets::pick(dungeon);
                let game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
                let findings = proof_findings(&proof, &game, source, &[]);
                let why = findings.first().map(|found| found.message.to_string());
                WinAnswer::Unwinnable(why.unwrap_or_default())
            }
            Verdict::Goalless => WinAnswer::Unwinnable(NO_GOAL.to_owned()),
            // Only fair proofs call a game unfair.
            Verdict::Unfair | Verdict::Unknown(_) => WinAnswer::Unknown,
        }
    }

    /// Returns how the answer differs from the expected answer, as a phrase; `None` if they are the same.
    pub fn shortfall(&self, is_winnable: bool) -> Option<String> {
        match (self, is_winnable) {
            (WinAnswer::Winnable(..), true) | (WinAnswer::Unwinnable(_), false) => None,
            (WinAnswer::Winnable(keys, turns), false) => {
                Some(format!("a win in {turns} turns, with the keys {keys}"))
            }
            (WinAnswer::Unwinnable(why), true) if why.is_empty() => {
                Some("no way to win".to_owned())
            }
            (WinAnswer::Unwinnable(why), true) => Some(format!("no way to win: {why}")),
            (WinAnswer::Unknown, _) => {
                Some("no answer within the budget: a larger `--budget` may find one".to_owned())
            }
        }
    }
}

/// Returns the tally of a bot's games with these seeds.
pub fn play_by_bot(
    bot: TestedBot,
    dungeon: &Arc<Dungeon>,
    seeds: impl IntoIterator<Item = u64>,
) -> Tally {
    let mut player: Box<dyn Player> = match bot {
        TestedBot::Random => Box::new(Random::default()),
        TestedBot::Greedy => Box::new(Greedy::default()),
        TestedBot::Careful => Box::new(Careful::default()),
        TestedBot::Planner => Box::new(Planner::default()),
    };
    play_many(dungeon, seeds, MOST_ACTIONS, &mut *player)
}
