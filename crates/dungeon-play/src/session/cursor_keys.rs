//! The meaning of keys while a cursor is open. The look cursor describes its cell; the travel cursor chooses a
//! destination; the throw cursor chooses the cell at which an item is thrown.
use super::actions;
use super::active_journey::ActiveJourney;
use crate::input::key::Key;
use crate::input::keymap::{Command, Cycle, Keymap};
use crate::screen::game_screen::{GameScreen, InputMode};
use crate::screen::throw_cursor::ThrowCursor;
use crate::screen::travel_cursor::{TravelCursor, next_in_sight};
use crate::text::look;
use dungeon_engine::action::Action;
use dungeon_model::space::geometry::{Direction, Point};

/// The number of cells by which a capital letter moves the cursor.
const LEAP: usize = 8;

/// The effect of a key on an open cursor.
enum CursorKey {
    Nothing,
    /// Changes the mode of the screen: moves the cursor, opens another cursor, or closes it.
    Be(InputMode),
    /// Begins a journey to this cell.
    Go(Point),
    /// Throws an item at a cell.
    Throw(ThrowCursor),
}

/// Handles a key while a cursor is open; returns the journey that the key begins; `None` if it begins no journey.
pub fn press(screen: &mut GameScreen, key: Key) -> Option<ActiveJourney> {
    match meaning(screen, key) {
        CursorKey::Nothing => {}
        CursorKey::Be(mode) => screen.mode = mode,
        CursorKey::Go(cell) => return actions::travel_to(screen, cell),
        CursorKey::Throw(cursor) => return actions::throw(screen, cursor),
    }
    None
}

fn meaning(screen: &GameScreen, key: Key) -> CursorKey {
    let at = match screen.mode {
        InputMode::Look(at)
        | InputMode::Travel(TravelCursor { at, .. })
        | InputMode::Throw(ThrowCursor { at, .. }) => at,
        _ => return CursorKey::Nothing,
    };
    if raw_keys(screen.mode).contains(&key) {
        return raw_meaning(screen, key);
    }
    let Some(command) = screen.keymap.meaning(key) else {
        return CursorKey::Nothing;
    };
    if let Some(way) = direction(command) {
        return CursorKey::Be(moved(screen, at, way));
    }
    match (screen.mode, command, key) {
        (InputMode::Throw(cursor), ..) => throw(screen, cursor, command, key),
        (_, Command::TravelThere, Key::Click(p)) => {
            screen.cell_at(p).map_or(CursorKey::Nothing, CursorKey::Go)
        }
        (InputMode::Look(_), Command::Travel, _) => CursorKey::Go(at),
        (InputMode::Look(_), Command::Look, _) => CursorKey::Be(InputMode::Play),
        (InputMode::Travel(cursor), ..) => travel(screen, cursor, command),
        _ => CursorKey::Nothing,
    }
}

/// Returns the keys that key files cannot change while a cursor is open, so that every cursor can be closed.
pub fn raw_keys(mode: InputMode) -> &'static [Key] {
    match mode {
        InputMode::Travel(_) | InputMode::Look(_) | InputMode::Throw(_) => {
            &[Key::Esc, Key::Enter, Key::Tab, Key::BackTab]
        }
        _ => &[Key::Esc, Key::Enter],
    }
}

/// Returns the keys that a capital letter stands for while a cursor is open: eight times its lowercase letter, if the
/// lowercase letter moves the cursor and the capital does not. `None` for other keys.
pub fn leap_keys(mode: InputMode, keymap: &Keymap, key: Key) -> Option<Vec<Key>> {
    let is_cursor = matches!(
        mode,
        InputMode::Look(_) | InputMode::Travel(_) | InputMode::Throw(_)
    );
    let Key::Char(c @ 'A'..='Z') = key else {
        return None;
    };
    let small = Key::Char(c.to_ascii_lowercase());
    let command = |key| keymap.meaning(key);
    let is_leap =
        command(key).and_then(direction).is_none() && command(small).and_then(direction).is_some();
    (is_cursor && is_leap).then(|| vec![small; LEAP])
}

fn raw_meaning(screen: &GameScreen, key: Key) -> CursorKey {
    let known_map = screen.observed.known_map();
    let cycled = |cycle| {
        CursorKey::Be(match screen.mode {
            InputMode::Travel(cursor) => InputMode::Travel(cursor.next_place(known_map, cycle)),
            InputMode::Throw(cursor) => InputMode::Throw(cursor.next_target(known_map, cycle)),
            InputMode::Look(at) => InputMode::Look(next_in_sight(known_map, at, cycle)),
            mode => mode,
        })
    };
    match (key, screen.mode) {
        (Key::Enter, InputMode::Travel(cursor)) => CursorKey::Go(cursor.at),
        (Key::Enter, InputMode::Throw(cursor)) => CursorKey::Throw(cursor),
        (Key::Tab, _) => cycled(Cycle::Next),
        (Key::BackTab, _) => cycled(Cycle::Previous),
        _ => CursorKey::Be(InputMode::Play),
    }
}

fn travel(screen: &GameScreen, cursor: TravelCursor, command: Command) -> CursorKey {
    let known_map = screen.observed.known_map();
    let to = |cursor| CursorKey::Be(InputMode::Travel(cursor));
    match command {
        Command::Act(Action::Wait) => CursorKey::Go(cursor.at),
        Command::Travel => to(cursor.next_place(known_map, Cycle::Next)),
        Command::Look => CursorKey::Be(InputMode::Look(cursor.at)),
        Command::Help => to(cursor.with_keys_note()),
        Command::Act(action) => to(cursor.next_for(known_map, action)),
        _ => CursorKey::Nothing,
    }
}

fn throw(screen: &GameScreen, cursor: ThrowCursor, command: Command, key: Key) -> CursorKey {
    match (command, key) {
        (Command::TravelThere, Key::Click(p)) => match screen.cell_at(p) {
            Some(at) => CursorKey::Throw(ThrowCursor { at, ..cursor }),
            None => CursorKey::Nothing,
        },
        (Command::Act(Action::Wait), _) => CursorKey::Throw(cursor),
        (Command::Throw, _) => CursorKey::Be(InputMode::Throw(
            cursor.next_item(screen.observed.known_map()),
        )),
        (Command::Look, _) => CursorKey::Be(InputMode::Look(cursor.at)),
        _ => CursorKey::Nothing,
    }
}

/// Returns the direction in which a command moves the cursor; `None` for other commands.
fn direction(command: Command) -> Option<Direction> {
    match command {
        Command::Act(Action::Step(way)) | Command::Point(way) => Some(way),
        _ => None,
    }
}

fn moved(screen: &GameScreen, at: Point, way: Direction) -> InputMode {
    let at = look::next_cell(screen.observed.seen_world(), at, way);
    match screen.mode {
        InputMode::Travel(_) => {
            InputMode::Travel(TravelCursor::new(screen.observed.known_map(), at))
        }
        InputMode::Throw(cursor) => InputMode::Throw(ThrowCursor { at, ..cursor }),
        _ => InputMode::Look(at),
    }
}
