//! The keywords: how many numbers each takes and whether it takes a text (FORMAT.md, "Reference"). Also how to
//! recognise a record from afar, where a map may have run into one.
use super::token;

/// Whether a record takes a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// It has none.
    Refused,
    /// It may have one.
    Optional,
    /// It is nothing without.
    Needed,
}

/// What follows a keyword.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The keyword; empty for a glyph.
    pub keyword: &'static str,
    /// Glyphs that follow it at once.
    pub glyphs: usize,
    /// Numbers before the keys: at least, at most.
    pub numbers: (usize, usize),
    /// Its text.
    pub text: Text,
    /// An example for help, which sets it between backquotes; of two, those between them are written here.
    pub example: &'static str,
}

impl Shape {
    /// Whether `key=value` may stand in it.
    pub fn takes_keys(&self) -> bool {
        !matches!(
            self.keyword,
            "title" | "author" | "about" | "level" | "seed"
        )
    }
}

const fn shape(
    keyword: &'static str,
    glyphs: usize,
    numbers: (usize, usize),
    text: Text,
    example: &'static str,
) -> Shape {
    Shape {
        keyword,
        glyphs,
        numbers,
        text,
        example,
    }
}

/// Every keyword but `map`.
pub const KEYWORDS: [Shape; 13] = [
    shape("title", 0, (0, 0), Text::Needed, r#"title "The Crypt""#),
    shape("author", 0, (0, 0), Text::Needed, r#"author "Your name""#),
    shape(
        "about",
        0,
        (0, 0),
        Text::Needed,
        r#"about "One line for the menu.""#,
    ),
    shape("level", 0, (0, 0), Text::Optional, r#"level "Upper halls""#),
    shape("seed", 0, (1, 1), Text::Refused, "seed 7"),
    shape(
        "hero",
        0,
        (0, 0),
        Text::Refused,
        "hero health=40 strength=5",
    ),
    shape(
        "test",
        0,
        (0, 0),
        Text::Needed,
        r#"test "a walk" keys="llj.""#,
    ),
    shape(
        "rules",
        0,
        (0, 0),
        Text::Refused,
        "rules explore fog=yes`, `rules siege goal=500` or `rules arena lives=3",
    ),
    shape(
        "tile",
        1,
        (0, 0),
        Text::Optional,
        r#"tile ~ "water" walk=no"#,
    ),
    shape(
        "item",
        1,
        (0, 0),
        Text::Optional,
        r#"item b "bread" health=5"#,
    ),
    shape(
        "kind",
        1,
        (0, 0),
        Text::Optional,
        r#"kind r "rat" is=wanderer"#,
    ),
    shape("scatter", 1, (1, 1), Text::Optional, "scatter $ 3"),
    shape("mark", 2, (0, 0), Text::Optional, "mark P p health=8"),
];

/// A glyph's record: a place at least.
pub const GLYPH: Shape = shape("", 0, (2, usize::MAX), Text::Optional, "w 3 4 health=8");

/// `map open W H`.
pub const MADE_MAP: Shape = shape("map", 0, (2, 2), Text::Refused, "map open 40 20");

/// The shape of a keyword's record.
pub fn of_keyword(word: &str) -> Option<&'static Shape> {
    KEYWORDS.iter().find(|shape| shape.keyword == word)
}

/// Which of the two formats a line is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The published format.
    Classic,
    /// The modern format.
    Modern,
}

/// Whether a line can hardly be a map row, because it reads as a record.
pub fn looks_like_record(line: &str, dialect: Dialect) -> bool {
    match dialect {
        Dialect::Classic => looks_classic(line.trim()),
        Dialect::Modern => looks_modern(line.trim_end()),
    }
}

fn looks_classic(line: &str) -> bool {
    let mut characters = line.chars();
    match characters.next() {
        Some('q') => token::bare(characters.as_str().trim_start()).is_empty(),
        Some('h' | 'w' | 'g' | 'p' | '*' | '=' | '$') => {
            token::starts_number(characters.as_str().trim_start())
        }
        _ => false,
    }
}

fn looks_modern(line: &str) -> bool {
    let first = token::bare(line);
    let rest = line[first.len()..].trim_start();
    if first.chars().count() != 1 {
        return first == "map" || of_keyword(first).is_some();
    }
    let two_numbers = |input| -> nom::IResult<&str, ()> {
        let (rest, _) = token::number(input)?;
        let (rest, _) = nom::character::complete::space1(rest)?;
        let (rest, _) = token::number(rest)?;
        Ok((rest, ()))
    };
    (first == "q" && token::bare(rest).is_empty()) || two_numbers(rest).is_ok()
}
