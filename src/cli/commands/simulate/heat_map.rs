//! The map of a level with where players were and where they fell, as a frame.
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dungeon::{Colour, Dungeon, Footing, LevelId};
use crate::engine::world::World;
use crate::players::{SeenGame, Tally};
use crate::space::geometry::{Point, Size};
use crate::view::ansi::ColourDepth;
use crate::view::frame::{Cell, Frame, Style};

/// How a map tells heat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPaint {
    /// By characters alone.
    Plain,
    /// By colours, of such a depth.
    Coloured(ColourDepth),
}

/// The colours of visits, from the fewest to the most.
const HEAT: [Colour; 4] = [Colour::Blue, Colour::Cyan, Colour::Green, Colour::Yellow];

/// The characters of visits without colours, from the fewest to the most.
const TREAD: [char; 4] = ['.', ':', '+', '*'];

/// A level, and what many games have left on it.
pub struct HeatMap {
    /// The number of the level.
    pub level: LevelId,
    /// The columns and rows of the level.
    pub size: Size,
    /// The cells where anybody may stand.
    pub open: u64,
    /// The cells among `open` where nobody ever stood.
    pub unvisited: u64,
    visits: BTreeMap<Point, u64>,
    deaths: BTreeMap<Point, u64>,
    world: World,
}

/// The maps of all levels, with the terrain of the game with a seed.
pub fn heat_maps(dungeon: &Arc<Dungeon>, tally: &Tally, seed: u64) -> Vec<HeatMap> {
    let played = SeenGame::begin(Arc::clone(dungeon), seed);
    let (world, levels) = (played.game().world(), dungeon.numbered_levels());
    levels
        .map(|(level, _)| HeatMap::new(world, level, tally))
        .collect()
}

impl HeatMap {
    fn new(world: &World, level: LevelId, tally: &Tally) -> HeatMap {
        let of_level = tally.visits.iter().filter(|((at, _), _)| *at == level);
        let visits: BTreeMap<Point, u64> = of_level.map(|((_, p), count)| (*p, *count)).collect();
        let mut deaths = BTreeMap::new();
        for ((_, at, p), count) in &tally.deaths {
            if *at == level {
                *deaths.entry(*p).or_insert(0) += count;
            }
        }
        let size = world.size(level);
        let is_open = |p: &Point| world.tile(level, *p).footing <= Footing::Openers;
        let open: Vec<Point> = size.points().filter(is_open).collect();
        let unvisited = open.iter().filter(|p| !visits.contains_key(p)).count();
        HeatMap {
            level,
            size,
            open: open.len() as u64,
            unvisited: unvisited as u64,
            visits,
            deaths,
            world: world.clone(),
        }
    }

    /// Whether anybody was ever there.
    pub fn is_visited(&self) -> bool {
        !self.visits.is_empty()
    }

    /// Draws the map. Without colours a digit tells deaths, 9 for the most of any cell, and `. : + *` visits; where
    /// nobody ever was is a blank. With colours the map's own characters stand on the colours of visits, and digits on
    /// red tell deaths.
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
            .map(|count| class(*count, &self.visits, HEAT.len()));
        if let Some(count) = self.deaths.get(&p) {
            let digit = class(*count, &self.deaths, 9) as u32 + 1;
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

fn paper(ground: Colour, ink: Colour, paint: MapPaint) -> Style {
    match paint {
        MapPaint::Plain => Style::PLAIN,
        MapPaint::Coloured(_) => Style {
            ink: Some(ink),
            paper: Some(ground),
            ..Style::PLAIN
        },
    }
}

/// The class of a count among all, from 0: by its logarithm, so that few are told from very few.
fn class(count: u64, all: &BTreeMap<Point, u64>, classes: usize) -> usize {
    let most = all.values().copied().max().unwrap_or(1);
    let part = (count as f64).ln_1p() / (most as f64).ln_1p();
    ((part * classes as f64).ceil() as usize).clamp(1, classes) - 1
}
