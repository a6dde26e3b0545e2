//! A recording in which a watcher can seek: the position, the frame there, and whether the game still matches the
//! recording. A position looks the same after a seek as after playing straight to it.
use std::sync::Arc;
use std::time::Duration;

use super::playback::{Drift, Playback, PlaybackPosition};
use super::recording::Recording;
use super::stepper::ReplayStepper;
use crate::input::key::Key;
use crate::input::show::Show;
use crate::session::session::Session;
use crate::travel::snapshots::Snapshots;
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;
use crate::view::scene::Lighting;
use dungeon_format::report::Report;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::Size;

/// A recording with a position, and a session played to that position.
pub struct ReplayPlayer {
    stepper: ReplayStepper,
    playback: Playback,
    /// The recording's dungeon.
    dungeon: Arc<Dungeon>,
    glyphs: Glyphs,
    lighting: Lighting,
    /// The size of the frames.
    size: Size,
    /// The last key of the game.
    pressed: Option<Key>,
    /// The first difference between the game and the recording; `None` if no difference was seen.
    first_drift: Option<FirstDrift>,
    snapshots: Snapshots<SessionAtRest>,
    /// The number of keys in the recording.
    length: usize,
    /// The seek in progress.
    seek: Option<Seek>,
}

/// A session at rest at a position of its recording.
struct SessionAtRest {
    /// The position in the recording.
    place: PlaybackPosition,
    /// The last key of the game; `None` before the first key.
    pressed: Option<Key>,
    session: Session,
}

/// A seek in progress: first to a position, then to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seek {
    position: usize,
    /// The number of turns that must have passed; `None` to seek a position only.
    turn: Option<u32>,
    phase: SeekPhase,
}

/// The phase of a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeekPhase {
    /// Presses keys up to the position, without showing animations.
    Keys,
    /// Takes single steps up to the turn, without showing animations.
    Steps,
    /// Takes single steps up to the turn, and shows the animation of the last one.
    ShownSteps,
}

/// The amount of seeking work between two checks for an interruption, in units of `ReplayPlayer::key_cost`: a few
/// milliseconds.
const SLICE: usize = 1 << 16;

/// The first difference between a game and its recording.
struct FirstDrift {
    /// The number of keys pressed.
    position: usize,
    drift: Drift,
}

/// The reason that a recording cannot be watched.
#[derive(Debug)]
pub enum ReplayError {
    /// The dungeon has errors, according to this program.
    Errors(Box<Report>),
    /// The game's opening differs from the recording.
    Drift(Drift),
}

