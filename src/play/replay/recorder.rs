//! A session whose game is recorded while it is played. The recording is shared, so that whoever ends the process in
//! haste, a signal or a panic, can save what was played up to the key before.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::recording::Recording;
use crate::format::source::Source;
use crate::play::input::key::Key;
use crate::play::input::script::Script;
use crate::play::input::show::{Pace, Show};
use crate::play::session::session::Session;
use crate::space::geometry::{Point, Size};
use crate::view::frame::Frame;

/// A recording that is still being made.
pub type SharedRecording = Arc<Mutex<Recording>>;

/// A session and what is recorded of it.
pub struct Recorder {
    /// What is played.
    pub session: Session,
    tape: SharedRecording,
    /// How many games the session has begun.
    games: u32,
    trace: Trace,
    outing: Option<Outing>,
}

/// A journey that is under way. While it is, the tape has its steps; the key that it began with takes their place when
/// it is completed.
struct Outing {
    key: Key,
    /// How many checkpoints the tape had before it.
    checkpoints: usize,
    /// The keys after these.
    rest: Vec<Key>,
    /// How many of its steps' keys are on the tape.
    kept: usize,
    /// How the screen changed meanwhile.
    sizes: Vec<Key>,
}

/// What the last key left behind, if it was the mouse moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trace {
    /// Only the cursor where it is now.
    None,
    /// Another part of the board is shown.
    Scrolled,
}

impl Recorder {
    /// Of a session that no key was pressed in yet.
    pub fn new(session: Session, source: &Source) -> Recorder {
        let recording = Recording::of(&session, source);
        Recorder::on(session, recording)
    }

    /// Of a session that was played as the recording tells.
    pub fn on(session: Session, recording: Recording) -> Recorder {
        Recorder {
            games: session.games(),
            session,
            tape: Arc::new(Mutex::new(recording)),
            // It may have, and then the last key is still needed.
            trace: Trace::Scrolled,
            outing: None,
        }
    }

    /// What is recorded, also while it is.
    pub fn tape(&self) -> SharedRecording {
        Arc::clone(&self.tape)
    }

    /// What was recorded so far: the game that was begun last, up to its end.
    pub fn recording(&self) -> Recording {
        self.write().clone()
    }

    fn write(&self) -> MutexGuard<'_, Recording> {
        // A recording is whole between any two calls.
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key as a recording holds it; none for one beyond every screen, which does nothing.
    fn written(&self, key: Key) -> Option<Key> {
        match key {
            // It may have been larger than screens can be.
            Key::Resize(_) => Some(Key::Resize(self.session.screen_size())),
            key => is_writable(key).then_some(key),
        }
    }

    /// A journey has begun with a key.
    fn set_out(&mut self, key: Key) {
        let tape = self.write();
        let outing = Outing {
            key,
            checkpoints: tape.checkpoints.len(),
            rest: tape.rest.clone(),
            kept: 0,
            sizes: Vec::new(),
        };
        drop(tape);
        self.outing = Some(outing);
        self.keep_pace();
    }

    /// Records the steps that the journey has come to since.
    fn keep_pace(&mut self) {
        let strides = self.session.strides();
        if let Some(outing) = &mut self.outing {
            let new = &strides[outing.kept..];
            outing.kept = strides.len();
            self.write().add(new, &self.session);
        }
    }

    /// Records the journey, which is completed, in place of its steps.
    fn arrive(&mut self) {
        if let Some(outing) = self.outing.take() {
            let mut tape = self.write();
            tape.checkpoints.truncate(outing.checkpoints);
            tape.rest = outing.rest;
            tape.add(&[outing.key], &self.session);
            tape.add(&outing.sizes, &self.session);
        }
    }

    /// Changes the screen while a journey is under way; one too small ends it.
    fn resize_under_way(&mut self, key: Key) {
        let before = self.session.screen_size();
        Show::press(&mut self.session, key);
        let size = self.session.screen_size();
        if size == before {
            return;
        }
        self.write().add(&[Key::Resize(size)], &self.session);
        match &mut self.outing {
            Some(outing) if self.session.is_under_way() => outing.sizes.push(Key::Resize(size)),
            // Its steps are on the tape.
            _ => self.outing = None,
        }
    }

