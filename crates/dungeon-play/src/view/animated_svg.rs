//! A film as one self-contained SVG picture that loops by itself in a page or a README, with CSS animations and no
//! script. A row that does not change is written once, together with the time span in which it is visible.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::frame::{Cell, Frame};
use super::svg;
use dungeon_model::space::geometry::{Size, at};

/// The extra time for which the last frame is shown, so that viewers can read it before the film starts over.
const END_STANDS: Duration = Duration::from_secs(2);

/// A film as an animated SVG picture, built from the frames one by one. Readers who prefer reduced motion, and viewers
/// without animations, see only the last frame.
///
/// ```
/// use dungeon::Session;
/// use dungeon::frames::AnimatedSvg;
///
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let mut picture = AnimatedSvg::default();
/// for moment in game.film("lll")?.shots {
///     picture.show(&moment.frame, moment.stands);
/// }
/// assert!(picture.to_svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AnimatedSvg {
    size: Size,
    /// The rows of the last frame, from top to bottom.
    rows: Vec<ShownRow>,
    /// Rows that later frames have replaced, as SVG, by the time span in which they are visible.
    gone: Rows,
    time: Duration,
}

/// Rows as SVG by the start and end of the time span in which they are visible.
type Rows = BTreeMap<(Duration, Duration), String>;

/// A row of the film and the time from which it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ShownRow {
    cells: Vec<Cell>,
    /// The column of the cursor; `None` if the cursor is in another row.
    cursor: Option<i32>,
    since: Duration,
}

impl AnimatedSvg {
    /// Adds a frame that is shown for `stands`. The picture is as large as the largest of its frames.
    pub fn show(&mut self, frame: &Frame, stands: Duration) {
        let Size { width, height } = frame.size();
        self.size.width = self.size.width.max(width);
        self.size.height = self.size.height.max(height);
        self.rows
            .resize(self.size.height as usize, ShownRow::default());
        let mut cells = frame.rows();
        for y in 0..self.size.height {
            let row = ShownRow {
                cells: cells.next().unwrap_or_default().to_vec(),
                cursor: frame.cursor.filter(|p| p.y == y).map(|p| p.x),
                since: self.time,
            };
            let shown = &mut self.rows[y as usize];
            if (&shown.cells, shown.cursor) != (&row.cells, row.cursor) {
                let gone = std::mem::replace(shown, row);
                gone.write_to(&mut self.gone, y, self.time);
            }
        }
        self.time += stands;
    }

    /// Returns the film as an SVG document on a dark background, ending in a line feed.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let end = self.time + END_STANDS;
        let mut rows = self.gone.clone();
        for (y, row) in (0..).zip(&self.rows) {
            row.write_to(&mut rows, y, end);
        }
        let mut picture = svg::beginning(self.size);
        let times = rows.keys().filter(|times| **times != (Duration::ZERO, end));
        let classes: BTreeMap<_, _> = times.zip(0..).collect();
        if !classes.is_empty() {
            picture.push_str(&styles(&classes, end));
        }
        for (times, row) in &rows {
            match classes.get(times) {
                Some(class) => {
                    let _ = write!(picture, "<g class=\"t{class}\">\n{row}</g>\n");
                }
                None => picture.push_str(row),
            }
        }
        picture + svg::END
    }
}

impl ShownRow {
    /// Appends the row to the rows with the same time span. Does nothing for a row that was never visible.
    fn write_to(&self, rows: &mut Rows, y: i32, until: Duration) {
        if self.since == until {
            return;
        }
        let mut row = String::new();
        if let Some(x) = self.cursor {
            svg::write_cursor(&mut row, at(x, y));
        }
        svg::write_row(&mut row, &self.cells, y);
        if !row.is_empty() {
            rows.entry((self.since, until)).or_default().push_str(&row);
        }
    }
}

/// Returns the style sheet that shows each class of rows during its time span only. Viewers without animations see the
/// last frame.
fn styles(classes: &BTreeMap<&(Duration, Duration), i32>, end: Duration) -> String {
    let mut sheet = "<style>\n".to_owned();
    let seconds = end.as_millis();
    for ((from, until), class) in classes {
        let at_rest = if *until == end { "visible" } else { "hidden" };
        let _ = write!(
            sheet,
            ".t{class}{{visibility:{at_rest};animation:t{class} {}.{:03}s step-end infinite}}@keyframes t{class}{{",
            seconds / 1000,
            seconds % 1000
        );
        let before = if from.is_zero() { "visible" } else { "hidden" };
        let _ = write!(sheet, "0%{{visibility:{before}}}");
        if !from.is_zero() {
            let _ = write!(sheet, "{}{{visibility:visible}}", share(*from, end));
        }
        if *until != end {
            let _ = write!(sheet, "{}{{visibility:hidden}}", share(*until, end));
        }
        sheet.push_str("}\n");
    }
    sheet + "@media(prefers-reduced-motion:reduce){g{animation:none!important}}\n</style>\n"
}

/// Returns a time as a percentage of the film with four decimals, computed in integers so that every machine agrees.
fn share(time: Duration, end: Duration) -> String {
    let parts = time.as_micros() * 1_000_000 / end.as_micros();
    format!("{}.{:04}%", parts / 10_000, parts % 10_000)
}
