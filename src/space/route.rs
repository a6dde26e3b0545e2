//! Shortest ways over eight neighbours where a straight step costs 10 and a slanted one 14: A* (K-6), and the plain
//! search of Dijkstra that proves it. Both cut corners.
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::geometry::{Direction, Point};

/// What a step in a row or column costs.
pub const STRAIGHT: u32 = 10;
/// What a step at a slant costs.
pub const SLANTED: u32 = 14;

/// A way, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Every cell of it in order, the first one not, the last one too.
    pub cells: Vec<Point>,
    /// 10 a straight step, 14 a slanted one.
    pub cost: u32,
}

/// K-6: a cheapest way from one cell to another over cells that are `open` (the first is not asked about); none where
/// there is none, which is known only when every cell that can be entered was. Of cells that promise the same whole cost
/// it goes on from the one that is farther on its way, then from the first in reading order.
pub fn route(from: Point, to: Point, open: impl Fn(Point) -> bool) -> Option<Route> {
    search(from, to, open, |p| octile(p, to))
}

/// The same way's cost without any guess of what is left: what A* must agree with.
pub fn cheapest_cost(from: Point, to: Point, open: impl Fn(Point) -> bool) -> Option<u32> {
    search(from, to, open, |_| 0).map(|route| route.cost)
}

/// The cost of a way with nothing in between.
fn octile(from: Point, to: Point) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    STRAIGHT * dx.max(dy) + (SLANTED - STRAIGHT) * dx.min(dy)
}

/// How a cell was come to.
#[derive(Clone, Copy)]
struct Step {
    cost: u32,
    before: Point,
    is_final: bool,
}

fn search(
    from: Point,
    to: Point,
    open: impl Fn(Point) -> bool,
    left: impl Fn(Point) -> u32,
) -> Option<Route> {
    let first = Step {
        cost: 0,
        before: from,
        is_final: false,
    };
    let mut steps = HashMap::from([(from, first)]);
    let mut queue = BinaryHeap::from([(Reverse(left(from)), 0, Reverse(from))]);
    while let Some((_, cost, Reverse(p))) = queue.pop() {
        match steps.get_mut(&p) {
            Some(step) if step.cost == cost && !step.is_final => step.is_final = true,
            _ => continue, // a cheaper way was found since
        }
        if p == to {
            let cells = walked(&steps, from, to);
            return Some(Route { cells, cost });
        }
        for way in Direction::ALL {
            let next = p + way;
            let cost = cost + toll(way);
            let is_cheaper = steps.get(&next).is_none_or(|known| cost < known.cost);
            if is_cheaper && open(next) {
                let step = Step {
                    cost,
                    before: p,
                    is_final: false,
                };
                steps.insert(next, step);
                queue.push((Reverse(cost + left(next)), cost, Reverse(next)));
            }
        }
    }
    None
}

fn toll(way: Direction) -> u32 {
    match way.dx() == 0 || way.dy() == 0 {
        true => STRAIGHT,
        false => SLANTED,
    }
}

/// The cells behind the first one, by the steps that were found.
fn walked(steps: &HashMap<Point, Step>, from: Point, to: Point) -> Vec<Point> {
    let before = |p: &Point| steps.get(p).map(|step| step.before);
    let back = std::iter::successors(Some(to), before).take_while(|p| *p != from);
    let mut cells: Vec<Point> = back.collect();
    cells.reverse();
    cells
}
