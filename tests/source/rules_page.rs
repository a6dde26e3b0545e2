//! Every rule of docs/RULES.md has a test with its id in its name.
use crate::corpus::folder;
use crate::test_names::tests_below;

const RULES: &str = include_str!("../../docs/RULES.md");

#[test]
fn every_rule_has_a_test_named_for_it() {
    let [mut names, ours] = ["src", "tests"].map(|name| tests_below(&folder(name)));
    names.extend(ours);
    // `* **E-13** A bolt …` is e13.
    let ids: Vec<String> = RULES
        .lines()
        .filter_map(|line| line.strip_prefix("* **")?.split("**").next())
        .map(|id| id.replace('-', "").to_lowercase())
        .collect();
    assert!(ids.len() >= 40, "the page has lost its rules: {ids:?}");
    let lacking: Vec<_> = ids
        .iter()
        .filter(|id| !names.iter().any(|name| name.starts_with(&format!("{id}_"))))
        .collect();
    assert!(lacking.is_empty(), "no test is named for {lacking:?}");
}
