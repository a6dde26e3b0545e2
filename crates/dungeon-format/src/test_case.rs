//! The tests of a file: keys, seeds and expectations (docs/format, "Tests").
use std::fmt;

use super::characters::in_quotes;
use super::source::{Span, Spanned};
use dungeon_model::dungeon::Stat;
use dungeon_model::space::geometry::Point;

/// One `test` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The name of the test.
    pub name: String,
    /// The input of the test.
    pub play: TestPlay,
    /// The first and the last seed; `None` without `seed=` and `seeds=`.
    pub seeds: Option<(u64, u64)>,
    /// The expectations, in order.
    pub claims: Vec<Spanned<TestClaim>>,
    /// The bytes of the line.
    pub span: Span,
}

/// The input of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestPlay {
    /// Keys, as in a script; empty to test the start of the game.
    Keys(Spanned<String>),
    /// The path of a recording, relative to the folder of the dungeon's file.
    Recording(Spanned<String>),
}

/// An expectation of a test, which prints as written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestClaim {
    /// `expect=won`: how the game ends.
    End(ExpectedEnd),
    /// `turns=..40`: the number of turns played.
    Turns(NumberBounds),
    /// `health=10..`, or another number of the hero or the commanded unit.
    Number(Stat, NumberBounds),
    /// `at=5,3`: the expected cell of the hero or the commanded unit, with coordinates counted from 0.
    At(Point),
    /// `says="…"`: part of a message that the game shows.
    Says(String),
    /// `frame="hall.snap"`: the file with the expected last screen.
    Frame(String),
    /// `winnable=yes`: whether the prover finds a way to win.
    Winnable(bool),
    /// `winrate=greedy:20%..60%`: the percentage of games that a bot wins.
    WinRate(TestedBot, NumberBounds),
}

/// The expected end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedEnd {
    /// The game is won.
    Won,
    /// The game is lost.
    Lost,
    /// The game is a draw.
    Draw,
    /// The game goes on.
    Unfinished,
}

impl ExpectedEnd {
    /// All ends of a game, in the order of the words that `expect=` accepts.
    pub const ALL: [ExpectedEnd; 4] = [
        ExpectedEnd::Won,
        ExpectedEnd::Lost,
        ExpectedEnd::Draw,
        ExpectedEnd::Unfinished,
    ];

    /// Returns the word for this end of a game in files.
    pub const fn word(self) -> &'static str {
        match self {
            ExpectedEnd::Won => "won",
            ExpectedEnd::Lost => "lost",
            ExpectedEnd::Draw => "draw",
            ExpectedEnd::Unfinished => "unfinished",
        }
    }
}

/// A bundled bot, by its name in `dungeon simulate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestedBot {
    /// Takes any legal action.
    Random,
    /// Goes for the nearest item.
    Greedy,
    /// Avoids danger while collecting items.
    Careful,
    /// Looks ahead before it acts, usually by simulating games.
    Planner,
}

impl TestedBot {
    /// All bots, in the order of the words that `winrate=` accepts.
    pub const ALL: [TestedBot; 4] = [
        TestedBot::Random,
        TestedBot::Greedy,
        TestedBot::Careful,
        TestedBot::Planner,
    ];

    /// Returns the word of the bot in files.
    pub const fn word(self) -> &'static str {
        match self {
            TestedBot::Random => "random",
            TestedBot::Greedy => "greedy",
            TestedBot::Careful => "careful",
            TestedBot::Planner => "planner",
        }
    }
}

/// The bounds of a number, both included. A missing bound does not limit the number in that direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberBounds {
    /// The smallest number allowed; `None` without a bound.
    pub least: Option<i64>,
    /// The largest number allowed; `None` without a bound.
    pub most: Option<i64>,
}

impl NumberBounds {
    /// Reads `7`, `3..7`, `3..` or `..7`, each number with or without `unit`; `None` for any other text.
    pub fn read(text: &str, unit: &str) -> Option<NumberBounds> {
        let number = |text: &str| {
            let digits = text.strip_suffix(unit).unwrap_or(text);
            let is_plain = digits.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
            digits.parse().ok().filter(|_| is_plain)
        };
        let Some((least, most)) = text.split_once("..") else {
            let only = Some(number(text)?);
            return Some(NumberBounds {
                least: only,
                most: only,
            });
        };
        let end = |text: &str| match text {
            "" => Some(None),
            text => number(text).map(Some),
        };
        let (least, most) = (end(least)?, end(most)?);
        (least.is_some() || most.is_some()).then_some(NumberBounds { least, most })
    }

