//! A glyph after a keyword, or alternatives with weights, as in `w*3|r|.`, one of which is chosen at random.
use nom::Parser;
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, map, opt};
use nom::multi::separated_list1;
use nom::sequence::preceded;

use super::located::Located;
use super::mistake::Mistake;
use super::recovery::{Parsed, senseless, wrong, wrong_as_reported};
use super::shape::Shape;
use super::token::{Characters, any_word, number, spanned};
use crate::characters::{Fault, fault};
use crate::keys::HEAVIEST;
use crate::source::Spanned;
use crate::syntax::{Alternative, Alternatives};

/// The maximum number of alternatives of one record; equal to `MOST_KEYS`, the maximum number of keys.
const MOST_ALTERNATIVES: usize = 64;

/// Parses a whole word that is a glyph: `glyph = character ;` Errors show the example of `shape`, the keyword's shape.
pub fn glyph<'a>(shape: &Shape, input: Located<'a>) -> Parsed<Located<'a>, Spanned<char>> {
    let (rest, word) = any_word(input)?;
    let mut characters = word.text().chars();
    let first = characters.next();
    if let (Some(glyph), "") = (first, characters.as_str()) {
        return match fault(glyph) {
            None => Ok((rest, word.spanned(glyph))),
            Some(Fault::Control) => wrong_as_reported(),
            Some(_) => wrong(Mistake::WideGlyph(glyph).at(word.span())),
        };
    }
    let found = Mistake::NoGlyph(shape, word.text()).at(word.span());
    senseless(input, found, word.span())
}

/// Parses a whole word such as `w*3|r|.`: `alternatives = alternative { "|" alternative } ;` The error about a single
/// wrong glyph shows the example of `shape`, the keyword's shape.
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
            let found = Mistake::NoGlyphs(word.text()).at(word.span());
            senseless(input, found, word.span())
        }
    }
}

/// Parses a glyph with or without a weight, such as `w*3`: `alternative = character [ "*" number ] ;`
fn alternative<I: Characters>(input: I) -> Parsed<I, Alternative> {
    let weight = opt(preceded(char('*'), number));
    map((anychar, weight), |(glyph, weight)| Alternative {
        glyph,
        weight: weight.unwrap_or(1),
    })
    .parse(input)
}

/// Checks the glyphs, the weights and the number of alternatives from a file or a program.
pub fn judge_alternatives(all: &Alternatives) -> Parsed<(), ()> {
    if let [Spanned { value, span }] = *all.0.as_slice()
        && value.weight != 1
    {
        return wrong(Mistake::LoneWeight.at(span));
    }
    for (alternative, glyph) in all.0.iter().zip(all.glyphs()) {
        match fault(glyph.value) {
            None => {}
            Some(Fault::Control) => return wrong_as_reported(),
            Some(_) => return wrong(Mistake::WideGlyph(glyph.value).at(glyph.span)),
        }
        let weight = alternative.value.weight;
        if !(1..=HEAVIEST).contains(&weight) {
            return wrong(Mistake::WeightOutOfRange(HEAVIEST, weight).at(alternative.span));
        }
    }
    if let Some(first) = all.0.get(MOST_ALTERNATIVES) {
        return wrong(Mistake::ManyAlternatives(MOST_ALTERNATIVES).at(first.span));
    }
    Ok(((), ()))
}
