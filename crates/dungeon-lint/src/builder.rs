//! `DungeonBuilder::new`: makes dungeons from a program. Each call appends text to a listing, which reports quote, and
//! stores the same statement as a syntax node. The listing is never parsed.
use std::ops::RangeInclusive;

use crate::load::understand;
use dungeon_format::characters::{first_byte, in_quotes};
use dungeon_format::meter::LookMeter;
use dungeon_format::parse::{GivenHead, GivenStatement, Item, judge, unquoted_value};
use dungeon_format::report::Report;
use dungeon_format::source::{Limits, Source, Span, Spanned};
use dungeon_format::syntax::{Alternative, Alternatives, Head, KeyValue, Number, Value};
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::{Point, Region};
use dungeon_model::space::grid::Grid;

/// The file name in reports about a builder's dungeon.
const NAME: &str = "<builder>";

/// A dungeon that a program builds statement by statement, with the words of a dungeon file ([`reference::format`]).
///
/// A method such as [`kind`](DungeonBuilder::kind) or [`glyph`](DungeonBuilder::glyph) begins a record;
/// [`key`](DungeonBuilder::key), [`text`](DungeonBuilder::text) and [`number`](DungeonBuilder::number) add to the last
/// record. All checks run in [`build`](DungeonBuilder::build), which reports the same problems as `dungeon check` does
/// in a file. Reports quote a listing: the statements as a file would contain them. No argument panics. Coordinates
/// count from 0, as everywhere in the library; the listing counts from 1, as files do.
///
/// ```
/// use dungeon::data::DungeonBuilder;
/// use dungeon::geometry::at;
///
/// let cellar = DungeonBuilder::new()
///     .title("The cellar")
///     .kind('r', "rat")
///     .key("health", 3)
///     .key("hunt", "stand")
///     .level("Cellar")
///     .map(["######", "#@.r$#", "######"])
///     .glyph('?', at(2, 1))
///     .text("Mind the rat.")
///     .build()?;
/// assert_eq!(cellar.levels()[0].spawns[1].at, at(3, 1));
///
/// let error = DungeonBuilder::new().map(["####", "#@o#", "####"]).build().unwrap_err();
/// assert!(error.to_string().contains(" --> <builder>:3:3\n"));
/// # Ok::<(), Box<dungeon::Report>>(())
/// ```
///
/// [`reference::format`]: https://docs.rs/dungeon/latest/dungeon/reference/format/index.html
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct DungeonBuilder {
    /// The dungeon as a file would contain it, without the final line break.
    text: String,
    given: Vec<GivenStatement>,
    /// The places of line breaks in rows, texts and words that the caller passed. Such line breaks are errors, because
    /// no file can express them.
    line_ends: Vec<Span>,
    limits: Limits,
}

impl DungeonBuilder {
    /// Begins an empty dungeon.
    ///
    /// ```
    /// use dungeon::data::DungeonBuilder;
    ///
    /// let builder = DungeonBuilder::new().made_map("caves", 30, 12).scatter('@').number(1);
    /// let caves = builder.scatter('$').percent(4).build()?;
    /// assert_eq!(caves.levels().len(), 1);
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn new() -> DungeonBuilder {
        DungeonBuilder::default()
    }
}

/// Methods for the title, rules, declarations, goals, causes and levels.
impl DungeonBuilder {
    /// Begins `title "…"`, the dungeon's title.
    pub fn title(self, title: &str) -> DungeonBuilder {
        self.plain("title", Head::Title).text(title)
    }

    /// Begins `author "…"`.
    pub fn author(self, author: &str) -> DungeonBuilder {
        self.plain("author", Head::Author).text(author)
    }

    /// Begins `about "…"`, one line for the menu.
    pub fn about(self, about: &str) -> DungeonBuilder {
        self.plain("about", Head::About).text(about)
    }

    /// Begins `seed N`, the seed of every game.
    pub fn seed(self, seed: i64) -> DungeonBuilder {
        self.plain("seed", Head::Seed).number(seed)
    }

    /// Begins `allow CODE`, which silences a warning: for the next record or map, after a `level` for that level, and
    /// at the start for the whole dungeon.
    pub fn allow(mut self, code: &str) -> DungeonBuilder {
        let word = self.begin("allow");
        let code = self.next_word(code);
        self.head(word, Head::Allow(code))
    }

    /// Begins `rules GAME`; the keys are the game's parameters.
    pub fn rules(mut self, game: &str) -> DungeonBuilder {
        let word = self.begin("rules");
        let game = self.next_word(game);
        self.head(word, Head::Rules(game))
    }

