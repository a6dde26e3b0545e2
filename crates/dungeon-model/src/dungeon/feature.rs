//! The effects of terrain on bodies that enter it (docs/format, "Doors and keys" and "Traps"): plain data.
use super::ids::{LevelId, LockId, TileId};
use crate::space::geometry::{Directions, Point};

/// The effects of a tile, except which bodies can stand on it (`Footing`).
///
/// ```
/// use dungeon::data::{Feature, Tile};
///
/// /// Returns advice about a tile.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// Plain terrain, without an effect.
    #[default]
    Plain,
    /// A closed door, which a body opens by walking into it.
    Door(Door),
    /// Stairs, which lead elsewhere when their key is pressed.
    Stairs(Stairs),
    /// A way out of the dungeon. The player takes it by pressing the same key as for stairs in this direction ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    Exit(Stair),
    /// A trap, which springs when a hero walks onto it.
    Trap(Trap),
    /// A fence. Bodies that pass doors tear it down, bodies that pass walls cross it, and it stops all others.
    Fence(Fence),
    /// Slime, which a hero can wipe away or shoot ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Pool(Pool),
    /// A boulder, which a hero pushes to the next cell by stepping against it ([T-1]).
    ///
    /// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
    Boulder(Boulder),
    /// Floor that harms bodies, slows bodies down, or can be entered from some sides only.
    Acting(ActingTerrain),
}

/// Floor that acts on all bodies except those that pass walls ([T-3] to [T-5]).
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct ActingTerrain {
    /// The points of life that a body on the tile loses each round; 0 for none.
    pub harm: i32,
    /// Whether the tile harms only heroes.
    pub spares_monsters: bool,
    /// Whether a body that steps onto the tile loses its next act.
    pub is_slow: bool,
    /// Whether a body on the tile stops burning at the end of a round ([B-4]).
    ///
    /// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
    pub quenches: bool,
    /// The directions in which a step can enter the tile.
    pub enter: Directions,
}

impl ActingTerrain {
    /// Whether the tile harms bodies, slows them down, quenches fire, or cannot be entered from some side.
    #[doc(hidden)]
    pub fn does_anything(self) -> bool {
        self.harm > 0 || self.is_slow || self.quenches || self.enter != Directions::ALL
    }

    /// Whether the tile harms monsters that do not pass walls.
    pub fn harms_monsters(self) -> bool {
        self.harm > 0 && !self.spares_monsters
    }
}

/// A boulder, with the floor under it ([T-1]). `Dungeon::pushed` tells which terrain the boulder can be pushed onto.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Boulder {
    /// The declared boulder tile, that is, the one on plain floor. Boulder tiles that differ only in the floor under
    /// the boulder have the same `sort`.
    pub sort: TileId,
    /// The tile that remains when the boulder is pushed away.
    pub leaves: TileId,
}

/// A pool of slime ([K-12]).
///
/// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Pool {
    /// The tile that remains when the pool is cleared.
    pub cleared: TileId,
}

/// A fence. The hero can make a fence stronger, and monsters tear it down, both by one level at a time ([S-10],
/// [S-22]).
///
/// [S-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-10
/// [S-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-22
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Fence {
    /// The tile of the next stronger fence; `None` for the strongest fence.
    pub raised: Option<TileId>,
    /// The tile after an attack: a weaker fence, or floor.
    pub torn: TileId,
    /// The points of life that a body loses by attacking the fence; 0 for none.
    pub thorns: i32,
}

/// The result of pushing a boulder onto a cell ([T-1], [T-2]).
///
/// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
/// [T-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-2
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Push {
    /// The boulder, by `Boulder::sort`.
    pub sort: TileId,
    /// The terrain of the cell before the push.
    pub onto: TileId,
    /// The terrain of the cell after the push: the boulder on the cell's floor, or plain floor if the boulder filled
    /// the cell.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Door {
    /// The lock of the door, opened by items whose `ItemKind::opens` names it; `None` for a door without a lock.
    pub lock: Option<LockId>,
    /// The tile of the opened door.
    pub opened: TileId,
}

/// The direction of stairs, which decides the key that takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[allow(missing_docs)] // the names say it
pub enum Stair {
    Down,
    Up,
}

/// A flight of stairs, which a hero takes with a key press ([E-15]).
///
/// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Stairs {
    /// The direction of the stairs.
    pub way: Stair,
    /// The level that the stairs lead to.
    pub to: LevelId,
    /// The cell where the stairs end. `None` stands for the first stairs, in reading order, that lead back from the
    /// target level, or else the level's entrance, or else its first free cell.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Trap {
    /// The effect of the trap on the hero who springs it.
    pub harm: Harm,
    /// Whether the trap is visible before it is found or sprung.
    pub guise: Guise,
    /// The tile after the trap was sprung: the visible trap, or floor with `once=yes`.
    pub sprung: TileId,
}

/// The effect of a trap on the hero who springs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Harm {
    /// A dart takes this many points of life, at least 0.
    Dart(i32),
    /// The hero falls to the same cell of the next level, or to the nearest free cell. On the last level, the trap
    /// takes this many points of life instead, at least 0.
    Pit(i32),
    /// The hero moves to this cell of the level; `None` for a random free cell.
    Teleport(Option<Point>),
    /// An alarm: every monster of the level senses its prey for 10 rounds.
    Alarm,
}

/// Whether a trap is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Guise {
    /// The trap is visible.
    Plain,
    /// The trap looks like floor. When a search finds the trap, this visible tile replaces its tile.
    Hidden(TileId),
}
