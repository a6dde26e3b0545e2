//! What a person who plays sees of a game, for players that are programs: no more than that. Of tactics, the cells that
//! a unit can go to.
use std::collections::BTreeMap;

use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::body::Body;
use dungeon_engine::concealed::Knowledge;
use dungeon_engine::game::Game;
use dungeon_engine::pack::Pack;
use dungeon_engine::ruleset_face::ShotTarget;
use dungeon_engine::rulesets::goals;
use dungeon_engine::rulesets::tactics::reach;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, TilePassage};
use dungeon_model::dungeon::{
    Fog, Goal, ItemId, ItemKind, Kind, LevelId, LockId, Sight, Stairs, Stat, Tile, TileId,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point, Size};
use dungeon_model::space::sight;
use dungeon_play::knowledge::known_map::{KnownMap, appearance};

/// What a person who plays sees of a game: the level that the hero is on, as far as it is in sight or remembered, and
/// his own numbers.
///
/// In fog a cell that was never seen has no tile, and a monster out of sight is nowhere but where it was seen last.
/// Without fog the whole level is in sight. A hidden trap is a tile of floor until it is found. Levels that were never
/// entered are unknown, fog or not.
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

/// The levels that the hero has been on, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnteredLevels([u64; 4]);

impl EnteredLevels {
    /// Counts a level as entered.
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

/// The hero's place and numbers.
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
    /// Returns how many turns have passed.
    pub fn turn(&self) -> u32 {
        self.world().turn()
    }

    /// Returns how many turns are left until what the rules count down to; `None` where they count down to nothing.
    pub fn turns_left(&self) -> Option<u32> {
        self.map.game.rules().face().turns_left(self.world())
    }

    /// Whether a way out would win now: the file names the goal to leave, and all others are met.
    pub fn may_leave(&self) -> bool {
        goals::may_leave(self.world())
    }

    /// Whether nothing is left to do but to live through some turns, as the counts of the goals tell.
    pub(super) fn only_time_is_left(&self) -> bool {
        goals::only_time_is_left(self.world())
    }

    /// Whether a goal wants a monster dead that is in sight or remembered.
    pub(super) fn is_prey(&self, who: ActorId) -> bool {
        self.kind(who).is_some_and(|kind| kind.is_wanted)
    }

    /// Whether a goal wants things taken, that other goals stand beside or not.
    pub(super) fn must_take(&self) -> bool {
        self.world().dungeon().goals.contains(&Goal::Take)
    }

    /// Returns the level that the hero is on.
    pub fn level(&self) -> LevelId {
        self.world().here()
    }

    /// Whether a level is the hero's, or was before.
    pub fn has_entered(&self, level: LevelId) -> bool {
        self.entered.contains(level)
    }

    /// Returns the columns and rows of the level.
    pub fn size(&self) -> Size {
        self.world().size(self.level())
    }

    /// Returns the neighbouring cells that a hero can step to: four or eight.
    pub fn neighbours(&self) -> Neighbours {
        self.map.game.rules().neighbours()
    }

    /// Returns the number of the body that takes the next action.
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

    /// Returns the points of life that the hero has: health, or the number that the game has in its place.
    pub fn life(&self) -> i32 {
        self.world().life_of(self.commanded())
    }

    /// Returns the most points of life that the hero can come to have.
    pub(super) fn most_life(&self) -> i32 {
        let kind = self.world().kind(self.commanded());
        kind.most[kind.life]
    }

