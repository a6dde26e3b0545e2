//! Parses the text of a file to its syntax (docs/format). Parsing never fails: unreadable text is reported and skipped,
//! and reading continues at the next record. It takes one pass, and time proportional to the file.
//!
//! A [`Source`] comes in; a [`Syntax`] and the syntax errors go out.
//!
//! Reading order: `reader` (the shared state), `located` (the input), `mistake` (errors and their wording) and
//! `recovery` (how parsers fail and continue). Then `token`, `lines` and `alternatives` (words, gaps and choices of
//! glyphs), `shape` (the keywords), and `head` and `record` with `unexpected` (a record, and misplaced words). Then
//! `map` with `map_size`, `rows`, `odd_row` and `outline` (rows, and the end of an unclosed map), and `glyphs` and
//! `scan` (forbidden characters). Finally, `classic` and `modern` (a whole file) and `given` (statements of a program).
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

/// Parses a file. Returns as much as could be understood, and all syntax errors in file order. Without errors, every
/// node is `Integrity::Whole`.
pub fn parse(source: &Source, limits: &Limits) -> (Syntax, Vec<Diagnostic>) {
    parse_but_for(source, limits, &Rc::default())
}

/// Parses a file with known `allow` lines, as `parse` does, but does not check those lines.
pub fn parse_but_for(
    source: &Source,
    limits: &Limits,
    allowances: &Rc<Allowances>,
) -> (Syntax, Vec<Diagnostic>) {
    readable(source, limits, allowances, file)
}

/// Reads a file with `read`. If the file is unreadable as a whole, reports that instead.
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

/// Checks statements of a program as if they had been parsed from their listing, the text that the program supplies.
/// `line_ends` holds the places in the listing where a row, text or word of the program contains a line end. These line
/// ends are reported, because no file can express them. Does not check `allow` lines.
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

/// Parses a whole file: `file = classic | modern ;` Skips the lines of merge conflicts that are dropped.
fn file(reader: &mut Reader<'_>) -> Syntax {
    reader.cuts = scan::scan(reader);
    let text = Located::whole(reader);
    if classic::is_classic(text) {
        Syntax::Classic(classic::classic(text))
    } else {
        Syntax::Modern(modern::modern(text))
    }
}

/// If a file is unreadable as a whole, returns the only finding about it; otherwise `None`.
fn unreadable_file(source: &Source, limits: &Limits) -> Option<Diagnostic> {
    let start = Span::new(0, 0);
    // Spans have 32 bits, so a text must be shorter than 4 GiB, whatever limit the caller sets.
    let most = limits.file.saturating_mul(3).min(u32::MAX as usize);
    if source.is_too_large || source.text.len() > most {
        return Some(Mistake::FileTooLarge(limits.file).at(start));
    }
    let first = source.not_utf8.first()?;
    let begins_as_utf16 = source.text.starts_with("\u{fffd}\u{fffd}") && source.text.contains('\0');
    // Each U+FFFD takes three bytes, and stands for about one byte of the file.
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
