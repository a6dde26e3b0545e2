//! The parser of NetHack's level language, with nom. A statement that cannot be parsed costs that statement.
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{anychar, char, digit1, none_of, one_of};
use nom::combinator::{map, not, opt, peek, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0, separated_list0, separated_list1};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{Err, IResult, Parser};

use super::syntax::{DesAct, DesLevel, DesStatement, DesTest, DesValue};
use crate::interchange::fault::FaultText;
use dungeon_format::characters::quoted;

/// The number of levels of blocks, and of brackets in a value, that a file may nest.
const DEEPEST: usize = 32;

/// The place at which a parser stopped, and what it expected there.
#[derive(Debug)]
struct Expected<'a> {
    at: &'a str,
    what: &'static str,
}

impl<'a> ParseError<&'a str> for Expected<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Expected { at, what: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        // The alternative that came farther knows best.
        if other.at.len() < self.at.len() || self.what.is_empty() {
            other
        } else {
            self
        }
    }
}

/// The text after a statement, its meaning, and the text after its first part, which excludes blocks.
type ParsedAct<'a> = Result<(&'a str, DesAct, &'a str), Err<Expected<'a>>>;

type ParsedDes<'a, T> = IResult<&'a str, T, Expected<'a>>;

/// Names what a parser expects, if it stops at its first character.
fn wanted<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> impl FnMut(&'a str) -> ParsedDes<'a, T> {
    move |from| {
        parser.parse(from).map_err(|error| {
            error.map(|found| {
                if found.at.len() == from.len() || found.what.is_empty() {
                    Expected { at: found.at, what }
                } else {
                    found
                }
            })
        })
    }
}

fn stopped<'a, T>(at: &'a str, what: &'static str) -> ParsedDes<'a, T> {
    Err(Err::Error(Expected { at, what }))
}

/// Skips spaces, line ends and comments.
fn blank(from: &str) -> ParsedDes<'_, ()> {
    let mut rest = from.trim_start();
    while rest.starts_with('#') {
        rest = rest.find('\n').map_or("", |end| &rest[end..]).trim_start();
    }
    Ok((rest, ()))
}

/// Skips blanks, and then applies a parser.
fn token<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = Expected<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Expected<'a>> {
    preceded(blank, parser)
}

fn sign<'a>(sign: char, what: &'static str) -> impl FnMut(&'a str) -> ParsedDes<'a, char> {
    wanted(what, token(char(sign)))
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// A word of letters, such as `random` or `half-left`.
fn word(from: &str) -> ParsedDes<'_, &str> {
    let start = peek(verify(anychar, |c| c.is_ascii_alphabetic() || *c == '_'));
    let more = many0(preceded(char('-'), take_while1(is_of_word)));
    token(preceded(
        start,
        recognize(pair(take_while1(is_of_word), more)),
    ))
    .parse(from)
}

/// A variable with its `$`.
fn variable(from: &str) -> ParsedDes<'_, &str> {
    token(recognize(pair(char('$'), take_while1(is_of_word)))).parse(from)
}

fn digits(from: &str) -> ParsedDes<'_, i64> {
    // Larger numbers than these have no meaning in a level.
    map(digit1, |digits: &str| digits.parse().unwrap_or(i64::MAX)).parse(from)
}

fn number(from: &str) -> ParsedDes<'_, DesValue> {
    let dice = separated_pair(digits, char('d'), digits);
    let percent = terminated(digits, char('%'));
    let signed = pair(opt(one_of("+-")), digits);
    token(alt((
        map(dice, |(times, sides)| DesValue::Dice(times, sides)),
        map(percent, |percent| DesValue::Percent(in_percent(percent))),
        map(signed, |(sign, number)| match sign {
            Some('-') => DesValue::Number(-number),
            _ => DesValue::Number(number),
        }),
    )))
    .parse(from)
}

fn in_percent(number: i64) -> u32 {
    u32::try_from(number.clamp(0, 100)).unwrap_or(100)
}

fn text(from: &str) -> ParsedDes<'_, String> {
    let inside = take_while(|c| c != '"' && c != '\n');
    let closing = wanted("a closing `\"`", char('"'));
    map(token(delimited(char('"'), inside, closing)), str::to_owned).parse(from)
}

fn character(from: &str) -> ParsedDes<'_, char> {
    let quote = || char('\'');
    let escaped = delimited(quote(), preceded(char('\\'), anychar), quote());
    let plain = delimited(quote(), none_of("\n"), wanted("a closing `'`", quote()));
    token(alt((escaped, plain))).parse(from)
}

