//! The words of a record: numbers, texts, keys and values, read by nom from the rest of a line.
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while, take_while1};
use nom::character::complete::{char, digit1, none_of, one_of};
use nom::combinator::{all_consuming, map, opt, recognize, value};
use nom::multi::fold_many0;
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::format::syntax::{LARGEST_NUMBER, Value};

/// Whether a number has more digits than a file may use.
pub fn is_too_large(number: i64) -> bool {
    number.unsigned_abs() > LARGEST_NUMBER.unsigned_abs()
}

/// `12`, `-3`, `+8`; one that fits no `i64` reads as the nearest that does, which is too large as well.
pub fn number(input: &str) -> IResult<&str, i64> {
    let digits = recognize((opt(one_of("+-")), digit1));
    map(digits, |digits: &str| match digits.parse() {
        Ok(number) => number,
        Err(_) if digits.starts_with('-') => i64::MIN,
        Err(_) => i64::MAX,
    })
    .parse(input)
}

/// Everything up to the next blank or comment: what a person would call a word. May be empty.
pub fn bare(input: &str) -> &str {
    let end = input.find(char::is_whitespace).unwrap_or(input.len());
    let end = input[..end].find("//").unwrap_or(end);
    &input[..end]
}

/// What stands between the brackets of `(3,4)`.
pub fn unbracketed(word: &str) -> Option<&str> {
    word.strip_prefix('(')?.strip_suffix(')')
}

/// `key=`, without what follows.
pub fn key(input: &str) -> IResult<&str, &str> {
    let letters = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    terminated(letters, char('=')).parse(input)
}

/// How a text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// With its quote.
    Closed,
    /// With the line.
    LineEnd,
    /// At a backslash that says neither `\"` nor `\\`.
    BadEscape,
}

/// `"…"` after its first quote: what it says, and how it ended.
pub fn text(input: &str) -> IResult<&str, (String, TextEnd)> {
    let piece = alt((
        map(is_not("\"\\"), str::to_string),
        map(preceded(char('\\'), one_of("\"\\")), String::from),
    ));
    let (rest, said) = fold_many0(piece, String::new, |said, piece| said + &piece).parse(input)?;
    if let (rest, Some(_)) = opt(char('"')).parse(rest)? {
        return Ok((rest, (said, TextEnd::Closed)));
    }
    let end = match rest.is_empty() || rest == "\\" {
        true => TextEnd::LineEnd,
        false => TextEnd::BadEscape,
    };
    Ok((rest, (said, end)))
}

/// A bare value by its shape.
pub fn shape(word: &str) -> Value {
    let point = |input| separated_pair(number, char(','), number).parse(input);
    let region = map(
        separated_pair(point, tag(".."), point),
        |((a, b), (c, d))| Value::Region([a, b, c, d]),
    );
    let range = map(separated_pair(number, tag(".."), number), |(a, b)| {
        Value::Range(a, b)
    });
    let name = alt((
        recognize((
            take_while1(|c: char| c.is_ascii_lowercase()),
            take_while(|c: char| c.is_ascii_lowercase() || c == '-'),
        )),
        recognize(none_of(":")),
    ));
    let tagged = map(separated_pair(name, char(':'), number), |(name, number)| {
        Value::Tagged(name.to_string(), number)
    });
    let any = alt((
        all_consuming(region),
        all_consuming(range),
        all_consuming(map(point, |(x, y)| Value::Point(x, y))),
        all_consuming(tagged),
        all_consuming(map(number, Value::Int)),
    ))
    .parse(word);
    match any {
        Ok((_, value)) => value,
        Err(_) => Value::Word(word.to_string()),
    }
}

/// The numbers in a value.
pub fn numbers_in(value: &Value) -> Vec<i64> {
    match value {
        Value::Int(n) | Value::Tagged(_, n) => vec![*n],
        Value::Point(a, b) | Value::Range(a, b) => vec![*a, *b],
        Value::Region(all) => all.to_vec(),
        Value::Word(_) | Value::Text(_) => Vec::new(),
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
    fn texts_end_with_their_quote_and_know_two_escapes() {
        let (rest, read) = text(r#"a \"b\" \\ // c" d"#).expect("a text never fails");
        assert_eq!(
            (rest, read),
            (" d", (r#"a "b" \ // c"#.into(), TextEnd::Closed))
        );
        let ends = ["open", r"a\n", r"a\"].map(|input| text(input).expect("never fails").1.1);
        assert_eq!(
            ends,
            [TextEnd::LineEnd, TextEnd::BadEscape, TextEnd::LineEnd]
        );
    }
}
