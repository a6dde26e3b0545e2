//! What can be said of a game before it is played: that it can be won, that it cannot, or neither.
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{LevelId, Stat, TileId};
use dungeon_model::space::geometry::Point;

/// What is known of whether a game can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is won by a line of actions, which was played to the end.
    Winnable(Vec<Action>),
    /// No actions win the game.
    Unwinnable(Disproof),
    /// Nothing is to be won: the file says so (`Goal::Never`), and nothing is to be proved.
    Goalless,
    /// The budget ended before either was found. The actions lead as near to a win as the search came.
    Unknown(Vec<Action>),
}

/// Why a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disproof {
    /// The reason, which holds for certain.
    pub reason: Reason,
    /// The fewest changes of the map that are known to mend it, all of which are needed; empty where none are known.
    pub mend: Vec<Mend>,
}

/// A reason for which a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A thing that the game is won by lies where the hero cannot come, even if nobody stood in the way.
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
        /// The most that can ever be had of it, or taken of it from others.
        at_most: i64,
        /// How much of it wins.
        needed: i64,
    },
    /// What the game is won by can be come to, each by itself, but not all of it in one game: some way leads only one way,
    /// and cuts off the rest.
    NoWayBack {
        /// The level of a thing that is left, whatever is done.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
    },
    /// Every state that the game can come to was looked at, and none is won. States that cannot tell whether the game
    /// can be won count as one.
    AllTried {
        /// The number of states.
        states: u64,
    },
}

/// A change of a map: another tile at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Proof {
    /// Whether the game can be won.
    pub verdict: Verdict,
    /// Where a player can lose a game that could be won, without being told.
    pub dead_ends: Vec<DeadEnd>,
    /// Whether a player who only waits wins on the first turn.
    pub is_won_at_once: bool,
    /// The steps of games that were taken to find it out.
    pub steps: u64,
    /// The most bytes that were remembered at a time, as they were counted.
    pub memory: usize,
    /// Whether the budget or its memory ended before all was looked at that might have been.
    pub is_cut_short: bool,
}
