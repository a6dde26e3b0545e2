//! How bots play the game `tactics`, in which the units are wizards. These bots simulate no actions.
use super::notes::Notes;
use crate::player_view::PlayerView;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::rulesets::tactics::END_TURN;
use dungeon_model::dungeon::games::tactics::{CRYSTAL, PANCAKE};
use dungeon_model::dungeon::{Feature, Footing, ItemId, Stat, Tile, Weapon};
use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Neighbours, Point};
use dungeon_model::space::sight;

/// Runs at the ghosts, and shoots whenever possible at the ghost that is most likely to be hit. Ignores health, cover
/// and bursting ghosts.
pub fn greedy(_notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    next(view, legal, |scout| scout.haste())
}

/// Plays like the greedy bot, with four more rules: fetch a pancake when hurt, finish weak ghosts, burst no ghost next
/// to a friend, and do not run into fire with the last action point.
pub fn careful(_notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    next(view, legal, |scout| scout.sense())
}

/// Compares shooting now with walking and then shooting. The value of a walk also includes the item on the final cell,
/// and how much less enemy fire is expected there than here. All values are expectations in hundredths of a life point.
/// The weights are the same as in `tests/rules/scenario/wizards.rs`.
pub fn planned(_notes: &mut Notes, view: &PlayerView<'_>, legal: &[Action]) -> Action {
    next(view, legal, |scout| scout.thought())
}

/// The best action of any unit, or the command that selects that unit first.
fn next(
    view: &PlayerView<'_>,
    legal: &[Action],
    think: impl Fn(&Scout<'_>) -> Option<(i64, Action)>,
) -> Action {
    let points = |who: &ActorId| view.body(*who).is_some_and(|body| body.stat(Stat::Ap) > 0);
    let ready = view.ours().filter(points);
    let ideas = ready.filter_map(|who| {
        let scout = Scout { view, who, legal };
        think(&scout).map(|(worth, action)| (worth, who, action))
    });
    let best = ideas.max_by_key(|(worth, who, _)| (*worth, *who == view.commanded()));
    let action = match best {
        None => Action::Do(END_TURN),
        Some((_, who, action)) if who == view.commanded() => action,
        Some((_, who, _)) => Action::Command(who),
    };
    if legal.contains(&action) {
        action
    } else {
        Action::Do(END_TURN)
    }
}

/// The expected life loss from a hit on a target with `left` life, in hundredths of a life point, and the probability
/// that the hit kills, in percent.
fn expected_damage(weapon: Weapon, left: i64) -> (i64, i64) {
    let (least, most) = (i64::from(weapon.damage.0), i64::from(weapon.damage.1));
    let of = (most - least + 1).max(1);
    // All damages are equally likely. Damages below `left` count in full, the others as `left`.
    let kills = (most - least.max(left) + 1).clamp(0, of);
    let sum = (least + most.min(left - 1)) * (of - kills) / 2 + left * kills;
    (sum / of * 100 + sum % of * 100 / of, kills * 100 / of)
}

/// A unit and what it sees.
struct Scout<'a> {
    view: &'a PlayerView<'a>,
    who: ActorId,
    legal: &'a [Action],
}

/// A possible shot of a unit.
#[derive(Clone, Copy)]
struct ExpectedShot {
    whom: ActorId,
    at: Point,
    percent: u32,
}

