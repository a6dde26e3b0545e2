//! The data of a game: the form of its files, how it is won and lost, and its words. Each game has a [`GameProfile`] in
//! `dungeon/games`. The code for the format, the screens and the sentences reads the fields of the profile and mentions
//! no game by name. The rules of each game are code, in `rulesets` of the engine.
use std::fmt;

use super::feature::Stair;
use super::ids::{ItemId, KindId, TileId};
use super::item::ItemKind;
use super::kind::Kind;
use super::level::{Amount, CellSharing, Overlap, Rim, ScatterExempt, Tile};
use super::settings::UnreachablePolicy;
use super::stats::Stat;
use crate::space::geometry::{Neighbours, Point, Region};

/// All data that distinguish one game from another: the form of its files, how it is won and lost, and its words. Two
/// profiles are equal if their `word` is equal.
pub struct GameProfile {
    /// The word after `rules` in a file; unique to the game.
    pub word: &'static str,
    /// Other names of the game, for the hint "did you mean …"; may be empty.
    #[doc(hidden)]
    pub aliases: &'static [&'static str],
    /// The text of a commented file for authors to start from. Its comments name the file `mine.dng`, and its title is
    /// "A new dungeon".
    #[doc(hidden)]
    pub skeleton: &'static str,
    /// The keys of `rules` that this game understands in addition to the keys of every game (`fog=`, `tempo=`).
    #[doc(hidden)]
    pub parameters: &'static [Parameter],
    /// Returns how a game ends before its first command, if its parameters alone decide that; otherwise `None`.
    #[doc(hidden)]
    pub premature_end: fn(&Settings) -> Option<PrematureEnd>,
    /// The reason why the game refuses `tempo=`, as half a sentence without a full stop; `None` if the game allows it.
    #[doc(hidden)]
    pub timeless: Option<&'static str>,

    /// Returns the tables of a file before any declaration. Each table begins with the rows of `builtin`.
    #[doc(hidden)]
    pub tables: fn(&Settings) -> BuiltinTables,
    /// Returns the meanings of the game's own glyphs, without the glyphs that every game has.
    pub(crate) own_glyphs: fn() -> Vec<(char, Thing)>,
    /// The glyphs that no declaration can redefine, in any order; may be empty. Does not list the blank, which is
    /// always rock.
    #[doc(hidden)]
    pub reserved: &'static [char],
    /// The words of `is=` for kinds in this game's tables. Fixes show the first word.
    #[doc(hidden)]
    pub kinds: &'static [(&'static str, KindId)],
    /// The words of `is=` that this game adds to all games, each with the function that makes the kind.
    pub shared_kinds: &'static [(&'static str, MakeKind)],
    /// The stats that the hero's record gives after the hero's cell, in order; may be empty.
    #[doc(hidden)]
    pub hero_numbers: &'static [Stat],
    /// The stats that keys of the hero's record can set, each at most once; may be empty.
    #[doc(hidden)]
    pub hero_keys: &'static [Stat],
    /// The stats that items can give the hero, each at most once; may be empty.
    #[doc(hidden)]
    pub gifts: &'static [Stat],
    /// The stats that an item's record gives after the item's cell, in order; may be empty.
    #[doc(hidden)]
    pub item_numbers: &'static [Stat],
    /// The help for authors who use stats that this game's hero lacks; `None` if the hero has all stats.
    #[doc(hidden)]
    pub lack: Option<NumberLack>,
    /// The message about a digit that has no meaning as a glyph, as half a sentence. `None` in games where no digit has
    /// a meaning.
    #[doc(hidden)]
    pub digits: Option<&'static str>,
    /// The game's items, as messages show them.
    #[doc(hidden)]
    pub items: GlyphExamples,
    /// The game's monsters, as messages show them.
    #[doc(hidden)]
    pub monsters: GlyphExamples,
    /// The game's terrain, as messages show it.
    #[doc(hidden)]
    pub terrain: GlyphExamples,
    /// Words that authors by mistake write at the start of a line instead of a glyph, each with its fix.
    #[doc(hidden)]
    pub glyph_hints: &'static [(&'static str, &'static str)],

    /// The rule for the outermost ring of a map.
    #[doc(hidden)]
    pub rim: Rim,
    /// The neighbors of a cell that the hero can step to.
    #[doc(hidden)]
    pub neighbours: Neighbours,
    /// Whether a hero pushes boulders by stepping against them. `false` for games in which such a step has another
    /// meaning.
    #[doc(hidden)]
    pub pushes: bool,
    /// Whether a hero can carry items that the file marks, to use or equip them later.
    #[doc(hidden)]
    pub keeps: bool,
    /// The number of heroes on the levels of a file.
    #[doc(hidden)]
    pub heroes: Heroes,
    /// The reason why a file can have only one level, as half a sentence without a full stop; `None` if several are
    /// allowed.
    #[doc(hidden)]
    pub one_level: Option<&'static str>,
    /// Whether things of different layers can share a cell.
    #[doc(hidden)]
    pub sharing: CellSharing,
    /// The level that a file without any level gets; `None` if every file must have a level.
    #[doc(hidden)]
    pub default_board: Option<DefaultBoard>,
    /// The things that a file must contain so that its game can be won; `None` if there is no such requirement.
    #[doc(hidden)]
    pub requirement: Option<Requirement>,

    /// The condition for a win, as half a sentence without a full stop, in a game in which the goals of a file cannot
    /// replace it; otherwise `None`.
    #[doc(hidden)]
    pub own_goal: Option<&'static str>,
    /// How the hero gets to the levels after the first.
    #[doc(hidden)]
    pub levels: LevelOrder,
    /// Whether monsters must die for a win, and by what means.
    #[doc(hidden)]
    pub foes: FoePolicy,
    /// Whether items must be taken for a win.
    #[doc(hidden)]
    pub taking: TakingPolicy,
    /// The cells of a hero's move that act on the hero.
    #[doc(hidden)]
    pub footfall: Footfall,
    /// Whether monsters come from the outermost ring during a game.
    #[doc(hidden)]
    pub newcomers: Newcomers,
    /// Returns how gold is earned in a game with these parameters; `None` if gold is a stat like any other.
    #[doc(hidden)]
    pub economy: Option<fn(&Settings) -> Economy>,
    /// Whether a hero's stats recover slowly, one per turn, without a maximum. A higher stat is then never a
    /// disadvantage.
    #[doc(hidden)]
    pub recovers: bool,

    /// The game's words.
    #[doc(hidden)]
    pub terms: GameTerms,
}

