//! Sessions of dungeons in text, and the hero's cell.
use crate::support::dungeon;
use dungeon_engine::action::Action;
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

/// Asserts that more than `least` aimed acts are legal, and that the keys for each do the same.
pub fn assert_aimed_acts_have_keys(session: &Session, least: usize) {
    let mut legal = Vec::new();
    session.game().legal_actions(&mut legal);
    legal.retain(|action| matches!(action, Action::Throw(..)));
    assert!(legal.len() > least, "{legal:?}");
    for action in legal {
        let mut wanted = session.game().clone();
        wanted.step(action).expect("it is legal");
        let mut typed = session.clone();
        let keys = typed.keys_for(action).expect("keys");
        keys.into_iter().for_each(|key| typed.press_key(key));
        assert_eq!(typed.checksum(), wanted.checksum(), "{action:?}");
    }
}

/// Returns the cell of the commanded body, which is the hero in most games, from 0.
pub fn place(session: &Session) -> Point {
    let world = session.game().world();
    world.body(world.commanded()).at
}
