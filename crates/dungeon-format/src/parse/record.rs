//! The items of a modern record: texts, keys and numbers after its head, on one or more lines. A wrong item breaks the
//! record. Later keys and texts are still read, so that their declarations are not reported as missing, but without
//! further findings. After a quote that may be misplaced, the rest of the record is not read.
use std::borrow::Cow;

use nom::branch::alt;
use nom::character::complete::{anychar, char};
use nom::combinator::{consumed, not, opt, recognize};
use nom::multi::many0_count;
use nom::sequence::preceded;
use nom::{Input, Parser};

use super::lines::{begins_remark, gap};
use super::located::Located;
use super::mistake::Mistake;
use super::outline::continuation;
use super::reader::Reader;
use super::recovery::{Mismatch, Parsed, report_wrong, senseless, wrong};
use super::shape::{Shape, TextRule};
use super::token::{
    self, TextEnd, any_word, bare_value, end_of_word, inside_text, is_key_letter, key, number, word,
};
use super::unexpected::{
    UnexpectedWord, brackets, comma, glued, parted_point, plain_quotes, typographic_quotes,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::keys::{TEST_SAYS, VIA, ValueShape, has_shape};
use crate::old_spellings::respelled;
use crate::source::{Span, Spanned};
use crate::syntax::{Integrity, KeyValue, Number, Value};

/// The maximum number of keys of one record, not counting the points of a route.
const MOST_KEYS: usize = 64;

/// The items of a record that have been read so far.
pub struct Items<'a> {
    /// The name of the record in messages: its head as written.
    called: Cow<'a, str>,
    shape: &'static Shape,
    /// The numbers before the keys, in order.
    pub numbers: Vec<Spanned<Number>>,
    /// The keys in order. Only `via` may occur more than once.
    pub keys: Vec<KeyValue>,
    /// The text, with escapes resolved.
    pub text: Option<Spanned<String>>,
    /// The bytes from the head to the last item.
    pub span: Span,
    /// The byte after the head.
    head_end: u32,
    /// Broken once an item is wrong.
    pub integrity: Integrity,
    /// Whether to skip the rest of the record, because it may be inside a text if a quote is misplaced.
    is_lost: bool,
    single_keys: usize, // keys other than `via`
}

/// A text, a pair or a number, before it is checked against the keyword of its record.
#[derive(Clone, Debug)]
pub enum Item {
    /// A text in quotes: `"…"`
    Text(Spanned<String>),
    /// A key with its value: `key=value`
    KeyValue(KeyValue),
    /// A number, a percentage or a range: `12`, `12%` or `2..5`
    Number(Spanned<Number>),
}

impl Item {
    /// Returns the span of the item.
    pub fn span(&self) -> Span {
        match self {
            Item::Text(text) => text.span,
            Item::KeyValue(pair) => pair.key.to(pair.value.span),
            Item::Number(number) => number.span,
        }
    }
}