impl PartialEq for GameProfile {
    fn eq(&self, other: &GameProfile) -> bool {
        self.word == other.word
    }
}

impl Eq for GameProfile {}

/// Prints only the word, so that a printed dungeon does not contain the whole profile.
impl fmt::Debug for GameProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

/// A function that makes a kind of a game.
pub type MakeKind = fn() -> Kind;

/// The game of a dungeon, and the values of its parameters.
///
/// ```
/// use dungeon::diagnostics::Source;
///
/// let text = "rules arena lives=5\nmap\n.....\n.@.%.\n.....\nend\n";
/// let arena = dungeon::load_source(Source::from_text("pit.dng", text))?;
/// assert_eq!(arena.settings().game.word, "arena");
/// assert_eq!(arena.settings().value("lives"), 5);
/// assert_eq!(arena.settings().value("sight"), 6, "as published");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game whose rules play the dungeon.
    pub game: &'static GameProfile,
    /// The values, in the order of `GameProfile::parameters`.
    values: Vec<i32>,
}

impl Settings {
    /// Returns the settings of a game with its published parameters.
    pub fn published(game: &'static GameProfile) -> Settings {
        let values = game.parameters.iter().map(|parameter| parameter.published);
        Settings {
            game,
            values: values.collect(),
        }
    }

    /// Returns the value of a parameter: a number; the position of a word in its list, from 1 (0 if none was given); or
    /// 1 for yes and 0 for no. Returns 0 for a key that the game lacks.
    pub fn value(&self, key: &str) -> i32 {
        self.index(key).map_or(0, |index| self.values[index])
    }

    /// Sets a parameter, without checking its range. Ignores a key that the game lacks.
    pub fn set(&mut self, key: &str, value: i32) {
        if let Some(index) = self.index(key) {
            self.values[index] = value;
        }
    }

    /// Returns the cells that scatters of solid tiles spare, as the shared parameter `QUIRK` says.
    pub fn exempt(&self) -> ScatterExempt {
        match self.value(QUIRK.key) {
            1 => ScatterExempt::Diagonal,
            _ => ScatterExempt::Nothing,
        }
    }

    /// Returns what happens to monsters that scattered walls shut off, as the shared parameter `REACHABLE` says.
    pub fn unreachable(&self) -> UnreachablePolicy {
        match self.value(REACHABLE.key) {
            0 => UnreachablePolicy::Left,
            _ => UnreachablePolicy::Rerolled,
        }
    }

    fn index(&self, key: &str) -> Option<usize> {
        let mut parameters = self.game.parameters.iter();
        parameters.position(|parameter| parameter.key == key)
    }
}

