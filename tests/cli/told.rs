//! Files of cases: commands in a folder of their own, with their output, exit codes and written files.
//!
//! A line `//~ name` begins a file of that folder. A command consists of the program's arguments, quoted if they
//! contain spaces; `< name` after them sets standard input.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::corpus::cases::{Case, assert_cases};

/// The maximum number of lines shown of a written file.
const LINES: usize = 60;

#[test]
fn golden_cases_of_commands_come_to_what_they_tell() {
    assert_cases("tests/cli/cases", ran);
}

/// Runs the commands of a case one after another in one folder.
fn ran(case: &Case) -> String {
    let home = tempfile::tempdir().expect("a folder");
    for file in case.text.split("//~ ").skip(1) {
        let (name, text) = file.split_once('\n').expect("a name");
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let ran = case.asked.iter().map(|asked| command(home.path(), asked));
    ran.collect::<Vec<_>>().join("\n")
}

/// Returns a command with its output, its standard error after `!`, its exit code unless that is 0, and the files that
/// it wrote.
fn command(folder: &Path, asked: &str) -> String {
    let before = files(folder);
    let (arguments, input) = match asked.rsplit_once(" < ") {
        Some((arguments, name)) => (arguments, Some(name)),
        None => (asked, None),
    };
    let input = input.map_or(Stdio::null(), |name| {
        File::open(folder.join(name)).expect("an input").into()
    });
    let output = Command::new(env!("CARGO_BIN_EXE_dungeon"))
        .args(words(arguments))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(input)
        .output()
        .expect("the program starts");
    let mut told = format!("$ {asked}\n");
    told += str::from_utf8(&output.stdout).expect("UTF-8 is printed");
    for line in str::from_utf8(&output.stderr)
        .expect("UTF-8 is printed")
        .lines()
    {
        writeln!(told, "! {line}").expect("memory");
    }
    if output.status.code() != Some(0) {
        writeln!(told, "[{}]", output.status).expect("memory");
    }
    for (name, text) in files(folder) {
        if before.get(&name) != Some(&text) {
            let text = if text.lines().count() > LINES {
                "…"
            } else {
                &text
            };
            writeln!(told, "[{name} is written]\n{}", text.trim_end()).expect("memory");
        }
    }
    told
}

/// Splits arguments at spaces outside of quotes.
fn words(asked: &str) -> Vec<String> {
    let parts = asked.split('"').enumerate();
    let words = parts.flat_map(|(nth, part)| {
        if nth % 2 == 1 {
            vec![part.to_owned()]
        } else {
            part.split_whitespace().map(str::to_owned).collect()
        }
    });
    words.collect()
}

/// Returns the texts of all files below a folder, by path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(below).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path below the folder");
                let text = fs::read_to_string(&path).expect("text");
                found.insert(name.display().to_string(), text);
            }
        }
    }
    found
}
