//! The field of view on random maps, compared with a slow implementation of its definition without beams.
use std::collections::BTreeSet;

use crate::cases;
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, Size, at};
use proptest::prelude::*;

/// A small map, with stone outside.
#[derive(Clone, Debug)]
struct Map {
    size: Size,
    stones: Vec<bool>,
}

impl Map {
    fn drawn(rows: &[&str]) -> Map {
        let stones = rows.iter().flat_map(|row| row.chars().map(|c| c == '#'));
        Map {
            size: Size::new(rows[0].len() as i32, rows.len() as i32),
            stones: stones.collect(),
        }
    }

    fn is_clear(&self, p: Point) -> bool {
        self.size.contains(p) && !self.stones[(p.y * self.size.width + p.x) as usize]
    }

    /// Returns every opaque cell that can matter: those of the map and a ring around it.
    fn opaque(&self) -> Vec<Point> {
        let around = Size::new(self.size.width + 2, self.size.height + 2);
        let points = around.points().map(|p| at(p.x - 1, p.y - 1));
        points.filter(|p| !self.is_clear(*p)).collect()
    }

    fn seen(&self, eye: Point, reach: u32) -> BTreeSet<Point> {
        let mut seen = BTreeSet::new();
        let clear = |p| self.is_clear(p);
        Field::default().cast(eye, reach, clear, |p| {
            assert!(seen.insert(p), "{p} is reported twice");
        });
        seen
    }
}

/// Maps larger than the field of view's precomputed tables.
fn long_maps() -> impl Strategy<Value = Map> {
    (11..26i32, 1..5i32, any::<bool>()).prop_flat_map(|(long, short, is_upright)| {
        let size = if is_upright {
            Size::new(short, long)
        } else {
            Size::new(long, short)
        };
        let stone = (0..10u32).prop_map(|roll| roll == 0);
        proptest::collection::vec(stone, size.area()).prop_map(move |stones| Map { size, stones })
    })
}

fn maps() -> impl Strategy<Value = Map> {
    (1..10i32, 1..10i32, 0..10u32).prop_flat_map(|(width, height, density)| {
        let size = Size::new(width, height);
        let stone = (0..10u32).prop_map(move |roll| roll < density);
        proptest::collection::vec(stone, size.area()).prop_map(move |stones| Map { size, stones })
    })
}

/// The point `x / scale`, `y / scale` relative to the eye.
#[derive(Clone, Copy, Debug)]
struct Offset {
    x: i64,
    y: i64,
    scale: i64,
}

/// Whether the segment from the eye to a point, end cells excluded, is free of stone: of the interior of every diamond
/// and of the points where two diamonds touch.
fn is_free(opaque: &[Point], eye: Point, to: Offset) -> bool {
    let from_eye = |p: Point| (i64::from(p.x - eye.x), i64::from(p.y - eye.y));
    let is_on_the_way = |part: i64, whole: i64, scale: i64| {
        // 0 < part · scale / whole < 1
        part.signum() == whole.signum() && part != 0 && (part * scale).abs() < whole.abs()
    };
    let passes_through = |p: &Point| {
        let (x, y) = from_eye(*p);
        let turn = 2 * (x * to.y - y * to.x).abs();
        // On the segment, |dx| + |dy| is smallest where it crosses one of the diamond's two diagonals.
        turn < to.x.abs() && is_on_the_way(x, to.x, to.scale)
            || turn < to.y.abs() && is_on_the_way(y, to.y, to.scale)
    };
    let slips_between = |p: &Point| {
        let (x, y) = from_eye(*p);
        let touches = |(dx, dy): (i32, i32)| {
            let (x, y) = (2 * x + i64::from(dx), 2 * y + i64::from(dy));
            let is_on_line = x * to.y == y * to.x;
            is_on_line
                && (is_on_the_way(x, 2 * to.x, to.scale) || is_on_the_way(y, 2 * to.y, to.scale))
        };
        let is_stone = |(dx, dy): (i32, i32)| opaque.contains(&at(p.x + dx, p.y + dy));
        [(1, 0), (0, 1)]
            .into_iter()
            .any(|way| touches(way) && is_stone(way))
    };
    !opaque
        .iter()
        .any(|p| *p != eye && passes_through(p) || slips_between(p))
}

