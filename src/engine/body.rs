//! Somebody on a level.
use crate::dungeon::{KindId, LevelId, Side, Stat, Stats, Through};
use crate::space::geometry::Point;

/// Hero or monster. The dead stay in the list, so that their names can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Where it stands, or died.
    pub at: Point,
    /// Its numbers now.
    pub stats: Stats,
    /// What it is.
    pub kind: KindId,
    /// The level that the body is on.
    pub level: LevelId,
    /// The side that the body fights on: its kind's, copied here because every turn asks for it.
    pub side: Side,
    /// Whether it is on the map.
    pub alive: bool,
    /// What it passes besides floor; its kind's, kept here because every step asks.
    pub through: Through,
    /// Index into its level's spawns, where its route stands; `u32::MAX` when born in play.
    pub spawn: u32,
    /// Where and when it came into the world, as one number. Its chance is keyed by this, since everybody's
    /// `ActorId` behind it is shifted by one more body.
    pub birth: u32,
}

impl Body {
    /// The body's value of one stat.
    #[inline]
    pub fn stat(&self, stat: Stat) -> i32 {
        self.stats[stat]
    }
}
