//! Cheapest paths by A*. A straight step costs 10, and a diagonal step costs 14 (K-6). Diagonal steps between closed
//! corners are allowed.
//!
//! A cell expands only to cells that its predecessor cannot reach at the same cost or less. Neighbors of the
//! predecessor are skipped. After a diagonal step, the cell at a side is also skipped if the cell between it and the
//! predecessor is open. The preferred cheapest path uses no skipped step, so the result stays the same.
use super::geometry::{Direction, Point, Size, at};
use super::narrow::{count, low_half};

/// The cost of a step in a row or column.
pub const STRAIGHT: u32 = 10;
/// The cost of a diagonal step.
pub const SLANTED: u32 = 14;

/// A path and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cells of the path in order, including its end but not its start; empty if start and end are equal.
    pub cells: Vec<Point>,
    /// The sum of the costs of all steps: 10 for a straight step, 14 for a diagonal step.
    pub cost: u32,
}

/// The working memory for finding routes. A search that reuses this memory allocates only the route.
#[derive(Clone, Debug, Default)]
pub struct RouteSearch {
    map: Size,
    /// The mark of each cell, row by row. A border of cells that are never open surrounds the map: a row above, a row
    /// below, and one cell between rows.
    marks: Vec<u64>,
    /// The credit of the last search. Every mark is less than `credit + MARK`.
    credit: u64,
    waiting: [Vec<Waiting>; 16],
}

/// A search in progress.
///
/// The mark of a cell is `credit`, minus `MARK` for each unit of cost of the path to the cell, plus the direction
/// number of the path's last step. So a cheaper path gives a larger mark. Each search begins with a much larger credit
/// than the previous search: all its marks exceed all old marks, and the old marks need not be cleared.
struct Pathfinder<'a, Open> {
    map: Size,
    to: Point,
    open: Open,
    marks: &'a mut [u64],
    credit: u64,
    /// The largest mark that an older search may have left.
    stale: u64,
    /// The waiting cells, by their promise. A promise is the cost of the path to the cell, plus the minimum cost from
    /// the cell to the goal without obstacles. Promises are even, and a step adds at most 28, so fewer than 16
    /// different promises exist at any time.
    waiting: &'a mut [Vec<Waiting>; 16],
}

/// A waiting cell as a number. Among cells with equal promises, the largest number is expanded first. The upper half is
/// the cost of the path to the cell, and the lower half is the complement of the cell's index in `marks`.
type Waiting = u64;

/// A cell to expand, with the cost of the path to this cell and the credit that is left after this cost.
#[derive(Clone, Copy)]
struct RouteHead {
    p: Point,
    index: usize,
    cost: u32,
    left: u64,
}

/// The credit per unit of cost. Must be greater than all direction numbers, including `START` and `CLOSED`.
const MARK: u64 = 16;
/// The direction number in the mark of the first cell.
const START: usize = 8;
/// The direction number in the mark of a closed cell. The mark of a closed cell is larger than any mark of a path.
const CLOSED: u64 = 9;

/// Returns a cheapest path from one cell to another on a map of this size, over open cells (K-6). `open` is not called
/// for the first cell. Returns `None` if either cell is outside the map, or if no path exists; finding that no path
/// exists takes a search of all cells that can be reached. Among cells with equal promises, first expands the cell with
/// the costlier path, then the cell that comes first in reading order.
pub fn route(map: Size, from: Point, to: Point, open: impl Fn(Point) -> bool) -> Option<Route> {
    RouteSearch::default().find(map, from, to, open)
}

impl RouteSearch {
    /// Returns the path that [`route`] returns, and reuses the memory of earlier searches.
    pub fn find(
        &mut self,
        map: Size,
        from: Point,
        to: Point,
        open: impl Fn(Point) -> bool,
    ) -> Option<Route> {
        if !map.contains(from) || !map.contains(to) {
            return None;
        }
        if self.map != map {
            let cells = (map.width as usize + 1) * (map.height as usize + 2);
            self.map = map;
            self.marks = vec![0; cells + 1];
            self.credit = 0;
        }
        self.waiting.iter_mut().for_each(Vec::clear);
        let stale = self.credit + MARK;
        self.credit += MARK * u64::from(SLANTED) * self.marks.len() as u64;
        let pathfinder = Pathfinder {
            map,
            to,
            open,
            marks: &mut self.marks,
            credit: self.credit,
            stale,
            waiting: &mut self.waiting,
        };
        pathfinder.find(from)
    }
}