impl Scout<'_> {
    fn haste(&self) -> Option<(i64, Action)> {
        let shots = self.shots();
        if let Some(shot) = shots.iter().max_by_key(|shot| shot.percent) {
            return Some((100, Action::Shoot(shot.whom)));
        }
        let mut way = self.way_to(&self.goals());
        if let Some(to) = self.nearer(&mut way) {
            return Some((50, Action::Go(to)));
        }
        Some((40, self.sweep(&mut way)?))
    }

    fn sense(&self) -> Option<(i64, Action)> {
        if let Some(action) = self.fetch_a_meal() {
            return Some((200, action));
        }
        let shots = self.shots().into_iter().filter(|shot| self.is_safe(shot));
        let left = |shot: &ExpectedShot| self.view.life_of(shot.whom).unwrap_or(0) / 4;
        if let Some(shot) = shots.min_by_key(|shot| (left(shot), 100 - shot.percent)) {
            return Some((100, Action::Shoot(shot.whom)));
        }
        let bursts = |who: &ActorId| self.bursts(*who) > 0;
        let mut near = self.view.monsters().filter(bursts);
        let here = self.place(self.who)?;
        let beside = |who: &ActorId| self.place(*who).is_some_and(|at| at.chebyshev(here) <= 1);
        match near.find(beside) {
            Some(green) => self.leave(self.place(green)?).map(|action| (90, action)),
            None if self.stat(Stat::Ap) > 1 => self.haste(),
            None => None,
        }
    }

    /// The best of a shot, a walk, and a shot at slime, with its worth in hundredths of a life point; `None` if no
    /// action is worth it.
    fn thought(&self) -> Option<(i64, Action)> {
        let spot = self.place(self.who)?;
        let mut way = self.way_to(&self.goals());
        let shots = self.shots().into_iter();
        let mut ideas: Vec<(i64, Action)> = shots
            .map(|shot| (self.worth(spot, &shot), Action::Shoot(shot.whom)))
            .collect();
        // If the unit has a target already, steps toward the goals count nothing.
        let a_step = if ideas.is_empty() { 8 } else { 0 };
        let mut left = |p| i64::from(self.steps(&mut way, p).unwrap_or(99)) * a_step;
        let stay = self.prospect(spot) - left(spot);
        for to in self.range() {
            let then = self.prospect(to) - left(to) + self.next_shot(to);
            // A walk must gain at least a fifth of a life point.
            ideas.push((then - stay - 20, Action::Go(to)));
        }
        ideas.extend(self.sweep(&mut way).map(|action| (1, action)));
        let best = ideas.into_iter().max_by_key(|(worth, _)| *worth);
        best.filter(|(worth, _)| *worth > 0)
    }

    /// The worth of the best shot from a cell; 0 if no action point is left after the walk to the cell.
    fn next_shot(&self, from: Point) -> i64 {
        if self.stat(Stat::Ap) < 2 {
            return 0;
        }
        let shots = self.shots_from(from).into_iter();
        let worth = shots.map(|shot| self.worth(from, &shot));
        worth.max().unwrap_or(0).max(0)
    }

    /// The worth of standing on a cell when the ghosts act: the worth of the item there, minus the expected loss of
    /// life.
    fn prospect(&self, spot: Point) -> i64 {
        let harm = self.harm(spot);
        let fear = match i64::from(self.stat(Stat::Health)) * 100 {
            left if left <= harm => 3,
            left if left <= harm.saturating_mul(2) => 2,
            _ => 1,
        };
        // Only half of the harm counts, or no unit would ever leave its corner.
        self.loot(spot) - harm.saturating_mul(fear) / 2
    }

    /// The worth of the item on a cell; 0 on the unit's own cell, whose item is taken already.
    fn loot(&self, spot: Point) -> i64 {
        if self.place(self.who) == Some(spot) {
            return 0;
        }
        let (health, ammo) = (self.stat(Stat::Health), self.stat(Stat::Ammo));
        match self.view.item_id(spot) {
            PANCAKE if health <= 12 => 600,
            PANCAKE => 50,
            CRYSTAL if ammo <= 3 => 900,
            CRYSTAL => 100,
            _ => 0,
        }
    }

    /// The worth of a shot from a cell: the life that the shot takes, a bonus if it may kill a shooter, and the worth
    /// of the burst if it may kill a bursting ghost.
    fn worth(&self, from: Point, shot: &ExpectedShot) -> i64 {
        let weapon = self.view.kind(self.who).and_then(|kind| kind.weapon);
        let (Some(weapon), Some(kind), Some(left)) = (
            weapon,
            self.view.kind(shot.whom),
            self.view.life_of(shot.whom),
        ) else {
            return 0;
        };
        let (takes, kills) = expected_damage(weapon, left.into());
        let (a_life, an_end) = match (kind.weapon, kind.bursts) {
            (Some(_), _) => (2, 6),
            (None, 0) => (1, 1),
            (None, _) => (1, 2),
        };
        let worth = takes * a_life + kills * (an_end + self.burst_worth(from, shot, kind.bursts));
        i64::from(shot.percent) * worth / 100
    }

    /// The worth of a ghost's burst to a unit that shoots from a cell. Harm to ghosts counts in favor of the burst, and
    /// harm to our units counts twice against it.
    fn burst_worth(&self, from: Point, shot: &ExpectedShot, bursts: i32) -> i64 {
        let hurt = Direction::ALL.into_iter().filter_map(|way| {
            let p = shot.at + way;
            if p == from {
                Some(self.who)
            } else {
                self.view.body_at(p).filter(|hurt| *hurt != self.who)
            }
        });
        let is_ours = |hurt: ActorId| self.view.ours().any(|own| own == hurt);
        let worth = hurt.map(|hurt| {
            if is_ours(hurt) {
                -2 * i64::from(bursts)
            } else {
                i64::from(bursts)
            }
        });
        worth.sum()
    }

    /// A walk toward a pancake at most 15 steps away, for a hurt unit.
    fn fetch_a_meal(&self) -> Option<Action> {
        if self.stat(Stat::Health) > 10 {
            return None;
        }
        let mut way = self.way_to(&self.lying(PANCAKE));
        self.steps(&mut way, self.place(self.who)?)
            .filter(|steps| *steps <= 15)?;
        Some(Action::Go(self.nearer(&mut way)?))
    }

    /// Whether no friend would be hurt, even if the shot killed the ghost.
    fn is_safe(&self, shot: &ExpectedShot) -> bool {
        let is_near = |friend| {
            self.place(friend)
                .is_some_and(|at| at.chebyshev(shot.at) <= 1)
        };
        self.bursts(shot.whom) == 0 || !self.view.ours().any(is_near)
    }

    /// A walk away from a bursting ghost to a cell within shooting range and away from friends.
    fn leave(&self, green: Point) -> Option<Action> {
        let is_apart = |friend, p: Point| {
            friend == self.who || self.place(friend).is_some_and(|at| at.chebyshev(p) > 2)
        };
        let is_good = |p: &Point| {
            (3..=6).contains(&p.chebyshev(green))
                && self.view.ours().all(|friend| is_apart(friend, *p))
        };
        let good = self.range().into_iter().filter(is_good);
        good.min_by_key(|p| self.harm(*p)).map(Action::Go)
    }

    /// The life that the ghosts are expected to take from the unit on a cell, in hundredths of a life point.
    fn harm(&self, spot: Point) -> i64 {
        let ghosts = self.view.monsters().filter_map(|ghost| {
            let (kind, at) = (self.view.kind(ghost)?, self.place(ghost)?);
            let far = at.chebyshev(spot);
            let Some(weapon) = kind.weapon else {
                return Some(i64::from(far <= 1) * i64::from(kind.bursts) * 20);
            };
            let a_hit = (i64::from(weapon.damage.0) + i64::from(weapon.damage.1)) / 2;
            let chance = i64::from(weapon.chance(far));
            let comes = kind.range.min(far);
            Some(match self.in_fire(at, spot, weapon) {
                true => chance * a_hit * 2,
                false if far <= weapon.reach.saturating_add(comes) => chance * a_hit / 2,
                false => 0,
            })
        });
        ghosts.sum()
    }

    /// The ghosts that the unit can shoot from its place. If a goal requires a ghost in sight to be killed, leaves out
    /// other harmless ghosts.
    fn shots(&self) -> Vec<ExpectedShot> {
        let from = self.place(self.who);
        from.map_or_else(Vec::new, |from| self.shots_from(from))
    }

    /// The ghosts that the unit could shoot from a cell.
    fn shots_from(&self, from: Point) -> Vec<ExpectedShot> {
        let weapon = self.view.kind(self.who).and_then(|kind| kind.weapon);
        let Some(weapon) = weapon else {
            return Vec::new();
        };
        if self.stat(Stat::Ammo) <= 0 {
            return Vec::new();
        }
        let has_prey = self.view.monsters().any(|who| self.view.is_prey(who));
        let is_armed = |who| {
            self.view
                .kind(who)
                .is_some_and(|kind| kind.weapon.is_some())
        };
        let is_target = |who: &ActorId| {
            !has_prey || self.view.is_prey(*who) || is_armed(*who) || self.view.strikes(*who)
        };
        let ghosts = self.view.monsters().filter(is_target);
        let ghosts = ghosts.filter_map(|whom| {
            let at = self.place(whom)?;
            self.in_fire(from, at, weapon).then(|| ExpectedShot {
                whom,
                at,
                percent: weapon.chance(from.chebyshev(at)),
            })
        });
        ghosts.collect()
    }

    /// Whether a weapon on one cell could hit another cell (K-11). Ignores this unit's body, since the unit will have
    /// moved.
    fn in_fire(&self, from: Point, to: Point, weapon: Weapon) -> bool {
        let is_clear = |p: Point| {
            let stands = self.view.body_at(p).filter(|who| *who != self.who);
            p == to || self.view.lets_sight(p) && stands.is_none()
        };
        from != to && from.chebyshev(to) <= weapon.reach && sight::line(from, to).all(is_clear)
    }

    /// A shot at the slime in range that is closest to a goal. `None` if this slime is no closer to a goal than the
    /// unit, or if the unit has no ammo.
    fn sweep(&self, way: &mut Distances) -> Option<Action> {
        let here = self.steps(way, self.place(self.who)?)?;
        let is_pool = |p: &Point| {
            let tile = self.view.tile(*p);
            tile.is_some_and(|tile| matches!(tile.feature, Feature::Pool(_)))
        };
        let weapon = self.view.kind(self.who)?.weapon?;
        let from = self.place(self.who)?;
        let pools = self.view.size().points().filter(is_pool);
        let pools = pools.filter(|p| self.in_fire(from, *p, weapon));
        let near = pools.filter_map(|p| Some((self.steps(way, p)?, p)));
        let (steps, pool) = near.min()?;
        (steps < here && self.stat(Stat::Ammo) > 0).then_some(Action::ShootAt(pool))
    }

    /// The target cells. These are the cells of the ghosts, or only of the ghosts that a goal requires to be killed. If
    /// the unit has no ammo or no ghosts are left, the crystals are the targets. If the goals require items but no
    /// known ghost, all wanted items are the targets. After
    /// that, the ways out are the targets if leaving is a goal.
    fn goals(&self) -> Vec<Point> {
        let prey = self.view.monsters().filter(|who| self.view.is_prey(*who));
        let prey: Vec<ActorId> = prey.collect();
        if prey.is_empty() && self.view.must_take() {
            let cells = self.view.size().points();
            let wanted: Vec<Point> = cells.filter(|p| self.view.is_wanted(*p)).collect();
            if !wanted.is_empty() || !self.view.must_leave() {
                return wanted;
            }
        }
        if prey.is_empty() && self.view.must_leave() {
            return self.exits();
        }
        let is_meant = |who: &ActorId| prey.is_empty() || prey.contains(who);
        let ghosts = self.view.monsters().filter(is_meant);
        let ghosts: Vec<Point> = ghosts.filter_map(|ghost| self.place(ghost)).collect();
        let crystals = self.lying(CRYSTAL);
        if self.stat(Stat::Ammo) > 0 && !ghosts.is_empty() || crystals.is_empty() {
            return ghosts;
        }
        crystals
    }

    /// The known ways out on which no other body stands.
    fn exits(&self) -> Vec<Point> {
        let is_exit = |p: &Point| {
            let tile = self.view.tile(*p);
            let stands = self.view.body_at(*p).filter(|who| *who != self.who);
            stands.is_none() && tile.is_some_and(|tile| matches!(tile.feature, Feature::Exit(_)))
        };
        self.view.size().points().filter(is_exit).collect()
    }

    fn lying(&self, item: ItemId) -> Vec<Point> {
        let cells = self.view.size().points();
        cells.filter(|p| self.view.item_id(*p) == item).collect()
    }

    fn way_to(&self, goals: &[Point]) -> Distances {
        let mut way = Distances::over(Neighbours::Eight);
        way.begin(self.view.size(), goals.iter().copied());
        way
    }

    /// The number of steps from a cell to the nearest goal of `way`, through closed doors and slime, ignoring bodies;
    /// `None` if no way leads there.
    fn steps(&self, way: &mut Distances, from: Point) -> Option<u32> {
        let is_way = |tile: &Tile| tile.footing <= Footing::Openers;
        way.to(from, |p| self.view.tile(p).is_some_and(is_way))
    }

    /// The cell in range with the fewest steps left to a goal; `None` if no cell is closer than the unit's own.
    fn nearer(&self, way: &mut Distances) -> Option<Point> {
        let here = self.steps(way, self.place(self.who)?).unwrap_or(u32::MAX);
        let range = self.range().into_iter();
        let cells = range.filter_map(|p| Some((self.steps(way, p)?, p)));
        let (steps, p) = cells.min()?;
        (steps < here).then_some(p)
    }

    /// The cells that the unit can go to now: from the legal actions for the commanded unit, from the view for other
    /// units.
    fn range(&self) -> Vec<Point> {
        let reached = |action: &Action| match action {
            Action::Go(p) => Some(*p),
            _ => None,
        };
        if self.who == self.view.commanded() {
            self.legal.iter().filter_map(reached).collect()
        } else {
            self.view.range_of(self.who)
        }
    }

    fn bursts(&self, who: ActorId) -> i32 {
        self.view.kind(who).map_or(0, |kind| kind.bursts)
    }

    fn place(&self, who: ActorId) -> Option<Point> {
        self.view.body(who).map(|body| body.at)
    }

    fn stat(&self, stat: Stat) -> i32 {
        self.view.body(self.who).map_or(0, |body| body.stat(stat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_damage_is_the_mean_of_all_that_a_hit_can_take() {
        for (least, most) in [(0, 0), (1, 1), (2, 6), (3, 9), (0, 5)] {
            let weapon = Weapon {
                damage: (least, most),
                accuracy: 80,
                reach: 9,
            };
            for left in 1..12 {
                let damages = || (least..=most).map(i64::from);
                let of = damages().count() as i64;
                let takes = damages().map(|damage| damage.min(left)).sum::<i64>() * 100 / of;
                let kills = damages().filter(|damage| *damage >= left).count() as i64 * 100 / of;
                assert_eq!(expected_damage(weapon, left), (takes, kills));
            }
        }
        let giant = Weapon {
            damage: (i32::MIN, i32::MAX),
            accuracy: 100,
            reach: u32::MAX,
        };
        assert!(expected_damage(giant, i32::MAX.into()).1 <= 100);
    }
}
