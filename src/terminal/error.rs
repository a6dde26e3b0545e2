//! Why a show cannot run in this terminal.
use std::{fmt, io};

/// Why a show could not run in this terminal, or could not go on. The terminal has been left when this is returned.
///
/// ```
/// use dungeon::terminal::TerminalError;
///
/// let error = TerminalError::NoScreen;
/// let said = error.with_way_out("use `--narrate`");
/// assert!(said.contains("`--narrate`"), "{said}");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TerminalError {
    /// Standard output is a file or a pipe.
    NoScreen,
    /// The environment's `TERM` is `dumb`, empty or not set; the word says which.
    Dumb(&'static str),
    /// Neither standard input nor a controlling terminal can be asked for keys.
    NoKeys(io::Error),
    /// The terminal failed while in use.
    Io(#[from] io::Error),
}

impl TerminalError {
    /// The error's message in one line, with `way_out`, half a sentence, in place of the advice behind its semicolon.
    /// Most messages advise how a new game can be played elsewhere, which is no help with a recording or a save.
    pub fn with_way_out(&self, way_out: &str) -> String {
        let advice = self.advice().map(|_| way_out);
        self.with_advice(advice)
    }

    /// How a new game can be played without what is missing, in half a sentence; `None` where that is no help.
    fn advice(&self) -> Option<&'static str> {
        match self {
            TerminalError::NoScreen | TerminalError::NoKeys(_) => {
                Some("`dungeon render FILE --keys KEYS` plays without one")
            }
            TerminalError::Dumb(_) => Some("`dungeon FILE --narrate` plays in lines"),
            TerminalError::Io(_) => None,
        }
    }

    fn with_advice(&self, advice: Option<&str>) -> String {
        let what = match self {
            TerminalError::NoScreen => {
                "expected a terminal to play in, but standard output is none".to_owned()
            }
            TerminalError::Dumb(term) => {
                format!("expected a terminal that can place its cursor, but TERM is {term}")
            }
            TerminalError::NoKeys(why) => format!(
                "expected a terminal to read keys from, but standard input is none and this process has no other ({why})"
            ),
            TerminalError::Io(why) => format!("the terminal failed: {why}"),
        };
        match advice {
            Some(advice) => format!("{what}; {advice}"),
            None => what,
        }
    }
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_advice(self.advice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_missing_has_another_way_out() {
        let lacks = [
            TerminalError::NoScreen,
            TerminalError::Dumb("empty"),
            TerminalError::NoKeys(io::Error::other("why")),
        ];
        for lack in lacks {
            let message = lack.with_way_out("this one");
            let (what, way_out) = message.split_once("; ").expect("both");
            assert!(
                lack.to_string().starts_with(&format!("{what}; `")),
                "{message}"
            );
            assert_eq!(way_out, "this one");
        }
        let failed = TerminalError::Io(io::Error::other("why"));
        assert_eq!(failed.with_way_out("this one"), failed.to_string());
    }
}
