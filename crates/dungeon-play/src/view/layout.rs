//! The layout of a screen: the positions of the board, gauges, verdict and log, computed from the sizes of screen and
//! map.
use super::preview::ControlScheme;
use super::widgets::area;
use super::window_style::WindowStyle;
use super::wrap::{WrappedLines, columns_of};
use dungeon_engine::event::Outcome;
use dungeon_model::dungeon::Rim;
use dungeon_model::space::geometry::{Point, Region, Size, at};
use dungeon_model::space::narrow::length;

/// The smallest screen that can show a game; smaller screens show only a notice.
pub const SMALLEST: Size = Size::new(30, 8);

/// The smallest screen for the classic window.
const BOOK_FROM: Size = Size::new(80, 24);
/// The largest map that fits the classic window. The boxes cover the bottom wall of the map.
const BOOK_MAP: Size = Size::new(80, 20);
/// The top left corner of the first box in the classic window: column 2 of row 20, counted from 1.
const BOOK_BOXES: Point = at(1, 19);
/// The number of columns from the start of a box in the classic window to the start of the next box.
const BOOK_STEP: i32 = 28;
/// The top left corner of the prompt in the classic window. The prompt's top border is the bottom border of the first
/// box.
const BOOK_PROMPT: Point = at(1, 21);
/// The number of boxes in the classic window, including the prompt.
const BOOK_COUNT: i32 = 4;

/// The number of columns of a gauge's box in the classic window.
pub const BOX: i32 = 20;
/// The minimum screen height at which all rows of numbers are always below the map. On lower screens, down to a height of
/// `LOW`, they use only rows that the map leaves free.
const HIGH: i32 = 16;
/// The minimum screen height for a second row of messages or numbers; on lower screens the map or the log needs it.
const LOW: i32 = 12;
/// The minimum number of columns beside the board for readable sentences.
const PANEL_NEEDS: i32 = 24;
/// The number of columns reserved for the button that ends the turn: its key, a word, and a gap.
const BUTTON: i32 = 13;
/// The number of columns of the verdict, the word for the outcome of the game.
pub const VERDICT: i32 = 6;
/// The width below a board, in columns, at which sentences and the status of a few units are easy to read.
const EASE: i32 = 74;
/// The number of rows of the board that the statistics of a finished game need (K-14).
const PANEL_ROWS: i32 = 4;

/// Whether a screen of this size can show only a notice.
pub fn is_too_small(size: Size) -> bool {
    size.width < SMALLEST.width || size.height < SMALLEST.height
}

/// The facts about a game that its layout depends on, in addition to the size of the map.
#[derive(Clone, Copy, Debug)]
pub struct LayoutNeeds<'a> {
    /// The style of the window.
    pub window: WindowStyle,
    /// The way that the player controls the game.
    pub control: ControlScheme,
    /// Whether bodies may stand on the map's outermost ring. A closed rim can be replaced by a frame, with gauges in
    /// rows. Otherwise the whole map is shown and the gauges are one line: a map whose rim belongs to the monsters is
    /// drawn in the screen's corner (S-30), a map with an open rim in the middle.
    pub rim: Rim,
    /// The number of boxes for gauges and prompt together in the classic window; at least 1.
    pub boxes: i32,
    /// The number of rows for the numbers, the things in sight and the inventory below a map with a closed rim; at
    /// least 1.
    pub rows: i32,
    /// The number of columns that the gauges need on one line. Used only in layouts with a centered board.
    pub line: i32,
    /// The text of the last turn, which is shown in full if it fits; may be empty. While a game goes on, only layouts
    /// with a centered board depend on this text.
    pub latest: &'a str,
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

/// The positions of the parts of a screen that is not too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The region that shows cells of the level.
    pub board: Region,
    /// The number of outermost rings of the level that a frame around the board covers: 1, or 0 if the whole map is
    /// shown.
    pub rim: i32,
    /// The place and form of the gauges.
    pub gauges: GaugeLayout,
    /// The position of the one-word verdict; `None` if the layout has no place for it, and usually while the game goes
    /// on. In games played by pointing, the position is always set, since the name of the overlay on the board is shown
    /// in the same place (K-5).
    pub verdict: Option<Point>,
    /// The region of one or two rows with the text about the cell that the player points at, and the button at the end.
    /// `None` once the game is over, and in games without pointing.
    pub cell_text: Option<Region>,
    /// The region of the messages.
    pub log: Region,
    /// Whether the log also shows messages of earlier turns.
    pub history: LogHistory,
}

