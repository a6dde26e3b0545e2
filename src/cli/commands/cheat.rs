//! `dungeon cheat`: the format on one screen, from `docs/format`.
use crate::cli::output::exit::Exit;
use crate::cli::output::stdout::print;

/// The page, in Markdown.
const PAGE: &str = include_str!("../../../docs/format/cheat-sheet.md");

/// Print a cheat sheet of the format, on one screen
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  dungeon cheat
  dungeon cheat | less
  dungeon cheat | grep lava

Exit codes: 0 all is well, 2 wrong usage.")]
pub struct Cheat {}

impl Cheat {
    /// Prints the page without its marks of Markdown. A closed pipe ends the command quietly.
    pub fn run(self) -> Exit {
        let lines = PAGE.lines().filter(|line| !line.starts_with("```"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        print(text.trim_start_matches("# "))
    }
}
