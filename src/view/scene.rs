//! A world as a frame: the level, the gauges, the prompt and the log.
pub use super::board::{Board, Light};
use super::frame::{Frame, Style};
use super::layout::{BOX, Boxes, Layout, Needs, SMALLEST, is_too_small};
use super::widgets::{Gauge, Log, Prompt, Window, area};
use super::words::{capitalised, level_name, terrain_with_strength, with_indefinite_article};
use crate::dungeon::{Feature, ItemId, Rim};
use crate::engine::event::Outcome;
use crate::engine::ruleset::Reading;
use crate::engine::world::World;
use crate::space::geometry::{Point, Region, Size, at};

/// What is to be seen.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The level that is awake, and what is known of it.
    pub board: Board<'a>,
    /// What the gauges show.
    pub readings: &'a [Reading],
    /// Whether the map's rim is played on, or a frame can stand in its place.
    pub rim: Rim,
    /// What the prompt shows: the last key.
    pub typed: &'a str,
    /// Messages of the turns before, the newest last.
    pub older: &'a [Vec<String>],
    /// Messages of the last turn.
    pub latest: &'a [String],
}

impl Scene<'_> {
    /// The scene in so many columns and rows, at any size.
    pub fn frame(&self, size: Size) -> Frame {
        let world = self.board.world;
        let mut frame = Frame::new(size);
        frame.turn = world.turn();
        if is_too_small(size) {
            let notice = format!("Needs {SMALLEST}, has {size}.");
            frame.write(at(0, 0), &notice, Style::PLAIN);
            return frame;
        }
        let layout = self.layout(size);
        if layout.rim > 0 {
            Window(layout.window()).draw(&mut frame);
            self.draw_level_name(&mut frame, layout.window());
        }
        self.board.draw(&mut frame, layout.board, layout.rim);
        match layout.gauges {
            Boxes::Drawn(from) => self.draw_boxes(&mut frame, from),
            Boxes::Line(line) => self.draw_status(&mut frame, line),
        }
        if let (Some(at), Some(outcome)) = (layout.verdict, world.outcome()) {
            frame.write(at, verdict(outcome), Style::STRONG);
        }
        let log = Log {
            older: self.older,
            latest: self.latest,
            glyphs: self.board.glyphs,
        };
        log.draw(&mut frame, layout.log);
        frame
    }

    fn layout(&self, size: Size) -> Layout {
        let world = self.board.world;
        let needs = Needs {
            rim: self.rim,
            boxes: self.readings.len() as i32 + 1,
            said: &self.latest.join(" "),
            outcome: world.outcome(),
        };
        Layout::of(size, world.size(world.here()), &needs)
    }

    /// Where there are several levels, the name of this one stands in the frame's top row, which costs the map
    /// none.
    fn draw_level_name(&self, frame: &mut Frame, window: Region) {
        let room = window.to.x - window.from.x - 5;
        let Some(name) = self.level_name().filter(|_| room > 0) else {
            return;
        };
        let name = self.board.glyphs.cut(&name, room as usize);
        let from = at(window.from.x + 2, window.from.y);
        frame.write(from, &format!(" {name} "), Style::PLAIN);
    }

    /// None where there is only one level.
    fn level_name(&self) -> Option<String> {
        let world = self.board.world;
        let is_one_of_many = world.dungeon().levels.len() > 1;
        is_one_of_many.then(|| capitalised(&level_name(world, world.here())))
    }

    fn draw_boxes(&self, frame: &mut Frame, from: Point) {
        let mut x = from.x;
        for reading in self.readings {
            Gauge::of(reading).draw(frame, area(at(x, from.y), BOX, 3));
            x += BOX;
        }
        let prompt = Prompt {
            label: "Direction",
            text: self.typed,
        };
        prompt.draw(frame, area(at(x, from.y), BOX, 3));
    }

    /// The readings and, where no frame tells it, the level's name and what is underfoot.
    fn draw_status(&self, frame: &mut Frame, line: Region) {
        let gauges = self
            .readings
            .iter()
            .map(|reading| Gauge::of(reading).told());
        let gauges: Vec<String> = gauges.collect();
        let (status, more) = match self.rim {
            Rim::Closed => (gauges.join("  "), Vec::new()),
            Rim::Heroless | Rim::Open => {
                let more = [self.level_name(), underfoot(self.board.world)];
                (gauges.join(" "), more.into_iter().flatten().collect())
            }
        };
        frame.write(line.from, &status, Style::BOLD);
        let from = line.from.x + status.chars().count() as i32 + 2;
        let room = line.to.x - from + 1;
        if room > 0 && !more.is_empty() {
            let more = self.board.glyphs.cut(&more.join("  "), room as usize);
            frame.write(at(from, line.from.y), &more, Style::PLAIN);
        }
    }
}

/// "on a cow", "on a fence, strength 2 of 5": what the hero hides who stands on it.
fn underfoot(world: &World) -> Option<String> {
    let (here, at) = (world.here(), world.body(world.commanded()).at);
    let item = world.item_at(here, at);
    let hidden = match world.tile(here, at).feature {
        _ if item != ItemId::NONE => world.item(item).name.clone(),
        Feature::Fence(_) => terrain_with_strength(world, here, at, world.cell(here, at).tile),
        _ => return None,
    };
    Some(format!("on {}", with_indefinite_article(&hidden)))
}

/// S-30.
fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => " WIN ",
        Outcome::Lost => " LOSE ",
        Outcome::Drawn => " DRAW ",
    }
}
