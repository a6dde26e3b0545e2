//! A recording in which a watcher seeks: its position, what is seen there, and whether the game is still the recorded
//! one. Each position shows what playing straight to it shows.
use std::sync::Arc;
use std::time::Duration;

use super::playback::{Drift, Playback, PlaybackPosition};
use super::recording::Recording;
use super::snapshots::Snapshots;
use super::stepper::ReplayStepper;
use crate::input::key::Key;
use crate::input::show::Show;
use crate::session::session::Session;
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;
use crate::view::scene::Lighting;
use dungeon_format::report::Report;
use dungeon_model::dungeon::Dungeon;
use dungeon_model::space::geometry::Size;

/// A recording with a position, and the session that was played to there.
pub struct ReplayPlayer {
    stepper: ReplayStepper,
    playback: Playback,
    /// The recording's dungeon.
    dungeon: Arc<Dungeon>,
    glyphs: Glyphs,
    lighting: Lighting,
    /// Size of the frames.
    size: Size,
    /// The last key of the game.
    pressed: Option<Key>,
    /// Where the game was seen to be another one than was recorded.
    first_drift: Option<FirstDrift>,
    snapshots: Snapshots,
    /// How many keys the recording has.
    length: usize,
    /// The seek that is under way.
    seek: Option<Seek>,
}

/// A seek under way: first to a position, then to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seek {
    position: usize,
    /// The number of turns that have to have passed; none where the position is all that is sought.
    turn: Option<u32>,
    phase: SeekPhase,
}

/// How far a seek has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeekPhase {
    /// Keys are pressed up to the position, and nothing that moves is seen.
    Keys,
    /// Single steps are gone up to the turn, and nothing that moves is seen.
    Steps,
    /// Single steps are gone up to the turn, and of the last one what it set going is seen.
    ShownSteps,
}

/// Work that is done before a seek lets its caller look whether somebody wants it to end: some milliseconds. The unit
/// is that of `ReplayPlayer::key_cost`.
const SLICE: usize = 1 << 16;

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
        Ok(ReplayPlayer {
            length: recording.length(),
            size: session.screen_size(),
            playback: Playback::begin(recording, &session).map_err(ReplayError::Drift)?,
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

    /// Lights the terrain in view so, and begins again.
    #[must_use]
    pub fn lighting(mut self, lighting: Lighting) -> ReplayPlayer {
        self.lighting = lighting;
        self.snapshots = Snapshots::default();
        self.return_to_snapshot(0);
        self
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

    /// Begins to go to where so many keys have been pressed, or to the end; the seek stops where the game drifts.
    pub fn begin_seek(&mut self, position: usize) {
        self.begin(position, None);
    }

    /// Begins to go to the first moment at which so many turns have passed, even in the midst of a journey; to the end
    /// if fewer turns were played.
    pub fn begin_seek_to_turn(&mut self, turn: u32) {
        let moves = self.recording().moves.iter();
        let earlier = moves.take_while(|recorded| recorded.turn < turn);
        let position = earlier.map(|recorded| recorded.keys.len()).sum();
        self.begin(position, Some(turn));
    }

    /// Begins to go on, a step or more, to the first moment of the next turn; what the last step sets going is seen.
    pub fn begin_next_turn(&mut self) {
        self.seek = Some(Seek {
            position: self.position(),
            turn: Some(self.session().turn().saturating_add(1)),
            phase: SeekPhase::ShownSteps,
        });
    }

    /// Begins to go to a position, and from there to a turn, from the nearest snapshot.
    fn begin(&mut self, position: usize, turn: Option<u32>) {
        let position = position.min(self.length);
        let nearest = self.snapshots.until(position);
        let is_nearer = nearest.is_some_and(|nearest| nearest.place.position > self.position());
        if is_nearer || position < self.position() {
            self.return_to_snapshot(position);
        }
        self.seek = Some(Seek {
            position,
            turn,
            phase: SeekPhase::Keys,
        });
    }

    /// Whether a seek is under way, which `go_on_seeking` goes on with.
    pub fn is_seeking(&self) -> bool {
        self.seek.is_some()
    }

    /// How many keys will have been pressed where the seek under way leads to, or have been where there is none; about
    /// so many where a turn is sought.
    pub fn destination(&self) -> usize {
        self.seek.map_or(self.position(), |seek| seek.position)
    }

    /// Goes on with the seek under way for some milliseconds, or to its end; without one nothing is done. The rules know
    /// no clock: the work of a slice is counted in keys, and weighed by what a key may cost.
    pub fn go_on_seeking(&mut self) {
        let mut work = 0;
        while let Some(seek) = self.seek.filter(|_| work < SLICE) {
            let round = self.session().game().world().round();
            self.seek = self.approach(seek);
            work += self.key_cost(round);
        }
    }

    /// Ends the seek under way where it has come to.
    pub fn stop_seeking(&mut self) {
        if self.seek.take().is_some() {
            self.stepper.land();
            // The key obeyed last was not compared yet, and without that the recording has no next one.
            self.watch_for_drift();
        }
    }

    /// What the last key may have cost, in no exact unit, if it was pressed in this round: bodies are compared with the
    /// recording after each key; in a round they act, and those that hunt may look over the whole level.
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

    /// Goes one key or one step of a journey nearer to what is sought; none once that is reached.
    fn approach(&mut self, seek: Seek) -> Option<Seek> {
        let is_early = seek.turn.is_some_and(|turn| self.session().turn() < turn);
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
            _ if !is_early || self.is_at_end() => return None,
            SeekPhase::Steps => {
                self.step_journey();
                self.stepper.land();
            }
            SeekPhase::ShownSteps => self.step_journey(),
        }
        Some(seek)
    }

    /// Brings the game to rest and takes its next key, unless the goal of so many keys is reached or the game is not the
    /// recorded one.
    fn next_key_before(&mut self, goal: usize) -> Option<Key> {
        if self.position() < goal {
            self.next_key(Some(goal))
        } else {
            None
        }
    }

    /// The next step of the journey that is under way, or else the next key.
    pub fn step_journey(&mut self) {
        self.stepper.land();
        if self.session().is_under_way() {
            self.go_on()
        } else {
            self.press()
        }
    }

    /// Goes back to the last snapshot at which no more than `position` keys were pressed, or to the beginning.
    fn return_to_snapshot(&mut self, position: usize) {
        let (place, pressed, session) = match self.snapshots.until(position) {
            Some(snapshot) => (snapshot.place, snapshot.pressed, snapshot.session.clone()),
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
