//! Runs cases of sessions: keys, and the messages after each key.
use std::fmt::Write;

use crate::corpus::cases::{Case, assert_cases};
use crate::support::dungeon;
use dungeon_play::input::script::Script;
use dungeon_play::session::session::Session;

/// Asserts that each case of a folder has the messages of its session.
pub fn assert_told(folder: &str) {
    assert_cases(folder, |case| match &case.asked[..] {
        [] => told(case, ""),
        [keys] => told(case, keys),
        several => {
            let told = several
                .iter()
                .map(|keys| format!("$ {keys}\n{}", told(case, keys)));
            told.collect::<Vec<_>>().join("\n\n")
        }
    });
}

/// Returns the messages after each key, or those of the opening if there are no keys, and then the hero's cell. A seed
/// may precede the keys: `seed=7 ll`.
fn told(case: &Case, asked: &str) -> String {
    let mut session = Session::new(dungeon(&case.text));
    let mut asked = asked;
    if let Some(rest) = asked.strip_prefix("seed=") {
        let (seed, keys) = rest.split_once(' ').unwrap_or((rest, ""));
        session = session.with_seed(seed.parse().expect("a seed"));
        asked = keys;
    }
    let Script(keys) = asked.parse().expect("keys");
    let mut told = String::new();
    if keys.is_empty() {
        tell(&mut told, "opening", session.messages());
    }
    for key in keys {
        session.press_key(key);
        tell(&mut told, &key.to_string(), session.latest_messages());
    }
    told + &standing(&session)
}

/// Adds one line for each message, the first one after its key.
fn tell(told: &mut String, key: &str, messages: &[String]) {
    let words = messages.join(&format!("\n{}", " ".repeat(key.len() + 2)));
    writeln!(told, "{key}: {words}").expect("memory");
}

/// Returns the turn, the level, the cell of the commanded body, and the outcome of a finished game.
fn standing(session: &Session) -> String {
    let world = session.game().world();
    let at = world.body(world.commanded()).at;
    let level = match world.here().0 {
        0 => String::new(),
        nth => format!(", level {}", nth + 1),
    };
    let ended = session
        .outcome()
        .map(|outcome| format!(", {outcome:?}").to_lowercase());
    let turn = session.turn();
    format!("turn {turn}{level}: at {at}{}", ended.unwrap_or_default())
}