impl<Open: Fn(Point) -> bool> Pathfinder<'_, Open> {
    fn find(mut self, from: Point) -> Option<Route> {
        let (start, goal) = (self.index(from), self.index(self.to));
        self.marks[start] = self.credit + START as u64;
        let mut promise = octile(from, self.to);
        self.waiting_for(promise).push(waiting(0, start));
        let mut empty = 0;
        while empty < self.waiting.len() {
            // A new cell with the same promise always has a costlier path than all cells that already wait with this
            // promise, so one sort is enough.
            self.drop_outdone(promise);
            self.waiting_for(promise).sort_unstable();
            while let Some(first) = self.waiting_for(promise).pop() {
                empty = 0;
                let (cost, index) = cost_and_index(first);
                if index == goal {
                    let cells = self.walked(from, cost);
                    return Some(Route { cells, cost });
                }
                if self.is_cheapest(cost, index) {
                    self.lead_on(cost, index);
                }
            }
            promise += 2;
            empty += 1;
        }
        None
    }

    /// Drops waiting cells for which a cheaper path has been found. The loop has no branches, because about a third of
    /// the cells are dropped, which a processor could not predict.
    fn drop_outdone(&mut self, promise: u32) {
        let mut waiting = std::mem::take(self.waiting_for(promise));
        let mut kept = 0;
        for nth in 0..waiting.len() {
            let (cost, index) = cost_and_index(waiting[nth]);
            waiting[kept] = waiting[nth];
            kept += usize::from(self.is_cheapest(cost, index));
        }
        waiting.truncate(kept);
        *self.waiting_for(promise) = waiting;
    }

    /// Whether this cost is still the lowest known for a cell.
    #[inline]
    fn is_cheapest(&self, cost: u32, index: usize) -> bool {
        self.marks[index] / MARK == self.credit / MARK - u64::from(cost)
    }

    /// Expands a cell. The direction of the last step becomes a compile-time constant, so that the code for each
    /// direction makes only the tests that this direction needs.
    #[inline(always)] // measured: saves a twentieth
    fn lead_on(&mut self, cost: u32, index: usize) {
        match self.marks[index] % MARK {
            0 => self.lead_on_from::<0>(cost, index),
            1 => self.lead_on_from::<1>(cost, index),
            2 => self.lead_on_from::<2>(cost, index),
            3 => self.lead_on_from::<3>(cost, index),
            4 => self.lead_on_from::<4>(cost, index),
            5 => self.lead_on_from::<5>(cost, index),
            6 => self.lead_on_from::<6>(cost, index),
            7 => self.lead_on_from::<7>(cost, index),
            _ => self.lead_on_from::<START>(cost, index),
        }
    }

    /// Tries the eight directions: first the straight directions, then the diagonal directions, both in reverse reading
    /// order. In this order, cells with equal promises are queued already sorted.
    #[inline(always)] // measured, as for `lead_on`
    fn lead_on_from<const LAST: usize>(&mut self, cost: u32, index: usize) {
        let here = RouteHead {
            p: self.cell(index),
            index,
            cost,
            left: self.marks[index] - LAST as u64,
        };
        self.step::<LAST, { Direction::South as usize }>(here);
        self.step::<LAST, { Direction::East as usize }>(here);
        self.step::<LAST, { Direction::West as usize }>(here);
        self.step::<LAST, { Direction::North as usize }>(here);
        self.step::<LAST, { Direction::SouthEast as usize }>(here);
        self.step::<LAST, { Direction::SouthWest as usize }>(here);
        self.step::<LAST, { Direction::NorthEast as usize }>(here);
        self.step::<LAST, { Direction::NorthWest as usize }>(here);
    }

    /// Queues the next cell in the direction `WAY`. Does nothing if the step is superfluous after the last step, which
    /// was in the direction `LAST`, or if an equally cheap or cheaper path is known.
    #[inline(always)] // measured, as for `lead_on`
    fn step<const LAST: usize, const WAY: usize>(&mut self, here: RouteHead) {
        let way = Direction::ALL[WAY];
        let (dx, dy) = (way.dx(), way.dy());
        let last = Direction::ALL.get(LAST).map(|last| (last.dx(), last.dy()));
        if let Some((last_dx, last_dy)) = last {
            let is_beside_the_last = (last_dx + dx).abs() < 2 && (last_dy + dy).abs() < 2;
            if is_beside_the_last {
                return;
            }
            let is_aside = last_dx * last_dy * dx * dy == -1;
            if is_aside && self.is_open(self.beside(here, (dx - last_dx) / 2, (dy - last_dy) / 2)) {
                return;
            }
        }
        let (p, index) = self.beside(here, dx, dy);
        let step_cost = if dx * dy == 0 { STRAIGHT } else { SLANTED };
        let mark = here.left - MARK * u64::from(step_cost) + WAY as u64;
        let known = self.marks[index];
        let is_news = mark > known | (MARK - 1);
        if is_news && (known > self.stale || self.is_open((p, index))) {
            self.marks[index] = mark;
            let cost = here.cost + step_cost;
            self.waiting_for(cost + octile(p, self.to))
                .push(waiting(cost, index));
        }
    }

    /// Whether a cell is open. Calls `open` only if this search has not marked the cell yet.
    #[inline]
    fn is_open(&mut self, (p, index): (Point, usize)) -> bool {
        let known = self.marks[index];
        if known > self.stale {
            return known != self.credit + CLOSED;
        }
        let is_open = self.map.contains(p) && (self.open)(p);
        if !is_open {
            self.marks[index] = self.credit + CLOSED;
        }
        is_open
    }

    fn waiting_for(&mut self, promise: u32) -> &mut Vec<Waiting> {
        &mut self.waiting[promise as usize / 2 % 16]
    }

    fn stride(&self) -> usize {
        self.map.width as usize + 1
    }

    fn index(&self, p: Point) -> usize {
        (p.y as usize + 1) * self.stride() + p.x as usize + 1
    }

    fn cell(&self, index: usize) -> Point {
        let (index, stride) = (count(index) - 1, count(self.stride()));
        at((index % stride) as i32, (index / stride) as i32 - 1)
    }

    /// Returns the cell this many columns and rows away from another cell, and its index in `marks`.
    #[inline(always)] // measured, as for `lead_on`
    fn beside(&self, RouteHead { p, index, .. }: RouteHead, dx: i32, dy: i32) -> (Point, usize) {
        let by = dy as isize * self.stride() as isize + dx as isize;
        (at(p.x + dx, p.y + dy), index.wrapping_add_signed(by))
    }

    /// Returns the cells of the path without its first cell. Reads the directions in the marks, backward from the goal.
    fn walked(&self, from: Point, cost: u32) -> Vec<Point> {
        let mut cells = Vec::with_capacity((cost / STRAIGHT) as usize);
        let mut p = self.to;
        while p != from {
            cells.push(p);
            let last = self.marks[self.index(p)] % MARK;
            p = p + Direction::ALL[7 - last as usize]; // the opposite direction
        }
        cells.reverse();
        cells
    }
}