/// The number of arguments that follow a word without parentheses around them.
fn loose_arguments(word: &str) -> usize {
    match word {
        "rect" | "fillrect" | "floodfill" | "complement" => 1,
        "m_object" | "m_monster" | "m_feature" => 1,
        "line" => 2,
        "randline" => 3,
        _ => 0,
    }
}

/// A value that begins with a word: an index, arguments, or another value may follow.
fn worded(deep: usize, from: &str) -> ParsedDes<'_, DesValue> {
    let (mut rest, name) = word(from)?;
    let name = name.to_owned();
    let loose = loose_arguments(&name);
    if loose > 0 {
        let mut arguments = Vec::new();
        for nth in 0..loose {
            if nth > 0 {
                (rest, _) = sign(',', "a `,`")(rest)?;
            }
            let (after, argument) = value(deep + 1, rest)?;
            rest = after;
            arguments.push(argument);
        }
        return Ok((rest, DesValue::Call(name, arguments)));
    }
    // An index follows without a space: a line that begins with `[` is another statement.
    let next = if rest.starts_with('[') {
        rest
    } else {
        blank(rest)?.0
    };
    match next
        .chars()
        .next()
        .filter(|sign| *sign != '[' || rest.starts_with('['))
    {
        Some('(') => {
            let (rest, arguments) = enclosed(deep, ('(', ')', "a `)`"), rest)?;
            Ok((rest, DesValue::Call(name, arguments)))
        }
        Some('[') => {
            let (rest, index) = enclosed(deep, ('[', ']', "a `]`"), rest)?;
            // `random[dry]` is still random; `place[0]` is the first place.
            let index = index.into_iter().next().filter(|_| name != "random");
            Ok((
                rest,
                match index {
                    Some(index) => DesValue::Variable(name, Some(Box::new(index))),
                    None => DesValue::Word(name),
                },
            ))
        }
        Some(':') => {
            let (rest, of) = preceded(sign(':', ":"), |from| value(deep + 1, from)).parse(rest)?;
            Ok((rest, DesValue::Named(name, Box::new(of))))
        }
        _ => Ok((rest, DesValue::Word(name))),
    }
}

/// Values between two signs, separated by commas.
fn enclosed<'a>(
    deep: usize,
    (opening, closing, what): (char, char, &'static str),
    from: &'a str,
) -> ParsedDes<'a, Vec<DesValue>> {
    let inner = separated_list0(token(char(',')), |from| value(deep + 1, from));
    delimited(token(char(opening)), inner, sign(closing, what)).parse(from)
}

fn single(deep: usize, from: &str) -> ParsedDes<'_, DesValue> {
    if deep > DEEPEST {
        return stopped(from, "fewer brackets inside one another");
    }
    let index = preceded(peek(char('[')), |from| {
        enclosed(deep, ('[', ']', "a `]`"), from)
    });
    let indexed = pair(variable, opt(index));
    wanted(
        "a value",
        alt((
            number,
            map(text, DesValue::Text),
            map(character, DesValue::Character),
            map(indexed, |(name, index)| {
                let index = index.and_then(|index| index.into_iter().next());
                DesValue::Variable(name.to_owned(), index.map(Box::new))
            }),
            map(
                |from| enclosed(deep, ('(', ')', "a `)`"), from),
                DesValue::Group,
            ),
            map(
                |from| enclosed(deep, ('{', '}', "a `}`"), from),
                DesValue::List,
            ),
            |from| worded(deep, from),
        )),
    )(from)
}

/// A value, with operators from left to right.
fn value(deep: usize, from: &str) -> ParsedDes<'_, DesValue> {
    let (mut rest, mut left) = single(deep, from)?;
    let operator = |from| {
        let span = not(tag("..")); // `1 .. 5` is a span, and `"a" . "b"` a longer text.
        preceded(blank, preceded(span, one_of("&|+-*/%."))).parse(from)
    };
    // Each operator costs one level of the tree, so a chain is limited like brackets are.
    for _ in 0..DEEPEST {
        let found: ParsedDes<'_, char> = operator(rest);
        let Ok((after, sign)) = found else { break };
        let (after, right) = single(deep + 1, after)?;
        rest = after;
        left = DesValue::Pair(Box::new(left), sign, Box::new(right));
    }
    Ok((rest, left))
}

fn arguments(from: &str) -> ParsedDes<'_, Vec<DesValue>> {
    separated_list1(token(char(',')), |from| value(0, from)).parse(from)
}

/// The text of a file while its statements are parsed.
pub struct DesParser<'a> {
    text: &'a str,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    mistakes: Vec<(usize, usize, FaultText)>,
}

