//! The state of a game in play. Only `World::apply` changes a world. A game gives access to its world only as `&World`,
//! so a `&mut World` outside of the engine is always a copy.
use std::hint::black_box;
use std::sync::Arc;

use super::action::ActorId;
use super::body::{Body, BodyStates};
use super::chance::{Chance, Draw, DrawKey, DrawPurpose, NOBODY};
use super::ending::{Blame, GameEnd, LossCause};
use super::event::Outcome;
use super::ground::{Ground, LevelLookup, Terrain};
use super::pack::Pack;
use super::statistics::Statistics;
use super::vaults::{LevelVaults, PlacedVault};
use dungeon_ground::passage::TilePassage;
use dungeon_ground::step::Tread;
use dungeon_model::dungeon::{
    Dungeon, ItemId, Kind, Level, LevelId, LockId, Side, SpawnOwn, TimedState, numbered,
};
use dungeon_model::space::geometry::{Point, Region};
use dungeon_model::space::grid::Grid;

/// Everything that changes during a game, except the memories of monsters.
///
/// ```
/// use dungeon::Session;
///
/// let session = Session::from_text("map\n######\n#@.w$#\n######\nend\n")?;
/// let world = session.game().world();
/// let (here, hero) = (world.here(), world.commanded());
/// let wanderer = world.theirs(here).next().expect("there is one");
/// assert_eq!(world.kind(wanderer).name, "wanderer");
/// assert_eq!(world.body(hero).at.manhattan(world.body(wanderer).at), 2);
/// assert_eq!(world.collectables(), 1);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub struct World {
    pub(super) dungeon: Arc<Dungeon>,
    pub(super) terrain: Arc<[Terrain]>, // by TileId; compact, because every step reads it
    pub(super) hides_traps: bool,
    pub(super) stairs: Arc<[bool]>, // by TileId, whether the tile is stairs or a way out
    pub(super) has_acting_terrain: bool, // whether any tile acts on bodies; if not, the ground under them is not checked
    pub(super) has_treads: bool,         // whether any tile can be entered from some sides only
    pub(super) has_herd: bool,           // whether any item is of the herd
    pub(super) gives_wealth: bool, // whether any item that may appear changes wealth, for any seed
    pub(super) has_sleepers: bool, // whether any kind begins asleep
    pub(super) has_disguises: bool, // whether any kind is disguised at first
    pub(super) has_allies: bool,   // whether any kind fights for the hero
    pub(super) has_leaders: bool,  // whether any kind follows another one
    pub(super) has_speeds: bool,   // whether any kind acts more or less than once a round
    pub(super) cycle: u32, // the number of rounds after which the monsters' acts and births repeat
    pub(super) chance: Chance,
    pub(super) made_by: Option<u64>, // the seed of generated terrain and random marks; `None` without either
    pub(super) turn: u32,
    pub(super) idled: u32, // idle rounds in the whole game, in which only monsters acted
    pub(super) turn_idled: u32, // the value of `idled` when the turn began
    pub(super) commanded: ActorId,
    pub(super) ending: Option<GameEnd>,
    pub(super) fall: LossCause, // the cause of the latest `Event::Felled`; not in the checksum
    pub(super) held: Vec<ItemId>, // keys, and vital items that are not kept in the pack
    pub(super) pack: Pack,
    pub(super) known: Vec<ItemId>, // the looks of the kinds that the player knows (X-19)
    pub(super) guise: Option<Arc<Dungeon>>, // the dungeon as the player knows it; `None` if no kind is unknown
    pub(super) counters: Vec<i32>,          // counters of the rule set; missing ones are 0
    pub(super) happened: Vec<u64>, // one bit per cause that has happened (`World::spend`); missing words are 0
    pub(super) bodies: Vec<Body>,
    pub(super) ours: Vec<ActorId>,
    pub(super) states: Vec<BodyStates>, // the living bodies with timed states, by number
    pub(super) followers: Vec<ActorId>, // the living allies that follow the hero, by number
    pub(super) levels: Vec<Ground>,
    pub(super) vaults: Arc<[LevelVaults]>, // by level; empty if no level has vaults
    pub(super) ledger: Statistics,         // not in the checksum: no rule reads it
    pub(super) edits_hash: u64, // xor of the hashes of all items and tiles that events added or removed
}

