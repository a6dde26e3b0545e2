//! The bodies and things on the screen that are near enough to be mentioned without a question, and their positions
//! relative to the commanded body. Uses only what the screen shows.
use super::facts::{BodyFact, Fact, FactKind};
use crate::knowledge::known_map::{KnownMap, NOTICED};
use crate::screen::game_screen::GameScreen;
use crate::view::scene::Visibility;
use crate::view::words::{bearing, fence_strength, one, terrain_as};
use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{
    BodyGlyph, Feature, Footing, Guise, ItemId, Rim, Sight, Stat, Through, Tile,
};
use dungeon_model::space::geometry::{Direction, Neighbours, Point, Region};
use dungeon_model::space::narrow::count;
use dungeon_model::space::sight;

/// The distance in cells at which a body is noticed along a clear line, in games with steps in four directions. On a
/// board full of enemies, only enemies that could soon arrive are mentioned at every move.
const NOTICED_IN_ROWS: u32 = 7;

/// The distance in cells at which a body inside a wall is noticed.
const THROUGH_WALLS: u32 = 7;

/// The distance in cells at which everything in view is noticed, even behind obstacles.
const CLOSE: u32 = 3;

/// A view of a screen for a player who hears what it shows.
#[derive(Clone, Copy)]
pub struct Observer<'a> {
    /// The screen under observation.
    pub screen: &'a GameScreen,
}

