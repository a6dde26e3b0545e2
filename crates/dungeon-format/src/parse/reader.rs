//! What all parsers of one file share: its text, the limits, the lines that are left out, and the findings so far.
use std::cell::RefCell;
use std::rc::Rc;

use crate::characters::{Fault, fault};
use crate::diagnostic::{Allowances, Code, Diagnostic, Findings};
use crate::source::{Limits, Source, Span};

/// A file being read. Parsers hold it shared, as a part of their input, so findings are collected in a cell.
pub struct Reader<'a> {
    pub source: &'a Source,
    pub limits: &'a Limits,
    /// Whole lines that no parser sees, in file order: marks of merge conflicts and all sides but the first.
    pub cuts: Vec<Span>,
    findings: RefCell<Findings>,
}

impl<'a> Reader<'a> {
    /// A file of which nothing is read yet, and whose lines `allow` are known.
    pub fn new(source: &'a Source, limits: &'a Limits, allowances: &Rc<Allowances>) -> Reader<'a> {
        Reader {
            source,
            limits,
            cuts: Vec::new(),
            findings: RefCell::new(Findings::but_for(allowances)),
        }
    }

    /// Where the lines that are left out at `byte` end; `byte` itself if none is left out there.
    pub fn past_cuts(&self, byte: usize) -> usize {
        if self.cuts.is_empty() {
            return byte;
        }
        let next = self.cuts.partition_point(|cut| cut.end as usize <= byte);
        let touching = self.cuts[next..].iter();
        touching.fold(byte, |at, cut| {
            if cut.start as usize <= at {
                at.max(cut.end as usize)
            } else {
                at
            }
        })
    }

    /// Notes a finding.
    pub fn report(&self, found: Diagnostic) {
        self.findings.borrow_mut().push(found);
    }

    /// Notes a finding whose words are made only if it will be listed: a file may hold millions of them.
    pub fn report_lazily(&self, code: Code, span: Span, words: impl FnOnce(Span) -> Diagnostic) {
        let has_room = self.findings.borrow().has_room(code);
        self.report(if has_room {
            words(span)
        } else {
            Diagnostic::new(code, span, "")
        });
    }

    /// Notes a finding about text that makes no sense, unless a character in the text is the cause: the scan has reported
    /// that.
    pub fn report_senseless(&self, found: Diagnostic) {
        if !self.is_garbled(found.span) {
            self.report(found);
        }
    }

    /// Everything found, in file order.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.findings.into_inner().finish()
    }

    /// Whether a piece of text holds bytes or characters that the scan has reported.
    pub fn is_garbled(&self, piece: Span) -> bool {
        let not_utf8 = &self.source.not_utf8;
        let next = not_utf8.partition_point(|bad| bad.end <= piece.start);
        let is_invisible = |c| !matches!(c, '\n' | '\r') && fault(c) == Some(Fault::Control);
        not_utf8.get(next).is_some_and(|bad| bad.start < piece.end)
            || self.source.slice(piece).chars().any(is_invisible)
    }
}
