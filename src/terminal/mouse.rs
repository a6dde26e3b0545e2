//! The mouse: the sequences that ask the terminal for reports, and the key of each report. Reports are requested in the
//! SGR encoding (mode 1006), because in any other encoding a wide screen or a lost byte can turn a coordinate into a
//! key.
//!
//! termion's `MouseTerminal` is not used: it requests other modes, which do not report movements without a button, and
//! it panics if a write fails.
use std::collections::VecDeque;

use vte::Params;

use dungeon_model::space::geometry::at;
use dungeon_play::input::key::Key;
use dungeon_play::input::script::LARGEST;

/// Makes the terminal report every movement (mode 1003), every button, and every turn of the wheel. Most terminals then
/// select text only while Shift is held.
pub(super) const START_REPORTS: &str = "\x1b[?1003h\x1b[?1006h";

/// Gives the mouse back to the terminal, which selects text with it.
pub(super) const STOP_REPORTS: &str = "\x1b[?1006l\x1b[?1003l";

/// The bits of a report's first number that stand for held modifiers. They are ignored.
const HELD: u16 = 4 | 8 | 16;

/// Returns the key of the report `ESC [ < button ; column ; row M`, whose column and row count from 1. `None` for an
/// unknown button, or for missing or surplus numbers. A place outside the largest possible screen is moved to the edge
/// of that screen.
pub(super) fn pressed(params: &Params) -> Option<Key> {
    let numbers: Vec<&[u16]> = params.iter().collect();
    let &[&[button], &[column], &[row]] = numbers.as_slice() else {
        return None;
    };
    let side = |number: u16| (i32::from(number) - 1).clamp(0, LARGEST - 1);
    let place = at(side(column), side(row));
    match button & !HELD {
        0 => Some(Key::Click(place)),
        64 => Some(Key::WheelUp),
        65 => Some(Key::WheelDown),
        // Terminals count back and forward as the eighth and the ninth button.
        128 => Some(Key::MouseBack),
        129 => Some(Key::MouseForward),
        // A movement, with or without a held button.
        32..=35 | 160..=163 => Some(Key::Hover(place)),
        _ => None,
    }
}

/// Whether a key comes from a mouse report. Such a key is ignored if no reports were requested.
pub(super) fn is_reported(key: Key) -> bool {
    matches!(
        key,
        Key::Click(_)
            | Key::Hover(_)
            | Key::MouseBack
            | Key::MouseForward
            | Key::WheelUp
            | Key::WheelDown
    )
}

/// Appends a key to the waiting keys. A mouse movement replaces a mouse movement directly before it, because a mouse
/// reports movements faster than a screen can show them, and only the last position matters.
pub(super) fn enqueue(waiting: &mut VecDeque<Key>, key: Key) {
    match (waiting.back_mut(), key) {
        (Some(last @ Key::Hover(_)), Key::Hover(_)) => *last = key,
        _ => waiting.push_back(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_movements_in_a_row_the_last_one_stays_and_the_order_of_keys_is_kept() {
        let [a, b, c] = [at(1, 1), at(2, 1), at(3, 1)];
        let mut waiting = VecDeque::new();
        let came = [
            Key::Hover(a),
            Key::Hover(b),
            Key::Click(b),
            Key::Hover(b),
            Key::Char('f'),
            Key::Hover(a),
            Key::Hover(b),
            Key::Hover(c),
        ];
        for key in came {
            enqueue(&mut waiting, key);
        }
        let left = [
            Key::Hover(b),
            Key::Click(b),
            Key::Hover(b),
            Key::Char('f'),
            Key::Hover(c),
        ];
        assert_eq!(waiting, left);
    }
}
