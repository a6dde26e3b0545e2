//! A `Game` in play: the world, the monsters' memories and minds, and the rules. A game can be cloned between any two
//! steps.
use std::sync::Arc;

use super::action::{Action, ActorId, Refusal, RefusedWish};
use super::apply::StartPlans;
use super::body::Body;
use super::chance::{Chance, DrawKey, DrawPurpose, mix};
use super::event::{Event, Outcome};
use super::leaders;
use super::monster::{Memory, Monster};
use super::ruleset::{MonsterRound, Ruleset, TimePassed, check_for};
use super::scatter;
use super::scent::Scents;
use super::stage::Stage;
use super::world::World;
use super::world_hash::fold;
use dungeon_model::dungeon::{Dungeon, Kind, LevelId, Side, Spawn, Stat, TimedState};
use dungeon_model::space::geometry::{Point, Size};

/// The smallest capacity, in events, to which a log shrinks between steps. The opening of a huge level may take
/// millions of events; their memory is freed once later steps do not need it.
const EVENTS_KEPT: usize = 1 << 16;

/// The initial capacity of a log, in events: about a turn with ten monsters.
const EVENTS_AT_FIRST: usize = 32;

/// The phases of a turn after the hero's act, in order.
const TURN: &[fn(&mut Game)] = &[
    Game::before_monsters,
    Game::run_monsters,
    Game::after_monsters,
];

/// A game in play. Equal dungeons, seeds and actions give equal events and checksums on every machine ([X-3]).
///
/// ```
/// use std::sync::Arc;
///
/// use dungeon::diagnostics::Source;
/// use dungeon::geometry::Direction;
/// use dungeon::{Action, Game, Outcome, minds, rules};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = Source::from_text("a.dng", "map\n#####\n#@.$#\n#####\nend\n");
/// let dungeon = Arc::new(dungeon::load_source(file)?);
/// let rules = rules::rules_for(&dungeon);
/// let mut game = Game::new(dungeon, rules, minds::mind_for, 7);
/// while game.outcome().is_none() {
///     game.step(Action::Step(Direction::East))?;
/// }
/// assert_eq!((game.outcome(), game.world().turn()), (Some(Outcome::Won), 2));
/// # Ok(())
/// # }
/// ```
///
/// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
pub struct Game {
    world: World,
    memories: Vec<Memory>,          // by ActorId
    minds: Arc<[Box<dyn Monster>]>, // by KindId
    rules: Arc<dyn Ruleset>,
    events: Vec<Event>,
    order: Vec<ActorId>,
    scents: Option<Box<Scents>>, // `None` in clones, and until a monster with `hunt=path` needs a flood
    refusals: Vec<RefusedWish>,
    refused_wishes: u64,
    plans: Option<Box<StartPlans>>, // `None` in clones, and until the first reset
}

/// Buffers that a game needs only during a step. A search that has many games, and steps one game at a time, can share
/// a single `StepBuffers` between them.
#[derive(Default)]
pub struct StepBuffers {
    events: Vec<Event>,
    order: Vec<ActorId>,
    scents: Option<Box<Scents>>,
    refusals: Vec<RefusedWish>,
}

/// Omits the contents of the buffers.
impl std::fmt::Debug for StepBuffers {
    dungeon_model::debug_fields!(StepBuffers);
}

/// Omits the rules and minds, which are code.
impl std::fmt::Debug for Game {
    dungeon_model::debug_fields!(Game: world, events, memories);
}

impl Game {
    /// Creates a game that waits for its first command. Its `events` are the events of the opening. `mind_for` is
    /// called once per kind, only here and not during play.
    ///
    /// # Panics
    ///
    /// If an item or body of a level is not in the dungeon's tables.
    pub fn new(
        dungeon: Arc<Dungeon>,
        rules: Arc<dyn Ruleset>,
        mind_for: impl Fn(&Kind) -> Box<dyn Monster>,
        seed: u64,
    ) -> Game {
        let mut game = Game {
            memories: Vec::new(),
            minds: dungeon.kinds.iter().map(mind_for).collect(),
            world: World::new(dungeon, seed),
            rules,
            events: Vec::new(),
            order: Vec::new(),
            scents: None,
            refusals: Vec::new(),
            refused_wishes: 0,
            plans: None,
        };
        game.open();
        game
    }

