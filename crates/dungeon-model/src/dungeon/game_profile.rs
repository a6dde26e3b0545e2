//! The shape of a game's data: what its files look like, what is at stake in it, and its words. Each game has a value
//! of [`GameProfile`] in `dungeon/games`; the format, the screens and the sentences read its fields and know no game by
//! name. How a game is played is no data: each has a rule set in `rulesets`.
use std::fmt;

use super::feature::Stair;
use super::ids::{ItemId, KindId, TileId};
use super::item::ItemKind;
use super::kind::Kind;
use super::level::{Amount, CellSharing, Overlap, Rim, ScatterExempt, Tile};
use super::settings::UnreachablePolicy;
use super::stats::Stat;
use crate::space::geometry::{Neighbours, Point, Region};

/// Everything that tells one game's files, stakes and words from another's. Profiles are equal if their words are.
pub struct GameProfile {
    /// The word behind `rules` in a file; no two games share one.
    pub word: &'static str,
    /// Other words that people say for the game, for "did you mean …"; may be empty.
    #[doc(hidden)]
    pub aliases: &'static [&'static str],
    /// A commented file to begin with, called `mine.dng` in its comments, and "A new dungeon".
    #[doc(hidden)]
    pub skeleton: &'static str,
    /// The keys of `rules` that this game has beside those of every game (`fog=`, `tempo=`).
    #[doc(hidden)]
    pub parameters: &'static [Parameter],
    /// What ends a game with these parameters before its first command, as far as they alone decide that; none where
    /// they do not.
    #[doc(hidden)]
    pub premature_end: fn(&Settings) -> Option<PrematureEnd>,
    /// Why time never runs by itself, in half a sentence without a full stop, so that `tempo=` is refused; none where
    /// `tempo=` is allowed.
    #[doc(hidden)]
    pub timeless: Option<&'static str>,

    /// The tiles, kinds and items of a file before anything is declared. The first ones are those of `builtin`.
    #[doc(hidden)]
    pub tables: fn(&Settings) -> BuiltinTables,
    /// What the game's own glyphs stand for, beside those of every game.
    pub(crate) own_glyphs: fn() -> Vec<(char, Thing)>,
    /// Glyphs that no declaration can give another meaning, in any order; may be empty. The blank, which is always
    /// rock, is not listed.
    #[doc(hidden)]
    pub reserved: &'static [char],
    /// The words of `is=` that start from a kind in this game's tables; mends show the first one.
    #[doc(hidden)]
    pub kinds: &'static [(&'static str, KindId)],
    /// The words of `is=` that this game lends to every other one, each with the function that makes its kind.
    pub shared_kinds: &'static [(&'static str, MakeKind)],
    /// The hero's numbers that stand behind the place in his record, in the order in which they stand; empty where none
    /// does.
    #[doc(hidden)]
    pub hero_numbers: &'static [Stat],
    /// The hero's numbers that keys give, each at most once; may be empty.
    #[doc(hidden)]
    pub hero_keys: &'static [Stat],
    /// The numbers that items can give to the hero, each at most once; may be empty.
    #[doc(hidden)]
    pub gifts: &'static [Stat],
    /// An item's numbers that stand behind the place in its record, in the order in which they stand; empty where none
    /// does.
    #[doc(hidden)]
    pub item_numbers: &'static [Stat],
    /// The mends for numbers that only heroes of other games have; none where the hero has all of them.
    #[doc(hidden)]
    pub lack: Option<NumberLack>,
    /// What is said of a digit without a meaning, where other digits have one, in half a sentence; none where no digit
    /// has.
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
    /// Words that authors write at the head of a line where a glyph must stand, each with its mend.
    #[doc(hidden)]
    pub glyph_hints: &'static [(&'static str, &'static str)],

    /// What the outermost ring of a map is.
    #[doc(hidden)]
    pub rim: Rim,
    /// Which cells the hero can step to.
    #[doc(hidden)]
    pub neighbours: Neighbours,
    /// Whether a hero who steps at a boulder pushes it: not where a step at solid terrain, or a walk, is something else.
    #[doc(hidden)]
    pub pushes: bool,
    /// Whether a hero keeps things that a file says so of, to use or to wear them later.
    #[doc(hidden)]
    pub keeps: bool,
    /// How many heroes the levels of a file have.
    #[doc(hidden)]
    pub heroes: Heroes,
    /// Why a file has no more than one level, in half a sentence without a full stop; none where there may be several.
    #[doc(hidden)]
    pub one_level: Option<&'static str>,
    /// Whether things of different layers share a cell.
    #[doc(hidden)]
    pub sharing: CellSharing,
    /// What is played where a file has no level; none where a file must have one.
    #[doc(hidden)]
    pub default_board: Option<DefaultBoard>,
    /// What must be in a file so that a game can be won at all; none where nothing need be.
    #[doc(hidden)]
    pub requirement: Option<Requirement>,

    /// What wins the game, where no goals of a file can stand in its place, in half a sentence without a full stop; none
    /// where they can.
    #[doc(hidden)]
    pub own_goal: Option<&'static str>,
    /// How the hero comes to the levels behind the first.
    #[doc(hidden)]
    pub levels: LevelOrder,
    /// What must become of the monsters.
    #[doc(hidden)]
    pub foes: FoePolicy,
    /// What must become of the items.
    #[doc(hidden)]
    pub taking: TakingPolicy,
    /// Which of the cells on a hero's way act on him.
    #[doc(hidden)]
    pub footfall: Footfall,
    /// Whether monsters come from the outermost ring while a game lasts.
    #[doc(hidden)]
    pub newcomers: Newcomers,
    /// How gold is earned, by these parameters; none where gold is a number like any other.
    #[doc(hidden)]
    pub economy: Option<fn(&Settings) -> Economy>,
    /// Whether a hero's numbers come back slowly, one a turn, without a maximum: more of them never harms him.
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