/// Whether a log shows messages of earlier turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogHistory {
    /// The last turn's messages, and earlier ones if there is room.
    Kept,
    /// The last turn's messages only.
    Dropped,
}

/// The form of the gauges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeLayout {
    /// Boxes with a height of three rows, in the classic window.
    Drawn {
        /// The top left corner of the first box.
        first: Point,
        /// The number of columns from the start of a box to the start of the next.
        step: i32,
        /// The top left corner of the prompt.
        prompt: Point,
    },
    /// One line of text in this region, one row high.
    Line(Region),
    /// Lines of text in this region: the numbers, then the things in sight and the inventory if there are rows for them.
    Rows(Region),
    /// A panel beside the map, in this region: the gauges and everything else about the game.
    Panel(Region),
}

impl Layout {
    /// Lays out the board, gauges and log on a screen of this size, which must be at least `SMALLEST`.
    pub fn new(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        if needs.window.has_panel(size) {
            return Layout::with_panel(size, map, needs);
        }
        match needs.rim {
            _ if needs.control == ControlScheme::Pointing => Layout::for_pointing(size, map, needs),
            Rim::Heroless if size.width - map.width > PANEL_NEEDS => {
                Layout::beside(size, map, needs)
            }
            Rim::Heroless | Rim::Closed => {
                let book = Layout::of_the_book(size, map, needs);
                book.unwrap_or_else(|| Layout::stacked(size, map, needs))
            }
            Rim::Open => Layout::centred(size, map, needs),
        }
    }

    /// Puts a panel at the screen's right edge. To the left of the panel, puts the log at the bottom and the board in
    /// the middle of the remaining area. Positions depend only on the sizes of screen and map until the game ends.
    /// After that, the log takes rows of the board for the last turn's messages.
    fn with_panel(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        let room = room_beside_panel(size);
        let rim = i32::from(needs.rim == Rim::Closed);
        let cell_rows = i32::from(needs.control == ControlScheme::Pointing);
        let steady = (size.height / 6).clamp(4, 8);
        let latest_rows = needs.outcome.map_or(0, |_| rows(needs.latest, room));
        let above = size.height - steady - cell_rows;
        let (width, height) = (map.width.min(room), map.height.min(above));
        let free = size.height - (above - height) / 2 - height;
        let log = steady.max(latest_rows.min(free.max(size.height / 2)));
        let (left, top) = ((room - width) / 2, (above - height) / 2);
        let lowest = size.height - log;
        let height = height.min(lowest - top);
        let panel = area(
            at(room + PANEL_GAP, 0),
            size.width - room - PANEL_GAP,
            size.height,
        );
        let verdict = at(panel.to.x + 1 - VERDICT, 0);
        let has_verdict = needs.outcome.is_some() || needs.control == ControlScheme::Pointing;
        let cell_text = area(at(0, lowest - 1), room, 1);
        Layout {
            board: area(at(left + rim, top + rim), width - 2 * rim, height - 2 * rim),
            rim,
            gauges: GaugeLayout::Panel(panel),
            verdict: has_verdict.then_some(verdict),
            cell_text: (cell_rows > 0 && needs.outcome.is_none()).then_some(cell_text),
            log: area(at(0, lowest), room, log),
            history: LogHistory::Kept,
        }
    }

