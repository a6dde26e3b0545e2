//! Auto-explore: chooses the nearest item worth taking, or the nearest known cell that borders on the unknown, and a
//! way there over cells that no known monster can strike. It stops as soon as a monster can shoot the explorer. The
//! journey takes the steps.
use std::collections::{BTreeMap, HashSet};

use crate::engine::action::ActorId;
use crate::play::knowledge::known_map::KnownMap;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};

/// How many steps farther than the nearest unknown cell an item may be and still come first. The bound also limits the
/// search that each step costs.
const DETOUR: u32 = 50;

/// How many times in a row an explorer may change plans without reaching anything, so that monsters that walk to and
/// fro cannot keep the explorer busy forever.
const PATIENCE: u32 = 8;

/// An explorer's destination, and what is kept from step to step.
#[derive(Clone)]
pub struct AutoExplore {
    target: Option<Point>,
    /// Steps to the target, over the cells as they were when the plan was made.
    way: Distances,
    /// Steps from the explorer; kept only to reuse its memory.
    around: Distances,
    heed: MonsterCaution,
    /// The monsters to keep away from, with the cell where each is or was seen last.
    met: BTreeMap<ActorId, Point>,
    turns: u32,
}

/// Which monsters the plan keeps away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MonsterCaution {
    /// All monsters that the explorer remembers.
    Met,
    /// Only monsters in view: when no other destination is left, the explorer goes to see whether the others are gone.
    InView,
}

/// Why an explorer takes no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExploreEnd {
    /// No item or unknown cell is left within reach.
    Done,
    /// Every way leads past this monster.
    Past(ActorId),
    /// This monster can shoot the explorer on the current cell.
    Shot(ActorId),
}

impl AutoExplore {
    /// Creates an explorer without a destination.
    pub fn begin(chart: KnownMap<'_>) -> AutoExplore {
        let distances = Distances::over(chart.game.rules().neighbours());
        AutoExplore {
            target: None,
            way: distances.clone(),
            around: distances,
            heed: MonsterCaution::Met,
            met: BTreeMap::new(),
            turns: 0,
        }
    }

    /// Returns the direction of the next step.
    ///
    /// # Errors
    /// Returns why there is no next step.
    pub fn next(&mut self, chart: KnownMap<'_>) -> Result<Direction, ExploreEnd> {
        if let Some(who) = chart.shooter() {
            return Err(ExploreEnd::Shot(who));
        }
        self.look(chart);
        if let Some(way) = self.step(chart) {
            return Ok(way);
        }
        self.turns += 1;
        if self.turns > PATIENCE {
            let who = self.met.keys().next();
            return Err(who.map_or(ExploreEnd::Done, |who| ExploreEnd::Past(*who)));
        }
        self.target = Some(self.plan(chart)?);
        self.step(chart).ok_or(ExploreEnd::Done)
    }

    /// Drops the destination if the last step has discovered a cell, or if the destination is no longer worth going to.
    fn look(&mut self, chart: KnownMap<'_>) {
        self.met = heeded(chart, self.heed);
        let is_left = |p: &Point| chart.is_wanted(*p) || chart.is_frontier(*p);
        if chart.known.has_discovered() || !self.target.as_ref().is_some_and(is_left) {
            self.target = None;
            self.turns = 0;
        }
    }

    /// Returns the step toward the target; `None` without a target, or if a body or a monster's reach has blocked the
    /// way.
    fn step(&self, chart: KnownMap<'_>) -> Option<Direction> {
        self.target?;
        let from = chart.hero();
        let left = self.way.known(from)?.checked_sub(1)?;
        let mut ways = chart.game.rules().neighbours().directions().iter().copied();
        ways.find(|way| {
            let p = from + *way;
            let is_free = chart.is_open(p) && chart.body(p).is_none();
            self.way.known(p) == Some(left) && is_free && holder(chart, &self.met, p).is_none()
        })
    }

