//! What keys mean while a cursor is open: one that names what it stands on, or one that chooses where to go.
use super::cursor::Cursor;
use super::keymap::{Command, Cycle, Keymap};
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

/// Keys that mean the same to a cursor in any keymap: those of one that names what it stands on come first.
const FIXED: [Key; 8] = [
    Key::Esc,
    Key::Enter,
    Key::Tab,
    Key::BackTab,
    Key::Char('+'),
    Key::Char('-'),
    Key::Char('.'),
    Key::Char(','),
];

/// How many of these each cursor has.
fn fixed(mode: Mode) -> &'static [Key] {
    match mode {
        Mode::Travel(_) => &FIXED,
        _ => &FIXED[..2],
    }
}

/// What a key means to the cursor that is open.
pub fn turn(screen: &Screen, key: Key) -> Turn {
    let at = match screen.mode {
        Mode::Look(at) | Mode::Travel(Cursor { at, .. }) => at,
        _ => return Turn::None,
    };
    if fixed(screen.mode).contains(&key) {
        return obey(screen, key);
    }
    if let Some((way, cells)) = movement(&screen.keymap, key) {
        return Turn::To(moved(screen, at, way, cells));
    }
    let chart = screen.live.chart();
    let to = |cursor| Turn::To(Mode::Travel(cursor));
    match (screen.mode, screen.keymap.meaning(key), key) {
        (_, Some(Command::TravelThere), Key::Click(p)) => {
            screen.cell_at(p).map_or(Turn::None, Turn::Go)
        }
        (Mode::Look(_), Some(Command::Travel), _) => Turn::Go(at),
        (Mode::Look(_), Some(Command::Look), _) => Turn::To(Mode::Play),
        (Mode::Travel(cursor), Some(Command::Travel), _) => to(cursor.cycled(chart, Cycle::Next)),
        (Mode::Travel(_), Some(Command::Look), _) => Turn::To(Mode::Look(at)),
        (Mode::Travel(_), Some(Command::Act(Action::Wait)), _) => Turn::Go(at),
        (Mode::Travel(cursor), Some(Command::Act(action)), _) => to(cursor.next_for(chart, action)),
        _ => Turn::None,
    }
}

/// The key that means the same to that cursor in another keymap; none for one that means nothing to it.
pub fn plain(screen: &Screen, other: &Keymap, key: Key) -> Option<Key> {
    let fixed = fixed(screen.mode);
    if fixed.contains(&key) {
        return Some(key);
    }
    let leaps = |key: &Key| movement(other, *key).is_some_and(|(_, cells)| cells == LEAP);
    match (movement(&screen.keymap, key), screen.keymap.meaning(key)) {
        (Some(leap @ (_, LEAP)), _) => {
            let mut capitals = ('A'..='Z').map(Key::Char);
            capitals.find(|key| movement(other, *key) == Some(leap))
        }
        (Some(_), _)
        | (None, Some(Command::TravelThere | Command::Travel | Command::Look | Command::Act(_))) => {
            screen
                .keymap
                .translated(key, other, fixed)
                .filter(|key| !leaps(key))
        }
        (None, _) => None,
    }
}

/// What one of the fixed keys means.
fn obey(screen: &Screen, key: Key) -> Turn {
    let Mode::Travel(cursor) = screen.mode else {
        return Turn::To(Mode::Play);
    };
    let cycled = |cycle| Turn::To(Mode::Travel(cursor.cycled(screen.live.chart(), cycle)));
    match key {
        Key::Esc => Turn::To(Mode::Play),
        Key::Tab | Key::Char('+') => cycled(Cycle::Next),
        Key::BackTab | Key::Char('-') => cycled(Cycle::Previous),
        _ => Turn::Go(cursor.at),
    }
}

/// Which way a key moves the cursor, and how many cells.
fn movement(keymap: &Keymap, key: Key) -> Option<(Direction, u32)> {
    let way = |key| match keymap.meaning(key) {
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
