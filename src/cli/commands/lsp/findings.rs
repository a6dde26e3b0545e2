//! Converts findings to the protocol: diagnostics with ranges, and fixes as edits.
use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Position, TextEdit, Uri, WorkspaceEdit,
};

use super::judge::Judged;
use super::positions::{ColumnUnit, Positions};
use dungeon_format::diagnostic::{Code, Diagnostic, Severity};
use dungeon_format::source::Span;
use dungeon_format::untrusted::Untrusted;

/// The `source` field of diagnostics.
pub const ORIGIN: &str = "dungeon";

/// The message for a file whose check panicked.
pub const BROKEN: &str = "a bug in dungeon stopped the check of this file; please report it and attach the file. The next edit checks the file again.";

/// The diagnostics from the check of one file, by the URI of the file where each was found.
pub type DiagnosticsByFile = BTreeMap<String, (Uri, Vec<lsp_types::Diagnostic>)>;

impl Judged {
    /// Returns a converter between spans and editor positions.
    pub fn positions(&self, unit: ColumnUnit) -> Positions<'_> {
        Positions {
            source: &self.source,
            unit,
            has_mark: self.job.buffer.has_mark(),
        }
    }

    /// Returns all findings, by the file where each was found. The checked file is always included, even without
    /// findings.
    pub fn diagnostics(&self, unit: ColumnUnit) -> DiagnosticsByFile {
        let own = self.job.buffer.uri.clone();
        let broken = self.is_broken.then(|| lsp_types::Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(ORIGIN.to_owned()),
            message: BROKEN.to_owned(),
            ..lsp_types::Diagnostic::default()
        });
        let first = broken.into_iter().collect();
        let mut by_file = BTreeMap::from([(own.to_string(), (own, first))]);
        for found in &self.findings {
            if let Some(place) = self.location(found.span, unit) {
                let diagnostic = self.diagnostic(found, place.range, unit);
                let file = by_file.entry(place.uri.to_string());
                let (_, all) = file.or_insert_with(|| (place.uri, Vec::new()));
                all.push(diagnostic);
            }
        }
        by_file
    }

    /// Returns the findings that overlap a part of the file, with their ranges.
    fn found_in(
        &self,
        part: lsp_types::Range,
        unit: ColumnUnit,
    ) -> impl Iterator<Item = (&Diagnostic, lsp_types::Range)> {
        self.findings.iter().filter_map(move |found| {
            let place = self.location(found.span, unit)?;
            let touches = place.range.start <= part.end && place.range.end >= part.start;
            (touches && place.uri == self.job.buffer.uri).then_some((found, place.range))
        })
    }

    /// Returns the fixes for the findings that overlap a part of the file.
    pub fn quick_fixes(&self, part: lsp_types::Range, unit: ColumnUnit) -> Vec<CodeAction> {
        let found = self.found_in(part, unit);
        found
            .filter_map(|(found, range)| self.quick_fix(found, range, unit))
            .collect()
    }

    /// Returns the `dungeon explain` pages of the findings at a position, each page once.
    pub fn pages(&self, place: Position, unit: ColumnUnit) -> String {
        let found = self.found_in(lsp_types::Range::new(place, place), unit);
        let codes: BTreeSet<Code> = found.map(|(found, _)| found.code).collect();
        let pages: Vec<&str> = codes.iter().map(|code| code.page().trim()).collect();
        pages.join("\n\n")
    }

    fn quick_fix(
        &self,
        found: &Diagnostic,
        range: lsp_types::Range,
        unit: ColumnUnit,
    ) -> Option<CodeAction> {
        let fix = found.fix.as_ref()?;
        let place = self.location(fix.span, unit)?;
        let edit = TextEdit {
            range: place.range,
            new_text: fix.replacement.clone(),
        };
        let title = match (&found.help, fix.replacement.as_str()) {
            (_, "") => format!("delete `{}`", self.source.slice(fix.span).trim_end()),
            (None, text) => format!("write `{}`", text.trim_end()),
            (Some(help), _) => help.to_string(),
        };
        Some(CodeAction {
            title: Untrusted::new(title).to_string(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![self.diagnostic(found, range, unit)]),
            edit: Some(WorkspaceEdit::new([(place.uri, vec![edit])].into())),
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    }

    fn location(&self, span: Span, unit: ColumnUnit) -> Option<Location> {
        let name = self.source.place(span.start).name;
        Some(Location {
            uri: self.job.files.uri(&self.source, name)?,
            range: self.positions(unit).range(span),
        })
    }

    fn diagnostic(
        &self,
        found: &Diagnostic,
        range: lsp_types::Range,
        unit: ColumnUnit,
    ) -> lsp_types::Diagnostic {
        let labels = found.labels.iter();
        let labels = labels.map(|label| (label.span, label.text.to_string()));
        let mut related: Vec<DiagnosticRelatedInformation> = labels
            .filter_map(|(span, message)| {
                let location = self.location(span, unit)?;
                Some(DiagnosticRelatedInformation { location, message })
            })
            .collect();
        for record in self.source.including_records(found.span.start) {
            let message = "included here".to_owned();
            let location = self.location(record, unit);
            related.extend(
                location.map(|location| DiagnosticRelatedInformation { location, message }),
            );
        }
        let message = match &found.help {
            Some(help) => format!("{}\n{help}", found.message),
            None => found.message.to_string(),
        };
        lsp_types::Diagnostic {
            range,
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(found.code.name().to_owned())),
            source: Some(ORIGIN.to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..lsp_types::Diagnostic::default()
        }
    }
}
