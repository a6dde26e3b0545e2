//! What the player's eye makes of the screen: who and what is near enough to be told of unasked, and where it is from
//! where he stands.
use crate::dungeon::{
    Feature, Footing, Guise, Hunt, ItemId, Rim, Roam, Shows, Sight, Stat, Through, Tile,
};
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::play::knowledge::fog::WorldTime;
use crate::play::screen::game_screen::GameScreen;
use crate::space::geometry::{Direction, Neighbours, Point, Region, at};
use crate::space::sight;
use crate::view::scene::Visibility;
use crate::view::words::bearing;
use crate::view::words::{counted, terrain_as, terrain_with_strength};

/// How far something is noticed along a clear line, as the classic monsters see (E-23).
pub const NOTICED: u32 = 10;

/// The same where nobody steps slantwise: on a board full of enemies only those are told who could be there soon.
const NOTICED_IN_ROWS: u32 = 7;

/// How far whoever walks through walls is noticed in them, and how far everything is, whatever lies between.
const THROUGH_WALLS: u32 = 7;
const CLOSE: u32 = 3;

/// The player's eye.
#[derive(Clone, Copy)]
pub struct Eye<'a> {
    /// What it looks at.
    pub screen: &'a GameScreen,
}

/// Somebody or something that is known to be somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Without an article.
    pub name: String,
    /// Where.
    pub at: Point,
    /// What there is to add to that: "in the wall", "strength 3"; may be empty.
    pub more: String,
    /// Who or what it is.
    pub who: Who,
}

/// What is sighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Somebody.
    Body(ActorId),
    /// What can be taken away.
    Item,
    /// A part of the place.
    Ground,
}

