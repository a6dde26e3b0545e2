//! The output of `dungeon test` for continuous integration: JUnit XML, one suite per file.
use quick_xml::escape::escape;

use super::human::moment_lines;
use super::test_run::{FileFault, RunFile, TestReport};
use dungeon_format::report::{Report, Summary};
use dungeon_format::untrusted::Untrusted;

/// Returns one document for all files.
pub fn document(files: &[RunFile]) -> String {
    let tests: Vec<&TestReport> = files.iter().flat_map(|file| &file.tests).collect();
    let broken = files.iter().filter(|file| file.fault.is_some()).count();
    let suites: String = files.iter().map(suite).collect();
    let counts = counts("dungeon test", &tests, broken);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n{suites}</testsuites>\n"
    )
}

/// Returns the XML attributes of a suite: its name, and the numbers of tests, failures and errors.
fn counts(name: &str, tests: &[&TestReport], errors: usize) -> String {
    let failures = tests.iter().filter(|test| test.has_failed()).count();
    let (name, tests) = (escape(name), tests.len());
    format!(r#"name="{name}" tests="{tests}" failures="{failures}" errors="{errors}""#)
}

fn suite(file: &RunFile) -> String {
    let name = file.source.name.to_string();
    let tests: Vec<&TestReport> = file.tests.iter().collect();
    let counts = counts(&name, &tests, file.fault.iter().count());
    let fault = file.fault.as_ref().map(|fault| {
        let (message, findings) = told(file, fault);
        let (message, findings) = (escape(&message), escape(&findings));
        let error = format!("<error message=\"{message}\">{findings}</error>");
        case(&name, "the file", Some(error))
    });
    let cases = { tests.iter() }.map(|test| {
        let failure = test.has_failed().then(|| failure(file, test));
        case(&name, &test.test.name, failure)
    });
    let cases: String = fault.into_iter().chain(cases).collect();
    format!("  <testsuite {counts}>\n{cases}  </testsuite>\n")
}

fn case(class: &str, name: &str, wrong: Option<String>) -> String {
    let name = Untrusted::from(name).to_string();
    let names = format!(r#"name="{}" classname="{}""#, escape(&name), escape(class));
    match wrong {
        None => format!("    <testcase {names}/>\n"),
        Some(wrong) => format!("    <testcase {names}>\n      {wrong}\n    </testcase>\n"),
    }
}

/// Returns why a file was not run, and its findings as text.
fn told(file: &RunFile, fault: &FileFault) -> (String, String) {
    match fault {
        FileFault::Unreadable(why) => (Untrusted::from(why.as_str()).to_string(), String::new()),
        FileFault::Errors(findings) => {
            let count = Summary::count(findings);
            let report = Report::new(file.source.clone(), findings.clone());
            (format!("the file has {count}"), format!("{report}\n"))
        }
    }
}

fn failure(file: &RunFile, test: &TestReport) -> String {
    let shortfalls = test.shortfalls.iter();
    let said =
        shortfalls.map(|found| format!("expected {}, found {}", found.expected, found.found));
    let message = Untrusted::new(said.collect::<Vec<_>>().join("; ")).to_string();
    let place = file.place(test);
    let mut text = format!("{place}, {}\n", test.failed_games());
    if let Some(moment) = &test.moment {
        let lines = moment_lines(moment, "", None).into_iter();
        // The screen before the first key stands alone and needs no heading.
        let lines = lines.skip(usize::from(moment.before.is_none()));
        text.extend(lines.map(|line| line + "\n"));
    }
    text.extend(test.difference.iter().map(|line| format!("{line}\n")));
    let (message, text) = (escape(&message), escape(&text));
    format!("<failure message=\"{message}\" type=\"expectation\">{text}</failure>")
}
