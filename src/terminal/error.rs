//! The errors of a show that cannot run in this terminal.
use std::{fmt, io};

/// The reason that a show could not start or continue in this terminal. The terminal was left before the error is
/// returned.
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
    /// The variable `TERM` is `dumb`, empty or not set; the text says which of these.
    Dumb(&'static str),
    /// Neither standard input nor a controlling terminal can provide keys.
    NoKeys(io::Error),
    /// The terminal failed while in use.
    Io(#[from] io::Error),
}

impl TerminalError {
    /// Returns the message of the error in one line. `way_out` replaces the default advice, and is a part of a
    /// sentence. The default advice is about new games, and does not help with a recording or a save.
    pub fn with_way_out(&self, way_out: &str) -> String {
        match self.parts() {
            (what, Some(_)) => format!("{what}; {way_out}"),
            (what, None) => what,
        }
    }

    /// Returns the problem, and advice on playing a new game without the terminal; `None` in place of the advice if no
    /// advice helps.
    fn parts(&self) -> (String, Option<&'static str>) {
        let render = "use `dungeon render FILE --keys KEYS` to play without one";
        match self {
            TerminalError::NoScreen => (
                "cannot play: standard output is not a terminal".to_owned(),
                Some(render),
            ),
            TerminalError::Dumb(term) => (
                format!("cannot play on this terminal: it cannot move its cursor (TERM is {term})"),
                Some("use `dungeon FILE --narrate` to play in lines of text"),
            ),
            TerminalError::NoKeys(why) => (
                format!(
                    "cannot read keys: standard input is not a terminal, and this process has no controlling terminal ({why})"
                ),
                Some(render),
            ),
            TerminalError::Io(why) => (format!("the terminal failed: {why}"), None),
        }
    }
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_way_out(self.parts().1.unwrap_or_default()))
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
            let (what, advice) = lack.parts();
            assert_eq!(lack.with_way_out("this one"), format!("{what}; this one"));
            assert_eq!(
                lack.to_string(),
                format!("{what}; {}", advice.expect("both"))
            );
        }
        let failed = TerminalError::Io(io::Error::other("why"));
        assert_eq!(failed.with_way_out("this one"), failed.to_string());
    }
}