impl<'a> Eye<'a> {
    /// The world at rest.
    pub fn world(self) -> &'a World {
        self.screen.live.game.world()
    }

    /// Where the hero stands, or the commanded unit.
    pub fn stand(self) -> Point {
        let world = self.world();
        world.body(world.commanded()).at
    }

    /// Which steps distances are told in: the hero's, or a cursor's.
    pub fn ways(self) -> Neighbours {
        let rules = self.screen.live.game.rules();
        match rules.pointing() {
            Some(_) => Neighbours::Eight,
            None => rules.neighbours(),
        }
    }

    /// Where a cell is from there, in words.
    pub fn bearing(self, p: Point) -> String {
        self.between(self.stand(), p)
    }

    /// Where a cell is from another, in words.
    pub fn between(self, from: Point, to: Point) -> String {
        bearing(from, to, self.ways())
    }

    /// Where somebody or something is, with what there is to add: "4 north, in the wall".
    pub fn place(self, one: &Sighting) -> String {
        match one.more.as_str() {
            "" => self.bearing(one.at),
            more => format!("{}, {more}", self.bearing(one.at)),
        }
    }

    /// What is known of a cell.
    pub fn light(self, p: Point) -> Visibility {
        self.screen.live.light(WorldTime::Rest, p)
    }

    /// The terrain of a cell as it is known.
    pub fn tile(self, p: Point) -> Option<&'a Tile> {
        let world = self.world();
        match self.light(p) {
            Visibility::Seen => Some(world.tile(world.here(), p)),
            Visibility::Remembered(tile) => Some(world.dungeon().tile(tile)),
            Visibility::Unseen => None,
        }
    }

    /// Everybody of theirs who is noticed, the nearest first.
    pub fn noticed(self) -> Vec<Sighting> {
        self.those(|who| self.is_noticed(who))
    }

    /// Everybody of theirs who is seen on the level, the nearest first.
    pub fn seen(self) -> Vec<Sighting> {
        self.those(|who| self.light(self.world().body(who).at) == Visibility::Seen)
    }

    /// Everybody of theirs who can be told of now: on a board, which is seen as a whole, all who are seen.
    pub fn in_view(self) -> Vec<Sighting> {
        match self.is_board() {
            true => self.seen(),
            false => self.noticed(),
        }
    }

    /// What lies about and stands there that can be told of now, likewise.
    pub fn things_in_view(self) -> Vec<Sighting> {
        match self.is_board() {
            true => self.things_known(),
            false => self.things_noticed(),
        }
    }

    /// Whether this is a field where everybody steps eight ways, and nothing but the edge ends it.
    pub fn is_open_field(self) -> bool {
        self.screen.live.game.rules().rim() == Rim::Heroless
    }

    /// Whether the level is seen as a whole.
    pub fn is_board(self) -> bool {
        self.screen.live.game.rules().rim() != Rim::Closed
    }

    fn those(self, is_meant: impl Fn(ActorId) -> bool) -> Vec<Sighting> {
        let world = self.world();
        let them = world.theirs(world.here()).filter(|who| is_meant(*who));
        self.sorted(them.map(|who| self.sighting(who)).collect())
    }

    /// Somebody, where he is and what his looks tell beside his kind.
    pub fn sighting(self, who: ActorId) -> Sighting {
        let world = self.world();
        let (body, kind) = (world.body(who), world.kind(who));
        let mut more = Vec::new();
        if kind.shows == Shows::Strength {
            more.push(format!("strength {}", body.stat(Stat::Strength)));
        }
        if !world.is_valid(world.here(), body.at) {
            let tile = world.cell(world.here(), body.at).tile;
            let ground = terrain_as(world, world.here(), body.at, tile);
            more.push(format!("in the {ground}"));
        }
        Sighting {
            name: kind.name.clone(),
            at: body.at,
            more: more.join(", "),
            who: Who::Body(who),
        }
    }

    /// What lies about or stands there for good and is noticed, the nearest first: items, doors, stairs, signs, traps.
    pub fn things_noticed(self) -> Vec<Sighting> {
        let (from, far) = (self.stand(), NOTICED as i32);
        let around = Region {
            from: at(from.x.saturating_sub(far), from.y.saturating_sub(far)),
            to: at(from.x.saturating_add(far), from.y.saturating_add(far)),
        };
        let cells = around.points().filter(|p| self.is_in_reach(*p));
        self.sorted(cells.flat_map(|p| self.things_at(p)).collect())
    }

    /// The same of all that is known of the level.
    pub fn things_known(self) -> Vec<Sighting> {
        let world = self.world();
        let cells = world.size(world.here()).points();
        self.sorted(cells.flat_map(|p| self.things_at(p)).collect())
    }

    fn things_at(self, p: Point) -> Vec<Sighting> {
        let world = self.world();
        let here = world.here();
        let thing = |name: &str, who| Sighting {
            name: name.to_owned(),
            at: p,
            more: String::new(),
            who,
        };
        let mut things = Vec::new();
        let item = world.item_at(here, p);
        if item != ItemId::NONE && self.light(p) == Visibility::Seen {
            things.push(thing(&world.item(item).name, Who::Item));
        }
        if let Some(tile) = self.tile(p).filter(|tile| is_landmark(tile)) {
            things.push(thing(&tile.name, Who::Ground));
        }
        things
    }

    /// Ground that is neither floor nor wall, as far as it is noticed: fences, slime, water, reeds.
    pub fn ground_noticed(self) -> Vec<Sighting> {
        self.ground_of(|p, tile| is_ground(tile) && self.is_in_reach(p))
    }

    /// The same of all that is known of the level, and walls too.
    pub fn ground_known(self) -> Vec<Sighting> {
        self.ground_of(|_, tile| is_ground(tile) || is_wall(tile))
    }

    /// The walls of the level as far as they are known.
    pub fn walls_known(self) -> Vec<Sighting> {
        self.ground_of(|_, tile| is_wall(tile))
    }

    /// What is raised and torn down or left while the game goes on, of a board: fences and slime.
    pub fn raised(self) -> Vec<Sighting> {
        if !self.is_board() {
            return Vec::new();
        }
        self.ground_of(|_, tile| matches!(tile.feature, Feature::Fence(_) | Feature::Pool(_)))
    }

    fn ground_of(self, is_meant: impl Fn(Point, &Tile) -> bool) -> Vec<Sighting> {
        let world = self.world();
        let here = world.here();
        let ground = world.size(here).points().filter_map(|p| {
            let tile = self.tile(p).filter(|tile| is_meant(p, tile))?;
            let id = match self.light(p) {
                Visibility::Remembered(id) => id,
                Visibility::Seen | Visibility::Unseen => world.cell(here, p).tile,
            };
            let full = terrain_with_strength(world, here, p, id);
            let (name, more) = full.split_once(", ").unwrap_or((&tile.name, ""));
            Some(Sighting {
                name: name.to_owned(),
                at: p,
                more: more.to_owned(),
                who: Who::Ground,
            })
        });
        self.sorted(ground.collect())
    }

    /// What he stands on, with an article, if it is something else than floor; empty if it is that.
    pub fn ground(self) -> String {
        let tile = self.world().tile(self.world().here(), self.stand());
        match is_landmark(tile) || is_ground(tile) {
            true => one(&tile.name),
            false => String::new(),
        }
    }

    /// How many steps lead on in a direction over ground that is known to carry him.
    pub fn room(self, way: Direction) -> u32 {
        let ahead = std::iter::successors(Some(self.stand() + way), |p| Some(*p + way));
        ahead.take_while(|p| self.carries(*p)).count() as u32
    }

    /// Whether a step that way leads anywhere, if only to a door.
    pub fn is_way(self, way: Direction) -> bool {
        let p = self.stand() + way;
        self.carries(p) || self.is_door(p)
    }

    /// Whether a cell is known to be a door, open or not.
    pub fn is_door(self, p: Point) -> bool {
        let is_door = |tile: &Tile| matches!(tile.feature, Feature::Door(_));
        self.tile(p).is_some_and(is_door)
    }

    /// What ends a way behind so many steps, with its article, if it is more than a wall.
    pub fn end_of_way(self, way: Direction, room: u32) -> Option<String> {
        let (world, p) = (self.world(), (0..=room).fold(self.stand(), |p, _| p + way));
        let item = world.item_at(world.here(), p);
        let size = world.size(world.here());
        match self.tile(p) {
            _ if !size.contains(p) => Some("the edge".to_owned()),
            None => Some("the unknown".to_owned()),
            Some(tile) if is_wall(tile) => None,
            Some(_) if !size.contains_inside_rim(p) => Some("the edge".to_owned()),
            // The ground would carry him, but what lies there is in his way: a cow.
            Some(tile) if tile.footing == Footing::Anyone && item != ItemId::NONE => {
                Some(one(&world.item(item).name))
            }
            Some(tile) => (tile.footing != Footing::Drifters).then(|| one(&tile.name)),
        }
    }

    /// Whether a cell is known to carry him.
    pub fn carries(self, p: Point) -> bool {
        let rules = self.screen.live.game.rules();
        let carries = |tile: &Tile| tile.footing == Footing::Anyone;
        self.tile(p).is_some_and(carries) && rules.can_cross(self.world(), p)
    }

    fn is_noticed(self, who: ActorId) -> bool {
        let (world, at) = (self.world(), self.world().body(who).at);
        let is_in_wall =
            world.kind(who).through == Through::Walls && !world.is_place(world.here(), at);
        let is_coming = is_in_wall && self.stand().chebyshev(at) <= THROUGH_WALLS;
        let is_near = self.stand().chebyshev(at) <= self.noticed_from() && self.is_in_reach(at);
        self.light(at) == Visibility::Seen && (is_coming || is_near)
    }

    /// How far off somebody is near.
    pub fn noticed_from(self) -> u32 {
        match self.ways() {
            Neighbours::Four => NOTICED_IN_ROWS,
            Neighbours::Eight => NOTICED,
        }
    }

    /// Whether somebody never leaves his place.
    pub fn is_rooted(self, one: &Sighting) -> bool {
        let Who::Body(who) = one.who else { return true };
        let parts = self.world().kind(who).behaviour.parts();
        parts.is_some_and(|parts| parts.hunt == Hunt::Stand && parts.roam == Roam::Stand)
    }

    /// Whether the eye falls on a cell by itself: on a board wherever it is seen, else along a clear line.
    pub fn is_in_reach(self, p: Point) -> bool {
        let (world, stand) = (self.world(), self.stand());
        let far = stand.chebyshev(p);
        let is_clear = |q| q == p || q == stand || world.lets_sight(world.here(), q);
        self.light(p) == Visibility::Seen
            && (self.is_board()
                || far <= CLOSE
                || sight::sees(p, stand, NOTICED, |_| true, is_clear).is_some())
    }

    fn sorted(self, mut them: Vec<Sighting>) -> Vec<Sighting> {
        let stand = self.stand();
        them.sort_by_key(|one| (stand.chebyshev(one.at), stand.manhattan(one.at)));
        them
    }
}

