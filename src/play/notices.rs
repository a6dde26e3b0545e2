//! What the interface itself says, in keys that the live keymap has.
use super::keymap::{Command, Keymap};
use super::keys::Key;

/// E-14: asked before an unfinished game is left.
pub const QUESTION: &str = "Quit? The game is not over. y / n";

/// The same where there is hardly room.
pub const SHORT_QUESTION: &str = "Quit? y / n";

/// The first sentence of a game; an empty title gets a word in its place.
pub fn welcome(title: &str, keymap: &Keymap) -> String {
    let title = match title {
        "" => "the dungeon",
        title => title,
    };
    let help = keymap.key_for(Command::Help);
    format!("You enter {title}. Press {help} for the keys.")
}

/// a key that is bound to nothing.
pub fn hint(key: Key, keymap: &Keymap) -> String {
    let help = keymap.key_for(Command::Help);
    match key {
        Key::Paste => "What is pasted is not typed: it was left out.".to_owned(),
        Key::Char(c) if !c.is_ascii_graphic() && c != ' ' => {
            format!("{} does nothing; {help} shows the keys.", c.escape_debug())
        }
        key => format!("{key} does nothing; {help} shows the keys."),
    }
}

/// What can be done when the game is over. A key and its word stay on one line.
pub fn epilogue(seed: u64, keymap: &Keymap) -> String {
    let commands = [Command::Restart, Command::NewGame, Command::Quit];
    let [again, new, quit] = commands.map(|command| keymap.key_for(command));
    format!("Seed {seed}. {again}:\u{a0}again, {new}:\u{a0}new, {quit}:\u{a0}quit.")
}
