//! The words of a record: numbers, keys, texts and values (docs/format, "Grammar"), read from a piece of a file or any
//! string.
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while, take_while1};
use nom::character::complete::{char, none_of, one_of};
use nom::combinator::{all_consuming, consumed, map, opt, recognize, value, verify};
use nom::multi::fold_many0;
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{Compare, Input, Offset, Parser};

use super::located::Located;
use super::recovery::{Mismatch, Parsed, absent};
use crate::source::Spanned;
use crate::syntax::{LARGEST_NUMBER, Value};
use dungeon_model::space::geometry::{Direction, Directions};

/// The input of the parsers of words: a `Located` or a `&str`.
pub trait Characters:
    Input<Item = char> + Offset + AsRef<str> + Copy + for<'w> Compare<&'w str>
{
}

impl<T> Characters for T where
    T: Input<Item = char> + Offset + AsRef<str> + Copy + for<'w> Compare<&'w str>
{
}

/// Adds the span to the output of `parser`.
pub fn spanned<'a, O>(
    parser: impl Parser<Located<'a>, Output = O, Error = Mismatch>,
) -> impl Parser<Located<'a>, Output = Spanned<O>, Error = Mismatch> {
    consumed(parser).map(|(piece, value): (Located<'a>, O)| piece.spanned(value))
}

/// Whether a number has more digits than a file may use.
pub fn is_too_large(number: i64) -> bool {
    number.unsigned_abs() > LARGEST_NUMBER.unsigned_abs()
}

/// Parses a whole number: `number = [ "+" | "-" ] digit { digit } ;` Saturates at the bounds of `i64`, which exceed the
/// limit on numbers in a file.
pub fn number<I: Characters>(input: I) -> Parsed<I, i64> {
    let bytes = input.as_ref().as_bytes();
    let sign = usize::from(matches!(bytes, [b'+' | b'-', ..]));
    let way = if bytes.starts_with(b"-") { -1 } else { 1 };
    let (mut end, mut number) = (sign, 0_i64);
    while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
        let digit = way * i64::from(digit - b'0');
        number = number.saturating_mul(10).saturating_add(digit);
        end += 1;
    }
    if end > sign {
        Ok((input.take_from(end), number))
    } else {
        absent()
    }
}

/// Parses a number and adds its span.
pub fn located_number(input: Located<'_>) -> Parsed<Located<'_>, Spanned<i64>> {
    let (rest, value) = number(input)?;
    let span = input.until(rest);
    Ok((rest, Spanned::new(value, span)))
}

/// Returns the text up to the next space or comment; may be empty.
pub fn bare(input: &str) -> &str {
    let begins_remark = |at: usize| input.as_bytes()[at..].starts_with(b"//");
    let mut ends = input.char_indices();
    let end = ends.find(|(at, c)| c.is_whitespace() || *c == '/' && begins_remark(*at));
    &input[..end.map_or(input.len(), |(at, _)| at)]
}

/// Matches the word that begins here; empty before a space, before a comment and at the end.
pub fn any_word<I: Characters>(input: I) -> Parsed<I, I> {
    Ok(input.take_split(bare(input.as_ref()).len()))
}

/// Parses a word up to a space or a comment: `word = character { character } ;`
pub fn word<I: Characters>(input: I) -> Parsed<I, I> {
    verify(any_word, |word: &I| !word.as_ref().is_empty()).parse(input)
}

/// Matches the end of a word: a space, a comment or the end of the input. Consumes nothing.
pub fn end_of_word<I: Characters>(input: I) -> Parsed<I, ()> {
    let text = input.as_ref();
    let is_end = match text.as_bytes() {
        [] | [b' ', ..] | [b'/', b'/', ..] => true,
        [b'!'..=b'~', ..] => false,
        _ => text.starts_with(char::is_whitespace),
    };
    if is_end { Ok((input, ())) } else { absent() }
}

/// Returns the inside of the parentheses of `(3,4)`; `None` for any other word.
pub fn unbracketed(word: &str) -> Option<&str> {
    word.strip_prefix('(')?.strip_suffix(')')
}

/// Parses a key with its `=`, and returns the key alone: `key = key_letter { key_letter } "=" ;`
pub fn key<I: Characters>(input: I) -> Parsed<I, I> {
    terminated(take_while1(is_key_letter), char('=')).parse(input)
}

/// Whether a character may be part of a key: `key_letter = letter | digit | "-" | "_" ;`
pub fn is_key_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// How a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// With a closing quote, as required.
    Closed,
    /// Without a closing quote, at the end of the line.
    LineEnd,
    /// At a backslash before a character other than a quote or a backslash.
    BadEscape,
}

