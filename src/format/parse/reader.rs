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
        let not_utf8 = &self.source.not_utf8;
        let next = not_utf8.partition_point(|bad| bad.end <= piece.start);
        let is_invisible = |c| !matches!(c, '\n' | '\r') && fault(c) == Some(Fault::Control);
        not_utf8.get(next).is_some_and(|bad| bad.start < piece.end)
            || self.source.slice(piece).chars().any(is_invisible)
    }
}
