//! What the mouse does, in a terminal's words: how it is asked to report, and the key of a report. Of several
//! dialects the SGR one (mode 1006) is spoken: in it no wide screen and no lost byte makes a key of a place.
use std::collections::VecDeque;

use vte::Params;

use crate::play::input::key::Key;
use crate::play::input::script::LARGEST;
use crate::space::geometry::at;

/// From now on the terminal reports every movement, button and turn of the wheel, and selects text only while
/// Shift is held.
pub(super) const REPORTING: &str = "\x1b[?1003h\x1b[?1006h";

/// The terminal has its mouse back.
pub(super) const SILENT: &str = "\x1b[?1006l\x1b[?1003l";

/// Bits of a report's first number that tell which keys were held; they mean nothing here.
const HELD: u16 = 4 | 8 | 16;

/// The key of `ESC [ < button ; column ; row M`, with column and row from 1; none for buttons without a
/// meaning, and for numbers that are missing or too many. A place outside the largest screen is moved to its edge.
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
        // The buttons that terminals count as the eighth and the ninth.
        128 => Some(Key::MouseBack),
        129 => Some(Key::MouseForward),
        // A movement, with a button held or without: over a cell it is all the same.
        32..=35 | 160..=163 => Some(Key::Hover(place)),
        _ => None,
    }
}

/// Whether a key is the mouse's, and so nobody's wish where no report was asked for.
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

/// Appends a key to those that wait. Of movements on end only the last one stays: a mouse is faster than a
/// screen, and whoever stops it wants to see what is there.
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
    fn of_movements_on_end_the_last_one_stays_and_nothing_changes_places() {
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
