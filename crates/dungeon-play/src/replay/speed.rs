//! The speed of a replay, and whether it plays by itself.
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The mode of a replay: the actions that it takes without a key of its watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayMode {
    /// Presses one key after the other.
    Playing,
    /// Finishes the last key, and then pauses.
    Stepping,
    /// Finishes the animation of the last key or of the last step of a journey, and then pauses.
    SteppingJourney,
    /// Waits for a key of its watcher.
    Paused,
}

/// One of the eight speeds of a replay, from a quarter of the game's own speed to the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

/// The speeds: the name, and the factor in quarters of the game's own speed; `None` for the maximum.
const SPEEDS: [(&str, Option<u32>); 8] = [
    ("0.25", Some(1)),
    ("0.5", Some(2)),
    ("1", Some(4)),
    ("2", Some(8)),
    ("4", Some(16)),
    ("8", Some(32)),
    ("16", Some(64)),
    ("max", None),
];

impl Speed {
    /// The speed at which the game was played.
    pub const NORMAL: Speed = Speed(2);
    /// Twice the speed at which the game was played.
    pub const DOUBLE: Speed = Speed(3);
    /// Four times the speed at which the game was played.
    pub const FOURFOLD: Speed = Speed(4);
    /// Eight times the speed at which the game was played.
    pub const EIGHTFOLD: Speed = Speed(5);

    /// Returns the next faster speed; the fastest speed if there is none.
    #[must_use]
    pub fn faster(self) -> Speed {
        Speed((self.0 + 1).min(SPEEDS.len() - 1))
    }

    /// Returns the next slower speed; the slowest speed if there is none.
    #[must_use]
    pub fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// Returns the time that a span of the game's time takes at this speed; `None` at the maximum speed, at which no
    /// time passes.
    pub fn pass(self, time: Duration) -> Option<Duration> {
        let (_, quarters) = SPEEDS[self.0];
        Some(time * 4 / quarters?)
    }
}

/// Prints `4×`, or `full speed` for the maximum.
impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match SPEEDS[self.0] {
            (name, Some(_)) => write!(f, "{name}×"),
            (_, None) => f.write_str("full speed"),
        }
    }
}

/// Parses a speed that is given on the command line: `0.25`, `0.5`, `1`, `2`, `4`, `8`, `16` or `max`. The error is a
/// one-line message with this list.
impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Speed, String> {
        let place = SPEEDS.iter().position(|(name, _)| *name == text);
        place.map(Speed).ok_or_else(|| {
            let names = SPEEDS.map(|(name, _)| name).join(", ");
            format!("expected one of {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_step_from_a_quarter_to_as_fast_as_can_be() {
        let second = Duration::from_secs(1);
        let mut speed = Speed::NORMAL;
        assert_eq!(speed.pass(second), Some(second));
        (0..9).for_each(|_| speed = speed.slower());
        assert_eq!(
            (speed.to_string(), speed.pass(second)),
            ("0.25×".to_owned(), Some(second * 4))
        );
        let up = (0..6).map(|_| {
            speed = speed.faster();
            speed.to_string()
        });
        assert_eq!(
            up.collect::<Vec<_>>(),
            ["0.5×", "1×", "2×", "4×", "8×", "16×"]
        );
        assert_eq!(speed.pass(second), Some(second / 16));
        assert_eq!(speed.faster().faster().pass(second), None);
        assert_eq!("max".parse(), Ok(speed.faster()));
        assert_eq!("0.5".parse(), Ok(Speed::NORMAL.slower()));
        assert_eq!(
            "3".parse::<Speed>(),
            Err("expected one of 0.25, 0.5, 1, 2, 4, 8, 16, max".to_owned())
        );
    }
}
