//! A picture of a changed level: as it was and as it is, with the changed cells marked.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::boards::NamedBoard;
use super::change::Change;
use super::dungeons::{BoardId, Differences};
use super::naming::Naming;
use crate::view::frame::{Cell, Frame, Style};
use dungeon_model::dungeon::{Colour, Dungeon};
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::length;

/// How changed cells are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeMarks {
    /// By their colours.
    Coloured,
    /// By a `^` in the line below.
    Carets,
}

/// The rows and columns of a map around what is changed that are shown, too.
const CONTEXT: i32 = 2;

/// The columns between two maps that stand side by side.
const GAP: i32 = 3;

/// The look of what was there, and of what is there now.
const STYLES: [Style; 2] = [
    Style {
        ink: Some(Colour::BrightRed),
        reverse: true,
        ..Style::BOLD
    },
    Style {
        ink: Some(Colour::BrightGreen),
        reverse: true,
        ..Style::BOLD
    },
];

/// One of the two maps, as far as it is shown.
struct MapPart<'a> {
    board: NamedBoard<'a>,
    /// By row: the first and the last column of each run of changed cells.
    changed: BTreeMap<i32, Vec<(i32, i32)>>,
    /// The rows that are shown, in ascending order.
    rows: Vec<i32>,
    /// The first and the last column that are shown.
    columns: (i32, i32),
    style: Style,
}

/// A picture of one pair of boards, at most so many columns wide; none where no cell of theirs is changed.
pub fn picture(
    dungeons: [&Dungeon; 2],
    found: &Differences,
    nth: usize,
    width: i32,
    marks: ChangeMarks,
) -> Option<Frame> {
    let changes = found
        .changes
        .iter()
        .filter(|change| change.board == Some(nth));
    let changes: Vec<&Change> = changes.collect();
    let pair = &found.boards[nth];
    let namings = dungeons.map(Naming::new);
    let cells = |regions: fn(&Change) -> &[Region]| {
        let mut rows: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
        for region in changes.iter().flat_map(|change| regions(change)) {
            for y in region.from.y..=region.to.y {
                let runs = rows.entry(y).or_default();
                runs.push((region.from.x, region.to.x));
            }
        }
        rows
    };
    let changed = [
        cells(|change| &change.before),
        cells(|change| &change.after),
    ];
    if changed.iter().all(BTreeMap::is_empty) {
        return None;
    }
    let ids = [pair.before, pair.after];
    let mut parts = Vec::new();
    for (((naming, id), changed), style) in namings.iter().zip(ids).zip(changed).zip(STYLES) {
        let board = match id {
            BoardId::Level(id) => {
                NamedBoard::of_level(naming, &naming.dungeon.levels[usize::from(id.0)])
            }
            BoardId::Vault(nth) => NamedBoard::of_vault(naming, &naming.dungeon.vaults[nth]),
        };
        parts.push(MapPart {
            board,
            changed,
            rows: Vec::new(),
            columns: (0, -1),
            style,
        });
    }
    frame_parts(&mut parts, width);
    let [before, after] = parts.try_into().ok()?;
    Some(drawn([before, after], width, marks))
}

/// Chooses the rows and columns that are shown: of both maps the same, as far as each has them.
fn frame_parts(parts: &mut [MapPart<'_>], width: i32) {
    let near = |y: &i32| *y - CONTEXT..=*y + CONTEXT;
    let changed = parts.iter().flat_map(|part| part.changed.keys());
    let rows: BTreeSet<i32> = changed.flat_map(near).collect();
    let widest = parts
        .iter()
        .map(|part| part.board.size().width)
        .max()
        .unwrap_or(0);
    let runs = parts
        .iter()
        .flat_map(|part| part.changed.values().flatten());
    let first = runs.map(|(from, _)| *from).min().unwrap_or(0) - CONTEXT;
    // A map that fits is shown as wide as it is; of a wider one what is changed.
    let from = match widest <= width {
        true => 0,
        false => first.clamp(0, 0.max(widest - width)),
    };
    let to = (from + width.min(widest)).max(from + 1) - 1;
    for part in parts {
        let size = part.board.size();
        part.rows = rows.range(0..size.height.max(0)).copied().collect();
        part.columns = (from, to.min(size.width - 1));
    }
}

fn drawn(parts: [MapPart<'_>; 2], width: i32, marks: ChangeMarks) -> Frame {
    let [before, after] = parts.map(|part| part.drawn(marks));
    let sizes = [before.size(), after.size()];
    let beside = sizes[0].width + GAP + sizes[1].width;
    let is_beside = beside <= width;
    let (size, second) = match is_beside {
        true => (
            Size::new(beside, sizes[0].height.max(sizes[1].height)),
            at(sizes[0].width + GAP, 0),
        ),
        false => (
            Size::new(
                sizes[0].width.max(sizes[1].width),
                sizes[0].height + 1 + sizes[1].height,
            ),
            at(0, sizes[0].height + 1),
        ),
    };
    let mut frame = Frame::new(size);
    for (part, corner) in [(before, at(0, 0)), (after, second)] {
        for (y, row) in (0..).zip(part.rows()) {
            for (x, cell) in (0..).zip(row) {
                frame.set(at(corner.x + x, corner.y + y), *cell);
            }
        }
    }
    frame
}

impl MapPart<'_> {
    /// The map alone; rows that are left out between others are a line of dots.
    fn drawn(&self, marks: ChangeMarks) -> Frame {
        let shown: BTreeSet<i32> = self.rows.iter().copied().collect();
        let things = self.board.thing_glyphs();
        let things = things.filter(|(p, _)| shown.contains(&p.y));
        let things: HashMap<Point, char> = things.collect();
        let (from, to) = self.columns;
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        let mut last = None;
        for y in &self.rows {
            if last.is_some_and(|last| last + 1 < *y) {
                lines.push(vec![Cell::new('.', Style::DIM); 3]);
            }
            last = Some(*y);
            let is_changed = self.changed_columns(*y);
            let row = (from..=to).zip(&is_changed);
            let cells = row.map(|(x, is_changed)| {
                let p = at(x, *y);
                let thing = things.get(&p).copied();
                let glyph = thing.unwrap_or_else(|| self.board.terrain_glyph(p));
                match *is_changed && marks == ChangeMarks::Coloured {
                    true => Cell::new(glyph, self.style),
                    false => Cell::new(glyph, Style::PLAIN),
                }
            });
            lines.push(cells.collect());
            if marks == ChangeMarks::Carets && is_changed.contains(&true) {
                let mark = |is_changed: &bool| if *is_changed { '^' } else { ' ' };
                let marks = is_changed
                    .iter()
                    .map(|is| Cell::new(mark(is), Style::PLAIN));
                lines.push(marks.collect());
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

    /// By the columns that are shown: whether the cell of a row is changed.
    fn changed_columns(&self, y: i32) -> Vec<bool> {
        let (from, to) = self.columns;
        let mut is_changed = vec![false; 0.max(to - from + 1) as usize];
        for (first, last) in self.changed.get(&y).into_iter().flatten() {
            let (first, last) = (*first.max(&from), *last.min(&to));
            for x in first..=last {
                is_changed[(x - from) as usize] = true;
            }
        }
        is_changed
    }
}