/// Omits the dungeon and the cells, since there may be millions of cells.
impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("seed", &self.seed())
            .field("turn", &self.turn)
            .field("ending", &self.ending)
            .field("commanded", &self.commanded)
            .field("bodies", &self.bodies)
            .finish_non_exhaustive()
    }
}

impl World {
    /// Frees the spare capacity of the lists of bodies. A file may have hundreds of thousands of bodies, but few are
    /// born later.
    pub(super) fn shrink_to_fit(&mut self) {
        self.bodies.shrink_to_fit();
        for ground in &mut self.levels {
            ground.roster.shrink_to_fit();
        }
    }

    /// Returns the size in bytes of the world's own lists and cells, without the shared dungeon and shared cells.
    pub(super) fn own_bytes(&self) -> usize {
        fn list<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let lists = self.pack.own_bytes()
            + list(&self.held)
            + list(&self.known)
            + list(&self.counters)
            + list(&self.happened)
            + list(&self.bodies)
            + list(&self.states)
            + list(&self.ours)
            + list(&self.followers);
        let levels = self.levels.iter().map(|level| {
            let points = list(&level.stairs) + list(&level.herd);
            points + list(&level.roster) + level.cells.own_bytes()
        });
        lists + list(&self.levels) + levels.sum::<usize>()
    }

    /// Returns the dungeon that the world was made from.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// Returns the game's seed.
    pub fn seed(&self) -> u64 {
        self.chance.0
    }

    /// Returns the number of turns that have passed, from 0.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the number of the monsters' rounds so far: one round per turn, plus the idle rounds. Saturates.
    #[inline]
    pub fn round(&self) -> u32 {
        self.turn.saturating_add(self.idled)
    }

    /// Returns how often a body acted in this turn before the current round. The body's acts in the current round are
    /// numbered from this count, and draws use these numbers as keys (X-3).
    #[inline]
    pub(super) fn acts_before(&self, who: ActorId) -> u32 {
        if self.turn_idled == self.idled {
            0
        } else {
            self.acts_in_idle_rounds(who)
        }
    }

    #[cold]
    fn acts_in_idle_rounds(&self, who: ActorId) -> u32 {
        let first = self.turn.saturating_add(self.turn_idled);
        if first == self.round() {
            return 0;
        }
        let kind = self.kind(who);
        let until = |round: u32| kind.acts_until(round.saturating_sub(1));
        let acts = until(self.round()).wrapping_sub(until(first));
        // A hasted monster has twice as many acts (B-2).
        if self.dungeon.may_give(TimedState::Haste) {
            acts.wrapping_mul(2)
        } else {
            acts
        }
    }

