//! The kinds of mistakes in the spelling of a file, and the wording of each. Parsers report a kind, its place and an
//! edit that mends it; every sentence about them stands here, and none in the grammar.
use super::shape::Shape;
use crate::characters::{push_clean, quoted, quoted_or_nothing};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{GameSet, mend_elsewhere};
use crate::source::Span;
use dungeon_model::dungeon::games::ALL;

/// Builds `Mistake` from a table. A row holds a kind with its data, its code and its message, then the help and the
/// labels, each after a `=>`. A label begins with the part of the data that is its place; `{name}` prints such a part.
macro_rules! mistakes {
    ($(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $of:ty),*))? $code:ident
            $message:literal $(, $said:expr)*
            $(=> $help:literal $(, $meant:expr)*)?
            $(=> $place:ident: $label:literal $(, $there:expr)*)*;
    )*) => {
        /// A mistake in the spelling of a file, with the data that its wording needs.
        pub enum Mistake<'a> {
            $($(#[$doc])* $kind $(($($of),*))?,)*
        }

        impl Mistake<'_> {
            /// Returns the finding about the mistake, in words and without an edit.
            pub fn at(self, place: Span) -> Diagnostic {
                match self {
                    $(Mistake::$kind $(($($part),*))? => {
                        Diagnostic::new(Code::$code, place, format!($message $(, $said)*))
                            $(.help(format!($help $(, $meant)*)))?
                            $(.label_if($place.into(), format!($label $(, $there)*)))*
                    })*
                }
            }
        }
    };
}