    /// Begins `hero`, whose keys set the hero's numbers.
    pub fn hero(self) -> DungeonBuilder {
        self.plain("hero", Head::Hero)
    }

    /// Begins `tile GLYPH "name"`.
    pub fn tile<'n>(self, glyph: char, name: impl Into<Option<&'n str>>) -> DungeonBuilder {
        self.of_glyph("tile", glyph, Head::Tile).name(name.into())
    }

    /// Begins `item GLYPH "name"`.
    pub fn item<'n>(self, glyph: char, name: impl Into<Option<&'n str>>) -> DungeonBuilder {
        self.of_glyph("item", glyph, Head::Item).name(name.into())
    }

    /// Begins `family "name"`, whose `looks` the seed deals out to the items with that `family`.
    ///
    /// ```
    /// let hall = dungeon::data::DungeonBuilder::new().family("vial").key("looks", "red|blue");
    /// let hall = hall.item('a', "vial of warmth").key("health", 9).key("family", "vial");
    /// let hall = hall.item('b', "vial of frost").key("health", -9).key("family", "vial");
    /// let hall = hall.map(["######", "#@a.b#", "######"]).build()?;
    /// assert_eq!(hall.families()[0].look_count, 2);
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn family(self, name: &str) -> DungeonBuilder {
        self.plain("family", Head::Family).text(name)
    }

    /// Begins `kind GLYPH "name"`.
    pub fn kind<'n>(self, glyph: char, name: impl Into<Option<&'n str>>) -> DungeonBuilder {
        self.of_glyph("kind", glyph, Head::Kind).name(name.into())
    }

    /// Begins `class GLYPH w*3|r`: a glyph for several monsters or items. The seed chooses one each time, by weight (1
    /// to 1000).
    ///
    /// ```
    /// use dungeon::data::DungeonBuilder;
    ///
    /// let builder = DungeonBuilder::new().class('u', [('w', 3), ('g', 1)]).key("depth", 1);
    /// let hall = builder.map(["######", "#@u.$#", "######"]).build()?;
    /// assert_eq!(hall.levels().len(), 1);
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn class(
        mut self,
        new: char,
        alternatives: impl IntoIterator<Item = (char, i64)>,
    ) -> DungeonBuilder {
        let word = self.begin("class");
        let new = self.next_glyph(new);
        let all = self.next_alternatives(alternatives);
        self.head(word, Head::Class(new, all))
    }

    /// Begins `goal`, whose keys say how the game is won.
    pub fn goal(self) -> DungeonBuilder {
        self.plain("goal", Head::Goal)
    }

    /// Begins `lose`, whose keys say how the game is lost.
    pub fn lose(self) -> DungeonBuilder {
        self.plain("lose", Head::Lose)
    }

    /// Begins `when`, whose keys give a cause and its effects.
    ///
    /// ```
    /// let hall = dungeon::data::DungeonBuilder::new().map(["#######", "#@P.D$#", "#######"]);
    /// let hall = hall.mark('P', '.').mark('D', '#').when().key("step", "P").key("tile", "D");
    /// assert_eq!(hall.key("into", ".").build()?.causes().len(), 1);
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn when(self) -> DungeonBuilder {
        self.plain("when", Head::When)
    }

    /// Begins `level "name"`; all later statements belong to that level.
    pub fn level<'n>(self, name: impl Into<Option<&'n str>>) -> DungeonBuilder {
        self.plain("level", Head::Level).name(name.into())
    }

    /// Begins `vault "name"`, a set piece for generated levels; its [`map`](DungeonBuilder::map), its marks and its
    /// records follow.
    pub fn vault(self, name: &str) -> DungeonBuilder {
        self.plain("vault", Head::Vault).text(name)
    }

    /// Begins `test "name"`.
    pub fn test(self, name: &str) -> DungeonBuilder {
        self.plain("test", Head::Test).text(name)
    }
}

/// Methods for maps and for the things on them.
impl DungeonBuilder {
    /// Draws the map of the level, row by row.
    ///
    /// ```
    /// let cave = dungeon::data::DungeonBuilder::new().map(["#####", "#@.$#", "#####"]).build()?;
    /// assert_eq!(cave.levels()[0].tiles.size().to_string(), "5x3");
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn map<R: AsRef<str>>(mut self, rows: impl IntoIterator<Item = R>) -> DungeonBuilder {
        let word = self.begin("map");
        let mut spans = Vec::new();
        for row in rows {
            self.text.push('\n');
            spans.push(self.push(row.as_ref()));
        }
        self.text.push_str("\nend");
        self.statement(word, GivenHead::Drawn(spans))
    }

