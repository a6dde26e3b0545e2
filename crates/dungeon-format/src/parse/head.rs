//! The head of a modern record: its first word, and the glyphs or word that belong to it.
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::anychar;
use nom::combinator::{consumed, map, map_opt, value, verify};
use nom::sequence::{preceded, terminated};

use super::alternatives::{alternatives, glyph};
use super::lines::{begins_remark, gap};
use super::located::Located;
use super::mistake::{Mistake, drawn_as};
use super::recovery::{Mismatch, Parsed, senseless};
use super::shape::{self, Shape};
use super::token::{self, any_word, end_of_word, word};
use crate::diagnostic::Diagnostic;
use crate::keys::{self, GameSet, RecordKind};
use crate::source::Spanned;
use crate::spelling::nearest;
use crate::syntax::Head;
use dungeon_model::dungeon::games::{self, DEFAULT};

/// The sort of word at the start of a line.
#[derive(Clone, Copy)]
pub enum FirstWord {
    /// A single character, which begins a glyph's record.
    Glyph(char),
    /// The word `map`, which begins a map.
    Map,
    /// Any other keyword.
    Keyword(&'static Shape),
    /// A keyword with wrong capitals, such as `Title`. The mistake was reported, and the record is read nevertheless.
    Capitalised(&'static Shape),
    /// A word that does not begin a record.
    Unknown,
}

/// A line and its first word.
#[derive(Clone, Copy)]
pub struct LineStart<'a> {
    /// The line, including its first word.
    pub line: Located<'a>,
    /// The first word.
    pub word: Located<'a>,
}

/// Parses the first word of a line: `first_word = glyph | "map" | keyword ;`
pub fn first_word(line: Located<'_>) -> Parsed<Located<'_>, (Located<'_>, FirstWord)> {
    let small = |word: Located<'_>| shape::of_keyword(&word.text().to_ascii_lowercase());
    consumed(alt((
        terminated(anychar, end_of_word).map(FirstWord::Glyph),
        value(
            FirstWord::Map,
            verify(word, |word: &Located<'_>| word.text() == "map"),
        ),
        map_opt(word, |word: Located<'_>| shape::of_keyword(word.text())).map(FirstWord::Keyword),
        map_opt(word, small).map(FirstWord::Capitalised),
        value(FirstWord::Unknown, word),
    )))
    .parse(line)
}

/// Parses the head of a record after its first word, which is the keyword of `shape`: `head = glyph | plain_keyword |
/// glyph_keyword gap glyph | ( "mark" | "class" ) gap glyph gap alternatives | "shuffle" gap glyph { gap glyph } |
/// "rules" gap game | "allow" gap word ;`
pub fn head<'a>(
    shape: &'static Shape,
) -> impl Parser<Located<'a>, Output = Head, Error = Mismatch> {
    let glyph = move |input| preceded(gap, |input| glyph(shape, input)).parse(input);
    move |input: Located<'a>| match shape.keyword {
        "title" => Ok((input, Head::Title)),
        "author" => Ok((input, Head::Author)),
        "about" => Ok((input, Head::About)),
        "include" => Ok((input, Head::Include)),
        "level" => Ok((input, Head::Level)),
        "vault" => Ok((input, Head::Vault)),
        "family" => Ok((input, Head::Family)),
        "seed" => Ok((input, Head::Seed)),
        "hero" => Ok((input, Head::Hero)),
        "goal" => Ok((input, Head::Goal)),
        "lose" => Ok((input, Head::Lose)),
        "when" => Ok((input, Head::When)),
        "test" => Ok((input, Head::Test)),
        "allow" => preceded(gap, code).map(Head::Allow).parse(input),
        "tile" => map(glyph, Head::Tile).parse(input),
        "item" => map(glyph, Head::Item).parse(input),
        "kind" => map(glyph, Head::Kind).parse(input),
        "scatter" => map(glyph, Head::Scatter).parse(input),
        "mark" | "class" => {
            let (input, new) = glyph(input)?;
            let (input, _) = gap(input)?;
            let head = |all| match shape.keyword {
                "mark" => Head::Mark(new, all),
                _ => Head::Class(new, all),
            };
            map(|input| alternatives(shape, input), head).parse(input)
        }
        "shuffle" => {
            let (mut input, first) = glyph(input)?;
            let mut all = vec![first];
            while let (behind, _) = gap(input)?
                && !behind.is_empty()
                && !begins_remark(behind)
            {
                let (rest, another) = glyph(input)?;
                all.push(another);
                input = rest;
            }
            Ok((input, Head::Shuffle(all)))
        }
        _ => preceded(gap, game).map(Head::Rules).parse(input),
    }
}

/// Parses the code after `allow`, which is checked later: `word = character { character } ;`
fn code(input: Located<'_>) -> Parsed<Located<'_>, Spanned<String>> {
    let (rest, word) = any_word(input)?;
    Ok((rest, word.spanned(word.text().to_string())))
}

/// Parses the name of a game after `rules`: `game = letter { letter } ;` Reports a parameter that stands there instead,
/// and continues with the parameter's game if only one game has this parameter.
pub fn game(input: Located<'_>) -> Parsed<Located<'_>, Spanned<String>> {
    let (rest, located) = any_word(input)?;
    let (word, span) = (located.text(), located.span());
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    if is_word {
        return Ok((rest, located.spanned(word.to_string())));
    }
    let Ok((_, key)) = token::key(word) else {
        return senseless(input, Mistake::NoGame(word).at(span), span);
    };
    if let Some(game) = games::WORDS.into_iter().find(|game| *game == key) {
        let found = Mistake::GameWithValue(word, game).at(span);
        input.file.report_senseless(found.fix(span, game));
        return Ok((rest, located.spanned(game.to_string())));
    }
    // A parameter of one game implies that game; a parameter of all games implies the default game of files without
    // `rules`.
    let theirs = keys::only_game(RecordKind::Rules, key);
    if keys::games_with(RecordKind::Rules, key) == GameSet::NONE {
        return senseless(input, Mistake::NoGame(word).at(span), span);
    }
    let game = theirs.unwrap_or(DEFAULT.word);
    let start = span.before();
    let found = Mistake::MissingGame(word, game, key).at(span);
    let found = found.fix(start, format!("{game} "));
    // If the parameter implies a game, the rest of the record can be read.
    match theirs {
        None => senseless(input, found, span),
        Some(game) => {
            input.file.report_senseless(found);
            let value = game.to_string();
            Ok((rest, Spanned::new(value, start)))
        }
    }
}

/// Returns the finding about a line that does not begin with a glyph or a keyword.
pub fn unknown(start: LineStart<'_>) -> Diagnostic {
    let (word, line) = (start.word.text(), start.line);
    let span = start.word.span();
    let glyph_length = word.chars().next().map_or(0, char::len_utf8);
    let glued = &word[glyph_length..];
    let keywords = shape::KEYWORDS.iter().map(|shape| shape.keyword);
    if word == "end" {
        return Mistake::LooseEnd.at(span);
    }
    if token::starts_number(glued) && !word.starts_with(|c: char| c.is_ascii_digit()) {
        let gap = span.first(glyph_length).behind();
        return Mistake::GluedNumber(word).at(span).fix(gap, " ");
    }
    if line.text().starts_with('#') || line.text().contains("##") {
        return Mistake::LooseRow(word).at(line.span());
    }
    if let Some(game) = games::WORDS.iter().find(|game| **game == word) {
        // The fix is not safe, because another line may name another game.
        let found = Mistake::LooseGame(game).at(span);
        return found.suggest(span.before(), "rules ");
    }
    let parameter = token::key(word).map_or(word, |(_, key)| key);
    // Without its `=`, a parameter may be the name of a thing, or an everyday word.
    let is_everyday = matches!(word, "gold" | "turn");
    let is_thing = parameter == word && (is_everyday || drawn_as(word).is_some());
    if let Some(game) = keys::only_game(RecordKind::Rules, parameter).filter(|_| !is_thing) {
        return Mistake::LooseParameter(word, game, parameter).at(span);
    }
    if let Some((keyword, glyph)) = glued_keyword(line.text()) {
        let gap = line.span().first(keyword.len()).behind();
        let found = Mistake::GluedGlyph(word, keyword, glyph).at(span);
        return found.fix(gap, " ");
    }
    let candidates = keywords.chain(["map"]);
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let found = Mistake::UnknownHead(word).at(span);
    match nearest(word, candidates).filter(|_| word.is_ascii()) {
        Some(keyword) if is_word => found.did_you_mean(span, keyword),
        // The fix must not be safe, because the other characters of the word may mean something.
        Some(keyword) => found.did_you_mean(span, keyword).suggest(span, keyword),
        None => found,
    }
}

/// Returns the keyword at the start of a line and the glyph that follows it without a space, as in `item! "holy water"`
/// and `scatter$ 3`. `None` if the line has enough words without that glyph, as in `items ! "water"`.
pub fn glued_keyword(line: &str) -> Option<(&'static str, char)> {
    const NEEDED: [(&str, usize); 6] = [
        ("tile", 1),
        ("item", 1),
        ("kind", 1),
        ("class", 2),
        ("scatter", 2),
        ("mark", 2),
    ];
    let is_bare = |word: &&str| !word.contains(['=', '"', '%']) && !word.starts_with("//");
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let behind = words.take_while(is_bare).count();
    NEEDED.into_iter().find_map(|(keyword, needed)| {
        let mut glued = first.strip_prefix(keyword)?.chars();
        let glyph = glued.next().filter(|_| glued.next().is_none())?;
        (behind < needed).then_some((keyword, glyph))
    })
}
