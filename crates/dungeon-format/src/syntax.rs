//! The syntax of a file, before its meaning is resolved. Every node keeps its span. A broken node stays, marked, so
//! that later stages do not report it as missing.
use std::collections::BTreeSet;
use std::fmt;

use super::characters::in_quotes;
use super::source::{Source, Span, Spanned};
use dungeon_model::space::narrow::count;

/// The largest number in a file: eighteen digits.
pub const LARGEST_NUMBER: i64 = 999_999_999_999_999_999;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A file whose first token is a number (docs/format, "The classic format").
    Classic(Classic),
    /// Any other file (docs/format, "Reference").
    Modern(Modern),
}

/// Whether a node was read completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// The node was read completely and is correct.
    Whole,
    /// An error was reported; the node holds what could be read.
    Broken,
}

/// A file in the classic format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classic {
    /// Width and height in cells, as the header gives them; `None` after `bad-header`.
    pub size: Option<(Spanned<i64>, Spanned<i64>)>,
    /// Each map row from top to bottom, as written, without its line end; it may be longer or shorter than the width.
    pub rows: Vec<Span>,
    /// The records in file order, including broken records.
    pub records: Vec<ClassicRecord>,
    /// The place of the `q` after the last record; `None` if it is missing.
    pub end: Option<Span>,
    /// Broken if something after the map is not a record, or if the letter of a record is unreadable.
    pub integrity: Integrity,
}

/// A record of a classic file: one of the letters `h w g p * = $`, and its numbers. A record with `Integrity::Whole`
/// has as many numbers as its letter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicRecord {
    /// The letter of the record, one of `h w g p * = $`.
    pub letter: Spanned<char>,
    /// The numbers after the letter, in order.
    pub numbers: Vec<Spanned<i64>>,
    /// The bytes from the letter to the last number.
    pub span: Span,
    /// Whether the record has all its numbers.
    pub integrity: Integrity,
}

/// A modern file: its statements in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modern {
    /// Records and maps in file order.
    pub statements: Vec<Statement>,
    /// Glyphs that unreadable lines may declare.
    pub perhaps_declared: BTreeSet<char>,
    /// Broken if some lines could not be read at all.
    pub integrity: Integrity,
}

/// A statement of a modern file: a record or a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A record, on one line or several.
    Record(Record),
    /// A map block.
    Map(Map),
}

/// The word or glyph at the start of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// The title of the dungeon: `title "…"`
    Title,
    /// The author of the dungeon: `author "…"`
    Author,
    /// A text about the dungeon: `about "…"`
    About,
    /// An included file: `include "bestiary.dng"`
    Include,
    /// The beginning of a level: `level ["name"]`
    Level,
    /// The beginning of a vault: `vault "name" key=…`
    Vault,
    /// Items that look alike until they are known: `family "vial" looks=red|blue|green`
    Family,
    /// The seed of all random choices: `seed 7`
    Seed,
    /// The declaration of the hero: `hero key=…`
    Hero,
    /// A way to win: `goal key=…`
    Goal,
    /// A way to lose: `lose key=…`
    Lose,
    /// A cause and its effects: `when step=P key=…`
    When,
    /// The code of an allowed warning: `allow sealed-monster`
    Allow(Spanned<String>),
    /// A test of the dungeon: `test "name" keys="…"`
    Test,
    /// The game and its parameters: `rules explore key=…`
    Rules(Spanned<String>),
    /// The declaration of a kind of terrain: `tile ~ "deep water" key=…`
    Tile(Spanned<char>),
    /// The declaration of an item: `item b "loaf of bread" key=…`
    Item(Spanned<char>),
    /// The declaration of a kind of monster: `kind r "crypt rat" key=…`
    Kind(Spanned<char>),
    /// The declaration of a class, a glyph for several things: `class u z*3|W|L "undead" key=…`
    Class(Spanned<char>, Alternatives),
    /// Things on random cells: `scatter $ 3 key=…`
    Scatter(Spanned<char>),
    /// The meaning of a glyph in the map: `mark NEW GLYPH key=…`, `mark NEW w*3|r|. 50% key=…`
    Mark(Spanned<char>, Alternatives),
    /// Marks that trade places at random: `shuffle 1 2 3`
    Shuffle(Vec<Spanned<char>>),
    /// A thing at a place: `w 3 4 key=…`; also the `q` that ends the records of a level.
    Glyph(char),
}

