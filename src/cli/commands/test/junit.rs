//! What `dungeon test` prints for continuous integration: JUnit's XML, a suite a file.
use std::io::{self, Write};

use quick_xml::events::BytesText;
use quick_xml::writer::Writer;

use super::test_run::{FileFault, RunFile, TestReport};
use dungeon_format::report::{Report, Summary};
use dungeon_format::untrusted::Untrusted;
use dungeon_play::view::frame::Frame;

/// Prints all files as one document.
pub fn print(out: &mut impl Write, files: &[RunFile]) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 2);
    let tests = files.iter().flat_map(|file| &file.tests);
    let [all, failed] = counts(tests);
    let broken = files
        .iter()
        .filter(|file| file.fault.is_some())
        .count()
        .to_string();
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", "dungeon test"),
            ("tests", &all),
            ("failures", &failed),
            ("errors", &broken),
        ])
        .write_inner_content(|writer| files.iter().try_for_each(|file| suite(writer, file)))?;
    writeln!(out)
}

/// How many tests there are, and how many of them have failed.
fn counts<'a>(tests: impl IntoIterator<Item = &'a TestReport>) -> [String; 2] {
    let (mut all, mut failed) = (0, 0);
    for test in tests {
        all += 1;
        failed += usize::from(test.has_failed());
    }
    [all, failed].map(|count| count.to_string())
}

fn suite<W: Write>(writer: &mut Writer<W>, file: &RunFile) -> io::Result<()> {
    let name = file.source.name.to_string();
    let [all, failed] = counts(&file.tests);
    let errors = usize::from(file.fault.is_some()).to_string();
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", name.as_str()),
        ("tests", &all),
        ("failures", &failed),
        ("errors", &errors),
    ]);
    suite.write_inner_content(|writer| {
        if let Some(fault) = &file.fault {
            let broken = writer
                .create_element("testcase")
                .with_attributes([("name", "the file"), ("classname", name.as_str())]);
            broken.write_inner_content(|writer| {
                let (message, findings) = told(file, fault);
                let why = writer.create_element("error");
                why.with_attribute(("message", message.as_str()))
                    .write_text_content(BytesText::new(&findings))?;
                Ok(())
            })?;
        }
        file.tests
            .iter()
            .try_for_each(|test| case(writer, file, test))
    })?;
    Ok(())
}

/// Why a file was not run, in a line, and what was found in it, as a person reads that.
fn told(file: &RunFile, fault: &FileFault) -> (String, String) {
    match fault {
        FileFault::Unreadable(why) => (printable(why), String::new()),
        FileFault::Errors(findings) => {
            let count = Summary::count(findings);
            let report = Report {
                source: file.source.clone(),
                diagnostics: findings.clone(),
            };
            (format!("the file has {count}"), format!("{report}\n"))
        }
    }
}

fn case<W: Write>(writer: &mut Writer<W>, file: &RunFile, test: &TestReport) -> io::Result<()> {
    let name = printable(&test.test.name);
    let place = file.place(test);
    let class = file.source.name.to_string();
    let case = writer
        .create_element("testcase")
        .with_attributes([("name", name.as_str()), ("classname", class.as_str())]);
    if !test.has_failed() {
        case.write_empty()?;
        return Ok(());
    }
    let said: Vec<String> = test
        .shortfalls
        .iter()
        .map(|shortfall| format!("expected {}, found {}", shortfall.expected, shortfall.found))
        .collect();
    let message = printable(&said.join("; "));
    case.write_inner_content(|writer| {
        let failure = writer.create_element("failure");
        let text = format!("{place}, {}\n{}", test.failed_games(), screens(test));
        failure
            .with_attributes([("message", message.as_str()), ("type", "expectation")])
            .write_text_content(BytesText::new(&text))?;
        Ok(())
    })?;
    Ok(())
}

/// The screens and the messages of a test that failed, as plain text.
fn screens(test: &TestReport) -> String {
    let mut text = String::new();
    if let Some(moment) = &test.moment {
        if let Some((key, before)) = &moment.before {
            text += &format!("before key {} of {}, `{key}`:\n", moment.nth, moment.of);
            text += &rows(before);
            text += "behind it:\n";
        }
        text += &rows(&moment.after);
        text += "told so far:\n";
        let lines = moment.messages.iter().map(|line| printable(line) + "\n");
        text.extend(lines);
    }
    text.extend(test.difference.iter().map(|line| format!("{line}\n")));
    text
}

/// A screen without the blank rows at its end.
fn rows(frame: &Frame) -> String {
    frame.plain().trim_end_matches('\n').to_owned() + "\n"
}

/// A text of printable characters, as XML can hold it.
fn printable(text: &str) -> String {
    Untrusted::from(text).to_string()
}