    /// Draws the map of the level from a grid of glyphs.
    ///
    /// ```
    /// use dungeon::data::DungeonBuilder;
    /// use dungeon::geometry::{Grid, Size, at};
    ///
    /// let mut rock = Grid::filled(Size { width: 9, height: 3 }, '#');
    /// for x in 1..8 {
    ///     rock.set(at(x, 1), '.');
    /// }
    /// let corridor = DungeonBuilder::new().map_of(&rock).glyph('@', at(1, 1)).glyph('$', at(7, 1)).build()?;
    /// assert_eq!(corridor.levels()[0].items[0].0, at(7, 1));
    /// # Ok::<(), Box<dungeon::Report>>(())
    /// ```
    pub fn map_of(self, glyphs: &Grid<char>) -> DungeonBuilder {
        let rows = glyphs.rows().map(|row| row.iter().collect::<String>());
        self.map(rows)
    }

    /// Begins `map HOW W H`, a map that the seed generates: `open`, `caves` or `rooms`.
    pub fn made_map(mut self, how: &str, width: i64, height: i64) -> DungeonBuilder {
        let word = self.begin("map");
        let how = self.next_word(how);
        let map = self.statement(word, GivenHead::Made(how));
        map.number(width).number(height)
    }

    /// Begins `GLYPH x y`, which places the glyph's thing on a cell of the level.
    pub fn glyph(mut self, glyph: char, at: Point) -> DungeonBuilder {
        let word = self.begin(glyph.encode_utf8(&mut [0; 4]));
        let [x, y] = written_place(at);
        self.head(word, Head::Glyph(glyph)).number(x).number(y)
    }

    /// Begins `scatter GLYPH`; [`number`](DungeonBuilder::number) or [`percent`](DungeonBuilder::percent) sets the
    /// amount.
    pub fn scatter(self, glyph: char) -> DungeonBuilder {
        self.of_glyph("scatter", glyph, Head::Scatter)
    }

    /// Begins `mark NEW GLYPH`: each `new` drawn on this level stands for a `glyph` with the keys added to this record.
    /// A mark begun before the first level applies to every level that has no mark of its own for `new`.
    pub fn mark(mut self, new: char, glyph: char) -> DungeonBuilder {
        let word = self.begin("mark");
        let (new, glyph) = (self.next_glyph(new), self.next_glyph(glyph));
        self.head(word, Head::Mark(new, Alternatives::only(glyph)))
    }

    /// Begins `mark NEW w*3|r`: each drawn `new` is one of several glyphs, which chance picks by weight (1 to 1000).
    ///
    /// ```
    /// use dungeon::data::DungeonBuilder;
    ///
    /// let hall = DungeonBuilder::new().map(["######", "#@1.$#", "######"]).mark_any('1', [('w', 3), ('.', 1)]);
    /// let (_, report) = hall.build_with_report();
    /// assert!(report.source.text.ends_with("mark 1 w*3|.\n"));
    /// ```
    pub fn mark_any(
        mut self,
        new: char,
        alternatives: impl IntoIterator<Item = (char, i64)>,
    ) -> DungeonBuilder {
        let word = self.begin("mark");
        let new = self.next_glyph(new);
        let all = self.next_alternatives(alternatives);
        self.head(word, Head::Mark(new, all))
    }

    /// Begins `shuffle 1 2 3`: chance permutes the meanings of these marks on the level.
    pub fn shuffle(mut self, marks: impl IntoIterator<Item = char>) -> DungeonBuilder {
        let word = self.begin("shuffle");
        let marks = marks.into_iter().map(|mark| self.next_glyph(mark));
        let marks = marks.collect();
        self.head(word, Head::Shuffle(marks))
    }
}

/// Methods that add to the last record, and methods that build the dungeon.
impl DungeonBuilder {
    /// Adds `key=value`.
    pub fn key(self, key: &str, value: impl Into<WrittenValue>) -> DungeonBuilder {
        let WrittenValue(value) = value.into();
        self.add(|listing| {
            let key = listing.push(key);
            listing.text.push('=');
            let span = listing.push(&value.to_string());
            let value = Spanned { value, span };
            Item::KeyValue(KeyValue::new(key, value))
        })
    }

    /// Adds a quoted string: a name, or the text of a place.
    pub fn text(self, text: &str) -> DungeonBuilder {
        self.add(|listing| {
            let span = listing.push(&in_quotes(text));
            let value = text.to_string();
            Item::Text(Spanned { value, span })
        })
    }

