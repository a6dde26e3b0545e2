//! Events: the facts of a game. Events are `Copy` and hold no lists. A missile emits one event per cell of its flight,
//! so an animation can play the events directly. An event that changes a cell names its level.
use super::action::ActorId;
pub use super::ending::Outcome;
use super::ending::{Blame, GameEnd};
use dungeon_model::dungeon::{CauseId, ItemId, KindId, LevelId, Stat, TileId};
use dungeon_model::space::geometry::{Direction, Point};

/// A single fact of a game. Only `World::apply` changes a world, and only by events. In every event `who` is the acting
/// or affected body, `whom` is its target, and `level` and `at` are the place; points count from 0.
///
/// ```
/// use dungeon::geometry::Direction;
/// use dungeon::{Action, Event, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@w.$#\n######\nend\n")?.game().clone();
/// game.step(Action::Step(Direction::East))?;
/// let blows = game.events().iter().filter_map(|event| match event {
///     Event::Struck { who, whom } => Some((who.0, whom.0)),
///     _ => None,
/// });
/// assert_eq!(blows.collect::<Vec<_>>(), [(0, 1), (1, 0)]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the fields mean the same in every variant: see above
pub enum Event {
    /// A body was born; `who` is the next free number.
    Born {
        who: ActorId,
        kind: KindId,
        level: LevelId,
        at: Point,
    },
    /// A body moved from the cell `from` to the neighboring cell `to`.
    Moved {
        who: ActorId,
        level: LevelId,
        from: Point,
        to: Point,
    },
    /// A body moved from the cell `left` of the level `from` to the cell `at` of the level `to`. The levels may be the
    /// same, as after a teleport ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    Travelled {
        who: ActorId,
        from: LevelId,
        left: Point,
        to: LevelId,
        at: Point,
    },
    /// A body left the dungeon; `Ended` follows ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    Left {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body reached terrain that has words to read.
    Read(AtTerrain),
    /// A body opened a door; `tile` is the closed door, and the open one follows as `Rebuilt`.
    Opened(AtTerrain),
    /// A hero sprang a trap; `tile` is the trap, revealed if it was hidden. The trap's effects follow as further
    /// events.
    Sprung(AtTerrain),
    /// A hero found a hidden trap; `tile` is the hidden trap, and the revealed one follows as `Rebuilt`.
    Found(AtTerrain),
    /// A hero built or raised a fence; `tile` is the new fence, which follows as `Rebuilt`.
    Built(AtTerrain),
    /// A body damaged a fence; `tile` is the fence before. The fence's new state follows as `Rebuilt`, the wound as
    /// `Changed`.
    Torn(AtTerrain),
    /// A body bought an item; the price follows as `Changed`, the item as `Placed`.
    Bought { who: ActorId, item: ItemId },
    /// A pay period began; `number` counts periods from 0. `year` counts years from 0, and is `None` if no year begins.
    /// `herd` is the number of herd items at that time. The pay follows as `Changed`, each new body as `Born`.
    PeriodBegan {
        number: u32,
        year: Option<u32>,
        herd: u32,
    },
    /// An alarm went off: the monsters of the level sense their prey in all rounds below `until`.
    Alarmed { level: LevelId, until: u32 },
    /// A monster noticed its prey for the first time, and speaks its words.
    Spoke { who: ActorId },
    /// A body exploded. Its death and the wounds of the bodies around it follow as further events.
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
    /// A body tried to enter the cell `at`, but terrain or another body blocked the cell. If `at` is the body's own
    /// cell, the body wanted to go to another place (by stairs, for example) where no cell was free.
    Bumped {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body struck another; the wound follows as `Changed`.
    Struck { who: ActorId, whom: ActorId },
    /// A body shot at another, with a bow or a weapon. The flight follows as `Flew`, then the wound as `Changed` or a
    /// miss as `Missed`.
    Shot { who: ActorId, whom: ActorId },
    /// A hero cast a bolt; its price follows as `Changed`, its flight as `Flew` ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    Cast { who: ActorId, toward: Direction },
    /// A unit shot at the terrain of a cell; `tile` is the terrain before the shot. After a hit the remaining terrain
    /// follows as `Rebuilt` ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Fired(AtTerrain),
    /// A shot missed its target at `at` ([K-11]).
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    Missed {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body left slime behind; `tile` is the slime, which follows as `Rebuilt` ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Slimed(AtTerrain),
    /// A hero pushed a boulder from the cell `from` to the neighboring cell `to`; `tile` is the terrain of `from` with
    /// the boulder, `onto` the terrain of `to` before. The new terrain of both cells follows as `Rebuilt`, the hero's
    /// step as `Moved` ([T-1]).
    ///
    /// [T-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-1
    Pushed {
        who: ActorId,
        level: LevelId,
        from: Point,
        to: Point,
        tile: TileId,
        onto: TileId,
    },
    /// Terrain harmed the body standing on it at the end of a round; `tile` is that terrain. The wound follows as
    /// `Changed` ([T-3]).
    ///
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    Harmed(AtTerrain),
    /// A body stepped onto slowing terrain and loses its next act; `tile` is that terrain ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    Slowed(AtTerrain),
    /// A slowed body lost an act ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    Delayed { who: ActorId },
    /// A hero wiped slime away; `tile` is the terrain before, and the remaining terrain follows as `Rebuilt`.
    Wiped(AtTerrain),
    /// A missile passes over a cell, or ends on it.
    Flew {
        who: ActorId,
        level: LevelId,
        over: Point,
        missile: Missile,
    },
    /// A body stomped another to death; the death of `whom` follows ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Stomped { who: ActorId, whom: ActorId },
    /// A body rammed another; the death of `who` follows, then the wound of `whom` as `Changed` ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Rammed { who: ActorId, whom: ActorId },
    /// The last monster of a level died, and the next level begins ([A-2]).
    ///
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    Cleared { level: LevelId },
    /// A stat of a body changed by `by` points, saturating; negative is a loss.
    Changed { who: ActorId, stat: Stat, by: i32 },
    /// A body died.
    Died {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body took an item, which goes into the pack if it is kept; the stats that the item gives at once follow as
    /// `Changed`.
    Taken {
        who: ActorId,
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// A body used up an item from the pack; the stats that the item gives follow as `Changed` ([P-2]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    Used { who: ActorId, item: ItemId },
    /// A body equipped an item from the pack in place of the one before; the difference in strength follows as
    /// `Changed` ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    Worn { who: ActorId, item: ItemId },
    /// An item was removed from its cell without a taker.
    Removed {
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// An item was placed on a cell, replacing any other.
    Placed {
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// The terrain of a cell changed to `tile`.
    Rebuilt {
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// The player switched to this body.
    Commanded { who: ActorId },
    /// A turn began; `turn` is the number of turns that have passed.
    TurnBegan { turn: u32 },
    /// The monsters get a round of their own within the turn, because no command came in time (`tempo=`).
    Idled,
    /// A cause of the file happened; its effects follow as further events ([C-1]).
    ///
    /// [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
    Caused { cause: CauseId },
    /// A cause changes terrain; `tile` is the terrain before. The new one follows as `Rebuilt`, with the deaths of
    /// bodies that cannot stand in it ([C-3]).
    ///
    /// [C-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-3
    Shifted {
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A cause gave a body an item; the stats that the item gives follow as `Changed`.
    Given { who: ActorId, item: ItemId },
    /// A counter of the rule set changed by `by`, saturating.
    Counted { counter: u8, by: i32 },
    /// The game got a new seed for all further draws (`Game::reseed`).
    Reseeded { seed: u64 },
    /// The rule set tells the player a complete sentence.
    Said(&'static str),
    /// A body of the player lost its last life; `by` is the cause. Its death or the end of the game follows.
    Felled { who: ActorId, by: Blame },
    /// The game ended; `turn` is the number of the turn in which it ended, from 1, or 0 if it ended before the first
    /// ([X-16]).
    ///
    /// [X-16]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    Ended { ending: GameEnd, turn: u32 },
}

impl Event {
    /// Returns the cell whose terrain or item the event changes; `None` for an event that changes neither.
    #[doc(hidden)]
    pub fn edited_cell(&self) -> Option<(LevelId, Point)> {
        match *self {
            Event::Taken { level, at, .. }
            | Event::Eaten { level, at, .. }
            | Event::Removed { level, at, .. }
            | Event::Placed { level, at, .. }
            | Event::Rebuilt { level, at, .. } => Some((level, at)),
            _ => None,
        }
    }
}

/// A body and the terrain of a cell, for an event in which the one acts on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the fields mean the same in every event
pub struct AtTerrain {
    pub who: ActorId,
    pub level: LevelId,
    pub at: Point,
    /// The terrain: as it was before, where the event does not say otherwise.
    pub tile: TileId,
}

/// The kind of a projectile in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missile {
    /// A patrol's arrow ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Arrow,
    /// The hero's bolt of magic, and the direction of its flight ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    Bolt(Direction),
    /// A shot of a weapon ([K-11]).
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    Shot,
}
