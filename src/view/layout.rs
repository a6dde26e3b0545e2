//! Where the parts of a screen stand, by its size and the map's.
use super::widgets::{area, wrap};
use crate::dungeon::Rim;
use crate::engine::event::Outcome;
use crate::space::geometry::{Point, Region, Size, at};

/// Below this a frame shows a notice only.
pub const SMALLEST: Size = Size::new(30, 8);

/// Columns of a gauge; four of them fill 80.
pub const BOX: i32 = 20;
/// Below so many rows the map needs the boxes' room more.
const BOXES_NEED: i32 = 16;
/// Columns beside the board in which sentences can still be read.
const PANEL_NEEDS: i32 = 24;
/// Columns that say how the game ended.
const VERDICT: i32 = 6;

/// Whether a frame of this size holds a notice only.
pub fn is_too_small(size: Size) -> bool {
    size.width < SMALLEST.width || size.height < SMALLEST.height
}

/// What a screen has to hold besides the map.
#[derive(Clone, Copy, Debug)]
pub struct Needs<'a> {
    /// Whether the map's rim is played on: then all of it is shown, and the numbers stand in one line (S-30). Else
    /// a frame stands in its place, and the numbers in boxes like it.
    pub rim: Rim,
    /// Boxes that hold gauges and prompt, if there is room for all of them.
    pub boxes: i32,
    /// What the log must tell whole if it can.
    pub said: &'a str,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

/// Where things stand in a frame that is not too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Where cells of the level are shown.
    pub board: Region,
    /// How many of the level's outermost rings a frame around the board lies on: 1, or 0 where all of it is
    /// played on.
    pub rim: i32,
    /// Where the gauges begin.
    pub gauges: Boxes,
    /// Where it stands in one word how the game ended, if it has and if it is said in one.
    pub verdict: Option<Point>,
    /// The messages.
    pub log: Region,
}

/// How the gauges look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// As boxes from here on.
    Drawn(Point),
    /// As one line, from its first cell to its last.
    Line(Region),
}

impl Layout {
    /// Board, gauges and log on a screen of this size.
    pub fn of(size: Size, map: Size, needs: &Needs<'_>) -> Layout {
        match needs.rim {
            Rim::Heroless if size.width - map.width > PANEL_NEEDS => {
                Layout::beside(size, map, needs)
            }
            Rim::Heroless | Rim::Open | Rim::Closed => Layout::stacked(size, map, needs),
        }
    }

    /// S-30: beside the board one line of gauges and, below it, the log; once the game is over the verdict at the
    /// board's mid-height, and the log below that.
    fn beside(size: Size, map: Size, needs: &Needs<'_>) -> Layout {
        let board = area(at(0, 0), map.width, map.height.min(size.height));
        let (x, width) = (map.width + 1, size.width - map.width - 1);
        let verdict = needs.outcome.map(|_| {
            let lowest = size.height - 2 - rows(needs.said, width);
            at(x, (board.to.y.midpoint(board.from.y)).min(lowest).max(2))
        });
        let first = verdict.map_or(2, |verdict| verdict.y + 2);
        Layout {
            board,
            rim: 0,
            gauges: Boxes::Line(area(at(x, 0), width, 1)),
            verdict,
            log: area(at(x, first), width, size.height - first),
        }
    }

    /// The gauges below the board, below them the log.
    fn stacked(size: Size, map: Size, needs: &Needs<'_>) -> Layout {
        let rim = i32::from(needs.rim == Rim::Closed);
        let has_boxes = needs.rim == Rim::Closed
            && size.width >= BOX * needs.boxes
            && size.height >= BOXES_NEED;
        let gauges = if has_boxes { 3 } else { 1 };
        let log = log_rows(size, map, gauges, needs);
        let (width, height) = (
            map.width.min(size.width),
            map.height.min(size.height - gauges - log),
        );
        let verdict = needs.outcome.filter(|_| rim == 0);
        let columns = match verdict {
            Some(_) => size.width - VERDICT - 1,
            None => size.width,
        };
        let line = area(at(0, height), columns, 1);
        Layout {
            board: area(at(rim, rim), width - 2 * rim, height - 2 * rim),
            rim,
            gauges: match has_boxes {
                true => Boxes::Drawn(line.from),
                false => Boxes::Line(line),
            },
            verdict: verdict.map(|_| at(size.width - VERDICT, height)),
            log: area(
                at(0, height + gauges),
                size.width,
                size.height - height - gauges,
            ),
        }
    }

    /// The frame around the board, or the board itself where none is drawn.
    pub fn window(&self) -> Region {
        let Region { from, to } = self.board;
        Region {
            from: at(from.x - self.rim, from.y - self.rim),
            to: at(to.x + self.rim, to.y + self.rim),
        }
    }
}

/// Rows of a log below the board, at least. While the game goes on it has the same every turn, so that the map
/// stands still; afterwards nobody walks on the map, and the last turn's story takes half the screen if it must.
fn log_rows(size: Size, map: Size, gauges: i32, needs: &Needs<'_>) -> i32 {
    // Sentences need some 60 columns; a narrow terminal gets a second row for them if it can, and so does
    // one in which the map scrolls anyway.
    let is_tight = size.width < 60 || map.height > size.height - gauges - 1;
    let second = i32::from(is_tight && size.height >= 12);
    let tall = ((size.height - 24) / 4).clamp(0, 5);
    let steady = 1 + second.max(tall);
    match needs.outcome {
        None => steady,
        Some(_) => steady.max(rows(needs.said, size.width).min(size.height / 2)),
    }
}

/// Rows that a text takes.
fn rows(text: &str, columns: i32) -> i32 {
    wrap(text, columns.max(1) as usize).len() as i32
}