    /// Adds a number before the keys.
    pub fn number(self, number: i64) -> DungeonBuilder {
        self.amount(Number::Int(number))
    }

    /// Adds a percentage, for a scatter or a mark.
    pub fn percent(self, percent: i64) -> DungeonBuilder {
        self.amount(Number::Percent(percent))
    }

    /// Adds a range of amounts; a scatter draws one of them.
    pub fn between(self, least: i64, most: i64) -> DungeonBuilder {
        self.amount(Number::Range(least, most))
    }

    fn amount(self, value: Number) -> DungeonBuilder {
        self.add(|listing| {
            let span = listing.push(&value.to_string());
            Item::Number(Spanned { value, span })
        })
    }

    /// Replaces the default limits on the dungeon's size.
    pub fn limits(self, limits: Limits) -> DungeonBuilder {
        DungeonBuilder { limits, ..self }
    }

    /// Builds the dungeon. Drops warnings; [`build_with_report`](DungeonBuilder::build_with_report) returns them.
    ///
    /// # Errors
    ///
    /// The report of all findings, if any of them is an error.
    pub fn build(self) -> Result<Dungeon, Box<Report>> {
        let (dungeon, report) = self.build_with_report();
        dungeon.ok_or(Box::new(report))
    }

    /// Builds the dungeon, and reports every finding in the listing, warnings included. Returns no dungeon if a finding
    /// is an error. Otherwise the listing (the text of the report's source), saved as a file, would give the same
    /// dungeon.
    ///
    /// ```
    /// use dungeon::data::DungeonBuilder;
    ///
    /// let builder = DungeonBuilder::new().kind('r', "rat").key("is", "wanderer").map(["####", "#@$#", "####"]);
    /// let (dungeon, report) = builder.build_with_report();
    /// assert!(dungeon.is_some());
    /// assert!(report.to_string().contains("warning[unused-declaration]"));
    /// assert!(report.source.text.starts_with("kind r \"rat\" is=wanderer\n"));
    /// ```
    pub fn build_with_report(mut self) -> (Option<Dungeon>, Report) {
        self.end_line();
        let mut source = Source::from_text(NAME, "");
        source.is_too_large = self.text.len() > self.limits.file.min(u32::MAX as usize);
        source.text = self.text;
        let (limits, given, line_ends) = (&self.limits, &self.given, &self.line_ends);
        let meter = LookMeter::new(&source, limits, &|| true);
        let (dungeon, diagnostics) = understand(&source, limits, &meter, |allowances| {
            judge(&source, limits, given, line_ends, allowances)
        });
        let report = Report {
            source,
            diagnostics,
        };
        (dungeon, report)
    }
}

