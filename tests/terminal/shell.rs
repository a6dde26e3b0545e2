//! A shell with job control in the pseudo-terminal, the number of returns to its screen, and the signal that ended a
//! program.
use std::path::Path;

use crate::pty::{Ended, Played, sized};
use portable_pty::CommandBuilder;

impl Played {
    /// Starts a shell with job control and without startup files, and waits for its first prompts.
    pub fn in_shell(program: &Path) -> Played {
        let mut command = CommandBuilder::new("bash");
        command.args(["--norc", "-i"]);
        // The prompt counts the commands, so that a test can wait for each.
        command.env("PS1", "[\\#]$ ");
        command.env("DUNGEON", program);
        command.env("HISTFILE", "");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let played = Played::with(command, sized(80, 24)).until("[1]$");
        // Afterwards only the program turns bracketed paste on, and tests can see whether it turns it off again.
        played
            .press("bind 'set enable-bracketed-paste off'\n")
            .until("[2]$")
    }

    /// Returns how often the program has left the alternate screen.
    pub fn times_left(&self) -> usize {
        let leaving = b"\x1b[?1049l";
        self.said
            .windows(leaving.len())
            .filter(|said| said == leaving)
            .count()
    }
}

impl Ended {
    /// Returns the name of the signal that ended the program.
    pub fn died_by(&self) -> &str {
        self.status.signal().unwrap_or("no signal")
    }
}
