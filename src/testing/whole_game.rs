//! What a test asks of a game from its beginning: whether it can be won, and how often a machine player wins it.
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

/// The games of a machine player where a test says no seeds: those of the seeds 0 to 999, as `dungeon simulate` plays.
pub const USUAL_GAMES: u64 = 1000;

/// The actions after which a game of a machine player counts as unfinished, as for `dungeon simulate`.
const MOST_ACTIONS: u32 = 3000;

/// Why no keys win a game without a goal.
const NO_GOAL: &str = "the file says `goal none=yes`, so no game can be won";

/// Whether a game can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinAnswer {
    /// The keys that win it, and the turns that they take.
    Winnable(String, u32),
    /// No keys win it; with the reason, which is empty where none can be told.
    Unwinnable(String),
    /// No answer, since the budget ended before.
    Unknown,
}

impl WinAnswer {
    /// Finds out whether the game of a text with this seed can be won.
    pub fn find(
        source: &Source,
        dungeon: &Arc<Dungeon>,
        seed: u64,
        budget: &Budget<'_>,
    ) -> WinAnswer {
        let proof = prove(dungeon, seed, budget);
        match &proof.verdict {
            // What no keys can do is no proof for a person.
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
            Verdict::Unknown(_) => WinAnswer::Unknown,
        }
    }

    /// Why it is not as it must be, in half a sentence; none where it is.
    pub fn shortfall(&self, is_winnable: bool) -> Option<String> {
        match (self, is_winnable) {
            (WinAnswer::Winnable(..), true) | (WinAnswer::Unwinnable(_), false) => None,
            (WinAnswer::Winnable(keys, turns), false) => {
                Some(format!("a win in {turns} turns, by the keys {keys}"))
            }
            (WinAnswer::Unwinnable(why), true) if why.is_empty() => {
                Some("no keys that win it".to_owned())
            }
            (WinAnswer::Unwinnable(why), true) => Some(format!("no keys that win it: {why}")),
            (WinAnswer::Unknown, _) => {
                Some("no answer within the budget: a larger `--budget` may find one".to_owned())
            }
        }
    }
}

/// Lets a machine player play a game with each of these seeds, and adds them up.
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
