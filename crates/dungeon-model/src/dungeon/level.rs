//! A level: its cells, and the bodies and items on them when the game begins.
use std::num::NonZeroU32;
use std::sync::Arc;

use super::colour::Colour;
use super::feature::{ActingTerrain, Feature};
use super::ids::{ItemId, KindId, TileId};
use super::level_chance::LevelChance;
use super::parts::Through;
use super::settings::Fog;
use super::spawn::Spawn;
use super::stats::{Spread, Stats};
use crate::space::geometry::{Directions, Point, Region};
use crate::space::grid::Grid;
use crate::space::narrow;

/// The bodies that may stand on a tile. Ordered like `Through`, so that one comparison decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// No body, ever: a cell of a closed rim (`Rim::Closed`, [E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Nobody = 4,
}

impl Footing {
    /// Whether a body with this movement can be here, or come here by opening a door.
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

/// The outermost ring of cells in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// Closed: no body is ever there, whatever is drawn ([E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Closed,
    /// Closed to heroes only ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Heroless,
    /// Open like any other cell: the map ends after it ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Open,
}

impl Rim {
    /// Whether anything can ever be there.
    pub fn is_played_on(self) -> bool {
        self != Rim::Closed
    }

    /// Whether a hero can be there.
    pub fn is_the_heros(self) -> bool {
        self == Rim::Open
    }
}

/// Whether lines of sight pass a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
pub struct Tile {
    /// The name in sentences, without an article: "wall".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The character on a screen with more than ASCII, one column wide; `None` for `glyph`.
    pub fine: Option<char>,
    /// The color on the map; `None` lets the scene choose.
    pub colour: Option<Colour>,
    /// The bodies that may stand on the tile.
    pub footing: Footing,
    /// Whether lines of sight pass the tile ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    pub sight: Sight,
    /// The effects on bodies that enter the tile.
    pub feature: Feature,
    /// The radius of the tile's light in the dark, in cells ([X-12]); 0 for no light.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub glow: u32,
    /// The text for a hero who enters the tile; may be empty.
    pub says: String,
    /// Whether a goal needs a boulder on the cell. A boulder on such a cell is a target, too ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub is_target: bool,
}

impl Tile {
    /// Returns the effects on bodies, if the tile is floor that acts.
    pub fn acting(&self) -> Option<ActingTerrain> {
        match self.feature {
            Feature::Acting(acting) => Some(acting),
            _ => None,
        }
    }

    /// Returns the directions of the steps that lead onto the tile, for bodies that do not pass walls.
    pub fn enter(&self) -> Directions {
        self.acting().map_or(Directions::ALL, |acting| acting.enter)
    }
}

/// The thing that a `Scatter` places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatteredThing {
    /// A tile, which replaces the terrain.
    Tile(TileId),
    /// An item, on a cell without one.
    Item(ItemId),
    /// A body with at least these stats.
    Body(KindId, Stats),
}

/// The most cells of a level lit by glowing things, counted once per source: some tenths of a second, whenever terrain
/// or an item changes.
pub const MOST_LIT: usize = 1 << 22;

/// The amount that a `Scatter` places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A fixed number of things, or as many as fit.
    Count(u32),
    /// A thing on each free cell with this probability in percent, 0–100.
    Percent(u32),
    /// A random number of things between these bounds, both included, or as many as fit. The first is not above the
    /// second.
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

    /// Whether a nonzero amount places at least one thing for every seed, if there is room.
    #[doc(hidden)]
    pub fn is_certain(self) -> bool {
        matches!(self, Amount::Count(_) | Amount::Between(1.., _))
    }
}

/// The cells that a `Scatter` may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Only cells whose layer for the thing is empty; for terrain, only plain floor.
    Avoid,
    /// Any cell of the region. Things of the same layer are replaced, and each thing lands independently.
    Replace,
}

/// Things that the seed places when the level is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// The tile, the item or the body.
    pub what: ScatteredThing,
    /// How much more of each stat the seed may give to each body ([X-14]).
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The number of things, or their chance per cell.
    pub amount: Amount,
    /// The cells for the things; inside the level.
    pub within: Region,
    /// The Manhattan distance from the hero that cells must exceed; `None` for any distance.
    pub away: Option<u32>,
    /// Whether occupied cells may be taken.
    pub overlap: Overlap,
    /// Whether things share a cell.
    pub sharing: CellSharing,
    /// The cells of the region that the scatter spares.
    pub exempt: ScatterExempt,
    /// Whether this is one of several scatters from which each placed thing is drawn ([X-15]).
    ///
    /// [X-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-15
    pub share: ScatterShare,
}

