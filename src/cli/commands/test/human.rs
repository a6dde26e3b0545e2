//! What `dungeon test` prints for people: a line a test, and below one that failed what was expected, what was found, and
//! the screens on both sides of the key at which it went wrong.
use std::io::{self, Write};

use super::test_run::{RunFile, TestReport};
use crate::testing::frame_text::FrameLine;
use crate::testing::trial::FailingMoment;
use dungeon_format::untrusted::Untrusted;
use dungeon_model::dungeon::Colour;
use dungeon_play::view::ColourDepth;
use dungeon_play::view::ansi::change_style;
use dungeon_play::view::frame::{Frame, Style};
use dungeon_play::view::words::number_of;

/// How far what is told of a failed test is indented.
const INDENT: &str = "        ";

const GREEN: Style = Style {
    ink: Some(Colour::Green),
    ..Style::PLAIN
};
const RED: Style = Style {
    ink: Some(Colour::Red),
    ..Style::PLAIN
};
const LOUD: Style = Style {
    ink: Some(Colour::Red),
    ..Style::BOLD
};

/// Prints the tests of a file.
pub fn print(out: &mut impl Write, file: &RunFile, depth: Option<ColourDepth>) -> io::Result<()> {
    if file.fault.is_some() {
        return Ok(()); // it was told
    }
    match file.tests.is_empty() {
        true => writeln!(out, "{}: no test", file.source.name)?,
        false => writeln!(out, "{}", file.source.name)?,
    }
    for test in &file.tests {
        let name = Untrusted::from(test.test.name.as_str());
        if test.has_failed() {
            writeln!(out, "  {}  {name}", painted("FAIL", LOUD, depth))?;
            print_failure(out, file, test, depth)?;
        } else {
            let note = notes(test);
            writeln!(out, "  {}  {name}{note}", painted("pass", GREEN, depth))?;
        }
    }
    Ok(())
}

/// Prints how many tests there were, and which of them have failed.
pub fn print_summary(
    out: &mut impl Write,
    files: &[RunFile],
    depth: Option<ColourDepth>,
) -> io::Result<()> {
    let tests = || {
        files
            .iter()
            .flat_map(|file| file.tests.iter().map(move |test| (file, test)))
    };
    let all = tests().count();
    let failed: Vec<_> = tests().filter(|(_, test)| test.has_failed()).collect();
    let broken = files.iter().filter(|file| file.is_broken()).count();
    if all + broken == 0 {
        return Ok(());
    }
    // A failure ends with a blank line of its own.
    let last = files.last().and_then(|file| file.tests.last());
    if !last.is_some_and(TestReport::has_failed) {
        writeln!(out)?;
    }
    for (file, test) in &failed {
        let name = Untrusted::from(test.test.name.as_str());
        writeln!(
            out,
            "{}  {}: {name}",
            painted("FAIL", LOUD, depth),
            file.place(test)
        )?;
    }
    let count = number_of(all as i64, "test");
    let passed = format!("{} passed", all - failed.len());
    write!(out, "{count}: {}", painted(&passed, GREEN, depth))?;
    if !failed.is_empty() {
        let failed = format!("{} failed", failed.len());
        write!(out, ", {}", painted(&failed, LOUD, depth))?;
    }
    if broken > 0 {
        write!(
            out,
            "; not run: {} with errors",
            number_of(broken as i64, "file")
        )?;
    }
    writeln!(out)
}

/// What is said behind the name of a test that has passed.
fn notes(test: &TestReport) -> String {
    let mut notes = Vec::new();
    if test.games > 1 && test.note.is_empty() {
        notes.push(number_of(test.games as i64, "game"));
    }
    if !test.note.is_empty() {
        notes.push(test.note.clone());
    }
    match notes.is_empty() {
        true => String::new(),
        false => format!(" ({})", Untrusted::from(notes.join(", ").as_str())),
    }
}

fn print_failure(
    out: &mut impl Write,
    file: &RunFile,
    test: &TestReport,
    depth: Option<ColourDepth>,
) -> io::Result<()> {
    let games = test.failed_games();
    let games = match games.is_empty() {
        true => String::new(),
        false => format!(", {games}"),
    };
    writeln!(out, "{INDENT}{}{games}", file.place(test))?;
    for shortfall in &test.shortfalls {
        let expected = Untrusted::from(shortfall.expected.as_str()).to_string();
        let found = Untrusted::from(shortfall.found.as_str()).to_string();
        writeln!(
            out,
            "{INDENT}expected  {}",
            painted(&expected, GREEN, depth)
        )?;
        writeln!(out, "{INDENT}found     {}", painted(&found, RED, depth))?;
    }
    if let Some(moment) = &test.moment {
        print_moment(out, moment, depth)?;
    }
    if !test.difference.is_empty() {
        print_difference(out, &test.difference, depth)?;
    }
    writeln!(out)
}

/// Prints the screens before and behind a key, and what was told.
fn print_moment(
    out: &mut impl Write,
    moment: &FailingMoment,
    depth: Option<ColourDepth>,
) -> io::Result<()> {
    match &moment.before {
        None => writeln!(
            out,
            "{INDENT}before the first of {}:",
            number_of(moment.of as i64, "key")
        )?,
        Some((key, before)) => {
            writeln!(
                out,
                "{INDENT}before key {} of {}, `{key}`:",
                moment.nth, moment.of
            )?;
            print_frame(out, before, depth)?;
            writeln!(out, "{INDENT}behind it:")?;
        }
    }
    print_frame(out, &moment.after, depth)?;
    writeln!(out, "{INDENT}told so far:")?;
    for message in &moment.messages {
        writeln!(out, "{INDENT}  {}", Untrusted::from(message.as_str()))?;
    }
    Ok(())
}

/// Prints a screen without the blank rows at its end, in its colours.
fn print_frame(out: &mut impl Write, frame: &Frame, depth: Option<ColourDepth>) -> io::Result<()> {
    let text = match depth {
        Some(depth) => frame.to_ansi(depth),
        None => frame.plain(),
    };
    for row in text.trim_end_matches('\n').lines() {
        writeln!(out, "{INDENT}  {row}")?;
    }
    Ok(())
}

/// Prints two screens in one: `-` is what was expected, `+` what was found, and all else is in both. Blank rows that
/// are in both are left out.
fn print_difference(
    out: &mut impl Write,
    lines: &[FrameLine],
    depth: Option<ColourDepth>,
) -> io::Result<()> {
    writeln!(out, "{INDENT}- expected, + found:")?;
    let is_blank = |line: &String| line.trim_matches(['|', ' ']).is_empty();
    for line in lines {
        if matches!(line, FrameLine::Same(line) if is_blank(line)) {
            continue;
        }
        let style = match line {
            FrameLine::Same(_) => Style::PLAIN,
            FrameLine::Expected(_) => RED,
            FrameLine::Found(_) => GREEN,
        };
        let line = Untrusted::new(line.to_string()).to_string();
        writeln!(out, "{INDENT}{}", painted(&line, style, depth))?;
    }
    Ok(())
}

/// A text in a style, where there are colours.
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
