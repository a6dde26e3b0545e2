//! Recognizes lines that look like records, so that a map without an `end` ends where they begin.
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{alpha1, anychar, one_of, satisfy, space1};
use nom::combinator::{value, verify};
use nom::sequence::{preceded, terminated};

use super::lines::{blanks, indented_line, silent_lines};
use super::located::Located;
use super::recovery::Parsed;
use super::shape;
use super::token::{end_of_word, number};
use dungeon_model::space::narrow::count;

/// The format of the records to recognize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The classic format.
    Classic,
    /// The modern format.
    Modern,
}

/// Whether a line looks like a record.
pub fn looks_like_record(line: Located<'_>, dialect: Dialect) -> bool {
    match dialect {
        Dialect::Classic => classic_outline(line.trimmed()).is_ok(),
        Dialect::Modern => modern_outline(line.trimmed_end()).is_ok(),
    }
}

/// Parses a line that continues a record: `continuation = { silent_line } space items line_end ;` Returns this line.
/// Fails for a record that was indented by mistake, and for a line of another file.
pub fn continuation(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let above = count(input.start().saturating_sub(1));
    let is_near = |line: &Located<'_>| line.file.source.is_same_run(above, line.span().start);
    let continues = |line: &Located<'_>| !looks_like_indented_record(*line) && is_near(line);
    preceded(silent_lines, verify(indented_line, continues)).parse(input)
}

/// Whether an indented line looks like a record, and not like items of the record above.
pub fn looks_like_indented_record(line: Located<'_>) -> bool {
    let glyph = verify(anychar, |c: &char| {
        !c.is_whitespace() && !c.is_ascii_digit() && *c != '"'
    });
    let record = value((), (glyph, end_of_word, blanks, number, space1, number));
    let mut outline = alt((record, value((), keyword)));
    outline.parse(line.trimmed()).is_ok()
}

/// Parses the beginning of a classic record: `classic_outline = "q" gap end_of_word | letter gap number ;`
fn classic_outline(input: Located<'_>) -> Parsed<Located<'_>, ()> {
    let last = value((), (tag("q"), blanks, end_of_word));
    let record = value((), (one_of("hwgp*=$"), blanks, number));
    alt((last, record)).parse(input)
}

/// Parses the beginning of a modern record: `modern_outline = "q" end_of_word gap end_of_word | glyph gap number space
/// number | keyword ;`
fn modern_outline(input: Located<'_>) -> Parsed<Located<'_>, ()> {
    let last = value((), (tag("q"), end_of_word, blanks, end_of_word));
    let glyph = terminated(satisfy(|c| !c.is_whitespace()), end_of_word);
    let record = value((), (glyph, blanks, number, space1, number));
    alt((last, record, value((), keyword))).parse(input)
}

/// Parses a whole word that is a keyword: `keyword = "map" | "title" | … ;`
fn keyword(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let is_keyword = |word: &Located<'_>| {
        let word = word.text();
        word == "map" || shape::of_keyword(word).is_some()
    };
    terminated(verify(alpha1, is_keyword), end_of_word).parse(input)
}
