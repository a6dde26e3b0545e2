//! A film as one self-contained HTML page: the screen as an SVG picture, a button for play and pause, and a slider. A
//! row that appears more than once is written once.
use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;

use super::frame::{Cell, Frame};
use super::svg;
use dungeon_format::json::to_json;
use dungeon_model::space::geometry::{Size, at};

/// A film as a page, built from the frames one by one. The film starts by itself unless the reader prefers reduced
/// motion; a browser without scripts shows the last frame.
///
/// ```
/// use dungeon::Session;
/// use dungeon::frames::FilmPage;
///
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let mut page = FilmPage::default();
/// for moment in game.film("lll")?.shots {
///     page.show(&moment.frame, moment.stands);
/// }
/// assert!(page.to_html("A hall").starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FilmPage {
    size: Size,
    film: FilmRows,
    /// The index of each row in `FilmRows::pieces`.
    numbers: HashMap<String, usize>,
    /// The last frame added.
    last: Option<Frame>,
}

/// The film in the form that the script of the page reads.
#[derive(Clone, Debug, Default, Serialize)]
struct FilmRows {
    /// The width of a cell and the margin to the left of the first cell, in pixels.
    width: i32,
    margin: i32,
    /// The duration of each frame, in milliseconds.
    stands: Vec<u64>,
    /// The turn of each frame.
    turns: Vec<u32>,
    /// Distinct rows as SVG.
    pieces: Vec<String>,
    /// For each row of the screen: the frames at which it changes, each with the index of its new piece.
    rows: Vec<Vec<(usize, usize)>>,
}

impl FilmPage {
    /// Adds a frame that is shown for `stands`. The picture is as large as the largest of its frames.
    pub fn show(&mut self, frame: &Frame, stands: Duration) {
        let (Size { width, height }, number) = (frame.size(), self.film.stands.len());
        self.size.width = self.size.width.max(width);
        for _ in self.size.height..height {
            let first = self.piece(String::new());
            self.film.rows.push(vec![(0, first)]);
        }
        self.size.height = self.size.height.max(height);
        let mut cells = frame.rows();
        for y in 0..self.size.height {
            let row = svg_row(frame, cells.next().unwrap_or_default(), y);
            let piece = self.piece(row);
            let changes = &mut self.film.rows[y as usize];
            match changes.last_mut() {
                Some((_, shown)) if *shown == piece => {}
                Some((from, shown)) if *from == number => *shown = piece,
                _ => changes.push((number, piece)),
            }
        }
        let stands = u64::try_from(stands.as_millis()).unwrap_or(u64::MAX);
        self.film.stands.push(stands);
        self.film.turns.push(frame.turn);
        self.last = Some(frame.clone());
    }

    /// Returns the film as an HTML document with this title, ending in a line feed.
    #[must_use]
    pub fn to_html(&self, title: &str) -> String {
        let film = FilmRows {
            width: svg::WIDTH,
            margin: svg::MARGIN,
            ..self.film.clone()
        };
        // Numbers and strings always serialize. A `<` could end the script that holds them.
        let film = to_json(&film).unwrap_or_default().replace('<', "\\u003c");
        let mut picture = svg::beginning(self.size);
        if let Some(frame) = &self.last {
            let rows = (0..).zip(frame.rows());
            rows.for_each(|(y, cells)| picture.push_str(&svg_row(frame, cells, y)));
        }
        format!(
            include_str!("film_page.html"),
            title = svg::escape(title),
            style = include_str!("film_page.css"),
            picture = picture + svg::END,
            film = film,
            script = include_str!("film_page.js"),
        )
    }

    /// Returns the index of a row in the pieces; adds the row if it is new.
    fn piece(&mut self, row: String) -> usize {
        let pieces = &mut self.film.pieces;
        *self.numbers.entry(row).or_insert_with_key(|row| {
            pieces.push(row.clone());
            pieces.len() - 1
        })
    }
}

/// Returns the row of a frame as SVG, with the cursor's background.
fn svg_row(frame: &Frame, cells: &[Cell], y: i32) -> String {
    let mut row = String::new();
    if let Some(p) = frame.cursor.filter(|p| p.y == y) {
        svg::write_cursor(&mut row, at(p.x, y));
    }
    svg::write_row(&mut row, cells, y);
    row
}
