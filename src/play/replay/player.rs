//! A recording that is wound to and fro: where it is, what is seen there, and whether the game is still the recorded one.
//! Wherever it is wound to, it shows what playing straight to there shows.
use std::sync::Arc;

use super::playback::{Drift, Place, Playback};
use super::recording::Recording;
use super::snapshots::Snapshots;
use super::stepper::Reel;
use crate::dungeon::Dungeon;
use crate::format::report::Report;
use crate::play::input::key::Key;
use crate::play::input::show::Show;
use crate::play::session::session::Session;
use crate::space::geometry::Size;
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;

/// A recording, and where it is.
pub struct Deck {
    reel: Reel,
    playback: Playback,
    /// Of the recording.
    dungeon: Arc<Dungeon>,
    glyphs: Glyphs,
    /// Of what is seen.
    size: Size,
    /// The last key of the game.
    pressed: Option<Key>,
    /// Where the game was seen to be another one than was recorded.
    stray: Option<Stray>,
    snapshots: Snapshots,
    /// How many keys the recording has.
    length: usize,
}

/// Where a game went otherwise than it was recorded.
struct Stray {
    /// How many keys had been pressed.
    position: usize,
    drift: Drift,
}

/// Why a recording cannot be watched.
#[derive(Debug)]
pub enum Closed {
    /// This program finds errors in its dungeon.
    Errors(Box<Report>),
    /// The game that it begins with is already another one.
    Drift(Drift),
}

impl Deck {
    /// A recording at its beginning, for a screen that has these characters; it is as large as the recorded one.
    ///
    /// # Errors
    /// If there is nothing to be seen.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<Deck, Closed> {
        let dungeon = recording.dungeon().map_err(Closed::Errors)?;
        let session = recording.begun_in(Arc::clone(&dungeon)).glyphs(glyphs);
        let marked = recording.marks.iter().map(|mark| mark.keys.len());
        Ok(Deck {
            length: marked.sum::<usize>() + recording.rest.len(),
            size: session.screen_size(),
            playback: Playback::begin(recording, &session).map_err(Closed::Drift)?,
            reel: Reel::of(session),
            dungeon,
            glyphs,
            pressed: None,
            stray: None,
            snapshots: Snapshots::default(),
        })
    }

    /// The game as far as it was played again.
    pub fn session(&self) -> &Session {
        self.reel.session()
    }

    /// What is seen, and how long that stands.
    pub fn reel(&self) -> &Reel {
        &self.reel
    }

    /// What is seen now.
    pub fn frame(&self) -> Frame {
        self.reel.frame()
    }

    /// From now on what is seen is as large (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.size = size;
        self.reel.show_on(size);
    }

    /// What is played again.
    pub fn recording(&self) -> &Recording {
        &self.playback.recording
    }

    /// Where the game was seen to be another one than was recorded, wherever it was wound since.
    pub fn drift(&self) -> Option<&Drift> {
        self.stray.as_ref().map(|stray| &stray.drift)
    }

    /// The same, where it is there or beyond.
    pub fn drift_here(&self) -> Option<&Drift> {
        let stray = self.stray.as_ref()?;
        (stray.position <= self.position()).then_some(&stray.drift)
    }

    /// How many keys were pressed.
    pub fn position(&self) -> usize {
        self.playback.place().position
    }

    /// How many keys there are.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The last key that was pressed.
    pub fn pressed(&self) -> Option<Key> {
        self.pressed
    }

    /// The key that comes next.
    pub fn next(&self) -> Option<Key> {
        self.playback.peek()
    }

    /// Whether nothing more of it can be played. A journey is not over with its key.
    pub fn is_at_end(&self) -> bool {
        let is_over = self.next().is_none() && !self.session().is_under_way();
        is_over || self.drift_here().is_some()
    }

    /// Completes what is going on, and presses the next key: its first moment is seen.
    pub fn press(&mut self) {
        if let Some(key) = self.next_key(None) {
            self.reel.press(key);
            self.watch_for_drift();
        }
    }

    /// Completes what is going on, and presses the next key: its end is seen.
    pub fn skip(&mut self) {
        self.press();
        self.settle();
    }

    /// The next moment of what the last key set going.
    pub fn go_on(&mut self) {
        self.reel.go_on();
        self.watch_for_drift();
    }

    /// Goes to where so many keys have been pressed, or to the end.
    pub fn wind_to(&mut self, position: usize) {
        let goal = position.min(self.length);
        let nearest = self.snapshots.until(goal);
        let is_nearer = nearest.is_some_and(|nearest| nearest.place.position > self.position());
        if is_nearer || goal < self.position() {
            self.return_to_snapshot(goal);
        }
        while self.position() < goal {
            let Some(key) = self.next_key(Some(goal)) else {
                break;
            };
            self.reel.skip(key);
        }
        self.settle();
    }

    /// Goes to the first moment at which so many turns have passed, in the midst of a journey if that is where it is; to the
    /// end if fewer turns were played.
    pub fn wind_to_turn(&mut self, turn: u32) {
        let marks = self.recording().marks.iter();
        let earlier = marks.take_while(|mark| mark.turn < turn);
        self.wind_to(earlier.map(|mark| mark.keys.len()).sum());
        while self.session().turn() < turn && !self.is_at_end() {
            self.stride();
            self.reel.land();
        }
    }

    /// The next step of the journey that is under way, or else the next key.
    pub fn stride(&mut self) {
        self.reel.land();
        match self.session().is_under_way() {
            true => self.go_on(),
            false => self.press(),
        }
    }

    /// To the last snapshot that is no further on than that, or to the beginning.
    fn return_to_snapshot(&mut self, position: usize) {
        let (place, pressed, session) = match self.snapshots.until(position) {
            Some(snapshot) => (snapshot.place, snapshot.pressed, snapshot.session.clone()),
            None => {
                let session = self.recording().begun_in(Arc::clone(&self.dungeon));
                (Place::default(), None, session.glyphs(self.glyphs))
            }
        };
        self.playback.go_to(place);
        self.pressed = pressed;
        self.reel = Reel::of(session);
        self.reel.show_on(self.size);
    }

    /// The next key of the game, which is at rest then, as long as there is one and the game is the recorded one.
    fn next_key(&mut self, goal: Option<usize>) -> Option<Key> {
        self.settle();
        if self.is_at_end() {
            return None;
        }
        if self.snapshots.lacks(self.position(), goal) {
            let place = self.playback.place();
            self.snapshots
                .keep(place, self.pressed, self.reel.session());
        }
        self.pressed = self.playback.next_key();
        self.pressed
    }

    /// Goes on until it is at rest, unseen.
    pub fn settle(&mut self) {
        self.reel.settle();
        self.watch_for_drift();
    }

    /// Once a key is obeyed to its end, sees whether the game is still the recorded one.
    fn watch_for_drift(&mut self) {
        if self.session().is_under_way() {
            return;
        }
        let position = self.position();
        if let Err(drift) = self.playback.check(self.reel.session()) {
            self.stray = Some(Stray { position, drift });
            self.reel.settle();
        }
    }
}
