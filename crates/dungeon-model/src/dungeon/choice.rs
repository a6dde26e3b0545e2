//! A random choice from a class: one of several things, drawn by weight. The options can differ between levels.
use std::sync::Arc;

use super::ids::LevelId;

/// A fixed thing, or a class from which the seed chooses a thing each time that a thing is needed ([X-15]).
///
/// https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-15
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Choice<T> {
    /// A fixed thing, without a draw.
    Always(T),
    /// A random thing of a class. The options depend on the level where the thing appears.
    OfClass(Arc<Class<T>>),
}

/// The things of a class on each level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Class<T> {
    /// The glyph that names the class in the file.
    pub glyph: char,
    /// The lines of the class, each a list of things with their weights. A weight is at least 1, and the sum of the
    /// weights in a line is below 2³².
    pub lines: Vec<Vec<(u32, T)>>,
    /// For each level, by `LevelId`, the index in `lines` of the line in effect; `None` for a level on which the class
    /// yields nothing.
    pub by_level: Vec<Option<u32>>,
}

impl<T: Copy> Choice<T> {
    /// Returns everything that may be chosen on any level, possibly with repeats.
    pub fn all(&self) -> impl Iterator<Item = T> {
        let (one, lines) = match self {
            Choice::Always(one) => (Some(*one), [].as_slice()),
            Choice::OfClass(class) => (None, class.lines.as_slice()),
        };
        let members = lines.iter().flatten();
        one.into_iter().chain(members.map(|(_, thing)| *thing))
    }

    /// Whether the choice has more than one option, all levels taken together.
    pub fn is_by_chance(&self) -> bool {
        self.all().nth(1).is_some()
    }

    /// Returns a chosen thing for a level; `None` if a class yields nothing on the level. `draw` returns the index of
    /// an option, drawn by the weights of the options.
    #[doc(hidden)]
    pub fn on(&self, level: LevelId, draw: impl FnOnce(&[(u32, T)]) -> Option<usize>) -> Option<T> {
        let class = match self {
            Choice::Always(one) => return Some(*one),
            Choice::OfClass(class) => class,
        };
        let line = (*class.by_level.get(usize::from(level.0))?)?;
        let line = &class.lines[line as usize];
        draw(line).map(|nth| line[nth].1)
    }
}

/// Returns the index of one of several things, drawn by weight; `None` if the list is empty. `below` draws a number
/// below its argument.
pub fn weighted<T>(
    all: &[T],
    weight: impl Fn(&T) -> u32,
    below: impl FnOnce(u32) -> u32,
) -> Option<usize> {
    let mut left = below(all.iter().map(&weight).sum());
    all.iter()
        .position(|one| match left.checked_sub(weight(one)) {
            None => true,
            Some(less) => {
                left = less;
                false
            }
        })
}
