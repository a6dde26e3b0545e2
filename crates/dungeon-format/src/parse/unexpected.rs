//! Findings about words that are not items of a record or values of a key: common mistakes, each with its fix.
use super::mistake::Mistake;
use super::shape::{Shape, TextRule};
use super::spoken_claims::spoken_claims;
use super::token;
use crate::diagnostic::Diagnostic;
use crate::keys::{self, ValueShape, has_shape};
use crate::old_spellings::{present_word, respelled};
use crate::source::{Span, Spanned};
use crate::syntax::{KeyValue, Number, Value};

/// A word that the record cannot have at this place, and what has been read of the record.
#[derive(Clone, Copy)]
pub struct UnexpectedWord<'a> {
    /// The rest of the line, from the start of the word.
    pub input: &'a str,
    /// The word, up to the next space or comment.
    pub word: &'a str,
    /// The place of the word.
    pub span: Span,
    /// The numbers, keys and text that the record can have.
    pub shape: &'static Shape,
    /// The record from its head to the item before the word.
    pub record: Span,
    /// How many numbers of the record have been read.
    pub numbers: usize,
    /// The last `key=value` before the word: the key as text, and the pair.
    pub last_key: Option<(&'a str, &'a KeyValue)>,
    /// Whether a text has been read.
    pub has_text: bool,
}

impl UnexpectedWord<'_> {
    /// Returns the finding about the word; `source` is the text of the whole file.
    pub fn finding(self, source: &str) -> Diagnostic {
        typographic_text(self)
            .or_else(|| parted_key(self))
            .or_else(|| spoken_cause(self))
            .or_else(|| spoken_test(self))
            .or_else(|| lone_key(self))
            .or_else(|| bare_key(self))
            .or_else(|| second_point(self))
            .or_else(|| commas(self))
            .or_else(|| missing_quotes(self))
            .or_else(|| remark(self, source))
            .unwrap_or_else(|| unexpected(self))
    }

    fn takes_number(self) -> bool {
        self.last_key.is_none() && self.numbers < self.shape.numbers.1
    }

    fn takes_text(self) -> bool {
        !self.has_text && self.shape.text != TextRule::Refused
    }
}

/// Returns the finding about spaces around the `=` of a key: `health = 40`.
fn parted_key(
    UnexpectedWord {
        input, word, span, ..
    }: UnexpectedWord<'_>,
) -> Option<Diagnostic> {
    let after = input[word.len()..].trim_start();
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let behind = after.strip_prefix('=').filter(|_| is_name)?.trim_start();
    let value = token::bare(behind);
    let whole = span.first(input.len() - behind.len() + value.len());
    let mend = format!("{word}={value}");
    Some(Mistake::PartedKey(word).at(whole).write(mend))
}

/// Returns the finding about a cause in everyday spelling: `when step P do tile D into .`
fn spoken_cause(
    UnexpectedWord {
        input, span, shape, ..
    }: UnexpectedWord<'_>,
) -> Option<Diagnostic> {
    const JOINING: [&str; 4] = ["do", "then", "and", "is"];
    if shape.keyword != "when" {
        return None;
    }
    let is_key = |word: &str| keys::lone_key(present_word(word), shape.keyword).is_some();
    let mut rest = input;
    let mut mend: Vec<String> = Vec::new();
    loop {
        let from = rest.trim_start_matches(' ');
        let word = token::bare(from);
        let behind = from[word.len()..].trim_start_matches(' ');
        let value = token::bare(behind);
        if JOINING.contains(&word) {
            rest = &from[word.len()..];
        } else if is_key(word) && !value.is_empty() && !value.contains(['=', '"']) {
            mend.push(format!("{word}={value}"));
            rest = &behind[value.len()..];
        } else {
            break;
        }
    }
    let said = &input[..input.len() - rest.len()];
    if said.is_empty() {
        return None;
    }
    let whole = span.first(said.len());
    let mend = mend.join(" ");
    let mistake = if mend.is_empty() {
        Mistake::UnexpectedItem([false, true, true], said, shape)
    } else {
        Mistake::SpokenItems(&mend, said, shape)
    };
    let found = mistake.at(whole);
    Some(found.fix(whole, mend))
}

/// Returns the finding about a test in everyday spelling: `expect won turns<=40`.
fn spoken_test(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let UnexpectedWord {
        input, span, shape, ..
    } = unexpected;
    let claims = (shape.keyword == "test").then(|| spoken_claims(input));
    let (said, mend) = claims.flatten()?;
    let found = Mistake::SpokenItems(&mend, said, shape).at(span.first(said.len()));
    Some(found.write(mend))
}

