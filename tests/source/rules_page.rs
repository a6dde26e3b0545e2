//! Every rule of docs/RULES.md has a test whose name contains its id, and an anchor for links.
use crate::corpus::folder;
use crate::sources::sources;
use crate::test_names::{scenario_tests, tests_below};

/// The address of the page in the library's documentation, the target of links in member crates.
const RULES_PAGE: &str = "https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html";

const RULES: &str = include_str!("../../docs/RULES.md");

/// Returns the ids of all rules, such as E-13 for `* **E-13**<a id="e-13"></a> A bolt …`.
fn ids() -> Vec<&'static str> {
    let lines = RULES.lines();
    let ids: Vec<_> = lines
        .filter_map(|line| line.strip_prefix("* **")?.split("**").next())
        .collect();
    assert!(ids.len() >= 40, "the page has too few rules: {ids:?}");
    ids
}

#[test]
fn every_rule_has_a_test_named_for_it() {
    let [mut names, ours, program] =
        ["crates", "tests", "src"].map(|name| tests_below(&folder(name)));
    names.extend(ours);
    names.extend(program);
    names.extend(scenario_tests());
    let mut lacking = ids();
    lacking.retain(|id| {
        let begin = id.replace('-', "").to_lowercase() + "_";
        !names.iter().any(|name| name.starts_with(&begin))
    });
    assert!(lacking.is_empty(), "no test is named for {lacking:?}");
}

#[test]
fn every_rule_has_a_place_that_links_lead_to() {
    let mut lacking = ids();
    lacking.retain(|id| {
        let place = format!("* **{id}**<a id=\"{}\"></a> ", id.to_lowercase());
        RULES.matches(&place).count() != 1
    });
    assert!(lacking.is_empty(), "not exactly one anchor for {lacking:?}");
}

#[test]
fn every_link_to_a_rule_leads_to_the_rule_that_it_names() {
    let (ids, mut count, mut wrong) = (ids(), 0, Vec::new());
    for (file, text) in sources() {
        for line in text.lines().map(str::trim_start) {
            let link = line
                .strip_prefix("/// [")
                .and_then(|link| link.split_once("]: "));
            if let Some((id, to)) = link.filter(|(_, to)| to.contains("reference/rules")) {
                count += 1;
                let place = format!("{RULES_PAGE}#{}", id.to_lowercase());
                if to != place || !ids.contains(&id) {
                    wrong.push(format!("{file}: {line}"));
                }
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
