//! Events: the facts of a game. Events are `Copy` and contain no lists. Each cell of a missile's flight is an event, so
//! an animation can play the events directly. An event that changes a cell contains its level.
use super::action::ActorId;
pub use super::ending::Outcome;
use super::ending::{Blame, GameEnd};
use dungeon_model::dungeon::{CauseId, ItemId, KindId, LevelId, Stat, TileId, TimedState};
use dungeon_model::space::geometry::{Direction, Point};

/// A single fact of a game. Only `World::apply` changes a world, and only by events. In every event, `who` is the
/// acting or affected body, `whom` is its target, and `level` and `at` are the place, 0-based. Some events only
/// announce an action; the next events then contain its consequences.
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
    /// A body was born; `who` is its number, the next free one.
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
    /// The body `who` moved from the cell `from` to the neighboring cell `to`, and `whom`, which stood there, moved to
    /// `from` ([M-5]).
    ///
    /// [M-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-5
    Swapped {
        who: ActorId,
        whom: ActorId,
        level: LevelId,
        from: Point,
        to: Point,
    },
    /// A sleeping monster woke ([M-1]), or a disguised one showed itself ([M-7]).
    ///
    /// [M-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-1
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    Woke {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// An ally joined the hero, and follows from now on ([M-3]).
    ///
    /// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
    Joined { who: ActorId },
    /// A body moved from the cell `left` of the level `from` to the cell `at` of the level `to`. The levels may be the
    /// same, for example after a teleport ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    Travelled {
        who: ActorId,
        from: LevelId,
        left: Point,
        to: LevelId,
        at: Point,
    },
    /// A body left the dungeon by a way out. The next event is `Ended` ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    Left {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body reached terrain with a text for the player to read.
    Read(AtTerrain),
    /// A body opened a door; `tile` is the closed door. A `Rebuilt` event with the open door comes next.
    Opened(AtTerrain),
    /// A hero sprang a trap; `tile` is the trap in its visible form. The next events are the trap's effects.
    Sprung(AtTerrain),
    /// A hero found a hidden trap; `tile` is the hidden trap. A `Rebuilt` event with the visible trap comes next.
    Found(AtTerrain),
    /// A hero built or raised a fence; `tile` is the new fence. A `Rebuilt` event with this fence comes next.
    Built(AtTerrain),
    /// A body damaged a fence; `tile` is the fence before the damage. The next events are `Rebuilt` with the damaged
    /// fence, and `Changed` if the fence wounds the body.
    Torn(AtTerrain),
    /// A body bought an item. The next events are `Changed` for the price, and `Placed` for the item.
    Bought { who: ActorId, item: ItemId },
    /// A pay period began. `number` is the number of the period, from 0. `year` is the number of the year that begins,
    /// from 0; `None` if no year begins. `herd` is the number of herd items at this moment. The next events are
    /// `Changed` for the pay, and `Born` for each new body.
    PeriodBegan {
        number: u32,
        year: Option<u32>,
        herd: u32,
    },
    /// An alarm went off: the monsters of the level sense their prey in all rounds before round `until`.
    Alarmed { level: LevelId, until: u32 },
    /// A monster noticed its prey for the first time, and says its words.
    Spoke { who: ActorId },
    /// A body exploded. The next events are its death and the wounds of the bodies around it.
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
    /// cell, the body tried to go to another place, for example by stairs, but no cell was free there.
    Bumped {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body struck another body. The next event is `Changed` for the wound.
    Struck { who: ActorId, whom: ActorId },
    /// A body shot at another body, with a bow or a weapon. The next events are `Flew` for the flight, and then
    /// `Changed` for the wound or `Missed`.
    Shot { who: ActorId, whom: ActorId },
    /// A hero cast a bolt. The next events are `Changed` for the price, and `Flew` for the flight ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    Cast { who: ActorId, toward: Direction },
    /// A unit shot at the terrain of a cell; `tile` is the terrain before the shot. After a hit, a `Rebuilt` event
    /// contains the terrain that remains ([K-12]).
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
    /// A body left slime on a cell; `tile` is the slime. A `Rebuilt` event with the slime comes next ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Slimed(AtTerrain),
    /// A hero pushed a boulder from the cell `from` to the neighboring cell `to`. Before the push, `tile` is the
    /// terrain of `from`, and `onto` is the terrain of `to`. The next events are `Rebuilt` for both cells, and `Moved`
    /// for the hero's step ([T-1]).
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
    /// Terrain harmed the body on it at the end of a round; `tile` is this terrain. The next event is `Changed` for the
    /// wound ([T-3]).
    ///
    /// [T-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3
    Harmed(AtTerrain),
    /// A body stepped onto slowing terrain and loses its next act; `tile` is this terrain ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    Slowed(AtTerrain),
    /// A slowed body lost an act ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    Delayed { who: ActorId },
    /// A slow body acted, and loses its next act ([B-3]).
    ///
    /// [B-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-3
    Lagged { who: ActorId },
    /// A hasted hero acted for the first time in the turn, and acts once more before the turn passes ([B-2]).
    ///
    /// [B-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-2
    Hurried { who: ActorId },
    /// A state of a body began, or was renewed, and has `turns` turns left ([B-1]).
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    StateBegan {
        who: ActorId,
        state: TimedState,
        turns: u8,
    },
    /// A state of a body has `left` turns left after a turn, or ended early; at 0 it is over ([B-1]).
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    StatePassed {
        who: ActorId,
        state: TimedState,
        left: u8,
    },
    /// A burning body is harmed at the end of a round. The next event is `Changed` for the wound ([B-4]).
    ///
    /// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
    Burned { who: ActorId },
    /// A hero wiped slime away; `tile` is the slime. A `Rebuilt` event with the terrain that remains comes next.
    Wiped(AtTerrain),
    /// A missile passes over a cell, or ends on it.
    Flew {
        who: ActorId,
        level: LevelId,
        over: Point,
        missile: Missile,
    },
    /// A body stomped another body to death. The next event is the death of `whom` ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Stomped { who: ActorId, whom: ActorId },
    /// A body rammed another body. The next events are the death of `who`, and `Changed` for the wound of `whom`
    /// ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Rammed { who: ActorId, whom: ActorId },
    /// The last monster of a level died, and the next level begins ([A-2]).
    ///
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    Cleared { level: LevelId },
    /// A stat of a body changed by `by` points, saturating. A negative number is a loss.
    Changed { who: ActorId, stat: Stat, by: i32 },
    /// A body died.
    Died {
        who: ActorId,
        level: LevelId,
        at: Point,
    },
    /// A body took an item. Items that are kept go into the pack. The next events are `Changed` for the stats that the
    /// item gives at once.
    Taken {
        who: ActorId,
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// A body used an item from the pack, which is then gone or recharges. The next events are `Changed` for the stats
    /// that the item gives ([P-2], [P-6]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    Used { who: ActorId, item: ItemId },
    /// An item in the pack has recharged, and can be used again ([P-6]).
    ///
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    Recharged { who: ActorId, item: ItemId },
    /// A body found out the kind of an item, which is known from now on ([X-19]). The next event is `Used`, `Worn`,
    /// `Thrown`, `Taken` or `Given` for the item, unless another item made this one known ([X-20]).
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    /// [X-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-20
    Identified { who: ActorId, item: ItemId },
    /// A body threw an item from the pack, or shot or pulled with a worn one, and hits the body `whom`; `None` if it hits
    /// nothing. The next events are `Flew` for the flight, and then `Changed` for the stats of the target ([P-4], [P-7]),
    /// or `Moved` for the pulled body ([P-8]).
    ///
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    Thrown {
        who: ActorId,
        item: ItemId,
        whom: Option<ActorId>,
    },
    /// A body equipped an item from the pack, instead of the item that was equipped before. The next event is `Changed`
    /// for the difference in strength ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    Worn { who: ActorId, item: ItemId },
    /// An item was removed from its cell, but no body took it.
    Removed {
        level: LevelId,
        at: Point,
        item: ItemId,
    },
    /// An item was placed on a cell, and replaced the item that was there, if any.
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
    /// The player now commands this body.
    Commanded { who: ActorId },
    /// A turn began; `turn` is the number of turns that have passed.
    TurnBegan { turn: u32 },
    /// An idle round began: the monsters act within the turn, because no command came in time (`tempo=`).
    Idled,
    /// A cause of the file happened. The next events are its effects ([C-1]).
    ///
    /// [C-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-1
    Caused { cause: CauseId },
    /// A cause changes terrain; `tile` is the terrain before the change. The next events are `Rebuilt` with the new
    /// terrain, and the death of a body that cannot stand there ([C-3]).
    ///
    /// [C-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#c-3
    Shifted {
        level: LevelId,
        at: Point,
        tile: TileId,
    },
    /// A cause gave a body an item. The next events are `Changed` for the stats that the item gives at once.
    Given { who: ActorId, item: ItemId },
    /// A counter of the rule set changed by `by`, saturating.
    Counted { counter: u8, by: i32 },
    /// The game got a new seed for all later draws (`Game::reseed`).
    Reseeded { seed: u64 },
    /// The rule set told the player something, in a complete sentence.
    Said(&'static str),
    /// A body of the player lost its last life; `by` is the cause. Its death, or the end of the game, comes later in
    /// the log.
    Felled { who: ActorId, by: Blame },
    /// The game ended in turn `turn`, counted from 1; 0 if the game ended before the first turn ([X-16]).
    ///
    /// [X-16]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    Ended { ending: GameEnd, turn: u32 },
}

impl Event {
    /// Returns the cell whose terrain or item the event changes or, for disguised bodies, seems to change; `None` for
    /// an event that changes neither.
    #[doc(hidden)]
    pub fn edited_cell(&self) -> Option<(LevelId, Point)> {
        match *self {
            Event::Taken { level, at, .. }
            | Event::Eaten { level, at, .. }
            | Event::Removed { level, at, .. }
            | Event::Placed { level, at, .. }
            | Event::Born { level, at, .. }
            | Event::Woke { level, at, .. }
            | Event::Rebuilt { level, at, .. } => Some((level, at)),
            _ => None,
        }
    }
}

/// The fields of an event in which a body acts on the terrain of a cell, or the terrain acts on the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the fields mean the same in every event
pub struct AtTerrain {
    pub who: ActorId,
    pub level: LevelId,
    pub at: Point,
    /// The terrain before the event, unless the event's comment says otherwise.
    pub tile: TileId,
}

/// The kind of a projectile in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missile {
    /// A patrol's arrow ([E-22]), or a hero's ([P-7]).
    ///
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Arrow,
    /// The hero's bolt of magic, with the direction of its flight ([E-13]).
    ///
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    Bolt(Direction),
    /// A shot of a weapon ([K-11]).
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    Shot,
    /// A thrown item ([P-4]), or the item with which a hero pulls ([P-8]).
    ///
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    Thing(ItemId),
}
