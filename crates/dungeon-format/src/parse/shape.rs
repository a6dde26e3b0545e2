//! The numbers and texts that each keyword takes (docs/format, "Reference").

/// Whether a record takes a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRule {
    /// A text is an error.
    Refused,
    /// A text is optional.
    Optional,
    /// A text is required.
    Needed,
}

/// The numbers, keys and text that may follow a keyword.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The keyword; empty for a glyph.
    pub keyword: &'static str,
    /// The minimum and the maximum count of numbers before the keys.
    pub numbers: (usize, usize),
    /// Whether the record takes a text.
    pub text: TextRule,
    /// An example for the help text, which puts backticks around it. Backticks inside the example separate several
    /// records.
    pub example: &'static str,
}

impl Shape {
    /// Whether the record takes `key=value`.
    pub fn takes_keys(&self) -> bool {
        !matches!(
            self.keyword,
            "title" | "author" | "about" | "seed" | "allow" | "include" | "shuffle" | "map classic"
        )
    }
}

const fn shape(
    keyword: &'static str,
    numbers: (usize, usize),
    text: TextRule,
    example: &'static str,
) -> Shape {
    Shape {
        keyword,
        numbers,
        text,
        example,
    }
}

/// Every keyword except `map`. The example of `rules` shows parameters of three games: explore, siege and arena.
pub const KEYWORDS: [Shape; 22] = [
    shape("title", (0, 0), TextRule::Needed, r#"title "The Crypt""#),
    shape("author", (0, 0), TextRule::Needed, r#"author "Your name""#),
    shape(
        "about",
        (0, 0),
        TextRule::Needed,
        r#"about "One line for the menu.""#,
    ),
    shape(
        "level",
        (0, 0),
        TextRule::Optional,
        r#"level "Upper halls""#,
    ),
    shape(
        "vault",
        (0, 0),
        TextRule::Needed,
        r#"vault "cell block" weight=3"#,
    ),
    shape(
        "include",
        (0, 0),
        TextRule::Needed,
        r#"include "bestiary.dng""#,
    ),
    shape("seed", (1, 1), TextRule::Refused, "seed 7"),
    shape(
        "hero",
        (0, 0),
        TextRule::Refused,
        "hero health=40 strength=5",
    ),
    shape("goal", (0, 0), TextRule::Refused, "goal kill=D leave=yes"),
    shape("lose", (0, 0), TextRule::Refused, "lose turns=300"),
    shape(
        "when",
        (0, 0),
        TextRule::Optional,
        "when step=P tile=D into=.",
    ),
    shape("allow", (0, 0), TextRule::Refused, "allow sealed-monster"),
    shape(
        "test",
        (0, 0),
        TextRule::Needed,
        r#"test "to the gold" keys="llj." expect=won turns=..40"#,
    ),
    shape(
        "rules",
        (0, 0),
        TextRule::Refused,
        "rules explore fog=yes`, `rules siege goal=500` or `rules arena lives=3",
    ),
    shape(
        "tile",
        (0, 0),
        TextRule::Optional,
        r#"tile ~ "water" walk=no"#,
    ),
    shape(
        "item",
        (0, 0),
        TextRule::Optional,
        r#"item b "loaf of bread" health=5"#,
    ),
    shape(
        "family",
        (0, 0),
        TextRule::Needed,
        r#"family "vial" looks=red|blue|green"#,
    ),
    shape(
        "kind",
        (0, 0),
        TextRule::Optional,
        r#"kind r "rat" is=wanderer"#,
    ),
    shape(
        "class",
        (0, 0),
        TextRule::Optional,
        r#"class u w*3|r|g "vermin""#,
    ),
    shape("scatter", (1, 1), TextRule::Optional, "scatter $ 3"),
    shape(
        "mark",
        (0, 1),
        TextRule::Optional,
        "mark P p health=8` or `mark 1 w*3|r|. 50%",
    ),
    shape("shuffle", (0, 0), TextRule::Refused, "shuffle 1 2 3"),
];

/// The shape of a glyph's record, which has at least the two numbers of a place.
pub const GLYPH: Shape = shape("", (2, usize::MAX), TextRule::Optional, "w 3 4 health=8");

/// The shape of the first line of a pasted map: `map classic W H`.
pub const PASTED_MAP: Shape = shape(
    "map classic",
    (2, 2),
    TextRule::Refused,
    "map classic 40 20",
);

/// The shape of the record of a generated map: `map open W H`.
pub const MADE_MAP: Shape = shape("map", (2, 2), TextRule::Refused, "map open 40 20");

/// Returns the shape of a keyword's record; `None` for any other word.
pub fn of_keyword(word: &str) -> Option<&'static Shape> {
    KEYWORDS.iter().find(|shape| shape.keyword == word)
}
