//! What is said of a key: the records and games that have it, the shape of its value, its meaning.
use std::ops::RangeInclusive;

use crate::characters::listed;
use dungeon_model::dungeon::Stat;
use dungeon_model::dungeon::game_profile::{FeatureKind, Heroes};
use dungeon_model::dungeon::games::{self, ALL};

/// One key of the format. Two keys of one word that differ in shape or range, such as the `damage=` of traps and that
/// of weapons, are two specs.
#[derive(Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// The word before the `=`.
    pub word: &'static str,
    /// What may stand behind the `=`.
    pub shape: ValueShape,
    /// The records that take the key, by the games in which they do; a record may stand there more than once, with
    /// different games.
    pub stands: &'static [(GameSet, &'static [RecordKind])],
    /// The value that counts where the key is left out, for docs/format; empty where there is none to name.
    pub usual: &'static str,
    /// What the key says, in one line of docs/format without a full stop; `{built-in kinds}` in it stands for the
    /// words of `is=`.
    pub meaning: &'static str,
    /// What the key asks of the other keys of its record.
    pub asks: &'static [Beside],
    /// Help for a record that has no such key and none that is spelt alike, in half a sentence; with none the record's
    /// own keys are listed.
    pub elsewhere: Option<&'static str>,
}

impl KeySpec {
    /// Whether such a record of one of these games takes the key.
    pub fn stands_in(&self, record: RecordKind, games: GameSet) -> bool {
        let here = |(theirs, records): &(GameSet, &[RecordKind])| {
            theirs.overlaps(games) && records.contains(&record)
        };
        self.stands.iter().any(here)
    }

    /// Every record that takes the key, in some game; a record may come more than once.
    pub fn records(&self) -> impl Iterator<Item = RecordKind> {
        self.stands
            .iter()
            .flat_map(|(_, records)| records.iter().copied())
    }

    /// What the key says and asks, in one line, with every word of `is=` by game where the words of `is=` are meant.
    pub fn description(&self) -> String {
        let meaning = self.meaning.replace("{built-in kinds}", &built_in_kinds());
        let asks = self.asks.iter().map(|asked| match asked {
            Beside::Needs(other, _) => format!("; needs `{other}`"),
            Beside::Excludes(other, _) => format!("; not beside `{other}`"),
        });
        meaning + &asks.collect::<String>()
    }

    /// The numbers that its value may be or have; every number for a value without bounds of its own.
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

    /// The games in which such a record takes the key.
    pub fn games(&self, record: RecordKind) -> GameSet {
        let theirs = self
            .stands
            .iter()
            .filter(|(_, records)| records.contains(&record));
        theirs.fold(GameSet::NONE, |all, (games, _)| all.or(*games))
    }
}

/// What a key asks of the other keys of its record, which are written `harm=` for any value, `push=yes` for one, and
/// `sense=sight:N` for all that begin so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The key says nothing without this one; then the mend.
    Needs(&'static str, &'static str),
    /// The key must not stand beside this one; then the reason to leave the key out, empty where either may be meant.
    Excludes(&'static str, &'static str),
}