    /// Presses a key that is one, and records it.
    fn press_one(&mut self, key: Key) {
        while self.is_under_way() {
            self.go_on();
        }
        let plain = self.session.plain(key);
        let before = Before::of(&self.session);
        Show::press(&mut self.session, key);
        let Some(plain) = plain else { return };
        match self.session.is_under_way() {
            true => self.set_out(plain),
            false => self.record(plain, before),
        }
    }

    /// Records a key that was obeyed. What is pressed when the game is over is none of it.
    fn record(&mut self, key: Key, before: Before) {
        if self.session.games() != self.games {
            self.games = self.session.games();
            self.trace = Trace::None;
            return self.write().anew(&self.session);
        }
        if before.is_over {
            return;
        }
        let Some(key) = self.written(key) else { return };
        if let Key::Resize(_) = key {
            if self.session.screen_size() == before.size {
                return;
            }
            let mut tape = self.write();
            if tape.checkpoints.is_empty() && tape.rest.is_empty() {
                // The terminal tells its size before any other key: that is where the game begins.
                tape.size = self.session.screen_size();
                return;
            }
        } else if before.is_asking || self.session.is_asking() {
            // A question and its answer change nothing but whether there are more keys.
            return;
        }
        let is_still = self.session.pointed_at() == before.pointed_at;
        let is_scrolled = self.session.followed() != before.followed;
        if matches!(key, Key::Hover(_)) && is_still && !is_scrolled {
            // The mouse went beside the board, or stayed on its cell: where it was before counts.
            return;
        }
        let trace = match is_scrolled {
            false => Trace::None,
            true => Trace::Scrolled,
        };
        let last_trace = std::mem::replace(&mut self.trace, trace);
        let mut tape = self.write();
        match (tape.rest.last_mut(), key) {
            // Where the mouse went says nothing once it has gone on, unless it scrolled the board; of a game by mouse
            // it would be most of the keys.
            (Some(last @ Key::Hover(_)), Key::Hover(_)) if last_trace == Trace::None => *last = key,
            _ => tape.add(&[key], &self.session),
        }
    }
}

/// Whether a script can hold it.
fn is_writable(key: Key) -> bool {
    let read = key.to_string().parse();
    read.is_ok_and(|Script(keys)| keys == [key])
}

/// How it was before a key, as far as that decides whether the key is recorded.
struct Before {
    is_over: bool,
    is_asking: bool,
    followed: Option<Point>,
    pointed_at: Option<Point>,
    size: Size,
}

impl Before {
    fn of(session: &Session) -> Before {
        Before {
            is_over: session.outcome().is_some(),
            is_asking: session.is_asking(),
            followed: session.followed(),
            pointed_at: session.pointed_at(),
            size: session.screen_size(),
        }
    }
}

impl Show for Recorder {
    fn press(&mut self, key: Key) {
        if let (Key::Resize(_), Some(_)) = (key, &self.outing) {
            return self.resize_under_way(key);
        }
        let keys = self.session.parted(key);
        keys.into_iter().for_each(|key| self.press_one(key));
    }

    fn frame(&self) -> Frame {
        self.session.frame()
    }

    fn animate(&mut self) -> Option<Frame> {
        self.session.animate()
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }

    fn wants_mouse(&self) -> bool {
        self.session.wants_mouse()
    }

    fn pace(&self) -> Option<Pace> {
        self.session.pace()
    }

    fn is_under_way(&self) -> bool {
        self.session.is_under_way()
    }

    fn go_on(&mut self) {
        self.session.go_on();
        match self.session.is_under_way() {
            true => self.keep_pace(),
            false => self.arrive(),
        }
    }

    /// A journey that was broken off is recorded as the steps that it came to: they are on the tape.
    fn stop(&mut self) {
        self.session.stop();
        if let Some(outing) = self.outing.take() {
            self.write().add(&outing.sizes, &self.session);
        }
    }
}