/// A profile is shown by its word alone: a dungeon that is printed shall not print its game.
impl fmt::Debug for GameProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

/// Makes a kind of a game from nothing.
pub type MakeKind = fn() -> Kind;

/// Which game a dungeon is for, and the values of that game's parameters.
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
    /// Beside `GameProfile::parameters`.
    values: Vec<i32>,
}

impl Settings {
    /// A game with its published parameters.
    pub fn published(game: &'static GameProfile) -> Settings {
        let values = game.parameters.iter().map(|parameter| parameter.published);
        Settings {
            game,
            values: values.collect(),
        }
    }

    /// The value of a parameter: a number, the place of a word in its list counted from 1 (0: none was said), or 1 for
    /// yes and 0 for no. 0 for a key that the game has not.
    pub fn value(&self, key: &str) -> i32 {
        self.index(key).map_or(0, |index| self.values[index])
    }

    /// Gives a parameter a value, which is not held against its range; a key that the game has not changes nothing.
    pub fn set(&mut self, key: &str, value: i32) {
        if let Some(index) = self.index(key) {
            self.values[index] = value;
        }
    }

    /// Which cells scatters of solid tiles leave as they are, by the shared parameter `QUIRK`.
    pub fn exempt(&self) -> ScatterExempt {
        match self.value(QUIRK.key) {
            1 => ScatterExempt::Diagonal,
            _ => ScatterExempt::Nothing,
        }
    }

    /// What is done about monsters whom scatters shut off, by the shared parameter `REACHABLE`.
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
    /// What may stand behind the `=`.
    pub shape: ParameterShape,
    /// The value that counts where a file says none, as `Settings::value` returns it.
    pub published: i32,
    /// What the parameter says, in one line of docs/format without a full stop.
    pub meaning: &'static str,
}

