//! What happened: one fact each, `Copy`, no lists. A flight is one event a cell, so an animation is the
//! events themselves; an event that changes a cell names its level.
use super::action::ActorId;
use crate::dungeon::{ItemId, KindId, LevelId, Stat, TileId};
use crate::space::geometry::{Direction, Point};

/// A single fact of a game. `World::apply` makes it so, and nothing else changes a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the fields are the same few everywhere: who, whom, where
pub enum Event {
    /// A body came to be; `who` is the next free number.
    Born {
        who: ActorId,
        kind: KindId,
        level: LevelId,
        at: Point,
    },
    /// A body went to a neighbouring cell.
    Moved {
        who: ActorId,
        level: LevelId,
        from: Point,
        to: Point,
    },
    /// A body went to another level, or far on this one (E-15, a pit, a teleport).
    Travelled {
        who: ActorId,
        from: LevelId,
        left: Point,
        to: LevelId,
        at: Point,
    },
    /// A body came upon terrain that has words: they are told.
    Read {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A body opened a door; `tile` is the closed one, the open one follows as `Rebuilt`.
    Opened {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A hero sprang a trap; `tile` is the trap, revealed if it was hidden. What it did follows.
    Sprung {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A hero found a hidden trap; `tile` is the hidden one, the revealed one follows as `Rebuilt`.
    Found {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A hero raised a fence, or built one; `tile` is the new one, which follows as `Rebuilt`.
    Built {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A body tore at a fence; `tile` is the old one. What it became follows as `Rebuilt`, the wound as `Changed`.
    Torn {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A body bought an item; its price follows as `Changed`, the item as `Placed`.
    Bought { who: ActorId, item: ItemId },
    /// A season began, and perhaps a year with it, both counted from 0; so much of the herd there was then. What it
    /// pays follows as `Changed`, who comes as `Born`.
    SeasonBegan {
        season: u32,
        year: Option<u32>,
        herd: u32,
    },
    /// The monsters of the level sense their prey as long as the round is below `until`.
    Alarmed { level: LevelId, until: u32 },
    /// A monster knows of its prey for the first time, and says its words.
    Spoke { who: ActorId },
    /// A body blew up: it died, and everybody around is hurt, which follows.
    Burst {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body ate an item of the herd.
    Eaten {
        who: ActorId,
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// A body walked at something that does not let it in.
    Bumped {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body struck another; what it did follows as `Changed`.
    Struck { who: ActorId, whom: ActorId },
    /// An arrow or a weapon's shot left; its flight follows as `Flew`, then the wound as `Changed`, or `Missed`.
    Shot { who: ActorId, whom: ActorId },
    /// A bolt was cast; its price and its flight follow (E-13).
    Cast { who: ActorId, toward: Direction },
    /// A unit shot at the terrain of a cell; `tile` is what was there. If it hit, what is left follows as `Rebuilt`
    /// (K-12).
    Fired {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A shot missed what it was meant for, there (K-11).
    Missed {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body left slime behind; `tile` is that, which follows as `Rebuilt` (K-12).
    Slimed {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A hero wiped slime away; `tile` is what was there. What is left follows as `Rebuilt`.
    Wiped {
        who: ActorId,
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A missile passes over a cell, or ends on it.
    Flew {
        who: ActorId,
        level: LevelId,
        over: Point,
        missile: Missile,
    },
    /// A body trod on another; its death follows.
    Stomped { who: ActorId, whom: ActorId },
    /// A body threw itself at another; its own death follows, then the wound as `Changed`.
    Rammed { who: ActorId, whom: ActorId },
    /// The last monster of a level is gone, and the next level's turn has come.
    Cleared { level: LevelId },
    /// A number of a body changed.
    Changed { who: ActorId, stat: Stat, by: i32 },
    /// A body is no more.
    Died {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body took the item; what it gives follows as `Changed`.
    Taken {
        who: ActorId,
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// An item is taken off its cell without going to any body.
    Removed {
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// An item lies there now, in place of any other.
    Placed {
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// The terrain is another.
    Rebuilt {
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// The player commands this body from now on.
    Commanded { who: ActorId },
    /// The count of turns that passed.
    TurnBegan { turn: u32 },
    /// A round of the monsters alone, within the turn (`tempo=`).
    Idled,
    /// The game is over.
    Ended(Outcome),
}

/// The sort of projectile that an event shows on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missile {
    /// A patrol's (E-22).
    Arrow,
    /// The hero's magic (E-13).
    Bolt(Direction),
    /// A weapon's shot (K-11).
    Shot,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // outcomes name themselves
pub enum Outcome {
    Won = 1,
    Lost = 2,
    Drawn = 3,
}

impl Outcome {
    /// Every way to end.
    pub const ALL: [Outcome; 3] = [Outcome::Won, Outcome::Lost, Outcome::Drawn];

    /// The word for machines: `won`, `lost` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Drawn => "draw",
        }
    }
}
