//! The names of the tests, read from their sources.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of all tests in the sources below a folder.
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