mistakes! {
    // The file as a whole

    FileTooLarge(most: usize) FileTooLarge "expected a file of at most {most} bytes, found more"
        => "a dungeon is far smaller than that: is this the right file?";
    Utf16 NotUtf8 "expected UTF-8, found what looks like UTF-16"
        => "save the file as UTF-8 in your editor";
    Binary NotUtf8 "expected UTF-8, found a file that is mostly something else"
        => "is this the right file? If it is, save it as UTF-8 in your editor";
    NotUtf8(places: usize) NotUtf8 "expected UTF-8, found {}", bad_bytes(places)
        => "save the file as UTF-8 in your editor";
    MergeConflict(end: Option<Span>) MergeConflict "expected one version, found a merge conflict"
        => "choose between the two sides and delete the lines with the marks"
        => end: "it ends here";

    // Characters

    Accent(c: char) ControlCharacter
        "expected characters that can be seen, found {}, an accent that stands on the letter before it", shown(c)
        => "write letter and accent as one character, or delete it";
    Invisible(c: char) ControlCharacter "expected characters that can be seen, found {}, {}", shown(c), name_of(c)
        => "delete it";
    OddBlank(c: char) OddBlank "expected a plain blank, found {}, which only looks like one", shown(c)
        => "write a plain blank (U+0020)";
    WideGlyph(c: char) WideGlyph "expected a character one column wide, found {}", shown(c)
        => "columns would no longer stand below each other: use another character";
    Tab TabInMap "expected blanks in a map, found a tab"
        => "a tab is as wide as each editor likes: write the blanks that it stands for";

    // Limits

    ManyRecords(most: usize, of: &'a str) Limit "expected at most {most} {}, found more", records(of) => "{LIMITS}";
    ManyAlternatives(most: usize) Limit "expected at most {most} alternatives, found more" => "{LIMITS}";
    ManyKeys(most: usize) Limit "expected at most {most} keys in a record, found more" => "{LIMITS}";
    LongText(most: usize, length: usize) Limit "expected a text of at most {most} bytes, found {length}" => "{LIMITS}";
    LongSide(most: u32, is_width: bool) Limit
        "expected a map at most {most} {}, found more", side(is_width) => "{LIMITS}";
    ManyRows(most: usize) Limit "expected at most {most} rows and columns in a map, found more" => "{LIMITS}";
    ManyCells(most: usize) Limit "expected at most {most} cells in a map, found more" => "{LIMITS}";
    LargeSize(most: usize, cells: i64) Limit "expected at most {most} cells in a map, found {cells}" => "{LIMITS}";
    LongRoute(most: usize) RouteTooLong "expected at most {most} points of a route, found more";
    LongPatrol(most: usize, count: i64) RouteTooLong "expected at most {most} points of a route, found {count}";

    // The size of a map

    MissingHeight(width: i64, found: &'a str) BadHeader
        "expected the map's width and height, found {width} and {}", or_end(found)
        => "the first line holds two numbers, as in `40 20`";
    EmptySide(length: i64, is_width: bool) NumberOutOfRange
        "expected a map at least 1 {}, found {length}", side(is_width)
        => "a map with an inside is at least 3 wide and 3 high";
    TurnedSize(width: i64, height: i64) BadHeader
        "expected the width before the height, found {height} and then {width}";
    /// `map 40 20` before a drawing with an `end`.
    SizedDrawing(size: &'a str) BadHeader
        "expected `map` alone before a drawing that ends with `end`, found a size behind it"
        => "delete the size, which the drawing has by itself; `map classic {size}` is a map of the published form, \
            where a blank is floor and no `end` follows";

    // The rows of a map

    UndrawnMap(width: i64, height: i64, stop: Span) MapTooShort "expected {height} map rows, found 0"
        => "write `map open {width} {height}` for a map that is all floor, or draw the rows right below the line with \
            the size"
        => stop: "the map stops here";
    NoRows(height: i64, stop: Span) MapTooShort "expected {height} map rows, found 0"
        => "draw the rows right below the line with the size"
        => stop: "the map stops here";
    FewRows(height: i64, rows: usize, stop: Span) MapTooShort "expected {height} map rows, found {rows}"
        => "write {rows} as the height, or draw the missing rows"
        => stop: "the map stops here";
    /// Rows behind the last one of a map: `all` with them, and the width of the map where they have another.
    RowsLeftOver(rows: usize, all: usize, width: Option<i64>, height: Span, last: Span) RowsLeftOver
        "expected records after {rows} map rows, but {} left over",
        if all == rows + 1 { "1 map row is" } else { "the map rows are" }
        => "{}", height_for(all, width)
        => height: "the height is given here"
        => last: "the last row that belongs to the map";
    ShortRow(asked: usize, number: usize, width: usize) ShortRow
        "expected {asked} characters in map row {number}, found {width}"
        => "the row lacks {}; blanks at its end may have been stripped", characters(asked - width);
    LongRow(asked: usize, number: usize, width: usize) LongRow
        "expected {asked} characters in map row {number}, found {width}"
        => "what is longer is ignored: delete it, or give a larger width";
    /// Several rows of one wrong width, perhaps most of the map.
    ShortRows(asked: usize, width: usize, count: usize, is_most: bool) ShortRow "{}", odd_rows(asked, width, count)
        => "{}", if is_most { width_for(width) } else { format!("fill these rows up to column {asked}") };
    LongRows(asked: usize, width: usize, count: usize, is_most: bool) LongRow "{}", odd_rows(asked, width, count)
        => "{}", if is_most { width_for(width) } else { "what is longer is ignored: delete it".into() };
    /// A row without its end, which lacks `lost` cells.
    CutRow(number: usize, lost: usize) OddRow "{}", odd_row(number, lost)
        => "draw the rest of the row: where it ends there is only rock";
    /// A row that lost cells or, with none, got one, in a column from `first` to `last`; `cell` is what mends it.
    OddRow(number: usize, lost: usize, first: usize, last: usize, cell: Option<char>) OddRow
        "{}", odd_row(number, lost)
        => "{}{}", slipped(lost, first, last), mended_row(lost, cell);
    MissingEnd(stop: Span) UnterminatedMap "expected a line `end` behind the map, found none"
        => "close the map with a line that holds only `end`"
        => stop: "the map seems to stop before this";
    MisspeltEnd(line: &'a str) UnterminatedMap "expected a line `end` behind the map, found {}", quoted(line)
        => "write `end`, in small letters and alone on its line";
    /// A row from a program.
    EndingRow(row: &'a str) UnterminatedMap
        "expected a row of the map, found {}, which would end it in a file", quoted(row);

    // The records of a classic file

    UnknownLetter(word: &'a str) UnknownRecord "expected a record, found {}", quoted(word)
        => "a record begins with one of `h w g p * = $`, and `q` ends them";
    /// Numbers behind a record that has as many as it takes.
    SpareNumbers(numbers: &'a str, record: Span, takes: usize) UnknownRecord "{}", no_letter(numbers)
        => "delete the numbers that are too many"
        => record: "this record is complete with {takes} numbers";
    LooseNumbers(numbers: &'a str) UnknownRecord "{}", no_letter(numbers)
        => "a record begins with one of `h w g p * = $`";
    MissingNumberOf(letter: char, name: NumberName, names: &'static [&'static str], word: &'a str, place: Option<Span>)
        MissingNumber "expected a number for the {name} of `{letter}`, found {}", or_end(word)
        => "the record reads `{letter} {}{}`", names.join(" "), if letter == 'p' { " x1 y1 … xn yn" } else { "" }
        => place: "here";
    LongNumberOf(name: NumberName) NumberOutOfRange
        "expected a number of at most 18 digits as its {name}, found a longer one";
    NegativeCount(count: i64) NumberOutOfRange "expected the number of route points, 0 or more, found {count}";
    MissingQ MissingQ "expected a `q` behind the last record, found the end of the file"
        => "end the file with a line `q`";
    TextAfterQ(q: Span) TextAfterQ "expected nothing behind the `q`, found text that is not read"
        => "move records above the `q`; begin remarks with `//`"
        => q: "the records end here";

    // The lines of a modern file

    RecordAfterQ(q: Span) TextAfterQ "expected a level or the end of the file behind the `q`, found a record"
        => "delete the `q`: a modern level needs none"
        => q: "the level's records end here";
    LineAfterQ(q: Span) TextAfterQ
        "expected a level or the end of the file behind the `q`, found text that is not read"
        => "delete it, or begin it with `//`"
        => q: "the level's records end here";
    IndentedRecord UnknownRecord
        "expected a record in the first column, found one behind blanks: so a line continues the one above"
        => "delete the blanks before it";
    StrayLine UnknownRecord "expected a record in the first column, found an indented line that continues none"
        => "delete the blanks before it";

    // The first word of a modern line

    UnknownHead(word: &'a str) UnknownRecord "{}", no_head(word)
        => "{}", drawn_as(word).unwrap_or("begin remarks with `//`; indent a line that continues the one above");
    LooseEnd UnknownRecord "{}", no_head("end")
        => "an `end` closes a `map`, and here is none to close";
    /// `w3 4`
    GluedNumber(word: &'a str) UnknownRecord "{}", no_head(word)
        => "a blank stands behind the glyph";
    LooseRow(word: &'a str) UnknownRecord "{}", no_head(word)
        => "rows of a map stand between a line `map` and a line `end`";
    /// `explore fog=yes`
    LooseGame(game: &'a str) UnknownRecord "{}", no_head(game)
        => "a line `rules {game}` says which game it is";
    /// `lives=3`
    LooseParameter(word: &'a str, game: &'a str, key: &'a str) UnknownRecord "{}", no_head(word)
        => "it belongs on the line of the game: `rules {game} {key}=…`";
    /// `item! "holy water"`
    GluedGlyph(word: &'a str, keyword: &'a str, glyph: char) UnknownRecord "{}", no_head(word)
        => "a blank stands between `{keyword}` and its glyph: `{keyword} {glyph}`";

    // Glyphs and games after the first word

    NoGlyph(shape: &'a Shape, word: &'a str) BadValue
        "expected a glyph (one character, then a blank) behind `{}`, found {}", shape.keyword, quoted_or_nothing(word)
        => "{}", reads(shape);
    NoGlyphs(word: &'a str) BadValue "expected glyphs with `|` between them, found {}", quoted(word)
        => "one glyph each, such as `w|r|.`, or `w*3|r` where one is taken more often";
    LoneWeight BadValue "expected a weight beside other alternatives, found one alone"
        => "a weight says how often one of several is taken: `w*3|r`";
    WeightOutOfRange(heaviest: i64, weight: i64) NumberOutOfRange
        "expected a weight from 1 to {heaviest}, found {weight}"
        => "leave an alternative out that is never to be taken";
    NoGame(word: &'a str) BadValue "{}", no_game(word)
        => "there are {}", GameSet::EVERY.rules_lines("and");
    /// `rules explore=yes`
    GameWithValue(word: &'a str, game: &'a str) BadValue "{}", no_game(word)
        => "the game's name stands alone: `rules {game}`";
    /// `rules goal=500`
    MissingGame(word: &'a str, game: &'a str, key: &'a str) BadValue "{}", no_game(word)
        => "the game's name comes first: `rules {game} {key}=…`";

    // The items of a record

    /// A word that is no item; `wanted` are those that may follow: a number, a key, a text.
    UnexpectedItem(wanted: [bool; 3], word: &'a str, shape: &'a Shape) BadValue
        "expected {}, found {}", items(wanted), quoted(word)
        => "{}", if shape.keyword.is_empty() { GLYPH_READS.into() } else { reads(shape) };
    /// `when step P do tile D`, `expect won turns<=40`
    SpokenItems(meant: &'a str, said: &'a str, shape: &'a Shape) BadValue "expected `{meant}`, found {}", quoted(said)
        => "{}", reads(shape);
    /// `health = 40`
    PartedKey(key: &'a str) BadValue
        "expected `{key}=` and its value without blanks, found blanks round the `=`";
    /// `health 40`
    MissingEquals(word: &'a str, value: &'a str) BadValue
        "expected `key=value`, found `{word}` and {value} apart";
    /// `hidden`
    BareKey(key: &'a str, word: &'a str) BadValue "expected `{key}=` and a value, found `{word}` alone"
        => "write the value right behind `{key}=`; a text stands between two plain quotes (`\"`)";
    /// `via=8,2 9,2`
    SecondPoint(word: &'a str) BadValue
        "expected a `via=` before each point of a route, found {}", quoted(word);
    /// `w 3,4`
    CommasInNumbers(word: &'a str) BadValue
        "expected blanks between numbers, found commas in {}", quoted(word);
    /// `# a remark`
    WallForRemark(word: &'a str) BadValue "expected a place behind `#`, found {}", quoted(word)
        => "`#` is a wall: remarks begin with `//`";

    // Numbers

    LongNumber NumberOutOfRange "expected a number of at most 18 digits, found a longer one";
    MissingNumber(called: &'a str, there: usize, shape: &'a Shape) MissingNumber
        "expected {} behind `{called}`, found {}",
        least_numbers(shape), if there == 0 { "none".into() } else { there.to_string() }
        => "{}", reads(shape);
    ExtraNumber(called: &'a str, shape: &'a Shape) ExtraNumber "expected {} behind `{called}`, found {}",
        most_numbers(shape), if shape.numbers.1 == 0 { "one" } else { "another" }
        => "{}", reads(shape);
    /// `w health=8 3 4`
    NumberBehindKeys ExtraNumber "expected a `key=value`, found a number behind the keys"
        => "numbers stand before the first `key=value`";
    Share BadValue "expected a number without `%`: only `scatter` and `mark` take a share"
        => "delete the `%`";
    MissingShare BadValue "expected a share behind a mark, found a number without `%`"
        => "write the chance that the thing is there, such as `50%`";
    /// A range where one number stands, perhaps one behind a place: `w 3 4 4..9`.
    Range(is_behind_place: bool) BadValue "expected one number, found two: only `scatter` takes a range here"
        => "{}", if is_behind_place { NAMED_RANGE } else { "write the one that you mean" };

    // Keys and values

    KeyRefused(called: &'a str, key: &'a str, shape: &'a Shape) UnknownKey
        "expected no keys behind `{called}`, found `{key}=`"
        => "{}", mend_elsewhere(key).unwrap_or_else(|| reads(shape));
    KeyAgain(key: &'a str, first: Span) DuplicateKey "expected `{key}` once in a record, found it again"
        => "keep the one that you mean"
        => first: "first given here";
    MissingValue(key: &'a str) BadValue "expected a value right behind `{key}=`, found none"
        => "no blanks stand round the `=`";
    /// `health=40,strength=5`
    Comma BadValue "expected a blank behind the value, found a comma"
        => "blanks alone stand between the items of a record";
    /// `to=(3,4)`
    Brackets(word: &'a str) BadValue "expected a point without brackets, found {}", quoted(word);
    /// `to=3 4`
    PartedPoint(key: &'a str, x: i64, y: i64) BadValue
        "expected a point such as `{x},{y}` for `{key}=`, found {x} and {y} apart";
    QuoteInValue(word: &'a str) BadValue
        "expected a value of one kind, found {} with a quote inside", quoted(word)
        => "a text begins right behind the `=`, and a blank stands before the next word";

    // Texts

    MissingText(called: &'a str, shape: &'a Shape) BadValue
        "expected a text in quotes behind `{called}`, found none"
        => "{}", reads(shape);
    TextRefused(called: &'a str, shape: &'a Shape) BadValue "expected no text behind `{called}`, found one"
        => "{}", reads(shape);
    SecondText(first: Span) BadValue "expected at most one text in a record, found a second"
        => "put both into one, or keep the one that you mean"
        => first: "the first";
    /// `title The Crypt`
    MissingQuotes(words: &'a str) BadValue "expected a text in quotes, found {}", quoted(words)
        => "a text stands between two plain quotes (`\"`)";
    /// `title “The Crypt”`
    TypographicQuotes(text: &'a str) BadValue
        "expected plain quotes (`\"`) round a text, found typographic ones in {}", quoted(text);
    /// `title "The Crypt”`
    TypographicEnd(quote: &'a str) UnterminatedText
        "expected a plain quote (`\"`) at the end of the text, found `{quote}`"
        => "a text stands between two plain quotes";
    OpenText UnterminatedText "expected a quote at the end of the text, found the end of the line"
        => "a text ends on its line: close it with `\"`";
    BadEscape BadValue "expected `\\\"` or `\\\\` in a text, found a backslash before something else"
        => "a backslash itself is written `\\\\`";
    /// `"Beware!"hidden=yes`
    GluedKey(word: &'a str) BadValue "expected a blank behind the text, found {}", quoted(word)
        => "blanks stand between the items of a record";
    /// `"the "old" door"`
    GluedWord(word: &'a str) BadValue "expected a blank behind the text, found {}", quoted(word)
        => "a text ends at the next quote: one inside it is written `\\\"`";

    // Statements that a program gives in place of a file

    LooseItems UnknownRecord "expected a record before its items, found items that belong to none"
        => "begin a record first";
    BlankGlyph BadValue "expected a glyph (one character that can be seen), found a blank";
    NoAlternative BadValue "expected a glyph that this one stands for, found none";
    SeveralWords(words: &'a str) BadValue "expected one word, found {}", quoted_or_nothing(words);
    OddKey(key: &'a str) UnknownKey
        "expected a key of letters, digits, `-` and `_`, found {}", quoted_or_nothing(key);
}

const LIMITS: &str = "the limits are there so that no file can exhaust the machine";
const NAMED_RANGE: &str = "a range is written with the name of its number, such as `health=4..9`";
const GLYPH_READS: &str =
    "a record of a glyph reads, for example, `w 3 4 health=8`; begin remarks with `//`";

/// What a number of a classic record is called.
#[derive(Clone, Copy)]
pub enum NumberName {
    /// One that every record of its letter has.
    Named(&'static str),
    /// A number of a patrol's route, counted from 0.
    OfRoute(usize),
}

impl std::fmt::Display for NumberName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NumberName::Named(name) => f.write_str(name),
            NumberName::OfRoute(n) => {
                write!(f, "{} of route point {}", ["x", "y"][n % 2], n / 2 + 1)
            }
        }
    }
}

/// The end of the message about lines below each other that make no sense, in a modern file.
pub fn of_lines(lines: usize) -> String {
    format!("; {lines} lines in all make no sense")
}

/// The end of the message about lines below each other that make no sense, in a classic file.
pub fn of_classic_lines(lines: usize) -> String {
    format!(", and {lines} lines in all that make no sense")
}

/// The text beside one of several rows of a wrong width.
pub fn row_has(number: usize, width: usize) -> String {
    format!("row {number} has {width}")
}

/// How a thing is written that has a glyph and no keyword.
pub fn drawn_as(word: &str) -> Option<&'static str> {
    Some(match word {
        "door" => "a door is written with its glyph, such as `+ 12 4 locked=bronze`",
        "trap" => "a trap is written with its glyph, such as `^ 12 4 trap=pit`",
        "stairs" | "stair" => "stairs are written with their glyph, such as `> 12 4 to=\"Cellar\"`",
        "sign" => "a sign is written with its glyph, such as `? 12 4 \"Beware.\"`",
        "wall" => "a wall is written with its glyph, such as `# 12 4`",
        _ => {
            let hints = ALL.into_iter().flat_map(|game| game.glyph_hints);
            return hints
                .copied()
                .find(|(own, _)| *own == word)
                .map(|(_, hint)| hint);
        }
    })
}

fn reads(shape: &Shape) -> String {
    format!("it reads, for example, `{}`", shape.example)
}

fn or_end(word: &str) -> String {
    match word {
        "" => "the end of the file".into(),
        _ => quoted(word),
    }
}

fn bad_bytes(places: usize) -> String {
    match places {
        1 => "a byte here that is none".into(),
        n => format!("{n} places that are none; this is the first"),
    }
}

fn shown(c: char) -> String {
    let mut shown = String::new();
    push_clean(&mut shown, c);
    shown
}

fn name_of(c: char) -> &'static str {
    match c {
        '\0' => "a NUL",
        '\n' | '\r' => "a line end",
        '\x1b' => "an escape",
        '\x0c' => "a form feed",
        '\u{feff}' => "a byte order mark in the middle of the file",
        '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' => "a character without width",
        '\u{2028}' | '\u{2029}' => "a line separator",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "which turns the direction of writing"
        }
        _ if c.is_control() => "a control character",
        _ => "an invisible character",
    }
}

fn records(keyword: &str) -> &str {
    match keyword {
        "level" => "levels",
        "kind" => "kinds",
        "class" => "lines of classes",
        "item" => "declared items",
        "tile" => "declared tiles",
        "vault" => "vaults",
        _ => "records",
    }
}

fn side(is_width: bool) -> &'static str {
    if is_width { "wide" } else { "high" }
}

fn height_for(all: usize, width: Option<i64>) -> String {
    match width {
        None => format!("write {all} as the height: so many rows stand here"),
        Some(width) => format!(
            "delete what is left over, or make every row {width} wide and write {all} as the height"
        ),
    }
}

fn width_for(width: usize) -> String {
    format!("write {width} as the width: that is what most rows have")
}

fn characters(count: usize) -> String {
    match count {
        1 => "one character".into(),
        n => format!("{n} characters"),
    }
}

fn odd_rows(asked: usize, width: usize, count: usize) -> String {
    format!("expected {asked} characters in every map row, found {width} in {count} rows")
}

fn odd_row(number: usize, lost: usize) -> String {
    let found = match lost {
        0 => "a cell too many".into(),
        1 => "a cell too few".into(),
        n => format!("{n} cells too few"),
    };
    format!("expected row {number} of the map to be as wide as the rows round it, found {found}")
}

fn slipped(lost: usize, first: usize, last: usize) -> String {
    let (did, off) = match lost {
        0 => ("got it", "one column".into()),
        1 => ("lost it", "one column".into()),
        n => ("lost them", format!("{n} columns")),
    };
    let at = if first == last {
        format!("at column {first}")
    } else {
        format!("between columns {first} and {last}")
    };
    format!("it probably {did} {at}, and all that is drawn behind it stands {off} off")
}

fn mended_row(lost: usize, cell: Option<char>) -> String {
    match cell {
        None => String::new(),
        Some(cell) if lost > 0 => format!(": write one more `{cell}` there"),
        Some(cell) => format!(": delete a `{cell}` there"),
    }
}

fn no_letter(numbers: &str) -> String {
    format!("expected the letter of a record, found {}", quoted(numbers))
}

fn no_head(word: &str) -> String {
    format!(
        "expected a keyword, or a glyph and a blank, found {}",
        quoted(word)
    )
}

fn no_game(word: &str) -> String {
    let found = quoted_or_nothing(word);
    format!("expected the name of a rule set behind `rules`, found {found}")
}

fn items(wanted: [bool; 3]) -> &'static str {
    match wanted {
        [true, true, true] => "a number, `key=value` or a text in quotes",
        [true, true, false] => "a number or `key=value`",
        [true, false, _] => "a number",
        [false, true, true] => "`key=value` or a text in quotes",
        [false, true, false] => "`key=value`",
        [false, false, true] => "a text in quotes",
        [false, false, false] => "the end of the record",
    }
}

fn least_numbers(shape: &Shape) -> String {
    match (shape.keyword, shape.numbers.0) {
        ("", _) => "a place, x and y,".into(),
        (_, 1) => "a number".into(),
        (_, n) => format!("{n} numbers"),
    }
}

fn most_numbers(shape: &Shape) -> String {
    match shape.numbers.1 {
        0 => "no number".into(),
        1 => "one number".into(),
        n => format!("{n} numbers"),
    }
}
