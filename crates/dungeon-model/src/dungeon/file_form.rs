//! The form of a game's files: what the reader of files and its diagnostics need to know about a game, and a running
//! game does not. Each game has a [`FileForm`] beside its profile, in `dungeon/games`.
use super::game_profile::{MakeKind, Settings, Thing};
use super::ids::KindId;
use super::item::ItemKind;
use super::kind::Kind;
use super::level::{Amount, Overlap, Tile};
use super::stats::Stat;
use crate::space::geometry::{Point, Region};

/// The form of a game's files, with the words of diagnostics about them. A program that only plays does not contain it.
pub struct FileForm {
    /// Returns how a game with these parameters ends before its first command; `None` if the parameters alone do not
    /// end it.
    pub premature_end: fn(&Settings) -> Option<PrematureEnd>,
    /// Returns the tables of a file without any declaration. Each table begins with the rows of `builtin`.
    pub tables: fn(&Settings) -> BuiltinTables,
    /// Returns the meanings of the game's own glyphs, without the glyphs that every game has.
    pub(crate) own_glyphs: fn() -> Vec<(char, Thing)>,
    /// The glyphs that no declaration can redefine, in any order; may be empty. The blank, which is always rock, is not
    /// in the list.
    pub reserved: &'static [char],
    /// The words after `is=` for kinds in this game's tables, each with its kind. Suggested fixes show the first word.
    pub kinds: &'static [(&'static str, KindId)],
    /// The words after `is=` that files of all games can use because of this game, each with the function that makes
    /// the kind.
    pub shared_kinds: &'static [(&'static str, MakeKind)],
    /// The stats that the hero's record gives after the hero's cell, in order; may be empty.
    pub hero_numbers: &'static [Stat],
    /// The stats that keys of the hero's record can set, each at most once; may be empty.
    pub hero_keys: &'static [Stat],
    /// The stats that items can give the hero, each at most once; may be empty.
    pub gifts: &'static [Stat],
    /// The stats that an item's record gives after the item's cell, in order; may be empty.
    pub item_numbers: &'static [Stat],
    /// The fixes for files that use stats that this game's hero lacks; `None` if the hero has all stats.
    pub lack: Option<NumberLack>,
    /// The help for a digit that is no glyph of this game: the meanings of the other digits, as half a sentence. `None`
    /// in games where no digit has a meaning.
    pub digits: Option<&'static str>,
    /// Examples of the game's glyphs for items.
    pub items: GlyphExamples,
    /// Examples of the game's glyphs for monsters.
    pub monsters: GlyphExamples,
    /// Examples of the game's glyphs for terrain.
    pub terrain: GlyphExamples,
    /// Words that authors mistakenly write at the start of a line instead of a glyph, each with its fix.
    pub glyph_hints: &'static [(&'static str, &'static str)],
    /// The reason why a file can have only one level, as half a sentence without a full stop; `None` if several are
    /// allowed.
    pub one_level: Option<&'static str>,
    /// The level of a file that declares no level; `None` if every file must declare a level.
    pub default_board: Option<DefaultBoard>,
    /// The things that a file must contain so that its game can be won; `None` if a file needs nothing in particular.
    pub requirement: Option<Requirement>,

    /// The condition for a win, as half a sentence without a full stop, if goals of a file cannot replace the game's
    /// own condition; otherwise `None`.
    pub own_goal: Option<&'static str>,
    /// Whether monsters arrive on the outermost ring of the map during a game.
    pub newcomers: Newcomers,
    /// A function that returns how gold is earned in a game with these parameters; `None` in games where gold is a stat
    /// like any other.
    pub economy: Option<fn(&Settings) -> Economy>,
}

