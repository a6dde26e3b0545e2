//! A listener to a game played on a screen. After each key, it tells players who cannot see the screen the words of line
//! mode.
use super::observer::Observer;
use super::pages;
use super::told_game::{KeyStart, NarratedGame, quiet_line, spelled};
use crate::input::show::Show;
use crate::screen::game_screen::InputMode;
use crate::session::session::Session;

/// A listener to one session, which remembers the last narrated state. Other code presses the keys, such as a web page
/// that also draws the frames. For messages with places, call [`Session::tell_places_to_listeners`].
///
/// A listener never changes pages, cursors or the screen's size.
#[derive(Default)]
pub struct KeyListener {
    game: NarratedGame,
    /// The number of the game in its session; 0 before the first call.
    number: u32,
    /// Whether the last key began a journey.
    is_journey: bool,
    is_page_told: bool,
}

/// The answer to a key.
struct HeardAnswer {
    /// The messages and changes; may be empty.
    lines: Vec<String>,
    /// The line to tell if there are no others.
    quiet: Option<String>,
}

impl KeyListener {
    /// Returns what happened since the last call, which was before the last key: messages, the hero's movement, changes
    /// in view, the cell under a cursor and an open question. Describes the surroundings of a new game. Empty during a
    /// journey, which is told at its end.
    pub fn hear(&mut self, session: &Session) -> Vec<String> {
        let HeardAnswer { mut lines, quiet } = self.listen(session);
        if lines.is_empty() {
            lines.extend(quiet);
        }
        lines
    }

    /// Returns the same as [`KeyListener::hear`] for time that passes by itself: empty if nothing else changed.
    pub fn hear_idle(&mut self, session: &Session) -> Vec<String> {
        self.listen(session).lines
    }

    fn listen(&mut self, session: &Session) -> HeardAnswer {
        if session.is_under_way() {
            self.is_journey = true;
            return HeardAnswer {
                lines: Vec::new(),
                quiet: None,
            };
        }
        let observer = Observer {
            screen: session.screen(),
        };
        let is_journey = std::mem::take(&mut self.is_journey);
        let before = self.game.before.take();
        let before = before.filter(|_| self.number == session.games());
        let Some(before) = before else {
            let (game, lines) = NarratedGame::begin(session, None);
            *self = KeyListener {
                game,
                number: session.games(),
                ..KeyListener::default()
            };
            let lines = spelled(observer, lines);
            return HeardAnswer { lines, quiet: None };
        };
        self.game
            .follow(session, KeyStart::after(&before), is_journey);
        self.read_page(observer);
        let (lines, now) = self.game.answer(session, &before, false);
        let quiet = Some(quiet_line(&before, &now));
        self.game.before = Some(now);
        let lines = spelled(observer, lines);
        HeardAnswer { lines, quiet }
    }

    /// Reads out a page that has just opened.
    fn read_page(&mut self, observer: Observer<'_>) {
        let page = match observer.screen.mode {
            InputMode::Help(_) => pages::keys(observer),
            InputMode::Messages(_) => pages::messages(observer),
            InputMode::Pack(_) => pages::pack(observer),
            _ => Vec::new(),
        };
        let was_told = std::mem::replace(&mut self.is_page_told, !page.is_empty());
        if !was_told {
            self.game.outcome.extend(page);
        }
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
        let told = ["l", "l", "l"].map(|key| {
            game.press(key).expect("a key");
            listener.hear(&game)
        });
        let [.., took] = told;
        assert_eq!(
            took[..2],
            ["You go 1 east.", "You take the gold (+10 wealth)."]
        );
        game.restart();
        assert!(
            listener.hear(&game).join("\n").contains("Gold"),
            "a new game"
        );
    }

    #[test]
    fn a_page_is_read_once_and_passing_time_is_quiet() {
        let text = "map\n#########\n#@.....$#\n#########\nend\n";
        let mut game = Session::from_text(text).expect("a sound text");
        let mut listener = KeyListener::default();
        listener.hear(&game);
        game.press("?").expect("a key");
        assert!(listener.hear(&game).join("\n").contains("walk"));
        game.press("<Down>").expect("a key");
        assert_eq!(listener.hear(&game), ["Nothing changes."]);
        game.press("<Esc>.").expect("keys");
        assert!(listener.hear_idle(&game).is_empty());
    }
}
