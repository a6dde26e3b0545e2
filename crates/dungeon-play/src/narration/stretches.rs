//! Cells of walls, fences or water, described as straight stretches instead of one by one, and the gaps between fences.
use std::collections::BTreeSet;
use std::iter::successors;

use super::observer::Observer;
use dungeon_model::space::geometry::{Direction, Point, at};

/// The maximum number of stretches in a short list; further cells are only counted.
const MAX_SHORT: usize = 9;

/// The maximum number of stretches in a long list.
const MAX_LONG: usize = 40;

/// The maximum length of a row in cells that is counted. Where two longer rows cross, they count as equally long.
const LONGEST: usize = 99;

/// The length of a spoken list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLength {
    /// The nearest few places, and the number of the remaining cells.
    Short,
    /// All places, or the nearest `MAX_LONG` stretches.
    Long,
}

/// Returns the places of cells, nearest first: "1 west; 3 northwest to 3 northeast; and 4 farther away".
pub fn describe(
    observer: Observer<'_>,
    cells: impl IntoIterator<Item = Point>,
    length: ListLength,
) -> String {
    let cells: BTreeSet<Point> = cells.into_iter().collect();
    let stand = observer.stand();
    let far = |p: &Point| (stand.chebyshev(*p), stand.manhattan(*p));
    let mut stretches = straight(&cells);
    for stretch in &mut stretches {
        if stretch.last().map(far) < stretch.first().map(far) {
            stretch.reverse();
        }
    }
    stretches.sort_by_key(|stretch| (stretch.iter().map(far).min(), stretch.first().copied()));
    let most = match length {
        ListLength::Short => MAX_SHORT,
        ListLength::Long => MAX_LONG,
    };
    let rest: usize = stretches.iter().skip(most).map(Vec::len).sum();
    let mut phrases: Vec<String> = (stretches.iter().take(most))
        .flat_map(|stretch| stretch_places(observer, stretch))
        .collect();
    if rest > 0 {
        phrases.push(format!("and {rest} farther away"));
    }
    phrases.join("; ")
}

/// Returns the place of a stretch: "3 west", "3 west; 3 west, 1 north", "3 northwest to 3 northeast".
fn stretch_places(observer: Observer<'_>, stretch: &[Point]) -> Vec<String> {
    match stretch {
        [first, .., last] if stretch.len() > 2 => {
            vec![format!(
                "{} to {}",
                observer.bearing(*first),
                observer.bearing(*last)
            )]
        }
        few => few.iter().map(|p| observer.bearing(*p)).collect(),
    }
}

/// Splits the cells into straight lines of at least three cells: first rows and columns, then diagonals. Of two lines
/// that cross, the longer one gets the cell. Each remaining cell becomes a line of its own.
fn straight(cells: &BTreeSet<Point>) -> Vec<Vec<Point>> {
    let mut left = cells.clone();
    let mut stretches = Vec::new();
    for [first, second] in [
        [Direction::East, Direction::South],
        [Direction::SouthEast, Direction::NorthEast],
    ] {
        let (mut along, mut across) = (BTreeSet::new(), BTreeSet::new());
        for p in &left {
            let lengths = [first, second].map(|way| row_length(&left, *p, way));
            match lengths {
                [..3, ..3] => continue,
                [a, b] if a >= b => along.insert(*p),
                _ => across.insert(*p),
            };
        }
        for (way, cells) in [(first, &along), (second, &across)] {
            for run in runs(cells, way).filter(|run| run.len() > 2) {
                run.iter().for_each(|p| {
                    left.remove(p);
                });
                stretches.push(run);
            }
        }
    }
    stretches.extend(left.into_iter().map(|p| vec![p]));
    stretches
}

/// Returns the number of cells in the unbroken row through `p` in a direction and its opposite.
fn row_length(cells: &BTreeSet<Point>, p: Point, way: Direction) -> usize {
    let far = |line: &mut dyn Iterator<Item = Point>| {
        let row = line.skip(1).take_while(|p| cells.contains(p));
        row.take(LONGEST).count()
    };
    let ahead = far(&mut successors(Some(p), |p| Some(*p + way)));
    let behind = far(&mut successors(Some(p), |p| Some(before(*p, way))));
    1 + ahead + behind
}

/// Returns the cell from which a step in a direction leads to `p`.
fn before(p: Point, way: Direction) -> Point {
    at(p.x - way.dx(), p.y - way.dy())
}

