//! Four tactics players, from a random one to one that weighs its moves: their results measure how hard a battle is.
//! All of them know only what the screen shows, and none tries actions out in advance.
use dungeon::data::{CRYSTAL, Feature, Footing, ItemId, LevelId, PANCAKE, Side, Stat, Weapon};
use dungeon::game::ActorId;
use dungeon::geometry::{self, Direction, Distances, Neighbours, Point};
use dungeon::rules::{END_TURN, reach};
use dungeon::{Action, Game, World};

/// Returns the next action of a wizard with points left, and its value; `None` if no action is worthwhile.
pub type Mind = fn(&World, ActorId) -> Option<(i64, Action)>;

/// Returns the best action of all wizards, or the command that selects its wizard first.
pub fn next(game: &Game, mind: Mind) -> Action {
    let world = game.world();
    let ready = world
        .ours()
        .filter(|who| world.body(*who).stat(Stat::Ap) > 0);
    let ideas =
        ready.filter_map(|who| mind(world, who).map(|(worth, action)| (worth, who, action)));
    match ideas.max_by_key(|(worth, who, _)| (*worth, *who == world.commanded())) {
        None => Action::Do(END_TURN),
        Some((_, who, action)) if who == world.commanded() => action,
        Some((_, who, _)) => Action::Command(who),
    }
}

/// A random player: a shot, a walk to anywhere, or nothing.
pub fn whim(world: &World, who: ActorId) -> Option<(i64, Action)> {
    let spot = world.body(who).at;
    let mut actions: Vec<Action> = shots(world, who, spot).map(|shot| shot.action()).collect();
    if dice(world, who, 0).is_multiple_of(2) || actions.is_empty() {
        let range = reach(world, who);
        let cells = range.points().filter(|p| *p != spot);
        actions = cells.map(Action::Go).collect();
    }
    let some = dice(world, who, 1) as usize % (actions.len() + 1);
    Some((0, *actions.get(some)?))
}

/// A hasty player: shoots the surest target whenever possible, and otherwise walks straight to the nearest ghost.
/// Ignores health, cover and the explosions of green ghosts.
pub fn haste(world: &World, who: ActorId) -> Option<(i64, Action)> {
    let spot = world.body(who).at;
    if let Some(shot) = shots(world, who, spot).max_by_key(|shot| shot.percent) {
        return Some((100, shot.action()));
    }
    let mut way = Way::to(world, who, goals(world, who));
    let (near, to) = nearest(world, who, &mut way)?;
    let goes_on = near < way.steps(spot)?;
    if goes_on {
        return Some((50, Action::Go(to)));
    }
    Some((40, sweep(world, who, &mut way)?))
}

/// The hasty player with four rules of a careful beginner: fetch a pancake when hurt, finish weak ghosts, keep
/// exploding green ghosts away from friends, and do not enter the line of fire with the last point.
pub fn sense(world: &World, who: ActorId) -> Option<(i64, Action)> {
    let body = world.body(who);
    if let Some(action) = fetch_a_meal(world, who) {
        return Some((200, action));
    }
    let shots = shots(world, who, body.at).filter(|shot| is_safe(world, shot));
    let left = |shot: &Chance| world.life_of(shot.whom) / 4;
    if let Some(shot) = shots.min_by_key(|shot| (left(shot), 100 - shot.percent)) {
        return Some((100, shot.action()));
    }
    let is_green = |ghost: &ActorId| world.kind(*ghost).bursts > 0;
    let mut greens = world.theirs(body.level).filter(is_green);
    match greens.find(|green| world.body(*green).at.chebyshev(body.at) <= 1) {
        Some(green) => leave(world, who, world.body(green).at).map(|action| (90, action)),
        None if body.stat(Stat::Ap) > 1 => haste(world, who),
        None => None,
    }
}

/// Returns a walk toward a pancake, for a wizard that needs one nearby.
fn fetch_a_meal(world: &World, who: ActorId) -> Option<Action> {
    let body = world.body(who);
    if body.stat(Stat::Health) > 10 {
        return None;
    }
    let mut way = Way::to(world, who, lying(world, who, PANCAKE));
    let far = way.steps(body.at).filter(|steps| *steps <= 15)?;
    let (left, to) = nearest(world, who, &mut way)?;
    (left < far).then_some(Action::Go(to))
}

/// Whether a killing shot hurts no friend.
fn is_safe(world: &World, shot: &Chance) -> bool {
    let is_near = |friend| world.body(friend).at.chebyshev(shot.at) <= 1;
    world.kind(shot.whom).bursts == 0 || !world.ours().any(is_near)
}

/// Returns a walk away from a green ghost to a cell in shooting distance, apart from friends.
fn leave(world: &World, who: ActorId, green: Point) -> Option<Action> {
    let range = reach(world, who);
    let is_apart = |friend, p: Point| friend == who || world.body(friend).at.chebyshev(p) > 2;
    let is_good = |p: &Point| {
        (3..=6).contains(&p.chebyshev(green)) && world.ours().all(|friend| is_apart(friend, *p))
    };
    let good = range.points().filter(is_good);
    good.min_by_key(|p| harm(world, who, *p)).map(Action::Go)
}

