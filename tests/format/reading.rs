//! Small files read for tests of what they mean.

use dungeon_format::{Code, Diagnostic, Limits, Report, Source};
use dungeon_lint::read;
use dungeon_model::dungeon::Dungeon;

/// What a text gives, and everything found in it.
pub fn findings(text: &str) -> (Option<Dungeon>, Vec<Diagnostic>) {
    read(&Source::from_text("test.dng", text), &Limits::default())
}

/// The dungeon of a text, which must raise no finding.
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

/// The codes of all findings of a text, in file order.
pub fn codes(text: &str) -> Vec<Code> {
    codes_within(text, &Limits::default())
}

/// The codes of all findings of a text that is read within these limits, in file order.
pub fn codes_within(text: &str, limits: &Limits) -> Vec<Code> {
    let (_, found) = read(&Source::from_text("test.dng", text), limits);
    found.into_iter().map(|found| found.code).collect()
}
