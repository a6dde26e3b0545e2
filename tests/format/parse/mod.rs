//! The syntax that `parse` accepts, and its findings. Each rule of the syntax and of recovery has a scenario;
//! `properties` covers arbitrary bytes.
use dungeon_format::parse::parse;
use dungeon_format::syntax::{Classic, MapForm, Modern, Record, Statement, Syntax};
use dungeon_format::{Diagnostic, Limits, Source, Span};

mod characters;
mod classic;
mod grammar;
mod modern;
mod odd_rows;
mod properties;

fn diagnostics(text: &str) -> (Source, Vec<Diagnostic>) {
    limited(text, &Limits::default())
}

fn limited(text: &str, limits: &Limits) -> (Source, Vec<Diagnostic>) {
    let source = Source::from_text("test.dng", text);
    let found = parse(&source, limits).1;
    (source, found)
}

/// Formats each finding as `line:column code [text under the span]`.
fn findings(text: &str) -> Vec<String> {
    let (source, found) = diagnostics(text);
    found.iter().map(|found| summary(&source, found)).collect()
}

fn summary(source: &Source, found: &Diagnostic) -> String {
    let (line, column) = source.line_column(found.span.start);
    let marked = source.slice(found.span).escape_debug();
    format!("{line}:{column} {} [{marked}]", found.code)
}

/// Asserts the findings in a text.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(findings(text), expected, "{text}");
}

/// Asserts the codes found with these limits.
#[track_caller]
fn check_limit(text: &str, limits: Limits, expected: &[&str]) {
    let (source, found) = limited(text, &limits);
    let found: Vec<String> = found.iter().map(|found| summary(&source, found)).collect();
    assert_eq!(found, expected, "{text}");
}

/// Returns the text after the edits of all findings.
fn mended(text: &str) -> String {
    let (source, found) = diagnostics(text);
    let mut text = source.text.clone();
    let mut fixes: Vec<_> = found.into_iter().filter_map(|found| found.fix).collect();
    fixes.sort_by_key(|fix| std::cmp::Reverse(fix.span));
    for fix in fixes {
        text.replace_range(fix.span.range(), &fix.replacement);
    }
    text
}

#[track_caller]
fn classic(text: &str) -> Classic {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Classic(classic) => classic,
        Syntax::Modern(_) => panic!("read as modern: {text}"),
    }
}

#[track_caller]
fn modern(text: &str) -> Modern {
    match parse(&Source::from_text("test.dng", text), &Limits::default()).0 {
        Syntax::Modern(modern) => modern,
        Syntax::Classic(_) => panic!("read as classic: {text}"),
    }
}

/// Returns the records of a file.
fn records(text: &str) -> Vec<Record> {
    let statements = modern(text).statements.into_iter();
    let records = statements.filter_map(|statement| match statement {
        Statement::Record(record) => Some(record),
        Statement::Map(_) => None,
    });
    records.collect()
}

/// Returns the rows of the first map.
fn rows(text: &str) -> Vec<String> {
    let source = Source::from_text("test.dng", text);
    let spans: Vec<Span> = match parse(&source, &Limits::default()).0 {
        Syntax::Classic(classic) => classic.rows,
        Syntax::Modern(modern) => modern
            .statements
            .iter()
            .find_map(|statement| match statement {
                Statement::Map(map) => match &map.form {
                    MapForm::Drawn(rows) | MapForm::Pasted { rows, .. } => Some(rows.clone()),
                    MapForm::Made { .. } => None,
                },
                Statement::Record(_) => None,
            })
            .expect("a map"),
    };
    spans
        .into_iter()
        .map(|span| source.slice(span).to_string())
        .collect()
}

const CLASSIC: &str = "\
4 3
####
#  #
####
";
