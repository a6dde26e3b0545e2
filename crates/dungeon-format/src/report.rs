//! Reports: findings for people, with the marked lines, the problem and the fix.
use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Severity};
use super::excerpt::Excerpt;
use super::source::{Source, Span};
use super::untrusted::Untrusted;

/// The maximum number of lines between a finding and a label in one snippet; a label further away gets its own snippet.
const NEAR: usize = 40;

/// A file and its findings. Prints the findings and a summary without colors, safe for a terminal whatever the file
/// contains.
///
/// ```
/// use dungeon::diagnostics::{Limits, Paint, Source};
///
/// let source = Source::from_text("a.dng", "map\n#####\n#@o$#\n#####\nend\n");
/// let (_, diagnostics) = dungeon::read(&source, &Limits::default());
/// let report = dungeon::Report { source, diagnostics };
/// assert!(report.to_string().contains(" --> a.dng:3:3\n"));
/// assert!(report.render(Paint::Coloured).contains('\u{1b}'));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// The file that was read.
    pub source: Source,
    /// The findings, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Whether a report has color codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No escape codes: for pipes and snapshots.
    Plain,
    /// Escape codes for colors: for a terminal.
    Coloured,
}

/// The number of findings of each severity. Prints as `2 errors, 1 warning`, or as `no problems`.
///
/// ```
/// use dungeon::diagnostics::{Limits, Source, Summary};
///
/// let source = Source::from_text("a.dng", "map\n#####\n#@o$#\n#####\nend\n");
/// let (_, findings) = dungeon::read(&source, &Limits::default());
/// assert_eq!(Summary::count(&findings).to_string(), "1 error");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

impl Summary {
    /// Counts findings by severity, including unlisted findings.
    pub fn count(diagnostics: &[Diagnostic]) -> Summary {
        let mut summary = Summary::default();
        for found in diagnostics {
            match found.severity {
                Severity::Error => summary.errors += found.count(),
                Severity::Warning => summary.warnings += found.count(),
            }
        }
        summary
    }

    /// Returns the sum of two summaries.
    #[must_use]
    pub fn plus(self, other: Summary) -> Summary {
        Summary {
            errors: self.errors + other.errors,
            warnings: self.warnings + other.warnings,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize, word: &str| match n {
            1 => format!("1 {word}"),
            n => format!("{n} {word}s"),
        };
        let errors = count(self.errors, "error");
        let warnings = count(self.warnings, "warning");
        match (self.errors, self.warnings) {
            (0, 0) => f.write_str("no problems"),
            (_, 0) => f.write_str(&errors),
            (0, _) => f.write_str(&warnings),
            _ => write!(f, "{errors}, {warnings}"),
        }
    }
}

impl Report {
    /// Joins a source and its findings, which are in file order.
    #[doc(hidden)]
    pub fn new(source: Source, diagnostics: Vec<Diagnostic>) -> Report {
        Report {
            source,
            diagnostics,
        }
    }

    /// Returns the findings, several lines each, separated by empty lines, without a line end after the last; empty
    /// without findings.
    ///
    /// ```
    /// use dungeon::diagnostics::{Paint, Report, Source};
    ///
    /// let sound = Report { source: Source::from_text("a.dng", ""), diagnostics: Vec::new() };
    /// assert_eq!(sound.render(Paint::Plain), "");
    /// assert_eq!(sound.to_string(), "a.dng: no problems");
    /// ```
    pub fn render(&self, paint: Paint) -> String {
        let renderer = match paint {
            Paint::Plain => Renderer::plain(),
            Paint::Coloured => Renderer::styled(),
        };
        // Never wrap or cut lines, because excerpts are already cut to fit.
        let renderer = renderer.term_width(1_000);
        let findings = self.diagnostics.iter();
        let findings = findings.map(|found| render(&renderer, &self.source, found));
        findings.collect::<Vec<_>>().join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.source.name;
        let summary = Summary::count(&self.diagnostics);
        if !self.diagnostics.is_empty() {
            write!(f, "{}\n\n", self.render(Paint::Plain))?;
        }
        write!(f, "{name}: {summary}")
    }
}

/// Prints as `Display` does, because `unwrap` and a `main` that returns an error print with `Debug`.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report {}

/// A mark under part of a line.
struct Underline<'a> {
    line: usize,
    span: Span,
    kind: AnnotationKind,
    text: Option<&'a Untrusted>,
}

