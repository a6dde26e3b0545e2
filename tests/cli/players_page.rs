//! docs/PLAYERS.md: what is shown at a shell is what the program prints.
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../docs/PLAYERS.md");

/// Returns the fenced blocks of the page in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let rest = PAGE.split(&fence).skip(1);
    rest.filter_map(|rest| rest.split("\n```").next()).collect()
}

/// Whether lines are as shown. A shown line `...` stands for any lines, or none.
fn is_shown(lines: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|skipped| is_shown(&lines[skipped..], rest)),
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, lines)| line.trim_end() == *first && is_shown(lines, rest)),
    }
}

#[test]
fn lines_left_out_are_any_lines() {
    assert!(is_shown(&["a", "b", "c "], &["a", "...", "c"]));
    assert!(is_shown(&["a"], &["...", "a", "..."]));
    assert!(!is_shown(&["a", "b"], &["a"]) && !is_shown(&["a"], &["...", "b"]));
}

/// Each file of the page begins with a comment that names it.
#[test]
fn what_the_page_of_players_shows_at_a_shell_is_what_the_program_prints() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("players_page");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for text in blocks("dng") {
        let name = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// "));
        let name = name.expect("a comment that names the file");
        fs::write(folder.join(name), format!("{text}\n")).expect("the file is written");
    }
    let mut run = 0;
    for (command, shown) in blocks("console")
        .iter()
        .filter_map(|block| block.split_once('\n'))
    {
        let words = command.strip_prefix("$ dungeon ").expect("a command");
        let output = Command::new(env!("CARGO_BIN_EXE_dungeon"))
            .args(words.split(' '))
            .current_dir(&folder)
            .env("NO_COLOR", "1")
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        let [lines, shown] = [&printed, shown].map(|text| text.lines().collect::<Vec<_>>());
        assert!(is_shown(&lines, &shown), "{command}\n{printed}");
        run += 1;
    }
    assert_eq!(run, 4, "commands with their output");
}
