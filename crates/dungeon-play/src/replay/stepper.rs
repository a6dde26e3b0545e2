//! A session seen moment by moment: what a key sets going goes on a frame of an animation or a step of a journey at a
//! time, and each of these moments says how long it stands.
use std::borrow::BorrowMut;
use std::time::Duration;

use crate::input::key::Key;
use crate::input::show::{BEAT, STRIDE, Show};
use crate::session::session::Session;
use crate::view::frame::Frame;
use dungeon_engine::event::Event;
use dungeon_model::space::geometry::Size;

/// How long a screen at rest stands before the next key, if neither the game nor the key says otherwise: long enough to
/// be read.
pub const REST: Duration = Duration::from_millis(250);

/// A session, owned or borrowed, and the event of its animation right after which it stands now.
pub struct ReplayStepper<S = Session> {
    session: S,
    flight: Option<Event>,
}

impl<S: BorrowMut<Session>> ReplayStepper<S> {
    /// A stepper of a session as it is; what is going on there is completed first.
    pub fn new(session: S) -> ReplayStepper<S> {
        let flight = None;
        let mut stepper = ReplayStepper { session, flight };
        stepper.settle();
        stepper
    }

    /// The session, in the midst of whatever goes on.
    pub fn session(&self) -> &Session {
        self.session.borrow()
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.borrow_mut()
    }

    /// Completes what is going on, then obeys the key, of which the first moment stands.
    pub fn press(&mut self, key: Key) {
        self.settle();
        Show::press(self.session_mut(), key);
        self.flight = self.session_mut().next_shown();
    }

    /// Completes what is going on, then obeys the key; a journey is completed unseen, and the first moment of the
    /// animation of its last step stands.
    pub fn hurry(&mut self, key: Key) {
        self.settle();
        self.session_mut().press_key(key);
        self.flight = self.session_mut().next_shown();
    }

    /// Completes what is going on, then obeys the key to its end, unseen.
    pub fn skip(&mut self, key: Key) {
        self.settle();
        Show::press(self.session_mut(), key);
        self.settle();
    }

    /// The frame of the moment that stands.
    pub fn frame(&self) -> Frame {
        match self.flight {
            Some(event) => self.session().screen().scene(Some(event)),
            None => self.session().frame(),
        }
    }

    /// Gives all further frames this size (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.session_mut().show_on(size);
    }

    /// How long the moment stands before it goes on by itself; none at rest.
    pub fn stands(&self) -> Option<Duration> {
        match self.flight {
            Some(_) => Some(BEAT),
            None => self.session().is_under_way().then_some(STRIDE),
        }
    }

    /// Goes on to the next moment; at rest nothing changes.
    pub fn go_on(&mut self) {
        if self.flight.is_none() && self.session().is_under_way() {
            self.session_mut().go_on();
        }
        self.flight = self.session_mut().next_shown();
    }

    /// Whether something is animated: a missile in flight, or a body on its way over the board.
    pub fn is_flying(&self) -> bool {
        self.flight.is_some()
    }

    /// Completes the animation, unseen; a journey stays under way.
    pub fn land(&mut self) {
        self.session_mut().settle();
        self.flight = None;
    }

    /// Goes on until the session is at rest, unseen.
    pub fn settle(&mut self) {
        while self.session().is_under_way() {
            self.session_mut().go_on();
        }
        self.land();
    }

    /// How long the session at rest stands before this key: before an idle round as long as the game waits for a
    /// command, before a movement of the mouse one `BEAT`, and otherwise `REST`.
    pub fn rest_before(&self, key: Key) -> Duration {
        match (key, self.session().pace()) {
            (Key::Idle, Some(pace)) => pace.every,
            (key, _) if key.keeps_animation() => BEAT,
            _ => REST,
        }
    }
}
