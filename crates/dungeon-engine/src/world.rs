//! The state of play: read by questions, and changed by `World::apply` alone. A game lends its world out as `&World`,
//! so a `&mut World` outside of the engine is always a copy (an animation needs one that follows behind).
use std::hint::black_box;
use std::sync::Arc;

use super::action::ActorId;
use super::body::Body;
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
    Dungeon, ItemId, Kind, Level, LevelId, LockId, Side, SpawnOwn, numbered,
};
use dungeon_model::space::geometry::{Point, Region};

/// All that changes while a game is played, except what monsters remember.
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
    pub(super) terrain: Arc<[Terrain]>, // by TileId: dense, because every step asks
    pub(super) hides_traps: bool,
    pub(super) has_stairs: bool, // whether any tile is stairs: otherwise no level is searched for them
    pub(super) has_acting_terrain: bool, // whether any tile acts: otherwise nobody's ground is looked at
    pub(super) has_treads: bool,         // whether any tile changes steps onto it
    pub(super) has_herd: bool,           // whether any item is of the herd
    pub(super) has_speeds: bool,         // whether any kind acts more or less than once a round
    pub(super) chance: Chance,
    pub(super) made_by: Option<u64>, // the seed that made terrain, or decided of marks; none where all of it is drawn
    pub(super) turn: u32,
    pub(super) idled: u32, // rounds of the monsters alone, in the whole game
    pub(super) turn_idled: u32, // `idled` when the turn began
    pub(super) commanded: ActorId,
    pub(super) ending: Option<GameEnd>,
    pub(super) fall: LossCause, // what took the last life of a body of ours; no part of the checksum
    pub(super) held: Vec<ItemId>, // what was taken and is held: keys, and what must not be lost
    pub(super) pack: Pack,
    pub(super) counters: Vec<i32>, // the rule set's own, as far as one is not 0
    pub(super) spent: Vec<u64>, // a bit for each cause that came about and does not again, as far as one has
    pub(super) bodies: Vec<Body>,
    pub(super) ours: Vec<ActorId>,
    pub(super) levels: Vec<Ground>,
    pub(super) vaults: Arc<[LevelVaults]>, // by level; empty where no level has any
    pub(super) ledger: Statistics,         // no part of the checksum: no rule asks
    pub(super) edits_hash: u64, // xor of a hash of every item and tile that events put or removed
}

