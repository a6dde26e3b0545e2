//! The score of a finished game: its rank among the scores of the same dungeon, and its description in words.
use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::day::Day;
use super::story::story;
use crate::view::words::{loss_name, turns};
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;

/// The result of a finished game. `Score::rank` compares two results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The outcome, as in `Outcome::word`.
    pub outcome: String,
    /// The number of turns played.
    pub turns: u32,
    /// The farthest level that a hero reached, in file order, counted from 1.
    pub level: u32,
    /// The seed of the game.
    pub seed: u64,
    /// The cause of a loss or draw; `None` for a win, and in results of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_to: Option<LostTo>,
    /// The story of the game in one sentence; `None` in games without items to carry, and in results of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<String>,
    /// Whether an earlier game with the same seed of a day has a result. Always false for other seeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// The cause of a loss or draw, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LostTo {
    /// The kind of cause, as in `LossCause::word`.
    pub cause: String,
    /// The name of the monster, terrain or item, or a few words: "turn limit".
    pub by: String,
}

impl LostTo {
    /// Returns the cause of a loss or draw; `None` for a game that goes on or was won.
    pub fn of(world: &World) -> Option<LostTo> {
        let cause = world.ending()?.loss()?;
        Some(LostTo {
            cause: cause.word().to_owned(),
            by: loss_name(world.dungeon(), cause),
        })
    }
}

/// Returns the farthest level that a hero reached, in file order, counted from 1.
pub fn farthest_level(world: &World) -> u32 {
    u32::from(world.ledger().farthest.max(world.here().0)) + 1
}

impl Score {
    /// Returns the score of a game; `None` while the game goes on.
    pub fn of(game: &Game) -> Option<Score> {
        let world = game.world();
        Some(Score {
            outcome: world.outcome()?.word().to_owned(),
            turns: world.ledger().turns,
            level: farthest_level(world),
            seed: world.seed(),
            lost_to: LostTo::of(world),
            story: story(world),
            again: false,
        })
    }

    /// Returns the day of a daily game; `None` for a game with any other seed.
    pub fn day(&self) -> Option<Day> {
        Day::of_seed(self.seed)
    }

    /// Returns a sort key that puts the best score first: the first try of a day before all others, wins with the fewest turns first, then draws, then losses
    /// with the farthest level and the most turns first.
    pub fn rank(&self) -> impl Ord + use<> {
        let is_won = self.outcome == Outcome::Won.word();
        let is_drawn = self.outcome == Outcome::Drawn.word();
        let haste = is_won.then_some(Reverse(self.turns));
        (
            self.again,
            Reverse((is_won, haste, is_drawn, self.level, self.turns)),
            self.seed,
        )
    }

    /// Whether the game was lost.
    pub fn is_lost(&self) -> bool {
        self.outcome == Outcome::Lost.word()
    }

    /// Describes the score: "won in 12 turns, seed 7". For other games, adds the cause of the loss and, from level 2
    /// on, the level: "lost in 12 turns (turn limit), level 3, seed 7". A second
    /// try of a day ends in "again".
    pub fn describe(&self) -> String {
        let reached = match (self.level, self.outcome == Outcome::Won.word()) {
            (2.., false) => format!(", level {}", self.level),
            _ => String::new(),
        };
        let (outcome, turns, seed) = (&self.outcome, turns(self.turns), self.seed);
        let lost_to = self.lost_to.as_ref();
        let lost_to = lost_to.map_or_else(String::new, |lost_to| format!(" ({})", lost_to.by));
        let again = if self.again { ", again" } else { "" };
        format!("{outcome} in {turns}{lost_to}{reached}, seed {seed}{again}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(outcome: Outcome, turns: u32, level: u32) -> Score {
        let (outcome, seed) = (outcome.word().to_owned(), 0);
        Score {
            outcome,
            turns,
            level,
            seed,
            lost_to: None,
            story: None,
            again: false,
        }
    }

    #[test]
    fn a_win_is_better_the_sooner_it_comes_and_a_loss_the_further_it_went() {
        let best_first = [
            score(Outcome::Won, 3, 1),
            score(Outcome::Won, 90, 9),
            score(Outcome::Drawn, 1, 1),
            score(Outcome::Lost, 5, 3),
            score(Outcome::Lost, 40, 2),
            score(Outcome::Lost, 39, 2),
        ];
        assert!(best_first.is_sorted_by_key(Score::rank));
        let told = [&best_first[0], &best_first[3]].map(Score::describe);
        assert_eq!(
            told,
            ["won in 3 turns, seed 0", "lost in 5 turns, level 3, seed 0"]
        );
    }

    #[test]
    fn a_loss_tells_what_it_was_lost_to_unless_an_earlier_version_wrote_it() {
        let earlier = r#"{"outcome":"lost","turns":5,"level":3,"seed":0}"#;
        let mut score: Score =
            serde_json::from_str(earlier).expect("a score of an earlier version");
        assert_eq!(score, self::score(Outcome::Lost, 5, 3));
        score.lost_to = Some(LostTo {
            cause: "turn-limit".to_owned(),
            by: "turn limit".to_owned(),
        });
        assert_eq!(
            score.describe(),
            "lost in 5 turns (turn limit), level 3, seed 0"
        );
        let line = serde_json::to_string(&score).expect("a line");
        assert_eq!(serde_json::from_str::<Score>(&line).ok(), Some(score));
    }
}
