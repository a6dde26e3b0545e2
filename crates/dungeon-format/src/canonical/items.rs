//! The items of a record in canonical spelling and order.
use crate::characters::in_quotes;
use crate::keys::{
    ATTACK, COLOUR, GLYPH, HUNT, IS, KIND_SIGHT, NAME, PREY, ROAM, SAYS, SENSE, SHOT, THROUGH, VIA,
    ValueShape, has_shape, is_number, place_in,
};
use crate::parse::is_in_typographic_quotes;
use crate::source::{Source, Span, Spanned};
use crate::syntax::{Head, KeyValue, Record, Value};

/// An item of a record in canonical spelling.
#[derive(Clone, Debug)]
pub struct CanonicalItem<'a> {
    /// The sort of the item, which decides its place in the record.
    pub sort: ItemSort<'a>,
    /// The item as written to a file.
    pub text: String,
    /// The place of the item in the source.
    pub span: Span,
}

/// The sorts of items, in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemSort<'a> {
    /// The first number: a column of the map, or a count.
    First,
    /// The second number: usually a row of the map.
    Second,
    /// Each number after the second.
    Further,
    /// A name, as text or as `name=`.
    Name,
    /// A key: its position in the table of keys, and its word.
    Key(usize, &'a str),
    /// A message that is shown in play.
    Message,
}

impl<'a> ItemSort<'a> {
    /// Returns a label for aligning records: items with the same label may be in the same column.
    pub fn label(self) -> &'a str {
        match self {
            ItemSort::First => "1",
            ItemSort::Second => "2",
            ItemSort::Further => "3",
            ItemSort::Name => "name",
            ItemSort::Key(_, word) => word,
            ItemSort::Message => "message",
        }
    }

    /// Whether the item is the name, the glyph, the color or the message of a thing.
    pub fn is_of_looks(self) -> bool {
        let looks = [&NAME, &GLYPH, &COLOUR, &SAYS];
        match self {
            ItemSort::Key(_, word) => looks.iter().any(|key| key.word == word),
            sort => sort == ItemSort::Message,
        }
    }

    /// Whether a record can have several items of this sort in a row, such as the points of a route.
    pub fn is_a_list(self) -> bool {
        match self {
            ItemSort::Further => true,
            ItemSort::Key(_, word) => word == VIA.word,
            _ => false,
        }
    }
}

/// Returns the items of a record in source order.
pub fn items<'a>(source: &'a Source, record: &'a Record) -> Vec<CanonicalItem<'a>> {
    let head = &record.head.value;
    let numbers = record.numbers.iter().enumerate().map(|(nth, number)| {
        let sort = match nth {
            0 => ItemSort::First,
            1 => ItemSort::Second,
            _ => ItemSort::Further,
        };
        CanonicalItem {
            sort,
            text: number.value.to_string(),
            span: number.span,
        }
    });
    let text = record.text.iter().map(|text| CanonicalItem {
        sort: if head.has_a_message() {
            ItemSort::Message
        } else {
            ItemSort::Name
        },
        text: in_quotes(&text.value),
        span: text.span,
    });
    let spelling = KeySpelling::of(source, record);
    let keys = record.keys.iter();
    let keys = keys.map(|pair| spelling.item(source, pair));
    let mut items: Vec<_> = numbers.chain(text).chain(keys).collect();
    items.sort_by_key(|item| item.span.start);
    items
}

/// Returns the items for the two numbers of a map's size.
pub fn size_of_a_map<'a>(width: Spanned<i64>, height: Spanned<i64>) -> [CanonicalItem<'a>; 2] {
    let sides = [(ItemSort::First, width), (ItemSort::Second, height)];
    sides.map(|(sort, side)| CanonicalItem {
        sort,
        text: side.value.to_string(),
        span: side.span,
    })
}

/// Returns the items of a generated map.
pub fn items_of_a_made_map<'a>(
    source: &'a Source,
    width: Spanned<i64>,
    height: Spanned<i64>,
    keys: &'a [KeyValue],
) -> Vec<CanonicalItem<'a>> {
    let spelling = KeySpelling {
        keyword: "map",
        ..KeySpelling::default()
    };
    let keys = keys.iter().map(|pair| spelling.item(source, pair));
    size_of_a_map(width, height)
        .into_iter()
        .chain(keys)
        .collect()
}