/// Without the dungeon and the cells, which may be millions.
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
    /// Gives back the room that lists have for more bodies: a file may have hundreds of thousands, and few are born.
    pub(super) fn shrink_to_fit(&mut self) {
        self.bodies.shrink_to_fit();
        for ground in &mut self.levels {
            ground.roster.shrink_to_fit();
        }
    }

    /// The bytes of the lists and cells of the world's own, beside the dungeon and the cells that it shares.
    pub(super) fn own_bytes(&self) -> usize {
        fn list<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let lists = self.pack.own_bytes()
            + list(&self.held)
            + list(&self.counters)
            + list(&self.spent)
            + list(&self.bodies)
            + list(&self.ours);
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

    /// Returns how many turns have passed; 0 at first.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns how many rounds the monsters have had, saturating: one a turn, and the idle ones.
    #[inline]
    pub fn round(&self) -> u32 {
        self.turn.saturating_add(self.idled)
    }

    /// Returns how often a body has acted this turn, in the rounds before the current one. Chance counts the body's
    /// acts from there on (X-3).
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
        until(self.round()).wrapping_sub(until(first))
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

    /// Returns what took the last life of the body of the player that fell last; [`LossCause::Rules`] if none fell.
    pub fn fall(&self) -> LossCause {
        self.fall
    }

    /// Returns what a wound is blamed on, without the body that dealt it.
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

    /// Returns the level that is awake: the commanded body's.
    #[inline]
    pub fn here(&self) -> LevelId {
        self.bodies
            .get(self.commanded.0 as usize)
            .map_or(LevelId(0), |hero| hero.level)
    }

    /// Returns how many collectables lie on all levels together (the goal of explore's rounds).
    pub fn collectables(&self) -> u32 {
        self.levels.iter().map(|level| level.collectables).sum()
    }

    /// Returns how many cells of all levels together a goal wants a boulder on that have none ([G-2]).
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub fn uncovered(&self) -> u32 {
        self.levels.iter().map(|level| level.uncovered).sum()
    }

    /// Returns the statistics of the game so far.
    pub fn ledger(&self) -> &Statistics {
        &self.ledger
    }

    /// Returns the things that were taken and are kept to be used or worn ([P-1]); keys are `held`.
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

    /// Returns the items that were taken and are held, in the order of taking: keys.
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

    /// Returns every body that ever was, the dead included, by `ActorId`.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the body with a number.
    ///
    /// # Panics
    ///
    /// If the number comes from no event or question of this world.
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

    /// Returns how many points of life a body has, of the stat that wounds take from; may be negative.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn life_of(&self, who: ActorId) -> i32 {
        self.body(who).stat(self.kind(who).life)
    }

    /// Returns the glyph of a body as its stats are now.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn glyph_of(&self, who: ActorId) -> char {
        self.kind(who).glyph_of(&self.body(who).stats)
    }

    /// Returns the words that a body says when it first knows of its prey; may be empty.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn words_of(&self, who: ActorId) -> &str {
        let own = self.own_of(self.body(who));
        let says = own.and_then(|own| own.says.as_deref());
        says.unwrap_or(&self.kind(who).says)
    }

    /// Returns what a body has of its own, a route or words; `None` for most.
    pub(super) fn own_of(&self, body: &Body) -> Option<&SpawnOwn> {
        let (level, spawn) = (usize::from(body.level.0), body.spawn as usize);
        let drawn = &self.dungeon.levels[level].spawns;
        match drawn.get(spawn) {
            Some(spawn) => spawn.own.as_deref(),
            None => {
                let own = &self.vaults.get(level)?.own;
                own.get(spawn.checked_sub(drawn.len())?)?.as_deref()
            }
        }
    }

    /// Returns the vaults that the seed has built into a level.
    pub(crate) fn vaults_on(&self, level: LevelId) -> &[PlacedVault] {
        let vaults = self.vaults.get(usize::from(level.0));
        vaults.map_or(&[], |vaults| &vaults.placed)
    }

    /// Returns the rectangles of a level in which vaults lie.
    pub(super) fn vault_regions(&self, level: LevelId) -> impl Iterator<Item = Region> {
        let placed = self.vaults_on(level).iter();
        placed.map(|placed| placed.region(&self.dungeon.vaults[placed.number]))
    }

    /// Iterates over the living bodies that the player commands, on all levels, in the order of their numbers.
    pub fn ours(&self) -> impl Iterator<Item = ActorId> {
        self.ours
            .iter()
            .copied()
            .filter(|who| self.body(*who).alive)
    }

    /// Iterates over the living monsters of a level, in file order, then by birth ([X-4]).
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

    /// Returns the monsters of a level in acting order if all of them live and each acts once in this round; else
    /// `None`.
    #[inline]
    pub(super) fn evenly_acting(&self, level: LevelId) -> Option<&[ActorId]> {
        let ground = self.ground(level);
        let is_even = !self.has_speeds && self.round() > 0 && ground.dead_in_roster == 0;
        is_even.then_some(&ground.roster)
    }

    /// Returns the cell where the file puts the hero on a level; `None` where the file puts none. Scattered things
    /// leave this cell free.
    ///
    /// # Panics
    ///
    /// If the world has no such level.
    pub fn entrance(&self, level: LevelId) -> Option<Point> {
        self.dungeon.levels[usize::from(level.0)].entrance
    }

    /// Iterates over the cells of the living heroes on a level, in file order, then by birth.
    pub fn heroes_on(&self, level: LevelId) -> impl Iterator<Item = Point> {
        let heroes = self.ours().map(|who| self.body(who));
        heroes
            .filter(move |hero| hero.level == level)
            .map(|hero| hero.at)
    }

    /// Returns the cell of a level's first living hero, or where a hero will enter; `None` for a level that has
    /// neither.
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

    /// Whether any terrain of the dungeon acts on bodies; otherwise no ground need be looked at.
    #[inline]
    pub(crate) fn has_acting_terrain(&self) -> bool {
        self.has_acting_terrain
    }

    /// Whether the dungeon has traps that are hidden at first; otherwise no search can find anything.
    pub fn hides_traps(&self) -> bool {
        self.hides_traps
    }

    /// Whether an action's target is alive and on the actor's level. The engine asks before any rule does.
    ///
    /// # Panics
    ///
    /// If the world has no body `who`; any number will do for `whom`.
    #[inline]
    pub fn can_meet(&self, who: ActorId, whom: ActorId) -> bool {
        let level = self.body(who).level;
        self.bodies
            .get(whom.0 as usize)
            .is_some_and(|b| b.alive && b.level == level)
    }

    /// Returns the stream of draws for a purpose of an actor, now, at the actor's `nth` act of the turn, from 0
    /// ([X-3]). A number of no body, such as `ActorId::WORLD`, draws for the commanded body's level.
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub fn draw(&self, purpose: DrawPurpose, actor: ActorId, nth: u32) -> Draw {
        match self.bodies.get(actor.0 as usize) {
            Some(body) => self.draw_of(purpose, body, nth),
            None => self.draw_now(self.here(), purpose, NOBODY, nth),
        }
    }

    /// Returns the stream of draws for a purpose of a body, at the body's `nth` act of the turn.
    #[inline]
    pub(super) fn draw_of(&self, purpose: DrawPurpose, body: &Body, nth: u32) -> Draw {
        self.draw_now(body.level, purpose, body.birth, nth)
    }

    /// Returns the stream of draws for a purpose on a level that no body makes, such as placing what is scattered;
    /// `nth` tells several such draws of a turn apart.
    pub fn draw_on(&self, level: LevelId, purpose: DrawPurpose, nth: u32) -> Draw {
        self.draw_now(level, purpose, NOBODY, nth)
    }

    /// Returns the stream of draws for one scatter of a level, at one attempt of all scatters (A-2). The attempt stands
    /// in the place of the turn, since none has begun.
    pub(super) fn draw_for_attempt(&self, level: LevelId, attempt: u32, nth: u32) -> Draw {
        self.chance.draw(DrawKey {
            level,
            purpose: DrawPurpose::Scatter,
            turn: attempt,
            actor: NOBODY,
            nth,
        })
    }

    #[inline]
    pub(super) fn draw_now(
        &self,
        level: LevelId,
        purpose: DrawPurpose,
        actor: u32,
        nth: u32,
    ) -> Draw {
        self.chance.draw(DrawKey {
            level,
            purpose,
            turn: self.turn,
            actor,
            nth,
        })
    }

    /// Returns a counter of the rule set, which `Event::Counted` changes; 0 at first.
    pub fn counter(&self, counter: u8) -> i32 {
        let counter = self.counters.get(usize::from(counter));
        counter.copied().unwrap_or(0)
    }

    /// Undoes what was scattered on a level since this world equalled `from`.
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

    /// Whether the player has had several bodies in this game, some of them perhaps dead.
    #[inline]
    pub(super) fn has_many_heroes(&self) -> bool {
        self.ours.len() > 1
    }

    /// Reads the cells about so many bodies, and does nothing with them: what is read together waits together, where
    /// each act would wait for its own cells.
    pub(super) fn warm_cells(&self, of: impl Iterator<Item = ActorId>) {
        let mut read = 0;
        for who in of {
            let body = self.body(who);
            for cell in self.ground(body.level).cells.column(body.at) {
                read ^= cell.map_or(0, |cell| cell.body);
            }
        }
        // Used once for all: what is used cell by cell is written to the stack, and fewer reads wait at a time.
        black_box(read);
    }

    /// Returns a level's tables with their pointers already followed, for questions that are asked many times in a row.
    #[inline]
    pub(super) fn lookup(&self, level: LevelId) -> LevelLookup<'_> {
        LevelLookup {
            cells: self.ground(level).cells.cells(),
            terrain: &self.terrain,
        }
    }

    /// Returns the nearest living body of ours on a level (Chebyshev, then by number).
    #[inline]
    pub(super) fn nearest_of_ours(&self, level: LevelId, to: Point) -> Option<(ActorId, &Body)> {
        let [only] = *self.ours else {
            return self.nearest_of_many(level, to);
        };
        let body = self.body(only);
        (body.alive && body.level == level).then_some((only, body))
    }

    #[inline(never)]
    fn nearest_of_many(&self, level: LevelId, to: Point) -> Option<(ActorId, &Body)> {
        self.ours()
            .map(|who| (who, self.body(who)))
            .filter(|(_, body)| body.level == level)
            .min_by_key(|(_, body)| body.at.chebyshev(to))
    }

    #[inline]
    pub(super) fn ground(&self, level: LevelId) -> &Ground {
        &self.levels[usize::from(level.0)]
    }
}

