//! The names of the tests, read from their sources: functions, and the `test` lines of scenarios.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::corpus::paths;

/// Returns the names of all tests in the sources below a folder.
pub fn tests_below(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("it can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            names.extend(tests_below(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            let tests = text.split("#[test]").skip(1);
            let named = tests.filter_map(|test| test.trim_start().strip_prefix("fn "));
            names.extend(named.filter_map(|test| Some(test.split('(').next()?.to_owned())));
        }
    }
    names
}

/// Returns the names of the tests of all scenarios and cases, in the form of function names: `G-2 take wins` is
/// `g2_take_wins`. `tests/play` runs every scenario, and each folder of cases has a test.
pub fn scenario_tests() -> BTreeSet<String> {
    let folders = [
        "tests/scenarios",
        "tests/rules/cases",
        "tests/format/cases",
        "tests/play/cases",
        "tests/view/cases",
        "tests/cli/cases",
    ]
    .into_iter();
    let files = folders.flat_map(paths);
    let texts = files.map(|path| fs::read_to_string(path).expect("a scenario"));
    let mut names = BTreeSet::new();
    for text in texts {
        let name = |line: &str| {
            let test = line.strip_prefix("test \"").or(line.strip_prefix("//= "))?;
            Some(as_function(test.split('"').next()?))
        };
        names.extend(text.lines().filter_map(name));
    }
    names
}

/// Returns a name in the form of a function name. A rule's id at its beginning loses its dash.
fn as_function(name: &str) -> String {
    let name = name.to_lowercase();
    let (first, rest) = name.split_once(' ').unwrap_or((&name, ""));
    let is_id = first.ends_with(|c: char| c.is_ascii_digit());
    let first = if is_id {
        first.replace('-', "")
    } else {
        first.to_owned()
    };
    let name = format!("{first} {rest}");
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.trim_end().chars().map(letter).collect()
}
