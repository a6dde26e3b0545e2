//! A session as a sequence of frames, for snapshots and pictures of what moves.
use std::fmt;

use super::moments::{Moment, MomentDetail, Moments};
use super::playback::Playback;
use crate::input::key::Key;
use crate::input::script::{KeyError, Script};
use crate::session::session::Session;
use crate::view::frame::Frame;
use crate::view::print::glyphs;

/// What is seen while keys are pressed: the frame before them, then for each key the frames of its animation and the
/// frame at rest. A journey is one key, however far it leads.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?.size(30, 8);
/// let film = game.film("ll")?;
/// assert_eq!(film.shots.len(), 3, "before the keys, and after each");
/// assert_eq!(film.frames().last(), Some(&game.frame()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// The moments in the order in which they are seen, that before the first key first.
    pub shots: Vec<Moment>,
}

impl Session {
    /// Presses keys and keeps everything that is seen.
    ///
    /// ```
    /// use dungeon::{Key, Session};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let film = game.film("ll")?;
    /// let keys: Vec<_> = film.shots.iter().map(|shot| shot.key).collect();
    /// assert_eq!(keys, [None, Some(Key::Char('l')), Some(Key::Char('l'))]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`KeyError`] if the text is no script as `Session::press` reads one; no key was pressed then.
    pub fn film(&mut self, keys: &str) -> Result<Film, KeyError> {
        let Script(keys) = keys.parse()?;
        Ok(self.shoot(keys))
    }

    /// Presses keys that are read already and keeps everything that is seen.
    ///
    /// ```
    /// use dungeon::{Key, Session};
    ///
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let film = game.shoot([Key::Right; 3]);
    /// assert_eq!(film.frames().last().map(|frame| frame.turn), Some(3));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn shoot(&mut self, keys: impl IntoIterator<Item = Key>) -> Film {
        let mut playback = Playback::of_keys(self, keys.into_iter().collect());
        let moments = Moments::new(self, &mut playback, MomentDetail::Animations).collect();
        Film { shots: moments }
    }
}

impl Film {
    /// Prints the first frame whole and of each later one only the rows whose text changed.
    pub fn only_changes(self) -> FilmChanges {
        FilmChanges(self)
    }

    /// The frames alone, in the order in which they are seen.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.shots.iter().map(|moment| &moment.frame)
    }
}

/// The frames one after another, a blank line between them, each but the first under the key that it answers.
impl fmt::Display for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, moment) in self.shots.iter().enumerate() {
            if nth > 0 {
                f.write_str("\n\n")?;
            }
            if let Some(key) = moment.key {
                writeln!(f, "key {key}")?;
            }
            write!(f, "{}", moment.frame)?;
        }
        Ok(())
    }
}

/// A film that prints its first frame whole and of each later one only the rows whose text changed.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?.size(30, 8);
/// let changes = game.film("l")?.only_changes().to_string();
/// let (_, last) = changes.split_once("\n\n").expect("two moments");
/// assert_eq!(last, "key l, turn 1\n  2 ||.@.$|                        |");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmChanges(Film);

impl fmt::Display for FilmChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FilmChanges(film) = self;
        let mut before = None;
        for moment in &film.shots {
            write!(f, "{}", FrameChange { before, moment })?;
            before = Some(&moment.frame);
        }
        Ok(())
    }
}

/// What a moment changes on the screen before it; the first moment, or one of another size, is printed whole.
#[derive(Clone, Copy, Debug)]
pub struct FrameChange<'a> {
    /// The screen before the moment; none before the first.
    pub before: Option<&'a Frame>,
    /// The moment, with the screen that is seen then.
    pub moment: &'a Moment,
}

/// Rows stand behind their numbers, from 1; `(nothing changed)` where none did. All but the first stand below an empty
/// line, which ends the change before.
impl fmt::Display for FrameChange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moment { key, frame, .. } = self.moment;
        match self.before {
            Some(before) if before.size() == frame.size() => {
                let key = key.map_or_else(String::new, |key| format!("key {key}, "));
                write!(f, "\n\n{key}turn {}", frame.turn)?;
                write_rows(f, before, frame)
            }
            Some(_) => write!(f, "\n\n{frame}"),
            None => write!(f, "{frame}"),
        }
    }
}

/// Only texts are compared: a row that merely grew fainter would print as it did before.
fn write_rows(f: &mut fmt::Formatter<'_>, before: &Frame, frame: &Frame) -> fmt::Result {
    let mut changed = (1..)
        .zip(before.rows().zip(frame.rows()))
        .map(|(number, (old, new))| (number, glyphs(old), glyphs(new)))
        .filter(|(_, old, new)| old != new)
        .peekable();
    if changed.peek().is_none() {
        return f.write_str("\n(nothing changed)");
    }
    changed.try_for_each(|(number, _, new): (usize, _, _)| write!(f, "\n{number:>3} |{new}|"))
}
