//! Actions of heroes and monsters, and the reasons why the rules refuse them.
use std::borrow::Cow;

use super::kept_text::kept;
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::narrow::count;

/// The number of a body in the world, which is its index in `World::bodies`. The heroes of the file come first, then
/// the monsters of the file, both in file order. Bodies born later follow in the order of their births ([X-4]).
///
/// [X-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-4
///
/// ```
/// use dungeon::Session;
/// use dungeon::game::ActorId;
///
/// let session = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?;
/// let world = session.game().world();
/// assert_eq!(world.commanded(), ActorId(0));
/// assert_eq!(world.kind(ActorId(1)).name, "wanderer");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// A number that belongs to no body, for draws that no body makes, such as the placement of scattered things.
    pub const WORLD: ActorId = ActorId(u32::MAX);

    /// Returns the number of the body at an index of `World::bodies`. Saturates, but memory runs out before the numbers
    /// do.
    #[doc(hidden)]
    pub fn of(index: usize) -> ActorId {
        ActorId(count(index))
    }
}

/// An action that only one rule set knows, as a number. Each rule set defines the meaning of its own numbers.
///
/// ```
/// use dungeon::Action;
/// use dungeon::game::Verb;
/// use dungeon::geometry::Direction;
///
/// /// A spell that only this rule set knows.
/// const BLINK: Verb = Verb(40);
/// let key_means = Action::DoToward(BLINK, Direction::North);
/// assert_eq!(key_means.target(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verb(pub u8);

/// An action that an actor wants to perform. `Ruleset::check` tells whether the action is allowed.
///
/// ```
/// use dungeon::game::ActorId;
/// use dungeon::geometry::Direction;
/// use dungeon::{Action, Session};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@+w$#\n######\nend\n")?.game().clone();
/// game.step(Action::Wait)?;
/// game.step(Action::Step(Direction::East))?; // opens the door
/// game.step(Action::Step(Direction::East))?; // goes there
/// game.step(Action::Step(Direction::East))?; // strikes the wanderer
/// assert!(game.world().life_of(ActorId(1)) < 8);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The actor stays where it is; legal in every game.
    Wait,
    /// No command came in time (`tempo=`), so the monsters act in a round without the player.
    Idle,
    /// The actor steps to the neighboring cell in this direction. Depending on the cell, the step instead opens a door
    /// or strikes a body.
    Step(Direction),
    /// The actor strikes a body in reach.
    Attack(ActorId),
    /// The actor shoots at a body in sight.
    Shoot(ActorId),
    /// The actor shoots at the terrain of a cell, such as slime ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    ShootAt(Point),
    /// The actor goes to a cell, in one or more steps ([K-4]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    Go(Point),
    /// The player switches to another body of the player's side, and commands it from now on ([K-4]).
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    Command(ActorId),
    /// The actor uses or equips an item of its pack ([P-2], [P-3]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    Use(ItemId),
    /// The actor throws an item of its pack at a cell in the range of the item, or shoots or pulls with a worn item
    /// ([P-4], [P-7], [P-8]).
    ///
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    Throw(ItemId, Point),
    /// The actor performs an action of its rule set that has no direction.
    Do(Verb),
    /// The actor performs an action of its rule set in a direction.
    DoToward(Verb, Direction),
}

impl Action {
    /// Returns the body that the action is aimed at; `None` for an action that names no body.
    #[inline]
    pub fn target(self) -> Option<ActorId> {
        match self {
            Action::Attack(whom) | Action::Shoot(whom) | Action::Command(whom) => Some(whom),
            Action::Wait
            | Action::Idle
            | Action::Step(_)
            | Action::ShootAt(_)
            | Action::Go(_)
            | Action::Use(_)
            | Action::Throw(..)
            | Action::Do(_)
            | Action::DoToward(..) => None,
        }
    }
}

