//! Exploring: to the nearest thing worth taking, or the nearest known cell that borders on the unknown, over cells on which
//! no monster in view can strike, and never in anybody's line of fire. Here stands where to go next; the journey goes.
use std::collections::{BTreeMap, HashSet};

use crate::engine::action::ActorId;
use crate::play::knowledge::known_map::KnownMap;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};

/// So many steps more than to the next unknown cell a thing that was seen is worth. It bounds what a step costs, too: the
/// search ends there.
const DETOUR: u32 = 50;

/// So often in a row an explorer turns to something else before he has come to anything. Monsters that walk to and fro could
/// lead him a dance.
const PATIENCE: u32 = 8;

/// Where an explorer goes, and what he keeps in mind on the way.
#[derive(Clone)]
pub struct AutoExplore {
    target: Option<Point>,
    /// From the target, as far as he was.
    way: Distances,
    /// From him; kept for the memory that it has.
    around: Distances,
    heed: MonsterCaution,
    /// Where they are, or were when they were seen last.
    met: BTreeMap<ActorId, Point>,
    turns: u32,
}

/// Of which monsters an explorer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MonsterCaution {
    /// Of all that he has met.
    Met,
    /// Of those in view: nothing else is left than to see whether the others are gone.
    InView,
}

/// Why an explorer stays where he is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExploreEnd {
    /// Nothing is left that he comes to.
    Done,
    /// Only past somebody.
    Past(ActorId),
    /// Somebody can shoot him where he is.
    Shot(ActorId),
}

impl AutoExplore {
    /// Of somebody who has gone nowhere yet.
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

    /// The next step.
    ///
    /// # Errors
    /// Why there is none.
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

    /// Looks about: what is new or taken may change where he goes.
    fn look(&mut self, chart: KnownMap<'_>) {
        self.met = heeded(chart, self.heed);
        let is_left = |p: &Point| chart.is_wanted(*p) || chart.is_frontier(*p);
        if chart.known.has_discovered() || !self.target.as_ref().is_some_and(is_left) {
            self.target = None;
            self.turns = 0;
        }
    }

    /// The step toward the target, unless there is none or somebody has come between.
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

    /// Where to go next, with the way there. Who is out of view again may be gone until then, but only if nothing else is
    /// left.
    fn plan(&mut self, chart: KnownMap<'_>) -> Result<Point, ExploreEnd> {
        for heed in [MonsterCaution::Met, MonsterCaution::InView] {
            (self.heed, self.met) = (heed, heeded(chart, heed));
            // A search may look at every cell of the level, and there may be many of them.
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

    /// Who is in the way, or watches it.
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

/// The monsters that he thinks of, and where they are.
fn heeded(chart: KnownMap<'_>, heed: MonsterCaution) -> BTreeMap<ActorId, Point> {
    let place = |who| (who, chart.world().body(who).at);
    match heed {
        MonsterCaution::Met => chart.met.clone(),
        MonsterCaution::InView => chart.in_view().into_iter().map(place).collect(),
    }
}

/// The cells that are theirs: where they stand, and where they would strike.
fn held(chart: KnownMap<'_>, met: &BTreeMap<ActorId, Point>) -> impl Iterator<Item = Point> {
    let strikers = met.iter().filter(move |(who, _)| chart.strikes(**who));
    let around = strikers.flat_map(|(_, at)| Direction::ALL.map(|way| *at + way));
    around.chain(met.values().copied())
}

/// Whose a cell is.
fn holder(chart: KnownMap<'_>, met: &BTreeMap<ActorId, Point>, p: Point) -> Option<ActorId> {
    let is_his = |(who, at): &(&ActorId, &Point)| match at.chebyshev(p) {
        0 => true,
        1 => chart.strikes(**who),
        _ => false,
    };
    met.iter().find(is_his).map(|(who, _)| *who)
}

/// The nearest thing worth taking, or else the nearest cell that borders on the unknown.
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

/// Lays the way from the target to him.
fn lead(way: &mut Distances, chart: KnownMap<'_>, target: Point, open: impl Fn(Point) -> bool) {
    let (world, hero) = (chart.world(), chart.hero());
    way.begin(world.size(world.here()), [target]);
    way.to(hero, |p| p == hero || open(p));
}
