//! A session as a sequence of frames, for snapshots and animated pictures.
use std::fmt;

use super::moments::{Moment, MomentDetail, Moments};
use super::playback::Playback;
use crate::input::key::Key;
use crate::input::script::{KeyError, Script};
use crate::session::session::Session;
use crate::view::frame::Frame;
use crate::view::print::glyphs;

/// All frames shown while keys are pressed: the frame before them, then for each key the frames of its animation and
/// the frame at rest. A journey of any length counts as one key.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?.with_size(30, 8);
/// let film = game.film("ll")?;
/// assert_eq!(film.shots.len(), 3, "before the keys, and after each");
/// assert_eq!(film.frames().last(), Some(&game.frame()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// The moments in order, starting before the first key.
    pub shots: Vec<Moment>,
}

impl Session {
    /// Presses keys and collects the frames shown.
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
    /// [`KeyError`] if the text is not a script as in `Session::press`. In that case no key is pressed.
    pub fn film(&mut self, keys: &str) -> Result<Film, KeyError> {
        let Script(keys) = keys.parse()?;
        Ok(self.shoot(keys))
    }

    /// Presses parsed keys and collects the frames shown.
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
    /// Returns a film that prints the first frame whole, and only the rows with a changed text of each later frame.
    pub fn only_changes(self) -> FilmChanges {
        FilmChanges(self)
    }

    /// Iterates over the frames in order.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.shots.iter().map(|moment| &moment.frame)
    }
}

/// Prints the frames in order, separated by empty lines. Each frame except the first is printed below its key.
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

/// A film that prints its first frame whole, and only the rows with a changed text of each later frame.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?.with_size(30, 8);
/// let changes = game.film("l")?.only_changes().to_string();
/// let (_, last) = changes.split_once("\n\n").expect("two moments");
/// assert_eq!(last, "key l, turn 1\n  2 |#.@.$#                        |");
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

/// The changes from one frame to the next; the first frame, or one of another size, is printed whole.
#[derive(Clone, Copy, Debug)]
pub struct FrameChange<'a> {
    /// The previous frame; `None` before the first.
    pub before: Option<&'a Frame>,
    /// The moment, with its frame.
    pub moment: &'a Moment,
}

/// Prints each changed row after its number, from 1, or `(nothing changed)`. Every change except the first starts with
/// an empty line, which separates it from the previous change.
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

/// Writes changed rows. Only texts are compared, since a row with new styles only would print the same.
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
