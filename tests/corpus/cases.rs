//! Files of cases: each holds many small inputs, every one with its name above it and the expected output below it.
//!
//! ```text
//! //= S-22 it enters where the fence was a turn later
//! //$ ..
//! rules siege season=1000 turn=1 gold=50
//! map
//! ########
//! #@..1A.#
//! ########
//! end
//! //> .: hordling tears fence 1 5,2, floor built 5,2
//! //> .: hordling to 5,2
//! ```
//!
//! A line `//$` gives the keys, orders or commands for the input. Each of several such lines starts afresh.
//! `UPDATE_GOLDEN=1 cargo test golden_cases` writes the output below each case; read it with `git diff`.
use std::fs;

use super::golden::{Differences, is_updating, prefixed};
use super::paths;

/// One input of a file of cases.
pub struct Case {
    pub name: String,
    /// The lines `//$`, without their mark.
    pub asked: Vec<String>,
    /// The input, with a final line end.
    pub text: String,
    /// The output that the file holds.
    expected: String,
}

impl Case {
    /// Reads a case whose first line is its name.
    fn new(told: &str) -> Case {
        let mut lines = told.lines();
        let name = lines.next().expect("a name").to_owned();
        let mut case = Case {
            name,
            asked: Vec::new(),
            text: String::new(),
            expected: String::new(),
        };
        for line in lines {
            if let Some(asked) = line.strip_prefix("//$") {
                case.asked.push(asked.trim_start().to_owned());
            } else if let Some(expected) = line.strip_prefix("//>") {
                case.expected += expected.strip_prefix(' ').unwrap_or(expected);
                case.expected += "\n";
            } else {
                case.text += line;
                case.text += "\n";
            }
        }
        case.text = case.text.trim_end().to_owned() + "\n";
        case
    }

    /// Returns the case as text of its file, with this output.
    fn whole(&self, found: &str) -> String {
        let asked = prefixed("//$", &self.asked.join("\n"));
        let Case { name, text, .. } = self;
        format!("//= {name}\n{asked}{text}{}", prefixed("//>", found))
    }
}

/// Reads the cases of a file.
pub fn cases(file: &str) -> Vec<Case> {
    let told = format!("\n{file}");
    told.split("\n//= ").skip(1).map(Case::new).collect()
}

/// Asserts that each case of a folder's files has the output that `found` gives for it, or writes that output.
pub fn assert_cases(folder: &str, found: impl Fn(&Case) -> String) {
    let mut differences = Differences::default();
    for path in paths(folder) {
        let file = fs::read_to_string(&path).expect("cases are UTF-8");
        let mut whole = Vec::new();
        for case in cases(&file) {
            let found = found(&case);
            let found = found.lines().map(str::trim_end).collect::<Vec<_>>();
            let found = found.join("\n");
            if is_updating() {
                whole.push(case.whole(&found));
            } else {
                let place = format!("{}: {}", path.display(), case.name);
                differences.add(&place, case.expected.trim_end(), &found);
            }
        }
        if is_updating() {
            fs::write(&path, whole.join("\n")).expect("a file that can be written");
        }
    }
    differences.assert_none();
}
