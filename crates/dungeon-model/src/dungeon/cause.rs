//! Causes and effects that a file defines (docs/format, "Causes"): plain data.
use std::collections::HashSet;

use super::choice::Choice;
use super::ids::{ItemId, KindId, LevelId, TileId};
use crate::space::geometry::Point;

/// A `when` record of a file: an event and its effects ([C-1]).
///
/// ```
/// use dungeon::data::{CauseEffect, CauseEvent};
/// use dungeon::diagnostics::Source;
/// use dungeon::geometry::at;
///
/// let text = "map\n#######\n#@P.D$#\n#######\nend\nmark P .\nmark D #\nwhen step=P tile=D into=.\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let cause = &dungeon.causes()[0];
/// assert_eq!(cause.event, CauseEvent::Step(vec![at(2, 1)]));
/// assert!(matches!(&cause.effects[..], [CauseEffect::Tile { cells, .. }] if *cells == [at(4, 1)]));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct CauseRecord {
    /// The level of the effects and their cells. `None` for a cause of the whole file: its event may happen on any
    /// level, and the cause names no cells.
    pub level: Option<LevelId>,
    /// The level of the event and its cells, if it is another one than `level`.
    pub heard: Option<LevelId>,
    /// The event that the cause waits for.
    pub event: CauseEvent,
    /// Whether the cause happens every time that its event happens; otherwise only the first time.
    pub again: bool,
    /// The effects, in order.
    pub effects: Vec<CauseEffect>,
    /// The text shown when the cause happens; may be empty.
    pub says: String,
    /// Whether the cause must happen before the game can be won: it gives an item that a goal names ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub is_wanted: bool,
}

/// The event of a cause. Lists of cells are in ascending order and not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum CauseEvent {
    /// A hero arrives on one of these cells.
    Step(Vec<Point>),
    /// A hero leaves one of these cells.
    Leave(Vec<Point>),
    /// A boulder is pushed onto one of these cells.
    Push(Vec<Point>),
    /// A closed door on one of these cells is opened.
    Opened(Vec<Point>),
    /// One of these items is taken.
    Take(Vec<ItemId>),
    /// An item lying on one of these cells is taken.
    TakeAt(Vec<Point>),
    /// One of these monsters dies.
    Kill(Victims),
    /// The last of these monsters dies.
    AllDead(Victims),
    /// A number of turns, at least 1 in files, has passed. If `again` is set, the event repeats at this interval.
    Turn(u32),
}

/// The monsters whose deaths a cause waits for, or that it wakes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Victims {
    /// The monsters of these kinds.
    Kinds(Vec<KindId>),
    /// The monsters that began the game on these cells of the event's level.
    DrawnAt(Vec<Point>),
}

/// An effect of a cause. Lists of cells are in ascending order and not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum CauseEffect {
    /// Terrain changes; bodies that cannot stand on the new terrain die ([C-3]).
    ///
    /// [C-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-3
    Tile {
        /// The cells of the cause's level.
        cells: Vec<Point>,
        /// The new terrain.
        into: TileId,
    },
    /// The closed doors on these cells open, locked or not.
    Open(Vec<Point>),
    /// A monster of this kind is born on each of these cells, or on the free cell nearest to it.
    Spawn {
        /// The kind of the newborns. If there are several options, the seed chooses one for each newborn.
        kind: Choice<KindId>,
        /// The cells of the cause's level.
        cells: Vec<Point>,
    },
    /// The commanded hero gets an item. If there are several options, the seed chooses one.
    Give(Choice<ItemId>),
    /// The commanded hero moves to this cell of the cause's level, or to the free cell nearest to it.
    Move(Point),
    /// An alarm rings on the cause's level, or on the hero's level if the cause has no level.
    Alarm,
    /// The named monsters wake, and the allies among them join the hero ([M-2]).
    ///
    /// [M-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-2
    Wake(Victims),
    /// The game is won if a hero is alive.
    Win,
    /// The game is lost.
    Lose,
}

impl CauseRecord {
    /// Returns the level of the event; `None` if the event may happen on any level.
    #[doc(hidden)]
    pub fn heard_on(&self) -> Option<LevelId> {
        self.heard.or(self.level)
    }

    /// Returns how many cells, items or kinds the event names, plus how many cells the effects name. An effect without
    /// a list of cells counts as 1.
    #[doc(hidden)]
    pub fn named(&self) -> usize {
        let event = match &self.event {
            CauseEvent::Step(cells)
            | CauseEvent::Leave(cells)
            | CauseEvent::Push(cells)
            | CauseEvent::Opened(cells)
            | CauseEvent::TakeAt(cells)
            | CauseEvent::Kill(Victims::DrawnAt(cells))
            | CauseEvent::AllDead(Victims::DrawnAt(cells)) => cells.len(),
            CauseEvent::Take(items) => items.len(),
            CauseEvent::Kill(Victims::Kinds(kinds))
            | CauseEvent::AllDead(Victims::Kinds(kinds)) => kinds.len(),
            CauseEvent::Turn(_) => 0,
        };
        let effects = self.effects.iter().map(|effect| match effect {
            CauseEffect::Tile { cells, .. }
            | CauseEffect::Open(cells)
            | CauseEffect::Wake(Victims::DrawnAt(cells))
            | CauseEffect::Spawn { cells, .. } => cells.len(),
            _ => 1,
        });
        event + effects.sum::<usize>()
    }

    /// Returns the cells whose terrain the cause changes, each with the new tile; empty for a cause without a level.
    #[doc(hidden)]
    pub fn made_tiles(&self) -> impl Iterator<Item = ((LevelId, Point), TileId)> {
        let effects = self.level.into_iter();
        effects.flat_map(|level| {
            let made = self.effects.iter().filter_map(|effect| match effect {
                CauseEffect::Tile { cells, into } => Some((cells, *into)),
                _ => None,
            });
            made.flat_map(move |(cells, into)| cells.iter().map(move |p| ((level, *p), into)))
        })
    }

    /// Whether the cause may change terrain.
    #[doc(hidden)]
    pub fn shifts_terrain(&self) -> bool {
        let is_shift = |effect: &CauseEffect| {
            matches!(effect, CauseEffect::Tile { .. } | CauseEffect::Open(_))
        };
        self.effects.iter().any(is_shift)
    }

    /// Whether the cause may make something possible for the player. `true` if any effect is neither an alarm nor a
    /// loss.
    #[doc(hidden)]
    pub fn may_help(&self) -> bool {
        let is_harm =
            |effect: &CauseEffect| matches!(effect, CauseEffect::Alarm | CauseEffect::Lose);
        !self.effects.iter().all(is_harm)
    }
}

/// Returns the cells on which any of these causes opens a door, or places a tile that `is_open` accepts.
pub fn opened_cells<'a>(
    causes: impl IntoIterator<Item = &'a CauseRecord>,
    is_open: impl Fn(TileId) -> bool,
) -> HashSet<(LevelId, Point)> {
    let mut opened = HashSet::new();
    for cause in causes {
        for effect in &cause.effects {
            let cells = match effect {
                CauseEffect::Open(cells) => cells,
                CauseEffect::Tile { cells, into } if is_open(*into) => cells,
                _ => continue,
            };
            let level = cause.level.unwrap_or_default();
            opened.extend(cells.iter().map(|p| (level, *p)));
        }
    }
    opened
}
