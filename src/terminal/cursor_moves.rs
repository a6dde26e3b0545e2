//! The shortest bytes that move the terminal's cursor from one cell to another.
//!
//! The sequences are termion's, except where a shorter form has the same meaning on every terminal: a parameter of 1
//! may be omitted, and control characters move by one cell. docs/PERFORMANCE.md lists the bytes saved.
use termion::cursor::{Down, Goto, Left, Right, Up};

use dungeon_model::space::geometry::{Point, at};

/// Moves to the first cell of the screen. Three bytes shorter than termion's `Goto(1, 1)`.
pub(super) const HOME: &str = "\x1b[H";

/// Moves one cell to the right. One byte shorter than termion's `Right(1)`.
const RIGHT: &str = "\x1b[C";

/// Moves one cell to the left; termion has no type for a control character.
const BACKSPACE: &str = "\x08";

/// Moves one row down in the same column, because in raw mode the terminal adds no carriage return.
const LINE_FEED: &str = "\n";

/// Moves one row up. In the first row this would scroll the screen, but no move goes up from the first row.
const REVERSE_LINE_FEED: &str = "\x1bM";

/// Moves to the first column of the row.
const CARRIAGE_RETURN: &str = "\r";

/// Returns the shortest of three moves to a cell: directly to its row and column, in steps from the current position
/// `from`, or in steps from the first column of the row of `from`. If `from` is `None`, only the direct move is
/// possible.
pub(super) fn shortest_move(from: Option<Point>, to: Point) -> String {
    let absolute = absolute_move(to);
    let Some(from) = from else {
        return absolute;
    };
    let vertical = vertical_steps(to.y - from.y);
    let across = horizontal_steps(to.x - from.x);
    let returned = format!("{CARRIAGE_RETURN}{}", horizontal_steps(to.x));
    let across = if returned.len() < across.len() {
        returned
    } else {
        across
    };
    let relative = vertical + &across;
    if relative.len() <= absolute.len() {
        relative
    } else {
        absolute
    }
}

fn absolute_move(to: Point) -> String {
    match at(to.x + 1, to.y + 1) {
        Point { x: 1, y: 1 } => HOME.to_owned(),
        // Omitting the column is two bytes shorter than termion's `Goto(1, y)`.
        Point { x: 1, y } => format!("\x1b[{y}H"),
        Point { x, y } => Goto(terminal_cells(x), terminal_cells(y)).into(),
    }
}

/// Returns the bytes that move `count` rows down, or up if negative.
fn vertical_steps(count: i32) -> String {
    let times = terminal_cells(count);
    if count > 0 {
        steps(times, LINE_FEED, |rows| Down(rows).into())
    } else {
        steps(times, REVERSE_LINE_FEED, |rows| Up(rows).into())
    }
}

/// Returns the bytes that move `count` columns to the right, or to the left if negative.
fn horizontal_steps(count: i32) -> String {
    let times = terminal_cells(count);
    if count > 0 {
        steps(times, RIGHT, |columns| Right(columns).into())
    } else {
        steps(times, BACKSPACE, |columns| Left(columns).into())
    }
}

/// Returns the absolute value of a number of columns or rows, at most 65535, as escape sequences use it.
pub(super) fn terminal_cells(count: i32) -> u16 {
    u16::try_from(count.unsigned_abs()).unwrap_or(u16::MAX)
}

/// Returns `single` repeated `times` times, or `counted(times)` if that is shorter.
fn steps(times: u16, single: &str, counted: impl Fn(u16) -> String) -> String {
    let digits = times.checked_ilog10().unwrap_or(0) as usize + 1;
    let counted_length = "\x1b[".len() + digits + "C".len();
    if single.len() * usize::from(times) <= counted_length {
        single.repeat(usize::from(times))
    } else {
        counted(times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::Size;

    #[test]
    fn every_move_ends_where_termions_goto_does_in_no_more_bytes() {
        // The size of the vt100 terminal that the test uses.
        const SIZE: Size = Size {
            width: 80,
            height: 24,
        };
        let goto = |p: Point| String::from(Goto(p.x as u16 + 1, p.y as u16 + 1));
        for from in [at(0, 0), at(5, 3), at(79, 0), at(79, 23), at(0, 23)] {
            for y in 0..SIZE.height {
                for x in 0..SIZE.width {
                    let mut terminal = vt100::Parser::default();
                    terminal.process(goto(from).as_bytes());
                    let to = at(x, y);
                    let moved = shortest_move(Some(from), to);
                    terminal.process(moved.as_bytes());
                    let (row, column) = terminal.screen().cursor_position();
                    assert_eq!(at(column.into(), row.into()), to, "{moved:?}");
                    assert!(moved.len() <= goto(to).len(), "{moved:?}");
                }
            }
        }
    }
}
