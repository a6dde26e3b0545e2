//! Lines and the gaps between words: `line`, `gap`, `comment` and combinations (docs/GRAMMAR.md).
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, satisfy};
use nom::combinator::{opt, peek, recognize, rest};
use nom::multi::many0_count;
use nom::sequence::{preceded, terminated};
use nom::{Input, Parser};

use super::glyphs::report_odd_blanks;
use super::located::Located;
use super::recovery::{Parsed, absent};
use crate::characters::first_byte;

/// Parses a line, and returns it without its line end: `line = { character } line_end ;` Fails at the end of the file.
/// Skips the dropped sides of a merge conflict.
pub fn line(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let characters = terminated(rest_of_line, opt(line_end));
    preceded((cut_lines, peek(anychar)), characters).parse(input)
}

/// Parses the end of a line: `line_end = CR LF | LF | CR ;`
pub fn line_end(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    alt((tag("\r\n"), tag("\n"), tag("\r"))).parse(input)
}

/// Matches the characters up to the end of the line; may match none.
pub fn rest_of_line(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let bytes = input.text().as_bytes();
    let end = first_byte(bytes, |byte| (byte == b'\n') | (byte == b'\r'));
    Ok(input.take_split(end.unwrap_or(bytes.len())))
}

/// Matches the lines of a merge conflict that begin here and are dropped; may match none.
pub fn cut_lines(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let end = input.file.past_cuts(input.start());
    Ok(input.take_split((end - input.start()).min(input.input_len())))
}

/// Matches white space within a line; may match none. Does not report look-alikes of spaces, so that other parsers can
/// use this parser to look ahead.
pub fn blanks(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let text = input.text();
    let plain = text.bytes().take_while(|byte| *byte == b' ').count();
    let end = match text.as_bytes().get(plain) {
        None | Some(b'!'..=b'~') => plain,
        // The byte may be a tab or begin a look-alike of a space, so search by characters.
        Some(_) => text.find(|c: char| !is_blank(c)).unwrap_or(text.len()),
    };
    Ok(input.take_split(end))
}

/// Whether a character is white space on a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\n' | '\r')
}

/// Parses the spaces between two words: `gap = { space } ;` Reports look-alikes of spaces.
pub fn gap(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    // Nearly all gaps are empty or a single space.
    match input.text().as_bytes() {
        [] | [b'!'..=b'~', ..] => return Ok(input.take_split(0)),
        [b' '] | [b' ', b'!'..=b'~', ..] => return Ok(input.take_split(1)),
        _ => {}
    }
    let (rest, gap) = blanks(input)?;
    report_odd_blanks(gap);
    Ok((rest, gap))
}

/// Parses a comment: `comment = "//" { character } ;`
pub fn comment(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    recognize((tag("//"), rest_of_line)).parse(input)
}

/// Whether a comment begins here.
pub fn begins_remark(input: Located<'_>) -> bool {
    input.text().starts_with("//")
}

/// Parses a line with nothing but spaces or a comment: `silent_line = gap [ comment ] line_end ;`
pub fn silent_line(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    let (input, _) = cut_lines(input)?;
    // The first character of most lines shows that the line is a record.
    let may_be_silent = |c: char| c.is_whitespace() || c == '/';
    if !input.text().starts_with(may_be_silent) {
        return absent();
    }
    let (rest, line) = line(input)?;
    let (behind, _) = blanks(line)?;
    if behind.is_empty() || begins_remark(behind) {
        Ok((rest, line))
    } else {
        absent()
    }
}

/// Skips all blank lines and comment lines that begin here, and returns their number.
pub fn silent_lines(input: Located<'_>) -> Parsed<Located<'_>, usize> {
    many0_count(silent_line).parse(input)
}

/// Matches a line that begins with white space.
pub fn indented_line(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    preceded((cut_lines, peek(satisfy(is_blank))), line).parse(input)
}

/// Parses what is between two tokens of a classic file: `whitespace = { space | comment | line_end } ;`
pub fn whitespace(input: Located<'_>) -> Parsed<Located<'_>, ()> {
    // Handle the common case first: a single space or line end, and no comment.
    if let [b' ' | b'\n', b'!'..=b'.' | b'0'..=b'~', ..] = input.text().as_bytes()
        && input.file.cuts.is_empty()
    {
        return Ok((input.take_from(1), ()));
    }
    let mut input = input;
    loop {
        let (after, _) = (cut_lines, gap, opt(comment)).parse(input)?;
        match line_end(after) {
            Ok((next, _)) => input = next,
            Err(_) => return Ok((after, ())),
        }
    }
}

/// Matches the rest of the file.
pub fn rest_of_file(input: Located<'_>) -> Parsed<Located<'_>, Located<'_>> {
    rest(input)
}