/// The changes to the keys of a record that make its spelling canonical.
#[derive(Debug, Default)]
struct KeySpelling {
    /// The first word of the record; empty for a glyph.
    keyword: &'static str,
    /// Whether `name=` becomes the text of the record.
    names: bool,
    /// Whether `says=` becomes the text of the record.
    tells: bool,
    /// Whether `sense=sight:N` replaces `sight=`.
    senses: bool,
    /// Whether `hunt=shoot:N` replaces `shot=`.
    shoots: bool,
}

impl KeySpelling {
    /// Decides how to spell a record. If a `kind` record names parts, `sense=` and `hunt=` replace `sight=` and
    /// `shot=`. Without named parts, `sight=` and `shot=` stay, because they change numbers of the built-in kind.
    fn of(source: &Source, record: &Record) -> KeySpelling {
        let head = &record.head.value;
        let has_text = record.text.is_some();
        let value = |word: &str| {
            let pair = record.keys.iter().find(|pair| pair.word(source) == word);
            pair.map(|pair| source.slice(pair.value.span))
        };
        let has = |word: &str| value(word).is_some();
        let parts = [&SENSE, &HUNT, &ROAM, &ATTACK, &PREY, &THROUGH].map(|key| key.word);
        let is_made_of_parts = matches!(head, Head::Kind(_)) && parts.into_iter().any(has);
        let is = value(IS.word);
        KeySpelling {
            keyword: head.keyword(),
            names: !has_text && matches!(head, Head::Tile(_) | Head::Item(_) | Head::Kind(_)),
            tells: !has_text && head.has_a_message(),
            senses: is_made_of_parts
                && !has(SENSE.word)
                && matches!(is, Some("wanderer" | "patrol")),
            shoots: is_made_of_parts && !has(HUNT.word) && is == Some("patrol"),
        }
    }

    fn item<'a>(&self, source: &'a Source, pair: &KeyValue) -> CanonicalItem<'a> {
        let word = pair.word(source);
        let said = match &pair.value.value {
            Value::Word(said) if is_in_typographic_quotes(said) => None,
            Value::Text(said) | Value::Word(said) => Some(in_quotes(said)),
            _ => None,
        };
        let part = match pair.value.value {
            Value::Int(number @ 0..=0xffff) => Some(number), // the range of a part's number
            _ => None,
        };
        let key = |word: &'a str, value: String| {
            let place = place_in(self.keyword, word);
            (ItemSort::Key(place, word), format!("{word}={value}"))
        };
        let (sort, text) = match (said, part) {
            (Some(said), _) if self.names && word == NAME.word => (ItemSort::Name, said),
            (Some(said), _) if self.tells && word == SAYS.word => (ItemSort::Message, said),
            (_, Some(far)) if self.senses && word == KIND_SIGHT.word => {
                key(SENSE.word, format!("sight:{far}"))
            }
            (_, Some(takes)) if self.shoots && word == SHOT.word => {
                key(HUNT.word, format!("shoot:{takes}"))
            }
            _ => key(word, value(source, word, pair)),
        };
        CanonicalItem {
            sort,
            text,
            span: pair.key.to(pair.value.span),
        }
    }
}

/// Returns the value of a key in canonical spelling: texts in quotes, numbers without a plus sign or leading zeros.
/// Returns a value in typographic quotes unchanged, because it has a warning.
fn value(source: &Source, word: &str, pair: &KeyValue) -> String {
    match &pair.value.value {
        Value::Word(said) if is_in_typographic_quotes(said) => said.clone(),
        Value::Text(said) => in_quotes(said),
        Value::Word(said) if has_shape(word, ValueShape::Text) => in_quotes(said),
        number @ (Value::Int(_) | Value::Range(..) | Value::Region(_)) if is_number(word) => {
            number.to_string()
        }
        respelt if pair.respelled.is_some() => respelt.to_string(),
        _ => source.slice(pair.value.span).to_string(),
    }
}
