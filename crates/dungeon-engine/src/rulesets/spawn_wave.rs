//! The hordlings that arrive when a season begins (S-3).
use std::collections::{BTreeSet, VecDeque};

use crate::action::ActorId;
use crate::chance::{Draw, DrawPurpose};
use crate::ending::LossCause;
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::games::siege;
use dungeon_model::dungeon::{Feature, ItemId, LETTERS, Side, Through, builtin};
use dungeon_model::space::geometry::{Direction, Point, Size, at};

/// The maximum number of pairs of hordlings in a wave. In a wave of N pairs, strengths are 1 to N, and each strength
/// needs a letter.
const MOST: u32 = LETTERS as u32;

/// Returns the number of pairs of hordlings in each season of a year, counted from 0, which is also their maximum
/// strength (S-3).
pub fn pairs_of_year(year: u32) -> u32 {
    year.saturating_add(1).min(MOST)
}

/// Spawns pairs of hordlings on the outermost ring. One hordling of each pair arrives on the top or bottom row, and the
/// other on the left or right column. The row is drawn first, then the column, then the strength (S-3).
pub fn spawn_wave(stage: &mut Stage<'_>, pairs: u32) {
    let size = stage.size(stage.here());
    let (width, height) = (size.width as u32, size.height as u32);
    let mut draw = stage.draw(DrawPurpose::Muster, ActorId::WORLD, 0);
    for _ in 0..pairs {
        let y = edge(&mut draw, height);
        let x = draw.below(width);
        arrive(stage, at(x as i32, y as i32), draw.below(pairs));
        let y = draw.below(height);
        let x = edge(&mut draw, width);
        arrive(stage, at(x as i32, y as i32), draw.below(pairs));
    }
}

/// Returns the first or last row or column of a map (0 or `side - 1`) at random, with equal probability.
fn edge(draw: &mut Draw, side: u32) -> u32 {
    match draw.below(2) {
        0 => 0,
        _ => side - 1,
    }
}

/// Spawns a hordling of strength `above + 1` on a cell of the ring, and removes what was on the cell. If terrain closes
/// the cell, the hordling arrives at the nearest gate instead. No hordling arrives if the drawn cell is the hero's
/// cell, or if no free cell is found.
fn arrive(stage: &mut Stage<'_>, p: Point, above: u32) {
    let level = stage.here();
    let has_hero = |p| {
        let body = stage.body_at(level, p);
        body.is_some_and(|whom| stage.body(whom).side == Side::Ours)
    };
    let place = if lets_in(stage, p) {
        (!has_hero(p)).then_some(p)
    } else {
        nearest_gate(stage, p).and_then(|gate| free_place(stage, gate))
    };
    let Some(p) = place else { return };
    if let Feature::Fence(_) = stage.tile(level, p).feature {
        let tile = builtin::FLOOR;
        stage.emit(Event::Rebuilt { level, at: p, tile });
    }
    let item = stage.item_at(level, p);
    if item != ItemId::NONE {
        stage.emit(Event::Removed { level, at: p, item });
    }
    if let Some(whom) = stage.body_at(level, p) {
        stage.kill(whom, LossCause::Rules);
    }
    let strength = u16::try_from(above + 1).unwrap_or(u16::MAX);
    stage.spawn(siege::hordling(strength), level, p);
}

/// Whether a hordling can arrive on the terrain of a cell. Floor and fences let hordlings arrive; fences are crushed.
/// Rock, walls and doors do not.
fn lets_in(world: &World, p: Point) -> bool {
    let tile = world.tile(world.here(), p);
    tile.footing.admits(Through::Floor) || matches!(tile.feature, Feature::Fence(_))
}

/// Returns the nearest gate, counted in steps along the ring. A gate is a cell of the ring where a hordling can arrive.
/// If two gates are equally near, returns the one in clockwise direction from `from`. `None` if the whole ring is
/// closed.
fn nearest_gate(world: &World, from: Point) -> Option<Point> {
    let size = world.size(world.here());
    let around = (2 * (size.width + size.height) - 4).max(1);
    let start = ring_index(size, from);
    let both_ways = |far| [start + far, start + around - far];
    let mut cells = (0..=around / 2).flat_map(both_ways);
    cells.find_map(|nth| {
        let p = ring_cell(size, nth % around);
        lets_in(world, p).then_some(p)
    })
}

/// Returns the number of a cell on the ring. The upper left corner has number 0, and numbers increase clockwise.
fn ring_index(size: Size, p: Point) -> i32 {
    let (right, bottom) = (size.width - 1, size.height - 1);
    match (p.x, p.y) {
        (x, 0) => x,
        (x, y) if x == right => right + y,
        (x, y) if y == bottom => right + bottom + (right - x),
        (_, y) => 2 * right + bottom + (bottom - y),
    }
}

/// Returns the cell on the ring with this number, the inverse of `ring_index`.
fn ring_cell(size: Size, nth: i32) -> Point {
    let (right, bottom) = (size.width - 1, size.height - 1);
    match nth {
        nth if nth <= right => at(nth, 0),
        nth if nth <= right + bottom => at(right, nth - right),
        nth if nth <= 2 * right + bottom => at(2 * right + bottom - nth, bottom),
        nth => at(0, 2 * (right + bottom) - nth),
    }
}

/// Returns the gate, if no body is there. Otherwise returns the free cell without an item that is the fewest steps over
/// floor away from the gate; `None` if there is no such cell.
fn free_place(world: &World, gate: Point) -> Option<Point> {
    let level = world.here();
    let (mut seen, mut next) = (BTreeSet::from([gate]), VecDeque::from([gate]));
    while let Some(p) = next.pop_front() {
        let is_bare = p == gate || world.item_at(level, p) == ItemId::NONE;
        if is_bare && world.body_at(level, p).is_none() {
            return Some(p);
        }
        let beside = Direction::ALL.into_iter().map(|way| p + way);
        let is_floor = |p: &Point| world.tile(level, *p).footing.admits(Through::Floor);
        let ways = beside
            .filter(|p| world.size(level).contains(*p))
            .filter(is_floor);
        next.extend(ways.filter(|p| seen.insert(*p)).collect::<Vec<_>>());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_every_cell_of_a_ring_has_its_number_clockwise() {
        for (width, height) in [(3, 3), (3, 9), (9, 3), (24, 24), (2, 2)] {
            let size = Size::new(width, height);
            let cells: Vec<Point> = (0..2 * (width + height) - 4)
                .map(|nth| ring_cell(size, nth))
                .collect();
            for (nth, p) in cells.iter().enumerate() {
                assert_eq!(ring_index(size, *p), nth as i32, "{p}");
                assert!(!size.contains_inside_rim(*p), "{p}");
                let next = cells[(nth + 1) % cells.len()];
                assert_eq!(p.manhattan(next), 1, "{p} and {next}");
            }
            assert_eq!(BTreeSet::from_iter(cells).len(), size.rim().count());
        }
    }
}