    /// Restarts the game with this seed, as `Game::new` would with the same dungeon, rules and minds.
    ///
    /// ```
    /// use dungeon::{Action, Session};
    ///
    /// let mut game = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?.game().clone();
    /// let opening = game.checksum();
    /// assert!(game.step(Action::Wait).is_ok());
    /// game.reset(0);
    /// assert_eq!((game.checksum(), game.world().turn()), (opening, 0));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn reset(&mut self, seed: u64) {
        let plans = self.plans.get_or_insert_default();
        self.world.restart(seed, plans);
        self.memories.clear();
        self.events.clear();
        self.scents = None;
        self.refusals.clear();
        self.refused_wishes = 0;
        self.open();
    }

    /// Replaces the seed for all later draws, which also changes the checksum. A search that looks ahead in a clone
    /// calls this function, so that it does not learn what the real seed will draw.
    ///
    /// ```
    /// use dungeon::{Action, Session};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?.game().clone();
    /// for luck in 1..=3 {
    ///     let mut thought = game.clone();
    ///     thought.reseed(luck);
    ///     thought.step(Action::Wait)?;
    /// }
    /// assert_eq!(game.world().turn(), 0, "nothing of it has happened");
    /// # Ok(())
    /// # }
    /// ```
    pub fn reseed(&mut self, seed: u64) {
        Stage::new(&mut self.world, &mut self.events).emit(Event::Reseeded { seed });
    }

    /// Applies an event to a hypothetical game, without logging it.
    #[doc(hidden)]
    pub fn suppose(&mut self, event: Event) {
        self.world.apply(&event);
    }

    /// Reduces the tables of a hypothetical game to what its player knows of unknown items (X-19).
    pub(super) fn suppose_looks(&mut self) {
        self.world.believe_looks();
    }

    fn open(&mut self) {
        let mut stage = Stage::new(&mut self.world, &mut self.events).for_opening();
        scatter::scatter_all(&mut stage, self.rules.demand());
        self.rules.opening(&mut stage);
        self.world.note_opening();
        // After the opening, the game may need less memory.
        self.world.shrink_to_fit();
        self.events.shrink_to_fit();
    }

    /// Returns the game's world in its current state.
    #[inline]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &dyn Ruleset {
        &*self.rules
    }

    /// Returns the events of the last step in order; before the first step, the events of the opening. Empty in a clone
    /// until its next step, and after a refused action.
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    /// use dungeon::{Action, Event, Session};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("map\n######\n#@$.$#\n######\nend\n")?.game().clone();
    /// game.step(Action::Step(Direction::East))?;
    /// assert!(game.events().iter().any(|event| matches!(event, Event::Taken { .. })));
    /// # Ok(())
    /// # }
    /// ```
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the outcome; `None` while the game goes on.
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    /// use dungeon::{Action, Outcome, Session};
    ///
    /// let mut game = Session::from_text("map\n####\n#@$#\n####\nend\n")?.game().clone();
    /// assert!(game.step(Action::Step(Direction::East)).is_ok());
    /// assert_eq!(game.outcome(), Some(Outcome::Won));
    /// assert!(game.step(Action::Wait).is_err(), "the game is over");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// Returns the actions of monsters that the rules refused in the last step, in acting order. Each refusal ended the
    /// monster's act. Empty in a clone until its next step. A mind whose wishes appear here should look before it acts.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use dungeon::game::{Action, ActorId, Refusal};
    /// use dungeon::geometry::Direction;
    /// use dungeon::minds::{Memory, View};
    /// use dungeon::{Game, Monster, rules};
    ///
    /// /// Walks west, whatever is there.
    /// struct Stubborn;
    ///
    /// impl Monster for Stubborn {
    ///     fn can_attack(&self, _: &mut View<'_>) -> Option<ActorId> {
    ///         None
    ///     }
    ///
    ///     fn normal_move(&self, _: &mut Memory, _: &mut View<'_>) -> Action {
    ///         Action::Step(Direction::West)
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let dungeon = Arc::new(dungeon::load_text("map\n######\n#@$#w#\n######\nend\n")?);
    /// let mut game = Game::new(dungeon, Arc::new(rules::Explore), |_| Box::new(Stubborn), 7);
    /// game.step(Action::Wait)?;
    /// assert_eq!(game.refusals()[0].who, ActorId(1));
    /// assert_eq!(game.refusals()[0].refusal, Refusal::Blocked);
    /// # Ok(())
    /// # }
    /// ```
    pub fn refusals(&self) -> &[RefusedWish] {
        &self.refusals
    }

    /// Returns the number of monsters' actions that the rules have refused so far. [`Game::refusals`] lists those of
    /// the last step.
    pub fn refused_wishes(&self) -> u64 {
        self.refused_wishes
    }

    /// Returns the seed of the next game ([X-10]): 32 bits, short enough to copy by hand.
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    ///
    /// ```
    /// use dungeon::{Game, Session};
    ///
    /// let session = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// let first: &Game = session.game();
    /// assert_ne!(first.next_seed(), first.world().seed());
    /// assert_eq!(first.next_seed(), session.clone().game().next_seed());
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn next_seed(&self) -> u64 {
        // The level that is active before any scatter, which is the level of the file's first hero.
        let dungeon = self.world.dungeon();
        let is_ours = |spawn: &Spawn| dungeon.kind(spawn.kind).side == Side::Ours;
        let mut levels = dungeon.numbered_levels();
        let level = levels
            .find(|(_, level)| level.spawns.iter().any(is_ours))
            .map_or(LevelId(0), |(id, _)| id);
        let occasion = DrawKey::of_level(level, DrawPurpose::NextGame, 0);
        Chance(self.world.seed()).draw(occasion).word().into()
    }

    /// Checks whether the player may perform an action next.
    ///
    /// ```
    /// use dungeon::geometry::Direction;
    /// use dungeon::{Action, Session};
    ///
    /// let game = Session::from_text("rules arena\nmap\n#...\n.@.%\n....\nend\n")?.game().clone();
    /// let ways = Direction::ALL.into_iter();
    /// let allowed = ways.filter(|way| game.check(Action::Step(*way)).is_ok());
    /// assert_eq!(allowed.count(), 4, "no slanting steps in this game");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Refusal::GameOver` once the game has ended; `Refusal::NobodyThere` for a target that is dead, on another level
    /// or not in the world; otherwise the rule set's [`Refusal`].
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        match self.world.outcome() {
            Some(_) => Err(Refusal::GameOver),
            None => check_for(&*self.rules, &self.world, self.world.commanded(), action),
        }
    }

    /// Writes for each action whether `check` allows it: 1 or 0. `allowed` is as long as `actions`.
    #[doc(hidden)]
    pub fn check_all(&self, actions: &[Action], allowed: &mut [u8]) {
        match self.world.outcome() {
            Some(_) => allowed.fill(0),
            None => self
                .rules
                .check_all(&self.world, self.world.commanded(), actions, allowed),
        }
    }

    /// Performs an action of the player, and runs the game up to the next command.
    ///
    /// ```
    /// use dungeon::{Action, Session};
    ///
    /// let map = "map\n######\n#@.w$#\n######\nend\n";
    /// let mut game = Session::from_text(map)?.game().clone();
    /// let mut thought = game.clone();
    /// assert!(thought.step(Action::Wait).is_ok());
    /// assert_ne!(thought.checksum(), game.checksum(), "what was tried in thought");
    /// assert!(game.step(Action::Wait).is_ok());
    /// assert_eq!(thought.checksum(), game.checksum(), "comes true");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The [`Refusal`] of `Game::check`. The game is then unchanged and no time has passed, except that `events` is
    /// empty.
    pub fn step(&mut self, action: Action) -> Result<(), Refusal> {
        self.refusals.clear();
        if let Err(refusal) = self.check(action) {
            self.events.clear();
            return Err(refusal);
        }
        let kept = EVENTS_KEPT.max(2 * self.events.len());
        self.events.clear();
        self.events.shrink_to(kept);
        let hero = self.world.commanded();
        self.events.reserve(EVENTS_AT_FIRST);
        let stage = &mut Stage::new(&mut self.world, &mut self.events);
        let time = self.rules.resolve(stage, hero, action);
        leaders::scatter(&mut self.world, &mut self.events, &self.minds, 0);
        let phases: &[fn(&mut Game)] = match time {
            TimePassed::Nothing => &[],
            TimePassed::Round => &[Game::run_monsters, Game::after_monsters],
            TimePassed::Turn => self.phases_after(hero),
        };
        self.run(phases);
        self.pass_lost_turn();
        Ok(())
    }

    fn run(&mut self, phases: &[fn(&mut Game)]) {
        for phase in phases {
            if self.world.outcome().is_none() {
                let from = self.events.len();
                phase(self);
                leaders::scatter(&mut self.world, &mut self.events, &self.minds, from);
            }
        }
    }

    /// Returns the phases after an act of the hero that takes a turn. The first of a hasted hero's two acts in a turn
    /// takes no turn (B-2); if the hero loses the second one, the turn passes at once. A slow hero loses the next act
    /// (B-3).
    fn phases_after(&mut self, who: ActorId) -> &'static [fn(&mut Game)] {
        let stage = &mut Stage::new(&mut self.world, &mut self.events);
        let is_on = stage.outcome().is_none() && stage.body(who).alive;
        if !is_on || !stage.has_states() {
            return TURN;
        }
        if stage.has_state(who, TimedState::Slow) {
            stage.emit(Event::Lagged { who });
        }
        if !stage.has_state(who, TimedState::Haste) || stage.has_acted(who) {
            return TURN;
        }
        if stage.body(who).is_slowed() {
            stage.emit(Event::Delayed { who });
            return TURN;
        }
        stage.emit(Event::Hurried { who });
        &[Game::between_acts]
    }

    fn between_acts(&mut self) {
        self.rules
            .between_acts(&mut Stage::new(&mut self.world, &mut self.events));
    }

    /// T-4: runs a turn without a command if the commanded body is slowed.
    fn pass_lost_turn(&mut self) {
        let who = self.world.commanded();
        let is_held_up = |body: &Body| body.is_slowed() && body.alive;
        let is_on = self.world.outcome().is_none();
        if is_on
            && self
                .world
                .bodies()
                .get(who.0 as usize)
                .is_some_and(is_held_up)
        {
            Stage::new(&mut self.world, &mut self.events).emit(Event::Delayed { who });
            self.run(TURN);
        }
    }

    /// Returns a 64-bit hash of everything that decides how the game continues, except the dungeon, the rules and the
    /// minds. The hash is the same on every machine. Takes time in proportion to the number of bodies.
    pub fn checksum(&self) -> u64 {
        self.with_memories(self.world.checksum())
    }

    /// Returns a hash for searches, which is equal for states that differ only in future random results. The hash omits
    /// the seed, dead bodies, and the number of the turn unless the rules depend on it (`Ruleset::phase`). A search for
    /// good play can treat states with equal hashes as one state. A proof that no win exists can do the same only if
    /// nothing is left to chance (`Game::is_left_to_chance`).
    pub fn state_hash(&self) -> u64 {
        self.state_hash_at(self.rules.phase(&self.world))
    }

    /// Whether chance or the clock can still decide anything. If the result is `false`, two games with equal state
    /// hashes that get the same actions have the same outcome. Their later state hashes are also equal, except where a
    /// found trap changes them. Takes time in proportion to the map.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// let vault = Session::from_text("map\n#####\n#@.$#\n#####\nend\n")?;
    /// assert!(!vault.game().is_left_to_chance());
    /// let wanderer = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?;
    /// assert!(wanderer.game().is_left_to_chance());
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn is_left_to_chance(&self) -> bool {
        let world = &self.world;
        let mut kinds = world.kinds_to_come().into_iter();
        self.rules.draws(world)
            || kinds.any(|kind| self.minds[usize::from(kind.0)].draws())
            || world.draws_numbers()
    }

    /// Whether the game has the rules and all the minds that a file gives to the dungeon. If not, knowledge about the
    /// map proves nothing about the game.
    #[doc(hidden)]
    pub fn is_as_written(&self) -> bool {
        let dungeon = self.world.dungeon();
        let mut minds = self.minds.iter().zip(dungeon.kinds.iter());
        self.rules.is_of(dungeon) && minds.all(|(mind, kind)| mind.is_of(kind))
    }

    /// Adds the memories of bodies to a checksum.
    fn with_memories(&self, sum: u64) -> u64 {
        // A body that has not acted yet has no entry, so a default memory must not change the hash.
        let memories = (0_u32..)
            .zip(&self.memories)
            .filter(|(_, memory)| **memory != Memory::default());
        memories.fold(sum, |sum, (who, memory)| {
            let sum = mix(sum ^ mix(u64::from(who) << 32 | memory.packed()));
            match memory.notes {
                0 => sum,
                notes => mix(sum ^ u64::from(notes)),
            }
        })
    }

    fn before_monsters(&mut self) {
        let stage = &mut Stage::new(&mut self.world, &mut self.events);
        if !self.rules.counts_turns_late() {
            stage.count_turn();
        }
        self.rules.before_monsters(stage);
    }

    fn after_monsters(&mut self) {
        self.rules
            .after_monsters(&mut Stage::new(&mut self.world, &mut self.events));
    }

    fn run_monsters(&mut self) {
        self.memories
            .resize(self.world.bodies().len(), Memory::default());
        self.order.clear();
        self.order.reserve(self.world.bodies().len());
        self.rules.order(&self.world, &mut self.order);
        let before = self.refusals.len(); // a step can have several rounds
        self.rules.run_monsters(&mut MonsterRound {
            order: &self.order,
            world: &mut self.world,
            log: &mut self.events,
            memories: &mut self.memories,
            minds: &self.minds,
            scents: &mut self.scents,
            refusals: &mut self.refusals,
        });
        self.refused_wishes += (self.refusals.len() - before) as u64;
    }
}