/// What may stand behind the `=` of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParameterShape {
    /// A whole number from the first to the second, both included.
    Number(i32, i32),
    /// The lives of the hero, 1 or more: fewer would end the game before its first turn.
    Lives,
    /// A word of a list; messages call a wrong one by the noun, with its article.
    Word(&'static str, &'static [&'static str]),
    /// `yes` or `no`.
    YesNo,
}

impl Parameter {
    /// A parameter that is a whole number from `least` to 2147483647.
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

    /// The published value as a file would say it; empty for a word that is not said.
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

/// `quirk=diagonal`, for games whose published code had that oddity: scatters of solid tiles spare the main diagonal
/// (A-1).
pub const QUIRK: Parameter = Parameter {
    key: "quirk",
    shape: ParameterShape::Word("a quirk", &["diagonal"]),
    published: 0,
    meaning: "scatters of walls skip cells 1,1, 2,2, 3,3 and so on, as the published code does by accident",
};

/// `reachable=yes`: what is scattered is scattered anew until the hero can come to every monster (A-2).
pub const REACHABLE: Parameter = Parameter {
    key: "reachable",
    shape: ParameterShape::YesNo,
    published: 0,
    meaning: "scatter walls and enemies again until you can walk to every enemy, on every board",
};

/// Why parameters end a game before its first command.
#[derive(Clone, Debug)]
pub struct PrematureEnd {
    /// Whether the game is lost then; else it is won.
    pub is_lost: bool,
    /// The keys of `rules` that are to blame, the one to point at first.
    pub keys: [&'static str; 2],
    /// What is wrong, as a whole sentence without a full stop: "expected …, found …".
    pub message: String,
    /// What can be done about such parameters, in half a sentence without a full stop.
    pub help: &'static str,
}

/// What a dungeon's tables begin with: rows by `TileId`, `KindId` and `ItemId`.
#[derive(Clone, Debug)]
pub struct BuiltinTables {
    /// The tiles by `TileId`.
    pub tiles: Vec<Tile>,
    /// The kinds by `KindId`.
    pub kinds: Vec<Kind>,
    /// The items by `ItemId`; number 0 is the blank.
    pub items: Vec<ItemKind>,
}

/// What a glyph can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// Terrain that is one tile wherever it stands.
    Tile(TileId),
    /// An item that lies on a cell.
    Item(ItemId),
    /// A hero or a monster.
    Body(KindId),
    /// Terrain that does something and is built into a floor, so that its tile differs from place to place.
    Feature(FeatureKind),
}

/// The sort of feature that a glyph stands for, before its record says what it does.
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
    /// The fixture's name as sentences say it, without an article: "stairs down".
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

/// How to say what the hero of a game has in place of numbers that he has not.
#[derive(Clone, Copy, Debug)]
pub struct NumberLack {
    /// The mend for an author who gives the hero such a number, in half a sentence.
    pub hero: &'static str,
    /// The mend for an author who lets an item give him such a number, in half a sentence.
    pub gift: &'static str,
}

/// Glyphs of one sort that a game brings.
#[derive(Clone, Copy, Debug)]
pub struct GlyphExamples {
    /// The one that an example is written with.
    pub one: char,
    /// All glyphs of the sort in half a sentence: "`*`, `=` and `$` are items".
    pub all: &'static str,
}

/// The glyphs of one sort: an example, and half a sentence about all of them.
pub(super) const fn glyphs(one: char, all: &'static str) -> GlyphExamples {
    GlyphExamples { one, all }
}

/// How many heroes the levels of a file have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heroes {
    /// A single hero in the whole file.
    One,
    /// A hero on each level: that of the first level is the hero, those of later levels are where he comes to (A-2).
    OneEach,
    /// Units: from one to so many, all on the only level (K-1).
    Several(usize),
}

impl Heroes {
    /// Whether the player commands several units and is none of them himself.
    pub fn is_several(self) -> bool {
        matches!(self, Heroes::Several(_))
    }
}

/// A square of floor with what the seed puts there, for files without a level.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBoard {
    /// Columns, and as many rows; at least 1.
    pub side: i32,
    /// Where the hero stands; none where a scatter puts him down.
    pub hero: Option<Point>,
    /// What the seed puts down, in this order.
    pub scatters: &'static [DefaultScatter],
}

