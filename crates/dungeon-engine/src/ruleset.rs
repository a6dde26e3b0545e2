//! The trait `Ruleset`, which every game implements, and the monsters' round. A rule set has no state of its own;
//! everything that changes is in the world.
use super::action::{Action, ActorId, Refusal, RefusedWish};
use super::event::Event;
use super::leaders;
use super::monster::{Memory, Monster};
use super::monster_view::View;
use super::ruleset_face::RulesetFace;
use super::scent::Scents;
use super::stage::{MonsterAct, Stage};
use super::world::World;
use dungeon_model::dungeon::{Dungeon, LevelId, Rim, TimedState};
use dungeon_model::space::geometry::Neighbours;

/// The time that an action takes. The time decides whether the monsters act next.
///
/// ```
/// use dungeon::rules::{Explore, Stage, TimePassed};
/// # use dungeon::game::{Action, ActorId};
/// # use dungeon::rules::Ruleset;
///
/// /// Explore, except that monsters do not act when the hero waits.
/// struct Patient;
///
/// impl Ruleset for Patient {
///     fn base(&self) -> &dyn Ruleset {
///         &Explore
///     }
///
///     fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
///         match action {
///             Action::Wait if who == stage.commanded() => TimePassed::Nothing,
///             _ => self.base().resolve(stage, who, action),
///         }
///     }
/// }
/// # let dungeon = std::sync::Arc::new(dungeon::load_text("map\n######\n#@.w$#\n######\nend\n")?);
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
    /// No time passed: the monsters do not act.
    Nothing,
}

/// A test that the rules run on a level after its scatters. Returns whether the level is acceptable.
pub type LevelDemand = fn(&World, LevelId) -> bool;

/// The rules of a game. The player and the monsters use the same `check` and `resolve`.
///
/// A rule set is based on another one, and writes only the methods in which it differs. To change one detail of a game:
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::game::{GameEnd, LossCause};
/// use dungeon::rules::{Explore, Stage};
/// use dungeon::{Outcome, Ruleset, Session, minds};
///
/// /// Explore with a limit of ten turns.
/// struct Hasty;
///
/// impl Ruleset for Hasty {
///     fn base(&self) -> &dyn Ruleset {
///         &Explore
///     }
///
///     fn after_monsters(&self, stage: &mut Stage<'_>) {
///         self.base().after_monsters(stage);
///         if stage.turn() >= 10 {
///             stage.end(GameEnd::Lost(LossCause::TurnLimit));
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let dungeon = Arc::new(dungeon::load_text("map\n######\n#@..$#\n######\nend\n")?);
/// let mut session = Session::with(dungeon, Arc::new(Hasty), minds::mind_for);
/// session.press(&".".repeat(10))?;
/// assert_eq!(session.outcome(), Some(Outcome::Lost));
/// # Ok(())
/// # }
/// ```
///
/// A game from scratch is based on `Bare`, in which bodies can only wait:
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::game::{ActorId, GameEnd, Refusal};
/// use dungeon::geometry::Direction;
/// use dungeon::rules::{Bare, Binding, Reading, RulesetFace, Stage, TimePassed};
/// use dungeon::{Action, Outcome, Ruleset, Session, World, minds};
///
/// /// A game in which the hero can only walk, and wins next to the east wall.
/// struct Eastward;
///
/// impl Ruleset for Eastward {
///     fn base(&self) -> &dyn Ruleset {
///         &Bare
///     }
///
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
///     fn base_face(&self) -> &dyn RulesetFace {
///         &Bare
///     }
///
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
/// // The file has no goal of its own: winning is left to the rules.
/// let dungeon = dungeon::load_text("goal none=yes\nmap\n######\n#@...#\n######\nend\n")?;
/// let mut session = Session::with(Arc::new(dungeon), Arc::new(Eastward), minds::mind_for);
/// session.press("lll")?;
/// assert_eq!(session.outcome(), Some(Outcome::Won));
/// # Ok(())
/// # }
/// ```
pub trait Ruleset: Send + Sync {
    /// Returns the rules that this rule set changes. All methods that the rule set does not write are theirs, except
    /// `phase`, `draws` and `is_of`, which promise something about the code of the rule set itself. Must not return the
    /// rule set itself. A rule set that extends a method calls the method of its base too, as in
    /// `self.base().after_monsters(stage)`.
    fn base(&self) -> &dyn Ruleset;