    /// Returns the outcome; `None` while the game goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.map(GameEnd::outcome)
    }

    /// Returns the outcome with the cause of a loss; `None` while the game goes on.
    pub fn ending(&self) -> Option<GameEnd> {
        self.ending
    }

    /// Returns the cause that took the last life of the player's most recently fallen body; [`LossCause::Rules`] if no
    /// body has fallen.
    pub fn fall(&self) -> LossCause {
        self.fall
    }

    /// Converts a blame to a loss cause. A monster is recorded by its kind; a body of the player is recorded as
    /// [`LossCause::OwnDeed`].
    pub(super) fn cause_of(&self, blame: Blame) -> LossCause {
        match blame {
            Blame::Cause(cause) => cause,
            Blame::Body(who) if self.body(who).side == Side::Ours => LossCause::OwnDeed,
            Blame::Body(who) => LossCause::Monster(self.body(who).kind),
        }
    }

    /// Returns the body that takes the player's next action.
    pub fn commanded(&self) -> ActorId {
        self.commanded
    }

    /// Returns the active level: the level of the commanded body.
    #[inline]
    pub fn here(&self) -> LevelId {
        self.bodies
            .get(self.commanded.0 as usize)
            .map_or(LevelId(0), |hero| hero.level)
    }

    /// Returns the number of collectable items on all levels. Collecting them all is the goal of explore.
    pub fn collectables(&self) -> u32 {
        self.levels.iter().map(|level| level.collectables).sum()
    }

    /// Returns the number of targets for boulders on all levels that have no boulder ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub fn uncovered(&self) -> u32 {
        self.levels.iter().map(|level| level.uncovered).sum()
    }

    /// Returns the statistics of the game so far.
    pub fn ledger(&self) -> &Statistics {
        &self.ledger
    }

    /// Returns the inventory: items that were taken to be used or worn later ([P-1]). Keys are in `held`.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let cellar = "item ! \"potion\" health=9 keep=yes\nmap\n######\n#@!.$#\n######\nend\n";
    /// let mut game = Session::from_text(cellar)?;
    /// game.press("l")?;
    /// let pack = game.game().world().pack();
    /// let things = pack.things().iter().map(|thing| (thing.letter, thing.count));
    /// assert_eq!(things.collect::<Vec<_>>(), [('a', 1)]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [P-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns the number of turns until an item of this kind can be used again; 0 if one can be used now, or if the
    /// pack has none ([P-6]).
    ///
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    pub fn turns_to_ready(&self, item: ItemId) -> u32 {
        if self.pack.ready(item) > 0 {
            return 0;
        }
        let first = self.recharging().find(|(one, _)| *one == item);
        first.map_or(0, |(_, turns)| turns)
    }

    /// Iterates over the items that are recharging, by kind and then by time, each with the number of turns until it can
    /// be used again.
    #[doc(hidden)]
    pub fn recharging(&self) -> impl Iterator<Item = (ItemId, u32)> {
        let recharging = self.pack.recharging().iter();
        recharging.map(|one| (one.item, one.ready.saturating_sub(self.turn)))
    }

    /// Returns the equipped item of the slot in which an item is worn ([P-3]).
    ///
    /// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
    pub(super) fn worn_instead_of(&self, item: ItemId) -> Option<ItemId> {
        let slot = &self.item(item).slot;
        let mut worn = self.pack.worn().iter().copied();
        worn.find(|worn| self.item(*worn).slot == *slot)
    }

    /// Returns the held items, in the order of taking: keys, and vital items that do not go into the pack.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let vault = "item k \"key\" opens=iron\nmap\n#######\n#@k+.$#\n#######\nend\n+ 4 2 locked=iron\n";
    /// let mut game = Session::from_text(vault)?;
    /// game.press("l")?;
    /// let world = game.game().world();
    /// let names: Vec<&str> = world.held().iter().map(|id| world.item(*id).name.as_str()).collect();
    /// assert_eq!(names, ["key"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn held(&self) -> &[ItemId] {
        &self.held
    }

    /// Whether a key that opens a lock is held.
    pub fn opens(&self, lock: LockId) -> bool {
        let opens = |item: &ItemId| self.item(*item).opens == Some(lock);
        self.held.iter().any(opens)
    }

    /// Returns all bodies of the game by `ActorId`, including the dead.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the body with this number.
    ///
    /// # Panics
    ///
    /// If the number is not from an event or a query of this world.
    #[inline]
    pub fn body(&self, who: ActorId) -> &Body {
        &self.bodies[who.0 as usize]
    }

    /// Returns the kind of a body.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    #[inline]
    pub fn kind(&self, who: ActorId) -> &Kind {
        self.dungeon.kind(self.body(who).kind)
    }

    /// Returns the points of life of a body: the value of the stat that wounds reduce; may be negative.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn life_of(&self, who: ActorId) -> i32 {
        self.body(who).stat(self.kind(who).life)
    }

    /// Returns the glyph that shows a body with its current stats.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn glyph_of(&self, who: ActorId) -> char {
        self.kind(who).glyph_of(&self.body(who).stats)
    }

    /// Returns the words that a monster says when it first notices its prey; may be empty.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn words_of(&self, who: ActorId) -> &str {
        let own = self.own_of(self.body(who));
        let says = own.and_then(|own| own.says.as_deref());
        says.unwrap_or(&self.kind(who).says)
    }

    /// Returns the route and words of a body; `None` for most bodies, which have neither.
    pub(super) fn own_of(&self, body: &Body) -> Option<&SpawnOwn> {
        let (level, spawn) = body.spawn()?;
        let level = usize::from(level.0);
        let drawn = &self.dungeon.levels[level].spawns;
        match drawn.get(spawn) {
            Some(spawn) => spawn.own.as_deref(),
            None => {
                let own = &self.vaults.get(level)?.own;
                own.get(spawn.checked_sub(drawn.len())?)?.as_deref()
            }
        }
    }

    /// Returns the route of a patrol as the file gives it; `None` for a body without a route.
    #[doc(hidden)]
    pub fn route_of(&self, who: ActorId) -> Option<&[Point]> {
        self.own_of(self.body(who))?.route.as_deref()
    }

    /// Returns the vaults that the seed placed on a level.
    #[doc(hidden)]
    pub fn vaults_on(&self, level: LevelId) -> &[PlacedVault] {
        let vaults = self.vaults.get(usize::from(level.0));
        vaults.map_or(&[], |vaults| &vaults.placed)
    }

    /// Iterates over the rectangles of a level's vaults.
    pub(super) fn vault_regions(&self, level: LevelId) -> impl Iterator<Item = Region> {
        let placed = self.vaults_on(level).iter();
        placed.map(|placed| placed.region(&self.dungeon.vaults[placed.number]))
    }

    /// Iterates over the living bodies of the player on all levels, by number.
    pub fn ours(&self) -> impl Iterator<Item = ActorId> {
        self.ours
            .iter()
            .copied()
            .filter(|who| self.body(*who).alive)
    }

    /// Returns the living allies that follow the hero, on all levels, by number ([M-3]).
    ///
    /// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
    pub fn followers(&self) -> &[ActorId] {
        &self.followers
    }

    /// Iterates over the living bodies of a level that monsters hunt: heroes, then the allies that follow.
    pub(super) fn hunted(&self, level: LevelId) -> impl Iterator<Item = ActorId> {
        let all = self.ours().chain(self.followers.iter().copied());
        all.filter(move |who| self.body(*who).level == level)
    }

    /// Iterates over the living monsters of a level that are enemies of the hero, awake or asleep, in acting order.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn foes(&self, level: LevelId) -> impl Iterator<Item = ActorId> {
        self.theirs(level).filter(|who| self.is_foe(*who))
    }

    /// Whether a body is an enemy of the hero: a monster that is neither an ally nor neutral.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    #[inline]
    pub fn is_foe(&self, who: ActorId) -> bool {
        let body = self.body(who);
        body.side == Side::Theirs && body.prey.is_hostile()
    }

    /// Iterates over the living monsters of a level: first the monsters of the file in file order, then monsters born
    /// in play by birth ([X-4]).
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// let session = Session::from_text("map\n#######\n#@w.w$#\n#######\nend\n")?;
    /// let world = session.game().world();
    /// let hero = world.body(world.commanded()).at;
    /// let nearest = world.theirs(world.here()).min_by_key(|who| world.body(*who).at.chebyshev(hero));
    /// assert_eq!(world.body(nearest.expect("two are there")).at.x, 2);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    ///
    /// [X-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-4
    pub fn theirs(&self, level: LevelId) -> impl Iterator<Item = ActorId> {
        self.ground(level)
            .roster
            .iter()
            .copied()
            .filter(|who| self.body(*who).alive)
    }

    /// Returns the monsters of a level in acting order if all of them live, none has a state, and each acts once this round; otherwise
    /// `None`.
    #[inline]
    pub(super) fn evenly_acting(&self, level: LevelId) -> Option<&[ActorId]> {
        let ground = self.ground(level);
        let is_even = !self.has_speeds
            && !self.has_states()
            && self.round() > 0
            && ground.dead_in_roster == 0;
        is_even.then_some(&ground.roster)
    }

    /// Returns the cell where the file puts the hero on a level; `None` if the file puts no hero there. Scatters place
    /// no monsters and no solid terrain on this cell.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn entrance(&self, level: LevelId) -> Option<Point> {
        self.dungeon.levels[usize::from(level.0)].entrance
    }

    /// Iterates over the cells of the living heroes on a level, by the heroes' numbers.
    pub fn heroes_on(&self, level: LevelId) -> impl Iterator<Item = Point> {
        let heroes = self.ours().map(|who| self.body(who));
        heroes
            .filter(move |hero| hero.level == level)
            .map(|hero| hero.at)
    }

    /// Returns the cell of a level's first living hero, or else the level's entrance; `None` for a level with neither.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn hero_or_entrance(&self, level: LevelId) -> Option<Point> {
        self.heroes_on(level).next().or(self.entrance(level))
    }

    /// Returns the cells of a level that are stairs, in reading order.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn stairs(&self, level: LevelId) -> &[Point] {
        &self.ground(level).stairs
    }

    /// Returns the cells of a level where herd items lie, in reading order.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn herd(&self, level: LevelId) -> &[Point] {
        &self.ground(level).herd
    }

    /// Whether an alarm rings on a level: every monster of the level then senses its prey.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    #[inline]
    pub fn is_alarmed(&self, level: LevelId) -> bool {
        self.round() < self.ground(level).alarm
    }

    /// Whether any terrain of the dungeon harms, slows or restricts bodies. If not, the terrain under bodies need not
    /// be checked.
    #[inline]
    pub(crate) fn has_acting_terrain(&self) -> bool {
        self.has_acting_terrain
    }

    /// Whether the dungeon has traps that are hidden at the start. If not, a search cannot find anything.
    pub fn hides_traps(&self) -> bool {
        self.hides_traps
    }

    /// Whether the target `whom` of an action is alive and on the level of the actor `who`. The engine checks this
    /// before it asks the rules.
    ///
    /// # Panics
    ///
    /// If the world has no body `who`. Any number is allowed for `whom`.
    #[inline]
    pub fn can_meet(&self, who: ActorId, whom: ActorId) -> bool {
        let level = self.body(who).level;
        self.bodies
            .get(whom.0 as usize)
            .is_some_and(|b| b.alive && b.level == level)
    }

    /// Returns the random stream for a purpose and an actor in the current turn ([X-3]). `nth` is the number of the
    /// actor's act in the turn, from 0. If no body has the actor's number, as with `ActorId::WORLD`, the stream is for
    /// the commanded body's level.
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub fn draw(&self, purpose: DrawPurpose, actor: ActorId, nth: u32) -> Draw {
        match self.bodies.get(actor.0 as usize) {
            Some(body) if self.has_acted(actor) => self.draw_of(purpose, body, nth | SECOND_ACT),
            Some(body) => self.draw_of(purpose, body, nth),
            None => self.draw_now(self.here(), purpose, NOBODY, nth),
        }
    }

    /// Returns the random stream for a purpose and a body, at the body's `nth` act of the turn.
    #[inline]
    pub(super) fn draw_of(&self, purpose: DrawPurpose, body: &Body, nth: u32) -> Draw {
        self.draw_now(body.level, purpose, body.birth, nth)
    }

    /// Returns the random stream for a purpose and a level, for a draw that no body makes. `nth` distinguishes several
    /// draws in one turn.
    pub fn draw_on(&self, level: LevelId, purpose: DrawPurpose, nth: u32) -> Draw {
        self.draw_now(level, purpose, NOBODY, nth)
    }

    /// Returns the random stream for the `nth` scatter of a level, in an attempt to scatter the level (A-2). The key
    /// contains the number of the attempt instead of a turn, because no turn has begun.
    pub(super) fn draw_for_attempt(&self, level: LevelId, attempt: u32, nth: u32) -> Draw {
        let key = DrawKey::of_level(level, DrawPurpose::Scatter, nth);
        self.chance.draw(key.in_turn(attempt))
    }

    #[inline]
    pub(super) fn draw_now(
        &self,
        level: LevelId,
        purpose: DrawPurpose,
        actor: u32,
        nth: u32,
    ) -> Draw {
        let key = DrawKey::of_level(level, purpose, nth);
        self.chance.draw(key.by(actor).in_turn(self.turn))
    }

    /// Returns a counter of the rule set, initially 0. `Event::Counted` changes it.
    pub fn counter(&self, counter: u8) -> i32 {
        let counter = self.counters.get(usize::from(counter));
        counter.copied().unwrap_or(0)
    }

    /// Undoes all scatters on a level, so that the level is again equal to the same level in `from`.
    pub(super) fn restore(&mut self, level: LevelId, from: &World) {
        let (nth, old) = (usize::from(level.0), from.ground(level));
        self.bodies.truncate(from.bodies.len());
        for who in old.roster.iter().map(|who| who.0 as usize) {
            self.bodies[who] = from.bodies[who];
        }
        self.levels[nth].copy_from(old);
        self.ours.clone_from(&from.ours);
        self.commanded = from.commanded;
        self.edits_hash = from.edits_hash;
    }

    /// Whether the player has had more than one body in this game, including dead bodies.
    #[inline]
    pub(super) fn has_many_heroes(&self) -> bool {
        self.ours.len() > 1
    }

    /// Reads the cells around several bodies ahead of their acts, so that the cache misses overlap instead of delaying
    /// each act.
    pub(super) fn warm_cells(&self, of: impl Iterator<Item = ActorId>) {
        let mut read = 0;
        for who in of {
            let body = self.body(who);
            for cell in self.ground(body.level).cells.column(body.at) {
                read ^= cell.map_or(0, |cell| cell.body);
            }
        }
        // `black_box` consumes the result only once, after the loop. A call for each cell would write to the stack and
        // limit the parallel reads.
        black_box(read);
    }

    /// Returns the tables of a level for hot loops, as direct references.
    #[inline]
    pub(super) fn lookup(&self, level: LevelId) -> LevelLookup<'_> {
        LevelLookup {
            cells: self.ground(level).cells.cells(),
            terrain: &self.terrain,
        }
    }

    /// Returns the body on a level that monsters at a point may sense and hunt, and that is nearest to the point, by
    /// Chebyshev distance; of equally near ones, the first of `hunted`.
    #[inline]
    pub(super) fn nearest_hunted(&self, level: LevelId, to: Point) -> Option<(ActorId, &Body)> {
        let ([only], [], []) = (&self.ours[..], &self.followers[..], &self.states[..]) else {
            return self.nearest_of_many(level, to);
        };
        let body = self.body(*only);
        (body.alive && body.level == level).then_some((*only, body))
    }

    #[inline(never)]
    fn nearest_of_many(&self, level: LevelId, to: Point) -> Option<(ActorId, &Body)> {
        self.hunted(level)
            .filter(|who| !self.is_hidden_from(*who, to))
            .map(|who| (who, self.body(who)))
            .min_by_key(|(_, body)| body.at.chebyshev(to))
    }

    /// Whether a body is unseen, and not on a neighboring cell of a point, so that its enemies there do not sense it
    /// (B-5).
    #[inline]
    pub(super) fn is_hidden_from(&self, who: ActorId, from: Point) -> bool {
        self.has_state(who, TimedState::Unseen) && self.body(who).at.chebyshev(from) > 1
    }

    #[inline]
    pub(super) fn ground(&self, level: LevelId) -> &Ground {
        &self.levels[usize::from(level.0)]
    }
}

