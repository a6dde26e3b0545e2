//! The current level as the player knows it: the cells a traveler can walk on, the items, and the monsters to avoid.
use std::collections::BTreeMap;

use super::fog::{PlayerSight, WorldTime};
use super::player_notes::PlayerNotes;
use crate::view::scene::Visibility;
use dungeon_engine::action::ActorId;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Caution, TilePassage};
use dungeon_ground::step::{Tread, step};
use dungeon_model::dungeon::{
    Attack, Dungeon, Feature, Footing, Guise, ItemId, Prey, Sense, Shot, Stat, Tile, TileId,
    builtin,
};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::sight;

/// The distance in cells at which a traveler notices a monster: the range of sight of classic monsters (E-23).
pub const NOTICED: u32 = 10;

/// The current level as the player knows it: the world as it looks, filtered by sight and memory.
#[derive(Clone, Copy)]
pub struct KnownMap<'a> {
    /// The game in its current state.
    pub game: &'a Game,
    /// The world as it looks to the player (`World::as_seen`); `None` if it looks as it is.
    pub seen: Option<&'a World>,
    /// The player's sight and memory.
    pub sight: &'a PlayerSight,
    /// The monsters that the player has seen on this level, each with the cell where it was last seen.
    pub met: &'a BTreeMap<ActorId, Point>,
    /// The player's notes. `None` for a player without notes, who reads no signs and takes everything.
    pub notes: Option<&'a PlayerNotes>,
}

/// Returns the tile that the player sees in place of a tile: plain ground for a hidden trap, otherwise the tile itself.
pub fn appearance(dungeon: &Dungeon, id: TileId) -> TileId {
    let hidden = dungeon.tile(id);
    match hidden.feature {
        Feature::Trap(trap) if trap.guise != Guise::Plain => {
            let looks = |tile: &Tile| {
                tile.feature == Feature::Plain
                    && (tile.glyph, tile.footing) == (hidden.glyph, hidden.footing)
            };
            let like = dungeon.numbered_tiles().find(|(_, tile)| looks(tile));
            like.map_or(builtin::FLOOR, |(id, _)| id)
        }
        _ => id,
    }
}

