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
/// Below so many rows the map needs even a second row of messages more.
const LOW: i32 = 12;
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
    /// What the map's rim is. A frame can stand in place of one that nobody is on, and the numbers in boxes like it.
    /// Else all of the map is shown, and the numbers in one line: a ring of the monsters' own lies in the screen's
    /// corner (S-30), a map that just ends in its middle.
    pub rim: Rim,
    /// Boxes that hold gauges and prompt, if there is room for all of them.
    pub boxes: i32,
    /// Columns of the gauges where they are one line.
    pub line: i32,
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
    /// Which of them.
    pub history: History,
}

/// Which messages a log shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// The last turn's, and those of earlier turns where there is room.
    Kept,
    /// The last turn's.
    Dropped,
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
            Rim::Heroless | Rim::Closed => Layout::stacked(size, map, needs),
            Rim::Open => Layout::centred(size, map, needs),
        }
    }

    /// the board in the middle, one line of gauges above it and the log below. Both lines begin at the board's left
    /// edge if they fit from there, else as far left as they must.
    fn centred(size: Size, map: Size, needs: &Needs<'_>) -> Layout {
        let (width, height) = (
            map.width.min(size.width),
            map.height.min(size.height - 1 - line_rows(size)),
        );
        let (left, top) = ((size.width - width) / 2, (size.height - height - 2) / 2);
        let begin = |columns| left.min(size.width - columns).max(0);
        // The story of the end goes down to the screen's foot, then it takes rows of the board.
        let lowest = size.height - story_rows(size, needs);
        let board = area(at(left, top + 1), width, height.min(lowest - top - 1));
        let verdict = needs.outcome.map_or(0, |_| VERDICT + 1);
        let line = area(
            at(begin(needs.line + verdict), top),
            needs.line.min(size.width - verdict),
            1,
        );
        let log = at(begin(needs.said.chars().count() as i32), board.to.y + 1);
        Layout {
            board,
            rim: 0,
            gauges: Boxes::Line(line),
            verdict: needs.outcome.map(|_| at(line.to.x + 2, top)),
            log: area(log, size.width - log.x, size.height - log.y),
            history: History::Dropped,
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
            history: History::Kept,
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
            history: History::Kept,
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
    // In a terminal in which the map scrolls anyway it gets a second row too.
    let second = i32::from(map.height > size.height - gauges - 1 && size.height >= LOW);
    let tall = ((size.height - 24) / 4).clamp(0, 5);
    let steady = line_rows(size).max(1 + second.max(tall));
    steady.max(story_rows(size, needs))
}

/// Rows of one line of messages: sentences need some 60 columns, and a narrow terminal gets a second row for them if
/// it can.
fn line_rows(size: Size) -> i32 {
    1 + i32::from(size.width < 60 && size.height >= LOW)
}

/// Rows of the last turn's story once the game is over: all of it, or half the screen.
fn story_rows(size: Size, needs: &Needs<'_>) -> i32 {
    let story = needs.outcome.map(|_| rows(needs.said, size.width));
    story.unwrap_or(0).min(size.height / 2)
}

/// Rows that a text takes.
fn rows(text: &str, columns: i32) -> i32 {
    wrap(text, columns.max(1) as usize).len() as i32
}