    /// Returns the test that each level must pass after its scatters; `None` accepts every level. A rejected level is
    /// scattered again. After at most 1,000 attempts, or fewer on huge maps, the level is scattered without solid tiles
    /// ([A-2]).
    ///
    /// [A-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-2
    fn demand(&self) -> Option<LevelDemand> {
        self.base().demand()
    }

    /// Changes the world before the first command, after all scatters.
    fn opening(&self, stage: &mut Stage<'_>) {
        self.base().opening(stage);
    }

    /// Checks whether a body may try an action now. The check has no side effects, and a refused action costs no turn.
    /// The engine has already checked that the action's target is alive and on the actor's level.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] to show to the player.
    fn check(&self, world: &World, who: ActorId, action: Action) -> Result<(), Refusal> {
        self.base().check(world, who, action)
    }

    /// Writes for each action whether `check` allows it to the body `who`: 1 or 0. `allowed` is as long as `actions`. Do
    /// not override this method. It is in the trait so that the loop is compiled for each rule set, with `check` inlined.
    #[doc(hidden)]
    fn check_all(&self, world: &World, who: ActorId, actions: &[Action], allowed: &mut [u8]) {
        for (slot, action) in allowed.iter_mut().zip(actions) {
            *slot = check_for(self, world, who, *action).is_ok().into();
        }
    }

    /// Performs an action that `check` allowed for the body `who`, and returns the time that passed. An allowed action
    /// that fails, such as a step into a wall, emits an event and still takes its time.
    fn resolve(&self, stage: &mut Stage<'_>, who: ActorId, action: Action) -> TimePassed {
        self.base().resolve(stage, who, action)
    }

    /// Whether the rules themselves count each turn with `Stage::count_turn`, after the monsters have acted. If not, the
    /// engine counts each turn right before `before_monsters`.
    fn counts_turns_late(&self) -> bool {
        self.base().counts_turns_late()
    }

    /// Runs after the player's action and before the monsters act.
    fn before_monsters(&self, stage: &mut Stage<'_>) {
        self.base().before_monsters(stage);
    }

    /// Fills the empty list `out` with the bodies that act in this round, in acting order. A body with several acts is
    /// listed several times in a row. In most games the monsters of the active level act ([X-4]), each as often as its
    /// speed allows.
    ///
    /// [X-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-4
    fn order(&self, world: &World, out: &mut Vec<ActorId>) {
        self.base().order(world, out);
    }

    /// Returns how often a monster acts in the `nth` round from now, counted from 1, if nothing slows it. In most games,
    /// depends on the speed of its kind.
    fn acts_in(&self, world: &World, who: ActorId, nth: u32) -> u32 {
        self.base().acts_in(world, who, nth)
    }

    /// Runs the acts of all monsters in a round. Do not override this method. It is in the trait so that the loop is
    /// compiled for each rule set, with `check` and `resolve` inlined.
    fn run_monsters(&self, round: &mut MonsterRound<'_>) {
        round.run(self);
    }

    /// Runs after the first of a hasted hero's two acts in a turn, in place of all that follows the second one ([B-2]).
    ///
    /// [B-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-2
    fn between_acts(&self, stage: &mut Stage<'_>) {
        self.base().between_acts(stage);
    }

    /// Runs after the monsters have acted.
    fn after_monsters(&self, stage: &mut Stage<'_>) {
        self.base().after_monsters(stage);
    }

    /// Returns the neighboring cells that a hero can step to: four or eight.
    fn neighbours(&self) -> Neighbours {
        self.base().neighbours()
    }

    /// Returns the maximum number of steps that a monster can take in one act, at least 1 ([K-12]). 1 in most games.
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn steps_of_an_act(&self, world: &World, who: ActorId) -> u32 {
        self.base().steps_of_an_act(world, who)
    }

    /// Returns which bodies may stand on the outermost ring of cells.
    fn rim(&self) -> Rim {
        self.base().rim()
    }

    /// Returns a number for the current time. Two times may have the same number only if the rules, and all minds that
    /// read `View::turn`, behave alike at both times, apart from chance. By default combines the numbers of the turn and
    /// the round, so all times differ. Rules that add nothing about time to their base can return the phase of the base.
    fn phase(&self, world: &World) -> u64 {
        u64::from(world.turn()) << 32 | u64::from(world.round())
    }