fn sees_centre(opaque: &[Point], eye: Point, p: Point) -> bool {
    let to = Offset {
        x: i64::from(p.x - eye.x),
        y: i64::from(p.y - eye.y),
        scale: 1,
    };
    is_free(opaque, eye, to)
}

/// Returns the directions in which visibility can change, toward the corners of diamonds, and one between any two
/// neighbors of these.
fn directions(opaque: &[Point], eye: Point) -> Vec<(i64, i64)> {
    let tips = opaque.iter().flat_map(|p| {
        let (x, y) = (2 * i64::from(p.x - eye.x), 2 * i64::from(p.y - eye.y));
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    });
    let mut all: Vec<(i64, i64)> = tips.collect();
    let upper = |v: &(i64, i64)| v.1 < 0 || v.1 == 0 && v.0 < 0;
    all.sort_by(|a, b| upper(a).cmp(&upper(b)).then((b.0 * a.1).cmp(&(a.0 * b.1))));
    let between = all
        .windows(2)
        .map(|pair| (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1));
    let between: Vec<_> = between.collect();
    all.extend(between);
    all
}

/// Returns the points where a direction crosses the diagonals of a cell's diamond.
fn meetings(eye: Point, p: Point, (dx, dy): (i64, i64)) -> Vec<Offset> {
    let (x, y) = (i64::from(p.x - eye.x), i64::from(p.y - eye.y));
    let turn = 2 * (x * dy - y * dx).abs();
    let mut found = Vec::new();
    if x * dx > 0 && turn <= dx.abs() {
        found.push(Offset {
            x: dx * x.abs(),
            y: dy * x.abs(),
            scale: dx.abs(),
        });
    }
    if y * dy > 0 && turn <= dy.abs() {
        found.push(Offset {
            x: dx * y.abs(),
            y: dy * y.abs(),
            scale: dy.abs(),
        });
    }
    found
}

/// Computes the visible cells within reach by the definition.
fn defined(map: &Map, eye: Point, reach: u32) -> BTreeSet<Point> {
    let opaque = map.opaque();
    let directions = directions(&opaque, eye);
    let seen_stone = |p: &Point| {
        let others: Vec<Point> = opaque.iter().copied().filter(|q| q != p).collect();
        let meetings = directions.iter().flat_map(|way| meetings(eye, *p, *way));
        meetings.into_iter().any(|to| is_free(&others, eye, to))
    };
    let clear = map.size.points().filter(|p| map.is_clear(*p));
    let clear = clear.filter(|p| sees_centre(&opaque, eye, *p));
    let stones = opaque
        .iter()
        .copied()
        .filter(|p| *p == eye || seen_stone(p));
    let within = |p: &Point| p.chebyshev(eye) <= reach;
    clear.chain(stones).filter(within).chain([eye]).collect()
}

