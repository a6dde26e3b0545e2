//! Plain keys: keys of the default keymap, which scripts and recordings use.
use super::cursor_keys;
use crate::input::key::Key;
use crate::input::keymap::Keymap;
use crate::screen::game_screen::{GameScreen, InputMode};
use crate::view::layout::is_too_small;

/// Translates a key on the current screen into the key with the same meaning in the `plain` keymap; `None` if a keys
/// file removed the default meaning of `key`.
pub fn plain(screen: &GameScreen, plain: &Keymap, key: Key) -> Option<Key> {
    let translated = |taken| screen.keymap.translate(key, plain, taken);
    let same = match screen.mode {
        InputMode::Asking(_) => Some(key),
        _ if is_too_small(screen.size) => translated(&[]),
        InputMode::Help(_) | InputMode::Messages(_) | InputMode::Pack(_) => Some(key),
        InputMode::Look(_) | InputMode::Travel(_) | InputMode::Throw(_) => {
            let raw = cursor_keys::raw_keys(screen.mode);
            if raw.contains(&key) {
                Some(key)
            } else {
                translated(raw)
            }
        }
        InputMode::Play => translated(&[]),
    };
    let is_one = |key, keymap| parts(screen.mode, keymap, key) == [key];
    // A key that is single here may expand to several keys in the plain keymap, with a different effect.
    same.filter(|same| !is_one(key, &screen.keymap) || is_one(*same, plain))
}

/// Returns the keys that a key stands for in a keymap, at least one: a large step of a cursor is several small steps,
/// and Alt with a letter is Escape and the letter, because a terminal sends the same bytes for both.
pub fn parts(mode: InputMode, keymap: &Keymap, key: Key) -> Vec<Key> {
    match key {
        Key::Alt(c) if keymap.meaning(key).is_none() => vec![Key::Esc, Key::Char(c)],
        key => cursor_keys::leap_keys(mode, keymap, key).unwrap_or_else(|| vec![key]),
    }
}
