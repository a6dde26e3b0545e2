//! A whole game told by its keys: each turn with its level and what was said.
use std::fmt::Write;

use dungeon_play::input::script::Script;
use dungeon_play::session::session::Session;

/// Presses keys and writes down what was said to each, but for sentences that alone are not worth a line.
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
