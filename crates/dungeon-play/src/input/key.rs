//! One key press, as terminals report it and as scripts write it. The module `script` parses the written form.
use std::fmt;

use dungeon_model::space::geometry::{Point, Size};

/// An input: a key of the keyboard, a movement or button of the mouse, or another event that a terminal reports as a
/// key.
///
/// ```
/// use dungeon::Key;
/// use dungeon::geometry::at;
///
/// assert_eq!(Key::Ctrl('c').to_string(), "<C-c>");
/// assert_eq!(Key::Click(at(9, 4)).to_string(), "<click 10,5>");
/// assert_eq!(Key::Char('<').to_string(), "<lt>");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Key {
    /// A printable character, including the digits of the numeric keypad.
    Char(char),
    /// Ctrl and a lowercase letter; Ctrl-I and Ctrl-M are [`Key::Tab`] and [`Key::Enter`].
    Ctrl(char),
    /// Alt and a character.
    Alt(char),
    /// A function key, from 1 to 20.
    F(u8),
    /// The Escape key, written `<Esc>`.
    Esc,
    /// The Enter key, written `<Enter>`.
    Enter,
    /// The Tab key, written `<Tab>`.
    Tab,
    /// Shift and Tab, written `<S-Tab>`.
    BackTab,
    /// The Backspace key, written `<BS>`.
    Backspace,
    /// The Insert key, written `<Ins>`.
    Insert,
    /// The Delete key, written `<Del>`.
    Delete,
    /// The up arrow, written `<Up>`.
    Up,
    /// The down arrow, written `<Down>`.
    Down,
    /// The left arrow, written `<Left>`.
    Left,
    /// The right arrow, written `<Right>`.
    Right,
    /// The Home key, written `<Home>`.
    Home,
    /// The End key, written `<End>`.
    End,
    /// The Page Up key, written `<PgUp>`.
    PageUp,
    /// The Page Down key, written `<PgDn>`.
    PageDown,
    /// Shift and the up arrow, written `<S-Up>`.
    ShiftUp,
    /// Shift and the down arrow, written `<S-Down>`.
    ShiftDown,
    /// Shift and the left arrow, written `<S-Left>`.
    ShiftLeft,
    /// Shift and the right arrow, written `<S-Right>`.
    ShiftRight,
    /// Shift and the Home key, written `<S-Home>`.
    ShiftHome,
    /// Shift and the End key, written `<S-End>`.
    ShiftEnd,
    /// Shift and the Page Up key, written `<S-PgUp>`.
    ShiftPageUp,
    /// Shift and the Page Down key, written `<S-PgDn>`.
    ShiftPageDown,
    /// A left click on a cell of the screen, counted from 0 here and from 1 in writing: `<click 10,5>`.
    Click(Point),
    /// A movement of the mouse, without a button pressed, to a cell of the screen, written `<hover 10,5>`.
    Hover(Point),
    /// The mouse's back button, written `<mouse-back>`.
    MouseBack,
    /// The mouse's forward button, written `<mouse-forward>`.
    MouseForward,
    /// A wheel notch away from the user, written `<wheel-up>`.
    WheelUp,
    /// A wheel notch toward the user, written `<wheel-down>`.
    WheelDown,
    /// The screen's new size in cells, written `<resize 60x20>`.
    Resize(Size),
    /// A paste from the clipboard, written `<paste>`. The pasted text is dropped, because its characters would act as
    /// keys.
    Paste,
    /// An idle round, written `<idle>`: no command was given within the dungeon's tempo (docs/format, `tempo=`). No
    /// keyboard sends this key.
    Idle,
}

impl Key {
    /// Whether an animation continues when this key arrives: moving the mouse does not skip it ([X-9]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    pub fn keeps_animation(self) -> bool {
        matches!(self, Key::Hover(_))
    }

    pub(crate) fn is_of_mouse(self) -> bool {
        matches!(
            self,
            Key::Click(_)
                | Key::Hover(_)
                | Key::MouseBack
                | Key::MouseForward
                | Key::WheelUp
                | Key::WheelDown
        )
    }

    /// Returns the key as help and messages show it: the script's spelling, except that `<` stays `<` and mouse keys
    /// omit the cell.
    ///
    /// ```
    /// use dungeon::Key;
    /// use dungeon::geometry::at;
    ///
    /// assert_eq!(Key::Char('<').label(), "<");
    /// assert_eq!(Key::Click(at(3, 4)).label(), "<click>");
    /// ```
    pub fn label(self) -> String {
        match self {
            Key::Char('<') => "<".to_owned(),
            Key::Click(_) => "<click>".to_owned(),
            Key::Hover(_) => "<hover>".to_owned(),
            key => key.to_string(),
        }
    }
}

/// The names written between `<` and `>`. A key with several names prints as the first.
pub const NAMES: [(&str, Key); 36] = [
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
    ("S-Up", Key::ShiftUp),
    ("S-Down", Key::ShiftDown),
    ("S-Left", Key::ShiftLeft),
    ("S-Right", Key::ShiftRight),
    ("S-Home", Key::ShiftHome),
    ("S-End", Key::ShiftEnd),
    ("S-PgUp", Key::ShiftPageUp),
    ("S-PgDn", Key::ShiftPageDown),
    ("Space", Key::Char(' ')),
    ("lt", Key::Char('<')),
    ("mouse-back", Key::MouseBack),
    ("mouse-forward", Key::MouseForward),
    ("wheel-up", Key::WheelUp),
    ("wheel-down", Key::WheelDown),
    ("paste", Key::Paste),
    ("idle", Key::Idle),
];

/// Prints the key as scripts write it: `l`, `<Esc>`, `<C-c>`, `<click 10,5>`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, key)| key == self) {
            return write!(f, "<{name}>");
        }
        match self {
            Key::Char(c) => write!(f, "{c}"),
            // Inside `<…>`, `>` would end the name and a space would split it.
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
            _ => unreachable!("`NAMES` has all other keys"),
        }
    }
}