/// Returns the finding about a key and its number without `=`: `health 40`.
fn lone_key(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let UnexpectedWord {
        input, word, span, ..
    } = unexpected;
    let behind = input[word.len()..].trim_start_matches(' ');
    let value = token::bare(behind);
    let is_name = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let number = value.parse().ok().filter(|_| is_name)?;
    if !unexpected.shape.takes_keys() {
        return None;
    }
    let whole = span.first(input.len() - behind.len() + value.len());
    let mend = match respelled(word, &Value::Int(number)) {
        Some((word, value)) => format!("{word}={value}"),
        None => format!("{word}={value}"),
    };
    Some(Mistake::MissingEquals(word, value).at(whole).write(mend))
}

/// Returns the finding about a key without a value: `hidden`.
fn bare_key(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let UnexpectedWord { word, span, .. } = unexpected;
    let key = keys::lone_key(present_word(word), unexpected.shape.keyword)?;
    let is_alone = words(unexpected.input) == word;
    let lacks_numbers = unexpected.numbers < unexpected.shape.numbers.0;
    if !is_alone || lacks_numbers || !unexpected.shape.takes_keys() {
        return None;
    }
    let found = Mistake::BareKey(key.word, word).at(span);
    Some(if key.shape.takes_yes() {
        found.write(format!("{}=yes", key.word))
    } else {
        found
    })
}

/// Returns the finding about a point of a route without its key: `via=8,2 9,2`.
fn second_point(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let UnexpectedWord { word, span, .. } = unexpected;
    let is_route = unexpected
        .last_key
        .is_some_and(|(key, _)| key == keys::VIA.word);
    let is_point = matches!(token::shape(word), Value::Point(..));
    (is_route && is_point).then(|| {
        let found = Mistake::SecondPoint(word).at(span);
        found.write(format!("via={word}"))
    })
}

/// Returns the finding about commas or parentheses in a place: `w 3,4`, `w 3, 4` and `w (3,4)`.
fn commas(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let UnexpectedWord { word, span, .. } = unexpected;
    let is_number = |part: &str| part.parse::<i64>().is_ok();
    let list = token::unbracketed(word)
        .unwrap_or(word)
        .trim_end_matches(',');
    let is_list = word.contains(',') && list.split(',').all(is_number);
    if !is_list || !unexpected.takes_number() {
        return None;
    }
    let parted = list.replace(',', " ");
    Some(Mistake::CommasInNumbers(word).at(span).write(parted))
}

/// Returns the finding about a text in typographic quotes: `title “The Crypt”`.
fn typographic_text(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let quoted = typographic_quotes(unexpected.input).filter(|_| unexpected.takes_text())?;
    Some(plain_quotes(quoted, unexpected.span))
}

/// A text between typographic quotes.
#[derive(Clone, Copy)]
pub struct TypographicText<'a> {
    /// The text with its quotes.
    pub whole: &'a str,
    /// The text without its quotes.
    pub inside: &'a str,
}

/// Returns the text between typographic quotes at the start of a piece of a line; `None` if there is none.
pub fn typographic_quotes(input: &str) -> Option<TypographicText<'_>> {
    let first = input.chars().next()?;
    let is_last = |c: char| c == '"' || c != '\'' && is_typographic(c);
    if first == '\'' || !is_typographic(first) {
        return None;
    }
    let said = &words(input)[first.len_utf8()..];
    // A second text in straight quotes may follow on the same line.
    let whole = said.strip_suffix(is_last);
    let inside = match whole.filter(|inside| !inside.contains('"')) {
        Some(inside) => inside,
        None => &said[..said.find(is_last)?],
    };
    let last = said[inside.len()..].chars().next()?;
    let length = first.len_utf8() + inside.len() + last.len_utf8();
    (!inside.contains(['"', '\\'])).then_some(TypographicText {
        whole: &input[..length],
        inside,
    })
}

/// Whether a value is between typographic quotes instead of plain ones. Such quotes are part of the value, and get a
/// warning.
pub fn is_in_typographic_quotes(value: &str) -> bool {
    let text = typographic_quotes(value);
    text.is_some_and(|text| !text.inside.is_empty() && text.whole == value)
}

/// Makes the finding about typographic quotes around a text. `span` begins where the text does.
pub fn plain_quotes(text: TypographicText<'_>, span: Span) -> Diagnostic {
    let whole = span.first(text.whole.len());
    let found = Mistake::TypographicQuotes(text.whole).at(whole);
    found.write(format!("\"{}\"", text.inside))
}

