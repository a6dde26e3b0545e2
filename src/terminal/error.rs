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
        match self.parts() {
            (what, Some(_)) => format!("{what}; {way_out}"),
            (what, None) => what,
        }
    }

    /// What is wrong, and how a new game can be played without it; no advice where that is no help.
    fn parts(&self) -> (String, Option<&'static str>) {
        let render = "`dungeon render FILE --keys KEYS` plays without one";
        match self {
            TerminalError::NoScreen => (
                "expected a terminal to play in, but standard output is none".to_owned(),
                Some(render),
            ),
            TerminalError::Dumb(term) => (
                format!("expected a terminal that can place its cursor, but TERM is {term}"),
                Some("`dungeon FILE --narrate` plays in lines"),
            ),
            TerminalError::NoKeys(why) => (
                format!(
                    "expected a terminal to read keys from, but standard input is none and this process has no other ({why})"
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
