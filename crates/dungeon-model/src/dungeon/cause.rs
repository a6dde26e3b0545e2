//! What a file says is to happen when something else has happened (docs/format, "Causes"): plain data.
use std::collections::HashSet;

use super::choice::Choice;
use super::ids::{ItemId, KindId, LevelId, TileId};
use crate::space::geometry::Point;

/// A record `when` of a file: an event, and what comes of it ([C-1]).
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
pub struct CauseRecord {
    /// The level whose events and places are meant; none: the events of every level, and no places.
    pub level: Option<LevelId>,
    /// What must happen.
    pub event: CauseEvent,
    /// Whether it comes about each time, and not the first time alone.
    pub again: bool,
    /// What comes of it, in this order.
    pub effects: Vec<CauseEffect>,
    /// The words that are told when it comes about; may be empty.
    pub says: String,
}

/// An event that a cause waits for. Lists of cells are in ascending order and not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CauseEvent {
    /// A hero comes upon one of these cells.
    Step(Vec<Point>),
    /// A hero goes away from one of these cells.
    Leave(Vec<Point>),
    /// A boulder is pushed onto one of these cells.
    Push(Vec<Point>),
    /// A closed door at one of these cells is opened.
    Opened(Vec<Point>),
    /// One of these items is taken.
    Take(Vec<ItemId>),
    /// A thing that lies at one of these cells is taken.
    TakeAt(Vec<Point>),
    /// One of these monsters dies.
    Kill(Victims),
    /// The last of these monsters dies.
    AllDead(Victims),
    /// So many turns have passed; with `again`, each time that so many have. 1 or more in files.
    Turn(u32),
}

/// The monsters that a cause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Victims {
    /// The monsters of these kinds.
    Kinds(Vec<KindId>),
    /// The monsters that began the game on these cells of the cause's level.
    DrawnAt(Vec<Point>),
}

/// What comes of a cause. Lists of cells are in ascending order and not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CauseEffect {
    /// Terrain changes; who cannot stand in the new one dies ([C-3]).
    ///
    /// [C-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-3
    Tile {
        /// The cells of the cause's level.
        cells: Vec<Point>,
        /// The terrain that they become.
        into: TileId,
    },
    /// The closed doors at these cells open, locked or not.
    Open(Vec<Point>),
    /// A monster of this kind is born at each of these cells, or on the nearest free one.
    Spawn {
        /// The kind of every newborn, which the seed may choose for each.
        kind: Choice<KindId>,
        /// The cells of the cause's level.
        cells: Vec<Point>,
    },
    /// The commanded hero has such an item.
    Give(Choice<ItemId>),
    /// The commanded hero comes to this cell of the cause's level, or to the nearest free one.
    Move(Point),
    /// An alarm rings on the cause's level; without one, where the hero is.
    Alarm,
    /// The game is won, if a hero lives.
    Win,
    /// The game is lost.
    Lose,
}

impl CauseRecord {
    /// The number of cells, items and kinds that the cause names.
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
            | CauseEffect::Spawn { cells, .. } => cells.len(),
            _ => 1,
        });
        event + effects.sum::<usize>()
    }

    /// The cells of which the cause makes other terrain, each with its tile; none for a cause of no level.
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
    pub(crate) fn shifts_terrain(&self) -> bool {
        let is_shift = |effect: &CauseEffect| {
            matches!(effect, CauseEffect::Tile { .. } | CauseEffect::Open(_))
        };
        self.effects.iter().any(is_shift)
    }

    /// Whether the cause may help a player, so that what cannot be done without it may be done with it: everything but an
    /// alarm, a loss and words.
    #[doc(hidden)]
    pub fn may_help(&self) -> bool {
        let is_harm =
            |effect: &CauseEffect| matches!(effect, CauseEffect::Alarm | CauseEffect::Lose);
        !self.effects.iter().all(is_harm)
    }
}

/// The cells at which some of these causes open a door, or make terrain of it that is open to everybody.
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
