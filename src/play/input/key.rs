//! Keys, and how they are written down; `script` reads them back.
use std::fmt;

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
    /// `<hover 10,5>`: the mouse is over that cell of the screen, and nothing of it was pressed.
    Hover(Point),
    /// `<mouse-back>`: the side button nearer to the person.
    MouseBack,
    /// `<mouse-forward>`: the other side button.
    MouseForward,
    /// `<wheel-up>`
    WheelUp,
    /// `<wheel-down>`
    WheelDown,
    /// `<resize 60x20>`
    Resize(Size),
    /// `<paste>`: text came that nobody typed; it is not passed on.
    Paste,
    /// `<idle>`: no command came in time; no keyboard has it (FORMAT.md, `tempo=`).
    Idle,
}

impl Key {
    /// Whether an animation goes on when it comes: to move the mouse is no wish to see the end.
    pub fn lets_watch(self) -> bool {
        matches!(self, Key::Hover(_))
    }

    /// As a script writes it, but for the key that only scripts must spell out, and without the place of the mouse.
    pub fn shown(self) -> String {
        match self {
            Key::Char('<') => "<".to_owned(),
            Key::Click(_) => "<click>".to_owned(),
            Key::Hover(_) => "<hover>".to_owned(),
            key => key.to_string(),
        }
    }
}

/// The names that `<…>` holds, the first of a key's names being the one that is printed.
pub(crate) const NAMES: [(&str, Key); 28] = [
    ("Esc", Key::Esc),
    ("Enter", Key::Enter),
    ("CR", Key::Enter),
    ("Return", Key::Enter),
    ("Tab", Key::Tab),
    ("S-Tab", Key::BackTab),
    ("BS", Key::Backspace),
    ("Backspace", Key::Backspace),
    ("Ins", Key::Insert),
    ("Insert", Key::Insert),
    ("Del", Key::Delete),
    ("Delete", Key::Delete),
    ("Up", Key::Up),
    ("Down", Key::Down),
    ("Left", Key::Left),
    ("Right", Key::Right),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PgUp", Key::PageUp),
    ("PgDn", Key::PageDown),
    ("Space", Key::Char(' ')),
    ("lt", Key::Char('<')),
    ("mouse-back", Key::MouseBack),
    ("mouse-forward", Key::MouseForward),
    ("wheel-up", Key::WheelUp),
    ("wheel-down", Key::WheelDown),
    ("paste", Key::Paste),
    ("idle", Key::Idle),
];

/// As scripts write it: `l`, `<Esc>`, `<C-c>`, `<click 10,5>`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, key)| key == self) {
            return write!(f, "<{name}>");
        }
        match self {
            Key::Char(c) => write!(f, "{c}"),
            // Inside of `<…>` these two would end or break the name.
            Key::Ctrl('>') => f.write_str("<C-gt>"),
            Key::Alt('>') => f.write_str("<A-gt>"),
            Key::Ctrl(' ') => f.write_str("<C-Space>"),
            Key::Alt(' ') => f.write_str("<A-Space>"),
            Key::Ctrl(c) => write!(f, "<C-{c}>"),
            Key::Alt(c) => write!(f, "<A-{c}>"),
            Key::F(n) => write!(f, "<F{n}>"),
            Key::Click(p) => write!(f, "<click {p}>"),
            Key::Hover(p) => write!(f, "<hover {p}>"),
            Key::Resize(size) => write!(f, "<resize {size}>"),
            other => write!(f, "{other:?}"),
        }
    }
}
