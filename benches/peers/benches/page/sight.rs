//! Fields of view within ten cells, compared with the crates `bracket-pathfinding` and `symmetric-shadowcasting` on
//! small and large maps, and lines of sight compared with `bresenham`. Each field is a list of the visible cells
//! without repeats.
use std::hint::black_box;

use bracket_pathfinding::prelude::{self as bracket, Algorithm2D, BaseMap, field_of_view};
use bresenham::Bresenham;
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::grid::Grid;
use dungeon_model::space::sight;
use dungeon_peers::noise;

use super::ratios::{Claim, Table};

const REACH: i32 = 10;
const EYES: usize = 500;

/// The profile of a field of view.
const FIELDS: &str = "half goes to querying and listing cells; next come the light bits, at forty instructions per cell; \
                      among pillars, branches at the ends of each lit row are mispredicted";

struct Map {
    clear: Grid<bool>,
    eyes: Vec<Point>,
}

pub fn measure(table: &mut Table) {
    let sizes = [
        Size::new(80, 50),
        Size::new(400, 400),
        Size::new(4096, 4096),
    ];
    let kinds: [(&str, fn(Point) -> bool); 3] = [
        ("rooms", is_room),
        ("pillars", is_no_pillar),
        ("open", |_| true),
    ];
    for (name, is_clear) in kinds {
        for size in sizes {
            let map = Map::new(size, is_clear);
            let what = format!("{name}, {size}");
            beside_bracket(table, &map, &what);
            beside_shadowcasting(table, &map, &what);
        }
    }
    beside_bresenham(table, &Map::new(sizes[0], is_no_pillar));
}

fn claim(what: &str, peer: &str, goal: f64) -> Claim {
    Claim {
        limits: FIELDS.to_owned(),
        ..line_claim(what, peer, goal)
    }
}

fn line_claim(what: &str, peer: &str, goal: f64) -> Claim {
    Claim {
        what: what.to_owned(),
        peer: format!("`{peer}`"),
        goal,
        limits: String::new(),
    }
}

fn beside_bracket(table: &mut Table, map: &Map, what: &str) {
    let (mut next, mut peer_next) = (map.each_eye(), map.each_eye());
    let (mut field, mut seen) = (Field::default(), Vec::new());
    let ours = || {
        map.look(&mut field, next(), &mut seen);
        black_box(&seen);
    };
    let peer = || {
        let eye = peer_next();
        black_box(field_of_view(bracket::Point::new(eye.x, eye.y), REACH, map));
    };
    table.row(claim(what, "bracket-pathfinding", 8.0), ours, peer);
}

fn beside_shadowcasting(table: &mut Table, map: &Map, what: &str) {
    let (mut next, mut peer_next) = (map.each_eye(), map.each_eye());
    let (mut field, mut seen) = (Field::default(), Vec::new());
    let ours = || {
        map.look(&mut field, next(), &mut seen);
        black_box(&seen);
    };
    // The peer has no radius and reports some cells twice. Marks in a square around the eye correct both.
    let side = 2 * REACH + 1;
    let (mut marks, mut peer_seen) = (Grid::filled(Size::new(side, side), false), Vec::new());
    let peer = || {
        let eye = peer_next();
        marks.cells_mut().fill(false);
        peer_seen.clear();
        let point = |(x, y): (isize, isize)| at(x as i32, y as i32);
        symmetric_shadowcasting::compute_fov(
            (eye.x as isize, eye.y as isize),
            &mut |p| point(p).chebyshev(eye) > REACH as u32 || !map.is_clear(point(p)),
            &mut |p| {
                let p = point(p);
                if let Some(mark @ false) =
                    marks.get_mut(at(p.x - eye.x + REACH, p.y - eye.y + REACH))
                {
                    *mark = true;
                    peer_seen.push(p);
                }
            },
        );
        black_box(&peer_seen);
    };
    table.row(claim(what, "symmetric-shadowcasting", 8.0), ours, peer);
}

fn beside_bresenham(table: &mut Table, map: &Map) {
    let any = |nth: u64| map.eyes[(noise(nth) % EYES as u64) as usize];
    let pairs = (0..).map(|nth| (any(2 * nth), any(2 * nth + 1)));
    let near = pairs.filter(|(from, to)| from != to && from.chebyshev(*to) <= REACH as u32);
    let pairs: Vec<(Point, Point)> = near.take(1000).collect();
    let ours = || {
        for (from, to) in &pairs {
            black_box(sight::sees(
                *from,
                *to,
                REACH as u32,
                |_| true,
                |p| map.is_clear(p),
            ));
        }
    };
    let peer = || {
        for (from, to) in &pairs {
            let ends = [from, to].map(|p| (p.x as isize, p.y as isize));
            let mut way = Bresenham::new(ends[0], ends[1]).skip(1);
            black_box(way.all(|(x, y)| map.is_clear(at(x as i32, y as i32))));
        }
    };
    table.row(
        line_claim("a thousand lines among pillars, 80x50", "bresenham", 1.5),
        ours,
        peer,
    );
}

impl Map {
    fn new(size: Size, is_clear: fn(Point) -> bool) -> Map {
        let mut clear = Grid::filled(size, false);
        for p in size.points() {
            clear.set(p, size.contains_inside_rim(p) && is_clear(p));
        }
        let any = |nth: u64| {
            let (x, y) = (
                noise(2 * nth) % size.width as u64,
                noise(2 * nth + 1) % size.height as u64,
            );
            at(x as i32, y as i32)
        };
        let eyes = (0..).map(any).filter(|p| clear.get(*p) == Some(true));
        Map {
            eyes: eyes.take(EYES).collect(),
            clear,
        }
    }

    fn is_clear(&self, p: Point) -> bool {
        self.clear.get(p) == Some(true)
    }

    /// Returns a function that cycles through the eyes.
    fn each_eye(&self) -> impl FnMut() -> Point {
        let mut eyes = self.eyes.iter().cycle();
        move || *eyes.next().expect("a map has eyes")
    }

    fn look(&self, field: &mut Field, eye: Point, seen: &mut Vec<Point>) {
        seen.clear();
        field.cast(eye, REACH as u32, |p| self.is_clear(p), |p| seen.push(p));
    }
}

impl BaseMap for Map {
    fn is_opaque(&self, index: usize) -> bool {
        !self.clear.cells()[index]
    }
}

impl Algorithm2D for Map {
    fn dimensions(&self) -> bracket::Point {
        bracket::Point::new(self.clear.size().width, self.clear.size().height)
    }
}

/// Whether a cell is in a room of nine by seven cells, or in a doorway in the middle of a wall.
fn is_room(p: Point) -> bool {
    match (p.x % 10, p.y % 8) {
        (0, y) => y == 4,
        (x, 0) => x == 5,
        _ => true,
    }
}

/// Whether a cell is free. A fifth of all cells are pillars.
fn is_no_pillar(p: Point) -> bool {
    noise(p.y as u64 * 4096 + p.x as u64) % 100 >= 20
}
