//! Auto-explore: the choice of a destination and of the way there. The destination is the nearest item worth taking,
//! the nearest unread sign, or the nearest known cell that borders on the unknown. The way avoids cells that known
//! monsters can hit, and items that it leaves to the player. The explorer stops as soon as a monster can shoot or
//! attack the hero. `journey` takes the steps.
use std::collections::{BTreeMap, BTreeSet};

use super::left_to_player::LeftToPlayer;
use crate::knowledge::known_map::KnownMap;
use crate::knowledge::known_ways::KnownWays;
use dungeon_engine::action::ActorId;
use dungeon_ground::passage::Caution;
use dungeon_model::space::geometry::{Direction, Point};

/// The maximum detour for an item, in steps: an item comes before the nearest frontier cell unless it is farther away
/// than that cell by more than this number. The limit also bounds the search in each step.
const DETOUR: u32 = 50;

/// The maximum number of plans in a row without progress. Without this limit, monsters that walk back and forth could
/// keep an explorer busy forever.
const MOST_PLANS: u32 = 8;

/// The monsters that the player has agreed to pass. They no longer stop an explorer, until the hero has lost half of the
/// health that was left at the answer.
#[derive(Clone, Debug, Default)]
pub struct PassedMonsters {
    monsters: Vec<ActorId>,
    life: i32,
}

impl PassedMonsters {
    /// Returns these monsters, `who` and all monsters in view. Returns only the latter if the hero has lost half of the
    /// health since the player's last answer.
    fn with(&self, known_map: KnownMap<'_>, who: ActorId) -> PassedMonsters {
        let world = known_map.world();
        let earlier = self.monsters.iter().copied();
        let earlier = earlier.filter(|_| !self.is_over(known_map));
        PassedMonsters {
            monsters: earlier.chain(known_map.in_view()).chain([who]).collect(),
            life: world.life_of(world.commanded()),
        }
    }

    /// Whether the hero has lost half of the health.
    fn is_over(&self, known_map: KnownMap<'_>) -> bool {
        let world = known_map.world();
        2 * world.life_of(world.commanded()) < self.life
    }

    fn contains(&self, who: ActorId) -> bool {
        self.monsters.contains(&who)
    }
}

/// An explorer's destination, and its state between steps.
#[derive(Clone)]
pub struct AutoExplore {
    passed: PassedMonsters,
    target: Option<Point>,
    /// The way to the target, according to the cells at the time of the last plan.
    way: KnownWays,
    caution: MonsterCaution,
    /// The monsters to avoid, each with the cell where it is or was last seen.
    met: BTreeMap<ActorId, Point>,
    /// The items that the explorer does not take, according to the last plan.
    left: LeftToPlayer,
    plans: u32,
}

/// The monsters that a plan avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MonsterCaution {
    /// All monsters that the explorer remembers.
    Met,
    /// Only monsters in view and monsters known to stay in place. Used if no other destination is left, to check
    /// whether the remaining monsters are gone.
    InView,
}

/// The reason that an explorer stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExploreEnd {
    /// No item or unknown cell is within reach.
    Done,
    /// Everything left to explore is beyond this known cell, which harms bodies that enter it or has an item that is left
    /// to the player.
    Beyond(Point),
    /// Every way leads past this monster.
    Past(ActorId),
    /// The hero is in this monster's line of fire.
    Shot(ActorId),
}

impl AutoExplore {
    /// Makes an explorer without a destination, which ignores the monsters that the player has agreed to pass.
    pub fn begin(known_map: KnownMap<'_>, passed: &PassedMonsters) -> AutoExplore {
        let passed = if passed.is_over(known_map) {
            PassedMonsters::default()
        } else {
            passed.clone()
        };
        AutoExplore {
            passed,
            target: None,
            way: KnownWays::default(),
            caution: MonsterCaution::Met,
            met: BTreeMap::new(),
            left: LeftToPlayer::default(),
            plans: 0,
        }
    }

    /// Returns the monsters that the player has agreed to pass.
    pub fn passed(&self) -> &PassedMonsters {
        &self.passed
    }

    /// Returns an explorer that can take a step where this one is stopped at once: it ignores the monster that stops this
    /// one, and all monsters in view. Returns that monster too. `None` if this explorer is not stopped by a monster, or if
    /// that changes nothing.
    pub fn past_monsters(&self, known_map: KnownMap<'_>) -> Option<(AutoExplore, ActorId)> {
        let begin = |passed: &PassedMonsters| AutoExplore::begin(known_map, passed);
        let (ExploreEnd::Past(who) | ExploreEnd::Shot(who)) =
            begin(&self.passed).next(known_map).err()?
        else {
            return None;
        };
        let passed = self.passed.with(known_map, who);
        let can_step = begin(&passed).next(known_map).is_ok();
        can_step.then(|| (begin(&passed), who))
    }

