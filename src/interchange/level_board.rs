//! The cells of a level while the level is drawn: terrain, the things on it, and a wall around open edges.
use std::collections::{BTreeMap, HashSet};

use super::foreign::{Remark, RemarkPlace};
use super::glyph_sorts::{GlyphRole, GlyphSorts};

/// A sort of thing that is not in the legend: its number on a level, and its first cell.
#[derive(Debug)]
pub struct UnknownThing {
    /// The number of things of this sort on the level; 0 if only chance may produce them.
    pub times: usize,
    /// The first cell: column and row, from 0.
    pub place: (u16, u16),
    /// Whether floor is drawn for the first thing of this sort, because its cell has no other terrain.
    pub is_on_floor: bool,
}

/// A thing on a cell, which is drawn or gets a record.
#[derive(Debug)]
pub struct LaidThing {
    /// The column and the row, from 0.
    pub place: (u16, u16),
    /// The glyph of the thing.
    pub glyph: char,
    /// The keys of its record; empty if it needs no record.
    pub keys: String,
}

/// The cells of a level.
#[derive(Debug)]
pub struct LevelBoard {
    /// The number of columns of the map.
    pub width: usize,
    /// Terrain in reading order.
    pub cells: Vec<char>,
    /// The things on the terrain, in the order in which they were added.
    pub things: Vec<LaidThing>,
    /// Terrain that needs a record, by its column and row from 0.
    pub features: BTreeMap<(u16, u16), (char, String)>,
    /// Things that are not in the legend.
    pub unknown: BTreeMap<u32, UnknownThing>,
    /// The cell where the importer puts the hero, because the source draws none.
    pub started: Option<(u16, u16)>,
    /// The number of columns of wall added on the left, and of rows of wall added at the top.
    margin: (usize, usize),
}

impl LevelBoard {
    /// Makes a map of rock.
    pub fn new(width: usize, height: usize) -> LevelBoard {
        LevelBoard {
            width,
            cells: vec![' '; width * height],
            things: Vec::new(),
            features: BTreeMap::new(),
            unknown: BTreeMap::new(),
            started: None,
            margin: (0, 0),
        }
    }

    /// Adds a row or a column of wall at each side whose outermost cells are not all wall or rock, because the
    /// outermost ring of a level of explore cannot be entered (E-1). Cuts off rock beyond the last other cell to the
    /// right and below, because a text does not include such rock. Returns a sentence about the cells' new places;
    /// `None` if columns and rows keep their numbers.
    pub fn close(&mut self) -> Option<&'static str> {
        let width = self.width;
        let mut is_open: Vec<bool> = { self.cells.iter() }
            .map(|glyph| !matches!(glyph, ' ' | '#'))
            .collect();
        for LaidThing { place: (x, y), .. } in &self.things {
            is_open[usize::from(*y) * width + usize::from(*x)] = true;
        }
        let of = |nth: usize| (nth % width, nth / width);
        let drawn = (0..self.cells.len()).filter(|nth| is_open[*nth] || self.cells[*nth] != ' ');
        let last = drawn.map(of).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))?;
        let open: Vec<(usize, usize)> = { 0..is_open.len() }
            .filter(|nth| is_open[*nth])
            .map(of)
            .collect();
        let is_at = |side: fn((usize, usize), (usize, usize)) -> bool| {
            usize::from(open.iter().any(|cell| side(*cell, last)))
        };
        let (left, top) = (is_at(|cell, _| cell.0 == 0), is_at(|cell, _| cell.1 == 0));
        let right = is_at(|cell, last| cell.0 == last.0);
        let bottom = is_at(|cell, last| cell.1 == last.1);
        let (wide, high) = (last.0 + 1 + left + right, last.1 + 1 + top + bottom);
        if left + top + right + bottom == 0 {
            return None;
        }
        let mut closed = vec![' '; wide * high];
        for (y, row) in self.cells.chunks(width).take(last.1 + 1).enumerate() {
            let from = (y + top) * wide + left;
            closed[from..=from + last.0].copy_from_slice(&row[..=last.0]);
        }
        let is_added =
            |x: usize, y: usize| x < left || y < top || x + right >= wide || y + bottom >= high;
        for (x, y) in open {
            // Open cells are never in an added row or column, so they have neighbors on all sides.
            let (x, y) = (x + left, y + top);
            let around = (x.saturating_sub(1)..=x + 1)
                .flat_map(|x| (y.saturating_sub(1)..=y + 1).map(move |y| (x, y)));
            for (x, y) in around.filter(|(x, y)| *x < wide && *y < high && is_added(*x, *y)) {
                closed[y * wide + x] = '#';
            }
        }
        (self.width, self.cells, self.margin) = (wide, closed, (left, top));
        match (left, top) {
            (0, 0) => None,
            (_, 0) => {
                Some("A wall is added in the west: columns are one higher than in the source.")
            }
            (0, _) => Some("A wall is added in the north: rows are one higher than in the source."),
            _ => Some(
                "Walls are added in the west and the north: columns and rows are one higher than in the source.",
            ),
        }
    }

    /// Makes room for all things. A cell holds one body and one item, so a second body or item is dropped. The cell
    /// becomes floor if a thing is in a wall or on other terrain that cannot be entered. Reports all of these changes.
    pub fn make_room(&mut self, sorts: &GlyphSorts, remarks: &mut Vec<Remark>) {
        let mut taken: HashSet<(u16, u16, GlyphRole)> = HashSet::new();
        let (width, cells) = (self.width, &mut self.cells);
        let features = &mut self.features;
        self.things.retain(|laid| {
            let LaidThing {
                place: (x, y),
                glyph,
                ..
            } = laid;
            let (column, row) = (x + 1, y + 1);
            let role = sorts.role(*glyph);
            let place = RemarkPlace::Cell(*x, *y);
            if !taken.insert((*x, *y, role)) {
                let what = format!("a second thing at {column},{row}: `{glyph}` is dropped");
                remarks.push(Remark::loss(place, what));
                return false;
            }
            let below = &mut cells[usize::from(*y) * width + usize::from(*x)];
            if *below == '#' || sorts.is_closed(*below) {
                let what = format!("`{glyph}` at {column},{row} is in `{below}`: drawn on floor");
                remarks.push(Remark::loss(place, what));
                *below = '.';
                features.remove(&laid.place);
            }
            true
        });
    }

    /// Returns the number of a column or a row of the source, from 0, on the map, from 1.
    pub fn moved(&self, (x, y): (u16, u16)) -> (usize, usize) {
        (
            usize::from(x) + self.margin.0 + 1,
            usize::from(y) + self.margin.1 + 1,
        )
    }

    /// Draws each thing whose cell is plain floor or rock. Returns records for terrain with keys, and records that
    /// place all other things.
    pub fn lay_things(&mut self) -> Vec<String> {
        let features = self.features.iter().map(|(place, (glyph, keys))| {
            let (x, y) = self.moved(*place);
            format!("{glyph} {x} {y}{keys}")
        });
        let mut records: Vec<String> = features.collect();
        for LaidThing { place, glyph, keys } in &self.things {
            let (x, y) = self.moved(*place);
            let cell = &mut self.cells[(y - 1) * self.width + x - 1];
            match *cell {
                ' ' | '.' if keys.is_empty() => *cell = *glyph,
                ' ' => {
                    *cell = '.';
                    records.push(format!("{glyph} {x} {y}{keys}"));
                }
                _ => records.push(format!("{glyph} {x} {y}{keys}")),
            }
        }
        records
    }
}
