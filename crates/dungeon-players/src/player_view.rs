//! A game as a person sees it, for players that are programs. For tactics, the view includes the cells that a unit can
//! go to.
use std::collections::BTreeMap;

use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::body::Body;
use dungeon_engine::concealed::Knowledge;
use dungeon_engine::game::Game;
use dungeon_engine::pack::Pack;
use dungeon_engine::ruleset_face::ShotTarget;
use dungeon_engine::rulesets::goals;
use dungeon_engine::rulesets::tactics::reach;
use dungeon_engine::rulesets::{blows, throwing};
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, TilePassage};
use dungeon_model::dungeon::{
    Fog, Goal, ItemId, ItemKind, Kind, LevelId, LockId, Sight, Stairs, Stat, Tile, TileId,
    TurnsLeft,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point, Size};
use dungeon_model::space::sight;
use dungeon_play::knowledge::known_map::{KnownMap, appearance};
use dungeon_play::screen::throw_cursor::ThrowCursor;

/// A game as a person sees it: the hero's level, as far as it is in sight or remembered, and the hero's own numbers.
///
/// In fog, a cell that was never seen has no tile, and the view knows only where a monster out of sight was last seen.
/// Without fog, the whole level is in sight. A hidden trap looks like floor until it is found. Levels that were never
/// entered are unknown, even without fog.
///
/// ```
/// use dungeon::players::SeenGame;
/// use dungeon::geometry::at;
///
/// let map = "map\n#######\n#@.^.$#\n#######\nend\n^ 4 2 damage=5 hidden=yes\n";
/// let session = dungeon::Session::from_text(map)?;
/// let played = SeenGame::new(session.game().clone());
/// let view = played.view();
/// assert_eq!((view.at(), view.life()), (at(1, 1), 40));
/// assert_eq!(view.tile(at(3, 1)), view.tile(at(2, 1)), "the trap is hidden");
/// assert!(view.item(at(5, 1)).is_some());
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PlayerView<'a> {
    pub(super) map: KnownMap<'a>,
    pub(super) entered: &'a EnteredLevels,
}

/// The levels that the hero has visited, as a bit set.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnteredLevels([u64; 4]);

impl EnteredLevels {
    /// The empty set of levels.
    pub const NONE: EnteredLevels = EnteredLevels([0; 4]);

    /// Marks a level as entered.
    pub fn insert(&mut self, level: LevelId) {
        self.0[usize::from(level.0 / 64)] |= 1 << (level.0 % 64);
    }

    /// Whether a level was entered.
    pub fn contains(&self, level: LevelId) -> bool {
        self.0[usize::from(level.0 / 64)] >> (level.0 % 64) & 1 == 1
    }

    fn count(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// Prints the turn, the level and the hero.
impl std::fmt::Debug for PlayerView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlayerView")
            .field("turn", &self.turn())
            .field("level", &self.level())
            .field("hero", self.hero())
            .finish_non_exhaustive()
    }
}

impl<'a> PlayerView<'a> {
    /// Returns the number of turns so far.
    pub fn turn(&self) -> u32 {
        self.world().turn()
    }

    /// Returns the number of turns until the rules' deadline; `None` if the rules have none.
    pub fn turns_left(&self) -> Option<u32> {
        self.map.game.rules().face().turns_left(self.world())
    }

    /// Whether leaving by a way out would win now. True if leaving is a goal of the file and all other goals are met.
    pub fn may_leave(&self) -> bool {
        goals::may_leave(self.world())
    }

    /// Whether the only goal left is to survive some turns.
    pub(super) fn only_time_is_left(&self) -> bool {
        goals::only_time_is_left(self.world())
    }

    /// Whether a body in sight or remembered is a monster that a goal requires to be killed.
    pub(super) fn is_prey(&self, who: ActorId) -> bool {
        self.kind(who).is_some_and(|kind| kind.is_wanted)
    }

    /// Whether taking things is one of the goals.
    pub(super) fn must_take(&self) -> bool {
        self.world().dungeon().goals.contains(&Goal::Take)
    }

    /// Whether leaving is one of the goals.
    pub(super) fn must_leave(&self) -> bool {
        self.world().dungeon().goals.contains(&Goal::Leave)
    }

    /// Returns the hero's level.
    pub fn level(&self) -> LevelId {
        self.world().here()
    }

    /// Whether the hero is or was on a level.
    pub fn has_entered(&self, level: LevelId) -> bool {
        self.entered.contains(level)
    }

    /// Returns the columns and rows of the level.
    pub fn size(&self) -> Size {
        self.world().size(self.level())
    }

    /// Returns the number of directions in which a hero steps: four or eight.
    pub fn neighbours(&self) -> Neighbours {
        self.map.game.rules().neighbours()
    }

