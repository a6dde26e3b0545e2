//! A shell with jobs in the pseudo-terminal, how often a show left the screen to it, and by what a program died.
use std::path::Path;

use crate::pty::{Ended, Played, sized};
use portable_pty::CommandBuilder;

impl Played {
    /// A shell with jobs, which has read no file of habits, at its first prompts.
    pub fn in_shell(program: &Path) -> Played {
        let mut command = CommandBuilder::new("bash");
        command.args(["--norc", "-i"]);
        // The prompt counts the commands, so that a test can wait for each.
        command.env("PS1", "[\\#]$ ");
        command.env("DUNGEON", program);
        command.env("HISTFILE", "");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        let played = Played::with(command, sized(80, 24)).until("[1]$");
        // Only a show turns bracketed paste on then, and a test sees whether it was turned off again.
        played
            .press("bind 'set enable-bracketed-paste off'\n")
            .until("[2]$")
    }

    /// How often the alternate screen was left so far.
    pub fn times_left(&self) -> usize {
        let leaving = b"\x1b[?1049l";
        self.said
            .windows(leaving.len())
            .filter(|said| said == leaving)
            .count()
    }
}

impl Ended {
    /// The name of the signal that the program died by.
    pub fn died_by(&self) -> &str {
        self.status.signal().unwrap_or("no signal")
    }
}
