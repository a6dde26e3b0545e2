//! A record's numbers, keys and text. The module's functions take them one by one, in the shapes that the table of keys
//! gives. Numbers, keys and texts that no function takes are reported as wrong in the record.
use std::ops::RangeInclusive;

use super::context::Context;
use crate::characters::{fault, listed, only_char, quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{GameSet, KeySpec, RecordKind, ValueShape};
use crate::parse::listed_ways;
use crate::source::{Span, Spanned};
use crate::spelling::nearest;
use crate::syntax::{Alternative, Head, KeyValue, Number, Record, Value};
use dungeon_model::dungeon::{Colour, Stat};
use dungeon_model::space::geometry::Directions;

/// The places of the stats and the route that a record has given so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenStats {
    /// The place of each stat, indexed by `Stat`; `None` for a stat that the record does not give.
    pub stats: [Option<Span>; Stat::COUNT],
    /// The place where the numbers of the route begin.
    pub route: Option<Span>,
}

/// The numbers, keys and text of a record that have not been read yet.
#[derive(Debug)]
pub struct Fields<'f, 's> {
    pub cx: &'f mut Context<'s>,
    /// The kind of the record. This and the file's game decide which keys the record can have.
    pub record: RecordKind,
    pub(super) games: GameSet,
    /// The bytes from the head to the last item.
    pub span: Span,
    /// The unread positional numbers, in order.
    pub numbers: Vec<Spanned<i64>>,
    pub(super) keys: Vec<&'f KeyValue>,
    pub(super) text: Option<&'f Spanned<String>>,
    pub(super) asked: Vec<&'static str>,
    /// The keys that have been read, each with its entry in the table of keys.
    pub(super) taken: Vec<(&'static KeySpec, &'f KeyValue)>,
    /// The places of the stats and the route that were read.
    pub given: GivenStats,
    /// All numbers and keys of the record, read or not.
    pub(super) written: (&'f [Spanned<Number>], &'f [KeyValue]),
    /// The alternatives of a mark or class with several; empty for any other record.
    pub(super) alternatives: &'f [Spanned<Alternative>],
}

impl<'f, 's> Fields<'f, 's> {
    /// Takes the items of a record, except a percentage such as `20%` and a range among its numbers: marks and scatters
    /// read these themselves.
    pub fn new(cx: &'f mut Context<'s>, about: RecordKind, record: &'f Record) -> Fields<'f, 's> {
        let whole = |number: &Spanned<Number>| match number.value {
            Number::Int(value) => Some(Spanned::new(value, number.span)),
            Number::Percent(_) | Number::Range(..) => None,
        };
        Fields {
            numbers: record.numbers.iter().filter_map(whole).collect(),
            text: record.text.as_ref(),
            written: (&record.numbers, &record.keys),
            alternatives: match &record.head.value {
                Head::Mark(_, all) | Head::Class(_, all) if all.0.len() > 1 => &all.0,
                _ => &[],
            },
            ..Fields::keyed(cx, about, record.span, &record.keys)
        }
    }

    /// Makes fields with numbers only, as a classic record has them.
    pub fn classic(
        cx: &'f mut Context<'s>,
        span: Span,
        numbers: &[Spanned<i64>],
    ) -> Fields<'f, 's> {
        Fields {
            numbers: numbers.to_vec(),
            ..Fields::keyed(cx, RecordKind::Terrain, span, &[])
        }
    }

    /// Makes fields with keys only, as a map has them.
    pub fn keyed(
        cx: &'f mut Context<'s>,
        about: RecordKind,
        span: Span,
        keys: &'f [KeyValue],
    ) -> Fields<'f, 's> {
        Fields {
            record: about,
            games: GameSet::named(cx.game.word),
            cx,
            span,
            numbers: Vec::new(),
            keys: keys.iter().collect(),
            text: None,
            asked: Vec::new(),
            taken: Vec::new(),
            given: GivenStats::default(),
            written: (&[], keys),
            alternatives: &[],
        }
    }

    /// Adds a finding about the record.
    pub fn report(&mut self, finding: Diagnostic) {
        self.cx.report(finding);
    }

    /// Adds a finding about the record unless one with its code and place exists.
    pub fn report_once(&mut self, finding: Diagnostic) {
        self.cx.report_once(finding);
    }

    /// Whether the table of keys allows a key in the record.
    pub fn takes(&self, key: &KeySpec) -> bool {
        key.stands_in(self.record, self.games)
    }

