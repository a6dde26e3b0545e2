//! One modern record: what follows its head, perhaps over several lines.
use std::collections::HashMap;

use super::lines::Line;
use super::reader::Reader;
use super::rows::report_odd_blanks;
use super::shape::{Shape, Text};
use super::slip::{Slip, brackets, comma, glued, parted_point};
use super::token::{self, TextEnd};
use crate::format::characters::quoted;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::{Span, Spanned};
use crate::format::syntax::{Health, KeyValue, Number, Value};

/// The one key that may stand several times.
const REPEATABLE: &str = "via";

/// Keys of one record besides the points of a route.
const MOST_KEYS: usize = 64;

/// What is said of a number that is too large.
const TOO_LARGE: &str = "expected a number of at most 18 digits, found a longer one";

/// The items of a record so far.
pub struct Items<'a> {
    /// What it is called in sentences: its head as written.
    pub called: String,
    pub shape: &'static Shape,
    pub numbers: Vec<Spanned<Number>>,
    pub keys: Vec<KeyValue>,
    pub text: Option<Spanned<String>>,
    pub span: Span,
    pub health: Health,
    seen: HashMap<&'a str, Span>,
}

/// Whether the rest of a line can be read on.
enum Next<'a> {
    At(&'a str),
    Broken,
}

impl<'a> Items<'a> {
    /// Nothing yet but a head, which is called so and stands there.
    pub fn of(called: &str, shape: &'static Shape, span: Span) -> Items<'a> {
        Items {
            called: called.to_string(),
            shape,
            numbers: Vec::new(),
            keys: Vec::new(),
            text: None,
            span,
            health: Health::Whole,
            seen: HashMap::new(),
        }
    }

    /// Reads the items of a line from its byte `from`. A token that makes no sense ends the record: what
    /// follows it, on this line and on those that continue it, is passed over.
    pub fn read_line(&mut self, reader: &mut Reader<'_>, line: Line<'a>, from: usize) {
        if self.health == Health::Broken {
            return;
        }
        let mut rest = line.text.get(from..).unwrap_or("");
        loop {
            let inked = rest.trim_start();
            let gap = &rest[..rest.len() - inked.len()];
            let at = |rest: &str| line.start + line.text.len() - rest.len();
            report_odd_blanks(reader, gap, at(rest));
            if inked.is_empty() || inked.starts_with("//") {
                return;
            }
            let start = at(inked);
            match self.item(reader, inked, start) {
                Next::At(after) => {
                    rest = after;
                    self.span = self.span.to(Span::new(start, at(rest)));
                }
                Next::Broken => {
                    self.health = Health::Broken;
                    return;
                }
            }
        }
    }

    fn item(&mut self, reader: &mut Reader<'_>, input: &'a str, start: usize) -> Next<'a> {
        if let Some(inside) = input.strip_prefix('"') {
            return self.text_item(reader, input, inside, start);
        }
        if let Ok((value, key)) = token::key(input) {
            return self.key_value(reader, input, key, value, start);
        }
        let word = token::bare(input);
        let span = Span::new(start, start + word.len());
        match token::number(word) {
            Ok((tail @ ("" | "%"), number)) => {
                let value = match tail {
                    "" => Number::Int(number),
                    _ => Number::Percent(number),
                };
                let number = Spanned { value, span };
                match self.number(reader, number) {
                    Health::Whole => Next::At(&input[word.len()..]),
                    Health::Broken => Next::Broken,
                }
            }
            _ => {
                let slip = Slip {
                    input,
                    word,
                    span,
                    shape: self.shape,
                    record: self.span,
                    numbers: self.numbers.len(),
                    last_key: self.keys.last(),
                    has_text: self.text.is_some(),
                };
                let found = slip.finding(&reader.source.text);
                let piece = found.span;
                reader.report_senseless(found, piece);
                Next::Broken
            }
        }
    }