impl Head {
    /// Whether the text of a record with this head is a message shown in play, and not a name.
    pub fn has_a_message(&self) -> bool {
        matches!(
            self,
            Head::Glyph(_) | Head::Mark(..) | Head::Scatter(_) | Head::When
        )
    }

    /// Returns the end of the glyphs or of the word that follow the keyword, as a byte of the file; `None` for a
    /// keyword that is followed by neither.
    pub fn end(&self) -> Option<u32> {
        match self {
            Head::Allow(word) | Head::Rules(word) => Some(word.span.end),
            Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) | Head::Scatter(glyph) => {
                Some(glyph.span.end)
            }
            Head::Class(_, all) | Head::Mark(_, all) => Some(all.span().end),
            Head::Shuffle(marks) => marks.last().map(|mark| mark.span.end),
            _ => None,
        }
    }

    /// Returns the first word of a record with this head; empty for a glyph.
    pub fn keyword(&self) -> &'static str {
        match self {
            Head::Title => "title",
            Head::Author => "author",
            Head::About => "about",
            Head::Include => "include",
            Head::Level => "level",
            Head::Vault => "vault",
            Head::Family => "family",
            Head::Seed => "seed",
            Head::Hero => "hero",
            Head::Goal => "goal",
            Head::Lose => "lose",
            Head::When => "when",
            Head::Allow(_) => "allow",
            Head::Test => "test",
            Head::Rules(_) => "rules",
            Head::Tile(_) => "tile",
            Head::Item(_) => "item",
            Head::Kind(_) => "kind",
            Head::Class(..) => "class",
            Head::Scatter(_) => "scatter",
            Head::Mark(..) => "mark",
            Head::Shuffle(_) => "shuffle",
            Head::Glyph(_) => "",
        }
    }
}

/// Prints the head as written in a file.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = self.keyword();
        match self {
            Head::Allow(word) | Head::Rules(word) => write!(f, "{keyword} {}", word.value),
            Head::Tile(glyph) | Head::Item(glyph) | Head::Kind(glyph) | Head::Scatter(glyph) => {
                write!(f, "{keyword} {}", glyph.value)
            }
            Head::Class(new, all) | Head::Mark(new, all) => {
                write!(f, "{keyword} {} {all}", new.value)
            }
            Head::Shuffle(marks) => {
                f.write_str(keyword)?;
                marks
                    .iter()
                    .try_for_each(|mark| write!(f, " {}", mark.value))
            }
            Head::Glyph(glyph) => write!(f, "{glyph}"),
            _ => f.write_str(keyword),
        }
    }
}

/// `w*3|r|.`: one or more glyphs, one of which is chosen at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternatives(pub Vec<Spanned<Alternative>>);

/// A glyph that may be chosen, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The glyph to place.
    pub glyph: char,
    /// The number after the `*`; 1 for a glyph without a `*`.
    pub weight: i64,
}

impl Alternatives {
    /// Makes a list of one glyph with the weight 1.
    pub fn only(glyph: Spanned<char>) -> Alternatives {
        let value = Alternative {
            glyph: glyph.value,
            weight: 1,
        };
        let span = glyph.span;
        Alternatives(vec![Spanned::new(value, span)])
    }

    /// Returns the span from the first alternative to the last.
    pub fn span(&self) -> Span {
        let spans = self.0.iter().map(|alternative| alternative.span);
        spans.reduce(Span::to).unwrap_or_default()
    }

    /// Returns every glyph with its place.
    pub fn glyphs(&self) -> impl Iterator<Item = Spanned<char>> {
        self.0.iter().map(|alternative| Spanned {
            value: alternative.value.glyph,
            span: Span {
                end: alternative.span.start + count(alternative.value.glyph.len_utf8()),
                ..alternative.span
            },
        })
    }
}

/// Prints the alternatives as written in a file.
impl fmt::Display for Alternatives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, Spanned { value, .. }) in self.0.iter().enumerate() {
            let bar = if nth == 0 { "" } else { "|" };
            write!(f, "{bar}{value}")?;
        }
        Ok(())
    }
}

/// Prints the alternative as written in a file.
impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Alternative { glyph, weight } = self;
        match weight {
            1 => write!(f, "{glyph}"),
            _ => write!(f, "{glyph}*{weight}"),
        }
    }
}

