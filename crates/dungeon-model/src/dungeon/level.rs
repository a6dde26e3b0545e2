//! A level: its cells, and the bodies and items that stand there when the game begins.
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

/// Which bodies may stand on a tile; ordered as `Through` is, so that one comparison answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Footing {
    /// Every body: the tile is floor.
    Anyone = 0,
    /// A pool of slime: bodies that pass slime ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Slime = 1,
    /// A closed door that is not locked, or a fence: bodies that pass doors open the one and tear down the other first.
    Openers = 2,
    /// Solid rock or a wall: bodies that pass walls.
    Drifters = 3,
    /// No body, ever: a rim that is `Rim::Closed` ([E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Nobody = 4,
}

impl Footing {
    /// Whether a body that passes so much can be here, or come here by opening a door.
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

/// What the outermost ring of cells is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rim {
    /// No body is ever there, whatever is drawn ([E-1]).
    ///
    /// [E-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-1
    Closed,
    /// A place for everything but the hero ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Heroless,
    /// A place like any other: the map ends behind it ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Open,
}

impl Rim {
    /// Whether anything can be there at all.
    pub fn is_played_on(self) -> bool {
        self != Rim::Closed
    }

    /// Whether a hero can be there.
    pub fn is_the_heros(self) -> bool {
        self == Rim::Open
    }
}

/// Whether a line of sight passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Lines of sight pass the tile.
    Clear,
    /// Lines of sight end at the tile.
    Blocked,
}

/// A kind of terrain. Only `Footing::Anyone` is a valid place ([E-1]).
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
    /// The name as sentences say it, without an article: "wall".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The character in its place on a screen that has more than ASCII, one column wide; none: `glyph` there, too.
    pub fine: Option<char>,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// Which bodies may stand on the tile.
    pub footing: Footing,
    /// Whether a line of sight passes ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    pub sight: Sight,
    /// What the tile does to a body that comes upon it.
    pub feature: Feature,
    /// How far the tile shines in the dark, in cells ([X-12]); 0 for a tile that does not.
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub glow: u32,
    /// The words that are told to a hero who comes upon the tile; may be empty.
    pub says: String,
    /// Whether a goal wants a boulder on the cell; a boulder that lies on such a cell says so, too ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub is_target: bool,
}

impl Tile {
    /// What the tile does to bodies, if it is floor that acts.
    pub fn acting(&self) -> Option<ActingTerrain> {
        match self.feature {
            Feature::Acting(acting) => Some(acting),
            _ => None,
        }
    }

    /// The directions of the steps that lead onto the tile, for bodies that do not pass walls.
    pub fn enter(&self) -> Directions {
        self.acting().map_or(Directions::ALL, |acting| acting.enter)
    }
}

/// What a `Scatter` puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatteredThing {
    /// A tile, in place of the terrain that is there.
    Tile(TileId),
    /// An item, on a cell without one.
    Item(ItemId),
    /// A body with these numbers, at least.
    Body(KindId, Stats),
}

/// The most cells of a level that are lit by what glows there, each counted for each that shines on it: some tenths
/// of a second, whenever terrain or an item changes.
pub const MOST_LIT: usize = 1 << 22;

/// How much a `Scatter` puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many things, or as many as fit.
    Count(u32),
    /// Each free cell has this chance in percent, 0–100.
    Percent(u32),
    /// As many things as the seed draws from the first number to the second, which is not below it, or as many as fit.
    Between(u32, u32),
}

impl Amount {
    /// Whether the amount is nothing, whatever the seed.
    pub fn is_zero(self) -> bool {
        matches!(
            self,
            Amount::Count(0) | Amount::Percent(0) | Amount::Between(_, 0)
        )
    }

    /// Whether an amount that is not zero comes to at least one, whatever the seed, where there is room.
    #[doc(hidden)]
    pub fn is_certain(self) -> bool {
        matches!(self, Amount::Count(_) | Amount::Between(1.., _))
    }
}

/// Where a `Scatter` may put things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Only cells where the layer of the scattered thing is empty (terrain: plain floor).
    Avoid,
    /// On any cell of the region; what stood on that layer is replaced, and each is thrown for itself.
    Replace,
}

/// Things placed by the seed when the level is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// The tile, the item or the body that is put down.
    pub what: ScatteredThing,
    /// How much more of its numbers the seed gives to each body that is put down ([X-14]).
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// How many are put down, or by which chance.
    pub amount: Amount,
    /// The cells where things are put; lies inside the level.
    pub within: Region,
    /// Only cells whose Manhattan distance from the hero is above so many steps; none: any.
    pub away: Option<u32>,
    /// Whether cells may be taken that are not free.
    pub overlap: Overlap,
    /// Whether things share a cell.
    pub sharing: CellSharing,
    /// Which cells of its region the scatter leaves as they are.
    pub exempt: ScatterExempt,
    /// Whether this is one of several, of which each thing that is put down is drawn ([X-15]).
    ///
    /// [X-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-15
    pub share: ScatterShare,
}