/// A statement that begins a level: its name and the character that fills it.
fn level_line(from: &str) -> ParsedDes<'_, (String, Option<char>)> {
    let filling = opt(preceded(token(char(',')), |from| value(0, from)));
    let maze = (token(tag("MAZE")), sign(':', "a `:`"), opt(text), filling);
    let level = (token(tag("LEVEL")), sign(':', "a `:`"), opt(text));
    alt((
        map(maze, |(_, _, name, filling)| {
            let filling = match filling {
                Some(DesValue::Character(filling)) => filling,
                _ => '-',
            };
            (name.unwrap_or_default(), Some(filling))
        }),
        map(level, |(_, _, name)| (name.unwrap_or_default(), None)),
    ))
    .parse(from)
}

fn begins_level(from: &str) -> bool {
    let word = word(from).map(|(_, word)| word);
    matches!(word, Ok("MAZE" | "LEVEL"))
}

impl<'a> DesParser<'a> {
    /// Makes a parser of a file's text.
    pub fn new(text: &'a str) -> DesParser<'a> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        DesParser {
            text,
            lines: std::iter::once(0)
                .chain(ends.map(|(at, _)| at + 1))
                .collect(),
            mistakes: Vec::new(),
        }
    }

    /// Parses all levels of the file.
    pub fn levels(mut self) -> Vec<DesLevel> {
        let mut levels: Vec<DesLevel> = Vec::new();
        let mut rest = self.text;
        loop {
            rest = blank(rest).map_or("", |(rest, ())| rest);
            if rest.is_empty() {
                return levels;
            }
            let line = self.line_of(rest);
            let mut level = DesLevel {
                line,
                ..DesLevel::default()
            };
            match level_line(rest) {
                Ok((after, (name, filling))) => {
                    (level.name, level.filling) = (name, filling);
                    rest = after;
                }
                Err(error) if begins_level(rest) => rest = self.skip(rest, error),
                // Statements before the first level belong to a level without a name.
                Err(_) => {}
            }
            (rest, level.body) = self.block(rest, 0);
            level.mistakes = std::mem::take(&mut self.mistakes);
            levels.push(level);
        }
    }

    /// Returns the line of a rest of the text, from 1.
    fn line_of(&self, rest: &str) -> usize {
        let at = self.text.len() - rest.len();
        self.lines.partition_point(|begin| *begin <= at)
    }