impl<'a> KnownMap<'a> {
    /// Returns the world as it looks, of which the player knows only a part.
    #[inline]
    pub fn world(self) -> &'a World {
        self.seen.unwrap_or_else(|| self.game.world())
    }

    /// Returns the hero's cell.
    pub fn hero(self) -> Point {
        let world = self.world();
        world.body(world.commanded()).at
    }

    /// Returns the directions of steps that the game's rules allow, four or eight, in keypad order.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let neighbours = self.game.rules().neighbours();
        neighbours.directions().iter().copied()
    }

    /// Returns whether a cell is in sight, remembered or unknown.
    pub fn visibility(self, p: Point) -> Visibility {
        self.sight.visibility(WorldTime::Rest, p)
    }

    /// Whether a cell is in sight.
    #[inline]
    pub fn sees(self, p: Point) -> bool {
        self.sight.sees_all(self.world().here()) || self.visibility(p) == Visibility::Seen
    }

    /// Returns the tile id of a cell as far as the player knows; `None` for a cell that was never seen.
    #[inline]
    pub fn tile_id(self, p: Point) -> Option<TileId> {
        self.sight.tile(self.world(), p)
    }

    /// Returns the known terrain of a cell; `None` for a cell that was never seen.
    pub fn tile(self, p: Point) -> Option<&'a Tile> {
        self.tile_id(p).map(|id| self.world().dungeon().tile(id))
    }

    /// Returns the known risk of a cell for the hero.
    pub fn caution(self, p: Point) -> Caution {
        let tile = self.tile(p);
        tile.map_or(Caution::None, |tile| TilePassage::of(tile).caution())
    }

    /// Whether a traveler may walk onto a cell: known harmless floor or a closed door that the hero can open, without a
    /// visible trap, unless the rules forbid the cell. Ignores bodies on the cell. For the cell where a step onto it
    /// ends, see `step`.
    #[inline]
    pub fn is_open(self, p: Point) -> bool {
        let world = self.world();
        let entry = self.sight.entry(world, p);
        entry.is_given(|lock| world.opens(lock)) && self.game.rules().face().can_cross(world, p)
    }

    /// Whether a step can lead onto a cell, as far as the player knows, even if the cell harms the traveler.
    pub fn is_passable(self, p: Point) -> bool {
        let world = self.world();
        let lets_in = |tile: &Tile| {
            let passage = TilePassage::of(tile);
            tile.footing != Footing::Nobody && passage.lets_hero_in(|lock| world.opens(lock))
        };
        self.tile(p).is_some_and(lets_in) && self.game.rules().face().can_cross(world, p)
    }

    /// Whether a traveler who accepts a risk may walk onto a cell: an open or harmful cell, or a visible trap that
    /// leaves the hero on it.
    pub fn is_crossable(self, p: Point) -> bool {
        let leaves = |tile: &Tile| TilePassage::of(tile).lead.is_none();
        let is_harmful = self.caution(p) != Caution::None && self.tile(p).is_some_and(leaves);
        self.is_open(p) || is_harmful && self.is_passable(p)
    }

    /// Whether the player sees a trap on a cell.
    pub fn has_trap(self, p: Point) -> bool {
        let is_trap = |tile: &Tile| TilePassage::of(tile).trap.is_some();
        self.caution(p) != Caution::None && self.tile(p).is_some_and(is_trap)
    }

    /// Returns the cell where a step ends, as far as the player knows ([T-5]); `None` if the step leads nowhere.
    ///
    /// [T-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-5
    pub fn step(self, from: Point, way: Direction) -> Option<Point> {
        step(from, way, |p| self.tread(p))
    }

    pub(super) fn tread(self, p: Point) -> Tread {
        if !self.world().has_treads() {
            return Tread::PLAIN;
        }
        let tile = self.tile(p);
        tile.map_or(Tread::PLAIN, |tile| TilePassage::of(tile).tread)
    }

    /// Returns the body that the player sees on a cell; `None` if the cell is empty or out of sight.
    pub fn body(self, p: Point) -> Option<ActorId> {
        let world = self.world();
        world.body_at(world.here(), p).filter(|_| self.sees(p))
    }

    /// Returns the known item on a cell; `ItemId::NONE` if there is none.
    #[inline]
    pub fn item(self, p: Point) -> ItemId {
        self.sight.item(self.world(), p)
    }

    /// Whether a step onto a cell takes one item of a choice, so that others vanish ([X-22]).
    ///
    /// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-22
    pub fn is_choice(self, p: Point) -> bool {
        let world = self.world();
        self.item(p) != ItemId::NONE && !world.rivals(world.here(), p).is_empty()
    }

    /// Whether auto-explore takes the item on a cell: collectables, keys, and items known to cost the hero nothing;
    /// never an item that would kill the hero. An unknown item costs nothing if it goes into the inventory.
    #[inline]
    pub fn is_wanted(self, p: Point) -> bool {
        let (world, id) = (self.world(), self.item(p));
        if id == ItemId::NONE {
            return false;
        }
        let (hero, item) = (world.commanded(), world.item(id));
        let gives = item.gives_at_once();
        let life = gives[world.kind(hero).life];
        let is_deadly = life < 0 && world.life_of(hero).saturating_add(life) <= 0;
        let is_safe = item.is_kept() || !world.is_unknown(id);
        let is_cursed = item
            .state_at_once()
            .is_some_and(|gift| !gift.state.is_helpful());
        let is_harmless = is_safe && !is_cursed && gives.0.iter().all(|by| *by >= 0);
        !is_deadly && (item.collectable || item.opens.is_some() || is_harmless)
    }

    /// Whether auto-explore goes to a cell to read a sign: the sign is known and unread.
    pub fn is_unread(self, p: Point) -> bool {
        let (Some(notes), dungeon) = (self.notes, self.world().dungeon()) else {
            return false;
        };
        let sign = self.tile_id(p).filter(|id| {
            let tile = dungeon.tile(*id);
            tile.feature == Feature::Plain && !tile.says.is_empty()
        });
        sign.is_some_and(|id| !notes.has_read(id)) && self.is_open(p)
    }

    /// Whether a cell borders on one that was never seen.
    #[inline]
    pub fn is_frontier(self, p: Point) -> bool {
        self.sight.is_frontier(self.world(), p)
    }

    /// Returns the monsters in sight within [`NOTICED`] cells and with a clear line; may be empty. Monsters of the file
    /// come first, in file order, then monsters born during the game, oldest first. A monster without a clear line,
    /// such as one seen past a corner, does not interrupt a traveler.
    pub fn in_view(self) -> Vec<ActorId> {
        let world = self.world();
        let is_in_view = |who: &ActorId| self.has_in_view(world.body(*who).at);
        world.foes(world.here()).filter(is_in_view).collect()
    }

    /// Whether a body on a cell would be in view: in sight, within [`NOTICED`] cells, and along a clear line.
    fn has_in_view(self, p: Point) -> bool {
        let (world, hero) = (self.world(), self.hero());
        let is_clear = |p| p == hero || world.lets_sight(world.here(), p);
        self.sees(p) && sight::sees(p, hero, NOTICED, |_| true, is_clear).is_some()
    }

    /// Returns the monsters known on the level after a look that shows the monsters `in_view`, each with the cell where
    /// it was last seen. A monster is forgotten once that cell comes into view and is empty.
    pub fn met_after_look(self, in_view: &[ActorId]) -> BTreeMap<ActorId, Point> {
        let world = self.world();
        let last = |who| Some((who, *self.met.get(&who)?));
        let known = world.foes(world.here()).filter_map(last);
        let gone = known.filter(|(_, p)| !self.has_in_view(*p));
        let seen = in_view.iter().map(|who| (*who, world.body(*who).at));
        gone.chain(seen).collect()
    }

    /// Whether no visible body bars the way over a cell: the hero changes places with allies and neutral monsters
    /// (M-5).
    pub fn lets_pass(self, p: Point) -> bool {
        let swaps = |who| !self.world().is_foe(who) && !self.world().body(who).is_asleep();
        self.body(p).is_none_or(swaps)
    }

    /// Whether a monster harms its neighbors when awake, unlike allies, neutral monsters, and monsters that hunt only
    /// the herd or do nothing.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn strikes(self, who: ActorId) -> bool {
        let (world, kind) = (self.world(), self.world().kind(who));
        let is_harmful = match kind.attack {
            Attack::None => false,
            Attack::Melee | Attack::Ram => world.body(who).stat(Stat::Strength) > 0,
            Attack::Steal(by) | Attack::Drain(by) | Attack::Burst(by) => by > 0,
        };
        matches!(kind.prey, Prey::Hero | Prey::Nearest) && is_harmful
    }

    /// Returns the monsters in sight that can shoot the hero on the current cell. Monsters of the file come first, in
    /// file order, then monsters born during the game, oldest first.
    pub fn shooters(self) -> impl Iterator<Item = ActorId> {
        let (world, hero) = (self.world(), self.hero());
        let can_shoot = move |who: &ActorId| {
            let at = world.body(*who).at;
            self.sees(at) && self.shoots(*who, at, hero)
        };
        world.theirs(world.here()).filter(can_shoot)
    }

    /// Whether a monster at `from` could shoot the hero at `at`: within its range, with a clear line of fire.
    ///
    /// # Panics
    ///
    /// If the world has no such body.
    pub fn shoots(self, who: ActorId, from: Point, at: Point) -> bool {
        let (world, kind) = (self.world(), self.world().kind(who));
        let parts = kind.behaviour.parts();
        let has_sense = parts.is_some_and(|parts| parts.sense != Sense::Never);
        let is_told = kind.follows.is_some();
        let is_awake = (has_sense || is_told) && !world.body(who).is_asleep();
        let shot = kind.shot().filter(|shot| shot.damage > 0);
        let has_line = |shot: Shot| world.has_line(world.here(), from, at, shot.reach);
        let hunts_hero = is_awake && matches!(kind.prey, Prey::Hero | Prey::Nearest);
        let is_in_fire = || self.sees(from) && world.is_in_fire(who, at);
        hunts_hero && (shot.is_some_and(has_line) || is_in_fire())
    }
}