/// A key of `rules`, such as `goal=2000`.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The word before the `=`.
    pub key: &'static str,
    /// The allowed values.
    pub shape: ParameterShape,
    /// The default value, as `Settings::value` returns it.
    pub published: i32,
    /// The meaning, as one line of docs/format without a full stop.
    pub meaning: &'static str,
}

/// The allowed values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParameterShape {
    /// A whole number between these bounds, both included.
    Number(i32, i32),
    /// The hero's lives, at least 1. With fewer lives the game would end before its first turn.
    Lives,
    /// A word of the list. The first field is the noun for such a word in messages, with its article.
    Word(&'static str, &'static [&'static str]),
    /// `yes` or `no`.
    YesNo,
}

impl Parameter {
    /// Returns a parameter that is a whole number from `least` to 2147483647.
    pub const fn number(
        key: &'static str,
        least: i32,
        published: i32,
        meaning: &'static str,
    ) -> Parameter {
        Parameter {
            key,
            shape: ParameterShape::Number(least, i32::MAX),
            published,
            meaning,
        }
    }

    /// Returns the default value as a file writes it; empty for a word without a default.
    pub fn usual(&self) -> String {
        match self.shape {
            ParameterShape::Number(..) | ParameterShape::Lives => self.published.to_string(),
            ParameterShape::YesNo if self.published == 0 => "no".to_owned(),
            ParameterShape::YesNo => "yes".to_owned(),
            ParameterShape::Word(_, words) => {
                let nth = usize::try_from(self.published).ok();
                let nth = nth.and_then(|nth| nth.checked_sub(1));
                let word = nth.and_then(|nth| words.get(nth)).copied();
                word.unwrap_or_default().to_owned()
            }
        }
    }
}

/// `quirk=diagonal`: scatters of solid tiles spare the main diagonal, as they did in the published code of some games
/// (A-1).
pub const QUIRK: Parameter = Parameter {
    key: "quirk",
    shape: ParameterShape::Word("a quirk", &["diagonal"]),
    published: 0,
    meaning: "scatters of walls skip cells 1,1, 2,2, 3,3 and so on, as the published code does by accident",
};

/// `reachable=yes`: scatters run again until the hero can reach every monster (A-2).
pub const REACHABLE: Parameter = Parameter {
    key: "reachable",
    shape: ParameterShape::YesNo,
    published: 0,
    meaning: "scatter walls and enemies again until you can walk to every enemy, on every board",
};

/// The reason why parameters end a game before its first command, with a message and a fix.
#[derive(Clone, Debug)]
pub struct PrematureEnd {
    /// Whether the game is lost; otherwise it is won.
    pub is_lost: bool,
    /// The responsible keys of `rules`. Diagnostics point at the first one, or at the second if the file does not give
    /// the first.
    pub keys: [&'static str; 2],
    /// The problem, as a whole sentence without a full stop: "expected …, found …".
    pub message: String,
    /// The fix, as half a sentence without a full stop.
    pub help: &'static str,
}

/// The rows that a dungeon's tables begin with.
#[derive(Clone, Debug)]
pub struct BuiltinTables {
    /// The tiles by `TileId`.
    pub tiles: Vec<Tile>,
    /// The kinds by `KindId`.
    pub kinds: Vec<Kind>,
    /// The items by `ItemId`; number 0 is the blank.
    pub items: Vec<ItemKind>,
}

/// The meaning of a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// Terrain that is the same tile on every cell.
    Tile(TileId),
    /// An item that lies on a cell.
    Item(ItemId),
    /// A hero or a monster.
    Body(KindId),
    /// Terrain whose tile depends on the details that its record gives for the cell.
    Feature(FeatureKind),
}

/// A sort of feature that a glyph can stand for. The record of the cell gives the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureKind {
    /// A closed door, `+`.
    Door,
    /// An open door, `'`.
    OpenDoor,
    /// Stairs, `>` and `<`.
    Stairs(Stair),
    /// A trap, `^`.
    Trap,
    /// A sign, `?`.
    Sign,
}

impl FeatureKind {
    /// Returns the feature's name in sentences, without an article: "stairs down".
    pub fn name(self) -> &'static str {
        match self {
            FeatureKind::Door => "door",
            FeatureKind::OpenDoor => "open door",
            FeatureKind::Stairs(Stair::Down) => "stairs down",
            FeatureKind::Stairs(Stair::Up) => "stairs up",
            FeatureKind::Trap => "trap",
            FeatureKind::Sign => "sign",
        }
    }
}

