//! The menu: a list to choose from, such as the dungeons before a game. Typing narrows the list; the screen describes
//! the selected item, with a picture if there is room.
use std::cell::RefCell;
use std::collections::HashMap;

use crate::input::key::Key;
use crate::input::script::nearest_size;
use crate::input::show::Show;
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::wrap::{columns_of, wrap};
use dungeon_model::dungeon::grammar::nouns::caseless;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::narrow::length;

/// An item of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuItem {
    /// The item's line in the list: a few words without a line feed.
    pub title: String,
    /// One sentence or more about the item, shown while it is selected; may be empty.
    pub about: String,
    /// The best result so far in a few words; may be empty.
    pub best: String,
}

/// Draws the picture of an item, by its index from 0, at a given size; `None` for an item without a picture.
pub type MenuPictures = Box<dyn Fn(usize, Size) -> Option<Frame>>;

/// A menu on the screen, until the player chooses an item or leaves.
pub struct Menu {
    title: String,
    choices: Vec<MenuItem>,
    pictures: MenuPictures,
    glyphs: Glyphs,
    /// The typed text: only items whose title or description contains it are listed, ignoring case.
    filter: String,
    /// The index of the selected item among the listed items, from 0.
    selected: usize,
    /// The pictures drawn so far, by item and size: drawing a picture may require loading a dungeon.
    drawn: RefCell<HashMap<(usize, Size), Option<Frame>>>,
    chosen: Option<usize>,
    size: Size,
    is_over: bool,
}

/// The positions of the parts of a menu.
struct MenuLayout {
    /// The first row of the list, and the number of rows.
    list: (i32, usize),
    /// The columns of a line in the list.
    columns: usize,
    /// The top left corner of the selected item's description, and its columns and rows.
    about: (Point, usize, usize),
    /// The top left corner of the picture, the size at which it is drawn, and the number of rows shown; `None` if there
    /// is no room.
    picture: Option<(Point, Size, i32)>,
}

impl Menu {
    /// Makes a menu on a screen of 80×24 cells, with its first item selected.
    pub fn new(title: &str, choices: Vec<MenuItem>) -> Menu {
        Menu {
            title: title.to_owned(),
            choices,
            pictures: Box::new(|_, _| None),
            glyphs: Glyphs::default(),
            filter: String::new(),
            selected: 0,
            drawn: RefCell::default(),
            chosen: None,
            size: Size::new(80, 24),
            is_over: false,
        }
    }

    /// Adds pictures of the items, and sets the characters that the screen can show.
    #[must_use]
    pub fn pictured(mut self, pictures: MenuPictures, glyphs: Glyphs) -> Menu {
        (self.pictures, self.glyphs) = (pictures, glyphs);
        self
    }

    /// Returns the index of the chosen item, from 0; `None` if the player has left or not chosen yet.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Returns the indexes of the listed items.
    fn listed(&self) -> Vec<usize> {
        let wanted = caseless(&self.filter);
        let has = |text: &str| caseless(text).contains(&wanted);
        let choices = self.choices.iter().enumerate();
        let listed = choices.filter(|(_, choice)| has(&choice.title) || has(&choice.about));
        listed.map(|(index, _)| index).collect()
    }

    /// Returns the index of the selected item; `None` if no item is listed.
    fn selected_index(&self) -> Option<usize> {
        self.listed().get(self.selected).copied()
    }

    /// Replaces the typed text, and selects the first match.
    fn narrow(&mut self, filter: String) {
        (self.filter, self.selected) = (filter, 0);
    }

    /// Returns the longest line about the keys that fits the screen.
    fn key_hint(&self) -> &'static str {
        let is_fitting = |foot: &&str| columns_of(foot) < self.size.width;
        FEET.into_iter().find(is_fitting).unwrap_or(FEET[3])
    }

    /// Returns the description of an item, wrapped, followed by its best result.
    fn about(&self, choice: &MenuItem, columns: usize) -> Vec<String> {
        let mut lines = wrap(&choice.about, columns);
        if !choice.best.is_empty() {
            lines.extend(wrap(&format!("Best: {}.", choice.best), columns));
        }
        lines
    }

    /// Lays out the menu: the list is beside the picture on a wide screen, above the picture on a tall screen, and
    /// alone on other screens. The layout does not depend on the selection, so that the list does not move.
    fn layout(&self) -> MenuLayout {
        let Size { width, height } = self.size;
        let top = if height < LOW { 1 } else { 2 };
        let columns_beside = width - 2 - PICTURE.width;
        if columns_beside >= LEAST_LIST && height >= PICTURE.height + 6 {
            let x = columns_beside + 1;
            let size = Size::new(PICTURE.width, (height - 8).min(PICTURE_MOST));
            let below = top + size.height + 1;
            let rows = (height - 1 - below).max(0) as usize;
            return MenuLayout {
                list: (top, (height - 1 - 2 * (top - 1) - 2).max(1) as usize),
                columns: (columns_beside - 2) as usize,
                about: (at(x, below), PICTURE.width as usize, rows),
                picture: Some((at(x, top), size, size.height)),
            };
        }
        let columns = (width - 6).max(1) as usize;
        let about = self.choices.iter();
        let about = about.map(|choice| self.about(choice, columns).len());
        let about = length(about.max().unwrap_or(0).min(3));
        let picture = Size::new(PICTURE.width.min(width - 2), PICTURE.height);
        let left = height - 3 * top - about - BOARD_ROWS;
        let is_pictured = height >= PICTURE.height + 8
            && picture.width >= LEAST_PICTURE
            && left >= length(self.choices.len().min(LEAST_ROWS));
        let taken = if is_pictured { BOARD_ROWS } else { 0 };
        let rows = (height - 3 * top - about - taken).max(1) as usize;
        let below = top + 1 + length(self.choices.len().min(rows));
        MenuLayout {
            list: (top, rows),
            columns: (width - 2).max(1) as usize,
            about: (at(6, below), columns, about as usize),
            picture: is_pictured.then(|| (at(1, height - 1 - taken), picture, taken)),
        }
    }
}

