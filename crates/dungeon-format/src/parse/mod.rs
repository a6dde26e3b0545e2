//! Parse: from the text of a file to its syntax (docs/format). Parsing never fails: what cannot be read is reported
//! and left out, and reading goes on at the next record. Everything is read in one pass and in time proportional to the
//! file.
//!
//! A [`Source`] comes in; a [`Syntax`] and the diagnostics about its spelling go out.
//!
//! To be read in this order: `reader` (what the parsers of one file share), `located` (their input), `mistake` (what they
//! find wrong, and the words for it), `recovery` (how they fail and go on), `token`, `lines` and `alternatives` (words, what stands between words, and glyphs of which one is taken), `shape` (what each keyword takes),
//! `head` and `record` with `unexpected` (a record, and what is said of a word that does not belong in one), `map` with
//! `map_size`, `rows`, `odd_row` and `outline` (the rows of a map, and where a map that is not closed ends), `glyphs` and `scan`
//! (characters that may not stand there), `classic` and `modern` (a whole file), and `given` (what a program gives in place
//! of a file).
mod reader;

mod located;
mod shape;

mod mistake;

mod glyphs;
mod recovery;

mod map_size;
mod token;

mod alternatives;
mod lines;
mod rows;
mod spoken_claims;

mod unexpected;

mod outline;

mod head;
mod odd_row;
mod record;
mod scan;

mod map;

mod classic;
mod modern;

mod given;

pub use given::{GivenHead, GivenStatement, unquoted_value};
pub use record::Item;
pub use shape::{KEYWORDS, of_keyword as shape_of_keyword};
pub use token::listed_ways;
pub use unexpected::is_in_typographic_quotes;

use std::collections::BTreeSet;
use std::rc::Rc;

use super::diagnostic::{Allowances, Diagnostic};
use super::source::{Limits, Source, Span};
use super::syntax::{Integrity, Modern, Syntax};
use located::Located;
use mistake::Mistake;
use reader::Reader;

/// Reads a file: what it says as far as it can be understood, and everything that is wrong with its
/// spelling, in file order. With nothing wrong, every node is `Integrity::Whole`.
pub fn parse(source: &Source, limits: &Limits) -> (Syntax, Vec<Diagnostic>) {
    parse_but_for(source, limits, &Rc::default())
}

/// Reads a file whose lines `allow` are known, as `parse` does; what they mean is not reported.
pub fn parse_but_for(
    source: &Source,
    limits: &Limits,
    allowances: &Rc<Allowances>,
) -> (Syntax, Vec<Diagnostic>) {
    readable(source, limits, allowances, file)
}

/// Reads a file with `read`, or reports why it is unreadable as a whole.
fn readable(
    source: &Source,
    limits: &Limits,
    allowances: &Rc<Allowances>,
    read: impl FnOnce(&mut Reader<'_>) -> Syntax,
) -> (Syntax, Vec<Diagnostic>) {
    let mut reader = Reader::new(source, limits, allowances);
    let syntax = match unreadable_file(source, limits) {
        Some(found) => {
            reader.report(found);
            nothing()
        }
        None => read(&mut reader),
    };
    (syntax, reader.finish())
}

/// Judges what a program gave as if it had been read from the text in which it is written. No file could hold
/// `line_ends`, which stand inside of rows, texts and words. What the lines `allow` mean is not reported.
pub fn judge(
    source: &Source,
    limits: &Limits,
    given: &[GivenStatement],
    line_ends: &[Span],
    allowances: &Rc<Allowances>,
) -> (Syntax, Vec<Diagnostic>) {
    readable(source, limits, allowances, |reader| {
        scan::scan(reader);
        scan::line_ends(reader, line_ends);
        Syntax::Modern(given::judged(reader, given))
    })
}

/// `file = classic | modern ;` without the sides of merge conflicts that are left out.
fn file(reader: &mut Reader<'_>) -> Syntax {
    reader.cuts = scan::scan(reader);
    let text = Located::whole(reader);
    if classic::is_classic(text) {
        Syntax::Classic(classic::classic(text))
    } else {
        Syntax::Modern(modern::modern(text))
    }
}

/// A file of which only one thing is worth saying.
fn unreadable_file(source: &Source, limits: &Limits) -> Option<Diagnostic> {
    let start = Span::new(0, 0);
    // Places in a text are numbers of 32 bits, whatever the caller's limits.
    let most = limits.file.saturating_mul(3).min(u32::MAX as usize);
    if source.is_too_large || source.text.len() > most {
        return Some(Mistake::FileTooLarge(limits.file).at(start));
    }
    let first = source.not_utf8.first()?;
    let begins_as_utf16 = source.text.starts_with("\u{fffd}\u{fffd}") && source.text.contains('\0');
    // Each U+FFFD takes three bytes and stands for one or so.
    let garbled: usize = source
        .not_utf8
        .iter()
        .map(|span| span.range().len() / 3)
        .sum();
    let nuls = source.text.bytes().filter(|byte| *byte == 0).count();
    let is_binary = (garbled + nuls) * 3 > source.text.len() - garbled * 2;
    if begins_as_utf16 {
        Some(Mistake::Utf16.at(start))
    } else {
        is_binary.then(|| Mistake::Binary.at(*first))
    }
}

fn nothing() -> Syntax {
    Syntax::Modern(Modern {
        statements: Vec::new(),
        perhaps_declared: BTreeSet::new(),
        integrity: Integrity::Broken,
    })
}
