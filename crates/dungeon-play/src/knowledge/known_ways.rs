//! Pathfinding over the known level: the nearest cell worth visiting, and the steps to that cell.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::known_map::KnownMap;
use dungeon_engine::action::Action;
use dungeon_ground::passage::Caution;
use dungeon_ground::step::steps_to;
use dungeon_model::space::distances::{Distances, Steps};
use dungeon_model::space::geometry::{Direction, Point};
use dungeon_model::space::grid::Grid;

/// A cell worth visiting, and the way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The cell worth visiting.
    pub goal: Point,
    /// The number of steps to the goal.
    pub steps: u32,
    /// The direction of the first step.
    pub way: Direction,
}

impl Errand {
    /// Returns the first step.
    pub fn action(self) -> Action {
        Action::Step(self.way)
    }
}

/// The result of the last search for ways. The next search reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct KnownWays(Distances);

/// A search for ways over open cells. Checks whether a cell is open only once, for any number of ways.
pub struct WaySearch<'w, 'a, F> {
    flood: &'w mut Distances,
    known_map: KnownMap<'a>,
    open: F,
}

impl KnownWays {
    /// Starts a search over the cells for which `open` is true. Drops the result of the last search.
    pub fn over<'w, 'a, F: Fn(Point) -> bool>(
        &'w mut self,
        known_map: KnownMap<'a>,
        open: F,
    ) -> WaySearch<'w, 'a, F> {
        let (world, neighbours) = (known_map.world(), known_map.game.rules().neighbours());
        if self.0.neighbours() != neighbours {
            self.0 = Distances::over(neighbours);
        }
        self.0.begin(world.size(world.here()), []);
        WaySearch {
            flood: &mut self.0,
            known_map,
            open,
        }
    }

    /// Iterates over the cells that the hero can walk to over open cells, in reading order, each with its number of
    /// steps.
    pub fn reached(known_map: KnownMap<'_>) -> impl Iterator<Item = (u32, Point)> {
        let mut ways = KnownWays::default();
        ways.over(known_map, |p| known_map.is_open(p)).lay_out_all();
        let cells = known_map.world().size(known_map.world().here()).points();
        cells.filter_map(move |p| Some((ways.steps(p)?, p)))
    }

    /// Returns the number of steps between a cell and the nearest start of the last search; `None` for a cell that the
    /// search did not reach.
    pub fn steps(&self, p: Point) -> Option<u32> {
        self.0.known(p)
    }

    /// Returns the steps from a cell that lead closer to a goal, each with the cell where it ends. Empty at a goal and
    /// at cells that the search did not reach.
    pub fn nearer<'a>(
        &'a self,
        known_map: KnownMap<'a>,
        from: Point,
    ) -> impl Iterator<Item = (Direction, Point)> + use<'a> {
        nearer(&self.0, known_map, from)
    }

    /// Iterates over the cells of the way from the hero to a goal, in walking order.
    pub fn route<'a>(&'a self, known_map: KnownMap<'a>) -> impl Iterator<Item = Point> + use<'a> {
        let next = move |at: &Point| Some(self.nearer(known_map, *at).next()?.1);
        std::iter::successors(Some(known_map.hero()), next).skip(1)
    }
}

/// The price of a way, to be compared in this order.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    /// The points of life that visible traps and harmful ground cost.
    life: u64,
    /// The number of cells with a visible trap or harmful ground.
    risks: u32,
    steps: u32,
}

impl Toll {
    /// Returns the price after one more step onto a cell.
    fn after(self, caution: Caution) -> Toll {
        let (life, risks) = match caution {
            Caution::None => (0, 0),
            Caution::Once(by) | Caution::EachRound(by) => (u64::from(by.max(0).unsigned_abs()), 1),
            Caution::Shun => (0, 1),
        };
        Toll {
            life: self.life + life,
            risks: self.risks + risks,
            steps: self.steps + 1,
        }
    }
}