    /// Returns the direction of the next step.
    ///
    /// # Errors
    ///
    /// [`ExploreEnd::Shot`] while a monster can shoot the hero, [`ExploreEnd::Past`] if a monster can attack the hero
    /// or every way leads past a monster, [`ExploreEnd::Done`] or [`ExploreEnd::Beyond`] if no item or unknown cell is
    /// within reach.
    pub fn next(&mut self, known_map: KnownMap<'_>) -> Result<Direction, ExploreEnd> {
        let is_feared = |who: &ActorId| !self.passed.contains(*who);
        if let Some(who) = known_map.shooters().find(is_feared) {
            return Err(ExploreEnd::Shot(who));
        }
        if let Some(who) = attackers_in_reach(known_map).into_iter().find(is_feared) {
            return Err(ExploreEnd::Past(who));
        }
        self.look(known_map);
        if let Some(way) = self.step(known_map) {
            return Ok(way);
        }
        self.plans += 1;
        if self.plans > MOST_PLANS {
            let who = self.met.keys().next();
            return Err(who.map_or(ExploreEnd::Done, |who| ExploreEnd::Past(*who)));
        }
        self.left = LeftToPlayer::of(known_map);
        self.target = Some(self.plan(known_map)?);
        self.step(known_map).ok_or(ExploreEnd::Done)
    }

    /// Drops the destination if the last step has revealed a cell, or if the destination is no longer worth visiting.
    fn look(&mut self, known_map: KnownMap<'_>) {
        self.met = monsters_to_avoid(known_map, self.caution);
        let is_worth =
            |p: &Point| self.is_worth_a_visit(known_map, *p) || known_map.is_frontier(*p);
        if known_map.sight.has_discovered() || !self.target.as_ref().is_some_and(is_worth) {
            self.target = None;
            self.plans = 0;
        }
    }

    /// Returns the step toward the target; `None` without a target, or if a body or a monster's reach blocks the way.
    fn step(&self, known_map: KnownMap<'_>) -> Option<Direction> {
        self.target?;
        let mut nearer = self.way.nearer(known_map, known_map.hero());
        let way = nearer.find(|&(_, p)| {
            let is_walked = self.is_walked(known_map, p) || self.crosses_harm(known_map, p);
            let is_free = is_walked && known_map.lets_pass(p);
            is_free && self.guard_of(known_map, p).is_none()
        });
        way.map(|(way, _)| way)
    }

    /// Chooses a destination and finds the way to it. At first, avoids remembered monsters out of view; if that leaves
    /// no destination, assumes that they are gone.
    ///
    /// # Errors
    /// Returns the reason that there is no destination.
    fn plan(&mut self, known_map: KnownMap<'_>) -> Result<Point, ExploreEnd> {
        let mut way = std::mem::take(&mut self.way);
        let plan = self.plan_way(known_map, &mut way);
        self.way = way;
        plan
    }

    fn plan_way(
        &mut self,
        known_map: KnownMap<'_>,
        way: &mut KnownWays,
    ) -> Result<Point, ExploreEnd> {
        // A hero on harmful ground may walk on over it if there is no other way.
        let is_harmed = known_map.notes.is_some() && is_harmed(known_map, known_map.hero());
        let both = [MonsterCaution::Met, MonsterCaution::InView];
        let tries = [false, true].map(|crosses| both.map(|caution| (crosses, caution)));
        for (crosses, caution) in tries
            .into_iter()
            .flatten()
            .take(if is_harmed { 4 } else { 2 })
        {
            (self.caution, self.met) = (caution, monsters_to_avoid(known_map, caution));
            let held = CellsToAvoid::new(known_map, &self.met, &self.passed);
            let is_walked =
                |p| self.is_walked(known_map, p) || crosses && self.crosses_harm(known_map, p);
            let free = |p| is_walked(p) && !held.contains(known_map, p);
            if let Some(target) = self.lay_out(way, known_map, &free) {
                return Ok(target);
            }
        }
        let is_walked = |p| self.is_walked(known_map, p);
        if let Some(target) = self.lay_out(way, known_map, &is_walked) {
            let blocker = |p| Some((self.guard_of(known_map, p)?, p));
            return match way.route(known_map).find_map(blocker) {
                // The player has agreed to walk up to the monster.
                Some((who, p))
                    if self.passed.contains(who) && p.chebyshev(known_map.hero()) > 1 =>
                {
                    Ok(target)
                }
                Some((who, _)) => Err(ExploreEnd::Past(who)),
                None => Err(ExploreEnd::Done),
            };
        }
        let is_dared = |p| known_map.is_passable(p);
        self.lay_out(way, known_map, &is_dared)
            .ok_or(ExploreEnd::Done)?;
        let is_barrier =
            |p: &Point| known_map.caution(*p) != Caution::None || self.left.is_left(known_map, *p);
        let first = way.route(known_map).find(is_barrier);
        Err(first.map_or(ExploreEnd::Done, ExploreEnd::Beyond))
    }

