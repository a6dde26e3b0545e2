//! A world as a frame: the framed map, the gauges, the prompt and the log.
use super::frame::{Cell, Frame, Style};
use super::widgets::{Gauge, Log, Prompt, Window, area, wrap};
use super::words::{capitalised, level_name};
use crate::dungeon::{Colour, ItemId, TileId};
use crate::engine::event::Missile;
use crate::engine::ruleset::Reading;
use crate::engine::world::World;
use crate::space::geometry::{Direction, Point, Region, Size, at};

/// Below this a frame shows a notice only.
pub const SMALLEST: Size = Size::new(30, 8);

/// Columns of a gauge; four of them fill 80.
const BOX: i32 = 20;
/// Below so many rows the map needs the boxes' room more.
const BOXES_NEED: i32 = 16;

/// What is to be seen.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The level that is awake is shown.
    pub world: &'a World,
    /// What is known of each cell of it.
    pub light: &'a dyn Fn(Point) -> Light,
    /// What the gauges show.
    pub readings: &'a [Reading],
    /// What the prompt shows: the last key.
    pub typed: &'a str,
    /// Messages of the turns before, the newest last.
    pub older: &'a [Vec<String>],
    /// Messages of the last turn.
    pub latest: &'a [String],
    /// Something in flight, and over which cell.
    pub missile: Option<(Point, Missile)>,
    /// The cell that is looked at.
    pub pointer: Option<Point>,
    /// How much room the log gets.
    pub log: LogRoom,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// Everything: it is in view.
    Seen,
    /// The terrain that was seen last.
    Remembered(TileId),
    /// Nothing.
    Unseen,
}

/// How much room the log gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogRoom {
    /// The same every turn, so that the map stands still.
    Steady,
    /// Enough for the last turn's messages, if it takes half the screen: nobody walks on that map again.
    AsNeeded,
}

impl Scene<'_> {
    /// The scene in so many columns and rows, at any size.
    pub fn frame(&self, size: Size) -> Frame {
        let mut frame = Frame::new(size);
        frame.turn = self.world.turn();
        if is_too_small(size) {
            let notice = format!("Needs {SMALLEST}, has {size}.");
            frame.write(at(0, 0), &notice, Style::PLAIN);
            return frame;
        }
        let map = self.world.size(self.world.here());
        let needed = match self.log {
            LogRoom::Steady => 1,
            LogRoom::AsNeeded => self.rows_needed(size.width).min(size.height / 2),
        };
        let layout = Layout::of(size, map, self.readings.len() as i32 + 1, needed);
        self.draw_map(&mut frame, layout.window);
        self.draw_level_name(&mut frame, layout.window);
        match layout.has_boxes {
            true => self.draw_boxes(&mut frame, layout.window.to.y + 1),
            false => self.draw_status(&mut frame, layout.window.to.y + 1),
        }
        let log = Log {
            older: self.older,
            latest: self.latest,
        };
        log.draw(&mut frame, layout.log);
        frame
    }

    /// Rows that the last turn's messages take.
    fn rows_needed(&self, columns: i32) -> i32 {
        wrap(&self.latest.join(" "), columns as usize).len() as i32
    }

    /// The window's frame lies on the map's rim, or around the part of the map that fits.
    fn draw_map(&self, frame: &mut Frame, window: Region) {
        let here = self.world.here();
        let map = self.world.size(here);
        let hero = self.world.body(self.world.commanded()).at;
        let focus = self.pointer.unwrap_or(hero);
        let (columns, rows) = (
            window.to.x - window.from.x + 1,
            window.to.y - window.from.y + 1,
        );
        let first = at(
            first_shown(map.width, columns, focus.x),
            first_shown(map.height, rows, focus.y),
        );
        Window(window).draw(frame);
        let inside = Region {
            from: at(window.from.x + 1, window.from.y + 1),
            to: at(window.to.x - 1, window.to.y - 1),
        };
        let shown = |p: Point| at(first.x + p.x - inside.from.x, first.y + p.y - inside.from.y);
        for screen in inside.points() {
            let p = shown(screen);
            let mut cell = self.known(p);
            cell.style.reverse = self.pointer == Some(p);
            frame.set(screen, cell);
            if p == focus {
                frame.cursor = Some(screen);
            }
        }
    }

    /// As much of a cell as is known.
    fn known(&self, p: Point) -> Cell {
        match (self.light)(p) {
            Light::Seen => self.missile_at(p).unwrap_or_else(|| cell(self.world, p)),
            Light::Remembered(tile) => remembered(self.world, tile),
            Light::Unseen => Cell::default(),
        }
    }

    /// Where there are several levels, the name of this one stands in the frame's top row, which costs the map
    /// none.
    fn draw_level_name(&self, frame: &mut Frame, window: Region) {
        let room = window.to.x - window.from.x - 5;
        if self.world.dungeon().levels.len() < 2 || room < 1 {
            return;
        }
        let name = capitalised(&level_name(self.world, self.world.here()));
        let shown = match name.chars().count() > room as usize {
            true => {
                let kept: String = name.chars().take(room as usize - 1).collect();
                format!("{}…", kept.trim_end())
            }
            false => name,
        };
        let from = at(window.from.x + 2, window.from.y);
        frame.write(from, &format!(" {shown} "), Style::PLAIN);
    }

    fn missile_at(&self, p: Point) -> Option<Cell> {
        let (_, missile) = self.missile.filter(|(over, _)| *over == p)?;
        let (glyph, ink) = match missile {
            Missile::Arrow => (':', Colour::BrightYellow),
            Missile::Bolt(way) => (bolt(way), Colour::BrightCyan),
        };
        Some(Cell::new(glyph, coloured(Some(ink), Weight::Bold)))
    }

    fn draw_boxes(&self, frame: &mut Frame, y: i32) {
        let mut x = 0;
        for reading in self.readings {
            let gauge = Gauge {
                label: reading.label,
                value: reading.value,
            };
            gauge.draw(frame, area(at(x, y), BOX, 3));
            x += BOX;
        }
        let prompt = Prompt {
            label: "Direction",
            text: self.typed,
        };
        prompt.draw(frame, area(at(x, y), BOX, 3));
    }

    fn draw_status(&self, frame: &mut Frame, y: i32) {
        let readings = self.readings.iter();
        let texts: Vec<String> = readings
            .map(|reading| format!("{} {}", reading.label, reading.value))
            .collect();
        frame.write(at(0, y), &texts.join("  "), Style::BOLD);
    }
}