    /// Iterates over the living bodies of ours on this level.
    pub fn ours(&self) -> impl Iterator<Item = ActorId> + use<'a> {
        let world = self.map.world();
        let here = world.here();
        world
            .ours()
            .filter(move |who| world.body(*who).level == here)
    }

    /// Iterates over the monsters of this level that are in sight, in file order, then by birth.
    pub fn monsters(&self) -> impl Iterator<Item = ActorId> + use<'a> {
        let map = self.map;
        let world = map.world();
        let in_sight = move |who: &ActorId| map.sees(world.body(*who).at);
        world.theirs(world.here()).filter(in_sight)
    }

    /// Iterates over the monsters of this level that are out of sight, each with the cell where it was seen last, unless
    /// the hero has seen since that it has gone from there.
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

    /// Returns a body of ours, or one in sight; `None` for any other.
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

    /// Returns the kind of a body of ours, or of one that is in sight or remembered; `None` for any other.
    pub fn kind(&self, who: ActorId) -> Option<&'a Kind> {
        let is_known = self.body(who).is_some() || self.map.met.contains_key(&who);
        is_known.then(|| self.map.world().kind(who))
    }

    /// Returns the points of life of a body of ours, or of one in sight; `None` for any other.
    pub fn life_of(&self, who: ActorId) -> Option<i32> {
        self.body(who).map(|_| self.world().life_of(who))
    }

    /// Returns the body that is seen on a cell; `None` for a cell without one, or out of sight.
    pub fn body_at(&self, p: Point) -> Option<ActorId> {
        self.map.body(p)
    }

    /// Returns the terrain of a cell as it is, or was seen last; `None` for a cell that was never seen.
    pub fn tile(&self, p: Point) -> Option<&'a Tile> {
        let dungeon = self.map.world().dungeon();
        let id = self.map.tile_id(p)?;
        Some(dungeon.tile(appearance(dungeon, id)))
    }

    /// Returns the item that lies on a cell, or lay there when the cell was last seen; `None` for none.
    pub fn item(&self, p: Point) -> Option<&'a ItemKind> {
        match self.item_id(p) {
            ItemId::NONE => None,
            id => Some(self.map.world().item(id)),
        }
    }

    /// Returns the number of the item on a cell as far as it is known; `ItemId::NONE` for none.
    pub fn item_id(&self, p: Point) -> ItemId {
        self.map.item(p)
    }

    /// Whether a cell is in sight.
    pub fn sees(&self, p: Point) -> bool {
        self.map.sees(p)
    }

    /// Whether a walker may come to a cell, as far as is known: floor without a trap that harms nobody, or a closed door
    /// that can be opened. A body there does not count, nor do the sides from which the floor lets in.
    pub fn is_open(&self, p: Point) -> bool {
        self.map.is_open(p)
    }

    /// Whether a step from a cell in a direction leads onto the next one, as far as its sides are known
    /// ([T-5](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5)).
    pub fn lets_in(&self, from: Point, way: Direction) -> bool {
        self.map.step(from, way).is_some()
    }

    /// What the terrain of a cell is to bodies, as far as is known; `None` for a cell that was never seen.
    #[inline]
    pub(super) fn passage(&self, p: Point) -> Option<TilePassage> {
        self.tile(p).map(TilePassage::of)
    }

    /// The risk of a cell for the hero, as far as is known.
    pub(super) fn caution(&self, p: Point) -> Caution {
        self.passage(p).map_or(Caution::None, TilePassage::caution)
    }

    /// Whether the hero loses life in each round on a cell, as far as is known ([T-3](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-3)).
    pub(super) fn is_harmed_at(&self, p: Point) -> bool {
        matches!(self.caution(p), Caution::EachRound(_))
    }

    /// The stairs that are seen on a cell.
    pub(super) fn stairs_at(&self, p: Point) -> Option<Stairs> {
        self.passage(p)?.stairs()
    }

    /// Whether the item on a cell is worth taking: what wins the game, keys, and what costs the hero nothing.
    pub fn is_wanted(&self, p: Point) -> bool {
        self.map.is_wanted(p)
    }

    /// Whether a body that is known harms who stands beside it.
    pub fn strikes(&self, who: ActorId) -> bool {
        self.body(who).is_some() && self.map.strikes(who)
    }

    /// Whether a cell borders on one that was never seen.
    pub fn is_frontier(&self, p: Point) -> bool {
        self.map.is_frontier(p)
    }

    /// The known landmarks of the level, in reading order; `None` where any cell may be one.
    pub(super) fn landmarks(&self) -> Option<&'a [Point]> {
        self.map.sight.landmarks(self.map.world())
    }

    /// Whether an item worth taking may lie somewhere on the level. True where the landmarks are not known.
    pub(super) fn may_have_wanted(&self) -> bool {
        let landmarks = self.landmarks();
        landmarks.is_none_or(|cells| cells.iter().any(|p| self.is_wanted(*p)))
    }

    /// Whether some cell of the level may border on one that was never seen: not without fog.
    pub(super) fn has_frontier(&self) -> bool {
        !self.map.sight.sees_all(self.level())
    }

    /// Whether a line of sight passes a cell, as far as is known.
    pub fn lets_sight(&self, p: Point) -> bool {
        let tile = self.tile(p);
        tile.is_some_and(|tile| tile.sight == Sight::Clear)
    }

    /// Whether a straight line of at most `most` steps leads from one cell to another, as a monster on the first looks
    /// for a hero on the second ([E-23](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23)).
    pub fn has_line(&self, from: Point, to: Point, most: u32) -> bool {
        sight::sees(from, to, most, |_| true, |p| p == to || self.lets_sight(p)).is_some()
    }

    /// Returns the keys that are held.
    pub fn held(&self) -> &'a [ItemId] {
        self.map.world().held()
    }

    /// Returns the things that are kept to be used or worn ([P-1](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1)).
    pub fn pack(&self) -> &'a Pack {
        self.map.world().pack()
    }

    /// Returns the kind of a thing of the pack.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item of this number.
    pub fn packed(&self, item: ItemId) -> &'a ItemKind {
        self.map.world().item(item)
    }

    /// Whether a key that opens a lock is held.
    pub fn opens(&self, lock: LockId) -> bool {
        self.world().opens(lock)
    }

    /// Whether the game is one whose player points at cells.
    pub fn points(&self) -> bool {
        self.map.game.rules().face().pointing().is_some()
    }

    /// Returns the monsters in sight that the commanded unit can shoot at now, in a game whose player points at cells.
    pub fn targets(&self) -> Vec<ShotTarget> {
        let pointing = self.map.game.rules().face().pointing();
        let mut targets = pointing.map_or_else(Vec::new, |rules| rules.targets(self.world()));
        targets.retain(|target| self.sees(target.at));
        targets
    }

    /// Returns the known cells that a unit of ours can go to by one move, its own not among them, in a game whose player
    /// points at cells ([K-2](https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2)); empty in any other.
    pub fn range_of(&self, who: ActorId) -> Vec<Point> {
        let is_ours = self.ours().any(|own| own == who);
        if !is_ours || !self.points() {
            return Vec::new();
        }
        let (own, reach) = (self.world().body(who).at, reach(self.world(), who));
        let known = |p: &Point| *p != own && self.map.tile_id(*p).is_some();
        reach.points().filter(known).collect()
    }

    /// Returns the hero's value of a number.
    pub fn stat(&self, stat: Stat) -> i32 {
        self.hero().stat(stat)
    }

    /// Returns a copy of the game with other luck, for a player that tries things out in thought. Only what the player
    /// knows is in play: unknown cells are rock, monsters that are not in sight are where they were seen last or nowhere,
    /// hidden traps are floor, levels that were never entered are empty. As long as some cell is unknown one thing more
    /// than is known is left to take. What monsters in sight remember is left as it is.
    ///
    /// The real game's tables, its checksum and the numbers of bodies that are gone can still be read in it, so that it
    /// is for players here, which ask only `SeenGame::view` of it.
    pub(super) fn imagine(&self, luck: u64) -> Game {
        let mut game = self.map.game.clone();
        if !self.is_complete() || self.world().hides_traps() {
            game.conceal(self);
        }
        game.reseed(luck);
        game
    }

    /// Whether nothing is unknown but hidden traps: all levels were entered, and none has fog.
    pub(super) fn is_complete(&self) -> bool {
        let dungeon = self.world().dungeon();
        let mut levels = dungeon.levels.iter();
        levels.all(|level| level.fog == Fog::Lifted) && self.entered.count() == dungeon.levels.len()
    }

    /// Whether an action names nobody and no place that the player does not know.
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