/// Parses a text after its first quote: `inside_text = { plain | escape } '"' ;` Returns the characters, with escapes
/// resolved, and how the text ends.
pub fn inside_text<I: Characters>(input: I) -> Parsed<I, (String, TextEnd)> {
    let append = |mut said: String, piece: I| {
        said.push_str(piece.as_ref());
        said
    };
    let (rest, said) = fold_many0(alt((plain, escape)), String::new, append).parse(input)?;
    if let (rest, Some(_)) = opt(char('"')).parse(rest)? {
        return Ok((rest, (said, TextEnd::Closed)));
    }
    let end = match rest.as_ref() {
        "" | "\\" => TextEnd::LineEnd,
        _ => TextEnd::BadEscape,
    };
    Ok((rest, (said, end)))
}

/// Parses one or more characters of a text that are not escaped: `plain = ( character - ( '"' | "\" ) ) ;`
fn plain<I: Characters>(input: I) -> Parsed<I, I> {
    is_not("\"\\").parse(input)
}

/// Parses the rest of an escape after its backslash: `escape = "\" ( '"' | "\" ) ;`
fn escape<I: Characters>(input: I) -> Parsed<I, I> {
    preceded(char('\\'), recognize(one_of("\"\\"))).parse(input)
}

/// Parses a column and a row, such as `3,4`: `point = number "," number ;`
pub fn point<I: Characters>(input: I) -> Parsed<I, (i64, i64)> {
    separated_pair(number, char(','), number).parse(input)
}

/// Parses two corners, such as `3,4..9,8`: `region = point ".." point ;`
pub fn region<I: Characters>(input: I) -> Parsed<I, Value> {
    let corners = separated_pair(point, tag(".."), point);
    map(corners, |((a, b), (c, d))| Value::Region([a, b, c, d])).parse(input)
}

/// Parses two numbers, such as `2..6`: `range = number ".." number ;`
pub fn range<I: Characters>(input: I) -> Parsed<I, Value> {
    let ends = separated_pair(number, tag(".."), number);
    map(ends, |(low, high)| Value::Range(low, high)).parse(input)
}

/// Parses a word or a glyph with a number, such as `sight:6`: `tagged = tag_name ":" number ;`
pub fn tagged<I: Characters>(input: I) -> Parsed<I, Value> {
    let pair = separated_pair(tag_name, char(':'), number);
    map(pair, |(name, number): (I, i64)| {
        Value::Tagged(name.as_ref().to_string(), number)
    })
    .parse(input)
}

/// Parses the part of such a value before the colon: `tag_name = small_letter { small_letter | "-" } | character - ":"
/// ;`
fn tag_name<I: Characters>(input: I) -> Parsed<I, I> {
    let name = (
        take_while1(|c: char| c.is_ascii_lowercase()),
        take_while(|c: char| c.is_ascii_lowercase() || c == '-'),
    );
    alt((recognize(name), recognize(none_of(":")))).parse(input)
}

/// Parses directions separated by commas: `ways = way { "," way } ;`
pub fn ways<I: Characters>(input: I) -> Parsed<I, Directions> {
    let (rest, first) = way(input)?;
    let more = preceded(char(','), way);
    let (rest, all) = fold_many0(
        more,
        || vec![first],
        |mut all, way| {
            all.push(way);
            all
        },
    )
    .parse(rest)?;
    Ok((rest, all.into_iter().collect()))
}

/// Parses a direction: `way = "nw" | "ne" | "n" | "w" | "e" | "sw" | "se" | "s" ;`
pub fn way<I: Characters>(input: I) -> Parsed<I, Direction> {
    alt((
        value(Direction::NorthWest, tag("nw")),
        value(Direction::NorthEast, tag("ne")),
        value(Direction::North, tag("n")),
        value(Direction::West, tag("w")),
        value(Direction::East, tag("e")),
        value(Direction::SouthWest, tag("sw")),
        value(Direction::SouthEast, tag("se")),
        value(Direction::South, tag("s")),
    ))
    .parse(input)
}

/// Returns the directions that a word lists; `None` for any other word.
pub fn listed_ways(word: &str) -> Option<Directions> {
    let read = all_consuming(ways).parse(word);
    read.ok().map(|(_, ways)| ways)
}