impl<'a> Observer<'a> {
    /// Returns the level as far as the player knows it.
    fn map(self) -> KnownMap<'a> {
        self.screen.observed.known_map()
    }

    /// Returns the world at rest, of which the player knows only a part.
    pub fn world(self) -> &'a World {
        self.map().world()
    }

    /// Returns the cell of the commanded body, the origin of all bearings.
    pub fn stand(self) -> Point {
        self.map().hero()
    }

    /// Returns the directions of steps in this game.
    pub fn directions(self) -> &'static [Direction] {
        self.screen.observed.game.rules().neighbours().directions()
    }

    /// Returns the directions of steps by which distances are counted: the hero's directions, or all eight in games
    /// with a target cursor.
    pub fn ways(self) -> Neighbours {
        let rules = self.screen.observed.game.rules();
        match rules.face().pointing() {
            Some(_) => Neighbours::Eight,
            None => rules.neighbours(),
        }
    }

    /// Returns the bearing of a cell from the commanded body: "4 northeast".
    pub fn bearing(self, p: Point) -> String {
        self.between(self.stand(), p)
    }

    /// Returns the bearing of a cell from another: "4 northeast".
    pub fn between(self, from: Point, to: Point) -> String {
        bearing(from, to, self.ways())
    }

    /// Returns whether a cell is in view, remembered or unknown.
    pub fn visibility(self, p: Point) -> Visibility {
        self.map().visibility(p)
    }

    /// Returns the known terrain of a cell; `None` for a cell that was never seen.
    pub fn tile(self, p: Point) -> Option<&'a Tile> {
        self.map().tile(p)
    }

    /// Returns the item on a cell as last seen; `ItemId::NONE` if there is none.
    pub fn item(self, p: Point) -> ItemId {
        self.map().item(p)
    }

    /// Whether a fact is about an item that was seen on a cell now out of view.
    pub fn is_remembered(self, fact: &Fact) -> bool {
        fact.kind == FactKind::Item && !self.map().sees(fact.at)
    }

    /// Returns the enemies to mention, nearest first: all enemies in view on a board, and only nearby ones elsewhere.
    pub fn in_view(self) -> Vec<Fact> {
        let mut bodies = self.seen();
        bodies.retain(|body| self.is_board() || body.is_near());
        bodies
    }

    /// Returns the enemies in view on the level, nearest first.
    pub fn seen(self) -> Vec<Fact> {
        let world = self.world();
        let enemies = world.theirs(world.here()).map(|who| self.body(who));
        self.sorted(enemies.filter(|body| self.map().sees(body.at)).collect())
    }

    /// Returns the items and landmarks to mention, nearest first: all known ones on a board, and only noticed ones
    /// elsewhere.
    pub fn things_in_view(self) -> Vec<Fact> {
        if self.is_board() {
            self.things_known()
        } else {
            self.things_noticed()
        }
    }

    /// Whether the level is a field without walls around it.
    pub fn is_open_field(self) -> bool {
        self.screen.observed.game.rules().rim() == Rim::Heroless
    }

    /// Whether the level is a board, which is seen as a whole.
    pub fn is_board(self) -> bool {
        self.screen.observed.game.rules().rim() != Rim::Closed
    }

    /// Returns the fact about a body, with the numbers that the screen shows.
    pub fn body(self, id: ActorId) -> Fact {
        let world = self.world();
        let (body, kind) = (world.body(id), world.kind(id));
        let (here, is_inside) = (world.here(), !world.is_valid(world.here(), body.at));
        let inside = || terrain_as(world, here, body.at, world.cell(here, body.at).tile);
        Fact {
            name: kind.name.clone(),
            at: body.at,
            kind: FactKind::Body(BodyFact {
                id,
                strength: (kind.shows == BodyGlyph::Strength).then(|| body.stat(Stat::Strength)),
                inside: is_inside.then(|| inside().to_owned()),
                is_near: self.is_near(id),
                is_rooted: kind.stands_still(),
            }),
        }
    }

    /// Returns the items and landmarks within `NOTICED` cells along a clear line, nearest first.
    pub fn things_noticed(self) -> Vec<Fact> {
        let around = Region::around(self.stand(), NOTICED as i32);
        let cells = around.points().filter(|p| self.is_in_reach(*p));
        self.sorted(cells.flat_map(|p| self.things_at(p)).collect())
    }

    /// Returns the known items and landmarks of the whole level, in view or remembered, nearest first.
    pub fn things_known(self) -> Vec<Fact> {
        let world = self.world();
        let cells = world.size(world.here()).points();
        self.sorted(cells.flat_map(|p| self.things_at(p)).collect())
    }

    fn things_at(self, p: Point) -> Vec<Fact> {
        let world = self.world();
        let thing = |name: &str, kind| Fact {
            name: name.to_owned(),
            at: p,
            kind,
        };
        let item = self.map().item(p);
        let item = (item != ItemId::NONE).then(|| world.item(item));
        let item = item.map(|item| thing(&item.name, FactKind::Item));
        let landmark = self.tile(p).filter(|tile| is_landmark(tile));
        let landmark = landmark.map(|tile| thing(&tile.name, FactKind::Landmark));
        item.into_iter().chain(landmark).collect()
    }

    /// Returns the terrain in reach that is neither floor nor wall, nearest first: fences, slime, water, reeds.
    pub fn ground_noticed(self) -> Vec<Fact> {
        self.terrain(|p, tile| is_ground(tile) && self.is_in_reach(p))
    }

    /// Returns the known terrain of the level except floor, including walls, nearest first.
    pub fn ground_known(self) -> Vec<Fact> {
        self.terrain(|_, tile| is_ground(tile) || is_wall(tile))
    }

    /// Returns the known walls of the level, nearest first.
    pub fn walls_known(self) -> Vec<Fact> {
        self.terrain(|_, tile| is_wall(tile))
    }

    /// Returns the terrain of a board that changes during the game, nearest first: fences and slime. Empty if the level
    /// is not a board.
    pub fn raised(self) -> Vec<Fact> {
        if !self.is_board() {
            return Vec::new();
        }
        self.terrain(|_, tile| matches!(tile.feature, Feature::Fence(_) | Feature::Pool(_)))
    }

    fn terrain(self, is_meant: impl Fn(Point, &Tile) -> bool) -> Vec<Fact> {
        let world = self.world();
        let dungeon = world.dungeon();
        let cells = world.size(world.here()).points();
        let facts = cells.filter_map(|p| {
            let id = self.map().tile_id(p)?;
            let tile = dungeon.tile(id);
            is_meant(p, tile).then(|| Fact {
                name: tile.name.clone(),
                at: p,
                kind: match fence_strength(dungeon, id) {
                    Some((strength, most)) => FactKind::Fence { strength, most },
                    None => FactKind::Terrain,
                },
            })
        });
        self.sorted(facts.collect())
    }

    /// Returns the terrain under the commanded body with an article, such as "a bridge"; empty for plain floor.
    pub fn ground(self) -> String {
        let tile = self.world().tile(self.world().here(), self.stand());
        if is_landmark(tile) || is_ground(tile) {
            one(&tile.name)
        } else {
            String::new()
        }
    }

    /// Returns how many steps are possible in a direction over ground known to carry the commanded body.
    pub fn room(self, way: Direction) -> u32 {
        let ahead = std::iter::successors(Some(self.stand() + way), |p| Some(*p + way));
        count(ahead.take_while(|p| self.carries(*p)).count())
    }

    /// Whether a step in a direction leads anywhere, even to a door.
    pub fn is_way(self, way: Direction) -> bool {
        let p = self.stand() + way;
        self.carries(p) || self.is_door(p)
    }

    /// Whether a cell is known to be a door, open or closed.
    pub fn is_door(self, p: Point) -> bool {
        let is_door = |tile: &Tile| matches!(tile.feature, Feature::Door(_));
        self.tile(p).is_some_and(is_door)
    }

    /// Returns the obstacle after `room` steps in a direction, with its article; `None` for a wall.
    pub fn end_of_way(self, way: Direction, room: u32) -> Option<String> {
        let (world, p) = (self.world(), (0..=room).fold(self.stand(), |p, _| p + way));
        let item = self.map().item(p);
        let size = world.size(world.here());
        match self.tile(p) {
            _ if !size.contains(p) => Some("the edge".to_owned()),
            None => Some("the unknown".to_owned()),
            Some(tile) if is_wall(tile) => None,
            Some(_) if !size.contains_inside_rim(p) => Some("the edge".to_owned()),
            // The ground is passable, but an item such as a cow is in the way.
            Some(tile) if tile.footing == Footing::Anyone && item != ItemId::NONE => {
                Some(one(&world.item(item).name))
            }
            Some(tile) => (tile.footing != Footing::Drifters).then(|| one(&tile.name)),
        }
    }

    /// Whether the cell is known to carry the commanded body.
    pub fn carries(self, p: Point) -> bool {
        let rules = self.screen.observed.game.rules();
        let carries = |tile: &Tile| tile.footing == Footing::Anyone;
        self.tile(p).is_some_and(carries) && rules.face().can_cross(self.world(), p)
    }

    /// Whether a body in view is mentioned at every move: near along a clear line, or coming through a wall.
    fn is_near(self, who: ActorId) -> bool {
        let (world, at) = (self.world(), self.world().body(who).at);
        let is_in_wall =
            world.kind(who).through == Through::Walls && !world.is_place(world.here(), at);
        let far = self.stand().chebyshev(at);
        let is_coming = is_in_wall && far <= THROUGH_WALLS;
        let is_near = far <= self.noticed_from() && self.is_in_reach(at);
        self.map().sees(at) && (is_coming || is_near)
    }

    /// Returns the distance in cells within which a body counts as near.
    pub fn noticed_from(self) -> u32 {
        match self.ways() {
            Neighbours::Four => NOTICED_IN_ROWS,
            Neighbours::Eight => NOTICED,
        }
    }

    /// Whether the player notices a cell without a question: any cell in view on a board, elsewhere only along a clear
    /// line or nearby.
    pub fn is_in_reach(self, p: Point) -> bool {
        let (world, stand) = (self.world(), self.stand());
        let is_clear = |q| q == p || q == stand || world.lets_sight(world.here(), q);
        self.map().sees(p)
            && (self.is_board()
                || stand.chebyshev(p) <= CLOSE
                || sight::sees(p, stand, NOTICED, |_| true, is_clear).is_some())
    }

    fn sorted(self, mut facts: Vec<Fact>) -> Vec<Fact> {
        let stand = self.stand();
        facts.sort_by_key(|one| (stand.chebyshev(one.at), stand.manhattan(one.at)));
        facts
    }
}