/// A record of the modern format: a head and its items, on one or more lines (`record` of the grammar).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The word or glyph that the record begins with; the span is of that word or glyph alone.
    pub head: Spanned<Head>,
    /// The numbers before the keys, in order; may be empty.
    pub numbers: Vec<Spanned<Number>>,
    /// The keys in order. A key given twice was reported, and is here once with its first value.
    pub keys: Vec<KeyValue>,
    /// The text, with escapes resolved; `None` without one.
    pub text: Option<Spanned<String>>,
    /// The bytes from the head to the last item.
    pub span: Span,
    /// Whether all tokens of the record were read.
    pub integrity: Integrity,
}

/// A number in a record: `12`, `12%` in a scatter or a mark, or `2..5` in a scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A whole number.
    Int(i64),
    /// A whole percentage, as written; may be above 100.
    Percent(i64),
    /// Two whole numbers as written; the first may be above the second.
    Range(i64, i64),
}

impl Number {
    /// Returns the number itself; for a range, the second number of the range.
    pub fn last(self) -> i64 {
        match self {
            Number::Int(value) | Number::Percent(value) | Number::Range(_, value) => value,
        }
    }
}

/// Prints the number as written in a file.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(n) => write!(f, "{n}"),
            Number::Percent(n) => write!(f, "{n}%"),
            Number::Range(first, last) => write!(f, "{first}..{last}"),
        }
    }
}

/// A key with its value: `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// The word before the `=`, read from the source by its span.
    pub key: Span,
    /// The value after the `=`, in its current spelling.
    pub value: Spanned<Value>,
    /// The current word of a key in an older spelling; `None` for a key in its current spelling.
    pub respelled: Option<&'static str>,
}

impl KeyValue {
    /// Makes a pair in its current spelling.
    pub fn new(key: Span, value: Spanned<Value>) -> KeyValue {
        KeyValue {
            key,
            value,
            respelled: None,
        }
    }

    /// Returns the word of the key in its current spelling.
    pub fn word<'s>(&self, source: &'s Source) -> &'s str {
        self.respelled.unwrap_or_else(|| source.slice(self.key))
    }
}

/// A value, classified by its shape alone; `resolve` checks it against its key. A glyph is any bare value of one
/// character (a digit is `Int`), read from the source by its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number: `-3`
    Int(i64),
    /// A cell, `3,4`: column and row as written, counted from 1.
    Point(i64, i64),
    /// A region, `3,4..9,8`: column and row of the first corner, then of the second, as written, counted from 1.
    Region([i64; 4]),
    /// A range, `2..6`: the first number, then the second, as written.
    Range(i64, i64),
    /// A word or a glyph with a number: `sight:6`, `L:20`
    Tagged(String, i64),
    /// Any other bare value: `wander`, `yes`, `~`
    Word(String),
    /// A text in quotes, with escapes resolved.
    Text(String),
}

/// Prints the value as written in a file.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Point(x, y) => write!(f, "{x},{y}"),
            Value::Region([a, b, c, d]) => write!(f, "{a},{b}..{c},{d}"),
            Value::Range(low, high) => write!(f, "{low}..{high}"),
            Value::Tagged(name, n) => write!(f, "{name}:{n}"),
            Value::Word(word) => f.write_str(word),
            Value::Text(said) => f.write_str(&in_quotes(said)),
        }
    }
}

/// A map in a modern file, from its word `map` to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The word `map` at the start of the line.
    pub head: Span,
    /// The form of the map, with its data.
    pub form: MapForm,
    /// The bytes of the whole block.
    pub span: Span,
    /// Whether the map was read completely.
    pub integrity: Integrity,
}

/// The three forms of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapForm {
    /// `map` … `end`: each row from top to bottom, as written, without its line end.
    Drawn(Vec<Span>),
    /// `map W H` and H rows, as written; a row may be longer or shorter than W.
    Pasted {
        /// The width in the header, as written.
        width: Spanned<i64>,
        /// The height in the header, as written.
        height: Spanned<i64>,
        /// The rows from top to bottom, at most as many as the header gives.
        rows: Vec<Span>,
    },
    /// `map open W H key=…`
    Made {
        /// The generator: `open`, `caves`, `rooms` or an unknown word.
        how: Spanned<String>,
        /// The width of the generated map, as written.
        width: Spanned<i64>,
        /// The height of the generated map, as written.
        height: Spanned<i64>,
        /// The keys of the generator, in order.
        keys: Vec<KeyValue>,
    },
}
