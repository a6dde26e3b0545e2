//! The panel with the statistics of a finished game: a box over the middle of its board (K-14).
use super::frame::{Cell, Frame, Style};
use super::glyphs::Glyphs;
use super::widgets::{Gauge, Window, area};
use super::wrap::{columns_of, wrap};
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::grammar::lists::{joined, unbroken};
use dungeon_model::space::geometry::{Region, at};
use dungeon_model::space::narrow::length;

/// The minimum number of columns between a label and its number.
const GAP: usize = 3;

/// A box with the statistics of a finished game.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The word for the outcome of the game, in the top row of the frame.
    pub title: &'a str,
    /// The statistics, from top to bottom.
    pub readings: &'a [Reading],
    /// The characters that the screen can show.
    pub glyphs: Glyphs,
    /// The region that the box may cover.
    pub room: Region,
    /// The row of the screen, from 0, on which the box is centered if there is room.
    pub middle: i32,
}

impl Panel<'_> {
    /// Draws the box in the largest form that fits.
    pub fn draw(self, frame: &mut Frame) {
        let (place, shape) = self.fit();
        for p in place.points() {
            frame.set(p, Cell::default());
        }
        frame.cursor = frame.cursor.filter(|cursor| !place.contains(*cursor));
        if shape.is_framed() {
            Window(place).draw(frame, self.glyphs);
            let width = place.to.x - place.from.x + 1;
            let title = columns_of(self.title);
            let from = at(place.from.x + (width - title) / 2, place.from.y);
            frame.write(from, self.title, Style::STRONG);
        }
        let first = at(
            place.from.x + shape.margin(),
            place.from.y + i32::from(shape.is_framed()),
        );
        let rows = place.to.y - first.y + 1 - i32::from(shape.is_framed());
        let lines = self.lines(shape);
        for (y, line) in (first.y..first.y + rows).zip(lines) {
            frame.write(at(first.x, y), &line, Style::PLAIN);
        }
    }

    /// Returns the cells that the box covers.
    pub fn place(self) -> Region {
        self.fit().0
    }

    /// Returns the region and form of the box: the largest form that fits. If none fits, returns the smallest form, cut
    /// to the room.
    fn fit(self) -> (Region, PanelLayout) {
        let room = self.room;
        let (width, height) = (room.to.x - room.from.x + 1, room.to.y - room.from.y + 1);
        let sizes = [PanelLayout::Table, PanelLayout::Text, PanelLayout::Bare].map(|shape| {
            let lines = self.lines(shape);
            let columns = lines.iter().map(|line| line.chars().count()).max();
            let borders = 2 * i32::from(shape.is_framed());
            let columns = match shape {
                // Bare text covers the whole width, because without a frame the cells of the board beside it would look
                // like part of the text.
                PanelLayout::Bare => width,
                PanelLayout::Table | PanelLayout::Text => {
                    length(columns.unwrap_or(0)) + 2 * shape.margin()
                }
            };
            (shape, columns, length(lines.len()) + borders)
        });
        let fits =
            |(_, columns, rows): &(PanelLayout, i32, i32)| *columns <= width && *rows <= height;
        let [.., smallest] = sizes;
        let (shape, columns, rows) = sizes.into_iter().find(fits).unwrap_or(smallest);
        let (columns, rows) = (columns.min(width), rows.min(height));
        let lowest = room.to.y + 1 - rows;
        let from = at(
            room.from.x + (width - columns) / 2,
            (self.middle - rows / 2).clamp(room.from.y, lowest),
        );
        (area(from, columns, rows), shape)
    }

    fn lines(self, shape: PanelLayout) -> Vec<String> {
        let columns = self.room.to.x - self.room.from.x + 1 - 2 * shape.margin();
        match shape {
            PanelLayout::Table => self.table(),
            PanelLayout::Text | PanelLayout::Bare => self.text(columns.max(1) as usize),
        }
    }

    /// Returns one row per reading, with right-aligned numbers.
    fn table(self) -> Vec<String> {
        let length = |text: &str| text.chars().count();
        let labels = self.readings.iter().map(|reading| length(reading.label));
        let numbers: Vec<String> = self
            .readings
            .iter()
            .map(|reading| reading.value.to_string())
            .collect();
        let digits = numbers.iter().map(|number| length(number)).max();
        let (label, digits) = (labels.max().unwrap_or(0), digits.unwrap_or(0) + GAP);
        let rows = self.readings.iter().zip(numbers);
        rows.map(|(reading, number)| format!("{:<label$}{number:>digits$}", reading.label))
            .collect()
    }

    /// Returns the readings as one wrapped text, separated by commas.
    fn text(self, columns: usize) -> Vec<String> {
        let numbers = self.readings.iter().map(Gauge::new).map(Gauge::describe);
        // A no-break space keeps a number with its label.
        let numbers = joined(numbers.map(|number| unbroken(&number)), ", ");
        wrap(&self.glyphs.spelled(&numbers), columns)
    }
}

/// The form of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PanelLayout {
    /// One row per reading, in a frame.
    Table,
    /// Wrapped text in a frame.
    Text,
    /// Wrapped text without a frame.
    Bare,
}

impl PanelLayout {
    fn is_framed(self) -> bool {
        self != PanelLayout::Bare
    }

    /// Returns the number of columns on each side of the text: 2 for a frame and a space, 0 without a frame.
    fn margin(self) -> i32 {
        match self {
            PanelLayout::Table | PanelLayout::Text => 2,
            PanelLayout::Bare => 0,
        }
    }
}