    /// Returns the id of the body that takes the next action.
    pub fn commanded(&self) -> ActorId {
        self.world().commanded()
    }

    /// Returns the body that takes the next action.
    pub fn hero(&self) -> &'a Body {
        self.map.world().body(self.commanded())
    }

    /// Returns the cell of the body that takes the next action.
    pub fn at(&self) -> Point {
        self.hero().at
    }

    /// Returns the hero's life points: health, or the stat that the game uses instead.
    pub fn life(&self) -> i32 {
        self.world().life_of(self.commanded())
    }

    /// Returns the hero's maximum life points.
    pub(super) fn most_life(&self) -> i32 {
        let kind = self.world().kind(self.commanded());
        kind.most[kind.life]
    }

    /// Iterates over our living bodies on this level.
    pub fn ours(&self) -> impl Iterator<Item = ActorId> + use<'a> {
        let world = self.map.world();
        let here = world.here();
        world
            .ours()
            .filter(move |who| world.body(*who).level == here)
    }

    /// Iterates over the enemies in sight on this level, awake or asleep: first the monsters of the file in file order,
    /// then later ones in the order of birth.
    pub fn monsters(&self) -> impl Iterator<Item = ActorId> + use<'a> {
        let map = self.map;
        let world = map.world();
        let in_sight = move |who: &ActorId| map.sees(world.body(*who).at);
        world.foes(world.here()).filter(in_sight)
    }

    /// Iterates over the monsters of this level that are out of sight, each with the cell where the hero last saw it.
    /// Leaves out a monster if the hero has since seen that cell without it.
    pub fn remembered(&self) -> impl Iterator<Item = (ActorId, Point)> + use<'a> {
        let map = self.map;
        let world = map.world();
        let met: &'a BTreeMap<ActorId, Point> = map.met;
        let away = met.iter().filter(move |(who, _)| {
            let body = world.body(**who);
            body.alive && body.level == world.here() && !map.sees(body.at)
        });
        away.map(|(who, at)| (*who, *at))
    }

    /// Returns the body if it is one of ours or in sight; otherwise `None`.
    pub fn body(&self, who: ActorId) -> Option<&'a Body> {
        let world = self.map.world();
        let body = world
            .bodies()
            .get(who.0 as usize)
            .filter(|body| body.alive)?;
        let is_ours = world.ours().any(|own| own == who);
        let is_seen = body.level == world.here() && self.map.sees(body.at);
        (is_ours || is_seen).then_some(body)
    }

    /// Returns the kind of a body that is ours, in sight or remembered; otherwise `None`.
    pub fn kind(&self, who: ActorId) -> Option<&'a Kind> {
        let is_known = self.body(who).is_some() || self.map.met.contains_key(&who);
        is_known.then(|| self.map.world().kind(who))
    }

    /// Returns the life points of a body that is ours or in sight; otherwise `None`.
    pub fn life_of(&self, who: ActorId) -> Option<i32> {
        self.body(who).map(|_| self.world().life_of(who))
    }

    /// Returns the body seen on a cell; `None` if the cell is empty or out of sight.
    pub fn body_at(&self, p: Point) -> Option<ActorId> {
        self.map.body(p)
    }

    /// Returns the current or last seen terrain of a cell; `None` for a cell that was never seen.
    pub fn tile(&self, p: Point) -> Option<&'a Tile> {
        let dungeon = self.map.world().dungeon();
        let id = self.map.tile_id(p)?;
        Some(dungeon.tile(appearance(dungeon, id)))
    }

    /// Returns the item of a cell as the hero sees it or last saw it; `None` if there is none.
    pub fn item(&self, p: Point) -> Option<&'a ItemKind> {
        match self.item_id(p) {
            ItemId::NONE => None,
            id => Some(self.map.world().item(id)),
        }
    }

    /// Returns the id of the known item on a cell; `ItemId::NONE` if there is no known item.
    pub fn item_id(&self, p: Point) -> ItemId {
        self.map.item(p)
    }

    /// Whether a cell is in sight.
    pub fn sees(&self, p: Point) -> bool {
        self.map.sees(p)
    }

    /// Whether a walker may step onto a cell, as far as is known: floor without a harmful trap, or a closed door that
    /// the walker can open. Ignores bodies on the cell, and the side from which the walker comes.
    pub fn is_open(&self, p: Point) -> bool {
        self.map.is_open(p)
    }

    /// Whether a step from a cell in a direction leads onto the next cell, as far as the sides of both cells are known
    /// ([T-5](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5)).
    pub fn lets_in(&self, from: Point, way: Direction) -> bool {
        self.map.step(from, way).is_some()
    }

    /// Returns how bodies pass the known terrain of a cell; `None` for a cell that was never seen.
    #[inline]
    pub(super) fn passage(&self, p: Point) -> Option<TilePassage> {
        self.tile(p).map(TilePassage::of)
    }

    /// Returns the known risk of a cell for the hero.
    pub(super) fn caution(&self, p: Point) -> Caution {
        self.passage(p).map_or(Caution::None, TilePassage::caution)
    }

    /// Whether a cell is known to cost the hero life each round
    /// ([T-3](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3)).
    pub(super) fn is_harmed_at(&self, p: Point) -> bool {
        matches!(self.caution(p), Caution::EachRound(_))
    }

    /// Returns the stairs seen on a cell.
    pub(super) fn stairs_at(&self, p: Point) -> Option<Stairs> {
        self.passage(p)?.stairs()
    }

    /// Whether the item on a cell is worth taking: the goals need the item, the item is a key, or taking it costs the
    /// hero nothing.
    pub fn is_wanted(&self, p: Point) -> bool {
        self.map.is_wanted(p)
    }

    /// Whether a known body harms bodies next to it.
    pub fn strikes(&self, who: ActorId) -> bool {
        self.body(who).is_some() && self.map.strikes(who)
    }

    /// Whether a cell is next to a cell that was never seen.
    pub fn is_frontier(&self, p: Point) -> bool {
        self.map.is_frontier(p)
    }

    /// Returns the known landmarks of the level (cells with an item, stairs, an exit or a lock), in reading order;
    /// `None` if they are not tracked, so that any cell may be one.
    pub(super) fn landmarks(&self) -> Option<&'a [Point]> {
        self.map.sight.landmarks(self.map.world())
    }

    /// Whether an item worth taking may lie on the level; true if the landmarks are not tracked.
    pub(super) fn may_have_wanted(&self) -> bool {
        self.may_have(|p| self.is_wanted(p))
    }

    /// Whether a landmark of the level is suitable; true if the landmarks are not tracked.
    pub(super) fn may_have(&self, suits: impl Fn(Point) -> bool) -> bool {
        let landmarks = self.landmarks();
        landmarks.is_none_or(|cells| cells.iter().any(|p| suits(*p)))
    }

    /// Whether some cell of the level may be next to a cell that was never seen; false without fog.
    pub(super) fn has_frontier(&self) -> bool {
        !self.map.sight.sees_all(self.level())
    }

    /// Whether a line of sight passes a cell, as far as is known.
    pub fn lets_sight(&self, p: Point) -> bool {
        let tile = self.tile(p);
        tile.is_some_and(|tile| tile.sight == Sight::Clear)
    }

    /// Whether a line of sight of at most `most` steps leads from one cell to another, as far as is known. Along this
    /// line, a monster on the first cell sees a hero on the second
    /// ([E-23](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23)).
    pub fn has_line(&self, from: Point, to: Point, most: u32) -> bool {
        sight::sees(from, to, most, |_| true, |p| p == to || self.lets_sight(p)).is_some()
    }

    /// Returns the keys that the hero has.
    pub fn held(&self) -> &'a [ItemId] {
        self.map.world().held()
    }

    /// Returns the inventory: the items that the hero can use or equip
    /// ([P-1](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1)).
    pub fn pack(&self) -> &'a Pack {
        self.map.world().pack()
    }

    /// Returns the kind of an item of the inventory.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    pub fn packed(&self, item: ItemId) -> &'a ItemKind {
        self.map.world().item(item)
    }

    /// Whether the player does not know the kind of an item, and sees only its look
    /// ([X-19](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19)).
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    pub fn is_unknown(&self, item: ItemId) -> bool {
        self.map.world().is_unknown(item)
    }

    /// Returns the body in sight that an item of the inventory hits if the hero throws it at a cell, or shoots or
    /// pulls with it ([P-4], [P-7], [P-8]); `None` if it hits nothing in sight, or if the act is refused.
    ///
    /// [P-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-4
    /// [P-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-7
    /// [P-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-8
    pub fn thrown_at(&self, item: ItemId, at: Point) -> Option<ActorId> {
        ThrowCursor { at, item }.target(self.map)
    }

    /// Returns the turns that the timed states of the hero, or of a body in sight, have left
    /// ([B-1](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1)); all 0 for a body out of sight.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn states_of(&self, who: ActorId) -> TurnsLeft {
        let world = self.map.world();
        let is_known = who == world.commanded() || self.body(who).is_some();
        if is_known {
            world.states_of(who)
        } else {
            TurnsLeft::default()
        }
    }

    /// Whether a hook that is aimed at a cell moves the body that it hits.
    pub(super) fn would_pull(&self, item: ItemId, at: Point) -> bool {
        let world = self.map.world();
        !throwing::pulled(world, world.commanded(), item, at).is_empty()
    }

    /// Whether an item that is thrown at a cell hits a body in sight on this cell.
    pub(super) fn would_hit(&self, item: ItemId, at: Point) -> bool {
        let there = self.body_at(at);
        there.is_some() && there == self.thrown_at(item, at)
    }

    /// Returns the number of bodies in sight that the hero's blow at an enemy beside the hero hits, this enemy included
    /// ([P-5]).
    ///
    /// [P-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-5
    pub(super) fn blow_hits(&self, whom: ActorId) -> usize {
        let world = self.map.world();
        let also = blows::also_hit(world, world.commanded(), whom);
        let seen = also.filter(|other| self.map.sees(world.body(*other).at));
        1 + seen.count()
    }

    /// Whether the hero has a key that opens a lock.
    pub fn opens(&self, lock: LockId) -> bool {
        self.world().opens(lock)
    }

    /// Whether the player of this game chooses cells, as in tactics (`RulesetFace::pointing`).
    pub fn points(&self) -> bool {
        self.map.game.rules().face().pointing().is_some()
    }

    /// Returns the monsters in sight that the commanded unit can shoot now; empty in games whose player does not choose
    /// cells.
    pub fn targets(&self) -> Vec<ShotTarget> {
        let pointing = self.map.game.rules().face().pointing();
        let mut targets = pointing.map_or_else(Vec::new, |rules| rules.targets(self.world()));
        targets.retain(|target| self.sees(target.at));
        targets
    }

    /// Returns the known cells that one of our units can go to in one move, without the unit's own cell
    /// ([K-2](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2)); empty in games whose player does
    /// not choose cells.
    pub fn range_of(&self, who: ActorId) -> Vec<Point> {
        let is_ours = self.ours().any(|own| own == who);
        if !is_ours || !self.points() {
            return Vec::new();
        }
        let (own, reach) = (self.world().body(who).at, reach(self.world(), who));
        let known = |p: &Point| *p != own && self.map.tile_id(*p).is_some();
        reach.points().filter(known).collect()
    }

    /// Returns the hero's value of a stat.
    pub fn stat(&self, stat: Stat) -> i32 {
        self.hero().stat(stat)
    }

    /// Returns a copy of the game with other random results, for a player that plans by simulation. The copy contains
    /// only what the player knows: unknown cells are rock, monsters out of sight are where they were last seen or
    /// nowhere, disguised monsters are what they look like, hidden traps are floor, levels that were never
    /// entered are empty. As long as some cell is unknown, the copy counts one more item left to take than the player
    /// knows of. Monsters in sight keep their memories.
    ///
    /// The copy still reveals the real game's tables, its checksum and the ids of dead bodies, so only players of this
    /// crate get the copy, and they use only its `SeenGame::view`.
    pub(super) fn imagine(&self, luck: u64) -> Game {
        let mut game = self.map.game.clone();
        game.believe_disguises();
        if !self.is_complete() || self.world().hides_traps() {
            game.conceal(self);
        }
        game.reseed(luck);
        game
    }

    /// Whether the player knows everything except hidden traps: all levels were entered, and no level has fog.
    pub(super) fn is_complete(&self) -> bool {
        let dungeon = self.world().dungeon();
        let mut levels = dungeon.levels.iter();
        levels.all(|level| level.fog == Fog::Lifted) && self.entered.count() == dungeon.levels.len()
    }

    /// Whether an action names only bodies and cells that the player knows.
    pub(super) fn can_mean(&self, action: Action) -> bool {
        match action {
            Action::Go(p) | Action::ShootAt(p) => self.map.tile_id(p).is_some(),
            action => action.target().is_none_or(|whom| self.body(whom).is_some()),
        }
    }

    fn world(&self) -> &'a World {
        self.map.world()
    }
}

impl Knowledge for PlayerView<'_> {
    fn cell(&self, level: LevelId, p: Point) -> Option<(TileId, ItemId)> {
        if !self.has_entered(level) {
            return None;
        }
        let world = self.world();
        let (tile, item) = self.map.sight.cell(world, level, p)?;
        Some((appearance(world.dungeon(), tile), item))
    }

    fn place(&self, who: ActorId) -> Option<Point> {
        let (world, body) = (self.world(), self.world().body(who));
        let is_seen = match world.dungeon().levels[usize::from(body.level.0)].fog {
            Fog::Lifted => self.has_entered(body.level),
            Fog::Within(_) => body.level == world.here() && self.map.sees(body.at),
        };
        if is_seen {
            Some(body.at)
        } else {
            self.map.met.get(&who).copied()
        }
    }
}
