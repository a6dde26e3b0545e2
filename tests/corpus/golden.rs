//! Golden files: an input and, below it in comments, what the program says of it. The first line that begins with a mark
//! ends the input, and the line break before that line belongs to the mark:
//!
//! ```text
//! rules chess
//!
//! //> error[bad-value]: expected `explore`, `arena`, `siege` or `tactics`, found `chess`
//! ```
//!
//! `UPDATE_GOLDEN=1 cargo test golden` writes what is found below each input; read it with `git diff`.
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;

/// Returns the beginning of each expected line: a comment, in dungeons and in keys files.
fn mark(path: &Path) -> &'static str {
    let is_dungeon = path.extension().is_some_and(|end| end == "dng");
    if is_dungeon { "//>" } else { "#>" }
}

/// Returns the input of a golden file, or the whole text of another file.
pub fn input(path: &Path) -> Vec<u8> {
    parts(path).0
}

/// Whether a file contains expected output.
pub fn is_golden(path: &Path) -> bool {
    parts(path).1.is_some()
}

/// Returns the input and the expected output; `None` if the file has no mark.
fn parts(path: &Path) -> (Vec<u8>, Option<String>) {
    let mut input = fs::read(path).expect("a file that can be read");
    let mark = mark(path);
    let begins = format!("\n{mark}");
    let mut windows = input.windows(begins.len());
    let Some(end) = windows.position(|window| window == begins.as_bytes()) else {
        return (input, None);
    };
    let below = input.split_off(end);
    let below = str::from_utf8(&below[1..]).expect("expected text is UTF-8");
    let lines = below.lines().map(|line| {
        let line = line.strip_prefix(mark);
        let line = line.unwrap_or_else(|| panic!("{}: a line without {mark}", path.display()));
        line.strip_prefix(' ').unwrap_or(line)
    });
    let expected = lines.collect::<Vec<_>>().join("\n");
    (input, Some(expected))
}

/// Returns the text of a golden file with this output.
fn whole(path: &Path, input: &[u8], found: &str) -> Vec<u8> {
    let below = prefixed(mark(path), found);
    [input, b"\n", below.as_bytes()].concat()
}

/// Puts a mark before each line.
pub fn prefixed(mark: &str, text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        "" => format!("{mark}\n"),
        line => format!("{mark} {line}\n"),
    });
    lines.collect()
}

/// The differences between expected and found output.
#[derive(Default)]
pub struct Differences(String);

impl Differences {
    /// Adds the difference of one file or case, if there is any.
    pub fn add(&mut self, place: &str, expected: &str, found: &str) {
        if found != expected {
            let diff = TextDiff::from_lines(expected, found);
            let mut diff = diff.unified_diff();
            let diff = diff.missing_newline_hint(false).header("expected", "found");
            self.0 += &format!("{place}\n{diff}\n");
        }
    }

    /// Panics with all differences, if there are any.
    pub fn assert_none(&self) {
        let Differences(all) = self;
        assert!(
            all.is_empty(),
            "\n{all}`UPDATE_GOLDEN=1 cargo test golden` writes what was found into these files"
        );
    }
}

/// Whether golden files are written instead of compared.
pub fn is_updating() -> bool {
    env::var_os("UPDATE_GOLDEN").is_some()
}

/// Asserts that each file contains the program's output below its input, or writes that output.
pub fn assert_golden(paths: impl IntoIterator<Item = PathBuf>, found: impl Fn(&Path) -> String) {
    let mut differences = Differences::default();
    for path in paths {
        let (input, expected) = parts(&path);
        let expected = expected.unwrap_or_default();
        let found = found(&path);
        if is_updating() && found != expected {
            fs::write(&path, whole(&path, &input, &found)).expect("a file that can be written");
        } else {
            differences.add(&path.display().to_string(), &expected, &found);
        }
    }
    differences.assert_none();
}