fn waiting(cost: u32, index: usize) -> Waiting {
    u64::from(cost) << 32 | u64::from(!count(index))
}

fn cost_and_index(waiting: Waiting) -> (u32, usize) {
    ((waiting >> 32) as u32, !low_half(waiting) as usize)
}

/// Returns the cost of a cheapest path without obstacles.
fn octile(from: Point, to: Point) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    STRAIGHT * dx.max(dy) + (SLANTED - STRAIGHT) * dx.min(dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::cmp::Reverse;
    use std::collections::{BTreeMap, BinaryHeap, HashMap};

    /// A hash for test data, the same in every run.
    fn noise(seed: u32, n: u32) -> u32 {
        let x = (seed.wrapping_mul(0x85EB_CA6B) ^ n.wrapping_add(0x9E37_79B9))
            .wrapping_mul(0xC2B2_AE35);
        let x = (x ^ x >> 15).wrapping_mul(0x85EB_CA6B);
        x ^ x >> 16
    }

    /// A random map with two of its cells.
    struct Chart {
        seed: u32,
        size: Size,
        solid: u32, // out of ten cells
        from: Point,
        to: Point,
    }

    impl Chart {
        fn new(seed: u32) -> Chart {
            let die = |n, sides| noise(seed, n) % sides;
            let size = Size::new(1 + die(1, 20) as i32, 1 + die(2, 14) as i32);
            let cell = |n| {
                at(
                    die(n, size.width as u32) as i32,
                    die(n + 1, size.height as u32) as i32,
                )
            };
            Chart {
                seed,
                size,
                solid: [0, 1, 2, 3, 4, 5, 6][die(3, 7) as usize],
                from: cell(4),
                to: cell(6),
            }
        }

        /// Returns a map of a given size, with the same share of walls as `Chart::new`.
        fn sized(seed: u32, size: Size) -> Chart {
            let cell = |n| {
                let (x, y) = (noise(seed, n) as i32, noise(seed, n + 1) as i32);
                at(x.rem_euclid(size.width), y.rem_euclid(size.height))
            };
            Chart {
                size,
                from: cell(8),
                to: cell(10),
                ..Chart::new(seed)
            }
        }

        fn is_open(&self, p: Point) -> bool {
            let place = || 100 + p.y as u32 * 64 + p.x as u32;
            self.size.contains(p) && noise(self.seed, place()) % 10 >= self.solid
        }

        fn found(&self) -> Option<Route> {
            route(self.size, self.from, self.to, |p| self.is_open(p))
        }
    }

    fn neighbours(p: Point) -> impl Iterator<Item = (Point, u32)> {
        Direction::ALL.into_iter().map(move |way| {
            let is_straight = way.dx() * way.dy() == 0;
            (p + way, if is_straight { 10 } else { 14 })
        })
    }

    /// Returns the cost of a cheapest path, by Dijkstra's algorithm, without any estimate.
    fn cheapest_cost(map: &Chart) -> Option<u32> {
        let mut costs = HashMap::from([(map.from, 0)]);
        let mut queue = BinaryHeap::from([(Reverse(0), map.from)]);
        while let Some((Reverse(cost), p)) = queue.pop() {
            if p == map.to {
                return Some(cost);
            }
            for (next, step_cost) in neighbours(p).filter(|(next, _)| map.is_open(*next)) {
                let cost = cost + step_cost;
                if costs.get(&next).is_none_or(|known| cost < *known) {
                    costs.insert(next, cost);
                    queue.push((Reverse(cost), next));
                }
            }
        }
        None
    }

    /// Returns the cost of a cheapest path to every cell, by passing costs to neighbors until nothing changes.
    fn by_relaxation(map: &Chart) -> BTreeMap<Point, u32> {
        let mut costs = BTreeMap::from([(map.from, 0)]);
        loop {
            let before = costs.clone();
            for (p, cost) in &before {
                for (next, step_cost) in neighbours(*p).filter(|(next, _)| map.is_open(*next)) {
                    let known = costs.entry(next).or_insert(u32::MAX);
                    *known = (*known).min(cost + step_cost);
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// Searches exactly as K-6 describes it: expands the waiting cell with the smallest f, then with the largest g,
    /// then the first in reading order. A cell remembers the first neighbor that reached it at its cheapest cost.
    fn by_the_words(map: &Chart) -> Option<Vec<Point>> {
        let guess = |p: Point| {
            let (dx, dy) = (p.x.abs_diff(map.to.x), p.y.abs_diff(map.to.y));
            14 * dx.min(dy) + 10 * dx.abs_diff(dy)
        };
        let mut known = BTreeMap::from([(map.from, (0, map.from))]);
        let mut waiting = vec![map.from];
        while !waiting.is_empty() {
            let mut best = 0;
            for i in 1..waiting.len() {
                let [now, new] = [waiting[best], waiting[i]];
                let [(g_now, _), (g_new, _)] = [known[&now], known[&new]];
                let [f_now, f_new] = [g_now + guess(now), g_new + guess(new)];
                let is_better = f_new < f_now
                    || f_new == f_now && g_new > g_now
                    || f_new == f_now && g_new == g_now && (new.y, new.x) < (now.y, now.x);
                if is_better {
                    best = i;
                }
            }
            let p = waiting.swap_remove(best);
            if p == map.to {
                let mut cells = vec![];
                let mut at = p;
                while at != map.from {
                    cells.insert(0, at);
                    at = known[&at].1;
                }
                return Some(cells);
            }
            let cost = known[&p].0;
            for (next, step_cost) in neighbours(p).filter(|(next, _)| map.is_open(*next)) {
                let is_news = known.get(&next).is_none_or(|(g, _)| cost + step_cost < *g);
                if is_news {
                    known.insert(next, (cost + step_cost, p));
                    waiting.retain(|other| *other != next);
                    waiting.push(next);
                }
            }
        }
        None
    }

    /// Returns the path on a drawn map from `A` to `Z`, 1-based, and its cost.
    fn drawn(rows: &[&str]) -> Option<(Vec<(i32, i32)>, u32)> {
        let glyph = |p: Point| {
            let row = usize::try_from(p.y).ok().and_then(|y| rows.get(y));
            let cell = usize::try_from(p.x).ok().zip(row);
            cell.map_or(b'#', |(x, row)| *row.as_bytes().get(x).unwrap_or(&b'#'))
        };
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let place = |wanted: u8| size.points().find(|p| glyph(*p) == wanted).expect("drawn");
        let found = route(size, place(b'A'), place(b'Z'), |p| glyph(p) != b'#')?;
        let cells = found.cells.iter().map(|p| (p.x + 1, p.y + 1)).collect();
        Some((cells, found.cost))
    }

    #[test]
    fn k6_it_costs_what_dijkstra_pays_for_5000_random_pairs() {
        let mut unreachable = 0;
        for seed in 0..5000 {
            let map = Chart::new(seed);
            let found = map.found();
            let cost = found.as_ref().map(|route| route.cost);
            let plain = cheapest_cost(&map);
            assert_eq!(cost, plain, "seed {seed}");
            unreachable += u32::from(found.is_none());
            if seed % 50 == 0 {
                let costs = by_relaxation(&map);
                assert_eq!(cost, costs.get(&map.to).copied(), "seed {seed}");
            }
        }
        assert!((500..3000).contains(&unreachable), "{unreachable}");
    }

    #[test]
    fn k6_every_step_leads_to_an_open_neighbour_and_they_cost_what_is_said() {
        for seed in 0..2000 {
            let map = Chart::new(seed);
            let Some(Route { cells, cost }) = map.found() else {
                continue;
            };
            let mut paid = 0;
            let mut here = map.from;
            for cell in &cells {
                assert!(map.is_open(*cell), "seed {seed}");
                assert_eq!(here.chebyshev(*cell), 1, "seed {seed}");
                paid += [10, 14][here.manhattan(*cell) as usize - 1];
                here = *cell;
            }
            assert_eq!((here, paid), (map.to, cost), "seed {seed}");
        }
    }

    #[test]
    fn k6_ties_go_to_the_larger_g_and_then_to_reading_order() {
        let mut long = 0;
        let mut search = RouteSearch::default();
        for seed in 0..3000 {
            let map = Chart::new(seed);
            let found = search.find(map.size, map.from, map.to, |p| map.is_open(p));
            assert_eq!(found, map.found(), "seed {seed}: no search knows another");
            let cells = found.map(|route| route.cells);
            assert_eq!(cells, by_the_words(&map), "seed {seed}");
            long += u32::from(cells.is_some_and(|cells| cells.len() > 6));
        }
        assert!(long > 300, "{long}");
        for seed in 0..200 {
            let map = Chart::sized(seed, Size::new(60, 45));
            let found = search.find(map.size, map.from, map.to, |p| map.is_open(p));
            let cells = found.map(|route| route.cells);
            assert_eq!(cells, by_the_words(&map), "seed {seed}, after others");
        }
    }

    #[test]
    fn k6_exact_routes_on_drawn_maps() {
        let free = ["A......", ".......", "......Z"];
        let cells = vec![(2, 2), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)];
        assert_eq!(drawn(&free), Some((cells, 68)));
        let wall = ["..#..", "A.#.Z", "..#..", "....."];
        let cells = vec![(2, 3), (3, 4), (4, 3), (5, 2)];
        assert_eq!(drawn(&wall), Some((cells, 56)));
        let either = [".....", ".A#Z.", "....."];
        assert_eq!(
            drawn(&either),
            Some((vec![(3, 1), (4, 2)], 28)),
            "the upper one comes first"
        );
    }

    #[test]
    fn k6_corners_are_cut() {
        assert_eq!(drawn(&["A#", "#Z"]), Some((vec![(2, 2)], 14)));
        let zigzag = ["A#.#Z", "#.#.#"];
        let cells = vec![(2, 2), (3, 1), (4, 2), (5, 1)];
        assert_eq!(drawn(&zigzag), Some((cells, 56)));
        assert_eq!(drawn(&["A#Z", "##.", "..."]), None);
    }

    #[test]
    fn k6_to_oneself_it_is_no_way_and_the_first_cell_is_not_asked_about() {
        let nothing = Route {
            cells: vec![],
            cost: 0,
        };
        let size = Size::new(5001, 5);
        assert_eq!(route(size, at(3, 3), at(3, 3), |_| false), Some(nothing));
        let asked = RefCell::new(vec![]);
        let found = route(size, at(0, 0), at(2, 0), |p| {
            asked.borrow_mut().push(p);
            p.y == 0 && (1..=2).contains(&p.x)
        });
        assert_eq!(
            found.map(|route| route.cells),
            Some(vec![at(1, 0), at(2, 0)])
        );
        assert!(!asked.into_inner().contains(&at(0, 0)));
    }

    #[test]
    fn k6_on_free_ground_it_looks_at_nothing_but_its_way() {
        let asked = RefCell::new(0);
        let found = route(Size::new(5001, 5), at(0, 0), at(5000, 0), |_| {
            *asked.borrow_mut() += 1;
            true
        });
        assert_eq!(found.map(|route| route.cost), Some(50_000));
        assert!(asked.into_inner() <= 8 * 5000);
    }
}
