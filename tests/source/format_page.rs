//! Every row of the lists in docs/format has a test: a row without one fails, and so does a listed row or test that no
//! longer exists. Most tests are scenarios in `tests/rules`.
use std::collections::BTreeSet;

use crate::corpus::{folder, guide};
use crate::test_names::{scenario_tests, tests_below};

/// The headings of the lists, which are the first words of their introductions, and below them the test of each row.
const ROWS: &str = include_str!("rows.txt");

/// The heading of a list, and the first words of a row.
type Row = (String, String);

/// Returns the rows of every list on a page whose introduction and rows begin with a glyph, a key or a keyword: "*
/// `pit`: …" below "`trap=`, …:". The heading is the first words of the introduction, in backquotes. Rows in `<!--
/// printed … -->` are identified by their keys: "`walk=`".
fn rows_of(page: &str, printed: bool) -> BTreeSet<Row> {
    let mut rows = BTreeSet::new();
    let (mut is_printed, mut heading) = (false, None::<String>);
    for line in page.lines() {
        match line.strip_prefix("<!-- ") {
            Some(mark) => (is_printed, heading) = (mark.starts_with("printed"), None),
            None if line.starts_with('`') && line.ends_with(':') => {
                heading = line.split('`').nth(1).map(str::to_string);
            }
            None if line.starts_with("* ") => {
                let row = line.trim_start_matches("* ").split(": ").next();
                let row = row.unwrap_or_default();
                let key = row.split_once('=').map(|(key, _)| format!("{key}=`"));
                let row = if is_printed {
                    key
                } else {
                    Some(row.to_string())
                };
                if let (Some(heading), Some(row)) = (&heading, row)
                    && is_printed == printed
                {
                    rows.insert((heading.clone(), row));
                }
            }
            None if line.is_empty() || line.starts_with("  ") => {}
            None => heading = None,
        }
    }
    rows
}

/// Returns the rows listed in `rows.txt`, each with the name of its test.
fn listed() -> Vec<(Row, &'static str)> {
    let mut heading = "";
    let mut listed = Vec::new();
    for line in ROWS.trim().lines() {
        match line
            .strip_prefix("  ")
            .and_then(|line| line.split_once(": "))
        {
            None => heading = line,
            Some((test, row)) => listed.push(((heading.to_string(), row.to_string()), test)),
        }
    }
    listed
}

#[test]
fn every_row_of_the_page_has_a_test() {
    // Two pages repeat rows of others: the list of pages and the cheat sheet.
    let tells = |name: &String| name != "README" && name != "cheat-sheet";
    let pages: Vec<_> = guide()
        .into_iter()
        .filter(|(name, _)| tells(name))
        .collect();
    let rows = |printed| -> BTreeSet<Row> {
        let pages = pages.iter();
        pages.flat_map(|(_, text)| rows_of(text, printed)).collect()
    };
    let page = rows(false);
    let listed: BTreeSet<Row> = listed().into_iter().map(|(row, _)| row).collect();
    let untested: Vec<_> = page.difference(&listed).collect();
    assert!(untested.is_empty(), "no test for {untested:#?}");
    // The test `keys` covers the whole table of keys, so printed rows need no test of their own.
    let page: BTreeSet<Row> = page.union(&rows(true)).cloned().collect();
    let gone: Vec<_> = listed.difference(&page).collect();
    assert!(gone.is_empty(), "the page has no {gone:#?}");
}

#[test]
fn every_test_of_a_row_is_there() {
    let mut names = tests_below(&folder("tests"));
    names.extend(scenario_tests());
    let listed = listed();
    let lacking = listed.iter().filter(|(_, test)| !names.contains(*test));
    let lacking: Vec<_> = lacking.collect();
    assert!(lacking.is_empty(), "{lacking:#?}");
}
