//! What can be said of a game before it is played: that it can be won, that it cannot, or neither.
use crate::dungeon::{LevelId, Stat, TileId};
use crate::engine::action::Action;
use crate::space::geometry::Point;

/// What is known of whether a game can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// These actions win the game: they were played to the end.
    Winnable(Vec<Action>),
    /// No actions win the game.
    Unwinnable(Disproof),
    /// The budget ended before either was found. The actions lead as near to a win as the search came.
    Unknown(Vec<Action>),
}

/// Why a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disproof {
    /// The reason, which holds for certain.
    pub reason: Reason,
    /// The least change of the map that is known to mend it; none where none is known.
    pub mend: Option<Mend>,
}

/// A reason for which a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// What the game is won by lies where the hero cannot come, whatever he does and whoever is in his way.
    OutOfReach {
        /// The level of the thing.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
    },
    /// More of a number is needed than can ever be had.
    TooLittle {
        /// The number that there is too little of.
        of: Stat,
        /// The most that can ever be had of it, or done with it.
        at_most: i64,
        /// How much of it wins.
        needed: i64,
    },
    /// Every state that the game can come to was looked at, and none is won.
    AllTried {
        /// The number of states.
        states: u64,
    },
}

/// A change of a map: another tile at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The level to change.
    pub level: LevelId,
    /// The cell to change.
    pub at: Point,
    /// The tile that is there.
    pub from: TileId,
    /// The tile to put there.
    pub to: TileId,
}

/// A way to play on that can no longer be won, and that a player can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The shortest line that was found to lead there.
    pub actions: Vec<Action>,
    /// The level where the last of these actions is taken.
    pub level: LevelId,
    /// The cell where it is taken: of the pit, the door, the thing.
    pub at: Point,
    /// Why no win is possible from there.
    pub reason: Reason,
}

/// What was found out about a game with one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether the game can be won.
    pub verdict: Verdict,
    /// Where a player can lose a game that could be won, without being told.
    pub dead_ends: Vec<DeadEnd>,
    /// The steps of games that were taken to find it out.
    pub steps: u64,
}