/// A scatter of a default board.
#[derive(Clone, Copy, Debug)]
pub struct DefaultScatter {
    /// A tile, an item or a body; no feature.
    pub what: Thing,
    /// How many things are put down, or by which chance.
    pub amount: Amount,
    /// The cells where things are put; lies inside the board.
    pub within: Region,
    /// Only cells whose Manhattan distance from the hero is above so many steps; none: any.
    pub away: Option<u32>,
    /// Whether cells may be taken that are not free.
    pub overlap: Overlap,
}

/// What a file must have, and what to say where it has none of that.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The sorts of things of which one is enough.
    pub any_of: &'static [NeededThing],
    /// What is missing, as a whole sentence without a full stop: "expected …, found none".
    pub message: &'static str,
    /// The mend in a classic file.
    pub classic: &'static str,
    /// The mend in a file whose map is drawn.
    pub drawn: &'static str,
    /// The mend in a file whose map shows no things.
    pub recorded: &'static str,
}

/// A sort of thing that a game is won by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededThing {
    /// A collectable item.
    Item,
    /// A monster, whatever its kind.
    Foe,
}

/// How the hero comes to the levels behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelOrder {
    /// Stairs and pits lead there.
    ByWays,
    /// Each level has its turn once no monster is left on those before (A-2). Sentences count the levels then.
    InTurn,
}

/// What must become of the monsters of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoePolicy {
    /// A game can be won while some are left.
    MayStay,
    /// A game is not won while one is left, and the hero must walk at it (A-3).
    MustDie,
    /// A game is not won while one is left, and a shot will do (K-14).
    MustBeShot,
}

/// What must become of the items of a game. Items that a file declares are collectable where some must be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakingPolicy {
    /// A game is not won while a collectable item is left (E-4).
    AllMustBeTaken,
    /// Items must be taken only in a game that begins without monsters (K-14).
    WhereNoFoesAre,
    /// Items never count.
    MayStay,
}

impl TakingPolicy {
    /// Whether there are games that items win.
    pub fn counts(self) -> bool {
        self != TakingPolicy::MayStay
    }
}

/// Which of the cells on a hero's way act on him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footfall {
    /// Every cell that he walks onto.
    EachStep,
    /// The cell where a move ends (K-13).
    MovesEnd,
}

/// Whether monsters come from the outermost ring while a game lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newcomers {
    /// All monsters are there from the start, or are born of others.
    None,
    /// Some come in at the outermost ring, where it is floor or something to be crushed (S-3); without such a place the
    /// game lacks what this half of a sentence says.
    AtTheRim(&'static str),
}

