//! How far one move carries (K-2): what a flood over eight neighbours enters that never leaves a diamond.
use super::geometry::{Direction, Point, Size, at};
use super::grid::Grid;

/// The cells of one move. Takes memory for the diamond only, however large the map.
#[derive(Clone, Debug)]
pub struct Reach {
    corner: Point, // the north-west end of the square around the diamond, as far as it lies on the map
    entered: Grid<bool>,
}

impl Reach {
    /// The cells at a Manhattan distance of at most `range` steps from `from` that steps over such cells lead to,
    /// cutting corners; `from`, which must lie on the map, is one of them. `open` is asked about cells of the map
    /// inside the diamond only, `from` never.
    pub fn new(from: Point, range: u32, map: Size, open: impl Fn(Point) -> bool) -> Reach {
        let range = range.min(i32::MAX as u32) as i32;
        let corner = at(
            from.x.saturating_sub(range).max(0),
            from.y.saturating_sub(range).max(0),
        );
        let last = at(
            from.x.saturating_add(range).min(map.width - 1),
            from.y.saturating_add(range).min(map.height - 1),
        );
        let size = Size::new(last.x - corner.x + 1, last.y - corner.y + 1);
        let mut reach = Reach {
            corner,
            entered: Grid::filled(size, false),
        };
        let mut left = vec![from];
        while let Some(p) = left.pop() {
            let is_inside = p.manhattan(from) <= range as u32;
            if !is_inside || reach.entered.get(reach.to_local(p)) != Some(false) {
                continue;
            }
            if p == from || open(p) {
                reach.entered.set(reach.to_local(p), true);
                left.extend(Direction::ALL.map(|way| p + way));
            }
        }
        reach
    }

    /// Whether the move can end there.
    pub fn contains(&self, p: Point) -> bool {
        self.entered.get(self.to_local(p)) == Some(true)
    }

    /// All cells of the move in reading order.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let size = self.entered.size();
        let local = size.points().zip(self.entered.cells());
        let entered = local.filter(|(_, is_entered)| **is_entered);
        entered.map(|(p, _)| at(p.x + self.corner.x, p.y + self.corner.y))
    }

    fn to_local(&self, p: Point) -> Point {
        at(
            p.x.saturating_sub(self.corner.x),
            p.y.saturating_sub(self.corner.y),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    const ENDLESS: Size = Size::new(i32::MAX, i32::MAX);

    /// Numbers without a pattern that matters here, the same in every run.
    fn noise(seed: u32, n: u32) -> u32 {
        let x = (seed.wrapping_mul(0x9E37_79B9) ^ n.wrapping_add(0x7F4A_7C15))
            .wrapping_mul(0x85EB_CA6B);
        let x = (x ^ x >> 15).wrapping_mul(0xC2B2_AE35);
        x ^ x >> 16
    }

    /// Whether a drawn cell is open: a body drawn there is the one that moves.
    fn is_open(rows: &[&str], p: Point) -> bool {
        let row = usize::try_from(p.y).ok().and_then(|y| rows.get(y));
        let cell = usize::try_from(p.x).ok().zip(row);
        cell.and_then(|(x, row)| row.as_bytes().get(x))
            .is_some_and(|cell| *cell != b'#')
    }

    /// The cells in range from a drawn one, both 1-based.
    fn drawn(rows: &[&str], (x, y): (i32, i32), range: u32) -> Vec<(i32, i32)> {
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let reach = Reach::new(at(x - 1, y - 1), range, size, |p| is_open(rows, p));
        reach.points().map(|p| (p.x + 1, p.y + 1)).collect()
    }

    /// K-2 as it is written, and slow: a cell is added while any can be.
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
        let cells = |range| drawn(&rows, (3, 3), range);
        let counts = [3, 4, 5, 6].map(|range| cells(range).len());
        assert_eq!(counts, [12, 14, 23, 27]);
        assert!(cells(5).contains(&(7, 2)), "Manhattan 5, and 8 steps away");
        assert!(!cells(4).contains(&(7, 3)), "nothing leads there at 4");
    }

    #[test]
    fn k2_the_second_drawn_map_is_left_through_corners() {
        let rows = ["#####", "#.#.#", "##..#", "#####"];
        assert_eq!(
            drawn(&rows, (2, 2), 9),
            [(2, 2), (4, 2), (3, 3), (4, 3)],
            "in reading order"
        );
    }

    #[test]
    fn k2_what_only_leads_there_from_outside_the_diamond_does_not_lead_there() {
        // 4,1 is three off, and the way round leads over 3,4, which is five off.
        let rows = ["A.#.", "..#.", "..#.", "...."];
        assert_eq!(
            drawn(&rows, (1, 1), 4).last(),
            Some(&(2, 4)),
            "the far side is closed"
        );
        let far = [(4, 1), (4, 2), (4, 3), (3, 4)];
        let in_range = drawn(&rows, (1, 1), 5);
        assert!(far.iter().all(|cell| in_range.contains(cell)));
    }

    #[test]
    fn k2_nothing_is_asked_about_cells_outside_the_diamond_or_the_map_nor_about_ones_own() {
        for seed in 0..120 {
            let die = |n, sides| (noise(seed, n) % sides) as i32;
            // Small maps, long ones, and one whose corner is far beyond what one move could see.
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
            }
        }
    }
}