impl<'a> Items<'a> {
    /// Makes a record without items. `called` is its name for messages, and `span` the place of its head.
    pub fn new(called: impl Into<Cow<'a, str>>, shape: &'static Shape, span: Span) -> Items<'a> {
        Items {
            called: called.into(),
            shape,
            numbers: Vec::with_capacity(shape.numbers.0), // most records have only the required numbers
            keys: Vec::new(),
            text: None,
            span,
            head_end: span.end,
            integrity: Integrity::Whole,
            is_lost: false,
            single_keys: 0,
        }
    }

    /// Whether there are no items after the head, not even a wrong one.
    pub fn is_bare(&self) -> bool {
        let has_items = !self.numbers.is_empty() || !self.keys.is_empty() || self.text.is_some();
        !has_items && self.integrity == Integrity::Whole
    }

    /// Parses the items of one line, after the head or the indentation of the line: `items = gap { item gap } [ comment
    /// ] ;`
    pub fn items(&mut self, line: Located<'a>) {
        let mut rest = line;
        while let Ok((input, _)) = gap(rest)
            && !self.is_lost
            && !input.is_empty()
            && !begins_remark(input)
        {
            let is_whole = self.integrity == Integrity::Whole;
            rest = match self.item(input) {
                Ok((behind, ())) => behind,
                Err(wrong) => {
                    if is_whole {
                        report_wrong(input.file, wrong);
                    }
                    self.integrity = Integrity::Broken;
                    let Ok((behind, word)) = word(input) else {
                        return;
                    };
                    self.is_lost = word.text().contains('"');
                    behind
                }
            };
        }
    }

    /// Parses the lines that continue the record, and returns their number: `{ continuation items }`
    pub fn read_continuations(&mut self, input: Located<'a>) -> Parsed<Located<'a>, usize> {
        let items = |input| {
            let (rest, line) = continuation(input)?;
            self.items(line);
            Ok((rest, ()))
        };
        many0_count(items).parse(input)
    }

    /// Parses an item that is allowed in this record: `item = text | key_value | number_item ;`
    fn item(&mut self, input: Located<'a>) -> Parsed<Located<'a>, ()> {
        let (rest, item) = match number_item(input) {
            Ok((rest, number)) => (rest, Item::Number(number)),
            Err(_) => alt((
                text.map(Item::Text),
                key_value.map(Item::KeyValue),
                |input| self.unexpected(input),
            ))
            .parse(input)?,
        };
        let (_, ()) = self.add(input.file, item)?;
        self.span = self.span.to(input.until(rest));
        Ok((rest, ()))
    }

    /// Adds items given by a program, up to the first wrong item.
    pub fn add_given(&mut self, file: &Reader<'_>, given: Vec<Item>) {
        for item in given {
            let span = item.span();
            let judged = judged(file, item).and_then(|(_, item)| self.add(file, item));
            if let Err(wrong) = judged {
                report_wrong(file, wrong);
                self.integrity = Integrity::Broken;
                return;
            }
            self.span = self.span.to(span);
        }
    }

    fn add(&mut self, file: &Reader<'_>, item: Item) -> Parsed<(), ()> {
        match item {
            Item::Text(text) => self.add_text(text),
            Item::KeyValue(pair) => self.add_key(file, pair),
            Item::Number(number) => self.add_number(file, number),
        }
    }

    /// Returns the last pair and its key as written; `None` without keys.
    fn last_key<'s>(&'s self, file: &'s Reader<'_>) -> Option<(&'s str, &'s KeyValue)> {
        let last = self.keys.last()?;
        Some((last.word(file.source), last))
    }

    /// Fails with the finding about a word that is not an item.
    fn unexpected(&self, input: Located<'a>) -> Parsed<Located<'a>, Item> {
        let (_, word) = any_word(input)?;
        let unexpected = UnexpectedWord {
            input: input.text(),
            word: word.text(),
            span: word.span(),
            shape: self.shape,
            record: self.span,
            numbers: self.numbers.len(),
            last_key: self.last_key(input.file),
            has_text: self.text.is_some(),
        };
        let found = unexpected.finding(&input.file.source.text);
        let piece = found.span;
        senseless(input, found, piece)
    }

    fn add_number(&mut self, file: &Reader<'_>, number: Spanned<Number>) -> Parsed<(), ()> {
        if self.integrity == Integrity::Broken && !matches!(number.value, Number::Percent(_)) {
            return Ok(((), ())); // after an error, the number's position is unknown
        }
        let (route, most) = (file.limits.route, self.shape.numbers.1);
        let is_too_large = match number.value {
            Number::Range(first, last) => token::is_too_large(first) || token::is_too_large(last),
            value => token::is_too_large(value.last()),
        };
        wrong(if is_too_large {
            Mistake::LongNumber.at(number.span)
        } else if let Some(found) = self
            .last_key(file)
            .and_then(|last| parted_point(last, number))
        {
            found
        } else if !self.keys.is_empty() {
            let found = Mistake::NumberBehindKeys.at(number.span);
            found.fix_if(self.moved_forward(file, number.span))
        } else if self.numbers.len() >= most {
            Mistake::ExtraNumber(&self.called, self.shape).at(number.span)
        } else if matches!(number.value, Number::Percent(_))
            && !matches!(self.shape.keyword, "scatter" | "mark")
        {
            let sign = Span::new(number.span.end as usize - 1, number.span.end as usize);
            Mistake::Share.at(number.span).fix(sign, "")
        } else if matches!(number.value, Number::Range(..)) && self.shape.keyword != "scatter" {
            let is_behind_a_place = self.shape.keyword.is_empty() && self.numbers.len() >= 2;
            Mistake::Range(is_behind_a_place).at(number.span)
        } else if matches!(number.value, Number::Int(_)) && self.shape.keyword == "mark" {
            let found = Mistake::MissingShare.at(number.span);
            found.fix(number.span.behind(), "%")
        } else if self.numbers.len() > route.saturating_mul(2).saturating_add(8) {
            Mistake::LongRoute(route).at(number.span)
        } else {
            self.numbers.push(number);
            return Ok(((), ()));
        })
    }

    /// Returns the fix that moves a number before the keys. `None` unless the record takes exactly one more number, and
    /// all keys are on one line.
    fn moved_forward(&self, file: &Reader<'_>, number: Span) -> Option<(Span, String)> {
        let may_stand = self.numbers.len() + 1 == self.shape.numbers.1;
        let first = self.keys.first().filter(|_| may_stand)?.key;
        let keys = Span::new(first.start as usize, number.start as usize);
        let (said, keys) = (file.source.slice(number), file.source.slice(keys));
        let is_one_line = !keys.contains(['\n', '\r']);
        is_one_line.then(|| (first.to(number), format!("{said} {}", keys.trim_end())))
    }

    fn add_text(&mut self, text: Spanned<String>) -> Parsed<(), ()> {
        let mistake = match (&self.text, self.shape.text) {
            (_, TextRule::Refused) => Mistake::TextRefused(&self.called, self.shape),
            (Some(first), _) => Mistake::SecondText(first.span),
            (None, _) => {
                self.text = Some(text);
                return Ok(((), ()));
            }
        };
        wrong(mistake.at(text.span))
    }

    /// Adds a pair. Fails if the record takes no keys. Reports and drops a duplicate key.
    fn add_key(&mut self, file: &Reader<'_>, pair: KeyValue) -> Parsed<(), ()> {
        let place = pair.key;
        let pair = in_present_spelling(file, pair);
        let key = pair.word(file.source);
        if !self.shape.takes_keys() {
            return wrong(Mistake::KeyRefused(&self.called, key, self.shape).at(place));
        } else if key == VIA.word {
            let route = file.limits.route;
            if self.keys.len() >= route.saturating_add(MOST_KEYS) {
                return wrong(Mistake::LongRoute(route).at(place));
            }
        } else if self.single_keys >= MOST_KEYS {
            return wrong(Mistake::ManyKeys(MOST_KEYS).at(place));
        } else if self.shape.keyword == "test" && key == TEST_SAYS.word {
            self.single_keys += 1;
        } else if let Some(first) = self.keys.iter().find(|pair| pair.word(file.source) == key) {
            let found = Mistake::KeyAgain(key, first.key).at(place);
            let whole = place.to(pair.value.span);
            let is_alike = first.value.value == pair.value.value;
            let edit = is_alike.then(|| (file.source.deletion(whole), String::new()));
            file.report(found.fix_if(edit));
            return Ok(((), ()));
        } else {
            self.single_keys += 1;
        }
        if self.keys.capacity() == 0 {
            self.keys = Vec::with_capacity(1); // most records have one key
        }
        self.keys.push(pair);
        Ok(((), ()))
    }

    /// Reports missing numbers and texts at the end of a record that has no error so far.
    pub fn check_complete(&mut self, file: &Reader<'_>) {
        if self.integrity == Integrity::Broken {
            return;
        }
        let found = if self.numbers.len() < self.shape.numbers.0 {
            self.missing_number()
        } else if self.text.is_none() && self.shape.text == TextRule::Needed {
            Mistake::MissingText(&self.called, self.shape).at(self.span)
        } else {
            return;
        };
        file.report(found);
        self.integrity = Integrity::Broken;
    }

    fn missing_number(&self) -> Diagnostic {
        // Suggest 1 as the number: a game has one hero, and one way up or down is enough.
        let is_one =
            { ["@", "<", ">"].iter() }.any(|glyph| self.called == format!("scatter {glyph}"));
        let end = self.head_end as usize;
        let edit = is_one.then(|| (Span::new(end, end), " 1".to_string()));
        let mistake = Mistake::MissingNumber(&self.called, self.numbers.len(), self.shape);
        mistake.at(self.span).fix_if(edit)
    }
}

/// Parses a whole word that is a number: `number_item = number [ "%" | ".." number ] ;`
fn number_item(input: Located<'_>) -> Parsed<Located<'_>, Spanned<Number>> {
    let (behind, value) = number(input)?;
    let (rest, value) = if behind.text().starts_with('%') {
        (behind.take_from(1), Number::Percent(value))
    } else if behind.text().starts_with("..") {
        let (rest, last) = number(behind.take_from(2))?;
        (rest, Number::Range(value, last))
    } else {
        (behind, Number::Int(value))
    };
    end_of_word(rest)?;
    let span = input.until(rest);
    Ok((rest, Spanned::new(value, span)))
}

/// Parses a key with its value: `key_value = key value ;`
fn key_value(input: Located<'_>) -> Parsed<Located<'_>, KeyValue> {
    let (behind, word) = key(input)?;
    let (rest, value) = value(word).parse(behind)?;
    Ok((rest, KeyValue::new(word.span(), value)))
}

/// Returns a pair in its current spelling; an older spelling is replaced.
fn in_present_spelling(file: &Reader<'_>, mut pair: KeyValue) -> KeyValue {
    if let Some((word, value)) = respelled(file.source.slice(pair.key), &pair.value.value) {
        pair.value.value = value;
        pair.respelled = Some(word);
    }
    pair
}

/// Parses the value after `key`, and reports a missing one: `value = text | bare_value ;`
fn value<'a>(
    key: Located<'a>,
) -> impl Parser<Located<'a>, Output = Spanned<Value>, Error = Mismatch> {
    let text = text.map(|text: Spanned<String>| Spanned::new(Value::Text(text.value), text.span));
    alt((text, move |input| checked_value(key, input)))
}

/// Whether the value of a key can be a word of any characters.
fn takes_any_word(key: &str) -> bool {
    has_shape(key, ValueShape::Text)
        || has_shape(key, ValueShape::Name) && !has_shape(key, ValueShape::Point)
}

fn checked_value<'a>(key: Located<'a>, input: Located<'a>) -> Parsed<Located<'a>, Spanned<Value>> {
    let (rest, (word, value)) = consumed(bare_value).parse(input)?;
    let span = word.span();
    if let Some(text) = typographic_quotes(input.text()).filter(|text| !text.inside.is_empty()) {
        let found = plain_quotes(text, span);
        if text.whole != word.text() || !takes_any_word(key.text()) {
            let piece = found.span;
            return senseless(input, found, piece);
        }
        // For compatibility with earlier versions, the quotes stay part of the word.
        input.file.report(found.severity(Severity::Warning));
    }
    if word.is_empty() {
        return wrong(Mistake::MissingValue(key.text()).at(key.span().to(span)));
    }
    let (_, value) = judged_value(word, value)?;
    Ok((rest, value))
}

/// Checks a value without quotes, whatever its key is.
fn judged_value(word: Located<'_>, value: Value) -> Parsed<Located<'_>, Spanned<Value>> {
    let span = word.span();
    if token::holds_too_large(&value) {
        return wrong(Mistake::LongNumber.at(span));
    }
    if matches!(value, Value::Int(_)) {
        return Ok((word, word.spanned(value)));
    }
    if let Some(found) = comma(word.text(), span).or_else(|| brackets(word.text(), span)) {
        return senseless(word, found, span);
    }
    if word.text().contains('"') {
        return senseless(word, Mistake::QuoteInValue(word.text()).at(span), span);
    }
    Ok((word, word.spanned(value)))
}

/// Checks an item given by a program. Rejects content that cannot be written in a file.
fn judged(file: &Reader<'_>, item: Item) -> Parsed<(), Item> {
    let item = match item {
        Item::Number(number) => Item::Number(number),
        Item::Text(text) => Item::Text(judged_text(file, text.value, text.span)?.1),
        Item::KeyValue(KeyValue { key, value, .. }) => {
            let word = file.source.slice(key);
            if !word.chars().all(is_key_letter) || word.is_empty() {
                return wrong(Mistake::OddKey(word).at(key));
            }
            let span = value.span;
            let value = match value.value {
                Value::Text(said) => {
                    let (_, said) = judged_text(file, said, span)?;
                    Spanned::new(Value::Text(said.value), span)
                }
                bare => judged_value(Located::at(file, span), bare)?.1,
            };
            Item::KeyValue(KeyValue::new(key, value))
        }
    };
    Ok(((), item))
}

/// Parses a text and the end of the word after it: `text = '"' inside_text ;` Replaces tabs with spaces, because no
/// screen could show tabs.
fn text(input: Located<'_>) -> Parsed<Located<'_>, Spanned<String>> {
    let (inside, _) = char('"').parse(input)?;
    let (rest, (said, end)) = inside_text(inside)?;
    match end {
        TextEnd::LineEnd => return wrong(unterminated(input, rest)),
        TextEnd::BadEscape => {
            let (_, escape) = recognize((anychar, anychar)).parse(rest)?;
            let found = Mistake::BadEscape.at(escape.span());
            let found = found.fix(escape.span().first(1), "\\\\");
            return senseless(input, found, escape.span());
        }
        TextEnd::Closed => {}
    }
    if let (_, Some(word)) = opt(preceded(not(end_of_word), any_word)).parse(rest)? {
        let found = glued(word.text(), word.span());
        return senseless(input, found, word.span());
    }
    let (_, said) = judged_text(input.file, said, input.until(rest))?;
    Ok((rest, said))
}

/// Checks the length of a text, and replaces its tabs with spaces.
fn judged_text(file: &Reader<'_>, said: String, span: Span) -> Parsed<(), Spanned<String>> {
    let most = file.limits.text;
    if said.len() > most {
        return wrong(Mistake::LongText(most, said.len()).at(span));
    }
    let value = said.replace('\t', " ");
    Ok(((), Spanned::new(value, span)))
}

/// Returns the last character of a line, ignoring spaces.
fn text_end(input: Located<'_>) -> Option<Located<'_>> {
    let line = input.trimmed_end();
    let last = line.text().chars().next_back()?;
    Some(line.take_from(line.text().len() - last.len_utf8()))
}

/// Returns the finding about a text without its last quote. The text begins at `input`; `rest` is empty, or begins at a
/// final backslash.
fn unterminated(input: Located<'_>, rest: Located<'_>) -> Diagnostic {
    let text = input.trimmed_end().span();
    if let Some(quote) = text_end(input).filter(|quote| matches!(quote.text(), "”" | "“" | "»"))
    {
        let found = Mistake::TypographicEnd(quote.text()).at(text);
        return found.fix(quote.span(), "\"");
    }
    let found = Mistake::OpenText.at(text);
    if rest.is_empty() {
        found.fix(text.behind(), "\"")
    } else {
        found
    }
}