#[doc(hidden)]
impl Game {
    /// Moves the hero to a cell before the first command, and returns whether the hero is now on this cell. The terrain
    /// there has no effect on the arriving hero. Does nothing if the cell is not free for a hero, if the game is over,
    /// or if the game has several heroes.
    pub fn begin_at(&mut self, level: LevelId, at: Point) -> bool {
        if self.hero_place() == Some((level, at)) {
            return true;
        }
        let is_a_level = usize::from(level.0) < self.world.dungeon().levels.len();
        let is_his = |size: Size| self.rules.rim().is_the_heros() || size.contains_inside_rim(at);
        let is_free =
            is_a_level && is_his(self.world.size(level)) && self.world.is_vacant(level, at);
        if !is_free || self.hero_place().is_none() {
            return false;
        }
        let who = self.world.commanded();
        Stage::new(&mut self.world, &mut self.events).travel(who, level, at);
        true
    }

    /// Returns the hero's level and cell; `None` if the game is over, or if it has several heroes.
    pub fn hero_place(&self) -> Option<(LevelId, Point)> {
        let is_alone = !self.world.has_many_heroes() && self.outcome().is_none();
        let hero = self.world.bodies().get(self.world.commanded().0 as usize)?;
        (is_alone && hero.alive).then_some((hero.level, hero.at))
    }

