//! The trait `Ruleset` that every game implements, the tables and readings that a rule set gives, and the round in
//! which monsters act by one. A rule set is a value without state: everything that changes is in the world.
use super::action::{Action, ActorId, Refusal};
use super::event::Event;
use super::monster::{Memory, Monster};
use super::monster_view::View;
use super::scent::Scents;
use super::stage::{MonsterAct, Stage};
use super::world::World;
use dungeon_model::dungeon::{LevelId, LifeUnit, Rim, Stat, Tile};
use dungeon_model::space::geometry::{Neighbours, Point};

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

/// Keys and the action that they ask for. The keymap, the help and machine players read the table of bindings.
///
/// ```
/// use dungeon::rules::Explore;
/// use dungeon::{Action, Ruleset};
///
/// let mut bindings = Explore.face().bindings().iter().copied().flatten();
/// let wait = bindings.find(|binding| binding.action == Action::Wait).unwrap();
/// assert!(wait.keys.split(' ').any(|key| key == "."));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name that a file of keys rebinds, unique among the game's bindings: `north`, `buy-cow`.
    pub name: &'static str,
    /// The default keys in the notation of key scripts, separated by blanks: `4 h <Left>`.
    pub keys: &'static str,
    /// The action that the keys ask for.
    pub action: Action,
    /// The binding's line in the help, an imperative without a full stop: `walk`.
    pub help: &'static str,
}

/// A number that the panel shows to the player.
///
/// ```
/// use dungeon::Session;
///
/// let session = Session::from_text("hero health=30\nmap\n#####\n#@.$#\n#####\nend\n")?;
/// let readings = session.game().rules().face().readings(session.game().world());
/// assert_eq!((readings[0].label, readings[0].value), ("Health", 30));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The label before the number, a word or two or a sign of one character: `Health`, `$`.
    pub label: &'static str,
    /// The number as shown, in the unit of `life_unit`; may be negative.
    pub value: i64,
    /// The most that the number can come to be, which is shown behind it ([X-11]); `None` for a number without end.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub most: Option<i64>,
    /// What the number is when nothing of it is lost; `None` for a number of which nothing is lost, such as wealth.
    pub full: Option<i64>,
    /// The unit of the number, which decides how the number is drawn.
    pub life_unit: LifeUnit,
}

impl Reading {
    /// Makes a reading of a number of points.
    pub fn points(label: &'static str, value: i64) -> Reading {
        Reading {
            label,
            value,
            most: None,
            full: None,
            life_unit: LifeUnit::Points,
        }
    }

    /// Makes a reading of a stat of a body in points, with the most of it that the body's kind can have. A blow may take
    /// more health than is left, of which the reading shows nothing: it is 0 then.
    pub fn stat(label: &'static str, world: &World, who: ActorId, stat: Stat) -> Reading {
        let kind = world.kind(who);
        let (most, value) = (kind.most[stat], world.body(who).stat(stat));
        let full = match most {
            i32::MAX => kind.stats[stat],
            most => most,
        };
        let shown = match stat {
            Stat::Health => value.max(0),
            _ => value,
        };
        Reading {
            most: (most < i32::MAX).then_some(most.into()),
            full: (stat == Stat::Health && kind.life == stat).then_some(full.into()),
            ..Reading::points(label, shown.into())
        }
    }

    /// Makes a reading of a number of lives.
    pub fn lives(label: &'static str, value: i64) -> Reading {
        Reading {
            life_unit: LifeUnit::Lives,
            ..Reading::points(label, value)
        }
    }
}

/// The worth of a shot before it is taken ([K-11]).
///
/// ```
/// use dungeon::Session;
///
/// let battle = "rules tactics\nmap\n########\n#@..G..#\n########\nend\n";
/// let session = Session::from_text(battle)?;
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// let [target] = pointing.targets(session.game().world())[..] else {
///     panic!("one ghost stands in the line of fire");
/// };
/// assert!((5..=95).contains(&target.forecast.chance));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The chance to hit, in percent, 5 to 95.
    pub chance: u32,
    /// The least and the most points of life that a hit takes.
    pub damage: (i32, i32),
}

/// A body that the commanded unit can shoot at now.
///
/// ```
/// use dungeon::Session;
///
/// let battle = "rules tactics\nmap\n##########\n#@..G...G#\n##########\nend\n";
/// let session = Session::from_text(battle)?;
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// let targets = pointing.targets(session.game().world());
/// assert_eq!(targets[0].at.to_string(), "5,2", "the one behind is covered");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotTarget {
    /// The cell of the body.
    pub at: Point,
    /// The worth of a shot at the body.
    pub forecast: Forecast,
}