    /// Finds the way to the nearest item worth taking or sign worth reading. If the nearest frontier cell is more than
    /// [`DETOUR`] steps closer, finds the way to that cell instead.
    fn lay_out(
        &self,
        way: &mut KnownWays,
        known_map: KnownMap<'_>,
        open: &dyn Fn(Point) -> bool,
    ) -> Option<Point> {
        let mut search = way.over(known_map, open);
        let is_thing = |p| self.is_worth_a_visit(known_map, p);
        let is_goal = |p| is_thing(p) || known_map.is_frontier(p);
        let (edge, steps) = search.nearest(u32::MAX, is_goal)?;
        let thing = search.nearest(steps.saturating_add(DETOUR), is_thing);
        let target = thing.map_or(edge, |(thing, _)| thing);
        search.lay_out([target])?;
        Some(target)
    }

    /// Whether the explorer walks onto a cell: the cell is open, and it has no item that is left to the player.
    fn is_walked(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        known_map.is_open(p) && !self.left.is_left(known_map, p)
    }

    /// Whether the explorer stands on harmful ground, has notes, and could walk on over a cell of such ground.
    fn crosses_harm(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        let is_ground = |p| is_harmed(known_map, p) && known_map.is_passable(p);
        let is_there = known_map.notes.is_some() && is_harmed(known_map, known_map.hero());
        is_there && is_ground(p) && !self.left.is_left(known_map, p)
    }

    /// Returns a monster that is on a cell, can hit that cell in melee or, for explorers with notes, can shoot at it.
    fn guard_of(&self, known_map: KnownMap<'_>, p: Point) -> Option<ActorId> {
        let is_guard = |(who, at): &(&ActorId, &Point)| match at.chebyshev(p) {
            0 => true,
            _ if self.passed.contains(**who) => false,
            1 if known_map.strikes(**who) => true,
            _ => known_map.notes.is_some() && known_map.shoots(**who, **at, p),
        };
        self.met.iter().find(is_guard).map(|(who, _)| *who)
    }

    /// Whether a cell has an item to take or a sign to read.
    fn is_worth_a_visit(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        let is_taken = known_map.is_wanted(p) && !self.left.is_left(known_map, p);
        is_taken || known_map.is_unread(p)
    }
}

/// Whether the hero is known to lose health each round on a cell.
fn is_harmed(known_map: KnownMap<'_>, p: Point) -> bool {
    matches!(known_map.caution(p), Caution::EachRound(_))
}

/// Returns the monsters in view that can hit the explorer right now; none without notes, because the ways that are
/// chosen without notes lead away from such a monster in any case.
fn attackers_in_reach(known_map: KnownMap<'_>) -> Vec<ActorId> {
    if known_map.notes.is_none() {
        return Vec::new();
    }
    let (world, hero) = (known_map.world(), known_map.hero());
    let is_beside = |who: &ActorId| {
        let body = world.body(*who);
        body.at.chebyshev(hero) <= 1 && !body.is_asleep()
    };
    let mut in_view = known_map.in_view();
    in_view.retain(|who| is_beside(who) && known_map.strikes(*who));
    in_view
}

/// Returns the monsters to avoid, and their cells.
fn monsters_to_avoid(known_map: KnownMap<'_>, caution: MonsterCaution) -> BTreeMap<ActorId, Point> {
    let place = |who| (who, known_map.world().body(who).at);
    let is_staying = |who: ActorId| known_map.notes.is_some_and(|notes| notes.is_staying(who));
    match caution {
        MonsterCaution::Met => known_map.met.clone(),
        MonsterCaution::InView => {
            let stay = known_map.met.iter().filter(|(who, _)| is_staying(**who));
            let in_view = known_map.in_view().into_iter().map(place);
            stay.map(|(who, at)| (*who, *at)).chain(in_view).collect()
        }
    }
}

/// The cells to avoid: the monsters' own cells, the cells that monsters can hit in melee and, for explorers with notes,
/// the cells that monsters can shoot at. Of monsters that the player has agreed to pass, only their own cells.
struct CellsToAvoid {
    /// The cells next to monsters that strike. The collection is a set, because a search may check every cell of a
    /// large level.
    beside: BTreeSet<Point>,
    shooters: Vec<(ActorId, Point)>,
}

impl CellsToAvoid {
    fn new(
        known_map: KnownMap<'_>,
        met: &BTreeMap<ActorId, Point>,
        passed: &PassedMonsters,
    ) -> CellsToAvoid {
        let feared = || met.iter().filter(|(who, _)| !passed.contains(**who));
        let strikers = feared().filter(|(who, _)| known_map.strikes(**who));
        let around = strikers.flat_map(|(_, at)| Direction::ALL.map(|way| *at + way));
        let can_shoot = |who: ActorId| {
            let kind = known_map.world().kind(who);
            known_map.notes.is_some() && (kind.shot().is_some() || kind.weapon.is_some())
        };
        let shooters = feared().map(|(who, at)| (*who, *at));
        CellsToAvoid {
            beside: around.chain(met.values().copied()).collect(),
            shooters: shooters.filter(|(who, _)| can_shoot(*who)).collect(),
        }
    }

    fn contains(&self, known_map: KnownMap<'_>, p: Point) -> bool {
        let mut shooters = self.shooters.iter();
        self.beside.contains(&p) || shooters.any(|(who, at)| known_map.shoots(*who, *at, p))
    }
}