/// Parses a value without quotes: `bare_value = region | range | point | tagged | number | ways | word ;` A list of
/// directions becomes a `Value::Word`; only keys that take directions read it as one.
pub fn bare_value<I: Characters>(input: I) -> Parsed<I, Value> {
    map(any_word, |word: I| shape(word.as_ref())).parse(input)
}

/// Returns the value of a word without quotes: the first shape, such as a region or a number, that matches the whole
/// word.
pub fn shape(word: &str) -> Value {
    if let Ok(("", number)) = number(word) {
        return Value::Int(number);
    }
    let any = alt((
        all_consuming(region),
        all_consuming(range),
        all_consuming(map(point, |(x, y)| Value::Point(x, y))),
        all_consuming(tagged),
    ))
    .parse(word);
    match any {
        Ok((_, value)) => value,
        Err(_) => Value::Word(word.to_string()),
    }
}

/// Whether any number in a value has more digits than a file may use.
pub fn holds_too_large(value: &Value) -> bool {
    match value {
        Value::Int(n) | Value::Tagged(_, n) => is_too_large(*n),
        Value::Point(a, b) | Value::Range(a, b) => is_too_large(*a) || is_too_large(*b),
        Value::Region(all) => all.iter().any(|n| is_too_large(*n)),
        Value::Word(_) | Value::Text(_) => false,
    }
}

/// Whether a number begins here.
pub fn starts_number(input: &str) -> bool {
    value((), number).parse(input).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_apart_by_their_shape() {
        let shapes = [
            "-3",
            "3,4",
            "3,4..9,8",
            "2..6",
            "sight:6",
            "L:20",
            "~",
            "yes",
            "3x",
            "99999999999999999999",
        ]
        .map(shape);
        let expected = [
            Value::Int(-3),
            Value::Point(3, 4),
            Value::Region([3, 4, 9, 8]),
            Value::Range(2, 6),
            Value::Tagged("sight".into(), 6),
            Value::Tagged("L".into(), 20),
            Value::Word("~".into()),
            Value::Word("yes".into()),
            Value::Word("3x".into()),
            Value::Int(i64::MAX),
        ];
        assert_eq!(shapes, expected);
    }

    #[test]
    fn ways_are_listed_with_commas_and_nothing_else() {
        let all = Directions::ALL.iter().collect::<Vec<_>>();
        let said = listed_ways("nw,n,ne,w,e,sw,s,se").map(|ways| ways.iter().collect());
        assert_eq!(said, Some(all));
        let one = listed_ways("s").map(|ways| ways.iter().collect());
        assert_eq!(one, Some(vec![Direction::South]));
        for wrong in ["", "north", "n,", ",n", "n,,s", "n s", "N", "up", "n,x"] {
            assert_eq!(listed_ways(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn numbers_of_any_length_read_as_the_nearest_that_there_is() {
        let all = [
            "7",
            "+07",
            "-0",
            "123456789012345678",
            "9223372036854775807",
        ];
        let below = ["-9223372036854775808", "-1", "-999"];
        for said in all.into_iter().chain(below) {
            assert_eq!(
                number(said).ok(),
                Some(("", said.parse().expect("a number")))
            );
        }
        let nines = "9".repeat(40);
        let least = format!("-{nines}");
        for (said, nearest) in [(&*nines, i64::MAX), ("9223372036854775808", i64::MAX)] {
            assert_eq!(number(said).ok(), Some(("", nearest)));
        }
        for said in [&*least, "-9223372036854775809"] {
            assert_eq!(number(said).ok(), Some(("", i64::MIN)));
        }
        assert_eq!(number("+3x9").ok(), Some(("x9", 3)));
        for wrong in ["", "+", "-", "+-3", "x", " 3", "٣"] {
            assert!(number(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn texts_end_with_their_quote_and_know_two_escapes() {
        let (rest, read) = inside_text(r#"a \"b\" \\ // c" d"#).expect("a text never fails");
        assert_eq!(
            (rest, read),
            (" d", (r#"a "b" \ // c"#.into(), TextEnd::Closed))
        );
        let ends =
            ["open", r"a\n", r"a\"].map(|input| inside_text(input).expect("never fails").1.1);
        assert_eq!(
            ends,
            [TextEnd::LineEnd, TextEnd::BadEscape, TextEnd::LineEnd]
        );
    }
}