    /// Records a mistake, and returns the text from the next line on that can begin a statement.
    fn skip(&mut self, from: &'a str, error: Err<Expected<'a>>) -> &'a str {
        let (at, what) = match error {
            Err::Error(found) | Err::Failure(found) => (found.at, found.what),
            Err::Incomplete(_) => (from, "more text"),
        };
        // What is missing at the end of a line is not the fault of the next one.
        let at = blank(at).map_or(at, |(rest, ())| rest);
        let before = self.text[..self.text.len() - at.len()].trim_end().len();
        let is_next_line = self.text[before..self.text.len() - at.len()].contains('\n');
        let at = if is_next_line && before > self.text.len() - from.len() {
            &self.text[before..]
        } else {
            at
        };
        let line = self.line_of(at);
        let column = self.text[self.lines[line - 1]..self.text.len() - at.len()]
            .chars()
            .count();
        let found: String = at
            .chars()
            .take_while(|c| !c.is_whitespace())
            .take(20)
            .collect();
        let found = match found.as_str() {
            "" if at.trim_start().is_empty() => "the end of the file".to_owned(),
            "" => "the end of the line".to_owned(),
            found => quoted(found),
        };
        let what = if what.is_empty() { "a statement" } else { what };
        let why = format!("expected {what}, found {found}; the statement is skipped");
        self.mistakes.push((line, column + 1, why));
        let mut rest = from;
        loop {
            rest = rest.find('\n').map_or("", |end| &rest[end + 1..]);
            let next = rest.trim_start_matches([' ', '\t', '\r']);
            let is_statement =
                next.starts_with(|c: char| c.is_ascii_uppercase() || "$[}".contains(c));
            if rest.is_empty() || is_statement {
                return rest;
            }
        }
    }

    /// Parses statements up to a closing brace, the next level or the end of the file. Returns the rest, from the brace
    /// or the level on.
    fn block(&mut self, mut rest: &'a str, deep: usize) -> (&'a str, Vec<DesStatement>) {
        let mut body = Vec::new();
        loop {
            rest = blank(rest).map_or("", |(rest, ())| rest);
            if rest.is_empty() || begins_level(rest) || deep > 0 && rest.starts_with('}') {
                return (rest, body);
            }
            match self.statement(rest, deep) {
                Ok((after, statement)) => {
                    rest = after;
                    body.push(statement);
                }
                Err(error) => rest = self.skip(rest, error),
            }
        }
    }

    /// Parses statements in braces.
    fn braces(&mut self, from: &'a str, deep: usize) -> ParsedDes<'a, Vec<DesStatement>> {
        if deep >= DEEPEST {
            return stopped(from, "fewer blocks inside one another");
        }
        let (rest, _) = sign('{', "a `{`")(from)?;
        let (rest, body) = self.block(rest, deep + 1);
        match sign('}', "a `}`")(rest) {
            Ok((rest, _)) => Ok((rest, body)),
            Err(_) => {
                let line = self.line_of(from);
                self.mistakes.push((
                    line,
                    1,
                    "expected a `}` after this `{`, found none".to_owned(),
                ));
                Ok((rest, body))
            }
        }
    }

    fn statement(&mut self, from: &'a str, deep: usize) -> ParsedDes<'a, DesStatement> {
        let (rest, act, head) = self.act(from, deep)?;
        let said = &from[..from.len() - head.len()];
        let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((
            rest,
            DesStatement {
                line: self.line_of(from),
                text,
                act,
            },
        ))
    }

    /// Parses a statement. Returns the text after it, its meaning, and the text after its first part, which excludes
    /// blocks.
    fn act(&mut self, from: &'a str, deep: usize) -> ParsedAct<'a> {
        if from.starts_with('$') {
            let let_be = separated_pair(variable, sign('=', "a `=`"), |from| value(0, from));
            let (rest, (name, value)) = { let_be }.parse(from)?;
            return Ok((rest, DesAct::Let(name.to_owned(), value), rest));
        }
        if from.starts_with('[') {
            return self.under_condition(from, deep);
        }
        let (after, keyword) = wanted("a statement", word).parse(from)?;
        match keyword {
            "MAP" => {
                let (rest, rows) = map_rows(after)?;
                Ok((rest, DesAct::Map(rows), after))
            }
            "IF" => self.branches(after, deep),
            "LOOP" => {
                let (head, mut times) = enclosed(0, ('[', ']', "a `]`"), after)?;
                let (rest, body) = self.braces(head, deep)?;
                let times = times.pop().unwrap_or(DesValue::Number(1));
                Ok((rest, DesAct::Loop(times, body), head))
            }
            "FOR" => self.counted_loop(after, deep),
            "SWITCH" => self.switch(after, deep),
            "FUNCTION" => self.function(after, deep),
            "BREAK" => Ok((after, DesAct::Break, after)),
            "EXIT" => Ok((after, DesAct::Exit, after)),
            _ => self.command(keyword, after, deep),
        }
    }

    /// Parses a condition before a statement, such as `[50%]: SINK: (3,4)`.
    fn under_condition(&mut self, from: &'a str, deep: usize) -> ParsedAct<'a> {
        let (head, test) = terminated(test, sign(':', "a `:`")).parse(from)?;
        let begun = blank(head)?.0;
        if deep >= DEEPEST {
            let what = "fewer conditions before a statement";
            return stopped(begun, what).map(|(_, never)| never);
        }
        let (rest, then) = self.statement(begun, deep + 1)?;
        let (then, otherwise) = (vec![then], Vec::new());
        let act = DesAct::If {
            test,
            then,
            otherwise,
        };
        Ok((rest, act, rest))
    }

    /// Parses what follows `IF`.
    fn branches(&mut self, after: &'a str, deep: usize) -> ParsedAct<'a> {
        let (head, test) = test(after)?;
        let (mut rest, then) = self.braces(head, deep)?;
        let mut otherwise = Vec::new();
        if let Ok((after, "ELSE")) = word(rest) {
            (rest, otherwise) = self.braces(after, deep)?;
        }
        let act = DesAct::If {
            test,
            then,
            otherwise,
        };
        Ok((rest, act, head))
    }

    /// Parses what follows `FOR`.
    fn counted_loop(&mut self, after: &'a str, deep: usize) -> ParsedAct<'a> {
        let span = token(alt((tag(".."), tag("TO"))));
        let ends = separated_pair(|from| value(0, from), span, |from| value(0, from));
        let mut begun = separated_pair(variable, sign('=', "a `=`"), ends);
        let (head, (name, ends)) = begun.parse(after)?;
        let (rest, body) = self.braces(head, deep)?;
        let name = name.to_owned();
        Ok((rest, DesAct::For { name, ends, body }, head))
    }

    /// Parses what follows `FUNCTION`.
    fn function(&mut self, after: &'a str, deep: usize) -> ParsedAct<'a> {
        let name = map(word, str::to_owned);
        let parameter = terminated(variable, opt(preceded(token(char(':')), word)));
        let parameters = separated_list0(token(char(',')), map(parameter, str::to_owned));
        let parameters = delimited(sign('(', "a `(`"), parameters, sign(')', "a `)`"));
        let (head, (name, parameters)) = { (name, parameters) }.parse(after)?;
        let (rest, body) = self.braces(head, deep)?;
        let act = DesAct::Function {
            name,
            parameters,
            body,
        };
        Ok((rest, act, head))
    }

    /// Parses the arguments of a keyword, and the block of a room or a container; or the arguments of a function.
    fn command(&mut self, keyword: &str, after: &'a str, deep: usize) -> ParsedAct<'a> {
        if let Ok((rest, arguments)) = enclosed(0, ('(', ')', "a `)`"), after) {
            return Ok((rest, DesAct::Call(keyword.to_owned(), arguments), rest));
        }
        if !keyword.starts_with(|c: char| c.is_ascii_uppercase()) {
            return stopped(after, "a `:`").map(|(_, never)| never);
        }
        let (head, arguments) = match sign(':', "a `:`")(after) {
            Ok((after, _)) => arguments(after)?,
            Err(_)
                if matches!(
                    keyword,
                    "NOMAP" | "RANDOM_CORRIDORS" | "WALLIFY" | "MINERALIZE"
                ) =>
            {
                (after, Vec::new())
            }
            Err(error) => return Err(error),
        };
        let (mut rest, mut block) = (head, None);
        if blank(head)?.0.starts_with('{') {
            let (after, body) = self.braces(head, deep)?;
            (rest, block) = (after, Some(body));
        }
        let word = keyword.to_owned();
        Ok((
            rest,
            DesAct::Command {
                word,
                arguments,
                block,
            },
            head,
        ))
    }

    fn switch(&mut self, after: &'a str, deep: usize) -> ParsedAct<'a> {
        let (head, mut value) = enclosed(0, ('[', ']', "a `]`"), after)?;
        let (mut rest, _) = sign('{', "a `{`")(head)?;
        let mut cases = Vec::new();
        let case = |from| {
            let number = map(preceded(tag("CASE"), token(digits)), Some);
            let default = map(tag("DEFAULT"), |_| None);
            terminated(token(alt((number, default))), sign(':', "a `:`")).parse(from)
        };
        let mut next: ParsedDes<'a, Option<i64>> = case(rest);
        while let Ok((after, label)) = next {
            let mut body = Vec::new();
            rest = blank(after)?.0;
            while !rest.starts_with('}')
                && case(rest).is_err()
                && !rest.is_empty()
                && !begins_level(rest)
            {
                let (after, statement) = self.statement(rest, deep + 1)?;
                body.push(statement);
                rest = blank(after)?.0;
            }
            cases.push((label, body));
            next = case(rest);
        }
        let (rest, _) = sign('}', "a `}`")(rest)?;
        let value = value.pop().unwrap_or(DesValue::Number(0));
        Ok((rest, DesAct::Switch { value, cases }, head))
    }
}

/// A condition in brackets.
fn test(from: &str) -> ParsedDes<'_, DesTest> {
    let percent = map(terminated(token(digits), token(char('%'))), |percent| {
        DesTest::Percent(in_percent(percent))
    });
    let sign_between = alt((
        tag("=="),
        tag("!="),
        tag("<>"),
        tag("<="),
        tag(">="),
        tag("<"),
        tag(">"),
    ));
    let compared = (
        |from| value(0, from),
        opt(pair(token(sign_between), |from| value(0, from))),
    );
    let compared = map(compared, |(left, right)| match right {
        Some((sign, right)) => DesTest::Compare(left, sign.to_owned(), right),
        None => DesTest::Compare(left, "!=".to_owned(), DesValue::Number(0)),
    });
    let inside = alt((terminated(percent, peek(token(char(']')))), compared));
    delimited(sign('[', "a `[`"), inside, sign(']', "a `]`")).parse(from)
}

/// The rows of a map, from the end of its `MAP` line to `ENDMAP`.
fn map_rows(from: &str) -> ParsedDes<'_, Vec<String>> {
    let mut rows = Vec::new();
    let mut rest = from.find('\n').map_or("", |end| &from[end + 1..]);
    loop {
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..end].trim_end_matches('\r');
        if line.trim() == "ENDMAP" {
            return Ok((&rest[end..], rows));
        }
        if end == rest.len() {
            return stopped(from, "an `ENDMAP` after this `MAP`");
        }
        rows.push(line.to_owned());
        rest = &rest[end + 1..];
    }
}
