//! How to recognise a record from afar, where a map may have run into one: a line that reads as a record can hardly be
//! a row.
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{alpha1, one_of, satisfy, space1};
use nom::combinator::{value, verify};
use nom::sequence::terminated;

use super::lines::blanks;
use super::located::Located;
use super::recovery::Parsed;
use super::shape;
use super::token::{end_of_word, number};

/// Which of the two formats a line is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The published format.
    Classic,
    /// The modern format.
    Modern,
}

/// Whether a line reads as a record.
pub fn looks_like_record(line: Located<'_>, dialect: Dialect) -> bool {
    match dialect {
        Dialect::Classic => classic_outline(line.trimmed()).is_ok(),
        Dialect::Modern => modern_outline(line.trimmed_end()).is_ok(),
    }
}

/// `classic_outline = "q" gap end_of_word | letter gap number ;`
fn classic_outline(input: Located<'_>) -> Parsed<Located<'_>, ()> {
    let last = value((), (tag("q"), blanks, end_of_word));
    let record = value((), (one_of("hwgp*=$"), blanks, number));
    alt((last, record)).parse(input)
}

/// `modern_outline = "q" end_of_word gap end_of_word | glyph gap number blank number | keyword ;`
fn modern_outline(input: Located<'_>) -> Parsed<Located<'_>, ()> {
    let last = value((), (tag("q"), end_of_word, blanks, end_of_word));
    let glyph = terminated(satisfy(|c| !c.is_whitespace()), end_of_word);
    let record = value((), (glyph, blanks, number, space1, number));
    alt((last, record, value((), keyword))).parse(input)
}

/// `keyword = "map" | "title" | … ;` as a whole word.
fn keyword(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let is_keyword = |word: &Located<'_>| {
        let word = word.text();
        word == "map" || shape::of_keyword(word).is_some()
    };
    terminated(verify(alpha1, is_keyword), end_of_word).parse(input)
}