/// Private methods that write the listing.
impl DungeonBuilder {
    fn end_line(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Appends a piece to the listing and records the line ends in it.
    fn push(&mut self, piece: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(piece);
        let is_line_end = |byte: u8| (byte == b'\n') | (byte == b'\r');
        let mut rest = piece.as_bytes();
        while let Some(skipped) = first_byte(rest, is_line_end) {
            let run = rest[skipped..]
                .iter()
                .take_while(|byte| is_line_end(**byte));
            let (first, count) = (self.text.len() - rest.len() + skipped, run.count());
            self.line_ends.push(Span::new(first, first + count));
            rest = &rest[skipped + count..];
        }
        Span::new(start, self.text.len())
    }

    /// Begins a line with its first word.
    fn begin(&mut self, word: &str) -> Span {
        self.end_line();
        self.push(word)
    }

    fn next_word(&mut self, word: &str) -> Spanned<String> {
        self.text.push(' ');
        let span = self.push(word);
        let value = word.to_string();
        Spanned { value, span }
    }

    fn next_glyph(&mut self, glyph: char) -> Spanned<char> {
        let span = self.next_word(glyph.encode_utf8(&mut [0; 4])).span;
        Spanned { value: glyph, span }
    }

    fn next_alternatives(
        &mut self,
        alternatives: impl IntoIterator<Item = (char, i64)>,
    ) -> Alternatives {
        let mut all = Vec::new();
        for (nth, (glyph, weight)) in alternatives.into_iter().enumerate() {
            self.text.push(if nth == 0 { ' ' } else { '|' });
            let value = Alternative { glyph, weight };
            let span = self.push(&value.to_string());
            all.push(Spanned { value, span });
        }
        Alternatives(all)
    }

    fn statement(mut self, word: Span, head: GivenHead) -> DungeonBuilder {
        self.given.push(GivenStatement {
            head,
            word,
            called: word.to(Span::new(self.text.len(), self.text.len())),
            items: Vec::new(),
        });
        self
    }

    fn head(self, word: Span, head: Head) -> DungeonBuilder {
        self.statement(word, GivenHead::Record(head))
    }

    fn plain(mut self, keyword: &str, head: Head) -> DungeonBuilder {
        let word = self.begin(keyword);
        self.head(word, head)
    }

    fn of_glyph(
        mut self,
        keyword: &str,
        glyph: char,
        head: fn(Spanned<char>) -> Head,
    ) -> DungeonBuilder {
        let word = self.begin(keyword);
        let glyph = self.next_glyph(glyph);
        self.head(word, head(glyph))
    }

    fn name(self, name: Option<&str>) -> DungeonBuilder {
        match name {
            Some(name) => self.text(name),
            None => self,
        }
    }

    /// Adds the item that `write` returns to the last record. Begins an empty record if there is no last record, as at
    /// the start and after a drawn map.
    fn add(mut self, write: impl FnOnce(&mut DungeonBuilder) -> Item) -> DungeonBuilder {
        let last = self.given.last().map(|last| &last.head);
        if matches!(last, None | Some(GivenHead::Drawn(_))) {
            let line = self.begin("");
            self = self.statement(line, GivenHead::Missing);
        }
        self.text.push(' ');
        let item = write(&mut self);
        if let Some(last) = self.given.last_mut() {
            last.items.push(item);
        }
        self
    }
}

/// A value after the `=` of a key, as a file writes it. Can be made from numbers, booleans (`yes` and `no`), cells and
/// rectangles, ranges and strings.
///
/// A string means what it would mean in a file: a word, a number, `sight:6`. A string that cannot be a bare word, for
/// example because it contains a space, becomes a quoted string. To quote a string that could be a bare word, use
/// [`text`](WrittenValue::text).
///
/// ```
/// use dungeon::data::WrittenValue;
/// use dungeon::geometry::at;
///
/// assert_eq!(WrittenValue::from(at(2, 0)).to_string(), "3,1");
/// assert_eq!(WrittenValue::from(2..=6), WrittenValue::from("2..6"));
/// assert_eq!(WrittenValue::from("No way.").to_string(), "\"No way.\"");
/// assert_ne!(WrittenValue::from("12"), WrittenValue::text("12"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenValue(Value);

impl WrittenValue {
    /// Returns a quoted string, whatever the text contains.
    pub fn text(text: impl Into<String>) -> WrittenValue {
        WrittenValue(Value::Text(text.into()))
    }
}

/// Prints as in a file.
impl std::fmt::Display for WrittenValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<&str> for WrittenValue {
    fn from(word: &str) -> WrittenValue {
        WrittenValue(unquoted_value(word).unwrap_or_else(|| Value::Text(word.to_string())))
    }
}

impl From<String> for WrittenValue {
    fn from(word: String) -> WrittenValue {
        WrittenValue::from(word.as_str())
    }
}

impl From<char> for WrittenValue {
    fn from(glyph: char) -> WrittenValue {
        WrittenValue::from(&*glyph.encode_utf8(&mut [0; 4]))
    }
}

impl From<i64> for WrittenValue {
    fn from(number: i64) -> WrittenValue {
        WrittenValue(Value::Int(number))
    }
}

impl From<i32> for WrittenValue {
    fn from(number: i32) -> WrittenValue {
        WrittenValue::from(i64::from(number))
    }
}

impl From<u32> for WrittenValue {
    fn from(number: u32) -> WrittenValue {
        WrittenValue::from(i64::from(number))
    }
}

impl From<bool> for WrittenValue {
    fn from(yes: bool) -> WrittenValue {
        WrittenValue::from(if yes { "yes" } else { "no" })
    }
}

impl From<Point> for WrittenValue {
    fn from(point: Point) -> WrittenValue {
        let [x, y] = written_place(point);
        WrittenValue(Value::Point(x, y))
    }
}

impl From<Region> for WrittenValue {
    fn from(region: Region) -> WrittenValue {
        let ([a, b], [c, d]) = (written_place(region.from), written_place(region.to));
        WrittenValue(Value::Region([a, b, c, d]))
    }
}

impl From<RangeInclusive<i64>> for WrittenValue {
    fn from(range: RangeInclusive<i64>) -> WrittenValue {
        WrittenValue(Value::Range(*range.start(), *range.end()))
    }
}

/// Returns the column and the row of a point as files write them, counted from 1.
fn written_place(point: Point) -> [i64; 2] {
    [i64::from(point.x) + 1, i64::from(point.y) + 1]
}