/// The size of a picture, which may be taller beside the list.
const PICTURE: Size = Size {
    width: 42,
    height: 8,
};

/// The number of rows shown of a picture below the list; its readings and messages are cut off.
const BOARD_ROWS: i32 = 5;

/// The maximum number of rows of a picture beside the list.
const PICTURE_MOST: i32 = 14;

/// The minimum number of columns of a picture below the list.
const LEAST_PICTURE: i32 = 30;

/// The number of items that a list shows at least before a picture gets the rows below it.
const LEAST_ROWS: usize = 8;

/// The minimum number of columns of a list beside a picture.
const LEAST_LIST: i32 = 30;

/// On a screen with fewer rows than this, the list also uses the rows that are otherwise left empty.
const LOW: i32 = 20;

/// The line about the keys in several lengths, longest first.
const FEET: [&str; 4] = [
    "Up, down: select   Letters: search   Enter: play   Esc: leave",
    "Letters: search   Enter: play   Esc: leave",
    "Type   Enter: play   Esc: leave",
    "Enter: play   Esc: leave",
];

impl Show for Menu {
    fn press(&mut self, key: Key) {
        if self.is_over {
            return;
        }
        let last = self.listed().len().saturating_sub(1);
        match key {
            Key::Up => self.selected = self.selected.saturating_sub(1),
            Key::Down => self.selected = (self.selected + 1).min(last),
            Key::Home | Key::PageUp => self.selected = 0,
            Key::End | Key::PageDown => self.selected = last,
            Key::Enter => {
                self.chosen = self.selected_index();
                self.is_over = self.chosen.is_some();
            }
            Key::Esc if !self.filter.is_empty() => self.narrow(String::new()),
            Key::Esc | Key::Ctrl('c') => self.is_over = true,
            Key::Resize(size) => self.size = nearest_size(size),
            Key::Backspace => {
                let mut filter = self.filter.clone();
                filter.pop();
                self.narrow(filter);
            }
            Key::Char(c) => self.narrow(format!("{}{c}", self.filter)),
            _ => {}
        }
    }

    fn frame(&self) -> Frame {
        let mut frame = Frame::new(self.size);
        frame.write(at(1, 0), &self.title, Style::BOLD);
        let layout = self.layout();
        let (top, rows) = layout.list;
        let listed = self.listed();
        let first = (self.selected + 1).saturating_sub(rows);
        let (last, all) = ((first + rows).min(listed.len()), listed.len());
        let part = match (self.filter.is_empty(), all > rows) {
            (true, false) => String::new(),
            (true, true) => format!("{}-{last} of {all}", first + 1),
            (false, false) => format!("/{}", self.filter),
            (false, true) => format!("/{}  {}-{last} of {all}", self.filter, first + 1),
        };
        let x = columns_of(&self.title) + 3;
        frame.write(at(x, 0), &part, Style::DIM);
        let shown = listed.iter().enumerate().skip(first).take(rows);
        for (y, (nth, index)) in (top..).zip(shown) {
            let is_selected = nth == self.selected;
            let (mark, style) = if is_selected {
                ('>', Style::BOLD)
            } else {
                (' ', Style::PLAIN)
            };
            let line = format!("{mark} {}", self.choices[*index].title);
            frame.write(at(1, y), &self.glyphs.cut(&line, layout.columns), style);
            if is_selected {
                frame.cursor = Some(at(1, y)).filter(|p| self.size.contains(*p));
            }
        }
        let (place, columns, most) = layout.about;
        let about = match self.selected_index() {
            Some(index) => self.about(&self.choices[index], columns),
            None => vec!["No match; Esc shows all.".to_owned()],
        };
        for (y, line) in (place.y..self.size.height - 1).zip(about.iter().take(most.max(1))) {
            frame.write(at(place.x, y), line, Style::PLAIN);
        }
        let mut drawn = self.drawn.borrow_mut();
        let draw = |key: &(usize, Size)| (self.pictures)(key.0, key.1);
        if let (Some((place, size, rows)), Some(index)) = (layout.picture, self.selected_index())
            && let Some(picture) = drawn.entry((index, size)).or_insert_with_key(draw)
        {
            for (row, y) in picture.rows().zip(place.y..place.y + rows) {
                for (cell, x) in row.iter().zip(place.x..) {
                    frame.set(at(x, y), *cell);
                }
            }
        }
        frame.write(at(1, self.size.height - 1), self.key_hint(), Style::DIM);
        frame
    }

    fn animate(&mut self) -> Option<Frame> {
        None
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
