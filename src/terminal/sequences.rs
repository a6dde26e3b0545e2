//! The sequences that terminals send for keys without a character. The tables combine the sequences of xterm, rxvt, the
//! Linux console and the kitty protocol. An unknown sequence gives no key.
use unicode_width::UnicodeWidthChar;
use vte::Params;

use dungeon_play::input::key::Key;

/// Returns the key of a control character; `None` for NUL and for characters above Ctrl-Z, which have no key.
pub(super) fn control(byte: u8) -> Option<Key> {
    match byte {
        b'\r' => Some(Key::Enter),
        b'\t' => Some(Key::Tab),
        // Terminals disagree about the backspace key: most send DEL, and some send BS.
        0x08 | 0x7f => Some(Key::Backspace),
        0x01..=0x1a => Some(Key::Ctrl(char::from(byte | 0x60))),
        _ => None,
    }
}

/// Returns the key of one character; `None` for control and zero-width characters, and for U+FFFD, which stands for
/// invalid UTF-8.
pub(super) fn printable(c: char) -> Option<Key> {
    let is_seen = c != char::REPLACEMENT_CHARACTER && c.width().is_some_and(|width| width > 0);
    is_seen.then_some(Key::Char(c))
}

/// Returns the key of the sequence `ESC [ parameters last`; `None` for a reply, a change of focus, or an unknown
/// sequence.
pub(super) fn csi(params: &Params, last: char) -> Option<Key> {
    let number = |index: usize, part: usize| {
        let parts = params.iter().nth(index)?;
        parts.get(part).copied().filter(|&number| number != 0)
    };
    let first = number(0, 0).unwrap_or(0);
    let modifiers = Modifiers::new(number(1, 0));
    const RELEASED: u16 = 3;
    if number(1, 1) == Some(RELEASED) {
        return None;
    }
    match last {
        '~' if first == 27 => coded(number(2, 0)?, None, modifiers),
        // rxvt ends the same numbers with other characters if Ctrl or Shift is held.
        '~' => numbered(first).map(|key| modifiers.on(key)),
        '^' | '@' => numbered(first),
        'u' => coded(first, number(0, 1), modifiers),
        'Z' => Some(Key::BackTab),
        // With parameters, these report the cursor position or the kind of terminal.
        'R' | 'a'..='d' if params.len() > 1 || first != 0 => None,
        'A'..='H' | 'P'..='S' | 'a'..='d' => lettered(last).map(|key| modifiers.on(key)),
        _ => None,
    }
}

/// Returns the key of `ESC O last`: arrows, F1 to F4, and the keypad in application mode.
pub(super) fn ss3(last: char) -> Option<Key> {
    match last {
        'M' => Some(Key::Enter),
        'I' => Some(Key::Tab),
        ' ' => Some(Key::Char(' ')),
        'X' => Some(Key::Char('=')),
        // The keypad's keys are the characters `*` to `9`, with 64 added to each.
        'j'..='y' => Some(Key::Char(char::from(last as u8 - 64))),
        _ => lettered(last),
    }
}

/// Returns the key of `ESC [ [ last`: F1 to F5 on the Linux console.
pub(super) fn console(last: char) -> Option<Key> {
    match last {
        'A'..='E' => Some(Key::F(last as u8 - b'A' + 1)),
        _ => None,
    }
}

/// Returns the key of a letter that ends a sequence, after `ESC [` or `ESC O`.
fn lettered(last: char) -> Option<Key> {
    match last {
        'A' | 'a' => Some(Key::Up),
        'B' | 'b' => Some(Key::Down),
        'C' | 'c' => Some(Key::Right),
        'D' | 'd' => Some(Key::Left),
        // The key in the middle of the keypad, without NumLock.
        'E' => Some(Key::Char('5')),
        'F' => Some(Key::End),
        'H' => Some(Key::Home),
        'P'..='S' => Some(Key::F(last as u8 - b'P' + 1)),
        _ => None,
    }
}

/// Returns the key of a number in `ESC [ number ~`, as defined by DEC and later terminals.
fn numbered(number: u16) -> Option<Key> {
    let function = |from: u16, first: u16| u8::try_from(number - from + first).ok().map(Key::F);
    match number {
        1 | 7 => Some(Key::Home),
        2 => Some(Key::Insert),
        3 => Some(Key::Delete),
        4 | 8 => Some(Key::End),
        5 => Some(Key::PageUp),
        6 => Some(Key::PageDown),
        11..=15 => function(11, 1),
        17..=21 => function(17, 6),
        23..=26 => function(23, 11),
        28 | 29 => function(28, 15),
        31..=34 => function(31, 17),
        _ => None,
    }
}