/// The help for authors who use stats that a game's hero lacks. Names the stats that the game has instead.
#[derive(Clone, Copy, Debug)]
pub struct NumberLack {
    /// The fix for an author who gives the hero such a stat, as half a sentence.
    pub hero: &'static str,
    /// The fix for an author whose item gives such a stat, as half a sentence.
    pub gift: &'static str,
}

/// A game's glyphs for items, for monsters or for terrain, as messages show them.
#[derive(Clone, Copy, Debug)]
pub struct GlyphExamples {
    /// The glyph that examples use.
    pub one: char,
    /// All glyphs of the sort, as half a sentence: "`*`, `=` and `$` are items".
    pub all: &'static str,
}

/// Returns glyphs of a game: one for examples, and half a sentence about all of them.
pub(super) const fn glyphs(one: char, all: &'static str) -> GlyphExamples {
    GlyphExamples { one, all }
}

/// The number of heroes on the levels of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heroes {
    /// A single hero in the whole file.
    One,
    /// A hero on each level. The hero of the first level is the player's; on other levels the record marks the cell
    /// where that hero arrives (A-2).
    OneEach,
    /// From one to this many units, all on the file's only level (K-1).
    Several(usize),
}

impl Heroes {
    /// Whether the player commands several units instead of being one.
    pub fn is_several(self) -> bool {
        matches!(self, Heroes::Several(_))
    }
}

/// A square of floor with scatters, which a file without any level gets.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBoard {
    /// The number of columns and of rows; at least 1.
    pub side: i32,
    /// The hero's cell; `None` if a scatter places the hero.
    pub hero: Option<Point>,
    /// The scatters, in order.
    pub scatters: &'static [DefaultScatter],
}

/// A scatter of a default board.
#[derive(Clone, Copy, Debug)]
pub struct DefaultScatter {
    /// A tile, an item or a body; never a feature.
    pub what: Thing,
    /// The number of things, or their chance per cell.
    pub amount: Amount,
    /// The cells for the things; inside the board.
    pub within: Region,
    /// The Manhattan distance from the hero that cells must exceed; `None` for any distance.
    pub away: Option<u32>,
    /// Whether the scatter may use occupied cells.
    pub overlap: Overlap,
}

/// Something that a file must have, and the messages if it is missing.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The sorts of things that satisfy the requirement; one thing of any sort is enough.
    pub any_of: &'static [NeededThing],
    /// The problem, as a whole sentence without a full stop: "expected …, found none".
    pub message: &'static str,
    /// The fix in a classic file.
    pub classic: &'static str,
    /// The fix in a file whose map shows things.
    pub drawn: &'static str,
    /// The fix in a file whose map shows no things.
    pub recorded: &'static str,
}

/// A sort of thing that a file may need so that its game can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededThing {
    /// A collectable item.
    Item,
    /// A monster of any kind.
    Foe,
}

/// How the hero gets to the levels after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelOrder {
    /// By stairs and pits.
    ByWays,
    /// In file order: the hero goes to the next level when no monster is left on the current one (A-2). Sentences then
    /// count the levels.
    InTurn,
}

/// Whether the monsters of a game must die for a win, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoePolicy {
    /// Monsters need not die.
    MayStay,
    /// Every monster must die, and the hero must walk into it to kill it (A-3).
    MustDie,
    /// Every monster must die, and a shot is enough (K-14).
    MustBeShot,
}

/// Whether items must be taken for a win. With `MayStay`, items that a file declares are not collectable; otherwise
/// they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakingPolicy {
    /// Every collectable item must be taken (E-4).
    AllMustBeTaken,
    /// Items must be taken only if the game begins without monsters (K-14).
    WhereNoFoesAre,
    /// Items never count.
    MayStay,
}

impl TakingPolicy {
    /// Whether taking items can win a game.
    pub fn counts(self) -> bool {
        self != TakingPolicy::MayStay
    }
}

/// The cells of a hero's move that act on the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footfall {
    /// Every cell that the hero walks onto.
    EachStep,
    /// Only the cell where a move ends (K-13).
    MovesEnd,
}

/// Whether monsters come from the outermost ring during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newcomers {
    /// No. All monsters exist from the start, or are born.
    None,
    /// Yes, on cells of the ring with floor or something that newcomers can crush (S-3). The half sentence says what
    /// the game lacks if there is no such cell.
    AtTheRim(&'static str),
}