    /// Whether unread keys or an unread text are left.
    pub fn says_more(&self) -> bool {
        !self.keys.is_empty() || self.text.is_some()
    }

    /// Whether an unread key is left.
    pub fn has(&self, key: &KeySpec) -> bool {
        self.get(key).is_some()
    }

    /// Returns an unread key without taking it.
    pub fn get(&self, key: &KeySpec) -> Option<&'f KeyValue> {
        let mut keys = self.keys.iter();
        keys.find(|pair| pair.word(self.cx.source) == key.word)
            .copied()
    }

    /// Takes a key that is wrong in this record, without offering the key in help texts.
    pub fn misplaced(&mut self, key: &KeySpec) -> Option<&'f KeyValue> {
        let mut keys = self.keys.iter();
        let index = keys.position(|pair| pair.word(self.cx.source) == key.word)?;
        Some(self.keys.remove(index))
    }

    /// Takes all keys that are wrong in this record, without offering them in help texts.
    pub fn all_misplaced(&mut self, is_wrong: impl Fn(&str) -> bool) -> Vec<&'f KeyValue> {
        if self.keys.is_empty() {
            return Vec::new();
        }
        let keys = self.keys.drain(..);
        let (wrong, others) = keys.partition(|pair| is_wrong(pair.word(self.cx.source)));
        self.keys = others;
        wrong
    }

    /// Takes the text of the record.
    pub fn text(&mut self) -> Option<&'f Spanned<String>> {
        self.text.take()
    }

    /// Takes a key with its value of any shape, and remembers that the record can have this key. Leaves a key that the
    /// record cannot have.
    pub fn value(&mut self, key: &'static KeySpec) -> Option<&'f KeyValue> {
        if self.keys.is_empty() || !self.takes(key) {
            return None;
        }
        let pair = self.misplaced(key);
        self.ask(key);
        self.taken.extend(pair.map(|pair| (key, pair)));
        pair
    }

    /// Takes all pairs with a key that a record may have several times.
    pub fn values(&mut self, key: &'static KeySpec) -> Vec<&'f KeyValue> {
        let pairs = self.all_misplaced(|other| other == key.word);
        self.ask(key);
        pairs
    }

    /// Remembers that the record can have a key, for findings about unknown keys.
    pub fn ask(&mut self, key: &'static KeySpec) {
        if !self.keys.is_empty() && self.takes(key) && !self.asked.contains(&key.word) {
            self.asked.push(key.word);
        }
    }

    /// Whether an unknown key is left, which may be a typo of a missing key.
    pub fn has_unknown_key(&self) -> bool {
        let mut keys = self.keys.iter();
        keys.any(|pair| !self.asked.contains(&pair.word(self.cx.source)))
    }

    /// Returns the place of a key in the record, whether the key has been read or not.
    pub fn place_of(&self, key: &KeySpec) -> Option<Span> {
        let pair = self.said(key)?;
        Some(pair.key.to(pair.value.span))
    }

    /// Returns a key of the record, whether it has been read or not.
    fn said(&self, key: &KeySpec) -> Option<&'f KeyValue> {
        let taken = self.taken.iter().map(|(_, pair)| pair);
        let mut pairs = taken.chain(&self.keys);
        pairs
            .find(|pair| pair.word(self.cx.source) == key.word)
            .copied()
    }

    /// Reports a key that the record cannot use. `whose` names the record in the message, such as "of a cow".
    pub fn refuse(&mut self, key: &KeySpec, whose: &str, help: &str) {
        let finding = self.refusal(key, whose, help);
        self.cx.findings.extend(finding);
    }

    /// Returns the finding that `refuse` reports; `None` if the record does not have the key.
    pub fn refusal(&mut self, key: &KeySpec, whose: &str, help: &str) -> Option<Diagnostic> {
        let pair = self.misplaced(key).or_else(|| self.said(key))?;
        let message = format!(
            "expected a key {whose}, found `{}=`",
            self.cx.text(pair.key)
        );
        Some(Diagnostic::new(Code::UnknownKey, pair.key, message).help(help))
    }

    /// Sets `place` to the value of a key. Returns whether the record has the key with a valid value.
    pub fn set<T: FieldValue>(&mut self, key: &'static KeySpec, place: &mut T) -> bool {
        let said = T::read(self, key);
        let is_said = said.is_some();
        *place = said.unwrap_or_else(|| std::mem::take(place));
        is_said
    }

    /// Reads a whole number within the range of the key.
    pub fn whole<N: TryFrom<i64>>(&mut self, key: &'static KeySpec) -> Option<Spanned<N>> {
        let number = self.any_whole(key)?;
        within(self.cx, &key.written(), number, key.range())
    }

    /// Reads a whole number of any size. The caller reports a number that is out of range.
    pub fn any_whole(&mut self, key: &'static KeySpec) -> Option<Spanned<i64>> {
        let pair = self.value(key)?;
        let Value::Int(value) = pair.value.value else {
            let digits = self.cx.text(pair.value.span).strip_suffix('%');
            let digits = digits.filter(|digits| digits.parse::<u16>().is_ok());
            let found = no_number(self.cx, pair, "a whole number");
            self.report_once(match (key.shape, digits) {
                (
                    ValueShape::Number {
                        unit: "percent", ..
                    },
                    Some(digits),
                ) => {
                    let help = format!(
                        "the number is a percentage already: write `{}={digits}`",
                        key.word
                    );
                    found.help(help).fix(pair.value.span, digits)
                }
                _ => found,
            });
            return None;
        };
        Some(Spanned::new(value, pair.value.span))
    }

    /// Reads `yes` or `no`.
    pub fn yes(&mut self, key: &'static KeySpec) -> Option<Spanned<bool>> {
        let Spanned { value, span } = self.one_of(key)?;
        let value = value == "yes";
        Some(Spanned::new(value, span))
    }

    /// Reads a key whose value is `no`, `yes` or a number. Returns 0 for `no`, the largest number of the key for `yes`,
    /// and 0 for a wrong value, which is reported; `None` without the key. `what` names a number out of range in
    /// messages, and `number` ends the list "`no`, `yes` or …".
    pub fn yes_or_number(
        &mut self,
        key: &'static KeySpec,
        [what, number]: [&str; 2],
    ) -> Option<u32> {
        let pair = self.value(key)?;
        let (span, (low, high)) = (pair.value.span, key.range().into_inner());
        let said = match &pair.value.value {
            Value::Word(word) if word == "no" => return Some(0),
            Value::Word(word) if word == "yes" => high,
            Value::Int(0) => {
                let message = format!("expected {what} from {low} to {high}, found 0");
                let finding = Diagnostic::new(Code::NumberOutOfRange, span, message);
                self.report(finding.write_value(key.word, "no"));
                return Some(0);
            }
            Value::Int(said) => *said,
            _ => {
                bad_value(self.cx, pair, &format!("`no`, `yes` or {number}"));
                return Some(0);
            }
        };
        let said = within(self.cx, what, Spanned::new(said, span), low..=high);
        Some(said.map_or(0, |said| said.value))
    }

    /// Reads the value of a key that allows only a few words (`ValueShape::OneOf`); `None` for a key whose value has
    /// another shape. Reports any other word.
    pub fn one_of(&mut self, key: &'static KeySpec) -> Option<Spanned<&'static str>> {
        let ValueShape::OneOf(words) = key.shape else {
            return None;
        };
        let pair = self.value(key)?;
        let span = pair.value.span;
        let is_said =
            |word: &&&str| matches!(&pair.value.value, Value::Word(said) if said == **word);
        let found = words.iter().find(is_said);
        if found.is_none() {
            self.report_once(none_of(self.cx, pair, words));
        }
        found.map(|value| Spanned::new(*value, span))
    }

    /// Reads the value of a key that takes a word of a list (`ValueShape::Word`); `None` for a key whose value has
    /// another shape.
    pub fn word(&mut self, key: &'static KeySpec) -> Option<Spanned<&'static str>> {
        match key.shape {
            ValueShape::Word(noun, words) => self.word_of(key, noun, words),
            _ => None,
        }
    }

    /// Reads a word from a list. `noun` stands for such a word in messages: "a color".
    pub fn word_of(
        &mut self,
        key: &'static KeySpec,
        noun: &str,
        words: &[&'static str],
    ) -> Option<Spanned<&'static str>> {
        let pair = self.value(key)?;
        let span = pair.value.span;
        let found = words.iter().find(|word| **word == self.cx.text(span));
        if found.is_none() {
            self.report(no_such_word(self.cx, pair, noun, words));
        }
        found.map(|value| Spanned::new(*value, span))
    }

    /// Reads a color.
    pub fn colour(&mut self, key: &'static KeySpec) -> Option<Spanned<Option<Colour>>> {
        if self.keys.is_empty() {
            return None;
        }
        let words = Colour::NAMES.map(|(word, _)| word);
        let Spanned { value, span } = self.word_of(key, "a color", &words)?;
        Some(Spanned::new(Colour::named(value), span))
    }

    /// Reads a glyph: one visible character, one column wide.
    pub fn glyph_of(&mut self, key: &'static KeySpec) -> Option<Spanned<char>> {
        let pair = self.value(key)?;
        let glyph = glyph_said(self.cx, pair);
        if glyph.is_none() {
            bad_value(self.cx, pair, "one character, one column wide");
        }
        let span = pair.value.span;
        glyph.map(|value| Spanned::new(value, span))
    }

    /// Reads a list of directions.
    pub fn directions(&mut self, key: &'static KeySpec) -> Option<Spanned<Directions>> {
        let pair = self.value(key)?;
        let span = pair.value.span;
        let ways = match &pair.value.value {
            Value::Word(word) => listed_ways(word),
            _ => None,
        };
        if ways.is_none() {
            let finding = not_expected(self.cx, pair, "compass directions");
            let finding = finding.help(format!(
                "list the directions of the steps onto it, such as `{}=n,ne,nw` for the three to the north",
                key.word
            ));
            let meant = abbreviated_ways(self.cx.text(span)).map(|meant| (span, meant));
            self.report_once(finding.fix_if(meant));
        }
        ways.map(|value| Spanned::new(value, span))
    }

    /// Reads a text, or a bare word.
    pub fn words(&mut self, key: &'static KeySpec) -> Option<Spanned<String>> {
        let pair = self.value(key)?;
        let (Value::Text(words) | Value::Word(words)) = &pair.value.value else {
            bad_value(self.cx, pair, "a text in quotes");
            return None;
        };
        Some(Spanned::new(words.clone(), pair.value.span))
    }

    /// Reads a name: a bare word, a number or a text.
    pub fn name_of(&mut self, key: &'static KeySpec) -> Option<Spanned<String>> {
        let pair = self.value(key)?;
        let span = pair.value.span;
        let value = match &pair.value.value {
            Value::Text(text) => text.clone(),
            _ => self.cx.text(span).to_string(),
        };
        if value.trim().is_empty() {
            bad_value(self.cx, pair, "a name");
            return None;
        }
        Some(Spanned::new(value, span))
    }

    /// Takes the text of the record, or the value of the key that means the same. Reports a record with both.
    pub fn text_or(&mut self, key: &'static KeySpec) -> Option<Spanned<String>> {
        if !self.takes(key) {
            return None;
        }
        let keyed = self.words(key);
        let Some(text) = self.text() else {
            return keyed;
        };
        if let Some(keyed) = &keyed {
            let what = format!("{} once", key.word);
            self.report(Diagnostic::said_again(&what, keyed.span, text.span));
        }
        Some(text.clone())
    }

    /// Returns the text that `text_or` would take, without taking or checking it.
    pub fn peek_text_or(&self, key: &KeySpec) -> Option<&'f str> {
        let keyed = || match &self.get(key)?.value.value {
            Value::Text(words) | Value::Word(words) => Some(words.as_str()),
            _ => None,
        };
        self.text.map(|text| text.value.as_str()).or_else(keyed)
    }

    /// Whether all numbers, keys and texts have been read.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && !self.says_more()
    }
}

