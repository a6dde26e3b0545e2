//! The trait `Ruleset` that every game implements, and the round in which monsters act by one. A rule set is a value without state: everything that changes is in the world.
use super::action::{Action, ActorId, Refusal};
use super::event::Event;
use super::monster::{Memory, Monster};
use super::monster_view::View;
use super::ruleset_face::RulesetFace;
use super::scent::Scents;
use super::stage::{MonsterAct, Stage};
use super::world::World;
use dungeon_model::dungeon::{LevelId, Rim};
use dungeon_model::space::geometry::Neighbours;

/// The time that an action took, which decides whether the monsters come next.
///
/// ```
/// use dungeon::rules::{Explore, Stage, TimePassed};
/// # use dungeon::game::{Action, ActorId, Refusal, World};
/// # use dungeon::rules::{RulesetFace, Ruleset};
///
/// /// Explore, but no monster comes while the hero thinks.
/// struct Patient;
///
/// impl Ruleset for Patient {
///     fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
///         match action {
///             Action::Wait if who == stage.commanded() => TimePassed::Nothing,
///             _ => Explore.resolve(stage, who, action),
///         }
///     }
/// #     fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
/// #         Explore.check(world, who, action)
/// #     }
/// #     fn after_monsters(&self, stage: &mut Stage<'_>) { Explore.after_monsters(stage) }
/// #     fn face(&self) -> &dyn RulesetFace { &Explore }
/// }
/// # let file = "map\n######\n#@.w$#\n######\nend\n";
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", file);
/// # let dungeon = std::sync::Arc::new(dungeon::load_source(file)?);
/// # let rules = std::sync::Arc::new(Patient);
/// # let mut game = dungeon::Game::new(dungeon, rules, dungeon::minds::mind_for, 7);
/// # assert!(game.step(Action::Wait).is_ok() && game.events().is_empty());
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePassed {
    /// A turn passed, and the monsters act.
    Turn,
    /// No turn passed, but the monsters act: an idle round.
    Round,
    /// No turn and no round passed: the monsters do not act.
    Nothing,
}

/// A test whether a level is as the rules want it: true for a level that may stay.
pub type LevelDemand = fn(&World, LevelId) -> bool;

/// The rules of a game: one `check` and one `resolve` for the player and for monsters alike.
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::game::{ActorId, GameEnd, Refusal};
/// use dungeon::geometry::Direction;
/// use dungeon::rules::{Binding, RulesetFace, Reading, Stage, TimePassed};
/// use dungeon::{Action, Outcome, Ruleset, Session, World, minds};
///
/// /// Only the east wall is a goal, and there is nothing else to do but to go there.
/// struct Eastward;
///
/// impl Ruleset for Eastward {
///     fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
///         match action {
///             Action::Step(way) if world.is_free_for(who, world.body(who).at + way) => Ok(()),
///             Action::Step(_) => Err(Refusal::Blocked),
///             _ => Err(Refusal::UnknownHere),
///         }
///     }
///
///     fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
///         if let Action::Step(way) = action {
///             let to = stage.body(who).at + way;
///             stage.walk(who, to);
///         }
///         TimePassed::Turn
///     }
///
///     fn after_monsters(&self, stage: &mut Stage<'_>) {
///         let hero = stage.body(stage.commanded());
///         if hero.at.x == stage.size(hero.level).width - 2 {
///             stage.end(GameEnd::Won);
///         }
///     }
///
///     fn face(&self) -> &dyn RulesetFace {
///         self
///     }
/// }
///
/// impl RulesetFace for Eastward {
///     fn bindings(&self) -> &'static [Binding] {
///         const EAST: Action = Action::Step(Direction::East);
///         const { &[Binding::new("east", "l <Right>", EAST, "walk")] }
///     }
///
///     fn readings(&self, world: &World) -> Vec<Reading> {
///         vec![Reading::points("Column", i64::from(world.body(world.commanded()).at.x) + 1)]
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n######\n#@..$#\n######\nend\n");
/// # let dungeon = dungeon::load_source(file)?;
/// let mut session = Session::with(Arc::new(dungeon), Arc::new(Eastward), minds::mind_for);
/// session.press("lll")?;
/// assert_eq!(session.outcome(), Some(Outcome::Won));
/// # Ok(())
/// # }
/// ```
pub trait Ruleset: Send + Sync {
    /// Returns the test that each level must pass once things are scattered on it; `None`, the default, for rules that
    /// take every level. A level that fails is scattered anew, at most 1,000 times (fewer where maps are huge), and
    /// then without solid tiles ([A-2]).
    ///
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    fn demand(&self) -> Option<LevelDemand> {
        None
    }

