//! The output of `dungeon test` for programs: one row per test.
use super::test_run::{RunFile, TestReport};
use crate::testing::frame_text::FrameLine;
use crate::testing::trial::FailingMoment;
use dungeon_format::json::Row;
use dungeon_play::view::frame::Frame;

/// Returns one row per test of a file.
pub fn rows(file: &RunFile) -> impl Iterator<Item = Row> {
    file.tests.iter().map(|test| row(file, test))
}

/// Returns the row of a test, with the unmet claims of its first failed game and a diff of the expected and the found
/// screen.
fn row(file: &RunFile, test: &TestReport) -> Row {
    let shortfalls = test.shortfalls.iter().map(|shortfall| {
        Row::default()
            .with("expected", &shortfall.expected)
            .with("found", &shortfall.found)
    });
    let place = file.source.place(test.test.span.start);
    let status = if test.has_failed() {
        "failed"
    } else {
        "passed"
    };
    let difference: Vec<String> = test.difference.iter().map(FrameLine::to_string).collect();
    Row::default()
        .with("file", place.name.raw())
        .with("line", place.line)
        .with("name", &test.test.name)
        .with("status", status)
        .with("games", test.games)
        .with("failed", &test.failed)
        .with_some("note", Some(&test.note).filter(|note| !note.is_empty()))
        .with("shortfalls", shortfalls.collect::<Vec<_>>())
        .with_some("moment", test.moment.as_ref().map(moment))
        .with_some(
            "difference",
            Some(difference).filter(|lines| !lines.is_empty()),
        )
}

/// Returns the row of the key at which a game failed, with the screens before and after the key.
fn moment(moment: &FailingMoment) -> Row {
    let before = moment.before.as_ref();
    let rows = |frame: &Frame| frame.lines().collect::<Vec<_>>();
    Row::default()
        .with_some("key", before.map(|(key, _)| key.to_string()))
        .with("number", moment.nth)
        .with("keys", moment.of)
        .with_some("before", before.map(|(_, frame)| rows(frame)))
        .with("after", rows(&moment.after))
        .with("messages", &moment.messages)
}