/// Weighs a shot now, or a walk and a shot, against the expected damage at the final cell; all in hundredths of a
/// health point.
pub fn thought(world: &World, who: ActorId) -> Option<(i64, Action)> {
    let spot = world.body(who).at;
    let mut way = Way::to(world, who, goals(world, who));
    let shots = shots(world, who, spot);
    let mut ideas: Vec<(i64, Action)> = shots
        .map(|shot| (worth(world, who, spot, &shot), shot.action()))
        .collect();
    // A unit with a target need not advance.
    let a_step = if ideas.is_empty() { 8 } else { 0 };
    let mut steps = |p| i64::from(way.steps(p).unwrap_or(99));
    let stay = prospect(world, who, spot) - steps(spot) * a_step;
    for to in reach(world, who).points().filter(|p| *p != spot) {
        let then = prospect(world, who, to) - steps(to) * a_step + next_shot(world, who, to);
        ideas.push((then - stay - 20, Action::Go(to))); // a walk costs 20
    }
    ideas.extend(sweep(world, who, &mut way).map(|action| (1, action)));
    let best = ideas.into_iter().max_by_key(|(worth, _)| *worth);
    best.filter(|(worth, _)| *worth > 0)
}

/// Returns the value of the best shot from a cell, if a point is left for it after the walk.
fn next_shot(world: &World, who: ActorId, from: Point) -> i64 {
    if world.body(who).stat(Stat::Ap) < 2 {
        return 0;
    }
    let worth = shots(world, who, from).map(|shot| worth(world, who, from, &shot));
    worth.max().unwrap_or(0).max(0)
}

/// Returns the value of a cell during the ghosts' turn: its item, less the expected damage.
fn prospect(world: &World, who: ActorId, spot: Point) -> i64 {
    let health = i64::from(world.body(who).stat(Stat::Health));
    let harm = harm(world, who, spot);
    let fear = match health * 100 {
        left if left <= harm => 3,
        left if left <= harm * 2 => 2,
        _ => 1,
    };
    loot(world, who, spot) - harm * fear / 2 // or nobody would ever leave his corner
}

/// Returns the value of a cell's item to a wizard.
fn loot(world: &World, who: ActorId, spot: Point) -> i64 {
    let body = world.body(who);
    if spot == body.at {
        return 0; // the wizard has taken this item on arrival
    }
    let (health, ammo) = (body.stat(Stat::Health), body.stat(Stat::Ammo));
    match world.item_at(body.level, spot) {
        PANCAKE if health <= 12 => 600,
        PANCAKE => 50,
        CRYSTAL if ammo <= 3 => 900,
        CRYSTAL => 100,
        _ => 0,
    }
}

/// Returns the expected damage by ghosts to a wizard at a cell, in hundredths of a health point.
fn harm(world: &World, who: ActorId, spot: Point) -> i64 {
    let level = world.body(who).level;
    let ghosts = world.theirs(level).map(|ghost| {
        let (kind, at) = (world.kind(ghost), world.body(ghost).at);
        let far = at.chebyshev(spot);
        let Some(weapon) = kind.weapon else {
            let is_near = i64::from(far <= 1);
            return is_near * i64::from(kind.bursts) * 20;
        };
        let a_hit = i64::from(weapon.damage.0 + weapon.damage.1) / 2;
        let chance = |far| i64::from(weapon.chance(far));
        let comes = kind.range.min(far);
        if in_fire(world, who, at, spot, weapon) {
            chance(far) * a_hit * 2
        } else if far <= weapon.reach + comes {
            chance(weapon.reach.min(far)) * a_hit / 2
        } else {
            0
        }
    });
    ghosts.sum()
}

/// Returns the value of a shot from a cell: its damage, plus a bonus if it kills a shooter. The explosion of a green
/// ghost counts for all bodies that it hurts.
fn worth(world: &World, who: ActorId, from: Point, shot: &Chance) -> i64 {
    let Some(weapon) = world.kind(who).weapon else {
        return 0;
    };
    let (kind, body) = (world.kind(shot.whom), world.body(shot.whom));
    let left = i64::from(world.life_of(shot.whom));
    let damages = i64::from(weapon.damage.0)..=i64::from(weapon.damage.1);
    let of = damages.clone().count() as i64;
    let takes = damages.clone().map(|damage| damage.min(left)).sum::<i64>() * 100 / of;
    let kills = damages.filter(|damage| *damage >= left).count() as i64 * 100 / of;
    let (a_life, an_end) = match (kind.weapon, kind.bursts) {
        (Some(_), _) => (2, 6),
        (None, 0) => (1, 1),
        (None, _) => (1, 2),
    };
    let around = Direction::ALL.map(|way| body.at + way);
    let burst: i64 = (around.into_iter())
        .filter_map(|p| {
            if p == from {
                Some(who)
            } else {
                world.body_at(body.level, p).filter(|hurt| *hurt != who)
            }
        })
        .map(|hurt| match world.body(hurt).side {
            Side::Ours => -2 * i64::from(kind.bursts),
            Side::Theirs => i64::from(kind.bursts),
        })
        .sum();
    i64::from(shot.percent) * (takes * a_life + kills * (an_end + burst)) / 100
}

