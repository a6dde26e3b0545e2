//! How parsers fail and continue. A parser that recognizes an error fails for good with a finding. `recover` reports
//! the finding and skips the unreadable text, as little of it as the grammar allows.
//!
//! Only parsers that are functions report findings: nom does not run closures of `map` below combinators that drop
//! their output, such as `recognize` and `many0_count`, so their reports would be lost.
use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::located::Located;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The result of every parser: the rest of its input and its output, or the reason of failure.
pub type Parsed<I, O> = IResult<I, O, Mismatch>;

/// The reason why a parser failed.
#[derive(Debug)]
pub enum Mismatch {
    /// Something else is here, so other alternatives may be tried: nom's `Error`.
    Absent,
    /// The construct begins here and is wrong, so nothing else is tried: nom's `Failure`. `None` if the cause has been
    /// reported already.
    Wrong(Option<Box<Diagnostic>>),
}

impl<I> ParseError<I> for Mismatch {
    fn from_error_kind(_: I, _: ErrorKind) -> Mismatch {
        Mismatch::Absent
    }

    fn append(_: I, _: ErrorKind, other: Mismatch) -> Mismatch {
        other
    }
}

/// Fails without a finding, because the input holds something else.
pub fn absent<I, O>() -> Parsed<I, O> {
    Err(Err::Error(Mismatch::Absent))
}

/// Fails with a finding, so that no other parser is tried.
pub fn wrong<I, O>(found: Diagnostic) -> Parsed<I, O> {
    Err(Err::Failure(Mismatch::Wrong(Some(Box::new(found)))))
}

/// Fails so that no other parser is tried, without a finding, because the cause has been reported.
pub fn wrong_as_reported<I, O>() -> Parsed<I, O> {
    Err(Err::Failure(Mismatch::Wrong(None)))
}

/// Fails because of unreadable text, so that no other parser is tried. Drops the finding if the scan has already
/// reported a character of that text, because this character is the cause.
pub fn senseless<'a, O>(
    input: Located<'a>,
    found: Diagnostic,
    piece: Span,
) -> Parsed<Located<'a>, O> {
    if input.file.is_garbled(piece) {
        wrong_as_reported()
    } else {
        wrong(found)
    }
}

/// Runs `parser`. If it fails for good (`Mismatch::Wrong`), reports the finding, skips the text that `skip` matches,
/// and returns `None`. Passes other failures on.
pub fn recover<'a, O, S>(
    mut parser: impl Parser<Located<'a>, Output = O, Error = Mismatch>,
    mut skip: impl Parser<Located<'a>, Output = S, Error = Mismatch>,
) -> impl FnMut(Located<'a>) -> Parsed<Located<'a>, Option<O>> {
    move |input| match parser.parse(input) {
        Ok((rest, output)) => Ok((rest, Some(output))),
        Err(wrong @ Err::Failure(_)) => {
            report_wrong(input.file, wrong);
            let (rest, _) = skip.parse(input)?;
            Ok((rest, None))
        }
        Err(other) => Err(other),
    }
}

/// Reports the finding of a failed parser or check, unless the finding has been reported already.
pub fn report_wrong(file: &Reader<'_>, wrong: Err<Mismatch>) {
    if let Err::Failure(Mismatch::Wrong(Some(found))) = wrong {
        file.report(*found);
    }
}

/// Several unreadable lines in a row, which share one finding.
pub struct UnreadableRun {
    found: Diagnostic,
    lines: usize,
}

impl UnreadableRun {
    /// Makes a run of one line with its finding.
    pub fn new(found: Diagnostic) -> UnreadableRun {
        UnreadableRun { found, lines: 1 }
    }

    /// Adds the line at a span.
    pub fn extend(&mut self, line: Span) {
        self.found.span = self.found.span.to(line);
        self.lines += 1;
    }

    /// Drops the fix of the first line, which would not fix the other lines.
    pub fn without_fix(&mut self) {
        self.found.fix = None;
    }

    /// Reports the unreadable lines. If there are several, `tail` makes the end of the message from their number.
    pub fn report(mut self, file: &Reader<'_>, tail: impl Fn(usize) -> String) {
        if self.lines > 1 {
            let message = self.found.message.raw().to_owned() + &tail(self.lines);
            self.found.message = message.into();
        }
        file.report_senseless(self.found);
    }
}
