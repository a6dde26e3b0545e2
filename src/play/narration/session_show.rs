//! Shows that can be narrated: a session, or a show around one.
use crate::play::input::show::Show;
use crate::play::replay::recorder::Recorder;
use crate::play::session::session::Session;

/// A show that has a session within.
pub trait SessionShow: Show {
    /// The session that is played.
    fn session(&self) -> &Session;

    /// The session that is played, to change how it tells what happens.
    fn session_mut(&mut self) -> &mut Session;
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
