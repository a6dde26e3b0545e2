//! A listener to a game played on a screen. After each key, it tells players who cannot see the screen what has
//! changed.
use std::collections::BTreeSet;

use super::changes::Changes;
use super::narrated_state::NarratedState;
use super::observer::Observer;
use super::surroundings;
use crate::session::session::Session;

/// A listener to one session, which remembers the last narrated state. Other code presses the keys, such as a web page
/// that also draws the frames.
///
/// A listener never changes pages, cursors or the screen's size.
#[derive(Default)]
pub struct KeyListener {
    /// The number of the game in its session, and its state; `None` before the first call.
    told: Option<(u32, NarratedState)>,
}

impl KeyListener {
    /// Returns what happened since the last call: the messages of the last key, an open question, and the changes in
    /// view. For a new game, describes the surroundings.
    pub fn hear(&mut self, session: &Session) -> Vec<String> {
        let observer = Observer {
            screen: session.screen(),
        };
        let games = session.games();
        let before = self.told.take().filter(|(game, _)| *game == games);
        let before = before.map(|(_, state)| state);
        let now = NarratedState::taken(observer, before.as_ref());
        let mut lines = session.latest_messages().to_vec();
        match &before {
            None => lines.extend(surroundings::look(observer, "")),
            Some(before) => {
                let rebuilt = BTreeSet::new();
                let changes = Changes::between(observer, before, &now, &rebuilt);
                lines.extend(changes.lines());
                lines.extend(changes.enclosures());
            }
        }
        if session.is_asking() {
            lines.extend(observer.screen.newest());
        }
        self.told = Some((games, now));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_hears_what_a_key_has_changed() {
        let text = "map\n#########\n#@..$..w#\n#########\nend\n";
        let mut game = Session::from_text(text).expect("a sound text");
        let mut listener = KeyListener::default();
        let opening = listener.hear(&game).join("\n");
        assert!(opening.contains("Gold"), "{opening}");
        game.press("lll").expect("keys");
        let told = listener.hear(&game);
        assert_eq!(
            told.first().map(String::as_str),
            Some("You take the gold (+10 wealth).")
        );
        assert!(told.len() > 1, "{told:?}");
        game.restart();
        assert!(
            listener.hear(&game).join("\n").contains("Gold"),
            "a new game"
        );
    }
}
