//! What terrain does to a body that comes upon it (docs/format, "Doors and keys" and "Traps"): plain data.
use super::ids::{LevelId, LockId, TileId};
use crate::space::geometry::{Directions, Point};

/// What a tile does, beside carrying or stopping.
///
/// ```
/// use dungeon::data::{Feature, Tile};
///
/// /// What a traveller should know of a tile.
/// fn advice(tile: &Tile) -> &'static str {
///     match tile.feature {
///         Feature::Door(door) if door.lock.is_some() => "bring a key",
///         Feature::Trap(_) => "walk round it",
///         _ => "go on",
///     }
/// }
/// let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n####\n#@$#\n####\nend\n");
/// let dungeon = dungeon::load_source(file)?;
/// assert_eq!(advice(&dungeon.tiles()[0]), "go on");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Feature {
    /// The tile does nothing: it carries or stops.
    #[default]
    Plain,
    /// A closed door: a body that walks into it opens it.
    Door(Door),
    /// Stairs lead to another place when their key is pressed.
    Stairs(Stairs),
    /// A way out of the dungeon, which is taken by the key of stairs that lead this way ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    Exit(Stair),
    /// A trap springs when a hero walks onto it.
    Trap(Trap),
    /// A fence stops bodies that cannot tear it down.
    Fence(Fence),
    /// Slime: a hero can wipe it away, or shoot at it ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Pool(Pool),
    /// A boulder: a hero who steps at it pushes it one cell further ([T-1]).
    ///
    /// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
    Boulder(Boulder),
    /// Floor that harms, holds up or lets in from some sides only.
    Acting(ActingTerrain),
}

/// Floor that acts on bodies: on all of them but those that pass walls ([T-3] to [T-5]).
///
/// ```
/// use dungeon::data::Feature;
/// use dungeon::diagnostics::Source;
///
/// let text = "tile ~ \"lava\" harm=3\nmap\n#######\n#@.~.$#\n#######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let lava = dungeon.tiles().iter().find(|tile| tile.name == "lava").expect("it is declared");
/// assert!(matches!(lava.feature, Feature::Acting(acting) if acting.harm == 3 && !acting.is_slow));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
/// [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActingTerrain {
    /// The points of life that a round on the tile takes; 0 for a tile that harms nobody.
    pub harm: i32,
    /// Whether the tile harms heroes alone.
    pub spares_monsters: bool,
    /// Whether a body that steps onto the tile loses its next act.
    pub is_slow: bool,
    /// The directions of the steps that lead onto the tile.
    pub enter: Directions,
}

impl ActingTerrain {
    /// Whether the tile has any effect on bodies.
    #[doc(hidden)]
    pub fn does_anything(self) -> bool {
        self.harm > 0 || self.is_slow || self.enter != Directions::ALL
    }

    /// Whether monsters are harmed on the tile, unless they pass walls.
    pub fn harms_monsters(self) -> bool {
        self.harm > 0 && !self.spares_monsters
    }
}

/// A boulder, with the floor under it ([T-1]). Where it may be pushed is `Dungeon::pushed`.
///
/// ```
/// use dungeon::data::Feature;
/// use dungeon::diagnostics::Source;
///
/// let text = "tile B \"boulder\" push=yes\nmap\n#######\n#@B..$#\n#######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let mut features = dungeon.tiles().iter().map(|tile| tile.feature);
/// let boulder = features.find_map(|feature| match feature {
///     Feature::Boulder(boulder) => Some(boulder),
///     _ => None,
/// });
/// assert_eq!(dungeon.tile(boulder.expect("one is drawn").leaves).name, "floor");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boulder {
    /// The tile of a boulder that looks and fills alike, as it is declared: on the usual floor.
    pub sort: TileId,
    /// The tile that is left where the boulder was.
    pub leaves: TileId,
}

/// A pool of slime ([K-12]).
///
/// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// The tile that is left when the pool is gone.
    pub cleared: TileId,
}

/// A fence of some strength: raised by the hero, torn down by monsters, one step at a time ([S-10], [S-22]).
///
/// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
/// [S-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-22
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fence {
    /// The tile that the fence becomes when it is raised; none at full strength.
    pub raised: Option<TileId>,
    /// The tile that the fence becomes when it is torn at: a weaker fence, or floor.
    pub torn: TileId,
    /// The points of life that a body loses by tearing at the fence; 0 for none.
    pub thorns: i32,
}

/// What becomes of a cell when a boulder is pushed there ([T-1], [T-2]).
///
/// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
/// [T-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-2
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// The boulder, by `Boulder::sort`.
    pub sort: TileId,
    /// The terrain of the cell before.
    pub onto: TileId,
    /// The terrain of the cell afterwards: the boulder on that floor, or floor where the boulder has filled the cell.
    pub becomes: TileId,
}

/// A closed door.
///
/// ```
/// use dungeon::data::Feature;
/// use dungeon::diagnostics::Source;
///
/// let text = "map\n#######\n#@.+.$#\n#######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let mut features = dungeon.tiles().iter().map(|tile| tile.feature);
/// let door = features.find_map(|feature| match feature {
///     Feature::Door(door) => Some(door),
///     _ => None,
/// });
/// assert_eq!(dungeon.tile(door.expect("one is drawn").opened).glyph, '\'');
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Door {
    /// The lock, which an item that `opens` it undoes; none for a door that any body opens that passes doors.
    pub lock: Option<LockId>,
    /// The tile that the door becomes when it is opened.
    pub opened: TileId,
}

/// Which way stairs look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // ways name themselves
pub enum Stair {
    Down,
    Up,
}

/// A flight of stairs, which a hero takes by a key of their own ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stairs {
    /// Whether the stairs are taken by the key that goes down or by the one that goes up.
    pub way: Stair,
    /// The level where the stairs lead.
    pub to: LevelId,
    /// The cell where the stairs end; none: at the first stairs of that level that lead back, in reading order, else
    /// where the level's hero starts, else on its first free cell.
    pub at: Option<Point>,
}

/// A trap. Only heroes spring it.
///
/// ```
/// use dungeon::data::{Feature, Guise, Harm, Trap};
/// use dungeon::diagnostics::Source;
///
/// let text = "map\n#######\n#@.^.$#\n#.....#\n#######\nend\n^ 4 2 damage=5 hidden=yes\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let darts = dungeon.tiles().iter().filter(|tile| {
///     matches!(tile.feature, Feature::Trap(Trap { harm: Harm::Dart(5), guise: Guise::Hidden(_), .. }))
/// });
/// assert_eq!(darts.count(), 1);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trap {
    /// What the trap does to the hero who springs it.
    pub harm: Harm,
    /// Whether a player sees the trap before it is found or sprung.
    pub guise: Guise,
    /// The tile that the trap becomes when it is sprung: itself revealed, or floor after `once=yes`.
    pub sprung: TileId,
}

/// What a trap does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harm {
    /// A dart takes so many points of health, 0 or more.
    Dart(i32),
    /// The hero falls to the same cell, or the nearest free one, of the next level; on the last level the fall takes so
    /// many points of health, 0 or more.
    Pit(i32),
    /// Moves the hero to this cell; none: to a random free one of the level.
    Teleport(Option<Point>),
    /// Every monster of the level senses its prey for 10 turns.
    Alarm,
}

/// Whether a trap is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guise {
    /// The trap shows what it is.
    Plain,
    /// The trap looks like floor; a search that finds it puts this tile there.
    Hidden(TileId),
}
