//! docs/PLAYERS.md: the commands that it shows with their output print it, on the files that the page shows whole.
use std::fs;
use std::path::Path;

use crate::shown;

const PAGE: &str = include_str!("../../docs/PLAYERS.md");

/// Each file of the page begins with a comment that names it.
#[test]
fn what_the_page_of_players_shows_at_a_shell_is_what_the_program_prints() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("players_page");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for text in shown::blocks(PAGE, "dng") {
        let first = text.lines().next();
        let name = first.and_then(|line| line.strip_prefix("// "));
        let name = name.expect("a comment that names the file");
        fs::write(folder.join(name), format!("{text}\n")).expect("the file is written");
    }
    let commands = shown::commands(PAGE).filter(|(_, lines)| !lines.is_empty());
    let commands: Vec<(&str, &str)> = commands.collect();
    assert_eq!(commands.len(), 4, "commands with their output");
    for (command, lines) in commands {
        shown::assert_prints(&folder, command, lines);
    }
}