#[doc(hidden)]
impl World {
    /// Whether monsters of some kind of the dungeon begin asleep.
    #[inline]
    pub fn has_sleepers(&self) -> bool {
        self.has_sleepers
    }

    /// Whether monsters of some kind of the dungeon are allies.
    #[inline]
    pub fn has_allies(&self) -> bool {
        self.has_allies
    }

    /// Returns the dungeon's data for the active level.
    pub fn level_here(&self) -> &Level {
        &self.dungeon.levels[usize::from(self.here().0)]
    }

    /// Whether the seed decided terrain or items before any event, so that `edits_hash` says nothing about other seeds.
    #[doc(hidden)]
    pub fn is_made_by_seed(&self) -> bool {
        self.made_by.is_some()
    }

    /// Returns a hash of all items and tiles that events changed. The hash changes only when an event changes an item
    /// or the terrain.
    pub fn edits_hash(&self) -> u64 {
        self.edits_hash
    }

    /// Iterates over all bodies with their numbers, including dead bodies.
    pub fn numbered_bodies(&self) -> impl Iterator<Item = (ActorId, &Body)> {
        numbered(&self.bodies, ActorId::of)
    }

    /// Whether a body has no life left. A body that lives by gold has life with 0 gold, because 0 is not a debt
    /// ([S-2]).
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    pub fn has_spent_life(&self, who: ActorId) -> bool {
        self.kind(who).life.is_spent(self.life_of(who).into())
    }