    /// Makes the rules' own placements, after what is scattered and before the first command.
    fn opening(&self, _stage: &mut Stage<'_>) {}

    /// Checks whether a body may try an action now. The check is pure, and what it refuses costs no turn. An action's
    /// target is alive and on the actor's level: the engine has checked that before.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] to show to the player.
    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal>;

    /// Does an action that `check` allowed to the body `who` of the stage's world, and returns how much time passed. An
    /// action that fails here was tried in vain: the failure is an event, and passes the turn.
    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed;

    /// Whether the rules count a turn by `Stage::count_turn` when the monsters have acted. By default the engine counts
    /// each turn that passes, right before `before_monsters`.
    fn counts_turns_late(&self) -> bool {
        false
    }

    /// Runs after the player's action and before the monsters act.
    fn before_monsters(&self, _stage: &mut Stage<'_>) {}

    /// Puts the bodies that act now into `out`, which is empty, in their order; a body may stand there several times.
    /// By default the monsters of the commanded body's level act ([X-4]), each as often as its speed says.
    ///
    /// [X-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-4
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        if let Some(all) = world.evenly_acting(world.here()) {
            out.extend_from_slice(all);
            return;
        }
        let round = world.round();
        let theirs = world.theirs(world.here());
        for who in theirs {
            match world.kind(who).acts_in(round) {
                1 => out.push(who),
                acts => out.extend(std::iter::repeat_n(who, acts as usize)),
            }
        }
    }

    /// Returns how often a monster acts in the turn that comes, if nothing holds it up. By default as often as its speed
    /// says.
    fn acts_next(&self, world: &World, who: ActorId) -> u32 {
        world.kind(who).acts_in(world.round().saturating_add(1))
    }

    /// Lets the monsters of a round act, one after the other. No rule set needs another way: the method stands here so
    /// that the compiler makes one loop for each rule set, with that one's `check` and `resolve` inside.
    fn run_monsters(&self, round: &mut MonsterRound<'_>) {
        round.run(self);
    }

    /// Runs after the monsters have acted.
    fn after_monsters(&self, stage: &mut Stage<'_>);

    /// Returns the neighbouring cells that a hero can step to: four or eight.
    fn neighbours(&self) -> Neighbours {
        Neighbours::Eight
    }

    /// Returns how many steps a monster may take for one act, at least 1 ([K-12]). By default 1.
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn steps_of_an_act(&self, _world: &World, _who: ActorId) -> u32 {
        1
    }

    /// Returns what the rims of levels are made of.
    fn rim(&self) -> Rim {
        Rim::Closed
    }

    /// Returns what of the time that has passed decides how the game goes on, chance apart: equal numbers for times
    /// between which no rule tells, and no mind by `View::turn`. By default the turn and the round, which no two times
    /// share.
    fn phase(&self, world: &World) -> u64 {
        u64::from(world.turn()) << 32 | u64::from(world.round())
    }

    /// Whether the rules may ever ask chance in a game that goes on from here, or the time beyond what `phase` tells;
    /// minds apart, which answer for themselves. By default they may: rules that say no must never ask, since proofs
    /// that a game cannot be won build upon it. Whether a search finds a trap does not count where the trap does the
    /// same before and after.
    fn draws(&self, _world: &World) -> bool {
        true
    }

    /// Returns the rules as players see them: keys, numbers, goals and previews. Rules that change another game can return
    /// that game's.
    fn face(&self) -> &dyn RulesetFace;
}

/// The monsters' acts of one round: who acts, and what the acts read and change.
pub struct MonsterRound<'a> {
    pub(super) order: &'a [ActorId],
    pub(super) world: &'a mut World,
    pub(super) log: &'a mut Vec<Event>,
    pub(super) memories: &'a mut [Memory],    // by ActorId
    pub(super) minds: &'a [Box<dyn Monster>], // by KindId
    pub(super) scents: &'a mut Option<Box<Scents>>,
    pub(super) refused_wishes: &'a mut u64,
}

/// Without the minds, which are code.
impl std::fmt::Debug for MonsterRound<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MonsterRound")
            .field("order", &self.order)
            .field("world", &self.world)
            .finish_non_exhaustive()
    }
}