/// The reason why the rules refuse an action. A refused action of the player costs no turn ([X-2]). A monster whose
/// action is refused waits.
///
/// ```
/// use dungeon::game::{ActorId, Refusal};
/// use dungeon::{Action, Session};
///
/// let mut game = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?.game().clone();
/// let refusal = game.step(Action::Attack(ActorId(9))).unwrap_err();
/// assert_eq!(refusal, Refusal::NobodyThere);
/// assert_eq!(refusal.to_string(), "You have no target there.");
/// assert_eq!(game.world().turn(), 0);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [X-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-2
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over: `Event::Ended` was emitted before.
    #[error("The game is over.")]
    GameOver,
    /// The target is dead, or on another level.
    #[error("You have no target there.")]
    NobodyThere,
    /// The action does not exist in this rule set.
    #[error("You can't do that here.")]
    UnknownHere,
    /// The actor cannot stand on the cell, or another body stands there.
    #[error("The way is blocked.")]
    Blocked,
    /// The door is locked, and the actor has no key for it.
    #[error("It is locked, and you don't have the key.")]
    Locked,
    /// The hero is not standing on stairs that lead down.
    #[error("You know of no stairs down here.")]
    NoStairsDown,
    /// The hero is not standing on stairs that lead up.
    #[error("You know of no stairs up here.")]
    NoStairsUp,
    /// The hero stands on a way out, but another goal is not met yet ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    #[error("You can't leave yet: reach your other goals first.")]
    NotDone,
    /// The item is not in the pack ([P-2]).
    ///
    /// [P-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-2
    #[error("You don't have that.")]
    NotCarried,
    /// The hero wields or wears the item already ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    #[error("You wield or wear it already.")]
    WornAlready,
    /// The item was used and recharges ([P-6]). The field is the number of turns until it is ready, at least 1.
    ///
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    #[error("It is ready again in {0} turn{s}.", s = if *.0 == 1 { "" } else { "s" })]
    Recharging(u32),
    /// The hero has less gold than the action costs. The field is the price in gold.
    #[error("You need {0} gold for that.")]
    NotEnoughGold(i32),
    /// The cell for a new fence or a bought item is already occupied.
    #[error("Something else is already here.")]
    SomethingHere,
    /// The hero stands on the fence to be raised. A fence can only be raised from a neighboring cell.
    #[error("You stand on a fence: step off, then walk into it to raise it.")]
    FenceHere,
    /// An idle round (`Action::Idle`) was requested in a dungeon without `tempo=`.
    #[error("Time stands still until you act.")]
    NoHurry,
    /// The cell is not adjacent to the actor.
    #[error("That is out of reach.")]
    OutOfReach,
    /// The actor has no line of sight to the target, or no weapon.
    #[error("You have no clear shot.")]
    NoClearShot,
    /// The unit has no action points left this turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    #[error("No action points left this turn.")]
    NoPoints,
    /// The unit has no ammo left ([K-11]).
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    #[error("Out of ammo.")]
    NoAmmo,
    /// The unit cannot reach the cell with one move ([K-2]).
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    #[error("That is out of range.")]
    OutOfRange,
    /// The unit already stands on the chosen cell. The message says "wizard" because only tactics, whose units are
    /// wizards, lets the player choose a cell.
    #[error("The wizard is already there.")]
    AlreadyThere,
    /// The body that the player wants to command belongs to another side.
    #[error("You can't command that one.")]
    NotYours,
    /// The commanded unit is the player's last.
    #[error("You have no other unit to command.")]
    NobodyElse,
    /// Any other reason, which the rule set gives as a complete sentence.
    #[error("{0}")]
    Because(&'static str),
}

/// The action of a monster that the rules refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefusedWish {
    /// The monster that wanted to act.
    pub who: ActorId,
    /// The action that its mind chose.
    pub wish: Action,
    /// The reason, in the words that the player would read.
    pub refusal: Refusal,
}

impl Refusal {
    /// Returns a refusal with any reason, a complete sentence. Each wording that is not a constant is stored until the
    /// program ends.
    ///
    /// ```
    /// use dungeon::game::Refusal;
    ///
    /// let price = 30;
    /// let refusal = Refusal::because(format!("The ferry costs {price} gold."));
    /// assert_eq!(refusal, Refusal::Because("The ferry costs 30 gold."));
    /// ```
    pub fn because(reason: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::Because(kept(reason.into()))
    }
}
