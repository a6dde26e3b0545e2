//! The counts in `docs/PERFORMANCE.md` equal those of its benches. They are the same on every machine.
#![cfg(feature = "program")]
mod allocations;
mod counts;

use std::collections::BTreeSet;
use std::hint::black_box;

use counts::{ALLOCATIONS, KEYS, Search, Walk, crypt};
use rayon::prelude::*;

const PAGE: &str = include_str!("../../docs/PERFORMANCE.md");

/// The only test of this program, because the allocations of other threads would count, too.
#[test]
fn the_counts_of_the_page_are_what_the_benches_count() {
    let mut session = crypt();
    session.press(KEYS).expect("keys");
    drop(session.frame()); // fills tables that later frames share
    let allocations = allocations::allocations(|| drop(black_box(session.frame())));
    let mut counted = vec![(ALLOCATIONS.to_owned(), allocations as f64)];
    for walk in Walk::all() {
        counted.extend(walk.rows(&walk.bytes()));
    }
    let counted = counted
        .iter()
        .map(|(what, count)| format!("| {what} | {count:.1} |"));
    let searches = Search::all();
    let searched = searches
        .par_iter()
        .map(|search| format!("| {} |", search.row(&search.run())));
    let searched: Vec<String> = searched.collect();
    let rows: Vec<String> = counted.chain(searched).collect();
    let missing: Vec<&String> = rows.iter().filter(|row| !PAGE.contains(*row)).collect();
    assert!(
        missing.is_empty(),
        "docs/PERFORMANCE.md has other counts; write these, or run its command:\n{missing:#?}"
    );
    let cells = PAGE.lines().filter_map(|line| line.split('|').nth(1));
    let told: BTreeSet<&str> = cells
        .filter(|cell| cell.contains(" steps of search"))
        .collect();
    assert_eq!(told.len(), searches.len());
}
