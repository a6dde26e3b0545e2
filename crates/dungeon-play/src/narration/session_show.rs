//! Shows that can be narrated: a session, or a show that contains a session.
use crate::input::show::Show;
use crate::replay::recorder::Recorder;
use crate::session::session::Session;

/// A show that contains a session.
///
/// ```
/// use dungeon::Session;
/// use dungeon::narration::SessionShow;
///
/// /// Returns a title that a program can print above a game or a recorder.
/// fn title_line(show: &dyn SessionShow) -> String {
///     format!("turn {}", show.session().turn())
/// }
/// let game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// assert_eq!(title_line(&game), "turn 0");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub trait SessionShow: Show {
    /// Returns the session being played.
    fn session(&self) -> &Session;

    /// Returns the session being played, mutably.
    fn session_mut(&mut self) -> &mut Session;

    /// Returns lines about the best results of the dungeon, told once the game is over; empty if no results are stored.
    fn best_results(&self) -> Vec<String> {
        Vec::new()
    }
}

impl SessionShow for Session {
    fn session(&self) -> &Session {
        self
    }

    fn session_mut(&mut self) -> &mut Session {
        self
    }
}

impl SessionShow for Recorder {
    fn session(&self) -> &Session {
        &self.session
    }

    fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}