    /// Chooses a destination and lays out the way. Monsters out of view are avoided at first; if that leaves no
    /// destination, they are taken for gone.
    ///
    /// # Errors
    /// Returns why there is no destination.
    fn plan(&mut self, chart: KnownMap<'_>) -> Result<Point, ExploreEnd> {
        for heed in [MonsterCaution::Met, MonsterCaution::InView] {
            (self.heed, self.met) = (heed, heeded(chart, heed));
            // A set, since a search may ask about every cell of a large level.
            let held: HashSet<Point> = held(chart, &self.met).collect();
            let free = |p| chart.is_open(p) && !held.contains(&p);
            if let Some(target) = goal(&mut self.around, chart, free) {
                lead(&mut self.way, chart, target, free);
                return Ok(target);
            }
        }
        let target = goal(&mut self.around, chart, |p| chart.is_open(p)).ok_or(ExploreEnd::Done)?;
        lead(&mut self.way, chart, target, |p| chart.is_open(p));
        Err(self.bar(chart).map_or(ExploreEnd::Done, ExploreEnd::Past))
    }

    /// Returns the first monster that blocks or can strike the way to the target.
    fn bar(&self, chart: KnownMap<'_>) -> Option<ActorId> {
        let ways = chart.game.rules().neighbours().directions();
        let mut at = chart.hero();
        loop {
            let left = self.way.known(at)?.checked_sub(1)?;
            let mut next = ways.iter().map(|way| at + *way);
            at = next.find(|p| self.way.known(*p) == Some(left))?;
            let who = holder(chart, &self.met, at);
            if who.is_some() {
                return who;
            }
        }
    }
}

/// Returns the monsters to keep away from, and their cells.
fn heeded(chart: KnownMap<'_>, heed: MonsterCaution) -> BTreeMap<ActorId, Point> {
    let place = |who| (who, chart.world().body(who).at);
    match heed {
        MonsterCaution::Met => chart.met.clone(),
        MonsterCaution::InView => chart.in_view().into_iter().map(place).collect(),
    }
}

/// Returns the cells to keep away from: the monsters' own, and those that they can strike.
fn held(chart: KnownMap<'_>, met: &BTreeMap<ActorId, Point>) -> impl Iterator<Item = Point> {
    let strikers = met.iter().filter(move |(who, _)| chart.strikes(**who));
    let around = strikers.flat_map(|(_, at)| Direction::ALL.map(|way| *at + way));
    around.chain(met.values().copied())
}

/// Returns a monster that is on a cell or can strike it.
fn holder(chart: KnownMap<'_>, met: &BTreeMap<ActorId, Point>, p: Point) -> Option<ActorId> {
    let is_his = |(who, at): &(&ActorId, &Point)| match at.chebyshev(p) {
        0 => true,
        1 => chart.strikes(**who),
        _ => false,
    };
    met.iter().find(is_his).map(|(who, _)| *who)
}

/// Returns the nearest item worth taking, unless the nearest frontier cell is more than [`DETOUR`] steps nearer; then
/// that cell.
fn goal(
    around: &mut Distances,
    chart: KnownMap<'_>,
    open: impl Fn(Point) -> bool,
) -> Option<Point> {
    let (world, hero) = (chart.world(), chart.hero());
    around.begin(world.size(world.here()), [hero]);
    let is_thing = |p| p != hero && chart.is_wanted(p);
    let is_goal = |p| is_thing(p) || p != hero && chart.is_frontier(p);
    let (edge, steps) = around.nearest(u32::MAX, is_goal, &open)?;
    let thing = around.nearest(steps.saturating_add(DETOUR), is_thing, &open);
    Some(thing.map_or(edge, |(thing, _)| thing))
}

/// Lays out the steps from the target as far as the explorer.
fn lead(way: &mut Distances, chart: KnownMap<'_>, target: Point, open: impl Fn(Point) -> bool) {
    let (world, hero) = (chart.world(), chart.hero());
    way.begin(world.size(world.here()), [target]);
    way.to(hero, |p| p == hero || open(p));
}