    /// Returns the vault at a cell, as an index into `Dungeon::vaults`, and the corresponding cell on the vault's own
    /// map; `None` outside of vaults.
    pub fn vault_cell(&self, level: LevelId, p: Point) -> Option<(usize, Point)> {
        let mut placed = self.vaults_on(level).iter();
        placed.find_map(|placed| {
            let drawn = placed.drawn(&self.dungeon.vaults[placed.number], p)?;
            Some((placed.number, drawn))
        })
    }

    /// Whether the dungeon has items that change wealth, for any seed.
    pub fn gives_wealth(&self) -> bool {
        self.gives_wealth
    }

    /// Whether any terrain of the dungeon can be entered from some sides only.
    pub fn has_treads(&self) -> bool {
        self.has_treads
    }

    /// Returns the directions in which bodies that do not pass walls can step onto a cell.
    pub fn tread(&self, level: LevelId, p: Point) -> Tread {
        if self.has_treads {
            TilePassage::of(self.tile(level, p)).tread
        } else {
            Tread::PLAIN
        }
    }
}

impl World {
    /// Makes this world equal to another world, without sharing cells with it (`Ground::copy_from`).
    pub(super) fn copy_from(&mut self, from: &World) {
        let mut levels = std::mem::take(&mut self.levels);
        levels.resize_with(from.levels.len(), || Ground::from_tiles(&Grid::default()));
        for (level, from) in levels.iter_mut().zip(&from.levels) {
            level.copy_from(from);
        }
        self.refill(from, levels);
    }

