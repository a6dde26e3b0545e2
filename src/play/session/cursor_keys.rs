//! What keys mean while a cursor is open: one that names what it stands on, or one that chooses where to go.
use super::actions;
use super::walk::ActiveJourney;
use crate::engine::action::Action;
use crate::play::input::key::Key;
use crate::play::input::keymap::{Command, Cycle, Keymap};
use crate::play::screen::game_screen::{GameScreen, InputMode};
use crate::play::screen::travel_cursor::TravelCursor;
use crate::play::text::look;
use crate::space::geometry::{Direction, Point};

/// How far a capital letter moves the cursor.
const LEAP: usize = 8;

/// What a key means to a cursor.
enum CursorKey {
    Nothing,
    /// To be in this mode.
    Be(InputMode),
    /// To go to this cell.
    Go(Point),
}

/// Obeys a key while a cursor is open; it may begin a journey.
pub fn point(screen: &mut GameScreen, key: Key) -> Option<ActiveJourney> {
    match meaning(screen, key) {
        CursorKey::Nothing => {}
        CursorKey::Be(mode) => screen.mode = mode,
        CursorKey::Go(cell) => return actions::travel_to(screen, cell),
    }
    None
}

fn meaning(screen: &GameScreen, key: Key) -> CursorKey {
    let at = match screen.mode {
        InputMode::Look(at) | InputMode::Travel(TravelCursor { at, .. }) => at,
        _ => return CursorKey::Nothing,
    };
    if raw(screen.mode).contains(&key) {
        return raw_meaning(screen, key);
    }
    let Some(command) = screen.keymap.meaning(key) else {
        return CursorKey::Nothing;
    };
    if let Some(way) = way(command) {
        return CursorKey::Be(moved(screen, at, way));
    }
    match (screen.mode, command, key) {
        (_, Command::TravelThere, Key::Click(p)) => {
            screen.cell_at(p).map_or(CursorKey::Nothing, CursorKey::Go)
        }
        (InputMode::Look(_), Command::Travel, _) => CursorKey::Go(at),
        (InputMode::Look(_), Command::Look, _) => CursorKey::Be(InputMode::Play),
        (InputMode::Travel(cursor), ..) => travel(screen, cursor, command),
        _ => CursorKey::Nothing,
    }
}

/// The keys that mean the same to a cursor whatever a file of keys makes of them.
pub fn raw(mode: InputMode) -> &'static [Key] {
    match mode {
        InputMode::Travel(_) => &[Key::Esc, Key::Enter, Key::Tab, Key::BackTab],
        _ => &[Key::Esc, Key::Enter],
    }
}

/// The keys that a capital letter stands for by a keymap while a cursor is open: its small one, several times, if that
/// moves it.
pub fn leap(mode: InputMode, keymap: &Keymap, key: Key) -> Option<Vec<Key>> {
    let (InputMode::Look(_) | InputMode::Travel(_), Key::Char(c @ 'A'..='Z')) = (mode, key) else {
        return None;
    };
    let small = Key::Char(c.to_ascii_lowercase());
    let command = |key| keymap.meaning(key);
    let is_leap = command(key).and_then(way).is_none() && command(small).and_then(way).is_some();
    is_leap.then(|| vec![small; LEAP])
}

fn raw_meaning(screen: &GameScreen, key: Key) -> CursorKey {
    let InputMode::Travel(cursor) = screen.mode else {
        return CursorKey::Be(InputMode::Play);
    };
    let cycled =
        |cycle| CursorKey::Be(InputMode::Travel(cursor.cycled(screen.live.chart(), cycle)));
    match key {
        Key::Enter => CursorKey::Go(cursor.at),
        Key::Tab => cycled(Cycle::Next),
        Key::BackTab => cycled(Cycle::Previous),
        _ => CursorKey::Be(InputMode::Play),
    }
}

fn travel(screen: &GameScreen, cursor: TravelCursor, command: Command) -> CursorKey {
    let chart = screen.live.chart();
    let to = |cursor| CursorKey::Be(InputMode::Travel(cursor));
    match command {
        Command::Act(Action::Wait) => CursorKey::Go(cursor.at),
        Command::Travel => to(cursor.cycled(chart, Cycle::Next)),
        Command::Look => CursorKey::Be(InputMode::Look(cursor.at)),
        Command::Help => to(cursor.telling_keys()),
        Command::Act(action) => to(cursor.next_for(chart, action)),
        _ => CursorKey::Nothing,
    }
}

/// Which way a command moves the cursor.
fn way(command: Command) -> Option<Direction> {
    match command {
        Command::Act(Action::Step(way)) | Command::Point(way) => Some(way),
        _ => None,
    }
}

fn moved(screen: &GameScreen, at: Point, way: Direction) -> InputMode {
    let at = look::moved(screen.live.game.world(), at, way);
    match screen.mode {
        InputMode::Travel(_) => InputMode::Travel(TravelCursor::on(screen.live.chart(), at)),
        _ => InputMode::Look(at),
    }
}
