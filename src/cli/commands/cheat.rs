//! `dungeon cheat`: prints the cheat sheet of the file format, which is a page of `docs/format`.
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;

const PAGE: &str = include_str!("../../../docs/format/cheat-sheet.md");

/// Print a one-screen cheat sheet of the dungeon file format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon cheat
  dungeon cheat | less
  dungeon cheat | grep lava

Exit codes: 0 success, 2 usage error.")]
pub struct Cheat {}

impl Cheat {
    /// Prints the page without its Markdown fences. A closed pipe is not an error.
    pub fn run(self) -> Exit {
        let lines = PAGE.lines().filter(|line| !line.starts_with("```"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        print(text.trim_start_matches("# "))
    }
}
