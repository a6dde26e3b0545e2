//! The state that all parsers of a file share: its text, the limits, the findings, and the lines of merge conflicts
//! that are dropped.
use std::cell::RefCell;
use std::rc::Rc;

use crate::characters::{Fault, fault};
use crate::diagnostic::{Allowances, Code, Diagnostic, Findings};
use crate::source::{Limits, Source, Span};

/// A file being read. Its findings are in a `RefCell`, because all parsers share the file through their input.
pub struct Reader<'a> {
    pub source: &'a Source,
    pub limits: &'a Limits,
    /// The lines to skip, in file order: the markers of merge conflicts, and all sides of a conflict but the first.
    pub cuts: Vec<Span>,
    findings: RefCell<Findings>,
}

impl<'a> Reader<'a> {
    /// Makes a reader of a file with known `allow` lines.
    pub fn new(source: &'a Source, limits: &'a Limits, allowances: &Rc<Allowances>) -> Reader<'a> {
        Reader {
            source,
            limits,
            cuts: Vec::new(),
            findings: RefCell::new(Findings::but_for(allowances)),
        }
    }

    /// Returns the end of the skipped lines that begin at `byte`; `byte` itself if none do.
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

    /// Adds a finding.
    pub fn report(&self, found: Diagnostic) {
        self.findings.borrow_mut().push(found);
    }

    /// Adds a finding, but builds its message only if the finding will be listed, because a file may have millions of
    /// findings.
    pub fn report_lazily(&self, code: Code, span: Span, words: impl FnOnce(Span) -> Diagnostic) {
        let has_room = self.findings.borrow().has_room(code);
        self.report(if has_room {
            words(span)
        } else {
            Diagnostic::new(code, span, "")
        });
    }

    /// Adds a finding about unreadable text. Drops the finding if the scan has already reported a character of that
    /// text, because this character is the cause.
    pub fn report_senseless(&self, found: Diagnostic) {
        if !self.is_garbled(found.span) {
            self.report(found);
        }
    }

    /// Returns all findings in file order.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.findings.into_inner().finish()
    }

    /// Whether a piece of text contains bytes or characters that the scan has reported.
    pub fn is_garbled(&self, piece: Span) -> bool {
        let not_utf8 = &self.source.not_utf8;
        let next = not_utf8.partition_point(|bad| bad.end <= piece.start);
        let is_invisible = |c| !matches!(c, '\n' | '\r') && fault(c) == Some(Fault::Control);
        not_utf8.get(next).is_some_and(|bad| bad.start < piece.end)
            || self.source.slice(piece).chars().any(is_invisible)
    }
}