/// Whether a `Scatter` places only its own thing, or is one of several from which each thing is drawn by weight. These
/// are consecutive, and equal except for their things; the amount of each is the most that may come of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScatterShare {
    /// Only its own thing.
    #[default]
    Whole,
    /// The first of several.
    First {
        /// The total amount of all of them.
        amount: Amount,
        /// The weight of its thing among the others.
        weight: u32,
    },
    /// One of those after the first.
    Further {
        /// The weight of its thing among the others.
        weight: u32,
    },
}

impl ScatterShare {
    /// Returns the weight of its thing among the others; 1 if there are none.
    #[doc(hidden)]
    pub fn weight(self) -> u32 {
        match self {
            ScatterShare::Whole => 1,
            ScatterShare::First { weight, .. } | ScatterShare::Further { weight } => weight,
        }
    }
}

impl Scatter {
    /// Returns the most things that may be placed, for any seed.
    #[doc(hidden)]
    pub fn most(&self) -> usize {
        match self.amount {
            Amount::Count(most) | Amount::Between(_, most) => most as usize,
            Amount::Percent(0) => 0,
            Amount::Percent(_) => narrow::size(self.within.area()),
        }
    }
}

/// The cells of its region that a `Scatter` of solid tiles spares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScatterExempt {
    /// No cell is spared.
    #[default]
    Nothing,
    /// The cells of the map's main diagonal, as far from the left as from the top ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Diagonal,
}

/// Whether things of different layers share a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSharing {
    /// A cell can hold terrain, an item and a body in any combination ([X-1]).
    ///
    /// [X-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-1
    Shared,
    /// A cell can hold one of each, but never a monster and an item of the herd together ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Alone,
}

/// How the seed generates the terrain of a level that is not drawn.
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
pub enum TerrainGenerator {
    /// `map caves`: smoothed noise, with all floor connected.
    Caves(Caves),
    /// `map rooms`: rooms joined by corridors.
    Rooms(Rooms),
}

/// The parameters of `map caves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caves {
    /// The initial percentage of rock, 0–100.
    pub rock: u32,
    /// The number of smoothing rounds, 0 to 20 in files.
    pub rounds: u32,
}

/// The parameters of `map rooms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The wanted number of rooms, at least 1; as many as fit are made, at least one.
    pub count: u32,
    /// The shortest and longest inner side of a room, in cells: 1 to 1000 in files, the first not above the second.
    pub sides: (u32, u32),
    /// The percentage of room entrances with a door, 0–100.
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
pub struct Level {
    /// The level's name in messages and in the panel; may be empty.
    pub name: String,
    /// How much of the level the player sees: from its own line, or else from the file's rules.
    pub fog: Fog,
    /// Whether the level is dark: within its fog, the player sees only what is near or lit ([X-12]).
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub is_dark: bool,
    /// The milliseconds without a command after which the level's monsters act by themselves, from its own line, or
    /// else from the file's rules; `None` if they wait for a command.
    pub tempo: Option<NonZeroU32>,
    /// The terrain; on a generated level, the terrain of records, and `builtin::ROCK` elsewhere.
    pub tiles: Grid<TileId>,
    /// How the rest of the terrain is generated; `None` for a drawn level.
    pub generator: Option<TerrainGenerator>,
    /// The most vaults that the seed builds in, each at most once; 0 for none.
    pub vaults: u32,
    /// The hero's cell at the start of the game, or on arrival when the level's turn comes ([E-15], [A-2]); `None` if
    /// the file gives none.
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
    /// How much more the seed may give to these bodies ([X-14]), by `StatsId`; nothing past the end of the list.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spreads: Vec<Spread>,
    /// The scatters, in file order.
    pub scatters: Vec<Scatter>,
    /// The alternatives of marks that the seed decides, before anything is scattered; `None` for most levels, and for
    /// the levels of a game, where they are decided.
    #[doc(hidden)]
    pub chance: Option<Arc<LevelChance>>,
}

impl Level {
    /// Returns the minimum starting stats of a body of the level.
    ///
    /// # Panics
    ///
    /// If the body is not of this level.
    pub fn stats_of(&self, spawn: &Spawn) -> Stats {
        self.stats[spawn.stats.0 as usize]
    }

    /// Returns how much more the seed may give to a body of the level.
    pub fn spread_of(&self, spawn: &Spawn) -> Spread {
        let spread = self.spreads.get(spawn.stats.0 as usize);
        spread.copied().unwrap_or_default()
    }
}