    /// Lays out the classic window: the map in the screen's corner, three boxes below the map, the prompt below the
    /// first box, and the log beside the prompt. `None` if another window is selected, if the window does not fit, or
    /// if the messages at the end of the game need more room.
    fn of_the_book(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Option<Layout> {
        let fits = |map: Size, room: Size| map.width <= room.width && map.height <= room.height;
        let from = at(BOOK_PROMPT.x + BOX + 1, BOOK_PROMPT.y + 1);
        let log = area(from, size.width - from.x, size.height - from.y);
        let is_told = needs.outcome.is_none()
            || rows(needs.latest, size.width - from.x) <= size.height - from.y;
        let is_shown = needs.window == WindowStyle::Book
            && needs.rim == Rim::Closed
            && needs.boxes == BOOK_COUNT
            && fits(BOOK_FROM, size)
            && fits(map, BOOK_MAP)
            && is_told;
        is_shown.then(|| Layout {
            board: area(at(1, 1), map.width - 2, map.height - 2),
            rim: 1,
            gauges: GaugeLayout::Drawn {
                first: BOOK_BOXES,
                step: BOOK_STEP,
                prompt: BOOK_PROMPT,
            },
            verdict: None,
            cell_text: None,
            log,
            history: LogHistory::Kept,
        })
    }

    /// Puts the board in the middle, one line of gauges above the board and the log below it. Gauges and log
    /// begin at the board's left edge, or further left if they would not fit.
    fn centred(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        let (width, height) = (
            map.width.min(size.width),
            map.height.min(size.height - 1 - line_rows(size)),
        );
        let (left, top) = ((size.width - width) / 2, rows_above(size, map));
        let begin = |columns| left.min(size.width - columns).max(0);
        // The final messages first fill the rows below the board, and then take rows of the board.
        let lowest = size.height - message_rows(size, needs);
        let board = area(at(left, top + 1), width, height.min(lowest - top - 1));
        let verdict = verdict_columns(needs.outcome);
        let line = area(
            at(begin(needs.line + verdict), top),
            needs.line.min(size.width - verdict),
            1,
        );
        let log = at(begin(columns_of(needs.latest)), board.to.y + 1);
        Layout {
            board,
            rim: 0,
            gauges: GaugeLayout::Line(line),
            verdict: needs.outcome.map(|_| at(line.to.x + 2, top)),
            cell_text: None,
            log: area(log, size.width - log.x, size.height - log.y),
            history: LogHistory::Dropped,
        }
    }

    /// Puts the board in the middle, as large as possible. Below the board are one line about the units, the text about
    /// the cell pointed at, and the log (K-10). Positions depend only on the sizes of screen and map, so that nothing
    /// moves during play. At the end of the game, the log takes the rows of the cell text, and then rows of the board.
    fn for_pointing(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        let cell_rows = line_rows(size);
        let below = 1 + cell_rows + steady_rows(size, i32::from(size.height >= LOW));
        let width = map.width.min(size.width);
        let height = map.height.min(size.height - below);
        let (left, top) = ((size.width - width) / 2, (size.height - below - height) / 2);
        let (begin, line) = lines_below(size, map);
        let status = match needs.outcome {
            None => top + height,
            Some(_) => {
                let most = size.height - 1 - PANEL_ROWS;
                let latest_rows = rows(needs.latest, size.width - begin).min(size.height / 2);
                (size.height - 1 - latest_rows.min(most)).min(top + height)
            }
        };
        let log = match needs.outcome {
            None => status + 1 + cell_rows,
            Some(_) => status + 1,
        };
        let gauges = area(at(begin, status), line - VERDICT - 1, 1);
        Layout {
            board: area(at(left, top), width, status - top),
            rim: 0,
            gauges: GaugeLayout::Line(gauges),
            verdict: Some(at(gauges.to.x + 2, status)),
            cell_text: (needs.outcome.is_none())
                .then(|| area(at(begin, status + 1), line, cell_rows)),
            log: area(at(begin, log), size.width - begin, size.height - log),
            history: LogHistory::Kept,
        }
    }

    /// Puts one line of gauges beside the board and the log below that line (S-30). Once the game is over, the verdict
    /// is to the right of the board at half its height, with the log below it.
    fn beside(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        let board = area(at(0, 0), map.width, map.height.min(size.height));
        let (x, width) = (map.width + 1, size.width - map.width - 1);
        let verdict = needs.outcome.map(|_| {
            let lowest = size.height - 2 - rows(needs.latest, width);
            at(x - 1, ((board.to.y + 1) / 2).min(lowest).max(2))
        });
        let first = verdict.map_or(2, |verdict| verdict.y + 2);
        Layout {
            board,
            rim: 0,
            gauges: GaugeLayout::Line(area(at(x, 0), width, 1)),
            verdict,
            cell_text: None,
            log: area(at(x, first), width, size.height - first),
            history: LogHistory::Kept,
        }
    }

    /// Puts the gauges below the board, and the log below the gauges.
    fn stacked(size: Size, map: Size, needs: &LayoutNeeds<'_>) -> Layout {
        let rim = i32::from(needs.rim == Rim::Closed);
        let gauges = match needs.rim {
            Rim::Closed if size.height >= HIGH => needs.rows,
            Rim::Closed if size.height >= LOW => {
                let free = size.height - map.height - log_rows(size, map, 1, needs);
                free.clamp(1, needs.rows)
            }
            Rim::Closed | Rim::Open | Rim::Heroless => 1,
        };
        let log = log_rows(size, map, gauges, needs);
        // A second row for texts that do not fit beside the gauges.
        let is_narrow = line_rows(size) > 1 && size.height >= HIGH;
        let spare = i32::from(needs.rim == Rim::Heroless && is_narrow);
        let (width, height) = (
            map.width.min(size.width),
            map.height.min(size.height - gauges - spare - log),
        );
        let verdict = needs.outcome.filter(|_| rim == 0);
        let columns = match verdict {
            Some(_) => size.width - VERDICT - 1,
            None => size.width,
        };
        let lines = area(at(0, height), columns, gauges);
        Layout {
            board: area(at(rim, rim), width - 2 * rim, height - 2 * rim),
            rim,
            gauges: match needs.rim {
                Rim::Closed => GaugeLayout::Rows(lines),
                Rim::Open | Rim::Heroless => GaugeLayout::Line(lines),
            },
            verdict: verdict.map(|_| at(size.width - VERDICT, height)),
            cell_text: None,
            log: area(
                at(0, height + gauges + spare),
                size.width,
                size.height - height - gauges - spare,
            ),
            history: LogHistory::Kept,
        }
    }

    /// Returns the layout with a log of `rows` rows below the board. The log takes over the lines above it, but not the
    /// numbers, which move up over the board. Neither covers rows above `highest`. A board in the middle between its two
    /// lines stays uncovered.
    #[must_use]
    pub fn with_log_rows(mut self, rows: i32, highest: i32) -> Layout {
        let mut lines = match &mut self.gauges {
            GaugeLayout::Rows(lines) | GaugeLayout::Line(lines) => Some(lines),
            GaugeLayout::Panel(_) => None,
            GaugeLayout::Drawn { .. } => return self,
        };
        let is_above = |lines: &&mut Region| lines.from.y <= self.board.to.y;
        if self.log.from.y <= self.board.to.y || lines.as_ref().is_some_and(is_above) {
            return self;
        }
        let highest = highest + i32::from(lines.is_some());
        let top = (self.log.to.y + 1 - rows).max(highest).min(self.log.from.y);
        self.log.from.y = top;
        if let Some(lines) = &mut lines {
            lines.to.y = lines.to.y.min(top - 1);
            lines.from.y = lines.from.y.min(top - 1);
        }
        self
    }

    /// Returns the region of the log and of the lines between the board and the log.
    pub fn text_below_board(&self) -> Region {
        let top = match self.gauges {
            GaugeLayout::Rows(lines) | GaugeLayout::Line(lines) => lines.from.y,
            GaugeLayout::Panel(_) | GaugeLayout::Drawn { .. } => self.log.from.y,
        };
        let is_below = top > self.window().from.y;
        let Region { from, to } = self.log;
        let top = if is_below { top.min(from.y) } else { from.y };
        Region {
            from: at(from.x, top),
            to,
        }
    }

    /// Returns the region of the frame around the board; the board itself if there is no frame.
    pub fn window(&self) -> Region {
        let Region { from, to } = self.board;
        Region {
            from: at(from.x - self.rim, from.y - self.rim),
            to: at(to.x + self.rim, to.y + self.rim),
        }
    }
}

/// The number of columns between the map and the panel beside it.
const PANEL_GAP: i32 = 2;

/// Returns the number of columns that a panel leaves for the map: about three quarters of the screen.
fn room_beside_panel(size: Size) -> i32 {
    size.width - (size.width / 4).clamp(28, 40) - PANEL_GAP
}

/// Returns the number of empty rows above the line over a centered board.
pub fn rows_above(size: Size, map: Size) -> i32 {
    let height = map.height.min(size.height - 1 - line_rows(size));
    (size.height - height - 2) / 2
}

/// Returns the first column of the lines below a centered board, and their width. Both depend only on sizes, so that
/// the lines keep their position when their text changes.
fn lines_below(size: Size, map: Size) -> (i32, i32) {
    let width = map.width.min(size.width);
    let begin = ((size.width - width) / 2).min(size.width - EASE).max(0);
    (begin, width.max(EASE).min(size.width - begin))
}

/// Returns the maximum number of columns that the text about the cell pointed at should have, on a screen of `size`
/// with a map of `map` cells. If the text has one row, the button takes the end of that row. If it has two, the second
/// row is rarely full, so there is no need to leave room for the button.
pub fn cell_text_columns(size: Size, map: Size, window: WindowStyle) -> i32 {
    if window.has_panel(size) {
        return room_beside_panel(size) - BUTTON;
    }
    let (_, line) = lines_below(size, map);
    match line_rows(size) {
        1 => line - BUTTON,
        _ => line,
    }
}

/// Returns the number of columns reserved after a line of gauges for the verdict and a gap; 0 while the game goes on.
pub fn verdict_columns(outcome: Option<Outcome>) -> i32 {
    outcome.map_or(0, |_| VERDICT + 1)
}

/// Returns the number of rows of a log below the board. The number is constant while the game goes on, so that the map
/// does not move. After the end, the last turn's messages take up to half the screen.
fn log_rows(size: Size, map: Size, gauges: i32, needs: &LayoutNeeds<'_>) -> i32 {
    // If the map scrolls anyway, the log can have a second row.
    let second = i32::from(map.height > size.height - gauges - 1 && size.height >= LOW);
    steady_rows(size, second).max(message_rows(size, needs))
}

/// Returns the number of rows of a log below the board while the game goes on: one, plus `second`, and more on tall
/// screens.
fn steady_rows(size: Size, second: i32) -> i32 {
    let tall = ((size.height - 24) / 4).clamp(0, 5);
    line_rows(size).max(1 + second.max(tall))
}

/// Returns the number of rows for one line of messages: 1, or 2 on a screen with fewer than 60 columns that is high
/// enough.
fn line_rows(size: Size) -> i32 {
    1 + i32::from(size.width < 60 && size.height >= LOW)
}

/// Returns the number of rows for the last turn's messages: at most half the screen once the game is over, and 0
/// before.
fn message_rows(size: Size, needs: &LayoutNeeds<'_>) -> i32 {
    let latest_rows = needs.outcome.map(|_| rows(needs.latest, size.width));
    latest_rows.unwrap_or(0).min(size.height / 2)
}

/// Returns the number of rows of a text after wrapping.
fn rows(text: &str, columns: i32) -> i32 {
    length(WrappedLines::new(text, columns.max(1) as usize).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNNING: LayoutNeeds<'_> = LayoutNeeds {
        window: WindowStyle::Below,
        control: ControlScheme::Keys,
        rim: Rim::Open,
        boxes: 4,
        rows: 1,
        line: 30,
        latest: "",
        outcome: None,
    };

    /// Iterates over screens from the smallest to one of 200 columns, with maps from one cell to larger than any
    /// screen.
    fn screens() -> impl Iterator<Item = (Size, Size)> {
        let widths = [30, 31, 40, 59, 60, 80, 81, 200];
        let maps = [(1, 1), (2, 3), (65, 5), (20, 20), (20, 10), (300, 90)];
        let sizes = (SMALLEST.height..=60)
            .flat_map(move |height| widths.map(|width| Size::new(width, height)));
        sizes.flat_map(move |size| maps.map(|(width, height)| (size, Size::new(width, height))))
    }

    #[test]
    fn a6_board_stands_in_the_middle_between_its_two_lines() {
        for (size, map) in screens() {
            let Layout {
                board, gauges, log, ..
            } = Layout::new(size, map, &RUNNING);
            let context = format!("{map} on {size}: {board:?} {gauges:?} {log:?}");
            let GaugeLayout::Line(line) = gauges else {
                panic!("{context}")
            };
            assert_eq!(line.from.y, board.from.y - 1, "{context}");
            assert_eq!(log.from.y, board.to.y + 1, "{context}");
            assert!(line.from.y >= 0 && log.from.y < size.height, "{context}");
            let above = line.from.y;
            let below = size.height - 1 - log.from.y;
            let (before, behind) = (board.from.x, size.width - 1 - board.to.x);
            assert!((0..=1).contains(&(below - above)), "{context}");
            assert!((0..=1).contains(&(behind - before)), "{context}");
        }
    }

    #[test]
    fn a6_board_is_as_large_as_its_map_or_as_the_room_between_the_lines() {
        let board = |size: (i32, i32), map: (i32, i32)| {
            let (size, map) = (Size::new(size.0, size.1), Size::new(map.0, map.1));
            let Region { from, to } = Layout::new(size, map, &RUNNING).board;
            (to.x - from.x + 1, to.y - from.y + 1)
        };
        assert_eq!(board((80, 24), (20, 20)), (20, 20));
        assert_eq!(board((80, 22), (20, 20)), (20, 20));
        assert_eq!(board((80, 21), (20, 20)), (20, 19));
        assert_eq!(
            board((40, 12), (20, 20)),
            (20, 9),
            "sentences have two rows"
        );
        assert_eq!(board((30, 8), (65, 5)), (30, 5));
        assert_eq!(board((30, 8), (65, 50)), (30, 6));
    }

    #[test]
    fn a6_board_stands_still_whatever_is_said_and_gives_only_its_last_rows_to_the_end() {
        for (size, map) in screens() {
            let board = Layout::new(size, map, &RUNNING).board;
            let latest_rows = "It is a long story. ".repeat(20);
            for words in [0, 10, 40, 100, latest_rows.len()] {
                let text = &latest_rows[..words];
                let running = LayoutNeeds {
                    latest: text,
                    ..RUNNING
                };
                assert_eq!(
                    Layout::new(size, map, &running).board,
                    board,
                    "{map} on {size}"
                );
                let outcome = Some(Outcome::Lost);
                let ended = Layout::new(size, map, &LayoutNeeds { outcome, ..running });
                let context = format!("{map} on {size}, {words}: {ended:?}");
                assert_eq!(ended.board.from, board.from, "{context}");
                assert!(ended.board.to.y >= board.from.y, "{context}");
                let rows = rows(text, size.width).clamp(1, size.height / 2);
                let room = ended.log.to.y - ended.log.from.y + 1;
                assert!(room >= rows, "{context}");
                let is_shorter = ended.board.to.y < board.to.y;
                assert!(!is_shorter || room == rows, "{context}");
                assert_eq!(
                    ended.log.to,
                    at(size.width - 1, size.height - 1),
                    "{context}"
                );
            }
        }
    }

    #[test]
    fn a6_lines_begin_at_the_boards_edge_or_as_far_left_as_they_must() {
        let begins = |columns: usize| {
            let text = "x".repeat(columns);
            let needs = LayoutNeeds {
                latest: &text,
                line: columns as i32,
                ..RUNNING
            };
            let layout = Layout::new(Size::new(80, 24), Size::new(20, 20), &needs);
            let GaugeLayout::Line(line) = layout.gauges else {
                panic!("{layout:?}")
            };
            assert_eq!(line.from.x, layout.log.from.x);
            line.from.x
        };
        assert_eq!([0, 50, 51, 79, 80, 200].map(begins), [30, 30, 29, 1, 0, 0]);
    }

    #[test]
    fn a6_how_it_ended_stands_behind_the_line_on_every_screen() {
        let outcome = Some(Outcome::Lost);
        for (size, map) in screens() {
            for line in [1, 29, 60, 300] {
                let needs = LayoutNeeds {
                    line,
                    outcome,
                    ..RUNNING
                };
                let layout = Layout::new(size, map, &needs);
                let (GaugeLayout::Line(line), Some(verdict)) = (layout.gauges, layout.verdict)
                else {
                    panic!("{layout:?}")
                };
                assert_eq!(verdict, at(line.to.x + 2, line.to.y), "{size}");
                assert!(verdict.x + VERDICT <= size.width, "{size}");
            }
        }
    }
}
