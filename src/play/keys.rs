//! Keys, and how they are written down.
use crate::space::geometry::{Point, Size};

/// What a person can press, and what the terminal reports in the same stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A printable character; the numeric keypad sends its digits.
    Char(char),
    /// Ctrl and a lower-case letter; Ctrl-I and Ctrl-M are `Tab` and `Enter`.
    Ctrl(char),
    /// Alt and a character.
    Alt(char),
    /// A function key, 1–20.
    F(u8),
    /// `<Esc>`
    Esc,
    /// `<Enter>`
    Enter,
    /// `<Tab>`
    Tab,
    /// `<S-Tab>`
    BackTab,
    /// `<BS>`
    Backspace,
    /// `<Ins>`
    Insert,
    /// `<Del>`
    Delete,
    /// `<Up>`
    Up,
    /// `<Down>`
    Down,
    /// `<Left>`
    Left,
    /// `<Right>`
    Right,
    /// `<Home>`
    Home,
    /// `<End>`
    End,
    /// `<PgUp>`
    PageUp,
    /// `<PgDn>`
    PageDown,
    /// `<click 10,5>`: a cell of the screen, 0-based here and 1-based in writing.
    Click(Point),
    /// `<resize 60x20>`
    Resize(Size),
    /// `<paste>`: text came that nobody typed; it is not passed on.
    Paste,
}
