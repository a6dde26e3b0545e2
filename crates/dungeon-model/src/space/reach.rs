//! The range of one move (K-2): the cells that eight-way steps reach without leaving the diamond around the first cell.
use std::collections::VecDeque;

use super::geometry::{Direction, Point, Size, at};
use super::grid::Grid;

/// The cells where one move can end. Uses memory only for the diamond, even on a large map.
///
/// ```
/// use dungeon::geometry::{Reach, Size, at};
///
/// let wall = at(2, 0);
/// let reach = Reach::new(at(0, 0), 3, Size::new(5, 2), |p| p != wall);
/// let cells: Vec<_> = reach.points().collect();
/// assert!(cells.contains(&at(3, 0)), "round the wall");
/// assert!(!cells.contains(&wall) && !cells.contains(&at(4, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    corner: Point, // of `marks`: one cell northwest of the square around the diamond, clipped to the map
    marks: Grid<ReachMark>,
}

/// The state of a cell during the flood. A border of closed cells around the grid keeps all neighbors inside the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReachMark {
    /// The cell is not in the range: it is outside the diamond, outside the map, or not open.
    Closed,
    /// The cell is in the diamond, and the flood has not examined it yet.
    Unknown,
    /// The flood has entered the cell, so the cell is in the range of the move.
    Entered,
}

impl Reach {
    /// Computes the range of a move from `from`, which must be on the map. The diamond consists of the cells at a
    /// Manhattan distance of at most `range`. The result contains `from`, and every cell that can be reached from it
    /// over open cells of the diamond. Diagonal steps between closed corners are allowed. Calls `open` only for cells
    /// of the map in the diamond, at most once per cell, and never for `from`.
    pub fn new(from: Point, range: u32, map: Size, open: impl Fn(Point) -> bool) -> Reach {
        let mut reach = Reach::unknown(from, range, map);
        reach.flood(from, open, None);
        reach
    }

    /// Whether `to` is in the range that `new` computes. Stops the search as early as possible. `open` must always
    /// return the same results.
    pub fn leads_to(
        from: Point,
        to: Point,
        range: u32,
        map: Size,
        open: impl Fn(Point) -> bool,
    ) -> bool {
        if from == to {
            return true;
        }
        let is_in_range = from.manhattan(to) <= range && map.contains(to);
        // Floods from the target, because obstacles are often near the target.
        let floods = || Reach::unknown(from, range, map).flood(to, &open, Some(from));
        is_in_range && open(to) && (leads_straight(from, to, &open) || floods())
    }

    /// Returns the diamond around a cell, before the flood.
    fn unknown(from: Point, range: u32, map: Size) -> Reach {
        let range = range.min(i32::MAX as u32) as i32;
        let first = |middle: i32, reach: i32| middle.saturating_sub(reach).max(0);
        let last = |middle: i32, reach: i32, side: i32| middle.saturating_add(reach).min(side - 1);
        let (left, top) = (first(from.x, range), first(from.y, range));
        let right = last(from.x, range, map.width);
        let bottom = last(from.y, range, map.height);
        let mut reach = Reach {
            corner: at(left - 1, top - 1),
            marks: Grid::filled(
                Size::new(right - left + 3, bottom - top + 3),
                ReachMark::Closed,
            ),
        };
        for y in top..=bottom {
            let reach_here = range - (y - from.y).abs();
            let ends = [
                first(from.x, reach_here),
                last(from.x, reach_here, map.width),
            ];
            let [begin, end] = ends.map(|x| reach.marks.index(reach.to_local(at(x, y))));
            if let Some((begin, end)) = begin.zip(end) {
                reach.marks.cells_mut()[begin..=end].fill(ReachMark::Unknown);
            }
        }
        reach
    }

    /// Enters every unknown cell that is connected to `from` by open cells. With a goal, stops as soon as a step would
    /// enter the goal, and returns whether a step did. The search for a goal first expands the cells that are nearer to
    /// the goal than their predecessors.
    fn flood(&mut self, from: Point, open: impl Fn(Point) -> bool, goal: Option<Point>) -> bool {
        let width = self.marks.size().width as usize;
        let Some(index) = self.marks.index(self.to_local(from)) else {
            return false;
        };
        let marks = self.marks.cells_mut();
        marks[index] = ReachMark::Entered;
        let offset = |way: Direction| way.dy() as isize * width as isize + way.dx() as isize;
        let steps = Direction::ALL.map(|way| (way, offset(way)));
        let mut left = VecDeque::from([(index, from)]);
        while let Some((index, p)) = left.pop_back() {
            for (way, offset) in steps {
                let next = index.wrapping_add_signed(offset);
                if marks[next] != ReachMark::Unknown {
                    continue;
                }
                let there = p + way;
                if goal == Some(there) {
                    return true;
                }
                if !open(there) {
                    marks[next] = ReachMark::Closed;
                    continue;
                }
                marks[next] = ReachMark::Entered;
                match goal {
                    Some(goal) if there.chebyshev(goal) >= p.chebyshev(goal) => {
                        left.push_front((next, there));
                    }
                    _ => left.push_back((next, there)),
                }
            }
        }
        false
    }