#[doc(hidden)]
impl World {
    /// Returns the dungeon's data of the active level.
    pub fn level_here(&self) -> &Level {
        &self.dungeon.levels[usize::from(self.here().0)]
    }

    /// Returns a hash of all changes of items and tiles by events: equal as long as no item and no cell of the
    /// terrain has changed.
    pub fn edits_hash(&self) -> u64 {
        self.edits_hash
    }

    /// Iterates over all bodies with their numbers, the dead included.
    pub fn numbered_bodies(&self) -> impl Iterator<Item = (ActorId, &Body)> {
        numbered(&self.bodies, ActorId::of)
    }

    /// Whether a body has no life left; an empty purse is no debt yet ([S-2]).
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    pub fn has_spent_life(&self, who: ActorId) -> bool {
        self.kind(who).life.is_spent(self.life_of(who).into())
    }

    /// Returns the vault that a cell belongs to, by its number in `Dungeon::vaults`, and the cell of that vault's own
    /// map; `None` outside of vaults.
    pub fn vault_cell(&self, level: LevelId, p: Point) -> Option<(usize, Point)> {
        let mut placed = self.vaults_on(level).iter();
        placed.find_map(|placed| {
            let drawn = placed.drawn(&self.dungeon.vaults[placed.number], p)?;
            Some((placed.number, drawn))
        })
    }

