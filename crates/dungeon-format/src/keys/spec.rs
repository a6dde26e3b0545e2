//! The specification of a key: its records and games, the shape of its value, its meaning.
use std::ops::RangeInclusive;

use crate::characters::listed;
use dungeon_model::dungeon::Stat;
use dungeon_model::dungeon::game_profile::{FeatureKind, Heroes};
use dungeon_model::dungeon::games::{self, ALL, FORMS};

/// One key of the format. Keys with the same word but another shape or range, such as the `damage=` of traps and of
/// weapons, are separate specs.
#[derive(Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// The word before the `=`.
    pub word: &'static str,
    /// The shape of the value.
    pub shape: ValueShape,
    /// The kinds of records that take the key: pairs of some games and the kinds that take the key there. A kind may
    /// occur in several pairs.
    pub stands: &'static [(GameSet, &'static [RecordKind])],
    /// The default value, for docs/format; empty if there is none.
    pub usual: &'static str,
    /// The meaning in one line of docs/format, without a full stop. `{built-in kinds}` stands for the words of `is=`.
    pub meaning: &'static str,
    /// The keys that this key needs or excludes in the same record.
    pub asks: &'static [Beside],
    /// The help text for a record that does not take the key and has no similar key, without a full stop; `None` to
    /// list the keys of the record.
    pub elsewhere: Option<&'static str>,
}

impl KeySpec {
    /// Whether records of this kind take the key in at least one of the games.
    pub fn stands_in(&self, record: RecordKind, games: GameSet) -> bool {
        let here = |(theirs, records): &(GameSet, &[RecordKind])| {
            theirs.overlaps(games) && records.contains(&record)
        };
        self.stands.iter().any(here)
    }

    /// Returns every record that takes the key in some game; a record may occur more than once.
    pub fn records(&self) -> impl Iterator<Item = RecordKind> {
        self.stands
            .iter()
            .flat_map(|(_, records)| records.iter().copied())
    }

    /// Returns the key as messages quote it: "`health=`".
    pub fn written(&self) -> String {
        format!("`{}=`", self.word)
    }

    /// Returns the meaning and the required and excluded keys in one line, with the words of `is=` by game.
    pub fn description(&self) -> String {
        let meaning = self.meaning.replace("{built-in kinds}", &built_in_kinds());
        let asks = self.asks.iter().map(|asked| match asked {
            Beside::Needs(other, _) => format!("; needs `{other}`"),
            Beside::Excludes(other, _) => format!("; cannot be combined with `{other}`"),
        });
        meaning + &asks.collect::<String>()
    }

    /// Returns the range that numbers in the value must be in; all numbers for a value without bounds.
    pub fn range(&self) -> RangeInclusive<i64> {
        match self.shape {
            ValueShape::Number { least, most, .. }
            | ValueShape::Range { least, most }
            | ValueShape::Bounds { least, most }
            | ValueShape::Sight { least, most }
            | ValueShape::YesOrCount { least, most }
            | ValueShape::GlyphAndNumber { least, most } => least..=most,
            _ => i64::MIN..=i64::MAX,
        }
    }

    /// Returns the games in which a record of this kind takes the key.
    pub fn games(&self, record: RecordKind) -> GameSet {
        let theirs = self
            .stands
            .iter()
            .filter(|(_, records)| records.contains(&record));
        theirs.fold(GameSet::NONE, |all, (games, _)| all.or(*games))
    }
}

/// A key that the key of a spec needs or excludes in its record: `harm=` for the key with any value, `push=yes` for one
/// value, and `sense=sight:N` for all values with this start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The key of the spec has no effect without the key in the first string. The second string is the help text for a
    /// record that lacks it.
    Needs(&'static str, &'static str),
    /// The key of the spec must not be used together with the key in the first string. The second string is the reason
    /// to remove the key of the spec; it is empty if the author may want to keep either key.
    Excludes(&'static str, &'static str),
}