/// Questions about the commanded unit in a game whose player points at cells. Each answer is computed from the world as
/// it is, so that no answer can be stale ([K-4]). Lists are in reading order, except routes, which are in the order of
/// their steps; all lists are empty once the game is over.
///
/// ```
/// use dungeon::Session;
/// use dungeon::geometry::at;
///
/// let battle = "rules tactics\nmap\n########\n#@....G#\n########\nend\n";
/// let session = Session::from_text(battle)?;
/// let world = session.game().world();
/// let pointing = session.game().rules().face().pointing().expect("its player points at cells");
/// assert!(pointing.range(world).contains(&at(4, 1)));
/// assert_eq!(pointing.route(world, at(3, 1)), [at(2, 1), at(3, 1)]);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
pub trait Pointing {
    /// Returns the action that choosing a cell means; `None` where a choice has no meaning. Whether the action is
    /// allowed, `Ruleset::check` says.
    fn pointed(&self, world: &World, at: Point) -> Option<Action>;

    /// Returns the cells that the unit can reach with one move, its own cell included, in reading order ([K-2]); empty
    /// for a unit without action points ([K-10]), and once the game is over.
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn range(&self, world: &World) -> Vec<Point>;

    /// Returns the cells that the unit's weapon could hit, whatever stands there, in reading order: in reach, on a line
    /// with nothing between ([K-11]). Action points and ammo do not count here. Empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn fire(&self, world: &World) -> Vec<Point>;

    /// Returns the monsters that the unit can shoot at now, with the points and the ammo that a shot takes, in reading
    /// order of their cells ([K-11]); empty once the game is over.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    fn targets(&self, world: &World) -> Vec<ShotTarget>;

    /// Returns the worth of a shot at a cell; `None` unless a target is there and may be shot at now: a monster, or
    /// slime, which needs but one hit ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    fn forecast(&self, world: &World, at: Point) -> Option<Forecast>;

    /// Returns the action to suggest when the unit can do nothing more this turn: commanding another unit, or ending
    /// the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn when_spent(&self, world: &World) -> Action;

    /// Returns the action that ends the turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    fn end_of_turn(&self) -> Action;

    /// Returns the cells that the unit would walk over to a cell in its range, in the order of the steps, that cell
    /// last ([K-6]); empty for any other cell.
    ///
    /// [K-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-6
    fn route(&self, world: &World, to: Point) -> Vec<Point>;
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
///     fn bindings(&self) -> &'static [&'static [Binding]] {
///         const EAST: Action = Action::Step(Direction::East);
///         &[&[Binding { name: "east", keys: "l <Right>", action: EAST, help: "walk" }]]
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

/// The rules of a game as its players see them: keys, numbers, goals, previews. No rule depends on an answer; screens,
/// journeys and bots do.
///
/// ```
/// use dungeon::Ruleset;
/// use dungeon::rules::Explore;
///
/// let goal = Explore.face().goal().join(" ");
/// assert!(goal.starts_with("You win when every item is taken"));
/// ```
pub trait RulesetFace: Send + Sync {
    /// Returns the game's own keys, in tables that rule sets can share; the help lists them in this order.
    fn bindings(&self) -> &'static [&'static [Binding]];

    /// Returns the numbers that the panel shows, in order.
    fn readings(&self, world: &World) -> Vec<Reading>;

    /// Returns the numbers to show at the end of a game, in order ([K-14]); by default empty, for a game without such.
    ///
    /// [K-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-14
    fn statistics(&self, _world: &World) -> Vec<Reading> {
        Vec::new()
    }

    /// Returns the goal for the help in whole sentences: first what wins, in place of which a file's own goals are told, then
    /// what loses and what else matters. By default empty.
    fn goal(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether an event is a moment of an animation, to be seen before what comes after it ([X-9]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    fn is_shown(&self, event: &Event) -> bool {
        matches!(event, Event::Flew { .. })
    }

    /// Returns what pointing at cells means, for a game whose player does that ([K-4]); `None`, the default, for any
    /// other game.
    ///
    /// [K-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-4
    fn pointing(&self) -> Option<&dyn Pointing> {
        None
    }

    /// Returns how many points of the commanded body's life an action costs by itself, as far as the rules know before;
    /// by default none.
    fn price_in_life(&self, _world: &World, _action: Action) -> i32 {
        0
    }

    /// Returns the cells over which an action of the commanded body lets a bolt fly, in the order of its flight, each with
    /// the points of life that it takes from a body there; by default none.
    fn flight(&self, _world: &World, _action: Action) -> Vec<(Point, i32)> {
        Vec::new()
    }

    /// Whether an action that is refused elsewhere is allowed on a tile. The action's key then travels to the nearest
    /// such tile ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn is_done_on(&self, _action: Action, _tile: &Tile) -> bool {
        false
    }

    /// Whether a hero's journey may lead over a cell of the hero's level whose terrain moves bodies ([E-15]).
    ///
    /// [E-15]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-15
    fn can_cross(&self, _world: &World, _p: Point) -> bool {
        true
    }

    /// Returns how many turns are left until what the rules count down to, the current turn included; `None`, the
    /// default, where the rules count down to nothing.
    fn turns_left(&self, _world: &World) -> Option<u32> {
        None
    }
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
