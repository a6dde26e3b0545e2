//! A body as it stands on a level when the game begins.
use std::sync::Arc;

use super::ids::{KindId, StatsId};
use crate::space::geometry::Point;

/// A patrol's way: every point next to the one before, or equal to it ([E-2]).
///
/// [E-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-2
pub type PatrolRoute = Arc<[Point]>;

/// A body at the start: as few bytes as can be, since a level may have a million.
///
/// ```
/// use dungeon::diagnostics::Source;
///
/// let text = "map\n########\n#@....$#\n#.p....#\n########\nend\np 3 3 via=6,3\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let patrol = &dungeon.levels()[0].spawns[1];
/// let route = patrol.route().expect("it walks to and fro");
/// assert_eq!(route.len(), 4, "the steps between are filled in");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// The cell where the body stands.
    pub at: Point,
    /// Which of `Level::stats` are the body's numbers, perhaps other than its kind's; `Level::stats_of` looks them up.
    pub stats: StatsId,
    /// The kind of the body.
    pub kind: KindId,
    /// What few bodies have; none where all of it is none.
    pub own: Option<Box<SpawnOwn>>,
}

/// What few bodies have of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnOwn {
    /// The way that the body patrols, its start first; none for a body that patrols none.
    pub route: Option<PatrolRoute>,
    /// The words that the body says in place of its kind's; none: those of its kind.
    pub says: Option<Arc<str>>,
}

impl Spawn {
    /// The way that the body patrols, its start first; none for a body that patrols none.
    pub fn route(&self) -> Option<&[Point]> {
        self.own.as_ref()?.route.as_deref()
    }

    /// The words that the body says in place of its kind's; none: those of its kind.
    pub fn says(&self) -> Option<&str> {
        self.own.as_ref()?.says.as_deref()
    }
}
