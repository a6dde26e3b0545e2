//! A level: its cells, and the bodies and items on them when the game begins.
use std::num::NonZeroU32;
use std::sync::Arc;

use super::colour::Colour;
use super::feature::{ActingTerrain, Feature, Stair};
use super::ids::{ItemId, KindId, TileId};
use super::level_chance::LevelChance;
use super::parts::Through;
use super::settings::Fog;
use super::spawn::Spawn;
use super::stats::{Spread, Stats};
use crate::space::geometry::{Directions, Point, Region};
use crate::space::grid::Grid;
use crate::space::narrow;

/// The bodies that may stand on a tile. The variants have the same order as `Through`, so a single comparison tells
/// whether a body may stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Footing {
    /// Every body: the tile is floor.
    Anyone = 0,
    /// Only bodies that pass slime: a pool of slime ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Slime = 1,
    /// Only bodies that pass doors: a closed door without a lock, which they open, or a fence, which they tear down.
    Openers = 2,
    /// Only bodies that pass walls: solid rock or a wall.
    Drifters = 3,
    /// No body at any time: the tile of a closed rim (`Rim::Closed`, [E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Nobody = 4,
}

impl Footing {
    /// Whether a body that can pass `through` can stand on the tile, after opening a door if necessary.
    ///
    /// ```
    /// use dungeon::data::{Footing, Through};
    ///
    /// assert!(Footing::Anyone.admits(Through::Floor));
    /// assert!(!Footing::Nobody.admits(Through::Doors));
    /// ```
    #[inline]
    pub fn admits(self, through: Through) -> bool {
        self as u8 <= through as u8
    }
}

/// A game's rule for the outermost ring of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// No body can ever stand on the ring, even if the file draws floor there ([E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Closed,
    /// Monsters can stand on the ring, but heroes cannot ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Heroless,
    /// The cells of the ring are like any other cells ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Open,
}

impl Rim {
    /// Whether any body can ever stand on the ring.
    pub fn is_played_on(self) -> bool {
        self != Rim::Closed
    }

    /// Whether a hero can stand on the ring.
    pub fn is_the_heros(self) -> bool {
        self == Rim::Open
    }
}

/// Whether lines of sight pass a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Sight {
    /// Lines of sight pass the tile.
    Clear,
    /// Lines of sight end at the tile.
    Blocked,
}

/// A kind of terrain. Bodies on foot can stand only on `Footing::Anyone` ([E-1]).
///
/// ```
/// use dungeon::data::{Feature, Through};
/// use dungeon::diagnostics::Source;
///
/// let text = "map\n######\n#@+.$#\n######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let door = dungeon.tiles().iter().find(|tile| tile.glyph == '+').unwrap();
/// assert!(matches!(door.feature, Feature::Door(_)));
/// assert!(door.footing.admits(Through::Walls), "ghosts drift through it");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// The name in sentences, without an article: "wall".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The character on screens that show more than ASCII, one column wide; `None` for the same character as `glyph`.
    pub fine: Option<char>,
    /// The color on the map; `None` for the default color of the screen.
    pub colour: Option<Colour>,
    /// The bodies that may stand on the tile.
    pub footing: Footing,
    /// Whether lines of sight pass the tile ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    pub sight: Sight,
    /// The effects of the tile on bodies that enter it.
    pub feature: Feature,
    /// The radius of the tile's light in the dark, in cells ([X-12]); 0 for no light.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub glow: u32,
    /// The text that the player reads when a hero enters the tile; may be empty.
    pub says: String,
    /// Whether `Goal::Cover` needs a boulder on each cell with this tile ([G-2]). The boulder tile that covers a target
    /// is a target, too.
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub is_target: bool,
}

impl Tile {
    /// Returns the effects of floor that harms, slows or restricts bodies; `None` for any other tile.
    pub fn acting(&self) -> Option<ActingTerrain> {
        match self.feature {
            Feature::Acting(acting) => Some(acting),
            _ => None,
        }
    }

    /// Returns the directions in which bodies that do not pass walls can step onto the tile.
    pub fn enter(&self) -> Directions {
        self.acting().map_or(Directions::ALL, |acting| acting.enter)
    }
}

/// The thing that a `Scatter` places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum ScatteredThing {
    /// A tile, which replaces the terrain of its cell.
    Tile(TileId),
    /// An item, which needs a cell without another item.
    Item(ItemId),
    /// A body with at least these stats.
    Body(KindId, Stats),
}

/// The maximum number of lit cells on a level. A cell counts once for each light that reaches it. With this limit, an
/// update of the light after a change takes some tenths of a second at most.
pub const MOST_LIT: usize = 1 << 22;