/// How gold is earned in a game with a herd. Items of the herd pay gold once per period and can be bought; the hero
/// never takes them.
#[derive(Clone, Copy, Debug)]
pub struct Economy {
    /// The hero's gold before the first turn; may be negative.
    pub wealth: i32,
    /// The gold that wins; may be negative.
    pub goal: i32,
    /// The price of one more item of the herd in gold; at least 0.
    pub price: i32,
    /// The gold that each item of the herd pays per period; at least 0.
    pub profit: i32,
    /// The number of built-in items in the game's tables, including the blank. The items of the file follow them.
    pub own_items: usize,
    /// The message and the fix for a herd that pays nothing ("expected …, found …").
    pub no_profit: [&'static str; 2],
    /// The message and the fix for a game without a herd and without the gold to buy an item of the herd. In the fix,
    /// `{price}` is replaced by the price.
    pub no_herd: [&'static str; 2],
    /// The fix for items of the herd that would give the hero something, as half a sentence; the hero never takes them.
    pub never_taken: &'static str,
}

/// The words of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameTerms {
    /// The noun for a level without a name: "level", as in "level 2".
    pub level: &'static str,
    /// The place of a game without a title, in the middle of a sentence: "the dungeon".
    pub place: &'static str,
    /// The noun for a hero, without an article: "hero".
    pub hero: &'static str,
    /// The noun for all of the player's bodies in diagnostics, with an article: "the hero".
    pub commanded: &'static str,
    /// The noun for the stat `wealth`, without an article.
    pub wealth: &'static str,
    /// The noun for a single unit of `wealth` when thieves take it, so that messages say "3 coins"; `None` if they say
    /// "3 wealth".
    pub coin: Option<&'static str>,
    /// A whole sentence for an empty inventory; `None` to say nothing.
    pub empty_pack: Option<&'static str>,
    /// The help about fog, in whole sentences.
    pub fog: &'static str,
    /// The help about pointing, in whole sentences; empty if the player does not point at cells.
    pub pointing: &'static str,
    /// A sentence about bolts of magic; empty if there are none.
    pub bolt: &'static str,
    /// The sentences that describe the player's situation, in order; empty if the gauges show everything.
    pub standing: &'static [StandingPart],
    /// The words for the periods after which the herd pays.
    pub period: PeriodTerms,
    /// The sentences for the end of a game.
    pub ending: EndingTerms,
    /// The text after the last sentence of a game when the program ends.
    pub farewell: Farewell,
}

/// A sentence about the player's situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingPart {
    /// "You have 90 gold and 9 cows."
    WealthAndHerd,
    /// "You see 2 hordlings.", in games without fog.
    FoesAbout,
    /// "You have 2 lives."
    Lives,
    /// "3 enemies left on board 2 of 5."
    FoesLeftOnLevel,
    /// "Andy: health 20, 2 points, 10 ammo.", for each unit.
    Units,
    /// "7 ghosts left."; nothing in a game that had no ghosts.
    FoesLeft,
}

/// The words for the periods after which the herd pays.
#[derive(Clone, Copy, Debug)]
pub struct PeriodTerms {
    /// The text at the start of a period, with `{number}` from 1: "season 5 begins".
    pub begins: &'static str,
    /// The text at the start of a period that begins a year, with `{number}` and `{year}` from 1.
    pub begins_a_year: &'static str,
    /// The text for the time left in a period, with `{turns}`: "7 turns until the next season".
    pub turns_left: &'static str,
}

impl PeriodTerms {
    /// The words of games without periods.
    pub const NONE: PeriodTerms = PeriodTerms {
        begins: "",
        begins_a_year: "",
        turns_left: "",
    };
}

/// The last sentence of a game, by how it ended. `view/words/events/ending.rs` replaces the names in braces: `{when}`
/// ("on turn 7", "before the first turn"), `{life}` ("12"), `{lives}` ("2 lives"), `{debt}` (the life below 0), `{bane}`
/// ("a ghost"), `{reached}` ("on board 2 of 5", "with 3 enemies left"), `{boards}` (" all 5 boards", or nothing if there
/// is one), `{done}` (what won the game), `{outlived}` (the monsters that are left), `{both}` (the reason for a draw).
#[derive(Clone, Copy, Debug)]
pub struct EndingTerms {
    /// A game that was won.
    pub won: &'static str,
    /// A game that was lost with no life left, from an unknown cause.
    pub died: &'static str,
    /// A game that was lost when `{bane}` took the last life.
    pub killed: &'static str,
    /// A game that was lost when `{bane}` took the last life by ramming.
    pub rammed: &'static str,
    /// A game that was lost with life left.
    pub lost: &'static str,
    /// A game that ended in a draw.
    pub drawn: &'static str,
}

/// The text after the last sentence of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// No further text.
    Nothing,
    /// The gauges in their last state.
    Gauges,
    /// The statistics of the game.
    Statistics,
}
