//! A session seen moment by moment: what a key sets going goes on a frame of an animation or a step of a journey at a
//! time, and each of them says how long it stands.
use std::time::Duration;

use crate::engine::event::Event;
use crate::play::input::key::Key;
use crate::play::input::show::{BEAT, STRIDE, Show};
use crate::play::session::session::Session;
use crate::space::geometry::Size;
use crate::view::frame::Frame;

/// How long a screen at rest stands before the next key, if nobody says otherwise: long enough to be read.
pub const REST: Duration = Duration::from_millis(250);

/// A session, and the event of its animation right after which it stands now.
pub struct ReplayStepper {
    session: Session,
    flight: Option<Event>,
}

impl ReplayStepper {
    /// Of a session as it is; it begins at rest.
    pub fn of(session: Session) -> ReplayStepper {
        let flight = None;
        let mut stepper = ReplayStepper { session, flight };
        stepper.settle();
        stepper
    }

    /// What is played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Completes what is going on, then obeys the key, of which the first moment stands.
    pub fn press(&mut self, key: Key) {
        self.settle();
        Show::press(&mut self.session, key);
        self.flight = self.session.next_shown();
    }

    /// Completes what is going on, then obeys the key to its end, unseen.
    pub fn skip(&mut self, key: Key) {
        self.settle();
        Show::press(&mut self.session, key);
        self.settle();
    }

    /// What is seen now.
    pub fn frame(&self) -> Frame {
        match self.flight {
            Some(event) => self.session.screen().scene(Some(event)),
            None => self.session.frame(),
        }
    }

    /// From now on its frames are as large (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.session.show_on(size);
    }

    /// How long that stands before it goes on by itself; none: it is at rest.
    pub fn stands(&self) -> Option<Duration> {
        match self.flight {
            Some(_) => Some(BEAT),
            None => self.session.is_under_way().then_some(STRIDE),
        }
    }

    /// The next moment; at rest nothing.
    pub fn go_on(&mut self) {
        if self.flight.is_none() && self.session.is_under_way() {
            self.session.go_on();
        }
        self.flight = self.session.next_shown();
    }

    /// Whether something is animated: it flies, or goes over the board.
    pub fn is_flying(&self) -> bool {
        self.flight.is_some()
    }

    /// Completes what flies, unseen; a journey stays under way.
    pub fn land(&mut self) {
        self.session.settle();
        self.flight = None;
    }

    /// Goes on until it is at rest, unseen.
    pub fn settle(&mut self) {
        while self.session.is_under_way() {
            self.session.go_on();
        }
        self.land();
    }

    /// How long what is at rest stands before this key: as long as the game's own time takes for a round without a
    /// command, and no longer than a frame of an animation before the mouse is moved.
    pub fn rest_before(&self, key: Key) -> Duration {
        match (key, self.session.pace()) {
            (Key::Idle, Some(pace)) => pace.every,
            (key, _) if key.lets_watch() => BEAT,
            _ => REST,
        }
    }
}
