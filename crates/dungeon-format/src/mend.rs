//! Applies safe fixes as long as they leave fewer findings.
use std::collections::{BTreeMap, HashSet};

use super::diagnostic::{Code, Diagnostic, Fix, Severity};
use super::report::Report;
use super::source::Span;
use super::untrusted::Untrusted;

/// The maximum number of times that a text is read. Most files need two or three readings, because edits are tried
/// together. Refused edits are tried in ever smaller groups.
const MOST_READINGS: usize = 100;

/// The maximum number of rounds in one trial of edits. Each round makes the edits that the previous round uncovered.
/// Several rounds are needed because an edit may uncover new findings, and the number of findings falls only once these
/// are fixed, too.
const MOST_UNCOVERED: usize = 5;

/// A text after edits.
#[derive(Clone, Debug)]
pub struct MendedText {
    /// The text of the file, without included files.
    pub text: String,
    /// The number of edits.
    pub edits: usize,
    /// The findings in the edited text.
    pub rest: Report,
}

/// Applies the safe fixes of the findings in a file, reads the text again, and repeats both until no fix helps. `own`
/// is the text of the file without included files; fixes in included files are skipped. `read` returns the findings in
/// a new text of the file, and is called at most 100 times.
///
/// No fix makes a file worse. Fixes of errors are applied if they leave fewer errors and add no finding on the lines
/// that they change. Fixes of warnings are applied if they leave fewer findings in total and not more findings of any
/// code.
pub fn mend(own: &str, found: Report, read: impl Fn(&str) -> Report) -> MendedText {
    let mut mending = Mending {
        best: MendedText {
            text: own.to_string(),
            edits: 0,
            rest: found,
        },
        readings: 0,
        read,
    };
    while mending.round(Severity::Error) || mending.round(Severity::Warning) {}
    mending.best
}

/// A text during its edits.
struct Mending<R> {
    /// The best text so far.
    best: MendedText,
    /// The number of times that a text was read.
    readings: usize,
    read: R,
}

impl<R: Fn(&str) -> Report> Mending<R> {
    /// Applies the safe fixes of all findings of this severity. Returns whether any fix was applied.
    fn round(&mut self, severity: Severity) -> bool {
        let fixes = sure_fixes(&self.best, severity);
        self.make(&fixes, severity)
    }

    /// Applies all `fixes` if they help together; otherwise applies some that help. Returns whether any was applied.
    /// After an edit, the spans of all other fixes are out of date.
    fn make(&mut self, fixes: &[SureFix], severity: Severity) -> bool {
        if fixes.is_empty() {
            return false;
        }
        if let Some(better) = self.tried(fixes, severity) {
            self.best = better;
            return true;
        }
        let (front, back) = fixes.split_at(fixes.len() / 2);
        fixes.len() > 1 && (self.make(front, severity) || self.make(back, severity))
    }

    /// Returns the text after these edits and the edits that they uncover; `None` if that text is no better than the
    /// best so far.
    fn tried(&mut self, fixes: &[SureFix], severity: Severity) -> Option<MendedText> {
        let known = sure_fixes(&self.best, severity);
        let mut tried = self.best.clone();
        let mut fixes = fixes.to_vec();
        for _ in 0..MOST_UNCOVERED {
            if fixes.is_empty() || self.readings >= MOST_READINGS {
                return None;
            }
            self.readings += 1;
            let edits = fixes.iter().map(|one| (one.fix.span, &one.fix.replacement));
            tried.text = edited(&tried.text, edits);
            tried.edits += fixes.len();
            tried.rest = (self.read)(&tried.text);
            if is_better(&self.best.rest, &tried.rest, severity) {
                return Some(tried);
            }
            let is_uncovered = |fix: &SureFix| !known.iter().any(|other| other.is_alike(fix));
            fixes = sure_fixes(&tried, severity);
            fixes.retain(is_uncovered);
        }
        None
    }
}