    fn number(&mut self, reader: &mut Reader<'_>, number: Spanned<Number>) -> Health {
        let most = self.shape.numbers.1;
        let value = match number.value {
            Number::Int(value) | Number::Percent(value) => value,
        };
        let called = &self.called;
        let found = if token::is_too_large(value) {
            let message = TOO_LARGE;
            Diagnostic::new(Code::NumberOutOfRange, number.span, message)
        } else if let Some(found) = self.keys.last().and_then(|key| parted_point(key, number)) {
            found
        } else if !self.keys.is_empty() {
            let message = "expected a `key=value`, found a number behind the keys";
            Diagnostic::new(Code::ExtraNumber, number.span, message)
                .help("numbers stand before the first `key=value`")
        } else if self.numbers.len() >= most {
            let message = match most {
                0 => format!("expected no number behind `{called}`, found one"),
                1 => format!("expected one number behind `{called}`, found another"),
                _ => format!("expected {most} numbers behind `{called}`, found another"),
            };
            Diagnostic::new(Code::ExtraNumber, number.span, message)
                .help(format!("it reads, for example, `{}`", self.shape.example))
        } else if matches!(number.value, Number::Percent(_)) && self.shape.keyword != "scatter" {
            let message = "expected a number without `%`: only `scatter` takes a share";
            let sign = Span::new(number.span.end as usize - 1, number.span.end as usize);
            Diagnostic::new(Code::BadValue, number.span, message)
                .help("delete the `%`")
                .fix(sign, "")
        } else if self.numbers.len() > reader.limits.route.saturating_mul(2).saturating_add(8) {
            let message = format!(
                "expected at most {} points of a route, found more",
                reader.limits.route
            );
            Diagnostic::new(Code::RouteTooLong, number.span, message)
        } else {
            self.numbers.push(number);
            return Health::Whole;
        };
        reader.report(found);
        Health::Broken
    }

    fn text_item(
        &mut self,
        reader: &mut Reader<'_>,
        input: &'a str,
        inside: &'a str,
        start: usize,
    ) -> Next<'a> {
        let Some((rest, text)) = read_text(reader, inside, start) else {
            return Next::Broken;
        };
        let span = Span::new(start, start + input.len() - rest.len());
        let called = &self.called;
        let found = match (&self.text, self.shape.text) {
            (_, Text::Refused) => Diagnostic::new(
                Code::BadValue,
                span,
                format!("expected no text behind `{called}`, found one"),
            )
            .help(format!("it reads, for example, `{}`", self.shape.example)),
            (Some(first), _) => Diagnostic::new(
                Code::BadValue,
                span,
                "expected at most one text in a record, found a second",
            )
            .label(first.span, "the first")
            .help("put both into one, or keep the one that you mean"),
            (None, _) => {
                self.text = Some(Spanned { value: text, span });
                return Next::At(rest);
            }
        };
        reader.report(found);
        Next::Broken
    }

    fn key_value(
        &mut self,
        reader: &mut Reader<'_>,
        input: &'a str,
        key: &'a str,
        input_value: &'a str,
        start: usize,
    ) -> Next<'a> {
        let key_span = Span::new(start, start + key.len());
        let value_start = start + input.len() - input_value.len();
        let (rest, value) = match input_value.strip_prefix('"') {
            Some(inside) => {
                let Some((rest, text)) = read_text(reader, inside, value_start) else {
                    return Next::Broken;
                };
                (rest, Value::Text(text))
            }
            None => {
                let word = token::bare(input_value);
                let span = Span::new(value_start, value_start + word.len());
                let Some(value) = bare_value(reader, key, key_span, word, span) else {
                    return Next::Broken;
                };
                (&input_value[word.len()..], value)
            }
        };
        let span = Span::new(value_start, start + input.len() - rest.len());
        let pair = KeyValue {
            key: Spanned {
                value: key.to_string(),
                span: key_span,
            },
            value: Spanned { value, span },
        };
        match self.keep(reader, key, pair) {
            Health::Whole => Next::At(rest),
            Health::Broken => Next::Broken,
        }
    }

    fn keep(&mut self, reader: &mut Reader<'_>, key: &'a str, pair: KeyValue) -> Health {
        let is_route = key == REPEATABLE;
        if is_route && self.keys.len() >= reader.limits.route.saturating_add(MOST_KEYS) {
            let message = format!(
                "expected at most {} points of a route, found more",
                reader.limits.route
            );
            reader.report(Diagnostic::new(Code::RouteTooLong, pair.key.span, message));
            return Health::Broken;
        }
        if !is_route && self.seen.len() >= MOST_KEYS {
            let message = format!("expected at most {MOST_KEYS} keys in a record, found more");
            reader.over_limit(pair.key.span, message);
            return Health::Broken;
        }
        if !is_route && let Some(first) = self.seen.get(key) {
            let message = format!("expected `{key}` once in a record, found it again");
            let found = Diagnostic::new(Code::DuplicateKey, pair.key.span, message)
                .label(*first, "first given here")
                .help("keep the one that you mean");
            reader.report(found);
            return Health::Whole;
        }
        if !is_route {
            self.seen.insert(key, pair.key.span);
        }
        self.keys.push(pair);
        Health::Whole
    }

    /// Reports what is missing at the end of a record that is whole so far.
    pub fn check_complete(&mut self, reader: &mut Reader<'_>) {
        if self.health == Health::Broken {
            return;
        }
        let (least, there) = (self.shape.numbers.0, self.numbers.len());
        let example = format!("it reads, for example, `{}`", self.shape.example);
        let called = &self.called;
        if there < least {
            let what = match (self.shape.keyword, least) {
                ("", _) => format!("expected a place, x and y, behind `{called}`"),
                (_, 1) => format!("expected a number behind `{called}`"),
                _ => format!("expected {least} numbers behind `{called}`"),
            };
            let found = match there {
                0 => format!("{what}, found none"),
                n => format!("{what}, found {n}"),
            };
            reader.report(Diagnostic::new(Code::MissingNumber, self.span, found).help(example));
            self.health = Health::Broken;
        } else if self.text.is_none() && self.shape.text == Text::Needed {
            let message = format!("expected a text in quotes behind `{called}`, found none");
            reader.report(Diagnostic::new(Code::BadValue, self.span, message).help(example));
            self.health = Health::Broken;
        }
    }
}

