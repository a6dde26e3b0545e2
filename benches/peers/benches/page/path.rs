//! Shortest paths, compared with A* of the crate `pathfinding`, on three generated maps: an open hall, caves, and a
//! maze of lakes. All answers of both sides are checked against a plain breadth-first search before the measurement.
use std::collections::VecDeque;
use std::hint::black_box;

use dungeon_model::space::distances::Distances;
use dungeon_model::space::geometry::{Direction, Point, Size};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::route::{Route, RouteSearch, SLANTED, STRAIGHT};
use dungeon_peers::noise;
use pathfinding::prelude::astar;

use super::ratios::{Claim, Table};

struct Map {
    name: String,
    open: Grid<bool>,
    queries: Vec<(Point, Point)>,
}

pub fn measure(table: &mut Table) {
    let maps = [
        Map::made("a hall of 49×49", Size::new(49, 49), 5, 5),
        Map::made("caves of 65×81", Size::new(65, 81), 2, 42),
        Map::made("lakes of 194×194", Size::new(194, 194), 6, 45),
    ];
    for map in &maps {
        compare(map);
        let (mut way, mut cells, mut search) =
            (Distances::default(), Vec::new(), RouteSearch::default());
        way.begin(map.open.size(), []);
        let asked = map.queries.len();
        table.row(
            claim(
                format!("{asked} ways of fewest steps, {}", map.name),
                "`Distances` floods in all directions from its source, since later queries may ask for other cells; \
                 three branches are mispredicted for each block that a ring reaches, which takes most of the time of \
                 a short path",
            ),
            || {
                for query in &map.queries {
                    black_box(steps(&mut way, map, *query, &mut cells));
                }
            },
            || {
                for query in &map.queries {
                    black_box(peer(map, *query, |_| 1, Point::chebyshev));
                }
            },
        );
        table.row(
            claim(
                format!("{asked} ways of 10 and 14 a step, {}", map.name),
                "A* expands every cell whose estimate is less than the cost of the path: 250 instructions for each \
                 cell, and two mispredicted branches, which take half of the time",
            ),
            || {
                for query in &map.queries {
                    black_box(cheapest(&mut search, map, *query));
                }
            },
            || {
                for query in &map.queries {
                    black_box(peer(map, *query, step_cost, octile));
                }
            },
        );
    }
}

fn claim(what: String, limits: &str) -> Claim {
    Claim {
        what,
        peer: "`pathfinding` A*".to_owned(),
        goal: 5.0,
        limits: limits.to_owned(),
    }
}

/// Returns the cells of a path with the fewest steps, as a journey takes it: of equally near neighbors the first in
/// keypad order.
fn steps(
    way: &mut Distances,
    map: &Map,
    (from, to): (Point, Point),
    cells: &mut Vec<Point>,
) -> Option<u32> {
    cells.clear();
    way.begin_again([to]);
    let steps = way.to(from, |p| map.is_open(p))?;
    let mut p = from;
    for left in (0..steps).rev() {
        let mut near = Direction::ALL.into_iter().map(|way| p + way);
        p = near.find(|near| way.known(*near) == Some(left))?;
        cells.push(p);
    }
    Some(steps)
}

fn cheapest(search: &mut RouteSearch, map: &Map, (from, to): (Point, Point)) -> Option<Route> {
    search.find(map.open.size(), from, to, |p| map.is_open(p))
}

/// Returns the peer's path and its cost.
fn peer(
    map: &Map,
    (from, to): (Point, Point),
    cost: fn(Direction) -> u32,
    left: fn(Point, Point) -> u32,
) -> Option<(Vec<Point>, u32)> {
    let neighbours = |p: &Point| {
        let p = *p;
        let steps = Direction::ALL
            .into_iter()
            .map(move |way| (p + way, cost(way)));
        steps.filter(|(near, _)| map.is_open(*near))
    };
    astar(&from, neighbours, |p| left(*p, to), |p| *p == to)
}

fn step_cost(way: Direction) -> u32 {
    match way.dx() * way.dy() {
        0 => STRAIGHT,
        _ => SLANTED,
    }
}

fn octile(a: Point, b: Point) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    STRAIGHT * dx.max(dy) + (SLANTED - STRAIGHT) * dx.min(dy)
}

/// Asserts that our path and the peer's cost the same, and that the fewest steps are those of the plain search.
fn compare(map: &Map) {
    let (mut way, mut cells, mut search) =
        (Distances::default(), Vec::new(), RouteSearch::default());
    way.begin(map.open.size(), []);
    for query in &map.queries {
        let found = steps(&mut way, map, *query, &mut cells);
        assert_eq!(found, plain(map, *query), "{query:?}");
        assert_eq!(
            found,
            peer(map, *query, |_| 1, Point::chebyshev).map(|found| found.1)
        );
        let mut p = query.0;
        for next in &cells {
            assert!(map.is_open(*next) && p.chebyshev(*next) == 1);
            p = *next;
        }
        let cost = cheapest(&mut search, map, *query).map(|route| route.cost);
        assert_eq!(
            cost,
            peer(map, *query, step_cost, octile).map(|found| found.1),
            "{query:?}"
        );
    }
}

/// Returns the fewest steps by a breadth-first search, cell by cell.
fn plain(map: &Map, (from, to): (Point, Point)) -> Option<u32> {
    let mut known = Grid::filled(map.open.size(), None);
    let mut queue = VecDeque::from([from]);
    known.set(from, Some(0));
    while let Some(p) = queue.pop_front() {
        for near in Direction::ALL.map(|way| p + way) {
            if map.is_open(near) && known.get(near) == Some(None) {
                known.set(near, known.get(p).flatten().map(|steps| steps + 1));
                queue.push_back(near);
            }
        }
    }
    known.get(to).flatten()
}

impl Map {
    fn is_open(&self, p: Point) -> bool {
        self.open.get(p) == Some(true)
    }

    /// Returns a map with blocks of `lump` cells a side, of which `solid` percent are solid, and 300 queries between
    /// random cells.
    fn made(name: &str, size: Size, lump: i32, solid: u64) -> Map {
        let mut open = Grid::filled(size, true);
        for p in size.points() {
            let nth = (p.y / lump) as u64 * 4096 + (p.x / lump) as u64;
            open.set(p, noise(nth) % 100 >= solid);
        }
        let free: Vec<Point> = size
            .points()
            .filter(|p| open.get(*p) == Some(true))
            .collect();
        let any = |nth: u64| free[(noise(nth) % free.len() as u64) as usize];
        let queries = (0..300).map(|nth| (any(2 * nth), any(2 * nth + 1)));
        let queries = queries.filter(|(from, to)| from != to).collect();
        Map {
            name: name.to_owned(),
            open,
            queries,
        }
    }
}
