//! The kinds of syntax errors, with the wording of each. Parsers report a kind, a place and a fix; all sentences are in
//! this file.
use super::shape::Shape;
use crate::characters::{push_clean, quoted, quoted_or_nothing};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{GameSet, mend_elsewhere};
use crate::source::Span;
use dungeon_model::dungeon::games::ALL;

/// Builds the enum `Mistake` from a table. A row holds a variant with its data, then a code and a message, then the
/// help and the labels, each after a `=>`. A label begins with the variable that is its place; `{name}` prints a
/// variable.
macro_rules! mistakes {
    ($(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $of:ty),*))? $code:ident
            $message:literal $(, $said:expr)*
            $(=> $help:literal $(, $meant:expr)*)?
            $(=> $place:ident: $label:literal $(, $there:expr)*)*;
    )*) => {
        /// A kind of syntax error, with the data for its message.
        pub enum Mistake<'a> {
            $($(#[$doc])* $kind $(($($of),*))?,)*
        }

        impl Mistake<'_> {
            /// Returns the finding about the mistake, without a fix.
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
        => "check whether this is the right file: dungeons are far smaller";
    Utf16 NotUtf8 "expected UTF-8, found what looks like UTF-16"
        => "save the file as UTF-8 in your editor";
    Binary NotUtf8 "expected UTF-8, found mostly invalid bytes"
        => "check whether this is the right file; if it is, save it as UTF-8 in your editor";
    NotUtf8(places: usize) NotUtf8 "expected UTF-8, found {}", bad_bytes(places)
        => "save the file as UTF-8 in your editor";
    MergeConflict(end: Option<Span>) MergeConflict "expected one version, found a merge conflict"
        => "keep one side, and delete the other and the conflict markers"
        => end: "the conflict ends here";

    // Characters

    Accent(c: char) ControlCharacter
        "expected a visible character, found {}, a combining accent", shown(c)
        => "write the letter and its accent as one character, or delete the accent";
    Invisible(c: char) ControlCharacter "expected a visible character, found {}, {}", shown(c), name_of(c)
        => "delete it";
    OddBlank(c: char) OddBlank "expected a plain space, found {}, which only looks like one", shown(c)
        => "write a plain space (U+0020)";
    WideGlyph(c: char) WideGlyph "expected a character one column wide, found {}", shown(c)
        => "use another character: this one shifts the rest of its row";
    Tab TabInMap "expected spaces in a map, found a tab"
        => "write spaces instead: the width of a tab differs between editors";

    // Limits

    ManyRecords(most: usize, of: &'a str) Limit "expected at most {most} {}, found more", records(of) => "{LIMITS}";
    ManyAlternatives(most: usize) Limit "expected at most {most} alternatives, found more" => "{LIMITS}";
    ManyKeys(most: usize) Limit "expected at most {most} keys in a record, found more" => "{LIMITS}";
    LongText(most: usize, length: usize) Limit "expected a text of at most {most} bytes, found {length}" => "{LIMITS}";
    LongSide(most: u32, is_width: bool) Limit
        "expected a map at most {most} cells {}, found more", side(is_width) => "{LIMITS}";
    ManyRows(most: usize) Limit "expected at most {most} rows and columns in a map, found more" => "{LIMITS}";
    ManyCells(most: usize) Limit "expected at most {most} cells in a map, found more" => "{LIMITS}";
    LargeSize(most: usize, cells: i64) Limit "expected at most {most} cells in a map, found {cells}" => "{LIMITS}";
    LongRoute(most: usize) RouteTooLong "expected a route of at most {most} points, found more";
    LongPatrol(most: usize, count: i64) RouteTooLong "expected a route of at most {most} points, found {count}";

    // The size of a map

    MissingHeight(width: i64, found: &'a str) BadHeader
        "expected the map's width and height, found {width} and {}", or_end(found)
        => "write two numbers on the first line, such as `40 20`";
    EmptySide(length: i64, is_width: bool) NumberOutOfRange
        "expected a map at least 1 cell {}, found {length}", side(is_width)
        => "make the map at least 3 by 3 cells, so that it has an interior";
    TurnedSize(width: i64, height: i64) BadHeader
        "expected the width before the height, found {height} and then {width}";
    /// A size after `map`, as in `map 40 20`, before a drawing with an `end`.
    SizedDrawing(size: &'a str) BadHeader
        "expected `map` alone before a drawing that ends with `end`, found a size after it"
        => "delete the size, which the drawing gives; only a map without `end`, such as `map classic {size}`, has a \
            size, and its spaces are floor";

    // The rows of a map

    UndrawnMap(width: i64, height: i64, stop: Span) MapTooShort "expected {height} map rows, found 0"
        => "write `map open {width} {height}` for a map of floor, or draw the rows below the line with the size"
        => stop: "the map ends here";
    NoRows(height: i64, stop: Span) MapTooShort "expected {height} map rows, found 0"
        => "draw the rows below the line with the size"
        => stop: "the map ends here";
    FewRows(height: i64, rows: usize, stop: Span) MapTooShort "expected {height} map rows, found {rows}"
        => "change the height to {rows}, or draw the missing rows"
        => stop: "the map ends here";
    /// More rows than the header says. `all` is the number of all rows, and `rows` the number without the surplus ones.
    /// `width` is the map's width if the surplus rows have a different width.
    RowsLeftOver(rows: usize, all: usize, width: Option<i64>, height: Span, last: Span) RowsLeftOver
        "expected records after {rows} map rows, found {}", more_rows(all - rows)
        => "{}", height_for(all, width)
        => height: "the height"
        => last: "the last row of the map";
    ShortRow(asked: usize, number: usize, width: usize) ShortRow
        "expected {asked} characters in map row {number}, found {width}"
        => "add {}: trailing spaces may have been stripped", characters(asked - width);
    LongRow(asked: usize, number: usize, width: usize) LongRow
        "expected {asked} characters in map row {number}, found {width}"
        => "delete the extra characters, which are ignored, or write a larger width";
    /// Several rows with the same wrong width, perhaps most of the map.
    ShortRows(asked: usize, width: usize, count: usize, is_most: bool) ShortRow "{}", odd_rows(asked, width, count)
        => "{}", if is_most { width_for(width) } else { format!("extend these rows to column {asked}") };
    LongRows(asked: usize, width: usize, count: usize, is_most: bool) LongRow "{}", odd_rows(asked, width, count)
        => "{}", if is_most { width_for(width) } else { "delete the extra characters, which are ignored".into() };
    /// A row that has lost its last cells; `lost` is their number.
    CutRow(number: usize, lost: usize) OddRow "{}", odd_row(number, lost)
        => "draw the rest of the row: the cells after its end are rock";
    /// A row that has lost `lost` cells, or has one cell too many if `lost` is 0. The error is somewhere from column
    /// `first` to column `last`. If it is clear which cell to add or delete, `cell` is this cell.
    OddRow(number: usize, lost: usize, first: usize, last: usize, cell: Option<char>) OddRow
        "{}", odd_row(number, lost)
        => "{}", row_fix(lost, first, last, cell);
    MissingEnd(stop: Span) UnterminatedMap "expected a line `end` after the map, found none"
        => "add a line `end` after the last row"
        => stop: "the map seems to end before this";
    MisspeltEnd(line: &'a str) UnterminatedMap "expected a line `end` after the map, found {}", quoted(line)
        => "write `end` in lowercase, alone on its line";
    /// A row that is given by a program, and that would end the map in a file.
    EndingRow(row: &'a str) UnterminatedMap
        "expected a map row, found {}, which would end the map in a file", quoted(row);

    // The records of a classic file

    UnknownLetter(word: &'a str) UnknownRecord "expected a record, found {}", quoted(word)
        => "begin a record with one of `h w g p * = $`, and end the records with `q`";
    /// Numbers after a complete record.
    SpareNumbers(numbers: &'a str, record: Span, takes: usize) UnknownRecord "{}", no_letter(numbers)
        => "delete the extra numbers"
        => record: "this record takes {takes} numbers";
    LooseNumbers(numbers: &'a str) UnknownRecord "{}", no_letter(numbers)
        => "begin a record with one of `h w g p * = $`";
    MissingNumberOf(letter: char, name: NumberName, names: &'static [&'static str], word: &'a str, place: Option<Span>)
        MissingNumber "expected a number for the {name} of `{letter}`, found {}", or_end(word)
        => "write `{letter} {}{}`", names.join(" "), if letter == 'p' { " x1 y1 … xn yn" } else { "" }
        => place: "here";
    LongNumberOf(name: NumberName) NumberOutOfRange
        "expected a number of at most 18 digits for the {name}, found a longer one";
    NegativeCount(count: i64) NumberOutOfRange "expected 0 or more route points, found {count}";
    MissingQ MissingQ "expected a `q` after the last record, found the end of the file"
        => "end the file with a line `q`";
    TextAfterQ(q: Span) TextAfterQ "expected nothing after the `q`, found text, which is ignored"
        => "move records above the `q`; begin comments with `//`"
        => q: "the records end here";

    // The lines of a modern file

    RecordAfterQ(q: Span) TextAfterQ "expected a level or the end of the file after the `q`, found a record"
        => "delete the `q`: a modern level needs none"
        => q: "the level's records end here";
    LineAfterQ(q: Span) TextAfterQ
        "expected a level or the end of the file after the `q`, found text, which is ignored"
        => "delete it, or begin it with `//`"
        => q: "the level's records end here";
    IndentedRecord UnknownRecord
        "expected a record in the first column, found an indented one, which would continue the line above"
        => "delete the spaces before it";
    StrayLine UnknownRecord "expected a record in the first column, found an indented line without a record above"
        => "delete the spaces before it";

    // The first word of a modern line

    UnknownHead(word: &'a str) UnknownRecord "{}", no_head(word)
        => "{}", drawn_as(word).unwrap_or("begin comments with `//`; indent a line that continues the one above");
    LooseEnd UnknownRecord "{}", no_head("end")
        => "delete it: no map is open here";
    /// A glyph without a space before the next number: `w3 4`
    GluedNumber(word: &'a str) UnknownRecord "{}", no_head(word)
        => "write a space after the glyph";
    LooseRow(word: &'a str) UnknownRecord "{}", no_head(word)
        => "put the rows of a map between a line `map` and a line `end`";
    /// The name of a game without `rules` before it: `explore fog=yes`
    LooseGame(game: &'a str) UnknownRecord "{}", no_head(game)
        => "choose the game with a line `rules {game}`";
    /// A parameter of a game without `rules` and the game before it: `lives=3`
    LooseParameter(word: &'a str, game: &'a str, key: &'a str) UnknownRecord "{}", no_head(word)
        => "move it to the line of the game: `rules {game} {key}=…`";
    /// A keyword without a space before its glyph: `item! "holy water"`
    GluedGlyph(word: &'a str, keyword: &'a str, glyph: char) UnknownRecord "{}", no_head(word)
        => "write a space between `{keyword}` and its glyph: `{keyword} {glyph}`";

    // Glyphs and games after the first word

    NoGlyph(shape: &'a Shape, word: &'a str) BadValue
        "expected a glyph (one character, then a space) after `{}`, found {}", shape.keyword, quoted_or_nothing(word)
        => "{}", reads(shape);
    NoGlyphs(word: &'a str) BadValue "expected glyphs separated by `|`, found {}", quoted(word)
        => "write one glyph each, such as `w|r|.`; `w*3|r` makes `w` three times as likely";
    LoneWeight BadValue "expected several alternatives with a weight, found one"
        => "delete the weight, or add an alternative, such as `w*3|r`";
    WeightOutOfRange(heaviest: i64, weight: i64) NumberOutOfRange
        "expected a weight from 1 to {heaviest}, found {weight}"
        => "to exclude an alternative, delete it";
    NoGame(word: &'a str) BadValue "{}", no_game(word)
        => "write {}", GameSet::EVERY.rules_lines("or");
    /// The name of a game with a value: `rules explore=yes`
    GameWithValue(word: &'a str, game: &'a str) BadValue "{}", no_game(word)
        => "write the name of the game alone: `rules {game}`";
    /// A parameter of a game without the game before it: `rules goal=500`
    MissingGame(word: &'a str, game: &'a str, key: &'a str) BadValue "{}", no_game(word)
        => "write the name of the game first: `rules {game} {key}=…`";

    // The items of a record

    /// A word that is not an item of the record. `wanted` tells whether a number, a key and a text may stand there.
    UnexpectedItem(wanted: [bool; 3], word: &'a str, shape: &'a Shape) BadValue
        "expected {}, found {}", items(wanted), quoted(word)
        => "{}", if shape.keyword.is_empty() { GLYPH_READS.into() } else { reads(shape) };
    /// A record in everyday language: `when step P do tile D`, `expect won turns<=40`
    SpokenItems(meant: &'a str, said: &'a str, shape: &'a Shape) BadValue "expected `{meant}`, found {}", quoted(said)
        => "{}", reads(shape);
    /// Spaces around the `=` of a key: `health = 40`
    PartedKey(key: &'a str) BadValue
        "expected `{key}=` and its value without spaces, found spaces around the `=`";
    /// A key and its number without `=`: `health 40`
    MissingEquals(word: &'a str, value: &'a str) BadValue
        "expected `key=value`, found `{word}` and {value} without `=`";
    /// A key without `=` and value: `hidden`
    BareKey(key: &'a str, word: &'a str) BadValue "expected `{key}=` and a value, found `{word}` alone"
        => "write the value right after `{key}=`; if it is a text, put it between plain quotes (`\"`)";
    /// A point of a route without its `via=`: `via=8,2 9,2`
    SecondPoint(word: &'a str) BadValue
        "expected `via=` before each point of a route, found {}", quoted(word);
    /// A comma between two numbers of a record: `w 3,4`
    CommasInNumbers(word: &'a str) BadValue
        "expected spaces between numbers, found commas in {}", quoted(word);
    /// A comment that begins with the glyph of a wall: `# a remark`
    WallForRemark(word: &'a str) BadValue "expected a place after `#`, found {}", quoted(word)
        => "begin comments with `//`: `#` is a wall";

    // Numbers

    LongNumber NumberOutOfRange "expected a number of at most 18 digits, found a longer one";
    MissingNumber(called: &'a str, there: usize, shape: &'a Shape) MissingNumber
        "expected {} after `{called}`, found {}",
        least_numbers(shape), numbers_there(there)
        => "{}", reads(shape);
    ExtraNumber(called: &'a str, shape: &'a Shape) ExtraNumber "expected {} after `{called}`, found {}",
        most_numbers(shape), if shape.numbers.1 == 0 { "one" } else { "another" }
        => "{}", reads(shape);
    /// Numbers after the keys: `w health=8 3 4`
    NumberBehindKeys ExtraNumber "expected `key=value`, found a number after the keys"
        => "move the number before the first `key=value`";
    Share BadValue "expected a number without `%`, found a percentage"
        => "delete the `%`: only `scatter` and `mark` take a percentage";
    MissingShare BadValue "expected a percentage after a mark, found a number without `%`"
        => "write a chance, such as `50%`";
    /// A range instead of a number: `w 3 4 4..9`. `is_behind_place` tells whether the range follows the numbers of a
    /// cell.
    Range(is_behind_place: bool) BadValue "expected one number, found a range"
        => "{}", if is_behind_place { NAMED_RANGE } else { "write one number: only `scatter` takes a range here" };

    // Keys and values

    KeyRefused(called: &'a str, key: &'a str, shape: &'a Shape) UnknownKey
        "expected no keys after `{called}`, found `{key}=`"
        => "{}", mend_elsewhere(key).unwrap_or_else(|| reads(shape));
    KeyAgain(key: &'a str, first: Span) DuplicateKey "expected `{key}` once in a record, found it again"
        => "keep one of them"
        => first: "first given here";
    MissingValue(key: &'a str) BadValue "expected a value right after `{key}=`, found none"
        => "write the value without a space after the `=`";
    /// A comma between two items: `health=40,strength=5`
    Comma BadValue "expected a space after the value, found a comma"
        => "separate items with spaces";
    /// A point in parentheses: `to=(3,4)`
    Brackets(word: &'a str) BadValue "expected a point without parentheses, found {}", quoted(word);
    /// A point without its comma: `to=3 4`
    PartedPoint(key: &'a str, x: i64, y: i64) BadValue
        "expected a point such as `{x},{y}` for `{key}=`, found {x} and {y} without a comma";
    QuoteInValue(word: &'a str) BadValue
        "expected a value without quotes inside, found {}", quoted(word)
        => "begin a text right after the `=`, and write a space before the next word";

    // Texts

    MissingText(called: &'a str, shape: &'a Shape) BadValue
        "expected a text in quotes after `{called}`, found none"
        => "{}", reads(shape);
    TextRefused(called: &'a str, shape: &'a Shape) BadValue "expected no text after `{called}`, found one"
        => "{}", reads(shape);
    SecondText(first: Span) BadValue "expected at most one text in a record, found a second"
        => "join both texts, or keep one of them"
        => first: "the first text";
    /// A text without quotes: `title The Crypt`
    MissingQuotes(words: &'a str) BadValue "expected a text in quotes, found {}", quoted(words)
        => "write the text between plain quotes (`\"`)";
    /// A text in typographic quotes: `title “The Crypt”`
    TypographicQuotes(text: &'a str) BadValue
        "expected plain quotes (`\"`) around a text, found typographic quotes in {}", quoted(text);
    /// A text that ends with a typographic quote: `title "The Crypt”`
    TypographicEnd(quote: &'a str) UnterminatedText
        "expected a plain quote (`\"`) at the end of the text, found `{quote}`"
        => "write the text between plain quotes";
    OpenText UnterminatedText "expected a quote at the end of the text, found the end of the line"
        => "close the text with `\"` on the same line";
    BadEscape BadValue "expected `\\\"` or `\\\\` in a text, found a backslash before another character"
        => "write `\\\\` for a backslash";
    /// A key without a space before it: `"Beware!"hidden=yes`
    GluedKey(word: &'a str) BadValue "expected a space after the text, found {}", quoted(word)
        => "separate items with spaces";
    /// A word without a space before it, often after a quote inside a text: `"the "old" door"`
    GluedWord(word: &'a str) BadValue "expected a space after the text, found {}", quoted(word)
        => "write `\\\"` for a quote inside the text";

    // Statements that a program gives in place of a file

    LooseItems UnknownRecord "expected a record before its items, found items without a record"
        => "begin a record first";
    BlankGlyph BadValue "expected a glyph (one visible character), found a space";
    NoAlternative BadValue "expected glyphs that this one stands for, found none";
    SeveralWords(words: &'a str) BadValue "expected one word, found {}", quoted_or_nothing(words);
    OddKey(key: &'a str) UnknownKey
        "expected a key of letters, digits, `-` and `_`, found {}", quoted_or_nothing(key);
}

const LIMITS: &str = "stay within the limit, which keeps a file from exhausting memory and time";
const NAMED_RANGE: &str = "write a range with the name of its number, such as `health=4..9`";
const GLYPH_READS: &str = "write a record such as `w 3 4 health=8`; begin comments with `//`";

/// The name of a number of a classic record.
#[derive(Clone, Copy)]
pub enum NumberName {
    /// A number that all records with this letter have, such as the health.
    Named(&'static str),
    /// A number in a patrol's route, by its index from 0: even indexes are x, odd ones are y.
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

/// Returns the end of the message about several unreadable lines in a row.
pub fn of_lines(lines: usize) -> String {
    format!(", the first of {lines} unreadable lines")
}

/// Returns the label of one of several rows with the same wrong width.
pub fn row_has(number: usize, width: usize) -> String {
    format!("row {number} has {width}")
}

/// Returns help on how to write a thing that has a glyph and no keyword, such as a door; `None` for any other word.
pub fn drawn_as(word: &str) -> Option<&'static str> {
    Some(match word {
        "door" => "write a door with its glyph, such as `+ 12 4 locked=bronze`",
        "trap" => "write a trap with its glyph, such as `^ 12 4 trap=pit`",
        "stairs" | "stair" => "write stairs with their glyph, such as `> 12 4 to=\"Cellar\"`",
        "sign" => "write a sign with its glyph, such as `? 12 4 \"Beware.\"`",
        "wall" => "write a wall with its glyph, such as `# 12 4`",
        _ => {
            let hints = ALL.into_iter().flat_map(|game| game.form().glyph_hints);
            return hints
                .copied()
                .find(|(own, _)| *own == word)
                .map(|(_, hint)| hint);
        }
    })
}

fn reads(shape: &Shape) -> String {
    format!("write, for example, `{}`", shape.example)
}

fn or_end(word: &str) -> String {
    match word {
        "" => "the end of the file".into(),
        _ => quoted(word),
    }
}

fn bad_bytes(places: usize) -> String {
    match places {
        1 => "an invalid byte".into(),
        n => format!("invalid bytes in {n} places, the first here"),
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
        '\n' | '\r' => "a line break",
        '\x1b' => "an escape character",
        '\x0c' => "a form feed",
        '\u{feff}' => "a byte order mark in the middle of the file",
        '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' => "a zero-width character",
        '\u{2028}' | '\u{2029}' => "a line separator",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a text-direction mark"
        }
        _ if c.is_control() => "a control character",
        _ => "an invisible character",
    }
}

fn records(keyword: &str) -> &str {
    match keyword {
        "level" => "levels",
        "kind" => "kinds",
        "class" => "`class` lines",
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
        None => format!("change the height to {all}, the number of rows drawn"),
        Some(width) => format!(
            "delete the extra rows, or make every row {width} wide and change the height to {all}"
        ),
    }
}

fn width_for(width: usize) -> String {
    format!("change the width to {width}, which most rows have")
}

fn more_rows(count: usize) -> String {
    match count {
        1 => "another row".into(),
        n => format!("{n} more rows"),
    }
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
        0 => "one cell too many".into(),
        1 => "one cell too few".into(),
        n => format!("{n} cells too few"),
    };
    format!("expected map row {number} to be as wide as its neighbors, found {found}")
}

fn row_fix(lost: usize, first: usize, last: usize, cell: Option<char>) -> String {
    let place = if first == last {
        format!("at column {first}")
    } else {
        format!("between columns {first} and {last}")
    };
    let (slip, off) = match lost {
        0 => ("has one cell too many".into(), "one column".into()),
        1 => ("lost one cell".into(), "one column".into()),
        n => (format!("lost {n} cells"), format!("{n} columns")),
    };
    match cell {
        None => format!("the row probably {slip} {place}, which shifts the rest by {off}"),
        Some(cell) => {
            let edit = if lost > 0 { "add" } else { "delete" };
            format!("{edit} a `{cell}` {place}: the row probably {slip}, which shifts the rest")
        }
    }
}

fn no_letter(numbers: &str) -> String {
    format!("expected the letter of a record, found {}", quoted(numbers))
}

fn no_head(word: &str) -> String {
    format!(
        "expected a keyword, or a glyph and a space, found {}",
        quoted(word)
    )
}

fn no_game(word: &str) -> String {
    let found = quoted_or_nothing(word);
    format!("expected the name of a rule set after `rules`, found {found}")
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

fn numbers_there(count: usize) -> String {
    match count {
        0 => "none".into(),
        1 => "one number".into(),
        n => format!("{n} numbers"),
    }
}

fn most_numbers(shape: &Shape) -> String {
    match shape.numbers.1 {
        0 => "no number".into(),
        1 => "one number".into(),
        n => format!("{n} numbers"),
    }
}
