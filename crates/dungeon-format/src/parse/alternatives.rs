//! A glyph behind a keyword, and `w*3|r|.`: several of which chance takes one, each perhaps with a weight.
use nom::Parser;
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, map, opt};
use nom::multi::separated_list1;
use nom::sequence::preceded;

use super::glyphs::wide_glyph;
use super::located::Located;
use super::reader::over_limit;
use super::recovery::{Parsed, senseless, wrong, wrong_as_reported};
use super::shape::Shape;
use super::token::{Characters, any_word, number, spanned};
use crate::characters::{Fault, fault, quoted, quoted_or_nothing};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::syntax::{Alternative, Alternatives};

/// Alternatives of one record: as many as keys (`MOST_KEYS`), and more than anybody keeps apart.
const MOST_ALTERNATIVES: usize = 64;

/// The largest weight: with it, and its like in every other alternative, the weights of a record add up to less than 2^16.
const HEAVIEST: i64 = 1000;

/// `glyph = character ;` as a whole word; what is no glyph is told with the example of `shape`.
pub fn glyph<'a>(shape: &Shape, input: Located<'a>) -> Parsed<Located<'a>, Spanned<char>> {
    let (rest, word) = any_word(input)?;
    let mut characters = word.text().chars();
    let first = characters.next();
    if let (Some(glyph), "") = (first, characters.as_str()) {
        return match fault(glyph) {
            None => Ok((rest, word.spanned(glyph))),
            Some(Fault::Control) => wrong_as_reported(),
            Some(_) => wrong(wide_glyph(word.span(), glyph)),
        };
    }
    let found = quoted_or_nothing(word.text());
    let keyword = shape.keyword;
    let message =
        format!("expected a glyph (one character, then a blank) behind `{keyword}`, found {found}");
    let found = Diagnostic::new(Code::BadValue, word.span(), message)
        .help(format!("it reads, for example, `{}`", shape.example));
    senseless(input, found, word.span())
}

/// `alternatives = alternative { "|" alternative } ;` as a whole word; what is none is told with the example of `shape`.
pub fn alternatives<'a>(shape: &Shape, input: Located<'a>) -> Parsed<Located<'a>, Alternatives> {
    let (rest, word) = any_word(input)?;
    if !word.text().chars().skip(1).any(|c| matches!(c, '|' | '*')) {
        let (rest, glyph) = glyph(shape, input)?;
        return Ok((rest, Alternatives::only(glyph)));
    }
    let mut all = all_consuming(separated_list1(char('|'), spanned(alternative)));
    match all.parse(word) {
        Ok((_, all)) => {
            let all = Alternatives(all);
            judge_alternatives(&all)?;
            Ok((rest, all))
        }
        Err(_) => {
            let found = quoted(word.text());
            let message = format!("expected glyphs with `|` between them, found {found}");
            let found = Diagnostic::new(Code::BadValue, word.span(), message)
                .help("one glyph each, such as `w|r|.`, or `w*3|r` where one is taken more often");
            senseless(input, found, word.span())
        }
    }
}

/// `alternative = character [ "*" number ] ;`
fn alternative<I: Characters>(input: I) -> Parsed<I, Alternative> {
    let weight = opt(preceded(char('*'), number));
    map((anychar, weight), |(glyph, weight)| Alternative {
        glyph,
        weight: weight.unwrap_or(1),
    })
    .parse(input)
}

/// What is wrong with alternatives that were read or given: a character that is no glyph, a weight, or their number.
pub fn judge_alternatives(all: &Alternatives) -> Parsed<(), ()> {
    if let [Spanned { value, span }] = *all.0.as_slice()
        && value.weight != 1
    {
        let message = "expected a weight beside other alternatives, found one alone";
        let found = Diagnostic::new(Code::BadValue, span, message);
        return wrong(found.help("a weight says how often one of several is taken: `w*3|r`"));
    }
    for (alternative, glyph) in all.0.iter().zip(all.glyphs()) {
        match fault(glyph.value) {
            None => {}
            Some(Fault::Control) => return wrong_as_reported(),
            Some(_) => return wrong(wide_glyph(glyph.span, glyph.value)),
        }
        let weight = alternative.value.weight;
        if !(1..=HEAVIEST).contains(&weight) {
            let message = format!("expected a weight from 1 to {HEAVIEST}, found {weight}");
            let found = Diagnostic::new(Code::NumberOutOfRange, alternative.span, message);
            return wrong(found.help("leave an alternative out that is never to be taken"));
        }
    }
    if let Some(first) = all.0.get(MOST_ALTERNATIVES) {
        let message = format!("expected at most {MOST_ALTERNATIVES} alternatives, found more");
        return wrong(over_limit(first.span, message));
    }
    Ok(((), ()))
}
