//! A body on a level when the game begins.
use std::sync::Arc;

use super::ids::{KindId, StatsId};
use crate::space::geometry::Point;

/// A patrol's route: every point is next to the one before, or equal to it ([E-2]).
///
/// [E-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-2
pub type PatrolRoute = Arc<[Point]>;

/// A body at the start. As small as possible, since a level may have a million.
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
    /// The body's stats in `Level::stats`, perhaps other than its kind's; `Level::stats_of` looks them up.
    pub stats: StatsId,
    /// The kind of the body.
    pub kind: KindId,
    /// Data that only few bodies have; `None` if there is none.
    pub own: Option<Box<SpawnOwn>>,
}

/// Data that only few bodies have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpawnOwn {
    /// The patrol route, beginning with its start; `None` for no patrol.
    pub route: Option<PatrolRoute>,
    /// The body's own text; `None` for that of its kind.
    pub says: Option<Arc<str>>,
}

impl Spawn {
    /// Returns the patrol route, beginning with its start; `None` for no patrol.
    pub fn route(&self) -> Option<&[Point]> {
        self.own.as_ref()?.route.as_deref()
    }

    /// Returns the body's own text; `None` for that of its kind.
    pub fn says(&self) -> Option<&str> {
        self.own.as_ref()?.says.as_deref()
    }
}