/// The number of things that a `Scatter` places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Amount {
    /// A fixed number of things, or as many as fit.
    Count(u32),
    /// One thing on each free cell, with this probability in percent, 0–100.
    Percent(u32),
    /// A random number of things between a minimum and a maximum, both included, or as many as fit. The first field is
    /// the minimum, and is not above the second.
    Between(u32, u32),
}

impl Amount {
    /// Whether the amount is zero for every seed.
    pub fn is_zero(self) -> bool {
        matches!(
            self,
            Amount::Count(0) | Amount::Percent(0) | Amount::Between(_, 0)
        )
    }

    /// Whether the amount, unless it is zero, places at least one thing for every seed, if there is room. `false` for
    /// every percentage.
    #[doc(hidden)]
    pub fn is_certain(self) -> bool {
        matches!(self, Amount::Count(_) | Amount::Between(1.., _))
    }
}

/// The cells that a `Scatter` may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Overlap {
    /// Only cells that have nothing on the thing's layer; for terrain, only plain floor.
    Avoid,
    /// Any cell of the region. The cell of each thing is drawn independently, and the thing replaces what is there on
    /// its layer.
    Replace,
}

/// What the minimum distance of a `Scatter` counts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum ScatterOrigin {
    /// The heroes on the level; without a hero, the level's entrance.
    #[default]
    Hero,
    /// The cell with this point.
    Cell(Point),
    /// All stairs in this direction that are on the level when the scatter runs.
    Stairs(Stair),
}

/// Things that the seed places when the level is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Scatter {
    /// The tile, the item or the body.
    pub what: ScatteredThing,
    /// The maximum that the seed may add to each starting stat of each body ([X-14]).
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The number of things, or the chance of a thing per cell.
    pub amount: Amount,
    /// The region for the things, which is inside the level.
    pub within: Region,
    /// The Manhattan distance from `from` that each cell must exceed; `None` for any distance.
    pub away: Option<u32>,
    /// What `away` counts from.
    pub from: ScatterOrigin,
    /// Whether the scatter may use occupied cells.
    pub overlap: Overlap,
    /// Whether things of different layers can share a cell.
    pub sharing: CellSharing,
    /// The cells of the region on which the scatter places nothing.
    pub exempt: ScatterExempt,
    /// Whether the scatter places its own thing, or belongs to a group from which things are drawn ([X-15]).
    ///
    /// [X-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-15
    pub share: ScatterShare,
}

/// Whether a `Scatter` places its own thing, or belongs to a group. A scatter of a class becomes a group of consecutive
/// scatters, one for each thing of the class. Each placed thing is drawn from the group by weight. The scatters of a
/// group differ only in `what` and `amount`; `amount` is the maximum for the scatter's own thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum ScatterShare {
    /// The scatter places only its own thing.
    #[default]
    Whole,
    /// The first scatter of a group.
    First {
        /// The total amount of the group.
        amount: Amount,
        /// The weight of the scatter's thing in the group.
        weight: u32,
    },
    /// Any other scatter of a group.
    Further {
        /// The weight of the scatter's thing in the group.
        weight: u32,
    },
}

impl ScatterShare {
    /// Returns the weight of the scatter's thing in its group; 1 for a scatter without a group.
    #[doc(hidden)]
    pub fn weight(self) -> u32 {
        match self {
            ScatterShare::Whole => 1,
            ScatterShare::First { weight, .. } | ScatterShare::Further { weight } => weight,
        }
    }
}

impl Scatter {
    /// Returns the maximum number of things that the scatter places, over all seeds.
    #[doc(hidden)]
    pub fn most(&self) -> usize {
        match self.amount {
            Amount::Count(most) | Amount::Between(_, most) => most as usize,
            Amount::Percent(0) => 0,
            Amount::Percent(_) => narrow::size(self.within.area()),
        }
    }
}

/// The cells of its region on which a `Scatter` of solid tiles places nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum ScatterExempt {
    /// No cell: the scatter uses the whole region.
    #[default]
    Nothing,
    /// The cells of the map's main diagonal, whose column and row are equal ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Diagonal,
}

/// Whether things of different layers can share a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum CellSharing {
    /// A cell can hold terrain, an item and a body in any combination ([X-1]).
    ///
    /// [X-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-1
    Shared,
    /// A cell can hold terrain, an item and a body, but never a monster together with an item of the herd ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Alone,
}

/// How the terrain of a level without a drawing is generated from the seed.
///
/// ```
/// use dungeon::data::TerrainGenerator;
/// use dungeon::diagnostics::Source;
///
/// let text = "map caves 40 20 rock=50\nscatter @ 1\nscatter $ 3\n";
/// let dungeon = dungeon::load_source(Source::from_text("cave.dng", text))?;
/// let made = dungeon.levels()[0].generator.expect("no map is drawn");
/// assert!(matches!(made, TerrainGenerator::Caves(caves) if caves.rock == 50));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum TerrainGenerator {
    /// `map caves`: smoothed noise, with all floor connected.
    Caves(Caves),
    /// `map rooms`: rooms joined by corridors.
    Rooms(Rooms),
}