/// What may stand behind the `=` of a key. Ranges include both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueShape {
    /// A whole number of such units: `health=5`.
    Number {
        /// The smallest number that is allowed.
        least: i64,
        /// The largest number that is allowed.
        most: i64,
        /// The unit in which the number counts, such as `ms` or `steps`; empty for plain points.
        unit: &'static str,
    },
    /// A share in percent, a multiple of a step: `speed=150%`.
    Percent {
        /// The percent between a share and the next larger one; the smallest share is 0.
        step: i64,
        /// The largest share that is allowed, in percent.
        most: i64,
    },
    /// Two whole numbers, the smaller first, or one for both: `damage=2..6`.
    Range {
        /// The smallest number that either of both may be.
        least: i64,
        /// The largest number that either of both may be.
        most: i64,
    },
    /// A whole number, or two of which one may be left out: `7`, `3..7`, `3..`, `..7`.
    Bounds {
        /// The smallest number that either of both may be.
        least: i64,
        /// The largest number that either of both may be.
        most: i64,
    },
    /// `yes`, `no` or a number of cells: `fog=8`.
    Sight {
        /// The fewest cells that are allowed.
        least: i64,
        /// The most cells that are allowed.
        most: i64,
    },
    /// `yes`, `no` or how many at most: `vaults=3`.
    YesOrCount {
        /// The fewest that are allowed.
        least: i64,
        /// The most that are allowed.
        most: i64,
    },
    /// A glyph and a whole number: `spawns=r:30`.
    GlyphAndNumber {
        /// The smallest number that is allowed behind the glyph.
        least: i64,
        /// The largest number that is allowed behind the glyph.
        most: i64,
    },
    /// One of these few words, most often `yes` and `no`.
    OneOf(&'static [&'static str]),
    /// A word of a list, which messages call by this noun with its article.
    Word(&'static str, &'static [&'static str]),
    /// A word of a list, which messages call by this noun with its article; behind those written `word:N` stands a
    /// number from 0 to 65535: `sense=within:8`.
    Part(&'static str, &'static [&'static str]),
    /// The word of a built-in kind, which differ from game to game, or the glyph of a kind of the file.
    BuiltInKind,
    /// Ways of the compass with commas between them: `n,ne,nw`.
    Directions,
    /// The name of a colour.
    Colour,
    /// A visible character, one column wide.
    Glyph,
    /// A text in quotes, or one bare word.
    Text,
    /// The name of a lock, a level or a body: a word, a number or a text in quotes.
    Name,
    /// `x,y`.
    Cell,
    /// `x,y`, or a glyph that is drawn once in the level.
    Point,
    /// `x,y`, or a glyph that is drawn in the level, once or several times.
    Cells,
    /// Two corners: `x,y..x,y`.
    Region,
    /// A machine player, and bounds of a share in percent: `greedy:20%..60%`.
    BotAndShare,
}

impl ValueShape {
    /// Whether the value is one of a few words, and `yes` among them.
    pub fn takes_yes(self) -> bool {
        matches!(self, ValueShape::OneOf(words) if words.contains(&"yes"))
    }
}

/// What a record is about, as far as its keys go. A mark and a scatter take the keys of the thing that they put down.
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
    /// A made map `map caves W H …`.
    Caves,
    /// A made map `map rooms W H …`.
    Rooms,
    /// `mark NEW GLYPH …`, beside the keys of what is marked.
    Mark,
    /// `scatter GLYPH n …`, beside the keys of what is scattered.
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
    /// The records about a fixture.
    pub fn of_feature(feature: FeatureKind) -> RecordKind {
        match feature {
            FeatureKind::Door => RecordKind::Door,
            FeatureKind::OpenDoor => RecordKind::OpenDoor,
            FeatureKind::Stairs(_) => RecordKind::Stairs,
            FeatureKind::Trap => RecordKind::Trap,
            FeatureKind::Sign => RecordKind::Sign,
        }
    }

    /// The word that begins such a record; none for the records that begin with a glyph.
    pub fn keyword(self) -> Option<&'static str> {
        Some(match self {
            RecordKind::Rules => "rules",
            RecordKind::Level => "level",
            RecordKind::Vault => "vault",
            RecordKind::Hero => "hero",
            RecordKind::Tile => "tile",
            RecordKind::Item => "item",
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

/// The set of the games of whose profile something holds. A loop that is written out, since a constant calls no closure.
macro_rules! games_where {
    (|$game:ident| $holds:expr) => {{
        let mut set = GameSet::NONE;
        let mut nth = 0;
        while nth < ALL.len() {
            let $game = ALL[nth];
            if $holds {
                set = set.or(GameSet::of_nth(nth));
            }
            nth += 1;
        }
        set
    }};
}

/// Some of the games of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSet(u8);

impl GameSet {
    /// The empty set, where a key stands in no game.
    pub const NONE: GameSet = GameSet(0);
    /// All games of the format.
    pub const EVERY: GameSet = GameSet((1 << games::WORDS.len()) - 1);

    /// The game of this word, as `rules` says it; `NONE` for a word that names no game.
    pub fn named(word: &str) -> GameSet {
        let mut words = games::WORDS.into_iter();
        let nth = words.position(|game| game == word);
        nth.map_or(GameSet::NONE, GameSet::of_nth)
    }

    /// The nth game, counted from 0 in the order of `games::WORDS`; `nth` must be less than the number of games.
    pub const fn of_nth(nth: usize) -> GameSet {
        GameSet(1 << nth)
    }

    /// The games whose player commands several units.
    pub const fn with_units() -> GameSet {
        games_where!(|game| matches!(game.heroes, Heroes::Several(_)))
    }

    /// The games whose files may name goals.
    pub const fn with_goals() -> GameSet {
        games_where!(|game| game.own_goal.is_none())
    }

    /// The games in which a hero pushes what he steps at.
    pub const fn with_pushing() -> GameSet {
        games_where!(|game| game.pushes)
    }

    /// The games in which a hero keeps things to use or to wear them.
    pub const fn with_packs() -> GameSet {
        games_where!(|game| game.keeps)
    }

    /// The games in which time may run by itself.
    pub const fn with_time() -> GameSet {
        games_where!(|game| game.timeless.is_none())
    }

    /// The games whose heroes have such a number, by a key.
    pub const fn of_heroes_with(stat: Stat) -> GameSet {
        games_where!(|game| contains(game.hero_keys, stat))
    }

    /// The games whose items give such a number to heroes who have no key for it.
    pub const fn of_gifts_alone(stat: Stat) -> GameSet {
        games_where!(|game| contains(game.gifts, stat) && !contains(game.hero_keys, stat))
    }

    /// The games of both sets.
    #[must_use]
    pub const fn or(self, other: GameSet) -> GameSet {
        GameSet(self.0 | other.0)
    }

    /// Whether a game is in both sets.
    pub fn overlaps(self, other: GameSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The lines that name these games, as messages list them: "`rules explore`, … and `rules tactics`".
    pub fn rules_lines(self, last_word: &str) -> String {
        let lines: Vec<String> = self.words().map(|word| format!("rules {word}")).collect();
        listed(&lines, last_word)
    }

    /// The words of the games, in the order in which messages list them.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let words = games::WORDS.into_iter();
        words.filter(move |word| self.overlaps(GameSet::named(word)))
    }
}

/// "wanderer, ghost or red; in siege also hordling, in arena enemy": the words of `is=` of every game, then those that
/// single games add.
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

/// Whether a number is one of several: `contains` of slices, in constants.
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
