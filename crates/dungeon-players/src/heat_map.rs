//! Draws the map of a level with the visits and deaths of many games.
use std::collections::BTreeMap;

use super::tally::Tally;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Colour, Footing, LevelId};
use dungeon_model::space::geometry::{Point, Size};
use dungeon_model::space::narrow;
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::frame::{Cell, Frame, Style};

/// How a map shows visits and deaths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPaint {
    /// With characters only.
    Plain,
    /// With colors of this depth.
    Coloured(ColourDepth),
}

/// The colors that show the number of visits to a cell, from few visits to many.
const HEAT: [Colour; 4] = [Colour::Blue, Colour::Cyan, Colour::Green, Colour::Yellow];

/// The characters that show the number of visits to a cell where there are no colors, from few visits to many.
const TREAD: [char; 4] = ['.', ':', '+', '*'];

/// The number of digits that show deaths: 1 to 9.
const DIGITS: usize = 9;

/// The largest level that is drawn, in cells: 40,000 are 200 rows of 200 cells. A larger map is hard to read in a
/// window or on a page.
pub const MOST_DRAWN: usize = 40_000;

/// A level, with the visits and deaths of many games.
pub struct HeatMap<'a> {
    /// The number of the level.
    pub level: LevelId,
    /// The columns and rows of the level.
    pub size: Size,
    /// The number of cells where a body may stand.
    pub open: u64,
    /// The number of `open` cells that were never visited.
    pub unvisited: u64,
    visits: BTreeMap<Point, u64>,
    most_visits: u64,
    deaths: BTreeMap<Point, u64>,
    most_deaths: u64,
    world: &'a World,
}

/// Returns the maps of all levels in order. `world` supplies the terrain, `tally` the visits and deaths.
pub fn heat_maps<'a>(world: &'a World, tally: &'a Tally) -> impl Iterator<Item = HeatMap<'a>> {
    let levels = world.dungeon().numbered_levels();
    levels.map(move |(level, _)| HeatMap::new(world, level, tally))
}

/// Returns the number of a level's open cells, and the number of open cells that were never visited.
pub fn open_and_unvisited(world: &World, level: LevelId, tally: &Tally) -> (u64, u64) {
    let is_open = |p: &Point| world.tile(level, *p).footing <= Footing::Openers;
    let (mut open, mut unvisited) = (0, 0);
    for p in world.size(level).points().filter(is_open) {
        open += 1;
        unvisited += u64::from(!tally.visits.contains_key(&(level, p)));
    }
    (open, unvisited)
}

impl HeatMap<'_> {
    fn new<'a>(world: &'a World, level: LevelId, tally: &Tally) -> HeatMap<'a> {
        let of_level = tally.visits.iter().filter(|((at, _), _)| *at == level);
        let visits: BTreeMap<Point, u64> = of_level.map(|((_, p), count)| (*p, *count)).collect();
        let mut deaths = BTreeMap::new();
        for ((cause, at, p), count) in &tally.losses {
            if *at == level && cause.is_fall() {
                *deaths.entry(*p).or_insert(0) += count;
            }
        }
        let (open, unvisited) = open_and_unvisited(world, level, tally);
        HeatMap {
            level,
            size: world.size(level),
            open,
            unvisited,
            most_visits: most(&visits),
            visits,
            most_deaths: most(&deaths),
            deaths,
            world,
        }
    }

    /// Whether the level is small enough to draw.
    pub fn is_drawn(&self) -> bool {
        self.size.area() <= MOST_DRAWN
    }

    /// Whether the level was ever visited.
    pub fn is_visited(&self) -> bool {
        !self.visits.is_empty()
    }

    /// Returns the least and the most visits that each color of the map shows, from few visits to many. `None` for
    /// colors that the map does not use.
    pub fn visit_ranges(&self) -> [Option<(u64, u64)>; HEAT.len()] {
        ranges(&self.visits, self.most_visits)
    }

    /// Returns the least and the most deaths that each digit of the map shows, from 1 to 9. `None` for digits that the
    /// map does not use.
    pub fn death_ranges(&self) -> [Option<(u64, u64)>; DIGITS] {
        ranges(&self.deaths, self.most_deaths)
    }

    /// Draws the map. Without colors, a digit stands for deaths (9 for the highest number on any cell), one of `. : +
    /// *` for visits, and a blank for an open cell without visits. With colors, the background of the map's own
    /// characters shows visits, and digits on red show deaths.
    pub fn frame(&self, paint: MapPaint) -> Frame {
        let mut frame = Frame::new(self.size);
        for p in self.size.points() {
            frame.set(p, self.cell(p, paint));
        }
        frame
    }

    fn cell(&self, p: Point, paint: MapPaint) -> Cell {
        let tile = self.world.tile(self.level, p);
        let visits = self
            .visits
            .get(&p)
            .map(|count| class(*count, self.most_visits, HEAT.len()));
        if let Some(count) = self.deaths.get(&p) {
            let digit = narrow::count(class(*count, self.most_deaths, DIGITS)) + 1;
            let digit = char::from_digit(digit, 10).unwrap_or('9');
            return Cell::new(digit, paper(Colour::Red, Colour::BrightWhite, paint));
        }
        match (paint, visits) {
            (MapPaint::Plain, Some(class)) => Cell::new(TREAD[class], Style::PLAIN),
            (MapPaint::Plain, None) if tile.footing <= Footing::Openers => Cell::default(),
            (MapPaint::Plain, None) => Cell::new(tile.glyph, Style::PLAIN),
            (MapPaint::Coloured(_), Some(class)) => {
                Cell::new(tile.glyph, paper(HEAT[class], Colour::Black, paint))
            }
            (MapPaint::Coloured(_), None) => Cell::new(tile.glyph, Style::DIM),
        }
    }
}

fn most(counts: &BTreeMap<Point, u64>) -> u64 {
    counts.values().copied().max().unwrap_or(1)
}

/// Returns the least and the greatest count in each class; `None` for empty classes.
fn ranges<const CLASSES: usize>(
    counts: &BTreeMap<Point, u64>,
    most: u64,
) -> [Option<(u64, u64)>; CLASSES] {
    let mut ranges = [None; CLASSES];
    for &count in counts.values() {
        let range: &mut Option<(u64, u64)> = &mut ranges[class(count, most, CLASSES)];
        let (least, greatest) = range.unwrap_or((count, count));
        *range = Some((least.min(count), greatest.max(count)));
    }
    ranges
}

fn paper(ground: Colour, ink: Colour, paint: MapPaint) -> Style {
    match paint {
        MapPaint::Plain => Style::PLAIN,
        MapPaint::Coloured(_) => Style::PLAIN.inked(ink).on(ground),
    }
}

/// The index of the color or character for a count, from 0 to `classes - 1`. The scale is logarithmic, so that small
/// counts get different indices. `most` is the largest count.
#[expect(clippy::cast_possible_truncation, reason = "a share of the classes")]
fn class(count: u64, most: u64, classes: usize) -> usize {
    let part = (count as f64).ln_1p() / (most as f64).ln_1p();
    ((part * classes as f64).ceil() as usize).clamp(1, classes) - 1
}

#[cfg(test)]
mod tests {
    use dungeon_model::space::geometry::at;

    use super::*;

    #[test]
    fn ranges_hold_the_counts_of_each_class() {
        let counts = [1, 1, 3, 40, 100].into_iter().enumerate();
        let counts = counts.map(|(x, count)| (at(narrow::length(x), 0), count));
        assert_eq!(
            ranges::<4>(&counts.collect(), 100),
            [Some((1, 1)), Some((3, 3)), None, Some((40, 100))]
        );
    }
}
