//! The data of a game: its map, the conditions for winning and losing, and its words. Each game has a [`GameProfile`]
//! in `dungeon/games`, and beside it the form of its files (`file_form`). The file format, the screens and the sentences use the fields of the profile,
//! and no code there names a game. The rules of each game are code, in `rulesets` of the engine.
use std::fmt;

use super::feature::Stair;
use super::ids::{ItemId, KindId, TileId};
use super::kind::Kind;
use super::level::{CellSharing, Rim, ScatterExempt};
use super::settings::UnreachablePolicy;
use crate::space::geometry::Neighbours;

/// The data that distinguish one running game from another: its map, the conditions for winning and losing, and its
/// words. Two profiles are equal if their `word` fields are equal.
pub struct GameProfile {
    /// The word after `rules` in a file; unique to the game.
    pub word: &'static str,
    /// Other names of the game, for the hint "did you mean …"; may be empty.
    #[doc(hidden)]
    pub aliases: &'static [&'static str],
    /// The keys of `rules` that this game understands in addition to the keys of every game (`fog=`, `tempo=`).
    #[doc(hidden)]
    pub parameters: &'static [Parameter],
    /// The reason why the game refuses `tempo=`, as half a sentence without a full stop; `None` if the game allows it.
    #[doc(hidden)]
    pub timeless: Option<&'static str>,

    /// The number of built-in items, including the blank. Items that a file declares follow after these.
    #[doc(hidden)]
    pub own_items: usize,

    /// The rule for the outermost ring of a map.
    #[doc(hidden)]
    pub rim: Rim,
    /// The neighbors of a cell that the hero can step to.
    #[doc(hidden)]
    pub neighbours: Neighbours,
    /// Whether a hero pushes boulders by stepping against them. `false` for games in which a step against a boulder has
    /// another meaning.
    #[doc(hidden)]
    pub pushes: bool,
    /// Whether a hero can carry items, to use or equip them later (`keep=`, `wear=`).
    #[doc(hidden)]
    pub keeps: bool,
    /// Whether monsters can sleep, be neutral or follow the hero (`asleep=`, `side=`, `wake=`).
    #[doc(hidden)]
    pub has_company: bool,
    /// The number of heroes on the levels of a file.
    #[doc(hidden)]
    pub heroes: Heroes,
    /// Whether things of different layers can share a cell.
    #[doc(hidden)]
    pub sharing: CellSharing,
    /// How the hero gets to the levels after the first.
    #[doc(hidden)]
    pub levels: LevelOrder,
    /// Whether monsters must die for a win, and how they must die.
    #[doc(hidden)]
    pub foes: FoePolicy,
    /// Whether items must be taken for a win.
    #[doc(hidden)]
    pub taking: TakingPolicy,
    /// Which cells of a hero's move have an effect on the hero.
    #[doc(hidden)]
    pub footfall: Footfall,
    /// Whether stats of a hero recover slowly, without a maximum. A higher stat is then never a disadvantage.
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

/// Prints only the name of the game, so that a printed dungeon does not contain the whole profile.
impl fmt::Debug for GameProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

/// A function that creates one of a game's built-in kinds.
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
    /// The values of the parameters, in the order of `GameProfile::parameters`.
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

    /// Returns the value of a parameter. For a word, returns its position in the list of words, from 1; 0 if the file
    /// gives no word. For `yes` returns 1, and for `no` 0. For a key that the game lacks, returns 0.
    pub fn value(&self, key: &str) -> i32 {
        self.index(key).map_or(0, |index| self.values[index])
    }

    /// Sets a parameter, without checking its range. Ignores a key that the game lacks.
    pub fn set(&mut self, key: &str, value: i32) {
        if let Some(index) = self.index(key) {
            self.values[index] = value;
        }
    }

    /// Returns the cells that scatters of solid tiles spare, according to the parameter `QUIRK`.
    pub fn exempt(&self) -> ScatterExempt {
        match self.value(QUIRK.key) {
            1 => ScatterExempt::Diagonal,
            _ => ScatterExempt::Nothing,
        }
    }

    /// Returns the treatment of monsters that scattered walls shut off, according to the parameter `REACHABLE`.
    pub fn unreachable(&self) -> UnreachablePolicy {
        match self.value(REACHABLE.key) {
            0 => UnreachablePolicy::Left,
            _ => UnreachablePolicy::Rerolled,
        }
    }

    /// Whether players can take back their commands, according to the parameter `UNDO`.
    pub fn has_undo(&self) -> bool {
        self.value(UNDO.key) == 1
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
    /// The default value, encoded as in `Settings::value`.
    pub published: i32,
    /// The meaning, as one line of docs/format without a full stop.
    pub meaning: &'static str,
}

/// The allowed values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParameterShape {
    /// A whole number between these bounds, both included.
    Number(i32, i32),
    /// The hero's lives, at least 1. Without a life, the game would end before its first turn.
    Lives,
    /// A word of the list in the second field. The first field is the noun that messages use for the word, with its
    /// article.
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

    /// Returns the default value as written in a file; empty for a word without a default.
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