/// Whether a tile is something to walk to or around: a door, stairs, an exit, a visible trap, a boulder, a target,
/// acting ground, or a sign.
fn is_landmark(tile: &Tile) -> bool {
    match tile.feature {
        Feature::Door(_)
        | Feature::Stairs(_)
        | Feature::Exit(_)
        | Feature::Boulder(_)
        | Feature::Acting(_) => true,
        Feature::Trap(trap) => trap.guise == Guise::Plain,
        Feature::Plain => tile.is_target || !tile.says.is_empty(),
        Feature::Fence(_) | Feature::Pool(_) => false,
    }
}

/// Whether a tile is passable but opaque, transparent but impassable, or a fence or pool that can arise during play.
fn is_ground(tile: &Tile) -> bool {
    match tile.feature {
        Feature::Fence(_) | Feature::Pool(_) => true,
        Feature::Plain => (tile.footing == Footing::Anyone) != (tile.sight == Sight::Clear),
        Feature::Door(_)
        | Feature::Stairs(_)
        | Feature::Exit(_)
        | Feature::Trap(_)
        | Feature::Boulder(_)
        | Feature::Acting(_) => false,
    }
}

/// Whether a tile stops every body that does not drift through walls.
pub fn is_wall(tile: &Tile) -> bool {
    matches!(tile.footing, Footing::Nobody | Footing::Drifters)
}