/// "a door", "stairs down", "3 doors": what has many steps, stalks or grains is one all the same.
pub fn one(name: &str) -> String {
    several(1, name)
}

/// The same of so many.
pub fn several(count: usize, name: &str) -> String {
    let first = name.split(' ').next().unwrap_or(name);
    let is_many = first == "gold" || first.ends_with('s') && !first.ends_with("ss");
    match (is_many, count) {
        (true, 1) => name.to_owned(),
        (true, n) => format!("{n} times {name}"),
        (false, n) => counted(n as i64, name),
    }
}

/// What one walks to, or round: doors, stairs, traps that are seen, and words to read.
fn is_landmark(tile: &Tile) -> bool {
    match tile.feature {
        Feature::Door(_) | Feature::Stairs(_) => true,
        Feature::Trap(trap) => trap.guise == Guise::Plain,
        Feature::Plain => !tile.says.is_empty(),
        Feature::Fence(_) | Feature::Pool(_) => false,
    }
}

/// What is walked on without being seen through, or seen through without being walked on, and what is raised or left.
fn is_ground(tile: &Tile) -> bool {
    match tile.feature {
        Feature::Fence(_) | Feature::Pool(_) => true,
        Feature::Plain => (tile.footing == Footing::Anyone) != (tile.sight == Sight::Clear),
        Feature::Door(_) | Feature::Stairs(_) | Feature::Trap(_) => false,
    }
}

/// What nobody walks through who is no ghost.
fn is_wall(tile: &Tile) -> bool {
    matches!(tile.footing, Footing::Nobody | Footing::Drifters)
}
