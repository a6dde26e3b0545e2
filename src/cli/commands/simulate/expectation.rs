//! `--expect` and `--expect-change`: the share of wins that an author expects, and its change.
use std::fmt;
use std::str::FromStr;

use crate::cli::options::amounts::AmountError;
use dungeon_players::Interval;

/// The expected range of the share of wins in percent, or of its change in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    from: f64,
    to: f64,
}

/// Whether an interval confirms the expected share of wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The interval is inside the expected range.
    Inside,
    /// The interval is outside the expected range.
    Outside,
    /// The interval and the range overlap only in part, so the result is uncertain.
    Open,
}

impl Expectation {
    /// Compares an interval of shares, from 0 to 1, with the expected range.
    pub fn judge(self, found: Interval) -> Judgement {
        let (from, to) = (found.from * 100.0, found.to * 100.0);
        if to < self.from || from > self.to {
            Judgement::Outside
        } else if from >= self.from && to <= self.to {
            Judgement::Inside
        } else {
            Judgement::Open
        }
    }
}

impl Expectation {
    /// Returns the smallest and the largest share, 0 to 1.
    pub fn shares(self) -> [f64; 2] {
        [self.from / 100.0, self.to / 100.0]
    }

    /// Parses a change of the share of wins in points, such as `-5..5`, `-3..` or `..0`.
    ///
    /// # Errors
    /// Returns `AmountError::Change` for any other text, and for changes below −100 or above 100 points.
    pub fn of_change(text: &str) -> Result<Expectation, AmountError> {
        range(text, -100.0, 100.0).ok_or(AmountError::Change)
    }

    /// Returns the range as that of a change: "-5 to 5 points".
    pub fn points(self) -> String {
        format!("{} to {} points", self.from, self.to)
    }
}

impl FromStr for Expectation {
    type Err = AmountError;

    /// Parses a range such as `20%..60%`. Either end may be omitted, and so may each `%`.
    fn from_str(text: &str) -> Result<Expectation, AmountError> {
        range(text, 0.0, 100.0).ok_or(AmountError::Share)
    }
}

/// Parses a range of numbers from `least` to `most`, each with or without `%`, which are also its usual ends.
fn range(text: &str, least: f64, most: f64) -> Option<Expectation> {
    let (from, to) = text.split_once("..")?;
    let end = |text: &str, usual: f64| match text.trim() {
        "" => Some(usual),
        text => {
            let number = text.strip_suffix('%').unwrap_or(text).parse().ok();
            number.filter(|number| (least..=most).contains(number))
        }
    };
    let (from, to) = (end(from, least)?, end(to, most)?);
    (from <= to).then_some(Expectation { from, to })
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} % to {} %", self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_inside_outside_or_tells_nothing_yet() {
        let wanted: Expectation = "20%..60%".parse().expect("a share");
        let judge = |from, to| wanted.judge(Interval { from, to });
        assert_eq!(judge(0.2, 0.6), Judgement::Inside);
        assert_eq!(judge(0.1, 0.19), Judgement::Outside);
        assert_eq!(judge(0.61, 0.7), Judgement::Outside);
        assert_eq!(judge(0.1, 0.3), Judgement::Open);
        assert_eq!(judge(0.1, 0.9), Judgement::Open);
        assert_eq!(
            "..5".parse::<Expectation>().map(|e| e.to_string()),
            Ok("0 % to 5 %".to_owned())
        );
        for wrong in ["", "5", "60..20", "0..101", "a..b", "20%..60%%"] {
            assert!(wrong.parse::<Expectation>().is_err(), "{wrong}");
        }
        let change = Expectation::of_change("-5..").expect("a change");
        assert_eq!((change.from, change.to), (-5.0, 100.0));
        for wrong in ["", "5", "5..-5", "-101..0", "a..b"] {
            assert!(Expectation::of_change(wrong).is_err(), "{wrong}");
        }
    }
}