impl ReplayPlayer {
    /// Opens a recording at its beginning, for a screen with these characters and the recorded size.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Errors`] if the dungeon has errors, [`ReplayError::Drift`] if the game's opening differs.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<ReplayPlayer, ReplayError> {
        let dungeon = recording.dungeon().map_err(ReplayError::Errors)?;
        ReplayPlayer::open_in(dungeon, recording, glyphs).map_err(ReplayError::Drift)
    }

    /// Opens a recording like `open`, in its dungeon.
    ///
    /// # Errors
    ///
    /// The [`Drift`] if the game's opening differs.
    pub fn open_in(
        dungeon: Arc<Dungeon>,
        recording: Recording,
        glyphs: Glyphs,
    ) -> Result<ReplayPlayer, Drift> {
        let session = recording.begun_in(Arc::clone(&dungeon)).glyphs(glyphs);
        Ok(ReplayPlayer {
            length: recording.length(),
            size: session.size(),
            playback: Playback::begin(recording, &session)?,
            stepper: ReplayStepper::new(session),
            dungeon,
            glyphs,
            lighting: Lighting::default(),
            pressed: None,
            first_drift: None,
            snapshots: Snapshots::default(),
            seek: None,
        })
    }

    /// Sets how terrain in view is lit, and returns to the beginning.
    #[must_use]
    pub fn lighting(mut self, lighting: Lighting) -> ReplayPlayer {
        self.lighting = lighting;
        self.snapshots = Snapshots::default();
        self.return_to_snapshot(0);
        self
    }

    /// Returns the session, played to the position.
    pub fn session(&self) -> &Session {
        self.stepper.session()
    }

    /// Returns the stepper, which provides the frame and the time for which it is shown.
    pub fn stepper(&self) -> &ReplayStepper {
        &self.stepper
    }

    /// Returns the current frame.
    pub fn frame(&self) -> Frame {
        self.stepper.frame()
    }

    /// Sets the size of all further frames (`Session::show_on`).
    pub fn show_on(&mut self, size: Size) {
        self.size = size;
        self.stepper.show_on(size);
    }

    /// Returns the recording being played.
    pub fn recording(&self) -> &Recording {
        &self.playback.recording
    }

    /// Returns the first difference from the recording, even after the watcher has moved elsewhere; `None` if no
    /// difference was seen.
    pub fn drift(&self) -> Option<&Drift> {
        self.first_drift
            .as_ref()
            .map(|first_drift| &first_drift.drift)
    }

    /// Returns the first difference if the current position is at or after it; otherwise `None`.
    pub fn drift_here(&self) -> Option<&Drift> {
        let first_drift = self.first_drift.as_ref()?;
        (first_drift.position <= self.position()).then_some(&first_drift.drift)
    }

    /// Returns the number of keys pressed, 0 to `ReplayPlayer::length`.
    pub fn position(&self) -> usize {
        self.playback.place().position
    }

    /// Returns the number of keys in the recording.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the last key pressed; `None` at the beginning.
    pub fn pressed(&self) -> Option<Key> {
        self.pressed
    }

    /// Returns the next key; `None` at the end.
    pub fn next(&self) -> Option<Key> {
        self.playback.peek()
    }

    /// Returns the time for which the frame at rest is shown before the next key; `None` at the end.
    pub fn rest(&self) -> Option<Duration> {
        self.playback.rest(&self.stepper)
    }

    /// Whether there is nothing more to play: after the last key and its journey, or at a drift.
    pub fn is_at_end(&self) -> bool {
        let is_over = self.next().is_none() && !self.session().is_under_way();
        is_over || self.drift_here().is_some()
    }

    /// Finishes anything in progress, then presses the next key and shows the first moment of the result.
    pub fn press(&mut self) {
        if let Some(key) = self.next_key(None) {
            self.stepper.press(key);
            self.watch_for_drift();
        }
    }

    /// Finishes anything in progress, then presses the next key and shows the frame at rest.
    pub fn skip(&mut self) {
        self.press();
        self.settle();
    }

    /// Advances to the next moment of the last key.
    pub fn go_on(&mut self) {
        self.stepper.go_on();
        self.watch_for_drift();
    }

    /// Starts to seek the position after this number of keys, or the end if the recording is shorter. The seek stops at
    /// a drift.
    pub fn begin_seek(&mut self, position: usize) {
        self.begin(position, None);
    }

    /// Starts to seek the first moment after this number of turns, even within a journey; seeks the end if fewer turns
    /// were played.
    pub fn begin_seek_to_turn(&mut self, turn: u32) {
        let moves = self.recording().moves.iter();
        let earlier = moves.take_while(|recorded| recorded.turn < turn);
        let position = earlier.map(|recorded| recorded.keys.len()).sum();
        self.begin(position, Some(turn));
    }

    /// Starts to move forward to the first moment of the next turn, by at least one step. The animation of the last
    /// step is shown.
    pub fn begin_next_turn(&mut self) {
        self.seek = Some(Seek {
            position: self.position(),
            turn: Some(self.session().turn().saturating_add(1)),
            phase: SeekPhase::ShownSteps,
        });
    }

    /// Starts a seek at the nearest snapshot: first to a position, and then to a turn.
    fn begin(&mut self, position: usize, turn: Option<u32>) {
        let position = position.min(self.length);
        let nearest = self.snapshots.until(position);
        let is_nearer = nearest.is_some_and(|(nearest, _)| nearest > self.position());
        if is_nearer || position < self.position() {
            self.return_to_snapshot(position);
        }
        self.seek = Some(Seek {
            position,
            turn,
            phase: SeekPhase::Keys,
        });
    }

    /// Whether a seek is in progress, to be continued by `go_on_seeking`.
    pub fn is_seeking(&self) -> bool {
        self.seek.is_some()
    }

    /// Returns the number of keys at the destination of the seek in progress, which is approximate for a seek to a
    /// turn. Without a seek, returns the current position.
    pub fn destination(&self) -> usize {
        self.seek.map_or(self.position(), |seek| seek.position)
    }

    /// Continues the seek in progress for some milliseconds, or to its end; does nothing without a seek. The time is
    /// not measured but estimated, as the number of keys weighted by their possible cost.
    pub fn go_on_seeking(&mut self) {
        let mut work = 0;
        while let Some(seek) = self.seek.filter(|_| work < SLICE) {
            let round = self.session().game().world().round();
            self.seek = self.approach(seek);
            work += self.key_cost(round);
        }
    }

    /// Ends the seek in progress at the current position.
    pub fn stop_seeking(&mut self) {
        if self.seek.take().is_some() {
            self.stepper.land();
            // The last key must be verified before the recording can give the next one.
            self.watch_for_drift();
        }
    }

    /// Estimates the cost of the last key, pressed in the given round, in arbitrary units. Each key compares all bodies
    /// with the recording. If a round passed, the bodies acted, and hunters may have searched the whole level.
    fn key_cost(&self, round: u32) -> usize {
        const LEAST: usize = 8;
        const CELLS: usize = 256;
        let world = self.session().game().world();
        let Size { width, height } = world.size(world.here());
        let seen = if world.round() == round {
            0
        } else {
            width as usize * height as usize / CELLS
        };
        LEAST + world.bodies().len() + seen
    }

    /// Takes one key or one step of a journey toward the destination; returns `None` once it is reached.
    fn approach(&mut self, seek: Seek) -> Option<Seek> {
        let is_before_turn = seek.turn.is_some_and(|turn| self.session().turn() < turn);
        match seek.phase {
            SeekPhase::Keys if self.session().is_under_way() => {
                self.stepper.go_on();
                self.stepper.land();
            }
            SeekPhase::Keys => match self.next_key_before(seek.position) {
                Some(key) => {
                    self.stepper.press(key);
                    self.stepper.land();
                }
                None => {
                    self.settle();
                    let phase = SeekPhase::Steps;
                    return seek.turn.map(|_| Seek { phase, ..seek });
                }
            },
            _ if !is_before_turn || self.is_at_end() => return None,
            SeekPhase::Steps => {
                self.step_journey();
                self.stepper.land();
            }
            SeekPhase::ShownSteps => self.step_journey(),
        }
        Some(seek)
    }

    /// Brings the game to rest and takes its next key; `None` once `goal` keys are reached, or at a drift.
    fn next_key_before(&mut self, goal: usize) -> Option<Key> {
        if self.position() < goal {
            self.next_key(Some(goal))
        } else {
            None
        }
    }

    /// Takes the next step of the journey in progress, or else presses the next key.
    pub fn step_journey(&mut self) {
        self.stepper.land();
        if self.session().is_under_way() {
            self.go_on()
        } else {
            self.press()
        }
    }

    /// Goes back to the last snapshot with at most `position` keys, or to the beginning.
    fn return_to_snapshot(&mut self, position: usize) {
        let (place, pressed, session) = match self.snapshots.until(position) {
            Some((_, rest)) => (rest.place, rest.pressed, rest.session.clone()),
            None => {
                let session = self.recording().begun_in(Arc::clone(&self.dungeon));
                let session = session.glyphs(self.glyphs).lighting(self.lighting);
                (PlaybackPosition::default(), None, session)
            }
        };
        self.playback.go_to(place);
        self.pressed = pressed;
        self.stepper = ReplayStepper::new(session);
        self.stepper.show_on(self.size);
    }

    /// Brings the game to rest and takes its next key; `None` at the end, and at a drift.
    fn next_key(&mut self, goal: Option<usize>) -> Option<Key> {
        self.settle();
        if self.is_at_end() {
            return None;
        }
        if self.snapshots.needs(self.position(), goal) {
            let (place, pressed) = (self.playback.place(), self.pressed);
            let session = self.stepper.session();
            let rest = || SessionAtRest {
                place,
                pressed,
                session: session.clone(),
            };
            let weight = session.weight();
            self.snapshots.keep(place.position, weight, rest);
        }
        self.pressed = self.playback.next_key();
        self.pressed
    }

    /// Brings the game to rest without showing anything.
    pub fn settle(&mut self) {
        self.stepper.settle();
        self.watch_for_drift();
    }

    /// Verifies the game once a key has finished.
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