    /// Sets these stats of the commanded body to `i32::MAX`, so that they never run out.
    pub fn fill(&mut self, stats: &[Stat]) {
        let who = self.world.commanded();
        let mut stage = Stage::new(&mut self.world, &mut self.events);
        for stat in stats {
            let by = i32::MAX.saturating_sub(stage.body(who).stat(*stat));
            if by != 0 {
                stage.emit(Event::Changed {
                    who,
                    stat: *stat,
                    by,
                });
            }
        }
    }

    /// Lowers these stats of the commanded body to these values.
    pub fn lower(&mut self, stats: &[(Stat, i32)]) {
        let who = self.world.commanded();
        let mut stage = Stage::new(&mut self.world, &mut self.events);
        for (stat, value) in stats {
            let by = value.saturating_sub(stage.body(who).stat(*stat)).min(0);
            stage.emit(Event::Changed {
                who,
                stat: *stat,
                by,
            });
        }
    }

    /// Returns the body that a monster senses as its prey now, or that its leader hunts (M-9); `None` if it knows of no
    /// such body, or sleeps.
    pub fn prey_of(&self, who: ActorId) -> Option<ActorId> {
        leaders::sensed_prey(&self.world, &self.minds, who)?.whom
    }

    /// Returns the hash of `state_hash`, but with `time` instead of `Ruleset::phase`.
    pub fn state_hash_at(&self, time: u64) -> u64 {
        let memories = (0..).zip(&self.memories).filter(|(who, memory)| {
            **memory != Memory::default() && self.world.body(ActorId(*who)).alive
        });
        memories.fold(
            fold(self.world.state_hash(), time, 0),
            |sum, (who, memory)| {
                let named = u64::from(who) << 32 | memory.packed();
                fold(sum, named, memory.notes.into())
            },
        )
    }