/// A possible shot.
struct Chance {
    whom: ActorId,
    at: Point,
    percent: u32,
}

impl Chance {
    fn action(&self) -> Action {
        Action::Shoot(self.whom)
    }
}

/// Returns the shots at ghosts that a wizard would have from a cell.
fn shots(world: &World, who: ActorId, from: Point) -> impl Iterator<Item = Chance> {
    let weapon = world.kind(who).weapon;
    let has_ammo = world.body(who).stat(Stat::Ammo) > 0;
    let weapon = weapon.filter(|_| has_ammo);
    let ghosts = world.theirs(world.body(who).level);
    ghosts.filter_map(move |whom| {
        let (at, weapon) = (world.body(whom).at, weapon?);
        in_fire(world, who, from, at, weapon).then(|| Chance {
            whom,
            at,
            percent: weapon.chance(from.chebyshev(at)),
        })
    })
}

/// Whether a wizard at `from` could hit `to`: K-11, but the wizard's own body does not block.
fn in_fire(world: &World, wizard: ActorId, from: Point, to: Point, weapon: Weapon) -> bool {
    let level = world.body(wizard).level;
    let is_clear = |p: Point| {
        let stands = world.body_at(level, p).filter(|who| *who != wizard);
        p == to || world.lets_sight(level, p) && stands.is_none()
    };
    from != to && from.chebyshev(to) <= weapon.reach && geometry::line(from, to).all(is_clear)
}

/// Returns a shot at the nearest slime on the way.
fn sweep(world: &World, who: ActorId, way: &mut Way<'_>) -> Option<Action> {
    let body = world.body(who);
    let weapon = world.kind(who).weapon?;
    let level = body.level;
    let cells = world.size(level).points();
    let pools = cells.filter(|p| matches!(world.tile(level, *p).feature, Feature::Pool(_)));
    let near = pools.filter(|p| in_fire(world, who, body.at, *p, weapon));
    let pool = near.min_by_key(|p| way.steps(*p).unwrap_or(u32::MAX))?;
    let is_on_the_way = way.steps(pool) < way.steps(body.at);
    (is_on_the_way && body.stat(Stat::Ammo) > 0).then_some(Action::ShootAt(pool))
}

/// Walking distances from some cells, with doors opened, slime cleared and no body in the way.
struct Way<'a> {
    world: &'a World,
    level: LevelId,
    distances: Distances,
}

impl Way<'_> {
    fn to(world: &World, who: ActorId, places: impl IntoIterator<Item = Point>) -> Way<'_> {
        let level = world.body(who).level;
        let mut distances = Distances::over(Neighbours::Eight);
        distances.begin(world.size(level), places);
        Way {
            world,
            level,
            distances,
        }
    }

    fn steps(&mut self, from: Point) -> Option<u32> {
        let (world, level) = (self.world, self.level);
        let is_wall = |p| world.tile(level, p).footing > Footing::Openers;
        self.distances.to(from, |p| !is_wall(p))
    }
}

/// Returns the destinations: ghosts, or crystals if the wizard has no ammo or no ghosts are left.
fn goals(world: &World, who: ActorId) -> Vec<Point> {
    let body = world.body(who);
    let ghosts = world.theirs(body.level);
    let ghosts: Vec<Point> = ghosts.map(|ghost| world.body(ghost).at).collect();
    let crystals = lying(world, who, CRYSTAL);
    match body.stat(Stat::Ammo) {
        1.. if !ghosts.is_empty() => ghosts,
        _ if crystals.is_empty() => ghosts,
        _ => crystals,
    }
}

fn lying(world: &World, who: ActorId, item: ItemId) -> Vec<Point> {
    let level = world.body(who).level;
    let cells = world.size(level).points();
    cells.filter(|p| world.item_at(level, *p) == item).collect()
}

/// Returns the cell in range with the fewest steps from there.
fn nearest(world: &World, who: ActorId, way: &mut Way<'_>) -> Option<(u32, Point)> {
    let range = reach(world, who);
    let far = range
        .points()
        .filter_map(|p| way.steps(p).map(|steps| (steps, p)));
    far.min_by_key(|(steps, _)| *steps)
}

/// Returns pseudo-random numbers, the same in every run.
fn dice(world: &World, who: ActorId, nth: u64) -> u64 {
    let points = world.body(who).stat(Stat::Ap);
    let moment = u64::from(world.turn()) << 16 | u64::from(points.unsigned_abs()) << 8;
    let mut bits = world.seed() << 48 ^ u64::from(who.0) << 40 ^ moment ^ nth;
    for _ in 0..3 {
        bits = (bits ^ bits >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    bits >> 32
}
