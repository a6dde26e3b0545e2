//! What pages show: fenced blocks, and commands with the lines that the program prints.

/// Returns the fenced blocks of a page in this language.
pub fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let rest = page.split(&fence).skip(1);
    rest.filter_map(|rest| rest.split("\n```").next()).collect()
}

/// Returns the commands that a page shows at a shell, without `$`, each with the lines below it; "" if there are none.
#[cfg(feature = "program")]
pub fn commands(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = blocks(page, "console").into_iter();
    blocks.map(|block| {
        let (command, lines) = block.split_once('\n').unwrap_or((block, ""));
        (command.strip_prefix("$ ").expect("a command"), lines)
    })
}

/// Asserts that a command of the program prints these lines in a folder. A shown line `...` stands for any lines, or
/// none; spaces at the end of a printed line are not shown.
#[cfg(feature = "program")]
#[track_caller]
pub fn assert_prints(folder: &std::path::Path, command: &str, shown: &str) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .args(command.split(' ').skip(1))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    let [lines, shown] = [&printed, shown].map(|text| text.lines().collect::<Vec<_>>());
    assert!(is_shown(&lines, &shown), "{command}\n{printed}");
}

/// Whether lines are as shown.
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
    assert!(!is_shown(&[], &["a"]) && !is_shown(&["a"], &[]));
}