    /// Whether any terrain of the dungeon changes steps onto it.
    pub fn has_treads(&self) -> bool {
        self.has_treads
    }

    /// Returns the tread of a cell for bodies that do not pass walls.
    pub fn tread(&self, level: LevelId, p: Point) -> Tread {
        if self.has_treads {
            TilePassage::of(self.tile(level, p)).tread
        } else {
            Tread::PLAIN
        }
    }
}

/// Written by hand, like the `Clone` of `Ground`: a derived `clone_from` allocates anew.
impl Clone for World {
    fn clone(&self) -> World {
        World {
            dungeon: Arc::clone(&self.dungeon),
            terrain: Arc::clone(&self.terrain),
            held: self.held.clone(),
            pack: self.pack.clone(),
            counters: self.counters.clone(),
            spent: self.spent.clone(),
            bodies: self.bodies.clone(),
            ours: self.ours.clone(),
            levels: self.levels.clone(),
            vaults: Arc::clone(&self.vaults),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &World) {
        *self = World {
            dungeon: Arc::clone(&from.dungeon),
            terrain: Arc::clone(&from.terrain),
            held: refilled(&mut self.held, &from.held),
            pack: refilled(&mut self.pack, &from.pack),
            counters: refilled(&mut self.counters, &from.counters),
            spent: refilled(&mut self.spent, &from.spent),
            bodies: refilled(&mut self.bodies, &from.bodies),
            ours: refilled(&mut self.ours, &from.ours),
            levels: refilled(&mut self.levels, &from.levels),
            vaults: Arc::clone(&from.vaults),
            ..*from
        };
    }
}

/// Clones a value into the memory of another one, which is left empty.
fn refilled<T: Clone + Default>(memory: &mut T, from: &T) -> T {
    let mut refilled = std::mem::take(memory);
    refilled.clone_from(from);
    refilled
}