/// The number of bodies whose cells are read together: as many as a processor waits for at once, and so few that their
/// cells are still near when the bodies act.
const WARMED: usize = 32;

/// The number of acts in a round up to which no cells are read ahead: so few bodies find their cells near by
/// themselves.
const CROWD: usize = 256;

impl MonsterRound<'_> {
    /// Lets the bodies act in their order, until the game is over.
    fn run<R: Ruleset + ?Sized>(&mut self, rules: &R) {
        let is_crowd = self.order.len() > CROWD;
        let mut nth = 0;
        for i in 0..self.order.len() {
            if is_crowd && i % WARMED == 0 {
                let next = self.order[i..].iter().take(WARMED);
                self.world.warm_cells(next.copied());
            }
            let who = self.order[i];
            // Several acts of one body in a turn stand next to each other in the order.
            nth = if i > 0 && self.order[i - 1] == who {
                nth + 1
            } else {
                self.world.acts_before(who)
            };
            if self.world.body(who).alive {
                self.act(rules, who, nth);
            }
            if self.world.outcome().is_some() {
                return;
            }
        }
    }

    /// Lets a monster act once: one action, or a walk of as many steps as the rules let one act have.
    #[inline]
    fn act<R: Ruleset + ?Sized>(&mut self, rules: &R, who: ActorId, nth: u32) {
        if self.world.body(who).is_slowed {
            return Stage::new(self.world, self.log).emit(Event::Delayed { who });
        }
        let most = rules.steps_of_an_act(self.world, who);
        let from = self.world.body(who).at;
        let mut steps = 0;
        while self.take_step(rules, who, MonsterAct { nth, from }, steps) {
            steps += 1;
            let is_over = !self.world.body(who).alive || self.world.outcome().is_some();
            if steps >= most || is_over {
                return;
            }
        }
    }

    /// Asks the monster's mind for an action, and resolves the action if the rules allow it. Returns whether the action
    /// was a step. A walk ends at the first action that is not, and that action is not taken.
    #[inline]
    fn take_step<R: Ruleset + ?Sized>(
        &mut self,
        rules: &R,
        who: ActorId,
        act: MonsterAct,
        steps: u32,
    ) -> bool {
        let kind = self.world.body(who).kind;
        let memory = &mut self.memories[who.0 as usize];
        let before = *memory;
        let view = &mut View::new(self.world, who, act.nth, steps, self.scents);
        let wish = self.minds[usize::from(kind.0)].act(memory, view);
        let is_step = matches!(wish, Action::Step(_));
        if steps > 0 && !is_step {
            *memory = before;
            return false;
        }
        if check_for(rules, self.world, who, wish).is_err() {
            *memory = before;
            *self.refused_wishes += 1;
            return false;
        }
        let stage = &mut Stage::new(self.world, self.log).for_act(act);
        if memory.met && !before.met && !stage.words_of(who).is_empty() {
            stage.emit(Event::Spoke { who });
        }
        rules.resolve(stage, who, wish);
        is_step
    }
}

/// Checks first that an action's target is there, so that no rule set looks up a body that is not, and then asks the
/// rules.
///
/// # Errors
///
/// `Refusal::NobodyThere`, or the rule set's [`Refusal`].
#[inline]
pub(super) fn check_for<R: Ruleset + ?Sized>(
    rules: &R,
    world: &World,
    who: ActorId,
    action: Action,
) -> Result<(), Refusal> {
    match action.target() {
        Some(whom) if !world.can_meet(who, whom) => Err(Refusal::NobodyThere),
        _ => rules.check(world, who, action),
    }
}
