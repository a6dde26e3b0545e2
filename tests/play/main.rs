//! Games driven by keys, without a terminal: the session, the keymap, the cursor, journeys, fog and time.
#[macro_use]
#[path = "../support/drawn.rs"]
mod drawn;

mod aims;
mod choices;
mod disguises;
mod families;
mod fog;
mod gear;
mod hands;
mod help;
mod journeys;
mod keymap;
mod keys_file;
mod leaders;
mod pack;
mod pointing;
mod reload;
mod result;
mod robustness;
mod session;
mod sessions;
mod tactics_aim;
mod tactics_button;
mod tactics_json;
mod tactics_mouse;
mod tactics_play;
mod testing;
mod throws;
mod time;
mod timed_states;
mod told;
mod travel;
mod undo;

#[path = "../cases/mod.rs"]
mod cases;
#[path = "../corpus/mod.rs"]
mod corpus;
#[cfg(feature = "program")]
#[path = "../pty/mod.rs"]
#[allow(dead_code)] // only the storms of the torture are played in a terminal
mod pty;
#[path = "../support/session_cases.rs"]
mod session_cases;
#[path = "../support/mod.rs"]
mod support;
#[path = "../torture/mod.rs"]
mod torture;

/// Returns the rows of a game's screen that are not blank, without spaces at their ends.
fn nonblank_rows(session: &dungeon::Session) -> String {
    let lines = session.frame().lines().collect::<Vec<_>>().into_iter();
    let lines = lines.map(|line| line.trim_end().to_owned());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}