fn bare_value(
    reader: &mut Reader<'_>,
    key: &str,
    key_span: Span,
    word: &str,
    span: Span,
) -> Option<Value> {
    if word.is_empty() {
        let place = Span::new(key_span.start as usize, span.end as usize);
        let message = format!("expected a value right behind `{key}=`, found none");
        reader.report(
            Diagnostic::new(Code::BadValue, place, message).help("no blanks stand round the `=`"),
        );
        return None;
    }
    let value = token::shape(word);
    if token::numbers_in(&value)
        .into_iter()
        .any(token::is_too_large)
    {
        let message = TOO_LARGE;
        reader.report(Diagnostic::new(Code::NumberOutOfRange, span, message));
        return None;
    }
    if let Some(found) = comma(word, span).or_else(|| brackets(word, span)) {
        reader.report_senseless(found, span);
        return None;
    }
    if word.contains('"') {
        let message = format!(
            "expected a value of one kind, found {} with a quote inside",
            quoted(word)
        );
        let found = Diagnostic::new(Code::BadValue, span, message)
            .help("a text begins right behind the `=`, and a blank stands before the next word");
        reader.report_senseless(found, span);
        return None;
    }
    Some(value)
}

/// Reads a text whose first quote stands at `start`; what is behind its last quote, and what it says.
fn read_text<'a>(
    reader: &mut Reader<'_>,
    inside: &'a str,
    start: usize,
) -> Option<(&'a str, String)> {
    let (rest, (said, end)) = token::text(inside).ok()?;
    let stop = start + 1 + inside.len() - rest.len();
    let span = Span::new(start, stop);
    match end {
        TextEnd::LineEnd => {
            let stop = start + 1 + inside.trim_end().len();
            let message = "expected a quote at the end of the text, found the end of the line";
            let found = Diagnostic::new(Code::UnterminatedText, Span::new(start, stop), message)
                .help("a text ends on its line: close it with `\"`");
            reader.report(match rest {
                "" => found.fix(Span::new(stop, stop), "\""),
                _ => found,
            });
            return None;
        }
        TextEnd::BadEscape => {
            let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
            let place = Span::new(stop, stop + length);
            let message =
                "expected `\\\"` or `\\\\` in a text, found a backslash before something else";
            let found = Diagnostic::new(Code::BadValue, place, message)
                .help("a backslash itself is written `\\\\`")
                .fix(Span::new(stop, stop + 1), "\\\\");
            reader.report_senseless(found, place);
            return None;
        }
        TextEnd::Closed => {}
    }
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) && !rest.starts_with("//") {
        let word = token::bare(rest);
        let place = Span::new(stop, stop + word.len());
        reader.report_senseless(glued(word, place), place);
        return None;
    }
    if said.len() > reader.limits.text {
        let message = format!(
            "expected a text of at most {} bytes, found {}",
            reader.limits.text,
            said.len()
        );
        reader.over_limit(span, message);
        return None;
    }
    Some((rest, said))
}
