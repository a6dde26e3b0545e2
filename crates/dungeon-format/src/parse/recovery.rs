//! How parsers fail and how reading goes on: a parser that knows what is wrong fails for good with the finding, and
//! `recover` reports that and passes over what cannot be read, which is as little as the grammar allows.
//!
//! Only parsers that are functions report: nom runs no closure of `map` below combinators that throw their output away,
//! such as `recognize` and `many0_count`, so a report in such a closure would be lost.
use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::located::Located;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What every parser answers: the rest of its input and what was read, or why nothing was.
pub type Parsed<I, O> = IResult<I, O, Mismatch>;

/// Why a parser read nothing.
#[derive(Debug)]
pub enum Mismatch {
    /// Something else stands here, so another alternative may be tried: nom's `Error`.
    Absent,
    /// What the parser reads begins here and is wrong, so nothing else is tried: nom's `Failure`. Without a finding
    /// where the cause has been reported already.
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

/// The answer of a parser when something else stands here.
pub fn absent<I, O>() -> Parsed<I, O> {
    Err(Err::Error(Mismatch::Absent))
}

/// What the parser reads begins here and is wrong.
pub fn wrong<I, O>(found: Diagnostic) -> Parsed<I, O> {
    Err(Err::Failure(Mismatch::Wrong(Some(Box::new(found)))))
}

/// What the parser reads begins here and is wrong for a cause that has been reported.
pub fn wrong_as_reported<I, O>() -> Parsed<I, O> {
    Err(Err::Failure(Mismatch::Wrong(None)))
}

/// A piece of text makes no sense; the finding is dropped where a character in the piece is the cause, since the scan
/// of the whole text has reported that character.
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

/// Reads with `parser`. Where that is wrong, the finding is reported, what `skip` reads is passed over, and the answer
/// is `None`. Where something else stands, so does the answer of `parser`.
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

/// Reports why a parser or a judge failed for good, unless that has been reported already.
pub fn report_wrong(file: &Reader<'_>, wrong: Err<Mismatch>) {
    if let Err::Failure(Mismatch::Wrong(Some(found))) = wrong {
        file.report(*found);
    }
}

/// Lines below each other that make no sense: one finding, which grows.
pub struct UnreadableRun {
    found: Diagnostic,
    lines: usize,
}

impl UnreadableRun {
    /// A run of one line, of which `found` is said.
    pub fn new(found: Diagnostic) -> UnreadableRun {
        UnreadableRun { found, lines: 1 }
    }

    /// Adds a line, which stands at `line`.
    pub fn extend(&mut self, line: Span) {
        self.found.span = self.found.span.to(line);
        self.lines += 1;
    }

    /// Takes back the mend of the first line, which would not mend the others.
    pub fn without_fix(&mut self) {
        self.found.fix = None;
    }

    /// Reports the run; `tail` says of how many lines it is if of more than one.
    pub fn report(mut self, file: &Reader<'_>, tail: impl Fn(usize) -> String) {
        if self.lines > 1 {
            let message = self.found.message.raw().to_owned() + &tail(self.lines);
            self.found.message = message.into();
        }
        file.report_senseless(self.found);
    }
}
