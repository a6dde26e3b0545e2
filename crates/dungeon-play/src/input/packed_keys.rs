//! A compact list of keys: stored as script text and decoded one by one. Ten million idle rounds take 100 kB here, and
//! 120 MB as a list.
use std::fmt;
use std::str::FromStr;

use super::key::Key;
use super::script::{KeyError, KeyRun, KeyRuns, MOST_IDLE, Script};

/// Keys in the order of pressing, stored as script text.
///
/// ```
/// use dungeon::Key;
/// use dungeon::session::PackedKeys;
///
/// let mut keys = PackedKeys::default();
/// keys.push(Key::Up);
/// keys.push_run(Key::Idle, 900);
/// assert_eq!((keys.len(), keys.text()), (901, "<Up><idle 900>"));
/// assert_eq!(keys.iter().nth(1), Some(Key::Idle));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedKeys {
    /// The script in its shortest form: without spaces, and with as few `<idle n>` names as possible.
    text: String,
    count: usize,
    /// The byte offset of the last character or name.
    last: usize,
    /// The number of idle rounds in the last name; 0 if the last key is not [`Key::Idle`].
    idle: usize,
}

/// A position between two keys; the default is before the first key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyCursor {
    /// The byte offset of the character or name of the next key.
    at: usize,
    /// The number of keys of that name that are before the position, because a name such as `<idle 9>` stands for
    /// several keys.
    taken: usize,
}

impl PackedKeys {
    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the script of the keys.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the script is a single `<idle n>` name to which another idle round can be added.
    pub fn has_room_for_idle(&self) -> bool {
        self.last == 0 && (1..MOST_IDLE).contains(&self.idle)
    }

    /// Adds a key at the end.
    pub fn push(&mut self, key: Key) {
        self.push_run(key, 1);
    }

    /// Adds a key `times` times at the end.
    pub fn push_run(&mut self, key: Key, times: usize) {
        self.count += times;
        if key == Key::Idle {
            return self.push_idle(times);
        }
        for _ in 0..times {
            self.begin_name();
            match key {
                // Most characters stand for themselves; `<` and the space have names.
                Key::Char(c) if c != '<' && c != ' ' => self.text.push(c),
                key => self.text += &key.to_string(),
            }
        }
    }

    fn push_idle(&mut self, times: usize) {
        let mut left = times;
        while left > 0 {
            match self.idle {
                1..MOST_IDLE => self.text.truncate(self.last),
                _ => self.begin_name(),
            }
            let added = left.min(MOST_IDLE - self.idle);
            left -= added;
            self.idle += added;
            self.text += &match self.idle {
                1 => "<idle>".to_owned(),
                times => format!("<idle {times}>"),
            };
        }
    }

    fn begin_name(&mut self) {
        self.last = self.text.len();
        self.idle = 0;
    }

    /// Returns the last key; `None` if there are no keys.
    pub fn last(&self) -> Option<Key> {
        let run = KeyRuns::from_byte(&self.text, self.last).next()?;
        run.ok().map(|run| run.key)
    }

    /// Replaces the last key, which must not be an idle round; if there are no keys, adds the key.
    pub fn replace_last(&mut self, key: Key) {
        if !self.is_empty() {
            self.count -= 1;
            self.text.truncate(self.last);
        }
        self.push(key);
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        *self = PackedKeys::default();
    }

    /// Returns the key after a position, and the position after that key; `None` at the end.
    pub fn key_at(&self, cursor: KeyCursor) -> Option<(Key, KeyCursor)> {
        let KeyCursor { at, taken } = cursor;
        let mut runs = KeyRuns::from_byte(&self.text, at);
        let KeyRun { key, times, .. } = runs.next()?.ok()?;
        let behind = if taken + 1 < times {
            KeyCursor {
                at,
                taken: taken + 1,
            }
        } else {
            KeyCursor {
                at: runs.at(),
                taken: 0,
            }
        };
        Some((key, behind))
    }

    /// Iterates over the keys, decoding them one by one.
    pub fn iter(&self) -> impl Iterator<Item = Key> + '_ {
        let mut cursor = KeyCursor::default();
        std::iter::from_fn(move || {
            let (key, behind) = self.key_at(cursor)?;
            cursor = behind;
            Some(key)
        })
    }

    /// Adds all keys of `others` at the end.
    pub fn append(&mut self, others: &PackedKeys) {
        let runs = KeyRuns::new(&others.text).flatten();
        runs.for_each(|KeyRun { key, times, .. }| self.push_run(key, times));
    }
}

impl Extend<Key> for PackedKeys {
    fn extend<I: IntoIterator<Item = Key>>(&mut self, keys: I) {
        keys.into_iter().for_each(|key| self.push(key));
    }
}

impl FromIterator<Key> for PackedKeys {
    fn from_iter<I: IntoIterator<Item = Key>>(keys: I) -> PackedKeys {
        let mut packed = PackedKeys::default();
        packed.extend(keys);
        packed
    }
}

impl From<Script> for PackedKeys {
    fn from(Script(keys): Script) -> PackedKeys {
        keys.into_iter().collect()
    }
}

/// Parses a script of any number of keys.
impl FromStr for PackedKeys {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<PackedKeys, KeyError> {
        let mut keys = PackedKeys::default();
        for run in KeyRuns::new(text) {
            let KeyRun { key, times, .. } = run?;
            keys.push_run(key, times);
        }
        Ok(keys)
    }
}

/// Prints the keys as a script that parses to the same keys.
impl fmt::Display for PackedKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> PackedKeys {
        text.parse().expect("a script")
    }

    #[test]
    fn packed_keys_are_those_of_their_script_in_its_shortest_form() {
        let text = "l <idle><idle 3>\n<idle 998><idle 998>.<lt>><hover 3,4><idle>";
        let (keys, list) = (packed(text), text.parse::<Script>().expect("a script"));
        assert_eq!(
            keys.text(),
            "l<idle 999><idle 999><idle 2>.<lt>><hover 3,4><idle>"
        );
        assert_eq!(keys.text(), list.to_string());
        assert_eq!(keys.len(), list.0.len());
        assert_eq!(keys.iter().collect::<Vec<_>>(), list.0);
        assert_eq!(list.0.iter().copied().collect::<PackedKeys>(), keys);
        assert_eq!(packed(keys.text()), keys);
        assert!(packed("").is_empty() && packed("").iter().next().is_none());
    }

    #[test]
    fn packed_keys_take_no_more_memory_than_their_text() {
        let keys = packed(&"<idle 999>".repeat(10_010));
        assert_eq!(keys.len(), 9_999_990);
        assert_eq!(keys.text().len(), 100_100);
    }

    #[test]
    fn packed_keys_grow_and_end_as_a_list_does() {
        let mut keys = packed("l");
        assert!(!keys.has_room_for_idle());
        keys.push(Key::Idle);
        keys.push(Key::Idle);
        assert_eq!((keys.text(), keys.last()), ("l<idle 2>", Some(Key::Idle)));
        assert!(!keys.has_room_for_idle(), "another key is before");
        keys.push(Key::Char('>'));
        keys.replace_last(Key::Esc);
        assert_eq!((keys.text(), keys.len()), ("l<idle 2><Esc>", 4));
        let mut idle = packed("<idle 998>");
        assert!(idle.has_room_for_idle());
        idle.append(&packed("<idle 3>l"));
        assert_eq!(idle.text(), "<idle 999><idle 2>l");
        assert!(!packed("<idle 999>").has_room_for_idle() && !packed("").has_room_for_idle());
    }
}
