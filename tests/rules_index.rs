//! Every rule of docs/RULES.md has a test with its id in its name.
use std::fs;
use std::path::Path;

const RULES: &str = include_str!("../docs/RULES.md");

#[test]
fn every_rule_has_a_test_named_for_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Vec::new();
    for folder in ["src", "tests"] {
        collect(&root.join(folder), &mut names);
    }
    // `* **E-13** A bolt …` is e13.
    let ids: Vec<String> = RULES
        .lines()
        .filter_map(|line| line.strip_prefix("* **")?.split("**").next())
        .map(|id| id.replace('-', "").to_lowercase())
        .collect();
    assert!(ids.len() >= 23, "the page has lost its rules: {ids:?}");
    let lacking: Vec<_> = ids
        .iter()
        .filter(|id| !names.iter().any(|name| name.starts_with(&format!("{id}_"))))
        .collect();
    assert!(lacking.is_empty(), "no test is named for {lacking:?}");
}

/// The names of all functions that follow a `#[test]` line.
fn collect(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("it can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, names);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            let tests = text.split("#[test]").skip(1);
            names.extend(tests.filter_map(|rest| {
                rest.trim_start()
                    .strip_prefix("fn ")?
                    .split('(')
                    .next()
                    .map(String::from)
            }));
        }
    }
}
