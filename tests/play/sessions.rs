//! Sessions of dungeons in text, and the hero's cell.
use crate::support::dungeon;
use dungeon_model::space::geometry::Point;
use dungeon_play::session::session::Session;

/// Returns a session of a dungeon in text, with the first seed.
pub fn session(text: &str) -> Session {
    Session::new(dungeon(text))
}

/// Returns a session of a dungeon in text after a script of keys.
pub fn pressed(text: &str, keys: &str) -> Session {
    let mut session = session(text);
    session.press(keys).expect("a script");
    session
}

/// Returns the cell of the commanded body, which is the hero in most games, from 0.
pub fn place(session: &Session) -> Point {
    let world = session.game().world();
    world.body(world.commanded()).at
}
