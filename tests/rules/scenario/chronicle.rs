//! The log of a whole game by its keys: each turn with its level and messages.
use std::fmt::Write;

use dungeon_play::input::script::Script;
use dungeon_play::session::session::Session;

/// Presses keys and records the messages of each, except sentences in `worthless`.
pub fn chronicle(session: &mut Session, keys: &str, worthless: &[&str]) -> String {
    let mut told = String::new();
    let script: Script = keys.parse().expect("a script");
    for key in script.0 {
        session.press_key(key);
        let world = session.game().world();
        let level = &world.dungeon().levels()[usize::from(world.here().0)].name;
        let said = session.latest_messages();
        if !said.is_empty() && said != worthless {
            let turn = session.turn();
            writeln!(told, "{turn:>4} {level}: {}", said.join(" ")).expect("a String");
        }
    }
    told
}
