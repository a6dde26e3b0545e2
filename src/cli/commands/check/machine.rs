//! Converts findings for programs: JSON rows or GitHub annotations. Columns count characters from 1. The end of a span
//! is the first character after it.
use dungeon_format::json::Row;
use dungeon_format::{Diagnostic, Report, Source, Span, Untrusted};

/// Returns the line and column of a span's start, then the line and column of its end. Lines and columns count from 1,
/// and columns count characters.
pub fn corners(source: &Source, span: Span) -> [usize; 4] {
    let (start, end) = (source.place(span.start), source.place(span.end));
    [start.line, start.column, end.line, end.column]
}

fn place(source: &Source, span: Span) -> Row {
    let names = ["line", "column", "end_line", "end_column"];
    let corners = names.into_iter().zip(corners(source, span));
    corners.fold(Row::default(), |row, (name, n)| row.with(name, n))
}

/// Returns one row per finding of a report.
pub fn rows(report: &Report) -> Vec<Row> {
    let findings = report.diagnostics.iter();
    findings.map(|found| row(&report.source, found)).collect()
}

/// Returns the row of a finding. A label names its file only if the finding is in another file.
fn row(source: &Source, found: &Diagnostic) -> Row {
    let file = |span: Span| source.place(span.start).name.raw();
    let here = file(found.span);
    let labels = found.labels.iter().map(|label| {
        Row::default()
            .with_some("file", Some(file(label.span)).filter(|file| *file != here))
            .and(place(source, label.span))
            .with("text", label.text.raw())
    });
    let fix = found.fix.as_ref().map(|fix| {
        place(source, fix.span)
            .with("replacement", &fix.replacement)
            .with("sure", fix.is_sure)
    });
    let includes = source.included_by(found.span.start);
    let included_by: Vec<Row> = { includes.iter() }
        .map(|place| {
            Row::default()
                .with("file", place.name.raw())
                .with("line", place.line)
        })
        .collect();
    Row::default()
        .with("file", here)
        .with("code", found.code.name())
        .with("severity", found.severity.word())
        .with("message", found.message.raw())
        .and(place(source, found.span))
        .with("labels", labels.collect::<Vec<_>>())
        .with("help", found.help.as_ref().map(Untrusted::raw))
        .with("fix", fix)
        .with_some("included_by", Some(included_by).filter(|by| !by.is_empty()))
}

/// Returns a report as GitHub annotations: `::error file=…,line=…::message`.
pub fn github(report: &Report) -> String {
    let annotation = |found: &Diagnostic| {
        let [line, column, end_line, end_column] = corners(&report.source, found.span);
        let help = found.help.iter().map(|help| format!("; help: {help}"));
        let message = found.message.to_string() + &help.collect::<String>();
        format!(
            "::{} file={},line={line},col={column},endLine={end_line},endColumn={end_column},title={}::{}\n",
            found.severity.word(),
            escaped_property(report.source.place(found.span.start).name),
            found.code,
            escaped_data(&message),
        )
    };
    report.diagnostics.iter().map(annotation).collect()
}

/// Returns the annotation of a file that could not be checked.
pub fn github_failure(name: &Untrusted, why: &str) -> String {
    let why = escaped_data(&Untrusted::new(why).to_string());
    format!("::error file={}::{why}\n", escaped_property(name))
}

fn escaped_data(text: &str) -> String {
    text.replace('%', "%25")
}

fn escaped_property(text: &Untrusted) -> String {
    escaped_data(&text.to_string())
        .replace(':', "%3A")
        .replace(',', "%2C")
}