/// The shape of the value of a key. Ranges include both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueShape {
    /// A whole number in a unit: `health=5`.
    Number {
        /// The smallest number allowed.
        least: i64,
        /// The largest number allowed.
        most: i64,
        /// The unit of the number, such as `ms` or `steps`; empty for a number without a unit.
        unit: &'static str,
    },
    /// A percentage that is a multiple of a step: `speed=150%`.
    Percent {
        /// The step, in percent. The allowed percentages are its multiples, starting at 0.
        step: i64,
        /// The largest percentage allowed.
        most: i64,
    },
    /// Two whole numbers, the smaller one first, or a single number for a range of one: `damage=2..6`, `damage=4`.
    Range {
        /// The smallest number allowed at either end.
        least: i64,
        /// The largest number allowed at either end.
        most: i64,
    },
    /// A whole number, or a range with one end optional: `7`, `3..7`, `3..`, `..7`.
    Bounds {
        /// The smallest number allowed at either end.
        least: i64,
        /// The largest number allowed at either end.
        most: i64,
    },
    /// `yes`, `no` or a number of cells: `fog=8`.
    Sight {
        /// The smallest number of cells allowed.
        least: i64,
        /// The largest number of cells allowed.
        most: i64,
    },
    /// `yes`, `no` or a maximum: `vaults=3`.
    YesOrCount {
        /// The smallest value allowed for the maximum.
        least: i64,
        /// The largest value allowed for the maximum.
        most: i64,
    },
    /// A glyph and a whole number: `spawns=r:30`.
    GlyphAndNumber {
        /// The smallest number allowed after the glyph.
        least: i64,
        /// The largest number allowed after the glyph.
        most: i64,
    },
    /// One of a few words, usually `yes` and `no`.
    OneOf(&'static [&'static str]),
    /// A word of a list. The first text is a noun for the word in messages, such as "a color".
    Word(&'static str, &'static [&'static str]),
    /// A word of a list. The first text is a noun for the word in messages, such as "a sense". Words written `word:N`
    /// are followed by a number from 0 to 65535: `sense=within:8`.
    Part(&'static str, &'static [&'static str]),
    /// The word for one of the game's built-in kinds, or the glyph of a kind that the file declares.
    BuiltInKind,
    /// Compass directions separated by commas: `n,ne,nw`.
    Directions,
    /// The name of a color.
    Colour,
    /// A visible character, one column wide.
    Glyph,
    /// A quoted string, or one bare word.
    Text,
    /// The name of a lock, a level or a body: a word, a number or a quoted string.
    Name,
    /// A column and a row: `x,y`.
    Cell,
    /// A column and a row, `x,y`, or a glyph that is drawn once in the level.
    Point,
    /// A column and a row, `x,y`, or a glyph that is drawn at least once in the level.
    Cells,
    /// Two corners: `x,y..x,y`.
    Region,
    /// A bot, and the bounds of its win rate in percent: `greedy:20%..60%`.
    BotAndShare,
    /// Numbers of the record with their bounds, separated by commas: `health:4..9,strength:1..3`. The number of a scatter
    /// or a mark, which has no key, is given by its bounds alone.
    TuneMarks,
}

impl ValueShape {
    /// Whether the value is a whole number, perhaps as the end of a range or after a word.
    pub fn has_a_number(self) -> bool {
        match self {
            ValueShape::Number { .. }
            | ValueShape::Percent { .. }
            | ValueShape::Range { .. }
            | ValueShape::Sight { .. }
            | ValueShape::YesOrCount { .. }
            | ValueShape::GlyphAndNumber { .. } => true,
            ValueShape::Part(_, words) => words.iter().any(|word| word.ends_with(":N")),
            _ => false,
        }
    }

    /// Whether the value is one of a few words that include `yes`.
    pub fn takes_yes(self) -> bool {
        matches!(self, ValueShape::OneOf(words) if words.contains(&"yes"))
    }
}

/// The kinds of records that take keys. Marks and scatters also take the keys of the things that they place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A line `rules …`.
    Rules,
    /// A line `level …`.
    Level,
    /// A line `vault "name" …`.
    Vault,
    /// A line `hero …`.
    Hero,
    /// A declaration `tile GLYPH …`.
    Tile,
    /// A declaration `item GLYPH …`.
    Item,
    /// A declaration `family "name" …`.
    Family,
    /// A declaration `kind GLYPH …`.
    Kind,
    /// A line `class GLYPH …`.
    Class,
    /// A line `goal …`.
    Goal,
    /// A line `lose …`.
    Lose,
    /// A line `when …`.
    When,
    /// A line `test "name" …`.
    Test,
    /// A generated map `map caves W H …`.
    Caves,
    /// A generated map `map rooms W H …`.
    Rooms,
    /// A line `mark NEW GLYPH …`. A mark also takes the keys of the marked thing.
    Mark,
    /// A line `scatter GLYPH n …`. A scatter also takes the keys of the scattered thing.
    Scatter,
    /// A hero or a unit at a place.
    PlacedHero,
    /// A monster at a place.
    PlacedMonster,
    /// An item at a place.
    PlacedItem,
    /// Plain terrain at a place.
    Terrain,
    /// A closed door at a place.
    Door,
    /// An open door at a place.
    OpenDoor,
    /// Stairs, up or down, at a place.
    Stairs,
    /// A trap at a place.
    Trap,
    /// A sign at a place.
    Sign,
}

impl RecordKind {
    /// Returns the kind of record for a door, stairs, a trap or a sign at a place.
    pub fn of_feature(feature: FeatureKind) -> RecordKind {
        match feature {
            FeatureKind::Door => RecordKind::Door,
            FeatureKind::OpenDoor => RecordKind::OpenDoor,
            FeatureKind::Stairs(_) => RecordKind::Stairs,
            FeatureKind::Trap => RecordKind::Trap,
            FeatureKind::Sign => RecordKind::Sign,
        }
    }

    /// Returns the first word of a record of this kind; `None` for records that begin with a glyph.
    pub fn keyword(self) -> Option<&'static str> {
        Some(match self {
            RecordKind::Rules => "rules",
            RecordKind::Level => "level",
            RecordKind::Vault => "vault",
            RecordKind::Hero => "hero",
            RecordKind::Tile => "tile",
            RecordKind::Item => "item",
            RecordKind::Family => "family",
            RecordKind::Kind => "kind",
            RecordKind::Class => "class",
            RecordKind::Goal => "goal",
            RecordKind::Lose => "lose",
            RecordKind::When => "when",
            RecordKind::Test => "test",
            RecordKind::Caves | RecordKind::Rooms => "map",
            RecordKind::Mark => "mark",
            RecordKind::Scatter => "scatter",
            _ => return None,
        })
    }
}

/// Expands to the set of games whose profile (of `ALL`) or form (of `FORMS`) meets a condition. Uses a loop, because constants can't call closures.
macro_rules! games_where {
    ($all:ident, |$game:ident| $holds:expr) => {{
        let mut set = GameSet::NONE;
        let mut nth = 0;
        while nth < $all.len() {
            let $game = $all[nth];
            if $holds {
                set = set.or(GameSet::of_nth(nth));
            }
            nth += 1;
        }
        set
    }};
}

/// A set of games of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSet(u8);

impl GameSet {
    /// The empty set.
    pub const NONE: GameSet = GameSet(0);
    /// All games of the format.
    pub const EVERY: GameSet = GameSet((1 << games::WORDS.len()) - 1);

    /// Returns the game with this word after `rules`; `NONE` for an unknown word.
    pub fn named(word: &str) -> GameSet {
        let mut words = games::WORDS.into_iter();
        let nth = words.position(|game| game == word);
        nth.map_or(GameSet::NONE, GameSet::of_nth)
    }

    /// Returns the nth game, counted from 0 in the order of `games::WORDS`; `nth` must be less than the number of
    /// games.
    pub const fn of_nth(nth: usize) -> GameSet {
        GameSet(1 << nth)
    }

    /// Returns the games with several player units.
    pub const fn with_units() -> GameSet {
        games_where!(ALL, |game| matches!(game.heroes, Heroes::Several(_)))
    }

    /// Returns the games whose files may name goals.
    pub const fn with_goals() -> GameSet {
        games_where!(FORMS, |form| form.own_goal.is_none())
    }

    /// Returns the games in which the hero pushes boulders.
    pub const fn with_pushing() -> GameSet {
        games_where!(ALL, |game| game.pushes)
    }

    /// Returns the games in which the hero has an inventory.
    pub const fn with_packs() -> GameSet {
        games_where!(ALL, |game| game.keeps)
    }

    /// Returns the games in which monsters can sleep, be neutral or follow the hero.
    pub const fn with_company() -> GameSet {
        games_where!(ALL, |game| game.has_company)
    }

    /// Returns the games that can run in real time.
    pub const fn with_time() -> GameSet {
        games_where!(ALL, |game| game.timeless.is_none())
    }

    /// Returns the games in which a key of the hero sets this stat.
    pub const fn of_heroes_with(stat: Stat) -> GameSet {
        games_where!(FORMS, |form| contains(form.hero_keys, stat))
    }

    /// Returns the games in which items give the hero this stat, but in which the hero's record has no key for it.
    pub const fn of_gifts_alone(stat: Stat) -> GameSet {
        games_where!(FORMS, |form| contains(form.gifts, stat)
            && !contains(form.hero_keys, stat))
    }

    /// Returns the union of two sets.
    #[must_use]
    pub const fn or(self, other: GameSet) -> GameSet {
        GameSet(self.0 | other.0)
    }

    /// Whether two sets share a game.
    pub fn overlaps(self, other: GameSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the `rules` lines of the games as a list in words: "`rules explore`, … and `rules tactics`".
    pub fn rules_lines(self, last_word: &str) -> String {
        let lines: Vec<String> = self.words().map(|word| format!("rules {word}")).collect();
        listed(&lines, last_word)
    }

    /// Returns the words of the games in the order of `games::WORDS`.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let words = games::WORDS.into_iter();
        words.filter(move |word| self.overlaps(GameSet::named(word)))
    }
}

/// Returns the words of `is=`: first the words that every game has, then the words that single games add, as in
/// "wanderer, ghost or red; in siege also hordling, in arena enemy".
fn built_in_kinds() -> String {
    let is_everywhere = |word: &&str| ALL.iter().all(|game| game.kind_words().contains(word));
    let (common, _): (Vec<&str>, Vec<&str>) = games::DEFAULT
        .kind_words()
        .into_iter()
        .partition(is_everywhere);
    let added = ALL.iter().filter_map(|game| {
        let words = game.kind_words();
        let own: Vec<&str> = words
            .into_iter()
            .filter(|word| !is_everywhere(word))
            .collect();
        (!own.is_empty()).then(|| (game.word, own.join(", ")))
    });
    let added: Vec<String> = added
        .enumerate()
        .map(|(nth, (game, words))| match nth {
            0 => format!("; in {game} also {words}"),
            _ => format!(", in {game} {words}"),
        })
        .collect();
    let common = match common.as_slice() {
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
        [] => String::new(),
    };
    common + &added.concat()
}

/// Whether a slice contains a number: `contains` for constants.
const fn contains(stats: &[Stat], stat: Stat) -> bool {
    let mut nth = 0;
    while nth < stats.len() {
        if stats[nth] as u8 == stat as u8 {
            return true;
        }
        nth += 1;
    }
    false
}