    /// Returns a hash of the checksum and of the keys for the draws of all living bodies (`Body::birth`). Together
    /// these decide how the game continues.
    pub fn exact_hash(&self) -> u64 {
        let living = self.world.bodies().iter().filter(|body| body.alive);
        let births = living.fold(0, |sum, body| mix(sum ^ u64::from(body.birth)));
        mix(self.checksum() ^ births)
    }

    /// Returns the size of a game in bytes. Does not count memory that clones share, or the buffers that `swap_buffers`
    /// exchanges.
    pub fn bytes(&self) -> usize {
        let memories = self.memories.capacity() * size_of::<Memory>();
        size_of::<Game>() + memories + self.world.own_bytes()
    }

    /// Swaps a game's step buffers with `buffers`, and clears the events of both.
    pub fn swap_buffers(&mut self, buffers: &mut StepBuffers) {
        self.events.clear();
        std::mem::swap(&mut self.events, &mut buffers.events);
        std::mem::swap(&mut self.order, &mut buffers.order);
        std::mem::swap(&mut self.scents, &mut buffers.scents);
        std::mem::swap(&mut self.refusals, &mut buffers.refusals);
        self.events.clear();
        self.refusals.clear();
        if let Some(scents) = &mut self.scents {
            scents.forget();
        }
    }
}

/// Clones only the state: the buffers of a clone (`events`, `order`, `scents`, `refusals`) are empty.
impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            world: self.world.clone(),
            memories: self.memories.clone(),
            minds: Arc::clone(&self.minds),
            rules: Arc::clone(&self.rules),
            events: Vec::new(),
            order: Vec::new(),
            scents: None,
            refusals: Vec::new(),
            refused_wishes: self.refused_wishes,
            plans: None,
        }
    }

    fn clone_from(&mut self, from: &Game) {
        self.world.clone_from(&from.world);
        self.memories.clone_from(&from.memories);
        self.minds.clone_from(&from.minds);
        self.rules.clone_from(&from.rules);
        self.events.clear();
        if let Some(scents) = &mut self.scents {
            scents.forget();
        }
        self.refusals.clear();
        self.refused_wishes = from.refused_wishes;
    }
}