/// Returns the cells of the way to one of these goals that harms the hero least, from its end to the hero's cell; the
/// shortest of equally harmful ways. The way leads over crossable cells. `None` if there is no such way.
pub fn least_harmful(known_map: KnownMap<'_>, goals: &[Point]) -> Option<Vec<Point>> {
    let (world, hero) = (known_map.world(), known_map.hero());
    let mut before: Grid<Option<Point>> = Grid::filled(world.size(world.here()), None);
    let mut waiting = BinaryHeap::from([(Reverse(Toll::default()), hero, hero)]);
    while let Some((Reverse(toll), at, from)) = waiting.pop() {
        if before.get(at).flatten().is_some() {
            continue;
        }
        before.set(at, Some(from));
        if goals.contains(&at) {
            let back = |p: &Point| before.get(*p).flatten().filter(|from| from != p);
            return Some(std::iter::successors(Some(at), back).collect());
        }
        let steps = known_map.directions();
        let ends = steps.filter_map(|way| known_map.step(at, way));
        let open = ends.filter(|to| known_map.is_crossable(*to) || goals.contains(to));
        waiting.extend(open.map(|to| (Reverse(toll.after(known_map.caution(to))), to, at)));
    }
    None
}

fn nearer<'a>(
    flood: &'a Distances,
    known_map: KnownMap<'a>,
    from: Point,
) -> impl Iterator<Item = (Direction, Point)> + use<'a> {
    let left = flood.known(from).and_then(|steps| steps.checked_sub(1));
    let steps = known_map.directions();
    let steps = steps.filter_map(move |way| Some((way, known_map.step(from, way)?)));
    steps.filter(move |(_, to)| left.is_some() && flood.known(*to) == left)
}

impl<F: Fn(Point) -> bool> WaySearch<'_, '_, F> {
    /// Returns the nearest suitable cell other than the hero's own, with the number of steps to it; `None` if none is
    /// within `most` steps.
    pub fn nearest(&mut self, most: u32, suits: impl Fn(Point) -> bool) -> Option<(Point, u32)> {
        let (known_map, hero) = (self.known_map, self.known_map.hero());
        let steps = |from: Point, way: Direction, goes_on: &mut dyn FnMut(Point)| {
            known_map.step(from, way).into_iter().for_each(goes_on);
        };
        let steps = (known_map.world().has_treads()).then_some(&steps as Steps<'_>);
        self.flood.begin_again([hero]);
        self.flood
            .nearest_by(most, |p| p != hero && suits(p), &self.open, steps)
    }

    /// Finds the ways to the nearest of these goals, from the hero's cell and from all cells that are no farther from a
    /// goal than the hero. Returns the number of steps from the hero; `None` if no way leads to a goal.
    pub fn lay_out(&mut self, goals: impl IntoIterator<Item = Point>) -> Option<u32> {
        let (known_map, hero) = (self.known_map, self.known_map.hero());
        // The flood goes from the goals to the hero, against the direction of walking.
        let steps = |to: Point, back: Direction, goes_on: &mut dyn FnMut(Point)| {
            steps_to(to, back.opposite(), |p| known_map.tread(p)).for_each(goes_on);
        };
        let steps = (known_map.world().has_treads()).then_some(&steps as Steps<'_>);
        self.flood.begin_again(goals);
        let open = |p| p == hero || (self.open)(p);
        self.flood.lay_to(hero, open, steps)
    }

    /// Returns the way to the nearest suitable cell; `None` if there is none. Prefers a first step onto a cell without
    /// a body.
    pub fn errand(&mut self, suits: impl Fn(Point) -> bool) -> Option<Errand> {
        self.errand_within(u32::MAX, suits)
    }

    /// Works like `errand`, but considers only cells within `most` steps.
    pub fn errand_within(&mut self, most: u32, suits: impl Fn(Point) -> bool) -> Option<Errand> {
        let (goal, steps) = self.nearest(most, suits)?;
        self.lay_out([goal])?;
        let (known_map, hero) = (self.known_map, self.known_map.hero());
        let nearer = nearer(self.flood, known_map, hero);
        let (way, _) = nearer.min_by_key(|(_, to)| known_map.body(*to).is_some())?;
        Some(Errand { goal, steps, way })
    }

    /// Finds the ways from the hero's cell to all other cells.
    pub fn lay_out_all(&mut self) {
        self.nearest(u32::MAX, |_| false);
    }
}
