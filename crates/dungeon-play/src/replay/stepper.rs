//! A session seen moment by moment. A moment is one frame of an animation, one step of a journey, or the session at
//! rest; each has a duration.
use std::borrow::BorrowMut;
use std::time::Duration;

use crate::input::key::Key;
use crate::input::show::{BEAT, STRIDE, Show};
use crate::session::session::Session;
use crate::view::frame::Frame;
use dungeon_engine::event::Event;
use dungeon_model::space::geometry::Size;

/// The time for which a screen at rest is shown before the next key, unless the game or the key sets another time. It
/// is long enough to read the messages.
pub const REST: Duration = Duration::from_millis(250);

/// A session, owned or borrowed, and the event of its animation that was shown last.
pub struct ReplayStepper<S = Session> {
    session: S,
    flight: Option<Event>,
}

impl<S: BorrowMut<Session>> ReplayStepper<S> {
    /// Makes a stepper of a session in its current state; finishes anything in progress first.
    pub fn new(session: S) -> ReplayStepper<S> {
        let flight = None;
        let mut stepper = ReplayStepper { session, flight };
        stepper.settle();
        stepper
    }

    /// Returns the session, possibly in the middle of an animation or a journey.
    pub fn session(&self) -> &Session {
        self.session.borrow()
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.borrow_mut()
    }

    /// Finishes anything in progress, then presses the key and shows the first moment of the result.
    pub fn press(&mut self, key: Key) {
        self.settle();
        Show::press(self.session_mut(), key);
        self.flight = self.session_mut().next_shown();
    }

    /// Finishes anything in progress, then presses the key; completes a journey without showing it, and shows the first
    /// moment of the animation of its last step.
    pub fn hurry(&mut self, key: Key) {
        self.settle();
        self.session_mut().press_key(key);
        self.flight = self.session_mut().next_shown();
    }

    /// Finishes anything in progress, then presses the key and completes it without showing anything.
    pub fn skip(&mut self, key: Key) {
        self.settle();
        Show::press(self.session_mut(), key);
        self.settle();
    }

    /// Returns the frame of the current moment.
    pub fn frame(&self) -> Frame {
        match self.flight {
            Some(event) => self.session().screen().scene(Some(event)),
            None => self.session().frame(),
        }
    }

    /// Sets the size of all further frames (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.session_mut().show_on(size);
    }

    /// Returns the time for which the moment is shown before the next one; `None` at rest.
    pub fn stands(&self) -> Option<Duration> {
        match self.flight {
            Some(_) => Some(BEAT),
            None => self.session().is_under_way().then_some(STRIDE),
        }
    }

    /// Advances to the next moment; does nothing at rest.
    pub fn go_on(&mut self) {
        if self.flight.is_none() && self.session().is_under_way() {
            self.session_mut().go_on();
        }
        self.flight = self.session_mut().next_shown();
    }

    /// Whether something is animated: a missile in flight, or a moving body.
    pub fn is_flying(&self) -> bool {
        self.flight.is_some()
    }

    /// Finishes the animation without showing it; a journey stays in progress.
    pub fn land(&mut self) {
        self.session_mut().settle();
        self.flight = None;
    }

    /// Finishes everything in progress without showing it.
    pub fn settle(&mut self) {
        while self.session().is_under_way() {
            self.session_mut().go_on();
        }
        self.land();
    }

    /// Returns the time for which the session at rest is shown before this key: the game's tempo before an idle round,
    /// one `BEAT` before a mouse movement, otherwise `REST`.
    pub fn rest_before(&self, key: Key) -> Duration {
        match (key, self.session().pace()) {
            (Key::Idle, Some(pace)) => pace.every,
            (key, _) if key.keeps_animation() => BEAT,
            _ => REST,
        }
    }
}
