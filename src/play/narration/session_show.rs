//! What can be told: whatever has a session within.
use crate::play::input::show::Show;
use crate::play::replay::recorder::Recorder;
use crate::play::session::session::Session;

/// A show that is a session, whatever is around it.
pub trait SessionShow: Show {
    /// What is played.
    fn session(&self) -> &Session;

    /// The same, to be told how it is heard.
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