/// Returns the finding about a text without quotes: `title The Crypt`, `name=Bob the Great`.
fn missing_quotes(unexpected: UnexpectedWord<'_>) -> Option<Diagnostic> {
    let words = words(unexpected.input);
    let is_text = |c: char| c.is_alphabetic() || is_typographic(c);
    if !words.starts_with(is_text) || words.contains(['"', '\\']) {
        return None;
    }
    let last = unexpected.last_key;
    let last = last.map(|(key, pair)| (key, &pair.value.value, pair.value.span));
    let (start, first) = match last {
        Some((key, Value::Word(word), span)) if has_shape(key, ValueShape::Text) => {
            (span.start as usize, word.as_str())
        }
        None if unexpected.takes_text() && unexpected.numbers >= unexpected.shape.numbers.0 => {
            (unexpected.span.start as usize, "")
        }
        _ => return None,
    };
    let found = format!("{first} {words}");
    let said = found.trim_matches(|c: char| c == ' ' || is_typographic(c));
    let whole = Span::new(start, unexpected.span.start as usize + words.len());
    let mistake = Mistake::MissingQuotes(found.trim());
    Some(mistake.at(whole).fix(whole, format!("\"{said}\"")))
}

/// Returns the part of a line before the first comment or `key=`, without spaces around it.
fn words(input: &str) -> &str {
    let is_word = |word: &&str| token::key(*word).is_err() && !word.starts_with("//");
    let words = input.split_inclusive(' ').take_while(is_word);
    let length = words.map(str::len).sum::<usize>();
    input[..length].trim_end()
}

/// Whether a character is a typographic quote.
fn is_typographic(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'')
}

/// Returns the finding about a comment that begins with `#`: `# a remark`.
fn remark(unexpected: UnexpectedWord<'_>, source: &str) -> Option<Diagnostic> {
    let is_wall = unexpected.numbers == 0 && source.get(unexpected.record.range()) == Some("#");
    is_wall.then(|| {
        let found = Mistake::WallForRemark(unexpected.word).at(unexpected.span);
        found.fix(unexpected.record, "//")
    })
}

/// Makes the finding about any other word, with the items that could be here instead.
fn unexpected(unexpected: UnexpectedWord<'_>) -> Diagnostic {
    let lacks_numbers = unexpected.numbers < unexpected.shape.numbers.0;
    let wanted = [
        lacks_numbers || unexpected.takes_number(),
        !lacks_numbers && unexpected.shape.takes_keys(),
        !lacks_numbers && unexpected.takes_text(),
    ];
    Mistake::UnexpectedItem(wanted, unexpected.word, unexpected.shape).at(unexpected.span)
}

/// Makes the finding about a word without a space after a text: `"Beware!"hidden=yes` and `"the "old" door"`.
pub fn glued(word: &str, place: Span) -> Diagnostic {
    match token::key(word) {
        Ok(_) => Mistake::GluedKey(word).at(place).fix(place.before(), " "),
        Err(_) => Mistake::GluedWord(word).at(place),
    }
}

/// Returns the finding about a point with parentheses: `to=(3,4)`.
pub fn brackets(word: &str, span: Span) -> Option<Diagnostic> {
    let inside = token::unbracketed(word)?;
    let is_point = matches!(token::shape(inside), Value::Point(..));
    is_point.then(|| Mistake::Brackets(word).at(span).write(inside))
}

/// Returns the finding about a point without a comma: `to=3 4`.
pub fn parted_point((key, last): (&str, &KeyValue), number: Spanned<Number>) -> Option<Diagnostic> {
    let (Value::Int(x), Number::Int(y)) = (&last.value.value, number.value) else {
        return None;
    };
    let is_place = has_shape(key, ValueShape::Point) || has_shape(key, ValueShape::Cells);
    is_place.then(|| {
        let whole = last.value.span.to(number.span);
        let found = Mistake::PartedPoint(key, *x, y).at(whole);
        found.write_value(key, format!("{x},{y}"))
    })
}

/// Returns the finding about items separated by commas: `health=40,` and `health=40,strength=5`.
pub fn comma(word: &str, span: Span) -> Option<Diagnostic> {
    let (value, rest) = word.split_once(',')?;
    if value.is_empty() || !(rest.is_empty() || token::key(rest).is_ok()) {
        return None;
    }
    let start = span.start as usize + value.len();
    let place = Span::new(start, start + 1);
    let mend = if rest.is_empty() { "" } else { " " };
    Some(Mistake::Comma.at(place).fix(place, mend))
}