    /// Returns the numbers that satisfy a comparison, given as a sign such as `<=` and a number; `None` for any other
    /// text.
    pub fn compared(sign: &str, number: &str) -> Option<NumberBounds> {
        let is_plain = number.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let number: i64 = number.parse().ok().filter(|_| is_plain)?;
        let (least, most) = match sign {
            "<=" | "=<" => (None, Some(number)),
            ">=" | "=>" => (Some(number), None),
            "<" => (None, Some(number.checked_sub(1)?)),
            ">" => (Some(number.checked_add(1)?), None),
            "==" => (Some(number), Some(number)),
            _ => return None,
        };
        Some(NumberBounds { least, most })
    }

    /// Whether a number is within the bounds.
    pub fn contain(self, number: i64) -> bool {
        self.least.is_none_or(|least| number >= least)
            && self.most.is_none_or(|most| number <= most)
    }

    /// Whether a percentage, perhaps with a fraction, is within the bounds.
    pub fn contain_share(self, percent: f64) -> bool {
        self.least.is_none_or(|least| percent >= least as f64)
            && self.most.is_none_or(|most| percent <= most as f64)
    }

    /// Returns the bounds as text, with a unit after each number, such as `20%..60%`.
    pub fn with_unit(self, unit: &str) -> String {
        let end = |end: Option<i64>| end.map_or(String::new(), |end| format!("{end}{unit}"));
        match self {
            NumberBounds { least, most } if least == most => end(least),
            NumberBounds { least, most } => format!("{}..{}", end(least), end(most)),
        }
    }
}

impl fmt::Display for NumberBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_unit(""))
    }
}

impl fmt::Display for TestClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestClaim::End(end) => write!(f, "expect={}", end.word()),
            TestClaim::Turns(bounds) => write!(f, "turns={bounds}"),
            TestClaim::Number(stat, bounds) => write!(f, "{}={bounds}", stat.word()),
            TestClaim::At(cell) => write!(f, "at={cell}"),
            TestClaim::Says(text) => write!(f, "says={}", in_quotes(text)),
            TestClaim::Frame(path) => write!(f, "frame={}", in_quotes(path)),
            TestClaim::Winnable(true) => f.write_str("winnable=yes"),
            TestClaim::Winnable(false) => f.write_str("winnable=no"),
            TestClaim::WinRate(bot, share) => {
                write!(f, "winrate={}:{}", bot.word(), share.with_unit("%"))
            }
        }
    }
}

impl TestClaim {
    /// Whether the claim is about the single game that the test's keys play, and not about all games of the file.
    pub fn is_of_one_game(&self) -> bool {
        !matches!(self, TestClaim::Winnable(_) | TestClaim::WinRate(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_one_number_or_two_of_which_one_may_be_left_out() {
        let read = |text| NumberBounds::read(text, "%");
        let of = |least, most| Some(NumberBounds { least, most });
        assert_eq!(read("7"), of(Some(7), Some(7)));
        assert_eq!(read("-3..7"), of(Some(-3), Some(7)));
        assert_eq!(read("3%.."), of(Some(3), None));
        assert_eq!(read("+3"), of(Some(3), Some(3)));
        assert_eq!(read("..40%"), of(None, Some(40)));
        for wrong in ["", "..", "a", "3...4", "3..b", "%", "3%%", "1.5"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        assert!(NumberBounds::read("20%", "").is_none());
    }

    #[test]
    fn comparisons_are_bounds() {
        let compared = |sign, number| NumberBounds::compared(sign, number).map(|it| it.to_string());
        let meant = [
            ("<=", "..7"),
            (">=", "7.."),
            ("<", "..6"),
            (">", "8.."),
            ("==", "7"),
        ];
        for (sign, bounds) in meant {
            assert_eq!(compared(sign, "7").as_deref(), Some(bounds));
        }
        let least = i64::MIN.to_string();
        for (sign, number) in [
            ("=", "7"),
            ("", "7"),
            ("<=", "+7"),
            ("<", "x"),
            ("<", &least),
        ] {
            assert_eq!(compared(sign, number), None, "{sign}{number}");
        }
    }

    #[test]
    fn bounds_print_as_they_are_read_and_contain_both_ends() {
        for text in ["7", "3..7", "3..", "..7", "-3..-1"] {
            let bounds = NumberBounds::read(text, "").expect("bounds");
            assert_eq!(bounds.to_string(), text);
        }
        let bounds = NumberBounds::read("20..60", "").expect("bounds");
        assert!(bounds.contain(20) && bounds.contain(60) && !bounds.contain(61));
        assert!(bounds.contain_share(59.9) && !bounds.contain_share(19.9));
    }
}