proptest! {
    #![proptest_config(cases::of(256))]

    #[test]
    fn a_field_is_what_its_definition_says(map in maps(), nth: usize, reach in 0..12u32) {
        let eye = at((nth % map.size.width as usize) as i32, (nth / 16 % map.size.height as usize) as i32);
        prop_assert_eq!(map.seen(eye, reach), defined(&map, eye, reach), "{} {:?}", eye, map);
    }

    #[test]
    fn see_through_cells_see_each_other_or_neither_the_other(map in maps(), reach in 0..12u32) {
        let clear: Vec<Point> = map.size.points().filter(|p| map.is_clear(*p)).collect();
        let fields: Vec<BTreeSet<Point>> = clear.iter().map(|p| map.seen(*p, reach)).collect();
        for (a, from_a) in clear.iter().zip(&fields) {
            for (b, from_b) in clear.iter().zip(&fields) {
                prop_assert_eq!(from_a.contains(b), from_b.contains(a), "{} {} {:?}", a, b, &map);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases::of(16))]

    #[test]
    fn a_far_field_is_what_its_definition_says(map in long_maps(), nth: usize, reach in 10..26u32) {
        let eye = map.size.points().nth(nth % map.size.area()).expect("a cell");
        prop_assert_eq!(map.seen(eye, reach), defined(&map, eye, reach), "{} {:?}", eye, map);
    }

    #[test]
    fn far_see_through_cells_see_each_other_or_neither_the_other(map in long_maps()) {
        let clear: Vec<Point> = map.size.points().filter(|p| map.is_clear(*p)).collect();
        let fields: Vec<BTreeSet<Point>> = clear.iter().map(|p| map.seen(*p, u32::MAX)).collect();
        for (a, from_a) in clear.iter().zip(&fields) {
            for (b, from_b) in clear.iter().zip(&fields) {
                prop_assert_eq!(from_a.contains(b), from_b.contains(a), "{} {} {:?}", a, b, &map);
            }
        }
    }
}

#[test]
fn an_eye_in_stone_sees_what_its_definition_says() {
    let map = Map::drawn(&["##", ".#", "##", "##"]);
    assert_eq!(map.seen(at(0, 0), 11), defined(&map, at(0, 0), 11));
}

/// The map as seen from its `@`, with `?` for unseen cells.
fn picture(rows: &[&str], reach: u32) -> Vec<String> {
    let map = Map::drawn(rows);
    let glyphs: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let places: Vec<(Point, char)> = map.size.points().zip(glyphs).collect();
    let eye = places.iter().find(|(_, c)| *c == '@').expect("an eye").0;
    let seen = map.seen(eye, reach);
    let shown = |(p, c): &(Point, char)| if seen.contains(p) { *c } else { '?' };
    let rows = places.chunks(map.size.width as usize);
    rows.map(|row| row.iter().map(shown).collect()).collect()
}

#[test]
fn a_pillar_casts_a_shadow_and_a_doorway_lets_a_cone_through() {
    let rows = [
        "###########",
        "#.........#",
        "#.@.#.....#",
        "#.........#",
        "#####.#####",
        "#.........#",
        "#.........#",
        "###########",
    ];
    assert_eq!(
        picture(&rows, 99),
        [
            "##########?",
            "#......????",
            "#.@.#??????",
            "#......????",
            "#####.####?",
            "??????.????",
            "????????.??",
            "????????###",
        ]
    );
}

#[test]
fn every_wall_of_a_room_is_seen_from_every_cell_of_it() {
    for (width, height) in [(3, 3), (4, 9), (21, 7), (60, 5)] {
        let size = Size::new(width, height);
        let stones = size
            .points()
            .map(|p| !size.contains_inside_rim(p))
            .collect();
        let room = Map { size, stones };
        for eye in size.points().filter(|p| size.contains_inside_rim(*p)) {
            assert_eq!(room.seen(eye, 99).len(), size.area(), "{size} from {eye}");
        }
    }
}

#[test]
fn a_field_ends_at_its_reach_by_chebyshev() {
    let open = Map {
        size: Size::new(30, 30),
        stones: vec![false; 900],
    };
    for reach in 0..10 {
        let seen = open.seen(at(15, 15), reach);
        let side = 2 * reach as usize + 1;
        assert_eq!(seen.len(), side * side);
        assert!(seen.iter().all(|p| p.chebyshev(at(15, 15)) <= reach));
    }
}

#[test]
fn a_body_in_terrain_that_hides_sees_out_of_it() {
    let mut room = Map::drawn(&["#####", "#...#", "#####"]);
    room.stones[7] = true;
    assert_eq!(room.seen(at(2, 1), 9).len(), room.size.area());
    assert!(!room.seen(at(1, 1), 9).contains(&at(3, 1)), "and hides");
}

#[test]
fn light_passes_where_two_stones_meet_at_their_corners_but_not_at_their_sides() {
    assert_eq!(picture(&["@#", "#."], 9), ["@#", "#."]);
    assert_eq!(picture(&["@.", "##", ".."], 9), ["@.", "##", "??"]);
}

#[test]
fn a_ray_between_two_stones_that_it_only_brushes_goes_on_both_ways() {
    // Cast from one end, stones narrow the ray before it passes between two free cells; cast from the other end, after
    // that.
    let map = Map::drawn(&[".......", ".#.#...", ".......", "......."]);
    let (a, b) = (at(0, 0), at(6, 3));
    assert!(map.seen(a, 99).contains(&b));
    assert!(map.seen(b, 99).contains(&a));
}

#[test]
fn what_a_cast_costs_is_bounded_by_what_is_lit() {
    // A room of 3×3 in endless stone: few cells are queried, however large the reach.
    let asked = std::cell::Cell::new(0);
    let clear = |p: Point| {
        asked.set(asked.get() + 1);
        p.chebyshev(at(0, 0)) <= 1
    };
    Field::default().cast(at(0, 0), u32::MAX, clear, |_| {});
    assert!(asked.get() < 64, "{asked:?}");
}
