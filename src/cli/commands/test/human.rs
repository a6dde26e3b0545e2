//! The output of `dungeon test` for people: one line per test. For a failure, further lines show the expected and the
//! found value, and the screens before and after the key that failed.
use super::test_run::{RunFile, TestReport};
use crate::testing::frame_text::FrameLine;
use crate::testing::trial::FailingMoment;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Colour;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::ansi::change_style;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::words::number_of;

/// The indentation of failure details.
const INDENT: &str = "        ";

const GREEN: Style = Style::PLAIN.inked(Colour::Green);
const RED: Style = Style::PLAIN.inked(Colour::Red);
const LOUD: Style = Style::BOLD.inked(Colour::Red);

/// Returns the lines about the tests of a file.
pub fn text(file: &RunFile, depth: Option<ColourDepth>) -> String {
    if file.fault.is_some() {
        return String::new(); // already reported
    }
    let name = &file.source.name;
    let mut text = if file.tests.is_empty() {
        format!("{name}: no tests\n")
    } else {
        format!("{name}\n")
    };
    for test in &file.tests {
        let name = Untrusted::from(test.test.name.as_str());
        text += &if test.has_failed() {
            let failure = failure(file, test, depth);
            format!("  {}  {name}\n{failure}\n", painted("FAIL", LOUD, depth))
        } else {
            let pass = painted("pass", GREEN, depth);
            format!("  {pass}  {name}{}\n", notes(test))
        };
    }
    text
}

/// Returns the list of failed tests, and the counts.
pub fn summary(files: &[RunFile], depth: Option<ColourDepth>) -> String {
    let tests = files
        .iter()
        .flat_map(|file| file.tests.iter().map(move |test| (file, test)));
    let all = tests.clone().count();
    let failed: Vec<_> = tests.filter(|(_, test)| test.has_failed()).collect();
    let broken = files.iter().filter(|file| file.is_broken()).count();
    if all + broken == 0 {
        return String::new();
    }
    let mut text = String::new();
    // The output of a failed test already ends with an empty line.
    let last = files.last().and_then(|file| file.tests.last());
    if !last.is_some_and(TestReport::has_failed) {
        text += "\n";
    }
    for (file, test) in &failed {
        let name = Untrusted::from(test.test.name.as_str());
        let (fail, place) = (painted("FAIL", LOUD, depth), file.place(test));
        text += &format!("{fail}  {place}: {name}\n");
    }
    let passed = format!("{} passed", all - failed.len());
    let passed = painted(&passed, GREEN, depth);
    text += &format!("{}: {passed}", number_of(all as i64, "test"));
    if !failed.is_empty() {
        let failed = format!("{} failed", failed.len());
        text += &format!(", {}", painted(&failed, LOUD, depth));
    }
    if broken > 0 {
        let files = number_of(broken as i64, "file");
        text += &format!("; not run: {files} with errors");
    }
    text + "\n"
}

/// Returns the note after the name of a passed test.
fn notes(test: &TestReport) -> String {
    let note = match (test.note.as_str(), test.games) {
        ("", ..=1) => return String::new(),
        ("", games) => number_of(games as i64, "game"),
        (note, _) => note.to_owned(),
    };
    format!(" ({})", Untrusted::from(note.as_str()))
}

fn failure(file: &RunFile, test: &TestReport, depth: Option<ColourDepth>) -> String {
    let mut lines = vec![match test.failed_games().as_str() {
        "" => file.place(test),
        games => format!("{}, {games}", file.place(test)),
    }];
    for shortfall in &test.shortfalls {
        let said = |text: &String, style| {
            painted(&Untrusted::from(text.as_str()).to_string(), style, depth)
        };
        let (expected, found) = (&shortfall.expected, &shortfall.found);
        lines.push(format!("expected  {}", said(expected, GREEN)));
        lines.push(format!("found     {}", said(found, RED)));
    }
    if let Some(moment) = &test.moment {
        lines.extend(moment_lines(moment, "  ", depth));
    }
    if !test.difference.is_empty() {
        lines.push("- expected, + found:".to_owned());
        lines.extend(difference(&test.difference, depth));
    }
    lines
        .iter()
        .map(|line| format!("{INDENT}{line}\n"))
        .collect()
}

/// Returns the screens before and after a key, and the messages so far, indented under headings. Empty rows at the ends
/// of a screen are omitted.
pub fn moment_lines(
    moment: &FailingMoment,
    indent: &str,
    depth: Option<ColourDepth>,
) -> Vec<String> {
    let screen = |frame: &Frame| {
        let text = match depth {
            Some(depth) => frame.to_ansi(depth),
            None => frame.plain(),
        };
        let rows = text.trim_end_matches('\n').lines();
        rows.map(|row| format!("{indent}{row}")).collect::<Vec<_>>()
    };
    let mut lines = Vec::new();
    match &moment.before {
        None => {
            let keys = number_of(moment.of as i64, "key");
            lines.push(format!("before the first of {keys}:"));
        }
        Some((key, before)) => {
            lines.push(format!(
                "before key {} of {}, `{key}`:",
                moment.nth, moment.of
            ));
            lines.extend(screen(before));
            lines.push("after it:".to_owned());
        }
    }
    lines.extend(screen(&moment.after));
    lines.push("messages so far:".to_owned());
    let messages = moment.messages.iter();
    lines.extend(messages.map(|line| format!("{indent}{}", Untrusted::from(line.as_str()))));
    lines
}

/// Returns a diff of two screens: `-` marks expected rows, `+` found rows, and unmarked rows are in both screens. Rows
/// that are empty in both screens are omitted.
fn difference(lines: &[FrameLine], depth: Option<ColourDepth>) -> impl Iterator<Item = String> {
    let is_blank = |line: &String| line.trim_matches(['|', ' ']).is_empty();
    let shown = lines.iter();
    let shown = shown.filter(move |line| !matches!(line, FrameLine::Same(line) if is_blank(line)));
    shown.map(move |line| {
        let style = match line {
            FrameLine::Same(_) => Style::PLAIN,
            FrameLine::Expected(_) => RED,
            FrameLine::Found(_) => GREEN,
        };
        painted(&Untrusted::new(line.to_string()).to_string(), style, depth)
    })
}

/// Returns the text in a style; unchanged if there are no colors.
fn painted(text: &str, style: Style, depth: Option<ColourDepth>) -> String {
    let Some(depth) = depth else {
        return text.to_owned();
    };
    let (plain, style) = (Style::PLAIN, depth.limit(style));
    let mut painted = String::new();
    change_style(depth, plain, style, &mut painted);
    painted.push_str(text);
    change_style(depth, style, plain, &mut painted);
    painted
}
