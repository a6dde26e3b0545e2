//! What keys mean while a cursor is open: one that names what it stands on, or one that chooses where to go.
use super::cursor::Cursor;
use super::keymap::{Command, Cycle};
use super::keys::Key;
use super::look;
use super::screen::{Mode, Screen};
use crate::engine::action::Action;
use crate::space::geometry::{Direction, Point};

/// How far a capital letter moves the cursor.
const LEAP: u32 = 8;

/// What a key leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing.
    None,
    /// To be in this mode.
    To(Mode),
    /// To go to this cell.
    Go(Point),
}

/// What a key means to the cursor that is open.
pub fn turn(screen: &Screen, key: Key) -> Turn {
    let at = match screen.mode {
        Mode::Look(at) | Mode::Travel(Cursor { at, .. }) => at,
        _ => return Turn::None,
    };
    if key == Key::Esc {
        return Turn::To(Mode::Play);
    }
    if let Some((way, cells)) = movement(screen, key) {
        return Turn::To(moved(screen, at, way, cells));
    }
    let command = screen.keymap.meaning(key);
    match (screen.mode, command, key) {
        (_, Some(Command::TravelThere), Key::Click(p)) => {
            screen.cell_at(p).map_or(Turn::None, Turn::Go)
        }
        (Mode::Look(_), Some(Command::Travel), _) => Turn::Go(at),
        (Mode::Look(_), Some(Command::Look), _) | (Mode::Look(_), _, Key::Enter) => {
            Turn::To(Mode::Play)
        }
        (Mode::Travel(cursor), ..) => travel(screen, cursor, key),
        _ => Turn::None,
    }
}

fn travel(screen: &Screen, cursor: Cursor, key: Key) -> Turn {
    let chart = screen.live.chart();
    let to = |cursor| Turn::To(Mode::Travel(cursor));
    match (key, screen.keymap.meaning(key)) {
        (Key::Enter | Key::Char('.' | ','), _) | (_, Some(Command::Act(Action::Wait))) => {
            Turn::Go(cursor.at)
        }
        (Key::Tab | Key::Char('+'), _) | (_, Some(Command::Travel)) => {
            to(cursor.cycled(chart, Cycle::Next))
        }
        (Key::BackTab | Key::Char('-'), _) => to(cursor.cycled(chart, Cycle::Previous)),
        (_, Some(Command::Look)) => Turn::To(Mode::Look(cursor.at)),
        (_, Some(Command::Act(action))) => to(cursor.next_for(chart, action)),
        _ => Turn::None,
    }
}

/// Which way a key moves the cursor, and how many cells.
fn movement(screen: &Screen, key: Key) -> Option<(Direction, u32)> {
    let way = |key| match screen.keymap.meaning(key) {
        Some(Command::Act(Action::Step(way)) | Command::Point(way)) => Some(way),
        _ => None,
    };
    if let Some(way) = way(key) {
        return Some((way, 1));
    }
    match key {
        Key::Char(c @ 'A'..='Z') => Some((way(Key::Char(c.to_ascii_lowercase()))?, LEAP)),
        _ => None,
    }
}

fn moved(screen: &Screen, at: Point, way: Direction, cells: u32) -> Mode {
    let at = look::moved(screen.live.game.world(), at, way, cells);
    match screen.mode {
        Mode::Travel(_) => Mode::Travel(Cursor::on(screen.live.chart(), at)),
        _ => Mode::Look(at),
    }
}