/// Whether a frame of this size holds a notice only.
pub fn is_too_small(size: Size) -> bool {
    size.width < SMALLEST.width || size.height < SMALLEST.height
}

/// Where things stand in a frame that is not too small.
struct Layout {
    window: Region,
    has_boxes: bool,
    log: Region,
}

impl Layout {
    /// The log gets at least `needed` rows.
    fn of(size: Size, map: Size, boxes: i32, needed: i32) -> Layout {
        let has_boxes = size.width >= BOX * boxes && size.height >= BOXES_NEED;
        let gauges = if has_boxes { 3 } else { 1 };
        // Sentences need some 60 columns; a narrow terminal gets a second row for them if it can, and so does
        // one in which the map scrolls anyway.
        let is_tight = size.width < 60 || map.height > size.height - gauges - 1;
        let second = i32::from(is_tight && size.height >= 12);
        let tall = ((size.height - 24) / 4).clamp(0, 5);
        let log = needed.max(1 + second.max(tall));
        let rows = size.height - gauges - log;
        let window = area(at(0, 0), map.width.min(size.width), map.height.min(rows));
        let below = window.to.y + 1 + gauges;
        Layout {
            window,
            has_boxes,
            log: area(at(0, below), size.width, size.height - below),
        }
    }
}

/// The first column (or row) of the map inside a window of `room` cells, frame included. A map that fits
/// stands still, its rim under the frame. A larger one scrolls in steps of a quarter of the window, so that
/// the focus stays near the middle and not every step moves the whole picture; never beyond the map.
fn first_shown(map: i32, room: i32, focus: i32) -> i32 {
    if map <= room {
        return 1;
    }
    let inside = room - 2;
    let step = (inside / 4).max(1);
    let middle = focus - inside / 2;
    let snapped = (middle + step / 2).div_euclid(step) * step;
    snapped.clamp(0, map - inside)
}

/// How strong a glyph looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Plain,
    Bold,
}

/// What is on a cell of the level that is awake: body, else item, else terrain.
pub fn cell(world: &World, p: Point) -> Cell {
    let here = world.here();
    if let Some(who) = world.body_at(here, p) {
        let kind = world.kind(who);
        let weight = match who == world.commanded() {
            true => Weight::Bold,
            false => Weight::Plain,
        };
        return Cell::new(world.glyph_of(who), coloured(kind.colour, weight));
    }
    let item = world.item_at(here, p);
    if item != ItemId::NONE {
        let item = world.item(item);
        return Cell::new(item.glyph, coloured(item.colour, Weight::Plain));
    }
    let tile = world.tile(here, p);
    Cell::new(tile.glyph, coloured(tile.colour, Weight::Plain))
}

/// Terrain that is remembered: the same glyph, but faint and of no colour.
fn remembered(world: &World, tile: TileId) -> Cell {
    Cell::new(world.dungeon().tile(tile).glyph, Style::DIM)
}

/// A style of this colour, or of the terminal's own. Bright white would vanish on a light terminal: there and everywhere the
/// terminal's own ink, bold, is as bright.
fn coloured(ink: Option<Colour>, weight: Weight) -> Style {
    let is_bright = ink == Some(Colour::BrightWhite);
    Style {
        ink: ink.filter(|_| !is_bright),
        bold: is_bright || weight == Weight::Bold,
        ..Style::default()
    }
}

/// The line that a bolt draws in this direction.
fn bolt(way: Direction) -> char {
    match way {
        Direction::North | Direction::South => '|',
        Direction::West | Direction::East => '-',
        Direction::NorthEast | Direction::SouthWest => '/',
        Direction::NorthWest | Direction::SouthEast => '\\',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_shows_a_map_that_fits_whole_and_never_beyond_a_larger_one() {
        for (map, room) in [(20, 20), (3, 70), (100, 60), (61, 60), (4000, 6)] {
            for focus in 0..map {
                let (first, inside) = (first_shown(map, room, focus), room.min(map) - 2);
                if map <= room {
                    assert_eq!(first, 1);
                    continue;
                }
                assert!(first >= 0 && first + inside <= map, "{map} {room} {focus}");
                let margin = (focus - first).min(first + inside - 1 - focus);
                let is_at_edge = first == 0 || first + inside == map;
                assert!(margin >= 0, "{map} {room} {focus}");
                assert!(is_at_edge || margin >= inside / 4, "{map} {room} {focus}");
            }
        }
    }
}