fn render(renderer: &Renderer, source: &Source, found: &Diagnostic) -> String {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(found.message.to_string());
    let title = title.id(found.code.name());
    let pieces = marks_by_snippet(source, found);
    let snippets = pieces.iter().map(|piece| snippet(source, piece));
    let mut group = title.elements(snippets);
    for place in source.included_by(found.span.start) {
        let note = format!("included at {}:{}", place.name, place.line);
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &found.help {
        group = group.element(Level::HELP.message(help.to_string()));
    }
    let groups: [Group<'_>; 1] = [group];
    let rendered = renderer.render(&groups);
    pieces.iter().fold(rendered, |rendered, piece| {
        with_file_column(source, piece, rendered)
    })
}

/// Replaces the column in the excerpt with the column in the file. They differ if the line was cut or escaped.
fn with_file_column(source: &Source, piece: &[Underline<'_>], rendered: String) -> String {
    let Some(mark) = piece.first() else {
        return rendered;
    };
    let place = source.place(mark.span.start);
    let excerpt = Excerpt::new(source, source.line_of(mark.span.start), mark.span);
    let before = &excerpt.text[..excerpt.text_byte(mark.span.start as usize)];
    let (name, line, column) = (place.name, place.line, place.column);
    let shown = format!("{name}:{line}:{}", before.chars().count() + 1);
    rendered.replacen(&shown, &format!("{name}:{line}:{column}"), 1)
}

/// Groups the places that a finding underlines into snippets of text. Places near the finding's own share a snippet;
/// each distant place gets its own.
fn marks_by_snippet<'a>(source: &Source, found: &'a Diagnostic) -> Vec<Vec<Underline<'a>>> {
    let primary = Underline {
        line: source.line_of(found.span.start),
        span: found.span,
        kind: AnnotationKind::Primary,
        text: None,
    };
    let here = primary.line;
    let is_beside = |label: Span| source.is_same_run(found.span.start, label.start);
    let mut pieces = vec![vec![primary]];
    for label in &found.labels {
        let mark = Underline {
            line: source.line_of(label.span.start),
            span: label.span,
            kind: AnnotationKind::Context,
            text: Some(&label.text),
        };
        match pieces.first_mut() {
            Some(near) if mark.line.abs_diff(here) <= NEAR && is_beside(label.span) => {
                near.push(mark)
            }
            _ => pieces.push(vec![mark]),
        }
    }
    pieces
}

fn snippet<'a>(
    source: &'a Source,
    marks: &[Underline<'a>],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let lines = marks.iter().map(|mark| mark.line);
    let first = lines.clone().min().unwrap_or(1);
    let last = lines.max().unwrap_or(1);
    let mut text = String::new();
    let mut annotations = Vec::new();
    for line in first..=last {
        let on_line = marks.iter().filter(|mark| mark.line == line);
        let focus = on_line
            .clone()
            .next()
            .map_or(source.line_span(line), |mark| mark.span);
        let excerpt = Excerpt::new(source, line, focus);
        for mark in on_line {
            let start = excerpt.text_byte(mark.span.start as usize);
            // Mark a span over several lines only on its first line.
            let end = excerpt.text_byte(mark.span.end as usize).max(start);
            let annotation = mark.kind.span(text.len() + start..text.len() + end);
            annotations.push(annotation.label(mark.text.map(Untrusted::to_string)));
        }
        text.push_str(&excerpt.text);
        text.push('\n');
    }
    let place = source.place(source.line_span(first).start);
    Snippet::source(text)
        .path(place.name.to_string())
        .line_start(place.line)
        .annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    fn report(text: &str, found: Diagnostic) -> String {
        let source = Source::from_text("a\u{1b}b.dng", text);
        Report::new(source, vec![found]).to_string()
    }

    #[test]
    fn a_finding_shows_its_line_its_labels_and_its_help() {
        let found = Diagnostic::new(
            Code::DuplicateKey,
            Span::new(14, 20),
            "expected `health` once",
        )
        .label(Span::new(2, 8), "first given here")
        .help("keep one");
        let expected = "\
error[duplicate-key]: expected `health` once
 --> a\\x1bb.dng:1:15
  |
1 | a health=5 xy health=6
  |   ------      ^^^^^^
  |   |
  |   first given here
  |
  = help: keep one

a\\x1bb.dng: 1 error";
        assert_eq!(report("a health=5 xy health=6\n", found), expected);
    }

    #[test]
    fn every_place_of_a_small_file_can_be_reported_even_its_end() {
        let text = "ab\n\n\u{1b}世\r\nc\n";
        for start in 0..=text.len() {
            for end in start..=text.len() {
                if text.is_char_boundary(start) && text.is_char_boundary(end) {
                    let found = Diagnostic::new(Code::Limit, Span::new(start, end), "x")
                        .label(Span::new(end, end), "y");
                    assert!(!report(text, found).contains(['\u{1b}', '世']));
                }
            }
        }
    }

    #[test]
    fn a_long_line_makes_a_short_report() {
        let text = "#".repeat(1_000_000);
        let found = Diagnostic::new(Code::Limit, Span::new(10, 999_999), "x")
            .label(Span::new(500_000, 500_001), "y");
        assert!(report(&text, found).len() < 2_000);
    }
}
