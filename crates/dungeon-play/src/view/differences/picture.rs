//! A picture of a changed level before and after, with the changed cells marked.
use std::collections::{BTreeSet, HashMap, HashSet};

use super::boards::NamedBoard;
use super::dungeons::Differences;
use super::naming::Naming;
use crate::view::frame::{Cell, Frame, Style};
use dungeon_model::dungeon::{Colour, Dungeon};
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::narrow::length;

/// The way that changed cells are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeMarks {
    /// A colored background.
    Coloured,
    /// A `^` on the line below.
    Carets,
}

/// The number of unchanged rows and columns shown around a change.
const CONTEXT: i32 = 2;

/// The number of columns between two maps side by side.
const GAP: i32 = 3;

/// The styles of changed cells in the first and in the second dungeon.
const STYLES: [Style; 2] = [
    Style::STRONG.inked(Colour::BrightRed),
    Style::STRONG.inked(Colour::BrightGreen),
];

/// Draws one pair of boards, at most `width` columns wide; `None` if no cell changed.
pub fn picture(
    dungeons: [&Dungeon; 2],
    found: &Differences,
    nth: usize,
    width: i32,
    marks: ChangeMarks,
) -> Option<Frame> {
    let mut changed = [HashSet::new(), HashSet::new()];
    for change in found
        .changes
        .iter()
        .filter(|change| change.board == Some(nth))
    {
        for (cells, regions) in changed.iter_mut().zip([&change.before, &change.after]) {
            cells.extend(regions.iter().flat_map(|region| region.points()));
        }
    }
    let all = || changed.iter().flatten();
    let first = all().map(|p| p.x).min()? - CONTEXT;
    let rows: BTreeSet<i32> = all().flat_map(|p| p.y - CONTEXT..=p.y + CONTEXT).collect();
    let namings = dungeons.map(Naming::new);
    let pair = &found.boards[nth];
    let boards = [
        NamedBoard::of(&namings[0], pair.before),
        NamedBoard::of(&namings[1], pair.after),
    ];
    let widest = boards.iter().map(|board| board.size().width).max()?;
    // A map that is too wide starts at its first changed column.
    let from = if widest <= width {
        0
    } else {
        first.clamp(0, widest - width)
    };
    let columns = (from, (from + width.min(widest)).max(from + 1) - 1);
    let maps = [0, 1].map(|side| {
        let look = (STYLES[side], marks);
        drawn(&boards[side], &changed[side], &rows, columns, look)
    });
    Some(together(maps, width))
}

/// Puts two maps side by side, or the second below the first if `width` is too small.
fn together(maps: [Frame; 2], width: i32) -> Frame {
    let [before, after] = maps.each_ref().map(Frame::size);
    let beside = before.width + GAP + after.width;
    let (size, corner) = if beside <= width {
        (
            Size::new(beside, before.height.max(after.height)),
            at(before.width + GAP, 0),
        )
    } else {
        (
            Size::new(
                before.width.max(after.width),
                before.height + 1 + after.height,
            ),
            at(0, before.height + 1),
        )
    };
    let mut frame = Frame::new(size);
    for (map, corner) in maps.iter().zip([at(0, 0), corner]) {
        for p in map.size().points() {
            frame.set(at(corner.x + p.x, corner.y + p.y), map.get(p));
        }
    }
    frame
}

/// Draws the given rows and columns of a map, with a row of dots for each gap between rows.
fn drawn(
    board: &NamedBoard<'_>,
    changed: &HashSet<Point>,
    rows: &BTreeSet<i32>,
    (from, to): (i32, i32),
    (style, marks): (Style, ChangeMarks),
) -> Frame {
    let size = board.size();
    let to = to.min(size.width - 1);
    let things: HashMap<Point, char> = board.thing_glyphs().collect();
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut last = None;
    for y in rows.range(0..size.height.max(0)) {
        if last.is_some_and(|last| last + 1 < *y) {
            lines.push(vec![Cell::new('.', Style::DIM); 3]);
        }
        last = Some(*y);
        let cells = || (from..=to).map(|x| at(x, *y));
        let line = cells().map(|p| {
            let thing = things.get(&p).copied();
            let glyph = thing.unwrap_or_else(|| board.terrain_glyph(p));
            if changed.contains(&p) && marks == ChangeMarks::Coloured {
                Cell::new(glyph, style)
            } else {
                Cell::new(glyph, Style::PLAIN)
            }
        });
        lines.push(line.collect());
        if marks == ChangeMarks::Carets && cells().any(|p| changed.contains(&p)) {
            let mark = |p: Point| if changed.contains(&p) { '^' } else { ' ' };
            lines.push(cells().map(|p| Cell::new(mark(p), Style::PLAIN)).collect());
        }
    }
    let width = (to - from + 1).max(3);
    let mut frame = Frame::new(Size::new(width, length(lines.len())));
    for (y, line) in (0..).zip(lines) {
        for (x, cell) in (0..).zip(line) {
            frame.set(at(x, y), cell);
        }
    }
    frame
}
