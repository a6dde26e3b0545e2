//! Reads small files for tests of their meaning.

use dungeon_format::{Code, Diagnostic, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::Dungeon;

/// Returns the dungeon of a text, and all findings.
pub fn findings(text: &str) -> (Option<Dungeon>, Vec<Diagnostic>) {
    read(&Source::from_text("test.dng", text), &Limits::default())
}

/// Returns the dungeon of a text, which must have no findings.
pub fn dungeon(text: &str) -> Dungeon {
    let (dungeon, diagnostics) = findings(text);
    let is_clean = diagnostics.is_empty();
    let source = Source::from_text("test.dng", text);
    let report = Report {
        source,
        diagnostics,
    };
    assert!(is_clean, "{report}");
    dungeon.unwrap_or_else(|| panic!("no dungeon and no finding"))
}

/// Returns the codes of all findings in a text, in file order.
pub fn codes(text: &str) -> Vec<Code> {
    codes_within(text, &Limits::default())
}

/// Returns the codes of all findings in a text that is read with these limits, in file order.
pub fn codes_within(text: &str, limits: &Limits) -> Vec<Code> {
    let (_, found) = read(&Source::from_text("test.dng", text), limits);
    found.into_iter().map(|found| found.code).collect()
}
