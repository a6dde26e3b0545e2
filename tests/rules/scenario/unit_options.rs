//! The options of a tactics unit, computed slowly from scratch by the text of the rules: `Pointing` must always give
//! the same answers (K-1, K-2, K-3, K-6, K-11).
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use dungeon_engine::action::ActorId;
use dungeon_engine::body::Body;
use dungeon_engine::ruleset_face::{Forecast, ShotTarget};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, Footing, Side, Sight, Stat};
use dungeon_model::space::geometry::{Direction, Point, at};

use super::L;

/// The commanded unit of a world.
pub struct UnitOptions<'a> {
    world: &'a World,
    unit: &'a Body,
    who: ActorId,
    standing: BTreeMap<Point, ActorId>,
}

impl UnitOptions<'_> {
    pub fn new(world: &World) -> UnitOptions<'_> {
        let who = world.commanded();
        let everybody = (0..).map(ActorId).zip(world.bodies());
        let alive = everybody.filter(|(_, body)| body.alive);
        UnitOptions {
            world,
            unit: world.body(who),
            who,
            standing: alive.map(|(who, body)| (body.at, who)).collect(),
        }
    }

    fn can_act(&self) -> bool {
        self.world.outcome().is_none() && self.unit.stat(Stat::Ap) > 0
    }

    /// Whether a walk may cross this cell: it has no body, and the ground lets units pass (K-3).
    fn is_open(&self, p: Point) -> bool {
        if !self.world.size(L).contains(p) || self.standing.contains_key(&p) {
            return false;
        }
        let tile = self.world.tile(L, p);
        match tile.feature {
            Feature::Door(door) => door.lock.is_none_or(|lock| self.world.opens(lock)),
            _ => tile.footing == Footing::Anyone,
        }
    }

    /// Returns the cells in range, by adding neighbors of known cells until nothing new is found (K-2).
    pub fn range(&self) -> Vec<Point> {
        if !self.can_act() {
            return Vec::new();
        }
        let far = self.world.kind(self.who).range;
        let mut known = BTreeSet::from([self.unit.at]);
        let mut fresh = known.clone();
        while !fresh.is_empty() {
            let near = fresh
                .iter()
                .flat_map(|p| Direction::ALL.map(|way| *p + way));
            let near: BTreeSet<Point> = near.collect();
            let is_fresh = |p: &Point| !known.contains(p) && p.manhattan(self.unit.at) <= far;
            fresh = near
                .into_iter()
                .filter(is_fresh)
                .filter(|p| self.is_open(*p))
                .collect();
            known.extend(fresh.iter().copied());
        }
        known.into_iter().collect()
    }

    /// Returns the cost of the cheapest route to a cell, by relaxing all neighbors until no cost changes (K-6).
    pub fn cost(&self, to: Point) -> Option<u32> {
        let mut costs = BTreeMap::from([(self.unit.at, 0)]);
        let mut news = VecDeque::from([self.unit.at]);
        while let Some(p) = news.pop_front() {
            for way in Direction::ALL {
                let cost = costs[&p] + if way.dx() * way.dy() == 0 { 10 } else { 14 };
                let next = p + way;
                if self.is_open(next) && costs.get(&next).is_none_or(|known| cost < *known) {
                    costs.insert(next, cost);
                    news.push_back(next);
                }
            }
        }
        costs.get(&to).copied()
    }

    /// Returns the cells that the weapon can hit (K-11).
    pub fn fire(&self) -> Vec<Point> {
        let Some(weapon) = self.world.kind(self.who).weapon else {
            return Vec::new();
        };
        let in_reach = |p: &Point| (1..=weapon.reach).contains(&p.chebyshev(self.unit.at));
        let cells = self.world.size(L).points().filter(in_reach);
        let clear = cells.filter(|p| between(self.unit.at, *p).iter().all(|q| self.is_clear(*q)));
        clear.filter(|_| self.world.outcome().is_none()).collect()
    }

    fn is_clear(&self, p: Point) -> bool {
        self.world.tile(L, p).sight == Sight::Clear && !self.standing.contains_key(&p)
    }

    /// Returns the bodies that the unit can shoot at, with the forecast of each shot (K-11).
    pub fn targets(&self, fire: &[Point]) -> Vec<ShotTarget> {
        let is_foe = |who: ActorId| self.world.body(who).side == Side::Theirs;
        let foes = self.standing.iter().filter(|(_, who)| is_foe(**who));
        let targets = foes.filter_map(|(at, _)| {
            let forecast = self.forecast(*at, fire)?;
            Some(ShotTarget { at: *at, forecast })
        });
        targets.collect()
    }

    /// Returns the forecast of a shot at a cell with a foe or slime; `None` for other cells (K-11, K-12).
    pub fn forecast(&self, p: Point, fire: &[Point]) -> Option<Forecast> {
        let weapon = self.world.kind(self.who).weapon?;
        let chance = weapon.accuracy - 3 * (p.chebyshev(self.unit.at) as i32 - 1);
        let is_a_target = match self.standing.get(&p) {
            Some(who) => self.world.body(*who).side == Side::Theirs,
            None => matches!(self.world.tile(L, p).feature, Feature::Pool(_)),
        };
        let has_a_shot = self.can_act() && self.unit.stat(Stat::Ammo) > 0;
        (is_a_target && has_a_shot && fire.contains(&p)).then_some(Forecast {
            chance: chance.clamp(5, 95) as u32,
            damage: weapon.damage,
        })
    }
}

/// Returns the cells strictly between two points on the line from a shooter: the short axis is rounded to the nearest
/// cell, exact halves toward the shooter.
fn between(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let long = dx.abs().max(dy.abs());
    let rounded = |i: i32, d: i32| (2 * i * d.abs() + long - 1) / (2 * long) * d.signum();
    let cell = |i| {
        if dx.abs() >= dy.abs() {
            at(from.x + i * dx.signum(), from.y + rounded(i, dy))
        } else {
            at(from.x + rounded(i, dx), from.y + i * dy.signum())
        }
    };
    (1..long).map(cell).collect()
}
