//! Monsters' minds. A mind looks through a `View`, uses a `Memory`, and returns one action. All bodies of a kind share
//! one mind; each body's memory is plain data that the game keeps next to the world.
use super::action::{Action, ActorId};
use super::monster_view::{Sighting, View};
use dungeon_model::dungeon::Kind;
use dungeon_model::space::geometry::Direction;

/// The memory of one body, kept from turn to turn.
///
/// ```
/// use dungeon::geometry::Direction;
/// use dungeon::minds::{Memory, View};
/// use dungeon::{Action, Monster};
///
/// /// Walks back and forth, and ignores all prey.
/// struct Pacer;
///
/// impl Monster for Pacer {
///     fn normal_move(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
///         let way = memory.heading.unwrap_or(Direction::West);
///         if view.is_free(view.at() + way) {
///             return Action::Step(way);
///         }
///         memory.heading = Direction::from_delta(-way.dx(), -way.dy());
///         Action::Wait
///     }
/// #     fn can_attack(&self, _: &mut View<'_>) -> Option<dungeon::game::ActorId> { None }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = "map\n######\n#@..w#\n#...$#\n######\nend\n";
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// # let rules = dungeon::rules::rules_for(&dungeon);
/// # let mut game = dungeon::Game::new(dungeon, rules, |_| Box::new(Pacer), 7);
/// # let columns = (0..6).map(|_| {
/// #     game.step(Action::Wait).map(|()| game.world().bodies()[1].at.x)
/// # });
/// # assert_eq!(columns.collect::<Result<Vec<_>, _>>()?, [3, 2, 2, 3, 4, 4]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The direction in which the body last roamed ([E-21]); `None` before it roams for the first time, and after it
    /// stood still.
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    pub heading: Option<Direction>,
    /// The index of the route's point that the body last headed for ([E-22]). The start of the route is 0.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub stop: u16,
    /// Whether the body walks its route back to the start ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub back: bool,
    /// Whether the body has noticed its prey before.
    pub met: bool,
    /// Whether the body's current or latest walk is a retreat from its prey. Later steps of the same walk then continue
    /// the retreat ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub retreats: bool,
    /// A number for custom minds to use. The built-in minds leave it at 0.
    pub notes: u16,
}

impl Memory {
    /// Returns the memory as a number below 2³², without the notes.
    pub(super) fn packed(self) -> u64 {
        let heading = self.heading.map_or(0, |way| way as u64 + 1);
        let flags = u64::from(self.retreats) << 2 | u64::from(self.met) << 1 | u64::from(self.back);
        u64::from(self.stop) << 16 | flags << 8 | heading
    }
}

/// A mind: the decisions of a kind of monster. The method `act` combines four other methods, which a mind can replace.
/// The rules check the action that the mind returns. A refused action counts as a wait, and the changes that the mind
/// made to the memory are undone.
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::diagnostics::Source;
/// use dungeon::game::ActorId;
/// use dungeon::geometry::at;
/// use dungeon::minds::{Memory, Sighting, View};
/// use dungeon::{Action, Game, Monster, rules};
///
/// /// Walks toward prey that is nearer than 4 cells; otherwise waits.
/// struct Guard;
///
/// impl Monster for Guard {
///     fn can_detect(&self, view: &mut View<'_>) -> Option<Sighting> {
///         view.feels(4)
///     }
///
///     fn advance(&self, _: &mut Memory, view: &mut View<'_>, prey: Sighting) -> Action {
///         view.at().toward(prey.at).map_or(Action::Wait, Action::Step)
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = Source::from_text("a.dng", "map\n#######\n#@..g$#\n#######\nend\n");
/// let dungeon = Arc::new(dungeon::load_source(file)?);
/// let rules = rules::rules_for(&dungeon);
/// let mut game = Game::new(dungeon, rules, |_| Box::new(Guard), 7);
/// game.step(Action::Wait)?;
/// assert_eq!(game.world().body(ActorId(1)).at, at(3, 1));
/// # Ok(())
/// # }
/// ```
pub trait Monster: Send + Sync {
    /// Returns the monster's next action, the first that is possible of these: attack prey in reach, wait on a herd
    /// item to eat it, advance on detected prey, make a normal move.
    fn act(&self, memory: &mut Memory, view: &mut View<'_>) -> Action {
        if let Some(prey) = self.can_attack(view) {
            memory.met = true;
            return Action::Attack(prey);
        }
        if view.stands_on_prey() {
            memory.met = true;
            return Action::Wait;
        }
        match self.can_detect(view) {
            Some(prey) => {
                memory.met = true;
                self.advance(memory, view, prey)
            }
            None => self.normal_move(memory, view),
        }
    }

    /// Returns the prey that the monster can attack from its cell; `None` if no prey is in reach. By default, prey on a
    /// neighboring cell is in reach.
    fn can_attack(&self, view: &mut View<'_>) -> Option<ActorId> {
        view.adjacent_prey()
    }

    /// Returns the detected prey and its place; `None`, the default, if the monster detects no prey.
    fn can_detect(&self, _view: &mut View<'_>) -> Option<Sighting> {
        None
    }

    /// Returns the action of a monster that has detected prey; by default, a wait.
    fn advance(&self, _memory: &mut Memory, _view: &mut View<'_>, _prey: Sighting) -> Action {
        Action::Wait
    }

    /// Returns the action of a monster that has detected no prey; by default, a wait.
    fn normal_move(&self, _memory: &mut Memory, _view: &mut View<'_>) -> Action {
        Action::Wait
    }

    /// Whether the mind may ever use chance (`View::draw`) or time (`View::turn`). A mind that returns `false` must
    /// never use either, because proofs that a game cannot be won rely on this. By default `true`.
    fn draws(&self) -> bool {
        true
    }

    /// Whether this is the mind that a file gives to this kind. The default returns false; only bundled minds return
    /// true.
    #[doc(hidden)]
    fn is_of(&self, _kind: &Kind) -> bool {
        false
    }
}