    /// Makes everything except the levels equal to another world, in the memory that the world has already.
    fn refill(&mut self, from: &World, levels: Vec<Ground>) {
        *self = World {
            dungeon: Arc::clone(&from.dungeon),
            terrain: Arc::clone(&from.terrain),
            stairs: Arc::clone(&from.stairs),
            held: refilled(&mut self.held, &from.held),
            pack: refilled(&mut self.pack, &from.pack),
            known: refilled(&mut self.known, &from.known),
            guise: from.guise.clone(),
            counters: refilled(&mut self.counters, &from.counters),
            happened: refilled(&mut self.happened, &from.happened),
            bodies: refilled(&mut self.bodies, &from.bodies),
            states: refilled(&mut self.states, &from.states),
            ours: refilled(&mut self.ours, &from.ours),
            followers: refilled(&mut self.followers, &from.followers),
            levels,
            vaults: Arc::clone(&from.vaults),
            ..*from
        };
    }
}

/// The bit that tells the draws of a hasted hero's second act in a turn from those of the first (X-3).
const SECOND_ACT: u32 = 1 << 31;

/// Written by hand, like the `Clone` of `Ground`: a derived `clone_from` allocates new memory.
impl Clone for World {
    fn clone(&self) -> World {
        World {
            dungeon: Arc::clone(&self.dungeon),
            terrain: Arc::clone(&self.terrain),
            stairs: Arc::clone(&self.stairs),
            held: self.held.clone(),
            pack: self.pack.clone(),
            known: self.known.clone(),
            guise: self.guise.clone(),
            counters: self.counters.clone(),
            happened: self.happened.clone(),
            bodies: self.bodies.clone(),
            states: self.states.clone(),
            ours: self.ours.clone(),
            followers: self.followers.clone(),
            levels: self.levels.clone(),
            vaults: Arc::clone(&self.vaults),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &World) {
        let levels = refilled(&mut self.levels, &from.levels);
        self.refill(from, levels);
    }
}

/// Returns a clone of `from` that reuses the allocations of `memory`. Leaves the default value in `memory`.
fn refilled<T: Clone + Default>(memory: &mut T, from: &T) -> T {
    let mut refilled = std::mem::take(memory);
    refilled.clone_from(from);
    refilled
}