/// The reason why parameters end a game before its first command, with a message and a fix.
#[derive(Clone, Debug)]
pub struct PrematureEnd {
    /// Whether the game is lost; otherwise it is won.
    pub is_lost: bool,
    /// The keys of `rules` that are responsible. Diagnostics point at the first one, or at the second if the file does
    /// not give the first.
    pub keys: [&'static str; 2],
    /// The problem, as a whole sentence without a full stop: "expected …, found …".
    pub message: String,
    /// The fix, as half a sentence without a full stop.
    pub help: &'static str,
}

/// The first rows of a dungeon's tables, before the rows that a file declares.
#[derive(Clone, Debug)]
pub struct BuiltinTables {
    /// The tiles by `TileId`.
    pub tiles: Vec<Tile>,
    /// The kinds by `KindId`.
    pub kinds: Vec<Kind>,
    /// The items by `ItemId`; number 0 is the blank.
    pub items: Vec<ItemKind>,
}

/// The fixes for files that use stats that a game's hero lacks. The fixes name the stats that the hero has instead.
#[derive(Clone, Copy, Debug)]
pub struct NumberLack {
    /// The fix for a hero who is given a missing stat, as half a sentence.
    pub hero: &'static str,
    /// The fix for an item that gives a missing stat, as half a sentence.
    pub gift: &'static str,
}

/// Examples of a game's glyphs for items, for monsters or for terrain, for use in messages.
#[derive(Clone, Copy, Debug)]
pub struct GlyphExamples {
    /// A single glyph, for short examples.
    pub one: char,
    /// Half a sentence that names all glyphs of the sort: "`*`, `=` and `$` are items".
    pub all: &'static str,
}

/// Returns examples of a game's glyphs: a single glyph, and half a sentence that names all glyphs.
pub(super) const fn glyphs(one: char, all: &'static str) -> GlyphExamples {
    GlyphExamples { one, all }
}

/// The level of a file that declares no level: a square of floor with scatters.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBoard {
    /// The number of columns, which is also the number of rows; at least 1.
    pub side: i32,
    /// The hero's cell; `None` if a scatter places the hero.
    pub hero: Option<Point>,
    /// The scatters, in order.
    pub scatters: &'static [DefaultScatter],
}

/// A scatter of a default board.
#[derive(Clone, Copy, Debug)]
pub struct DefaultScatter {
    /// The thing to scatter: a tile, an item or a body, but never a feature.
    pub what: Thing,
    /// The number of things, or the chance of a thing per cell.
    pub amount: Amount,
    /// The region for the things, which must be inside the board.
    pub within: Region,
    /// The Manhattan distance from the hero that each cell must exceed; `None` for any distance.
    pub away: Option<u32>,
    /// Whether the scatter may use occupied cells.
    pub overlap: Overlap,
}

/// Something that a file must contain, and the messages for a file without it.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The sorts of things that satisfy the requirement; one thing of any sort is enough.
    pub any_of: &'static [NeededThing],
    /// The problem, as a whole sentence without a full stop: "expected …, found none".
    pub message: &'static str,
    /// The help text for a classic file.
    pub classic: &'static str,
    /// The help text for a file that draws its things on the map.
    pub drawn: &'static str,
    /// The help text for a file that places its things by records, because its map is pasted or generated.
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

/// Whether monsters arrive on the outermost ring of the map during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newcomers {
    /// No monsters arrive from outside: all exist from the start, or are born later.
    None,
    /// Monsters arrive on cells of the ring that have floor, or something that newcomers can crush (S-3). The field
    /// says, as half a sentence, what happens if the ring has no such cell.
    AtTheRim(&'static str),
}

/// How gold is earned in a game with a herd. Each item of the herd pays gold once per period. The hero can buy such
/// items, but never takes them.
#[derive(Clone, Copy, Debug)]
pub struct Economy {
    /// The hero's gold before the first turn; may be negative.
    pub wealth: i32,
    /// The amount of gold that wins the game; may be negative.
    pub goal: i32,
    /// The price of one more item of the herd in gold; at least 0.
    pub price: i32,
    /// The gold that each item of the herd pays per period; at least 0.
    pub profit: i32,
    /// The message and the fix for a herd that pays nothing ("expected …, found …").
    pub no_profit: [&'static str; 2],
    /// The message and the fix for a game without a herd and without the gold to buy an item of the herd. In the fix,
    /// `{price}` is replaced by the price.
    pub no_herd: [&'static str; 2],
    /// The fix for a herd item that would give the hero something, as half a sentence. Such a gift is useless, because
    /// the hero never takes herd items.
    pub never_taken: &'static str,
}