/// `quirk=diagonal`: scatters of solid tiles spare the main diagonal, as in the published code of arena (A-1).
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

/// `undo=yes`: a key takes back the last command (X-18).
pub const UNDO: Parameter = Parameter {
    key: "undo",
    shape: ParameterShape::YesNo,
    published: 0,
    meaning: "a key takes back the last command, and the one before it, as in puzzle games",
};

/// The meaning of a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// Terrain whose tile is the same wherever the glyph stands.
    Tile(TileId),
    /// An item that lies on a cell.
    Item(ItemId),
    /// A hero or a monster.
    Body(KindId),
    /// Terrain whose tile depends on the details that the cell's record gives.
    Feature(FeatureKind),
}

/// A sort of feature that a glyph can mean. The record of the cell gives the details, such as a lock.
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
    /// Returns the name of the feature in sentences, without an article: "stairs down".
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

/// The number of heroes on the levels of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heroes {
    /// A single hero in the whole file.
    One,
    /// A hero on each level. The player plays the hero of the first level. On every other level, the hero's record only
    /// marks the cell where the player's hero arrives (A-2).
    OneEach,
    /// From one to this many units, all on the file's only level (K-1).
    Several(usize),
}

impl Heroes {
    /// Whether the player commands several units instead of playing a single hero.
    pub fn is_several(self) -> bool {
        matches!(self, Heroes::Several(_))
    }
}

/// How the hero gets to the levels after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelOrder {
    /// The hero gets to other levels by stairs and pits.
    ByWays,
    /// The hero visits the levels in file order, and goes to the next level when no monster is left on the current
    /// level (A-2). Sentences then say "level 2 of 5".
    InTurn,
}

/// Whether the monsters of a game must die for a win, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoePolicy {
    /// Monsters need not die.
    MayStay,
    /// Every monster must die, and the hero must walk into a monster to kill it (A-3).
    MustDie,
    /// Every monster must die, and a shot is enough (K-14).
    MustBeShot,
}

/// Whether items must be taken for a win. Items that a file declares are collectable, except with `MayStay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakingPolicy {
    /// Every collectable item must be taken (E-4).
    AllMustBeTaken,
    /// Items must be taken only if the game begins without monsters (K-14).
    WhereNoFoesAre,
    /// Items never need to be taken.
    MayStay,
}

impl TakingPolicy {
    /// Whether taking items can win a game.
    pub fn counts(self) -> bool {
        self != TakingPolicy::MayStay
    }
}

/// Which cells of a hero's move have an effect on the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footfall {
    /// Every cell that the hero walks onto.
    EachStep,
    /// Only the cell where a move ends (K-13).
    MovesEnd,
}

/// The words of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameTerms {
    /// The noun for a level that has no name: "level", as in "level 2".
    pub level: &'static str,
    /// The words for the place where a game without a title happens, in the middle of a sentence: "the dungeon".
    pub place: &'static str,
    /// The noun for a hero, without an article: "hero".
    pub hero: &'static str,
    /// The noun for the player's body or bodies in diagnostics, with an article: "the hero".
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
    /// The end of the welcome: a space and a sentence about the acts of the first turns; empty in most games.
    pub first_acts: &'static str,
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
    /// The text at the start of a period: "season 5 begins". `{number}` is a placeholder for the number of the period,
    /// from 1.
    pub begins: &'static str,
    /// The text at the start of the first period of a year. `{number}` and `{year}` are placeholders for the numbers of
    /// the period and the year, from 1.
    pub begins_a_year: &'static str,
    /// The text for the time left in a period: "7 turns until the next season". `{turns}` is a placeholder for the
    /// number.
    pub turns_left: &'static str,
    /// The text about the next period: "Next: +$100, 2 hordlings, strength 1". `{number}`, `{pay}`,
    /// `{newcomers}` and `{strength}` are placeholders.
    pub next: &'static str,
}

impl PeriodTerms {
    /// The words of games without periods.
    pub const NONE: PeriodTerms = PeriodTerms {
        begins: "",
        begins_a_year: "",
        turns_left: "",
        next: "",
    };
}

/// The last sentence of a game, for each way that the game can end. `view/words/events/ending.rs` replaces the names in
/// braces: `{when}` ("on turn 7", "before the first turn"), `{life}` ("12"), `{lives}` ("2 lives"), `{debt}` (the life
/// below 0), `{bane}` ("a ghost"), `{reached}` ("on board 2 of 5", "with 3 enemies left"), `{boards}` (" all 5 boards",
/// or nothing if the game has a single board), `{done}` (the reason for the win), `{outlived}` (the monsters that are
/// left), `{both}` (the reason for a draw).
#[derive(Clone, Copy, Debug)]
pub struct EndingTerms {
    /// A game that was won.
    pub won: &'static str,
    /// A game that was lost because no life was left, for an unknown reason.
    pub died: &'static str,
    /// A game that was lost when `{bane}` took the last life.
    pub killed: &'static str,
    /// A game that was lost when `{bane}` took the last life by ramming.
    pub rammed: &'static str,
    /// A game that was lost although the player had life left.
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