/// How gold is earned in a game: by a herd that brings some now and then, can be bought, and is never taken.
#[derive(Clone, Copy, Debug)]
pub struct Economy {
    /// The hero's gold before the first turn; may be negative.
    pub wealth: i32,
    /// So much gold wins; may be negative.
    pub goal: i32,
    /// The price of one more item of the herd in gold; at least 0.
    pub price: i32,
    /// The gold that each item of the herd brings at a time; at least 0.
    pub profit: i32,
    /// How many items the game's tables begin with, the blank included: those that follow are a file's own.
    pub own_items: usize,
    /// Two texts: what is wrong with a herd that brings nothing ("expected …, found …"), and the mend.
    pub no_profit: [&'static str; 2],
    /// Two texts: what is wrong with a game without a herd and without the price of one, and the mend, in which
    /// `{price}` is the price in gold.
    pub no_herd: [&'static str; 2],
    /// The mend for items of the herd that give something, in half a sentence: the hero never takes them.
    pub never_taken: &'static str,
}

/// The words of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameTerms {
    /// What a level is called that has no name: "level", as in "level 2".
    pub level: &'static str,
    /// Where a game without a title is played, in the middle of a sentence: "the dungeon".
    pub place: &'static str,
    /// The noun for a hero, without an article: "hero".
    pub hero: &'static str,
    /// The body or the bodies that the player commands, with an article, as diagnostics say it: "the hero".
    pub commanded: &'static str,
    /// The noun for the number `wealth`, without an article.
    pub wealth: &'static str,
    /// The noun for what a thief takes one by one of the number `wealth`; none where thieves take points of it.
    pub coin: Option<&'static str>,
    /// A whole sentence for a hero who holds nothing; none where nothing need be said.
    pub empty_pack: Option<&'static str>,
    /// What the help says of fog, in whole sentences.
    pub fog: &'static str,
    /// What the help says of pointing, in whole sentences, where the player points at cells; else empty.
    pub pointing: &'static str,
    /// What is said of bolts of magic in one sentence, where there are any; else empty.
    pub bolt: &'static str,
    /// How the player stands, in sentences that follow each other; empty where the gauges tell it all.
    pub standing: &'static [StandingPart],
    /// What is said of the periods after which the herd pays.
    pub period: PeriodTerms,
    /// The last sentence of a game.
    pub ending: EndingTerms,
    /// What is told below that sentence when the program ends.
    pub farewell: Farewell,
}

/// A sentence on how the player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingPart {
    /// "You have 90 gold and 9 cows."
    WealthAndHerd,
    /// "2 hordlings are about.": only where all is seen.
    FoesAbout,
    /// "You have 2 lives."
    Lives,
    /// "3 enemies are left on board 2 of 5."
    FoesLeftOnLevel,
    /// "Andy: health 20, 2 points, 10 ammo.": each unit.
    Units,
    /// "7 ghosts are left."; nothing where there never was any.
    FoesLeft,
}

/// What is said of the periods after which the herd pays.
#[derive(Clone, Copy, Debug)]
pub struct PeriodTerms {
    /// What begins, `{number}` counted from 1: "season 5 begins".
    pub begins: &'static str,
    /// What begins where a year begins with it, `{number}` and `{year}` counted from 1.
    pub begins_a_year: &'static str,
    /// How long the period lasts yet, in `{turns}`: "7 turns until the next season".
    pub turns_left: &'static str,
}

impl PeriodTerms {
    /// For games whose time has no periods.
    pub const NONE: PeriodTerms = PeriodTerms {
        begins: "",
        begins_a_year: "",
        turns_left: "",
    };
}

/// The last sentence of a game, by how it ended. In braces stand names that `view/words/events/ending.rs` replaces:
/// `{turns}` ("7 turns"), `{after}` ("after 7 turns", "in the first turn"), `{life}` ("12"), `{lives}` ("2 lives"),
/// `{debt}` (the life below 0), `{bane}` ("a ghost"), `{reached}` ("on board 2 of 5", "with 3 enemies left"),
/// `{boards}` (" all 5 boards", or nothing where there is one), `{done}` (what was won by), `{outlived}` (who is left
/// of the monsters), `{both}` (who is left of neither side).
#[derive(Clone, Copy, Debug)]
pub struct EndingTerms {
    /// The sentence for a game that is won.
    pub won: &'static str,
    /// The sentence for a game that is lost with a life that is spent, by something unknown.
    pub died: &'static str,
    /// The sentence for a game that is lost with a life that is spent by `{bane}`.
    pub killed: &'static str,
    /// The sentence for a game that is lost with a life that is spent by `{bane}`, which threw itself at the hero.
    pub rammed: &'static str,
    /// The sentence for a game that is lost with a life that is not spent.
    pub lost: &'static str,
    /// The sentence for a game that is neither won nor lost.
    pub drawn: &'static str,
}

/// What is told below the last sentence of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// No more: the sentence tells all that the hero lived by.
    Nothing,
    /// The gauges as they stood in the end.
    Gauges,
    /// What the game came to, in numbers.
    Statistics,
}
