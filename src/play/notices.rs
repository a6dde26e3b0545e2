//! What the interface itself says, in keys that the live keymap has.
use std::num::NonZeroU32;

use super::keymap::{Command, Keymap};
use super::keys::Key;
use crate::engine::action::ActorId;
use crate::engine::world::World;
use crate::view::words::with_indefinite_article;

/// E-14: asked before an unfinished game is left.
pub const QUESTION: &str = "Quit? The game is not over. y / n";

/// The same where there is hardly room.
pub const SHORT_QUESTION: &str = "Quit? y / n";

/// Stairs are known, but only known traps and locked doors lead there, or what is not known.
pub const NO_WAY: &str = "You know no safe way there.";

/// A traveller never fights.
pub const IN_THE_WAY: &str = "Somebody is in your way.";

/// What is carried.
pub fn pack(world: &World) -> String {
    let names: Vec<&str> = world
        .held()
        .iter()
        .map(|item| world.item(*item).name.as_str())
        .collect();
    match names.is_empty() {
        true => "You carry no keys.".to_owned(),
        false => format!("You carry {}.", listed(&names)),
    }
}

/// Monsters that came into a traveller's view.
pub fn met(world: &World, whom: &[ActorId]) -> String {
    let names: Vec<&str> = whom
        .iter()
        .map(|who| world.kind(*who).name.as_str())
        .collect();
    format!("You see {}.", listed(&names))
}

/// "a ghost, an archer ×2 and Igor"
fn listed(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    let same = names.chunk_by(|a, b| a == b);
    let things: Vec<String> = same
        .map(|same| match same.len() {
            1 => with_indefinite_article(same[0]),
            n => format!("{} ×{n}", with_indefinite_article(same[0])),
        })
        .collect();
    match things.as_slice() {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}

/// For the help, how long the monsters wait.
pub fn tempo(milliseconds: NonZeroU32) -> String {
    format!(
        "Time runs: the monsters act whenever you have pressed nothing for {milliseconds} ms. \
         It stands still while you read this."
    )
}

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