/// Whether a `Scatter` puts down its own thing alone, or each time that of one of several scatters, by their weights. These
/// stand in a row, and are alike in all but what they put down; their amount is what may come of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScatterShare {
    /// The thing alone.
    #[default]
    Whole,
    /// The first of several.
    First {
        /// How much is put down together.
        amount: Amount,
        /// How often its thing is drawn, in proportion to the others.
        weight: u32,
    },
    /// One of those that follow the first.
    Further {
        /// How often its thing is drawn, in proportion to the others.
        weight: u32,
    },
}

impl ScatterShare {
    /// How often its thing is drawn, in proportion to the others; 1 where there are none.
    #[doc(hidden)]
    pub fn weight(self) -> u32 {
        match self {
            ScatterShare::Whole => 1,
            ScatterShare::First { weight, .. } | ScatterShare::Further { weight } => weight,
        }
    }
}

impl Scatter {
    /// The most things that are put down, whatever the seed.
    #[doc(hidden)]
    pub fn most(&self) -> usize {
        match self.amount {
            Amount::Count(most) | Amount::Between(_, most) => most as usize,
            Amount::Percent(0) => 0,
            Amount::Percent(_) => narrow::size(self.within.area()),
        }
    }
}

/// Which cells of its region a `Scatter` of solid tiles leaves as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScatterExempt {
    /// Every cell of the region may be taken.
    #[default]
    Nothing,
    /// The cells of the map's main diagonal, as far from the left as from the top, stay as they are ([A-1]).
    ///
    /// [A-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-1
    Diagonal,
}

/// Whether things of different layers share a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSharing {
    /// A cell holds terrain, an item and a body, whatever they are ([X-1]).
    ///
    /// [X-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-1
    Shared,
    /// A cell holds one of each, but never a monster beside an item of the herd ([S-10]).
    ///
    /// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
    Alone,
}

/// How the terrain of a level that is not drawn is made, by the seed.
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
    /// `map caves`: smoothed noise, all of it connected.
    Caves(Caves),
    /// `map rooms`: rooms joined by corridors.
    Rooms(Rooms),
}

/// The numbers of `map caves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caves {
    /// Percent of the cells that are rock at first, 0–100.
    pub rock: u32,
    /// How often the noise is smoothed, 0 to 20 in files.
    pub rounds: u32,
}

/// The numbers of `map rooms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// How many rooms are wanted, at least 1; as many as fit are made, at least one.
    pub count: u32,
    /// Shortest and longest inner side of a room, in cells: 1 to 1000 in files, the first not above the second.
    pub sides: (u32, u32),
    /// Percent of the ways into rooms that get a door, 0–100.
    pub doors: u32,
}

/// A level as it is before the first turn.
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
    /// The level's name, as messages and the panel show it; may be empty.
    pub name: String,
    /// How much of the level the player sees: what its own line says, or the file's rules.
    pub fog: Fog,
    /// Whether the level is dark: of what its fog lets the player see only what is near, or shone upon ([X-12]).
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub is_dark: bool,
    /// Milliseconds without a command after which the monsters of the level run by themselves, as its own line or the
    /// file's rules say it; none: they wait for a command.
    pub tempo: Option<NonZeroU32>,
    /// Terrain; of a made level what records put there, `builtin::ROCK` elsewhere.
    pub tiles: Grid<TileId>,
    /// How the rest of the terrain is made; none for a level that is drawn.
    pub generator: Option<TerrainGenerator>,
    /// How many vaults the seed builds in at most, each of them once; 0 for a level that takes none.
    pub vaults: u32,
    /// Where the file puts the hero, who begins here, or comes here when the level's turn comes ([E-15], [A-2]); none
    /// where the file puts him nowhere.
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    pub entrance: Option<Point>,
    /// The items with their cells, at most one a cell.
    pub items: Vec<(Point, ItemId)>,
    /// The bodies of the level in file order, at most one a cell.
    pub spawns: Vec<Spawn>,
    /// The numbers that bodies of the level begin with, at least, by `StatsId`.
    pub stats: Vec<Stats>,
    /// How much more the seed gives to these bodies ([X-14]), by `StatsId`; behind its end there is none.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spreads: Vec<Spread>,
    /// What the seed puts down, in file order.
    pub scatters: Vec<Scatter>,
    /// What the seed decides of the cells of marks with alternatives, before anything is scattered; none for most levels,
    /// and for those of a game, where it is decided.
    #[doc(hidden)]
    pub chance: Option<Arc<LevelChance>>,
}

impl Level {
    /// The numbers that a body of the level begins with, at least.
    ///
    /// # Panics
    ///
    /// If the body is none of this level's.
    pub fn stats_of(&self, spawn: &Spawn) -> Stats {
        self.stats[spawn.stats.0 as usize]
    }

    /// How much more the seed gives to a body of the level.
    pub fn spread_of(&self, spawn: &Spawn) -> Spread {
        let spread = self.spreads.get(spawn.stats.0 as usize);
        spread.copied().unwrap_or_default()
    }
}