/// Iterates over the unbroken rows of the cells in a direction.
fn runs(cells: &BTreeSet<Point>, way: Direction) -> impl Iterator<Item = Vec<Point>> {
    let starts = cells
        .iter()
        .filter(move |p| !cells.contains(&before(**p, way)));
    starts.map(move |p| {
        let line = successors(Some(*p), move |p| Some(*p + way));
        line.take_while(|p| cells.contains(p)).collect()
    })
}

/// Returns the open cells where one more fence would close a gap in a barrier. Either the barrier is on both sides of
/// the cell, or the gap is between two diagonal neighbors, which a body can pass with a diagonal step. Two cells can
/// close a diagonal gap; only the cell nearer to `stand` is returned.
pub fn gaps(
    barrier: &BTreeSet<Point>,
    stand: Point,
    is_open: impl Fn(Point) -> bool,
) -> BTreeSet<Point> {
    let around = barrier.iter().flat_map(|p| RING.map(|way| *p + way));
    let is_gap = |p: &Point| {
        let ring = RING.map(|way| is_open(*p + way));
        let is_passed = |from: usize, to: usize| (from + 1..to).any(|nth| ring[nth % ring.len()]);
        let mut pairs = (0..ring.len()).flat_map(|from| (3..=4).map(move |by| (from, from + by)));
        pairs.any(|(from, to)| {
            !ring[from]
                && !ring[to % ring.len()]
                && is_passed(from, to)
                && is_passed(to, from + ring.len())
        })
    };
    let slipped = barrier.iter().flat_map(|p| {
        let corners =
            [1, -1].map(|dx| (at(p.x + dx, p.y + 1), [at(p.x, p.y + 1), at(p.x + dx, p.y)]));
        corners.into_iter().filter_map(|(corner, sides)| {
            let is_slipped = !is_open(corner) && sides.iter().all(|side| is_open(*side));
            let nearer = sides
                .into_iter()
                .min_by_key(|side| stand.chebyshev(*side))?;
            is_slipped.then_some(nearer)
        })
    });
    let necks = around.filter(|p| is_open(*p)).filter(is_gap);
    necks.chain(slipped).collect()
}

/// The directions around a cell, clockwise.
const RING: [Direction; 8] = [
    Direction::North,
    Direction::NorthEast,
    Direction::East,
    Direction::SouthEast,
    Direction::South,
    Direction::SouthWest,
    Direction::West,
    Direction::NorthWest,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(map: &[&str], mark: char) -> BTreeSet<Point> {
        let rows = (0..).zip(map);
        let cells = rows.flat_map(|(y, row)| {
            let row = (0..).zip(row.chars());
            row.filter(|(_, c)| *c == mark).map(move |(x, _)| at(x, y))
        });
        cells.collect()
    }

    fn ends(map: &[&str]) -> Vec<(Point, Point)> {
        let stretches = straight(&drawn(map, '#'));
        stretches
            .iter()
            .map(|run| (run[0], run[run.len() - 1]))
            .collect()
    }

    #[test]
    fn every_cell_is_in_the_longest_row_that_leads_over_it_and_in_no_other() {
        let cross = ["..#....", "..#....", "#######", "..#...."];
        assert_eq!(
            ends(&cross),
            [
                (at(0, 2), at(6, 2)),
                (at(2, 0), at(2, 0)),
                (at(2, 1), at(2, 1)),
                (at(2, 3), at(2, 3))
            ]
        );
        assert_eq!(ends(&["#..", ".#.", "..#"]), [(at(0, 0), at(2, 2))]);
        let all = straight(&drawn(&["###.", "####", "#..#", "##.#"], '#'));
        let mut cells: Vec<Point> = all.concat();
        cells.sort();
        let set: BTreeSet<Point> = cells.iter().copied().collect();
        assert_eq!(cells.len(), set.len());
        assert_eq!(set, drawn(&["###.", "####", "#..#", "##.#"], '#'));
    }

    #[test]
    fn a_gap_is_where_one_more_fence_would_close_the_way() {
        let gap = |map: &[&str]| {
            let fences = drawn(map, '#');
            gaps(&fences, at(0, 9), |p| !fences.contains(&p))
        };
        assert_eq!(gap(&["##.##"]), [at(2, 0)].into());
        assert_eq!(gap(&["#####"]), [].into());
        assert_eq!(gap(&["###", "#..", "#.."]), [].into());
        assert_eq!(
            gap(&[".##", "#..", "#.."]),
            [at(1, 1)].into(),
            "one slips past corners"
        );
        assert_eq!(gap(&["..##", "#...", "#..."]), [at(1, 0), at(1, 1)].into());
    }
}
