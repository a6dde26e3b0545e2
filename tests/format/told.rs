//! Files of cases: small dungeons and all their findings. A place is written `line:column [text there]`.
use std::fmt::Write;

use crate::corpus::cases::assert_cases;
use dungeon_format::{Diagnostic, Limits, Source, Span};
use dungeon_lint::read;

#[test]
fn golden_cases_of_files_are_told_what_is_wrong_with_them() {
    assert_cases("tests/format/cases", |case| findings(&case.text));
}

/// Formats the findings in a text: each with its message, labels, help and edit.
fn findings(text: &str) -> String {
    let source = Source::from_text("case.dng", text);
    let (dungeon, found) = read(&source, &Limits::default());
    let told: String = found.iter().map(|found| told(&source, found)).collect();
    match dungeon {
        _ if told.is_empty() => "no problems".to_owned(),
        Some(_) => told + "playable",
        None => told,
    }
}

fn told(source: &Source, found: &Diagnostic) -> String {
    let (severity, code) = (found.severity.word(), found.code);
    let mut told = format!(
        "{severity}[{code}] {}: {}",
        place(source, found.span),
        found.message
    );
    for label in &found.labels {
        let place = place(source, label.span);
        write!(told, "\n  {place}: {}", label.text).expect("memory");
    }
    if let Some(help) = &found.help {
        write!(told, "\n  help: {help}").expect("memory");
    }
    if let Some(fix) = &found.fix {
        let edit = fix.replacement.escape_debug();
        write!(
            told,
            "\n  edit: {} becomes [{edit}]",
            place(source, fix.span)
        )
        .expect("memory");
    }
    told + "\n"
}

fn place(source: &Source, span: Span) -> String {
    let (line, column) = source.line_column(span.start);
    format!("{line}:{column} [{}]", source.slice(span).escape_debug())
}
