//! A recording in which a watcher seeks: its position, what is seen there, and whether the game is still the recorded
//! one. Each position shows what playing straight to it shows.
use std::sync::Arc;
use std::time::Duration;

use super::playback::{Drift, Playback, PlaybackPosition};
use super::recording::Recording;
use super::snapshots::Snapshots;
use super::stepper::ReplayStepper;
use crate::dungeon::Dungeon;
use crate::format::report::Report;
use crate::play::input::key::Key;
use crate::play::input::show::Show;
use crate::play::session::session::Session;
use crate::space::geometry::Size;
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;

/// A recording with a position, and the session that was played to there.
pub struct ReplayPlayer {
    stepper: ReplayStepper,
    playback: Playback,
    /// The recording's dungeon.
    dungeon: Arc<Dungeon>,
    glyphs: Glyphs,
    /// Size of the frames.
    size: Size,
    /// The last key of the game.
    pressed: Option<Key>,
    /// Where the game was seen to be another one than was recorded.
    first_drift: Option<FirstDrift>,
    snapshots: Snapshots,
    /// How many keys the recording has.
    length: usize,
}

/// Where a game went otherwise than it was recorded.
struct FirstDrift {
    /// How many keys had been pressed.
    position: usize,
    drift: Drift,
}

/// Why a recording cannot be watched.
#[derive(Debug)]
pub enum ReplayError {
    /// The dungeon has errors, by this program.
    Errors(Box<Report>),
    /// The game's opening is already another one.
    Drift(Drift),
}

impl ReplayPlayer {
    /// Opens a recording at its beginning, for a screen that has these characters and the size of the recorded one.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Errors`] if the dungeon has errors, [`ReplayError::Drift`] if the game's opening is another one.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<ReplayPlayer, ReplayError> {
        let dungeon = recording.dungeon().map_err(ReplayError::Errors)?;
        let session = recording.begun_in(Arc::clone(&dungeon)).glyphs(glyphs);
        let marked = recording
            .checkpoints
            .iter()
            .map(|checkpoint| checkpoint.keys.len());
        Ok(ReplayPlayer {
            length: marked.sum::<usize>() + recording.rest.len(),
            size: session.screen_size(),
            playback: Playback::begin(recording, &session).map_err(ReplayError::Drift)?,
            stepper: ReplayStepper::new(session),
            dungeon,
            glyphs,
            pressed: None,
            first_drift: None,
            snapshots: Snapshots::default(),
        })
    }

    /// The session, played to the position.
    pub fn session(&self) -> &Session {
        self.stepper.session()
    }

    /// The stepper, which says what is seen and how long that stands.
    pub fn stepper(&self) -> &ReplayStepper {
        &self.stepper
    }

    /// The frame that is seen now.
    pub fn frame(&self) -> Frame {
        self.stepper.frame()
    }

    /// Gives all further frames this size (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.size = size;
        self.stepper.show_on(size);
    }

    /// The recording that is played.
    pub fn recording(&self) -> &Recording {
        &self.playback.recording
    }

    /// Where the game was seen to be another one than was recorded, wherever it was wound since; none as long as no
    /// difference was seen.
    pub fn drift(&self) -> Option<&Drift> {
        self.first_drift
            .as_ref()
            .map(|first_drift| &first_drift.drift)
    }

    /// The drift, at its position or beyond; none before that position, and without a drift.
    pub fn drift_here(&self) -> Option<&Drift> {
        let first_drift = self.first_drift.as_ref()?;
        (first_drift.position <= self.position()).then_some(&first_drift.drift)
    }

    /// How many keys were pressed, 0 to `ReplayPlayer::length`.
    pub fn position(&self) -> usize {
        self.playback.place().position
    }

    /// How many keys the recording has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The last key that was pressed; none at the beginning.
    pub fn pressed(&self) -> Option<Key> {
        self.pressed
    }

    /// The key that comes next; none at the end.
    pub fn next(&self) -> Option<Key> {
        self.playback.peek()
    }

    /// How long the frame at rest stands before the next key; none at the end.
    pub fn rest(&self) -> Option<Duration> {
        self.playback.rest(&self.stepper)
    }

    /// Whether nothing more can be played: after the last key and the journey that it began, or where the game drifted.
    pub fn is_at_end(&self) -> bool {
        let is_over = self.next().is_none() && !self.session().is_under_way();
        is_over || self.drift_here().is_some()
    }

    /// Completes what is going on, and presses the next key: its first moment is seen.
    pub fn press(&mut self) {
        if let Some(key) = self.next_key(None) {
            self.stepper.press(key);
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
        self.stepper.go_on();
        self.watch_for_drift();
    }

    /// Goes to where so many keys have been pressed, or to the end; stops where the game drifts.
    pub fn seek_to(&mut self, position: usize) {
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
            self.stepper.skip(key);
        }
        self.settle();
    }

    /// Goes to the first moment at which so many turns have passed, even in the midst of a journey;
    /// to the end if fewer turns were played.
    pub fn seek_to_turn(&mut self, turn: u32) {
        let checkpoints = self.recording().checkpoints.iter();
        let earlier = checkpoints.take_while(|checkpoint| checkpoint.turn < turn);
        self.seek_to(earlier.map(|checkpoint| checkpoint.keys.len()).sum());
        while self.session().turn() < turn && !self.is_at_end() {
            self.step_journey();
            self.stepper.land();
        }
    }

    /// The next step of the journey that is under way, or else the next key.
    pub fn step_journey(&mut self) {
        self.stepper.land();
        match self.session().is_under_way() {
            true => self.go_on(),
            false => self.press(),
        }
    }

    /// Goes back to the last snapshot at which no more than `position` keys were pressed, or to the beginning.
    fn return_to_snapshot(&mut self, position: usize) {
        let (place, pressed, session) = match self.snapshots.until(position) {
            Some(snapshot) => (snapshot.place, snapshot.pressed, snapshot.session.clone()),
            None => {
                let session = self.recording().begun_in(Arc::clone(&self.dungeon));
                (
                    PlaybackPosition::default(),
                    None,
                    session.glyphs(self.glyphs),
                )
            }
        };
        self.playback.go_to(place);
        self.pressed = pressed;
        self.stepper = ReplayStepper::new(session);
        self.stepper.show_on(self.size);
    }

    /// Brings the game to rest and takes its next key; none at the end, and where the game is not the recorded one.
    fn next_key(&mut self, goal: Option<usize>) -> Option<Key> {
        self.settle();
        if self.is_at_end() {
            return None;
        }
        if self.snapshots.needs(self.position(), goal) {
            let place = self.playback.place();
            self.snapshots
                .keep(place, self.pressed, self.stepper.session());
        }
        self.pressed = self.playback.next_key();
        self.pressed
    }

    /// Goes on until the game is at rest, unseen.
    pub fn settle(&mut self) {
        self.stepper.settle();
        self.watch_for_drift();
    }

    /// Once a key is obeyed to its end, sees whether the game is still the recorded one.
    fn watch_for_drift(&mut self) {
        if self.session().is_under_way() {
            return;
        }
        let position = self.position();
        if let Err(drift) = self.playback.check(self.stepper.session()) {
            self.first_drift = Some(FirstDrift { position, drift });
            self.stepper.settle();
        }
    }
}