/// The parameters of `map caves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Caves {
    /// The percentage of rock before smoothing, 0–100.
    pub rock: u32,
    /// The number of smoothing rounds, 0 to 20 in files.
    pub rounds: u32,
}

/// The parameters of `map rooms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Rooms {
    /// The number of rooms to make, at least 1. If fewer fit, the level gets fewer, but at least one.
    pub count: u32,
    /// The minimum and maximum length of a room's inner sides, in cells: 1 to 1000 in files, the minimum first.
    pub sides: (u32, u32),
    /// The percentage of room entrances that get a door, 0–100.
    pub doors: u32,
}

/// A level before the first turn.
///
/// ```
/// use dungeon::data::Stat;
/// use dungeon::diagnostics::Source;
///
/// let text = "map\n######\n#@.$w#\n######\nend\nw 5 2 health=20 strength=3\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let level = &dungeon.levels()[0];
/// let wanderer = &level.spawns[1];
/// assert_eq!(wanderer.at.to_string(), "5,2");
/// assert_eq!(level.stats_of(wanderer)[Stat::Health], 20, "as the record says");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Level {
    /// The level's name in messages and in the panel; may be empty.
    pub name: String,
    /// How much of the level the player sees. The level's own line decides, or else the file's `rules` line.
    pub fog: Fog,
    /// Whether the level is dark: the player sees only cells that are near or lit ([X-12]), and that the fog does not
    /// hide.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub is_dark: bool,
    /// The milliseconds without a command after which the level's monsters act by themselves; `None` if the monsters
    /// wait for a command. The level's own line decides, or else the file's `rules` line.
    pub tempo: Option<NonZeroU32>,
    /// The terrain. On a generated level, the terrain before the seed generates the rest: walls on the rim, terrain
    /// placed by records, floor under things and along routes, and `builtin::ROCK` on all other cells.
    pub tiles: Grid<TileId>,
    /// How the rest of the terrain is generated; `None` for a drawn level.
    pub generator: Option<TerrainGenerator>,
    /// The maximum number of vaults that the seed builds into the level, each at most once; 0 for none.
    pub vaults: u32,
    /// The cell where the hero starts the game, or arrives on the level ([E-15], [A-2]); `None` if the file names no
    /// cell for the hero.
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    pub entrance: Option<Point>,
    /// The items with their cells, at most one per cell.
    pub items: Vec<(Point, ItemId)>,
    /// The bodies in file order, at most one per cell.
    pub spawns: Vec<Spawn>,
    /// The minimum starting stats of the level's bodies, by `StatsId`.
    pub stats: Vec<Stats>,
    /// The maximum that the seed may add to each entry of `stats` ([X-14]), by `StatsId`. Entries beyond the end of
    /// this list get no addition.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spreads: Vec<Spread>,
    /// The choices: the cells of each, in ascending order. The hero can take one of the items on the cells of a choice
    /// ([X-22]).
    ///
    /// [X-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
    pub choices: Vec<Vec<Point>>,
    /// The scatters, in file order.
    pub scatters: Vec<Scatter>,
    /// The options of the level's random marks; `None` for a level without random marks. The seed decides the marks
    /// when a game begins, so this is `None` for all levels of a running game.
    #[doc(hidden)]
    pub chance: Option<Arc<LevelChance>>,
}

impl Level {
    /// Creates a level with this name and terrain, and with the default for every other field.
    #[doc(hidden)]
    pub fn new(name: String, tiles: Grid<TileId>) -> Level {
        Level {
            name,
            fog: Fog::default(),
            is_dark: false,
            tempo: None,
            tiles,
            generator: None,
            vaults: 0,
            entrance: None,
            items: Vec::new(),
            spawns: Vec::new(),
            stats: Vec::new(),
            spreads: Vec::new(),
            choices: Vec::new(),
            scatters: Vec::new(),
            chance: None,
        }
    }

    /// Returns the minimum starting stats of a body of the level.
    ///
    /// # Panics
    ///
    /// If the body does not belong to this level.
    pub fn stats_of(&self, spawn: &Spawn) -> Stats {
        self.stats[spawn.stats.0 as usize]
    }

    /// Returns the maximum that the seed may add to each starting stat of a body of the level.
    pub fn spread_of(&self, spawn: &Spawn) -> Spread {
        let spread = self.spreads.get(spawn.stats.0 as usize);
        spread.copied().unwrap_or_default()
    }
}
