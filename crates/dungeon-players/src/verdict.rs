//! The results of a proof: a game can be won, cannot be won, or neither is known.
use crate::search::budget::ProofLimit;
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{CauseId, Dungeon, KindId, LevelId, Stat, TileId};
use dungeon_model::space::geometry::Point;

/// Whether a game can be won, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is won by this line of actions, which was played to the end.
    Winnable(Vec<Action>),
    /// No actions win the game.
    Unwinnable(Disproof),
    /// Actions may win the game, but no player who sees only what the hero sees can be sure to find them: other actions
    /// win in other worlds that look the same. Only fair proofs give this verdict.
    Unfair,
    /// The game cannot be won by design: the file says so (`Goal::Never`), and there is nothing to prove.
    Goalless,
    /// Neither a win nor a disproof was found. The actions lead to the state closest to a win that a search has found.
    Unknown(Vec<Action>),
}

/// A choice that no player can make safely: it loses in some of the worlds that look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoinFlip {
    /// The level of the hero before the choice.
    pub level: LevelId,
    /// The cell of the hero before the choice.
    pub at: Point,
    /// The action that loses in some worlds and leads to a win in others; `None` if some worlds are lost at the start.
    pub action: Option<Action>,
    /// The number of worlds in which the game is lost, or in which bad luck can lose it.
    pub lost: u32,
    /// The number of worlds that look the same.
    pub worlds: u32,
    /// Whether the action can end the game at once.
    pub is_deadly: bool,
}

/// Why a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disproof {
    /// The reason, which holds for certain.
    pub reason: Reason,
    /// The known sets of map changes that may make the game winnable, smallest first. If a single change may be enough,
    /// the list holds every known change that may be enough alone. Empty if none is known.
    pub mends: Vec<MendSet>,
}

/// Changes of a map that open a way to everything that the goals need. All of the changes are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MendSet {
    /// The changes, at least one.
    pub changes: Vec<Mend>,
    /// Whether the changed game was won. If not, the changes open a way on the map, and nothing more is known.
    pub is_proved: bool,
}

/// A reason why a game cannot be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A thing that the goals need is out of the hero's reach, even without monsters in the way.
    OutOfReach {
        /// The level of the thing.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
    },
    /// The goals need more of a stat than the game has.
    TooLittle {
        /// The stat that falls short.
        of: Stat,
        /// The maximum amount of the stat that the hero can ever have, or take from others.
        at_most: i64,
        /// The amount that wins.
        needed: i64,
    },
    /// Each thing that the goals need can be reached, but not all of them in one game, because one-way passages cut off
    /// the rest.
    NoWayBack {
        /// The level of a thing that is left even in the best game.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
    },
    /// Each thing that the goals need can be reached, but not all of them in one game: a cause closes a cell for good,
    /// and cuts off the rest.
    ShutOff {
        /// The level of a thing that is always left.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
        /// The cause that closes the cell.
        cause: CauseId,
        /// A cell that the cause closes, on the cause's level.
        gate: Point,
    },
    /// A monster certainly eats a key, and without the key something that the goals need is out of reach.
    KeyEaten {
        /// The level of the thing out of reach, and of the key.
        level: LevelId,
        /// The cell of the thing out of reach.
        at: Point,
        /// The cell of the key.
        key: Point,
        /// The kind of the monster.
        by: KindId,
        /// The turn in which the monster eats the key.
        turn: u32,
    },
    /// The win takes more turns than `lose turns=` allows.
    TooFewTurns {
        /// The level of a thing that alone takes most of these turns.
        level: LevelId,
        /// The cell of the thing.
        at: Point,
        /// A number of turns below which no win is possible, counted from the start of the game.
        at_least: u32,
        /// The number of turns after which the game is lost.
        allowed: u32,
        /// A number of turns in which some line of play wins the game if its turn limit is ignored; `None` if none is
        /// known.
        enough: Option<u32>,
    },
    /// The hero cannot survive the fight against a monster named by a `goal kill=`: the fight costs more health than
    /// the hero can collect within `lose turns=`, or one exchange of blows more than the hero can have at a time.
    TooStrong {
        /// The level of the monster.
        level: LevelId,
        /// The cell of the monster.
        at: Point,
        /// A health below which the hero does not survive the fight.
        at_least: i64,
        /// An upper bound of the health that the hero can spend: at the start, from items and by healing; or of the
        /// health at a time.
        at_most: i64,
        /// A number of turns in which some line of play wins the game if its turn limit is ignored; `None` if none is
        /// known.
        enough: Option<u32>,
    },
    /// No boulder can ever be pushed onto a cell where one is needed: by a goal, or by a cause without which something
    /// is out of reach.
    NeverPushed {
        /// The level of the cell.
        level: LevelId,
        /// The cell that needs a boulder.
        at: Point,
    },
    /// A cause that the goals need can never happen: it wins, or it gives an item to take.
    NeverHappens {
        /// The `when` record that waits in vain.
        cause: CauseId,
    },
    /// The hero takes at most one item of a choice, and the game is lost with each of them.
    ChoiceLoses {
        /// The level of the choice.
        level: LevelId,
        /// The first cell of the choice with an item.
        at: Point,
    },
    /// Every reachable state of the game was tried, and none is won. States that cannot differ in whether the game can
    /// be won count as one.
    AllTried {
        /// The number of states.
        states: u64,
    },
}

/// A change of a map: another tile on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mend {
    /// The level to change.
    pub level: LevelId,
    /// The cell to change.
    pub at: Point,
    /// The current tile.
    pub from: TileId,
    /// The tile to put there.
    pub to: TileId,
}

impl Mend {
    /// Whether the file draws the current tile on the cell. If not, chance has put the tile there. `file` must be the
    /// dungeon as the file describes it, before chance decides its marks (`DungeonTables::drawn_from`).
    pub(super) fn is_drawn(&self, file: &Dungeon) -> bool {
        let level = &file.levels[usize::from(self.level.0)];
        level.generator.is_none() && level.tiles.get(self.at) == Some(self.from)
    }
}

/// A position that a player can reach, and from which the game can no longer be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeadEnd {
    /// The shortest known line of actions that leads to the position.
    pub actions: Vec<Action>,
    /// The level where the last of these actions is taken.
    pub level: LevelId,
    /// The cell where the last of these actions is taken, such as the cell of a pit, a door or an item.
    pub at: Point,
    /// Why the game cannot be won from the position.
    pub reason: Reason,
}

/// The results of a proof for one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// Whether the game can be won.
    pub verdict: Verdict,
    /// Where a player can unknowingly lose a game that could be won.
    pub dead_ends: Vec<DeadEnd>,
    /// Whether a player who only waits wins on the first turn.
    pub is_won_at_once: bool,
    /// The choice that makes a game unfair. In a winnable game, a risky choice that a patient player can avoid by
    /// waiting for a lucky random result. Only fair proofs look for one.
    pub coin_flip: Option<CoinFlip>,
    /// The game steps that the proof took.
    pub steps: u64,
    /// The maximum memory in use at a time, in bytes, as the meter counts it.
    pub memory: usize,
    /// The limit that ended the proof early; `None` if every method of the prover ran to its end.
    pub stopped_by: Option<ProofLimit>,
}