/// Returns the key of a code point in the protocols of xterm and kitty; `shifted` is the code point with Shift.
fn coded(code: u16, shifted: Option<u16>, modifiers: Modifiers) -> Option<Key> {
    match code {
        8 | 127 => Some(Key::Backspace),
        9 if modifiers.shift => Some(Key::BackTab),
        9 => Some(Key::Tab),
        13 => Some(Key::Enter),
        27 => Some(Key::Esc),
        57344..=63743 => functional(code),
        // A code point that does not fit into a parameter arrives as `u16::MAX`.
        u16::MAX => None,
        _ => {
            let c = char::from_u32(u32::from(code))?;
            modifiers.with(c, shifted.and_then(|code| char::from_u32(u32::from(code))))
        }
    }
}

/// Returns the key of a private code point of the kitty protocol: the keypad, and the function keys after F12.
fn functional(code: u16) -> Option<Key> {
    const KEYPAD: [Key; 28] = [
        Key::Char('0'),
        Key::Char('1'),
        Key::Char('2'),
        Key::Char('3'),
        Key::Char('4'),
        Key::Char('5'),
        Key::Char('6'),
        Key::Char('7'),
        Key::Char('8'),
        Key::Char('9'),
        Key::Char('.'),
        Key::Char('/'),
        Key::Char('*'),
        Key::Char('-'),
        Key::Char('+'),
        Key::Enter,
        Key::Char('='),
        Key::Char(','),
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::PageUp,
        Key::PageDown,
        Key::Home,
        Key::End,
        Key::Insert,
        Key::Delete,
    ];
    match code {
        57376..=57383 => u8::try_from(code - 57376 + 13).ok().map(Key::F),
        57399..=57426 => KEYPAD.get(usize::from(code - 57399)).copied(),
        57427 => Some(Key::Char('5')),
        _ => None,
    }
}

/// The held modifiers, as far as a game distinguishes them.
#[derive(Clone, Copy)]
struct Modifiers {
    shift: bool,
    alt: bool,
    ctrl: bool,
    /// Super, Hyper or Meta: keys with them belong to the window system.
    other: bool,
}

impl Modifiers {
    /// Parses the modifier number of a sequence, which is one more than the sum of its bits. `None` means no modifiers.
    fn new(number: Option<u16>) -> Modifiers {
        let bits = number.unwrap_or(1).saturating_sub(1);
        Modifiers {
            shift: bits & 1 != 0,
            alt: bits & 2 != 0,
            ctrl: bits & 4 != 0,
            other: bits & 0b11_1000 != 0,
        }
    }

    /// Returns the variant of a key without a character for these modifiers. Only Shift, without other modifiers,
    /// changes such a key.
    fn on(self, key: Key) -> Key {
        if !self.shift || self.alt || self.ctrl || self.other {
            return key;
        }
        match key {
            Key::Up => Key::ShiftUp,
            Key::Down => Key::ShiftDown,
            Key::Left => Key::ShiftLeft,
            Key::Right => Key::ShiftRight,
            Key::Home => Key::ShiftHome,
            Key::End => Key::ShiftEnd,
            Key::PageUp => Key::ShiftPageUp,
            Key::PageDown => Key::ShiftPageDown,
            key => key,
        }
    }

    /// Returns the key of a character typed with these modifiers; `shifted` is the character with Shift, if known.
    fn with(self, c: char, shifted: Option<char>) -> Option<Key> {
        if self.other {
            return None;
        }
        if self.ctrl {
            return match c.to_ascii_lowercase() {
                letter @ 'a'..='z' => control(letter as u8 & 0x1f),
                // Without the kitty protocol, Ctrl-[ and Escape are the same byte, so they are also the same key here.
                '[' => Some(Key::Esc),
                _ => None,
            };
        }
        let c = match shifted {
            Some(shifted) if self.shift => shifted,
            None if self.shift => c.to_ascii_uppercase(),
            _ => c,
        };
        match printable(c) {
            Some(Key::Char(c)) if self.alt => Some(Key::Alt(c)),
            key => key,
        }
    }
}
