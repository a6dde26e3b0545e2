//! What all readers of a file share: its text, the limits, and what was found wrong so far.
use crate::format::characters::{Fault, fault};
use crate::format::diagnostic::{Code, Diagnostic, Findings};
use crate::format::source::{Limits, Source, Span};

/// A file being read.
pub struct Reader<'a> {
    pub source: &'a Source,
    pub limits: &'a Limits,
    findings: Findings,
}

impl<'a> Reader<'a> {
    /// Nothing is read yet, nothing found.
    pub fn of(source: &'a Source, limits: &'a Limits) -> Reader<'a> {
        Reader {
            source,
            limits,
            findings: Findings::default(),
        }
    }

    /// Notes a finding.
    pub fn report(&mut self, found: Diagnostic) {
        self.findings.push(found);
    }

    /// Notes a finding whose words are made only if it will be listed: there may be millions.
    pub fn report_lazily(
        &mut self,
        code: Code,
        span: Span,
        words: impl FnOnce(Span) -> Diagnostic,
    ) {
        let found = match self.findings.has_room(code) {
            true => words(span),
            false => Diagnostic::new(code, span, ""),
        };
        self.findings.push(found);
    }

    /// Notes a finding about a piece of text that makes no sense, unless the cause is a character in it
    /// that has been reported for itself.
    pub fn report_senseless(&mut self, found: Diagnostic, piece: Span) {
        if !self.is_garbled(piece) {
            self.report(found);
        }
    }

    /// Notes that something is larger than a limit allows.
    pub fn over_limit(&mut self, span: Span, sentence: String) {
        let help = "the limits are there so that no file can exhaust the machine";
        self.report(Diagnostic::new(Code::Limit, span, sentence).help(help));
    }

    /// Everything found, in file order.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.findings.finish()
    }

    fn is_garbled(&self, piece: Span) -> bool {
        let is_bad = |c| {
            let is_line_end = matches!(c, '\n' | '\r');
            !is_line_end && fault(c) == Some(Fault::Control) || c == char::REPLACEMENT_CHARACTER
        };
        self.source.slice(piece).chars().take(4_096).any(is_bad)
    }
}