    /// Whether, from this state on, the rules may draw random numbers, or may depend on the time in a way that `phase`
    /// does not include. Rules that return `false` must not draw any more, because proofs that a game cannot be won
    /// rely on this. Searches for traps are an exception, if a found trap has the same effects as a hidden trap.
    /// `Monster::draws` is the corresponding method of minds. By default `true`. Rules that draw no more than their base
    /// can return the answer of the base.
    fn draws(&self, _world: &World) -> bool {
        true
    }

    /// Whether these are the rules that a file gives to this dungeon. The default returns false; only bundled rules
    /// return true.
    #[doc(hidden)]
    fn is_of(&self, _dungeon: &Dungeon) -> bool {
        false
    }

    /// Returns the part of the rules that is shown to players: keys, numbers, goals and previews.
    fn face(&self) -> &dyn RulesetFace {
        self.base().face()
    }
}

/// The acts of all monsters in one round, with the data that the acts read and change.
pub struct MonsterRound<'a> {
    pub(super) order: &'a [ActorId],
    pub(super) world: &'a mut World,
    pub(super) log: &'a mut Vec<Event>,
    pub(super) memories: &'a mut [Memory],    // by ActorId
    pub(super) minds: &'a [Box<dyn Monster>], // by KindId
    pub(super) scents: &'a mut Option<Box<Scents>>,
    pub(super) refusals: &'a mut Vec<RefusedWish>,
}

/// Omits the minds, which are code.
impl std::fmt::Debug for MonsterRound<'_> {
    dungeon_model::debug_fields!(MonsterRound: order, world);
}

/// The number of bodies whose cells are prefetched at a time: large enough to hide cache misses, and small enough that
/// the cells stay in cache.
const WARMED: usize = 32;

/// A round with at most this many acts prefetches no cells, because the cells of few bodies stay in cache anyway.
const CROWD: usize = 256;

impl MonsterRound<'_> {
    /// Runs the acts in order, until the game is over.
    fn run<R: Ruleset + ?Sized>(&mut self, rules: &R) {
        let is_crowd = self.order.len() > CROWD;
        let mut nth = 0;
        for i in 0..self.order.len() {
            if is_crowd && i % WARMED == 0 {
                let next = self.order[i..].iter().take(WARMED);
                self.world.warm_cells(next.copied());
            }
            let who = self.order[i];
            // The acts of one body follow each other in `order`.
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

    /// Runs one act of a monster: a single action, or a walk of up to `Ruleset::steps_of_an_act` steps.
    #[inline]
    fn act<R: Ruleset + ?Sized>(&mut self, rules: &R, who: ActorId, nth: u32) {
        if self.world.body(who).is_asleep() {
            return;
        }
        if self.world.body(who).is_slowed() {
            return Stage::new(self.world, self.log).emit(Event::Delayed { who });
        }
        self.act_now(rules, who, nth);
        let is_on = self.world.body(who).alive && self.world.outcome().is_none();
        if is_on && self.world.has_state(who, TimedState::Slow) {
            Stage::new(self.world, self.log).emit(Event::Lagged { who });
        }
    }

    /// Runs an act of a monster that neither sleeps nor loses the act.
    #[inline]
    fn act_now<R: Ruleset + ?Sized>(&mut self, rules: &R, who: ActorId, nth: u32) {
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

    /// Asks the monster's mind for an action, and resolves the action if the rules allow it. Returns whether the
    /// monster took a step. After the first step of an act, any action other than a step ends the act, and is not
    /// resolved.
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
        view.told = leaders::told_prey(self.world, self.minds, who);
        let wish = self.minds[usize::from(kind.0)].act(memory, view);
        let is_step = matches!(wish, Action::Step(_));
        if steps > 0 && !is_step {
            *memory = before;
            return false;
        }
        if let Err(refusal) = check_for(rules, self.world, who, wish) {
            *memory = before;
            self.refusals.push(RefusedWish { who, wish, refusal });
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

/// Checks an action for a body. First checks that the action's target is alive and on the same level, and then asks the
/// rules. Rule sets therefore need not check the target.
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