    /// Returns all cells in the range of the move, in reading order.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let local = self.marks.size().points().zip(self.marks.cells());
        let entered = local.filter(|(_, mark)| **mark == ReachMark::Entered);
        entered.map(|(p, _)| at(p.x + self.corner.x, p.y + self.corner.y))
    }

    fn to_local(&self, p: Point) -> Point {
        at(
            p.x.saturating_sub(self.corner.x),
            p.y.saturating_sub(self.corner.y),
        )
    }
}

/// Whether diagonal steps, followed by straight steps, lead from one cell to another over open cells. On such a path,
/// no cell is farther from the first cell than the last cell.
fn leads_straight(from: Point, to: Point, open: impl Fn(Point) -> bool) -> bool {
    let toward = |p: &Point| {
        let way = at((to.x - p.x).signum(), (to.y - p.y).signum());
        Some(at(p.x + way.x, p.y + way.y))
    };
    let cells = std::iter::successors(toward(&from), toward);
    cells.take_while(|p| *p != to).all(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    impl Reach {
        /// Whether the move can end at a cell.
        fn contains(&self, p: Point) -> bool {
            self.marks.get(self.to_local(p)) == Some(ReachMark::Entered)
        }
    }

    const ENDLESS: Size = Size::new(i32::MAX, i32::MAX);

    /// A hash for test data, the same in every run.
    fn noise(seed: u32, n: u32) -> u32 {
        let x = (seed.wrapping_mul(0x9E37_79B9) ^ n.wrapping_add(0x7F4A_7C15))
            .wrapping_mul(0x85EB_CA6B);
        let x = (x ^ x >> 15).wrapping_mul(0xC2B2_AE35);
        x ^ x >> 16
    }

    /// Whether a drawn cell is open: every cell except `#`.
    fn is_open(rows: &[&str], p: Point) -> bool {
        let row = usize::try_from(p.y).ok().and_then(|y| rows.get(y));
        let cell = usize::try_from(p.x).ok().zip(row);
        cell.and_then(|(x, row)| row.as_bytes().get(x))
            .is_some_and(|cell| *cell != b'#')
    }

    /// Returns the cells in the range of a drawn cell, all 1-based.
    fn drawn(rows: &[&str], x: i32, y: i32, range: u32) -> Vec<(i32, i32)> {
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let reach = Reach::new(at(x - 1, y - 1), range, size, |p| is_open(rows, p));
        reach.points().map(|p| (p.x + 1, p.y + 1)).collect()
    }

    /// Computes the range as K-2 defines it, by adding cells until none can be added.
    fn by_the_rule(
        from: Point,
        range: u32,
        map: Size,
        open: impl Fn(Point) -> bool,
    ) -> BTreeSet<Point> {
        let mut reached = BTreeSet::from([from]);
        loop {
            let is_next = |p: &Point| {
                let mut near = Direction::ALL.into_iter().map(|way| *p + way);
                let is_new = !reached.contains(p) && p.manhattan(from) <= range;
                is_new && near.any(|q| reached.contains(&q))
            };
            let more: Vec<_> = map
                .points()
                .filter(|p| is_next(p))
                .filter(|p| open(*p))
                .collect();
            if more.is_empty() {
                return reached;
            }
            reached.extend(more);
        }
    }

    #[test]
    fn k2_on_open_floor_ranges_are_diamonds() {
        for (range, cells) in [
            (0, 1),
            (1, 5),
            (9, 181),
            (10, 221),
            (12, 313),
            (200, 80_401),
        ] {
            let reach = Reach::new(at(500, 500), range, ENDLESS, |_| true);
            assert_eq!(reach.points().count(), cells, "{range}");
            assert!(reach.contains(at(500, 500)));
        }
    }

    #[test]
    fn k2_the_first_drawn_map() {
        let rows = [
            "#########",
            "#...#...#",
            "#.A.#...#",
            "#...#...#",
            "#..##...#",
            "#.......#",
            "#########",
        ];
        let cells = |range| drawn(&rows, 3, 3, range);
        let counts = [3, 4, 5, 6].map(|range| cells(range).len());
        assert_eq!(counts, [12, 14, 23, 27]);
        assert!(cells(5).contains(&(7, 2)), "Manhattan 5, and 8 steps away");
        assert!(!cells(4).contains(&(7, 3)), "nothing leads there at 4");
    }

    #[test]
    fn k2_the_second_drawn_map_is_left_through_corners() {
        let rows = ["#####", "#.#.#", "##..#", "#####"];
        assert_eq!(
            drawn(&rows, 2, 2, 9),
            [(2, 2), (4, 2), (3, 3), (4, 3)],
            "in reading order"
        );
    }

    #[test]
    fn k2_what_only_leads_there_from_outside_the_diamond_does_not_lead_there() {
        // The cell 4,1 is at a distance of three, and the way around the wall leads over 3,4, which is at a distance of
        // five.
        let rows = ["A.#.", "..#.", "..#.", "...."];
        assert_eq!(
            drawn(&rows, 1, 1, 4).last(),
            Some(&(2, 4)),
            "the far side is closed"
        );
        let far = [(4, 1), (4, 2), (4, 3), (3, 4)];
        let in_range = drawn(&rows, 1, 1, 5);
        assert!(far.iter().all(|cell| in_range.contains(cell)));
    }

    #[test]
    fn k2_nothing_is_asked_about_cells_outside_the_diamond_or_the_map_nor_about_ones_own() {
        for seed in 0..120 {
            let die = |n, sides| (noise(seed, n) % sides) as i32;
            // Small maps, long maps, and a map whose corner is far beyond the range of one move.
            let (width, height) = [
                (die(1, 30), die(2, 30)),
                (die(3, 900), 1),
                (1 << 30, 1 << 30),
            ][(seed % 3) as usize];
            let map = Size::new(width + 1, height + 1);
            let edge = |n, last: i32| [0, last, last / 2, die(n, last as u32 + 1)];
            let from = at(
                edge(4, width)[die(5, 4) as usize],
                edge(6, height)[die(7, 4) as usize],
            );
            let range = [0, 1, 2, 7, 40, 200][die(8, 6) as usize];
            let asked = RefCell::new(BTreeSet::new());
            let reach = Reach::new(from, range, map, |p| {
                asked.borrow_mut().insert(p);
                noise(noise(seed, p.x as u32), p.y as u32) % 8 < 7
            });
            let asked = asked.into_inner();
            let is_fair = |p: &Point| p.manhattan(from) <= range && map.contains(*p) && *p != from;
            assert!(asked.iter().all(is_fair), "seed {seed}");
            let leads = |to| {
                Reach::leads_to(from, to, range, map, |p| {
                    assert!(is_fair(&p), "seed {seed}");
                    noise(noise(seed, p.x as u32), p.y as u32) % 8 < 7
                })
            };
            let far = [-1, 0, 1, 2].map(|by| at(from.x + by * range as i32, from.y - by));
            for to in far.into_iter().chain([at(0, 0), at(width, height)]) {
                assert_eq!(leads(to), reach.contains(to), "seed {seed}, {to}");
            }
            assert!(reach.points().all(|p| p == from || asked.contains(&p)));
        }
    }

    #[test]
    fn k2_a_range_longer_than_any_map_is_the_whole_of_it() {
        let map = Size::new(40, 25);
        for from in [at(0, 0), at(39, 24), at(20, 0)] {
            let reach = Reach::new(from, u32::MAX, map, |_| true);
            assert!(reach.points().eq(map.points()));
        }
        let far = at(i32::MAX - 1, i32::MAX - 1);
        assert_eq!(Reach::new(far, 2, ENDLESS, |_| true).points().count(), 6);
    }

    #[test]
    fn k2_it_is_what_the_rule_says_on_1000_random_maps() {
        for seed in 0..1000 {
            let map = Size::new(
                1 + (noise(seed, 1) % 14) as i32,
                1 + (noise(seed, 2) % 10) as i32,
            );
            let solid = [0, 2, 4, 5, 6][noise(seed, 3) as usize % 5];
            let open = |p: Point| {
                map.contains(p) && noise(seed, 100 + p.y as u32 * 50 + p.x as u32) % 10 >= solid
            };
            let nth = noise(seed, 4) as usize % map.area();
            let from = map.points().nth(nth).expect("a cell");
            let range = noise(seed, 5) % 16;

            let reach = Reach::new(from, range, map, open);
            let rule = by_the_rule(from, range, map, open);
            assert!(reach.points().eq(rule.iter().copied()), "seed {seed}");
            let beyond = Size::new(map.width + 3, map.height + 3).points();
            for p in beyond.map(|p| at(p.x - 2, p.y - 2)) {
                assert_eq!(reach.contains(p), rule.contains(&p), "seed {seed}, {p}");
                let leads = Reach::leads_to(from, p, range, map, open);
                assert_eq!(leads, rule.contains(&p), "seed {seed}, {p}");
            }
        }
    }
}
