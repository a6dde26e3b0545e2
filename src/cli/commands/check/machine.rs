//! Findings for programs: a JSON object a line, or GitHub's annotations. Columns count characters from 1,
//! ends are exclusive.
use std::io::{self, Write};

use serde::Serialize;

use dungeon_format::Diagnostic;
use dungeon_format::Report;
use dungeon_format::Source;
use dungeon_format::Span;
use dungeon_format::Untrusted;
use dungeon_format::json::to_json;

/// A span of a file in lines and columns, counted from 1; the end is exclusive. Columns count characters.
#[derive(Clone, Copy, Serialize)]
pub struct JsonPlace {
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

impl JsonPlace {
    /// Converts a span of bytes to lines and columns.
    pub fn new(source: &Source, span: Span) -> JsonPlace {
        let (start, end) = (source.place(span.start), source.place(span.end));
        JsonPlace {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace,
    labels: Vec<JsonLabel<'a>>,
    help: Option<&'a str>,
    fix: Option<JsonFix<'a>>,
    /// The files that include this one, the nearest first; left out for a file that was named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    included_by: Vec<JsonInclude<'a>>,
}

/// A record that includes a file, as JSON.
#[derive(Serialize)]
struct JsonInclude<'a> {
    file: &'a str,
    line: usize,
}

/// A further place of a finding, as JSON.
#[derive(Serialize)]
struct JsonLabel<'a> {
    /// The file; left out where it is that of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    place: JsonPlace,
    text: &'a str,
}

/// An edit that mends a finding, as JSON.
#[derive(Serialize)]
struct JsonFix<'a> {
    #[serde(flatten)]
    place: JsonPlace,
    replacement: &'a str,
    /// Whether `--fix` makes the edit.
    sure: bool,
}

impl<'a> Finding<'a> {
    fn new(source: &'a Source, found: &'a Diagnostic) -> Finding<'a> {
        let file = |span: Span| source.place(span.start).name.raw();
        let here = file(found.span);
        let label = |label: &'a dungeon_format::diagnostic::Label| JsonLabel {
            file: Some(file(label.span)).filter(|file| *file != here),
            place: JsonPlace::new(source, label.span),
            text: label.text.raw(),
        };
        Finding {
            file: here,
            code: found.code.name(),
            severity: found.severity.word(),
            message: found.message.raw(),
            place: JsonPlace::new(source, found.span),
            labels: found.labels.iter().map(label).collect(),
            help: found.help.as_ref().map(Untrusted::raw),
            fix: found.fix.as_ref().map(|fix| JsonFix {
                place: JsonPlace::new(source, fix.span),
                replacement: &fix.replacement,
                sure: fix.is_sure,
            }),
            included_by: source
                .included_by(found.span.start)
                .iter()
                .map(|place| JsonInclude {
                    file: place.name.raw(),
                    line: place.line,
                })
                .collect(),
        }
    }
}

/// Writes a report as JSON Lines: one object for each finding.
pub fn write_json_lines(to: &mut impl Write, report: &Report) -> io::Result<()> {
    for found in &report.diagnostics {
        write_json(to, &Finding::new(&report.source, found))?;
    }
    Ok(())
}

/// Writes a JSON value and a line end.
pub fn write_json(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(to, "{}", to_json(value)?)
}

/// Writes a report as GitHub's annotations: `::error file=…,line=…::message`.
pub fn write_github(to: &mut impl Write, report: &Report) -> io::Result<()> {
    for found in &report.diagnostics {
        let place = JsonPlace::new(&report.source, found.span);
        let help = found.help.iter().map(|help| format!("; help: {help}"));
        let message = found.message.to_string() + &help.collect::<String>();
        writeln!(
            to,
            "::{} file={},line={},col={},endLine={},endColumn={},title={}::{}",
            found.severity.word(),
            escaped_property(report.source.place(found.span.start).name),
            place.line,
            place.column,
            place.end_line,
            place.end_column,
            found.code,
            escaped_data(&message),
        )?;
    }
    Ok(())
}

/// Writes the annotation of a file that could not be checked.
pub fn write_github_failure(to: &mut impl Write, name: &Untrusted, why: &str) -> io::Result<()> {
    let why = Untrusted::new(why).to_string();
    writeln!(
        to,
        "::error file={}::{}",
        escaped_property(name),
        escaped_data(&why)
    )
}

fn escaped_data(text: &str) -> String {
    text.replace('%', "%25")
}

fn escaped_property(text: &Untrusted) -> String {
    escaped_data(&text.to_string())
        .replace(':', "%3A")
        .replace(',', "%2C")
}
