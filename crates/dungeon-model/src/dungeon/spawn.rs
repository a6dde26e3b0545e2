//! A body on a level when the game begins.
use std::sync::Arc;

use super::ids::{KindId, StatsId};
use crate::space::geometry::Point;

/// The route of a patrol. Each point is equal to the previous point or is its neighbor ([E-2]).
///
/// [E-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-2
pub type PatrolRoute = Arc<[Point]>;

/// A body on a level when the game begins. The type is small, because a level may have a million bodies.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Spawn {
    /// The cell where the body stands.
    pub at: Point,
    /// The index of the body's minimum starting stats in `Level::stats`, which may differ from the stats of its kind.
    /// `Level::stats_of` returns the stats.
    pub stats: StatsId,
    /// The kind of the body.
    pub kind: KindId,
    /// The body's own route and words, which only few bodies have; `None` for a body without a route and without words
    /// of its own.
    pub own: Option<Box<SpawnOwn>>,
}

/// The route and words of a body, which only few bodies have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct SpawnOwn {
    /// The patrol route, beginning at the body's cell; `None` for a body without a route.
    pub route: Option<PatrolRoute>,
    /// The words of the body; `None` for a body that says the words of its kind.
    pub says: Option<Arc<str>>,
}

impl Spawn {
    /// Returns the patrol route, beginning at the body's cell; `None` for a body without a route.
    pub fn route(&self) -> Option<&[Point]> {
        self.own.as_ref()?.route.as_deref()
    }

    /// Returns the words of the body; `None` for a body that says the words of its kind.
    pub fn says(&self) -> Option<&str> {
        self.own.as_ref()?.says.as_deref()
    }
}
