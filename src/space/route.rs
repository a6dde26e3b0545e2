//! Shortest ways over eight neighbours where a straight step costs 10 and a slanted one 14: A* (K-6), which cuts corners.
use super::geometry::{Direction, Point, Size, at};
use super::grid::Grid;

/// The cost of a step in a row or column.
pub const STRAIGHT: u32 = 10;
/// The cost of a step at a slant.
pub const SLANTED: u32 = 14;

/// What a step in each direction costs, in keypad order.
const STEP_COSTS: [u32; 8] = [
    SLANTED, STRAIGHT, SLANTED, STRAIGHT, STRAIGHT, SLANTED, STRAIGHT, SLANTED,
];

/// A way, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Every cell of the way in order, without its start, with its end; empty when both are one.
    pub cells: Vec<Point>,
    /// The sum over all steps: 10 a straight one, 14 a slanted one.
    pub cost: u32,
}

/// The working memory for finding routes; keep one, so that from the second search on nothing but a route is allocated.
#[derive(Clone, Debug)]
pub struct RouteSearch {
    /// How each cell was come to: which search came there, times 8, plus the number of the step's direction; and the
    /// cost of the way. Cells with the number of an older search are as good as new.
    steps: Grid<[u32; 2]>,
    search: u32,
    /// The cells that wait, by the whole cost that they promise. Costs are even, and no step adds more than 28 to what a
    /// cell promises, so that fewer than 16 of them differ at any time.
    waiting: [Vec<Waiting>; 16],
}

/// A cell that waits, so that the largest number comes first: the cost of the way to it, and the complement of the
/// cell's index.
type Waiting = u64;

/// No search so far.
impl Default for RouteSearch {
    fn default() -> RouteSearch {
        RouteSearch {
            steps: Grid::filled(Size::new(0, 0), [0; 2]),
            search: 0,
            waiting: Default::default(),
        }
    }
}

/// K-6: a cheapest way from one cell of a map of this size to another over cells that are `open` (the first is not asked
/// about); none where there is none, which is known only when every cell that can be entered was, or where one of them
/// lies outside. Of cells that promise the same whole cost it goes on from the one that is farther on its way, then from
/// the first in reading order.
pub fn route(map: Size, from: Point, to: Point, open: impl Fn(Point) -> bool) -> Option<Route> {
    RouteSearch::default().find(map, from, to, open)
}

impl RouteSearch {
    /// What [`route`] finds.
    pub fn find(
        &mut self,
        map: Size,
        from: Point,
        to: Point,
        open: impl Fn(Point) -> bool,
    ) -> Option<Route> {
        self.begin(map);
        let start = self.steps.index(from)?;
        self.steps.index(to)?;
        self.steps.set(from, [self.search * 8, 0]);
        let mut promise = octile(from, to);
        self.waiting_for(promise).push(waiting(0, start));
        let mut empty = 0;
        while empty < self.waiting.len() {
            // What comes to a cell that promises the same is farther on its way than all that wait with it, so that they
            // need to be sorted only once.
            self.waiting_for(promise).sort_unstable();
            while let Some(first) = self.waiting_for(promise).pop() {
                empty = 0;
                let (cost, p) = (cost_of(first), self.cell_of(first));
                if p == to {
                    let cells = self.walked(from, to);
                    return Some(Route { cells, cost });
                }
                if self.steps.get(p).is_some_and(|[_, known]| known == cost) {
                    self.enter_neighbours(p, cost, promise, to, &open);
                }
            }
            promise += 2;
            empty += 1;
        }
        None
    }

    /// Forgets what the last search found.
    fn begin(&mut self, map: Size) {
        self.waiting.iter_mut().for_each(Vec::clear);
        self.search += 1;
        if self.steps.size() != map || self.search >= u32::MAX / 8 {
            self.steps = Grid::filled(map, [0; 2]);
            self.search = 1;
        }
    }

    /// Notes for all neighbours of a cell to which it is the cheapest way so far that they wait.
    fn enter_neighbours(
        &mut self,
        p: Point,
        cost: u32,
        promise: u32,
        to: Point,
        open: &impl Fn(Point) -> bool,
    ) {
        let alike = self.waiting_for(promise).len();
        for (way, step_cost) in Direction::ALL.into_iter().zip(STEP_COSTS) {
            let next = p + way;
            let cost = cost + step_cost;
            let Some(index) = self.steps.index(next) else {
                continue;
            };
            let [mark, known] = self.steps.cells()[index];
            let is_cheaper = mark / 8 != self.search || cost < known;
            if is_cheaper && open(next) {
                self.steps.cells_mut()[index] = [self.search * 8 + way as u32, cost];
                self.waiting_for(cost + octile(next, to))
                    .push(waiting(cost, index));
            }
        }
        self.waiting_for(promise)[alike..].sort_unstable();
    }

    fn waiting_for(&mut self, promise: u32) -> &mut Vec<Waiting> {
        &mut self.waiting[promise as usize / 2 % 16]
    }

    fn cell_of(&self, waiting: Waiting) -> Point {
        let (index, width) = (!(waiting as u32), self.steps.size().width as u32);
        at((index % width) as i32, (index / width) as i32)
    }

    /// The cells behind the first one, by the steps that were found.
    fn walked(&self, from: Point, to: Point) -> Vec<Point> {
        let before = |p: &Point| {
            let [mark, _] = self.steps.get(*p)?;
            let back = Direction::ALL[7 - mark as usize % 8]; // the keypad mirrored through its middle
            Some(*p + back)
        };
        let back = std::iter::successors(Some(to), before).take_while(|p| *p != from);
        let mut cells: Vec<Point> = back.collect();
        cells.reverse();
        cells
    }
}

fn waiting(cost: u32, index: usize) -> Waiting {
    u64::from(cost) << 32 | u64::from(!(index as u32))
}

fn cost_of(waiting: Waiting) -> u32 {
    (waiting >> 32) as u32
}

/// The cost of a way with nothing in between.
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

    /// Numbers without a pattern that matters here, the same in every run.
    fn noise(seed: u32, n: u32) -> u32 {
        let x = (seed.wrapping_mul(0x85EB_CA6B) ^ n.wrapping_add(0x9E37_79B9))
            .wrapping_mul(0xC2B2_AE35);
        let x = (x ^ x >> 15).wrapping_mul(0x85EB_CA6B);
        x ^ x >> 16
    }

    /// A random map with two cells of it.
    struct Chart {
        seed: u32,
        size: Size,
        solid: u32, // so many of ten cells
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

    /// The cost of a cheapest way by Dijkstra, without any estimate of what is left.
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

    /// What every cell costs to come to: each cell passes on what it knows until no cell learns anything.
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

    /// K-6 word by word: of all cells that wait, the smallest f; of these the larger g; of these the first in reading
    /// order. A cell remembers the neighbour that came to it first so cheaply.
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

    /// The way on a drawn map from `A` to `Z`, 1-based.
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