/// A safe fix in the file's own text, with the code and message of its finding.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SureFix {
    fix: Fix,
    code: Code,
    message: Untrusted,
}

impl SureFix {
    /// Whether two fixes have the same finding and replacement, perhaps at different places.
    fn is_alike(&self, other: &SureFix) -> bool {
        let said = |one: &SureFix| (one.code, one.message.clone(), one.fix.replacement.clone());
        said(self) == said(other)
    }
}

/// Returns the safe fixes of findings of a severity, in file order and without overlaps.
fn sure_fixes(mended: &MendedText, severity: Severity) -> Vec<SureFix> {
    let MendedText { text, rest, .. } = mended;
    let found = rest.diagnostics.iter();
    let sure = found.filter(|found| found.severity == severity);
    let mut fixes: Vec<SureFix> = sure
        .filter_map(|found| {
            let fix = found.fix.as_ref().filter(|fix| fix.is_sure)?;
            let span = rest.source.own_span(fix.span)?;
            let is_edit = text.get(span.range())? != fix.replacement;
            is_edit.then(|| SureFix {
                fix: Fix {
                    span,
                    ..fix.clone()
                },
                code: found.code,
                message: found.message.clone(),
            })
        })
        .collect();
    fixes.sort_by_key(|one| (one.fix.span.start, one.fix.span.end));
    let mut end = None;
    fixes.retain(|one| {
        let is_apart = end.is_none_or(|end| one.fix.span.start > end);
        if is_apart {
            end = Some(one.fix.span.end);
        }
        is_apart
    });
    fixes
}

/// Returns a text with some spans replaced. The spans must be in order and must not overlap.
pub fn edited(text: &str, edits: impl IntoIterator<Item = (Span, impl AsRef<str>)>) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut copied = 0;
    for (span, words) in edits {
        let place = span.range();
        edited.push_str(&text[copied..place.start]);
        edited.push_str(words.as_ref());
        copied = place.end;
    }
    edited + &text[copied..]
}

/// Whether edits for findings of a severity made a text better.
fn is_better(before: &Report, after: &Report, severity: Severity) -> bool {
    let (had, has) = (counts(before), counts(after));
    let sum = |counts: &BTreeMap<(Code, Severity), usize>, severity: Severity| {
        let of_severity = counts.iter().filter(|((_, other), _)| *other == severity);
        of_severity.map(|(_, count)| count).sum::<usize>()
    };
    let is_fewer = sum(&has, severity) < sum(&had, severity);
    is_fewer
        && match severity {
            Severity::Error => !adds_where_it_edits(before, after),
            Severity::Warning => { has.iter() }
                .all(|(code, count)| had.get(code).is_some_and(|before| count <= before)),
        }
}

/// Returns the number of findings by code and severity.
fn counts(report: &Report) -> BTreeMap<(Code, Severity), usize> {
    let mut counts = BTreeMap::new();
    for found in &report.diagnostics {
        *counts.entry((found.code, found.severity)).or_default() += found.count();
    }
    counts
}

/// Whether the changed lines have more findings after the edits than before. Findings before the edits that had a safe
/// fix are not counted.
fn adds_where_it_edits(before: &Report, after: &Report) -> bool {
    let lines = |report: &Report| -> HashSet<String> {
        let lines = report.source.text.split(['\n', '\r']);
        lines.map(str::to_string).collect()
    };
    let (old, new) = (lines(before), lines(after));
    let on_lines = |report: &Report, others: &HashSet<String>, counts: fn(&Diagnostic) -> bool| {
        let source = &report.source;
        let is_there = |found: &&Diagnostic| {
            let line = source.line_span(source.line_of(found.span.start));
            counts(found) && !others.contains(source.slice(line))
        };
        report.diagnostics.iter().filter(is_there).count()
    };
    let is_left = |found: &Diagnostic| found.fix.as_ref().is_none_or(|fix| !fix.is_sure);
    on_lines(after, &old, |_| true) > on_lines(before, &new, is_left)
}
