//! What `dungeon test` prints for programs: an object a line for each test.
use std::io::{self, Write};

use serde::Serialize;

use super::test_run::{RunFile, TestReport};
use crate::testing::frame_text::FrameLine;
use crate::testing::trial::FailingMoment;
use dungeon_format::json::to_json;

#[derive(Serialize)]
struct TestLine<'a> {
    file: &'a str,
    line: usize,
    name: &'a str,
    /// `passed` or `failed`.
    status: &'static str,
    games: u64,
    /// The seeds of the games that failed.
    failed: &'a [u64],
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    /// What is wrong in the first of them.
    shortfalls: Vec<JsonShortfall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moment: Option<JsonMoment<'a>>,
    /// The lines of the screen that was expected and of the one that was found, as a diff has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    difference: Vec<String>,
}

#[derive(Serialize)]
struct JsonShortfall<'a> {
    expected: &'a str,
    found: &'a str,
}

/// The key at which a game went wrong, with the screens on both sides of it.
#[derive(Serialize)]
struct JsonMoment<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    number: usize,
    keys: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Vec<String>>,
    after: Vec<String>,
    messages: &'a [String],
}

/// Prints the tests of a file.
pub fn print(out: &mut impl Write, file: &RunFile) -> io::Result<()> {
    for test in &file.tests {
        writeln!(out, "{}", to_json(&line(file, test))?)?;
    }
    Ok(())
}

fn line<'a>(file: &'a RunFile, test: &'a TestReport) -> TestLine<'a> {
    let shortfalls = test.shortfalls.iter().map(|shortfall| JsonShortfall {
        expected: &shortfall.expected,
        found: &shortfall.found,
    });
    let place = file.source.place(test.test.span.start);
    TestLine {
        file: place.name.raw(),
        line: place.line,
        name: &test.test.name,
        status: match test.has_failed() {
            true => "failed",
            false => "passed",
        },
        games: test.games,
        failed: &test.failed,
        note: &test.note,
        shortfalls: shortfalls.collect(),
        moment: test.moment.as_ref().map(moment),
        difference: test.difference.iter().map(FrameLine::to_string).collect(),
    }
}

fn moment(moment: &FailingMoment) -> JsonMoment<'_> {
    let before = moment.before.as_ref();
    JsonMoment {
        key: before.map(|(key, _)| key.to_string()),
        number: moment.nth,
        keys: moment.of,
        before: before.map(|(_, frame)| frame.lines().collect()),
        after: moment.after.lines().collect(),
        messages: &moment.messages,
    }
}
