//! What keys mean while a cursor is open: one that names what it stands on, or one that chooses where to go.
use super::actions;
use super::walk::ActiveJourney;
use crate::engine::action::Action;
use crate::play::input::key::Key;
use crate::play::input::keymap::{Command, Cycle, Keymap};
use crate::play::screen::game_screen::{Mode, Screen};
use crate::play::screen::travel_cursor::Cursor;
use crate::play::text::look;
use crate::space::geometry::{Direction, Point};

/// How far a capital letter moves the cursor.
const LEAP: usize = 8;

/// What a key means to a cursor.
enum Meaning {
    Nothing,
    /// To be in this mode.
    Be(Mode),
    /// To go to this cell.
    Go(Point),
}

/// Obeys a key while a cursor is open; it may begin a journey.
pub fn point(screen: &mut Screen, key: Key) -> Option<ActiveJourney> {
    match meaning(screen, key) {
        Meaning::Nothing => {}
        Meaning::Be(mode) => screen.mode = mode,
        Meaning::Go(cell) => return actions::travel_to(screen, cell),
    }
    None
}

fn meaning(screen: &Screen, key: Key) -> Meaning {
    let at = match screen.mode {
        Mode::Look(at) | Mode::Travel(Cursor { at, .. }) => at,
        _ => return Meaning::Nothing,
    };
    if raw(screen.mode).contains(&key) {
        return raw_meaning(screen, key);
    }
    let Some(command) = screen.keymap.meaning(key) else {
        return Meaning::Nothing;
    };
    if let Some(way) = way(command) {
        return Meaning::Be(moved(screen, at, way));
    }
    match (screen.mode, command, key) {
        (_, Command::TravelThere, Key::Click(p)) => {
            screen.cell_at(p).map_or(Meaning::Nothing, Meaning::Go)
        }
        (Mode::Look(_), Command::Travel, _) => Meaning::Go(at),
        (Mode::Look(_), Command::Look, _) => Meaning::Be(Mode::Play),
        (Mode::Travel(cursor), ..) => travel(screen, cursor, command),
        _ => Meaning::Nothing,
    }
}

/// The keys that mean the same to a cursor whatever a file of keys makes of them.
pub fn raw(mode: Mode) -> &'static [Key] {
    match mode {
        Mode::Travel(_) => &[Key::Esc, Key::Enter, Key::Tab, Key::BackTab],
        _ => &[Key::Esc, Key::Enter],
    }
}

/// The keys that a capital letter stands for by a keymap while a cursor is open: its small one, several times, if that
/// moves it.
pub fn leap(mode: Mode, keymap: &Keymap, key: Key) -> Option<Vec<Key>> {
    let (Mode::Look(_) | Mode::Travel(_), Key::Char(c @ 'A'..='Z')) = (mode, key) else {
        return None;
    };
    let small = Key::Char(c.to_ascii_lowercase());
    let command = |key| keymap.meaning(key);
    let is_leap = command(key).and_then(way).is_none() && command(small).and_then(way).is_some();
    is_leap.then(|| vec![small; LEAP])
}

fn raw_meaning(screen: &Screen, key: Key) -> Meaning {
    let Mode::Travel(cursor) = screen.mode else {
        return Meaning::Be(Mode::Play);
    };
    let cycled = |cycle| Meaning::Be(Mode::Travel(cursor.cycled(screen.live.chart(), cycle)));
    match key {
        Key::Enter => Meaning::Go(cursor.at),
        Key::Tab => cycled(Cycle::Next),
        Key::BackTab => cycled(Cycle::Previous),
        _ => Meaning::Be(Mode::Play),
    }
}

fn travel(screen: &Screen, cursor: Cursor, command: Command) -> Meaning {
    let chart = screen.live.chart();
    let to = |cursor| Meaning::Be(Mode::Travel(cursor));
    match command {
        Command::Act(Action::Wait) => Meaning::Go(cursor.at),
        Command::Travel => to(cursor.cycled(chart, Cycle::Next)),
        Command::Look => Meaning::Be(Mode::Look(cursor.at)),
        Command::Help => to(cursor.telling_keys()),
        Command::Act(action) => to(cursor.next_for(chart, action)),
        _ => Meaning::Nothing,
    }
}

/// Which way a command moves the cursor.
fn way(command: Command) -> Option<Direction> {
    match command {
        Command::Act(Action::Step(way)) | Command::Point(way) => Some(way),
        _ => None,
    }
}

fn moved(screen: &Screen, at: Point, way: Direction) -> Mode {
    let at = look::moved(screen.live.game.world(), at, way);
    match screen.mode {
        Mode::Travel(_) => Mode::Travel(Cursor::on(screen.live.chart(), at)),
        _ => Mode::Look(at),
    }
}
