//! The menu: a list to choose from, such as the dungeons before a game.
use crate::play::input::key::Key;
use crate::play::input::script::nearest_size;
use crate::play::input::show::Show;
use crate::space::geometry::{Size, at};
use crate::view::frame::{Frame, Style};
use crate::view::wrap::wrap;

/// An item of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuItem {
    /// The item's line in the list, a few words without a line feed.
    pub title: String,
    /// One sentence or more about the item, shown while it is selected; may be empty.
    pub about: String,
}

/// The characters that choose an item at once, by its position: digits, then the letters that do not move the
/// selection.
const SHORTCUTS: &str = "123456789abcdefghilmnoprstuvwxyz";

/// A menu on the screen, until an item is chosen or the player leaves.
#[derive(Clone, Debug)]
pub struct Menu {
    title: String,
    choices: Vec<MenuItem>,
    selected: usize,
    chosen: Option<usize>,
    size: Size,
    is_over: bool,
}

impl Menu {
    /// Creates a menu at 80×24 with its first item selected.
    pub fn new(title: &str, choices: Vec<MenuItem>) -> Menu {
        Menu {
            title: title.to_owned(),
            choices,
            selected: 0,
            chosen: None,
            size: Size::new(80, 24),
            is_over: false,
        }
    }

    /// Returns the index of the chosen item, from 0; `None` if the player has left, or has not chosen yet.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    fn choose(&mut self, index: usize) {
        if index < self.choices.len() {
            self.selected = index;
            self.chosen = Some(index);
            self.is_over = true;
        }
    }

    fn line(&self, index: usize, choice: &MenuItem) -> String {
        let shortcut = SHORTCUTS.chars().nth(index).unwrap_or(' ');
        let mark = if index == self.selected { '>' } else { ' ' };
        format!("{mark} {shortcut}  {}", choice.title)
    }

    /// Returns the longest line about the keys that fits the screen.
    fn foot(&self) -> &'static str {
        let is_fitting = |foot: &&str| (foot.len() as i32) < self.size.width;
        FEET.into_iter().find(is_fitting).unwrap_or(FEET[2])
    }

    /// Returns the sentence about an item, wrapped to at most 3 rows.
    fn about(&self, choice: &MenuItem) -> Vec<String> {
        let mut lines = wrap(&choice.about, (self.size.width - 6).max(1) as usize);
        lines.truncate(3);
        lines
    }

    /// Returns the first row of the list and its number of rows, which do not depend on the selection, so that the list
    /// stays in place. A low screen has no empty row but the one below the list.
    fn list(&self) -> (i32, usize) {
        let about = self.choices.iter().map(|choice| self.about(choice).len());
        let about = about.max().unwrap_or(0) as i32;
        let top = if self.size.height < LOW { 1 } else { 2 };
        let rows = self.size.height - 3 * top - about;
        (top, rows.max(1) as usize)
    }
}

/// On a screen with fewer rows than this, the list gets the rows that would be empty.
const LOW: i32 = 20;

/// The line about the keys, from the longest to the shortest.
const FEET: [&str; 3] = [
    "Up, down: select   Enter: play   Esc: leave",
    "Up, down   Enter: play   Esc: leave",
    "Enter: play   Esc: leave",
];

impl Show for Menu {
    fn press(&mut self, key: Key) {
        if self.is_over {
            return;
        }
        let last = self.choices.len().saturating_sub(1);
        match key {
            Key::Up | Key::Char('k') => self.selected = self.selected.saturating_sub(1),
            Key::Down | Key::Char('j') => self.selected = (self.selected + 1).min(last),
            Key::Home | Key::PageUp => self.selected = 0,
            Key::End | Key::PageDown => self.selected = last,
            Key::Enter => self.choose(self.selected),
            Key::Esc | Key::Char('q' | 'Q') | Key::Ctrl('c') => self.is_over = true,
            Key::Resize(size) => {
                self.size = nearest_size(size);
            }
            Key::Char(c) => {
                if let Some(index) = SHORTCUTS.chars().position(|shortcut| shortcut == c) {
                    self.choose(index);
                }
            }
            _ => {}
        }
    }

    fn frame(&self) -> Frame {
        let mut frame = Frame::new(self.size);
        frame.write(at(1, 0), &self.title, Style::BOLD);
        let (top, rows) = self.list();
        let first = (self.selected + 1).saturating_sub(rows);
        let (last, all) = ((first + rows).min(self.choices.len()), self.choices.len());
        if all > rows {
            let part = format!("{}-{last} of {all}", first + 1);
            let x = self.title.chars().count() as i32 + 3;
            frame.write(at(x, 0), &part, Style::DIM);
        }
        let shown = self.choices.iter().enumerate().skip(first).take(rows);
        for (y, (index, choice)) in (top..).zip(shown) {
            let is_selected = index == self.selected;
            let style = match is_selected {
                true => Style::BOLD,
                false => Style::PLAIN,
            };
            frame.write(at(1, y), &self.line(index, choice), style);
            if is_selected {
                frame.cursor = Some(at(1, y)).filter(|p| self.size.contains(*p));
            }
        }
        let below = top + 1 + all.min(rows) as i32;
        let about = self.choices.get(self.selected);
        let about = about.map_or_else(Vec::new, |choice| self.about(choice));
        for (y, line) in (below..self.size.height - 1).zip(&about) {
            frame.write(at(6, y), line, Style::PLAIN);
        }
        frame.write(at(1, self.size.height - 1), self.foot(), Style::DIM);
        frame
    }

    fn animate(&mut self) -> Option<Frame> {
        None
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