/// A type that `Fields::set` can read from the value of a key.
pub trait FieldValue: Default {
    /// Reads a key; `None` without the key, or with a wrong value, which is reported.
    fn read(fields: &mut Fields<'_, '_>, key: &'static KeySpec) -> Option<Self>;
}

macro_rules! field_values {
    ($($value:ty: $reader:ident),+) => {
        $(impl FieldValue for $value {
            fn read(
                fields: &mut Fields<'_, '_>,
                key: &'static KeySpec,
            ) -> Option<$value> {
                Some(fields.$reader(key)?.value)
            }
        })+
    };
}

field_values!(u8: whole, i32: whole, u32: whole, bool: yes, String: words, char: glyph_of);
field_values!(Option<Colour>: colour);

/// Returns a chance in percent. Reports a chance outside 0 to 100.
pub fn percent<N: TryFrom<i64>>(cx: &mut Context<'_>, number: Spanned<i64>) -> Option<Spanned<N>> {
    within(cx, "a chance in percent", number, 0..=100)
}

/// Returns a number inside a range, and reports any other number. A number that does not fit the type is out of range.
/// Only this function converts the 64-bit numbers of a file to smaller types.
pub fn within<N: TryFrom<i64>>(
    cx: &mut Context<'_>,
    what: &str,
    number: Spanned<i64>,
    range: RangeInclusive<i64>,
) -> Option<Spanned<N>> {
    let Spanned { value, span } = number;
    if range.contains(&value)
        && let Ok(value) = N::try_from(value)
    {
        return Some(Spanned::new(value, span));
    }
    let (low, high) = range.into_inner();
    let message = format!(
        "expected {what} from {low} to {high}, found {}",
        number.value
    );
    cx.report(Diagnostic::new(
        Code::NumberOutOfRange,
        number.span,
        message,
    ));
    None
}

/// Converts a list of directions in everyday spelling, such as `North, East`, to the form of a file: `n,e`. `None` for
/// other words.
fn abbreviated_ways(said: &str) -> Option<String> {
    let said = said
        .to_lowercase()
        .replace("north", "n")
        .replace("south", "s");
    let said = said
        .replace("east", "e")
        .replace("west", "w")
        .replace('-', "");
    let ways: Vec<&str> = said.split(',').filter(|way| !way.is_empty()).collect();
    let ways = ways.join(",");
    listed_ways(&ways).map(|_| ways)
}

/// Returns the glyph of a value, bare or in quotes; `None` for any other value.
pub fn glyph_said(cx: &Context<'_>, pair: &KeyValue) -> Option<char> {
    only_glyph(match &pair.value.value {
        Value::Text(text) => text,
        _ => cx.text(pair.value.span),
    })
}

/// Returns the only character of a word, if it can be a glyph.
pub fn only_glyph(word: &str) -> Option<char> {
    only_char(word).filter(|glyph| *glyph != ' ' && fault(*glyph).is_none())
}

/// Reports a value of the wrong shape.
pub fn bad_value(cx: &mut Context<'_>, pair: &KeyValue, expected: &str) {
    cx.report_once(not_expected(cx, pair, expected));
}

/// Makes the finding for a value of the wrong shape.
pub fn not_expected(cx: &Context<'_>, pair: &KeyValue, expected: &str) -> Diagnostic {
    let (key, found) = (pair.word(cx.source), quoted(cx.text(pair.value.span)));
    let message = format!("expected {expected} for `{key}=`, found {found}");
    Diagnostic::new(Code::BadValue, pair.value.span, message)
}

/// Makes the finding for a value that should be a number; `expected` describes the number.
pub fn no_number(cx: &Context<'_>, pair: &KeyValue, expected: &str) -> Diagnostic {
    let finding = not_expected(cx, pair, expected);
    match &pair.value.value {
        Value::Text(text) if text.parse::<i32>().is_ok() => finding
            .help("write it without quotes")
            .fix(pair.value.span, text.clone()),
        Value::Word(word) if word.chars().all(char::is_alphabetic) => finding.help(format!(
            "write it in digits, such as `{}=5`",
            pair.word(cx.source)
        )),
        Value::Range(least, _) => finding.help(format!(
            "write one number, such as `{}={least}`: only numbers of bodies and items can be ranges, such as `health=4..9`",
            pair.word(cx.source)
        )),
        _ => finding,
    }
}

/// Makes the finding for a value that should be one of a few words.
fn none_of(cx: &Context<'_>, pair: &KeyValue, words: &[&'static str]) -> Diagnostic {
    let finding = not_expected(cx, pair, &listed(words, "or"));
    let span = pair.value.span;
    match nearest(cx.text(span).trim_matches('"'), words.iter().copied()) {
        Some(meant) => finding.write_value(pair.word(cx.source), meant),
        None => finding,
    }
}

/// Makes the finding for a word that is not in a list.
fn no_such_word(cx: &Context<'_>, pair: &KeyValue, noun: &str, words: &[&str]) -> Diagnostic {
    let finding = not_expected(cx, pair, noun);
    let (said, is_text) = match &pair.value.value {
        Value::Text(text) => (text.as_str(), true),
        _ => (cx.text(pair.value.span), false),
    };
    match nearest(said, words.iter().copied()) {
        Some(meant) if is_text && meant == said => finding
            .help("write it without quotes")
            .fix(pair.value.span, meant),
        meant => {
            let help = match words {
                [only] => format!("write `{only}`, or remove `{}=`", pair.word(cx.source)),
                words => format!("write {}", listed(words, "or")),
            };
            finding.did_you_mean_or(pair.value.span, meant, help)
        }
    }
}
