//! What an actor can want, and why it may be refused.
use crate::space::geometry::{Direction, Point};

/// Number of a body in the world: the hero and the drawn monsters in file order, then by birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The actor of a draw that no body makes, such as where scattered things are placed.
    pub const WORLD: ActorId = ActorId(u32::MAX);
}

/// A deed that only its rule set understands: an index into that rule set's own table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verb(pub u8);

/// What an actor wants to do; whether it may is `Ruleset::check`'s business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The actor stays where it is; legal in every game.
    Wait,
    /// No command came in time (`tempo=`): the monsters run by themselves.
    Idle,
    /// Walk there, and whatever walking there means.
    Step(Direction),
    /// Strike a body in reach.
    Attack(ActorId),
    /// Shoot at a body in sight.
    Shoot(ActorId),
    /// Shoot at the terrain of a cell: slime (K-12).
    ShootAt(Point),
    /// Go to a cell, however many steps that takes (K-4).
    Go(Point),
    /// Have another of one's own act from now on (K-4).
    Command(ActorId),
    /// A deed of the rule set.
    Do(Verb),
    /// A deed of the rule set, in a direction.
    DoToward(Verb, Direction),
}

impl Action {
    /// The body it is aimed at.
    pub fn whom(self) -> Option<ActorId> {
        match self {
            Action::Attack(whom) | Action::Shoot(whom) | Action::Command(whom) => Some(whom),
            Action::Wait
            | Action::Idle
            | Action::Step(_)
            | Action::ShootAt(_)
            | Action::Go(_)
            | Action::Do(_)
            | Action::DoToward(..) => None,
        }
    }
}

/// Why an action may not be tried. A refused action costs no turn; a monster's refused wish is a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// `Event::Ended` was emitted before.
    #[error("The game is over.")]
    GameOver,
    /// The target is dead, or on another level.
    #[error("There is nobody there.")]
    NobodyThere,
    /// The rule set has no such action.
    #[error("That cannot be done here.")]
    UnknownHere,
    /// No footing there, or somebody stands there.
    #[error("There is no way through.")]
    Blocked,
    /// A door whose key is not held.
    #[error("It is locked, and you have no key for it.")]
    Locked,
    /// The hero stands on no stairs that lead down.
    #[error("There are no stairs down here that you know of.")]
    NoStairsDown,
    /// The hero stands on no stairs that lead up.
    #[error("There are no stairs up here that you know of.")]
    NoStairsUp,
    /// So much gold is wanted, and not there.
    #[error("That costs {0} gold, and you have less.")]
    NotEnoughGold(i32),
    /// The ground is taken.
    #[error("There is something here already.")]
    SomethingHere,
    /// The ground is fenced: fences are raised from beside them.
    #[error("A fence is here already: to raise it, step off it, then against it.")]
    FenceHere,
    /// An idle round in a dungeon without `tempo=`.
    #[error("Time stands still until you act.")]
    NoHurry,
    /// The cell is not adjacent to the actor.
    #[error("That is out of reach.")]
    OutOfReach,
    /// No line of sight, or nothing to shoot with.
    #[error("There is no clear shot.")]
    NoClearShot,
    /// No action point is left (K-10).
    #[error("No action points are left this turn.")]
    NoPoints,
    /// No shot is left (K-11).
    #[error("No ammo is left.")]
    NoAmmo,
    /// Not where one move carries (K-2).
    #[error("That is out of range.")]
    OutOfRange,
    /// The unit stands on the chosen cell already.
    #[error("The wizard is there already.")]
    AlreadyThere,
    /// The body that the player wants to command belongs to another side.
    #[error("That one takes no orders from you.")]
    NotYours,
    /// The commanded unit is the player's last.
    #[error("There is nobody else to command.")]
    NobodyElse,
}
