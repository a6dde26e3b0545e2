//! Playing a recording key by key, with a check after each turn that the game matches the recording.
use std::borrow::BorrowMut;
use std::time::Duration;

use super::recording::{KeyCause, Recording};
use super::stepper::ReplayStepper;
use crate::input::key::Key;
use crate::input::packed_keys::{KeyCursor, PackedKeys};
use crate::input::show::STRIDE;
use crate::session::session::Session;
use dungeon_format::source::Source;
use dungeon_format::untrusted::Untrusted;

/// A difference between a game and its recording: the dungeon or the program has changed.
///
/// ```
/// use dungeon::Session;
/// use dungeon::diagnostics::Source;
/// use dungeon::recordings::{Playback, Recording};
///
/// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
/// let recording = Recording::begin(&Session::from_text(&source.text)?, &source);
/// let other = Session::from_text(format!("hero health=9\n{}", source.text))?;
/// let drift = Playback::begin(recording, &other).unwrap_err();
/// assert!(drift.to_string().starts_with("at turn 0 the game differs"));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at turn {turn} the game differs from its recording, made by dungeon {program}")]
#[non_exhaustive]
pub struct Drift {
    /// The number of turns that had passed in the recording at the first difference.
    pub turn: u32,
    /// The version of the program that recorded the game, such as `0.1.0`.
    pub program: Untrusted,
}

/// A recording and the position up to which it has been played.
///
/// ```
/// use dungeon::Session;
/// use dungeon::diagnostics::Source;
/// use dungeon::recordings::{Playback, Recorder};
/// use dungeon::session::Show;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
/// let mut recorder = Recorder::new(Session::from_text(&source.text)?, &source);
/// recorder.press(dungeon::Key::Right);
/// let recording = recorder.recording();
/// let mut session = recording.session()?;
/// Playback::begin(recording, &session)?.finish(&mut session)?;
/// assert_eq!(session.checksum(), recorder.session.checksum(), "the very game");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    /// The recording to play.
    pub recording: Recording,
    place: PlaybackPosition,
    verification: Verification,
    /// Keys to press after the recording's keys. They may include keys that scripts cannot hold.
    listed: Vec<Key>,
}

/// A position in a recording: the number of its moves and keys that have been played.
///
/// ```
/// use dungeon::recordings::{Playback, PlaybackPosition};
/// use dungeon::{Key, Session};
///
/// let start = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let mut playback = Playback::of_keys(&start, vec![Key::Right, Key::Left]);
/// assert_eq!(playback.next_key(), Some(Key::Right));
/// assert_eq!(playback.place().position, 1);
/// playback.go_to(PlaybackPosition::default());
/// assert_eq!(playback.peek(), Some(Key::Right), "from the beginning");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlaybackPosition {
    /// The number of completed moves.
    pub moves: usize,
    /// The number of keys taken since the last move.
    pub keys: usize,
    /// The number of all keys taken.
    pub position: usize,
    /// The position of the next key, within the next move or after the last one.
    pub cursor: KeyCursor,
}

/// Whether the game must match the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verification {
    Due,
    /// The keys are a script, so any game is accepted.
    Waived,
}

impl Playback {
    /// Begins to play a recording in a session of its dungeon.
    ///
    /// # Errors
    ///
    /// [`Drift`] if the session's opening differs from the recorded one.
    pub fn begin(recording: Recording, session: &Session) -> Result<Playback, Drift> {
        let playback = Playback::new(recording);
        playback.check_opening(session)?;
        Ok(playback)
    }

    /// Begins to play a recording whose opening is not yet verified.
    pub fn new(recording: Recording) -> Playback {
        Playback {
            recording,
            place: PlaybackPosition::default(),
            verification: Verification::Due,
            listed: Vec::new(),
        }
    }

    /// Makes a playback of a script in a session, without verification.
    pub fn of_script(session: &Session, keys: PackedKeys) -> Playback {
        let mut playback = Playback::of_keys(session, Vec::new());
        playback.recording.rest = keys;
        playback
    }

    /// Makes a playback of a list of keys in a session, without verification.
    pub fn of_keys(session: &Session, keys: Vec<Key>) -> Playback {
        let recording = Recording::begin(session, &Source::from_text("", ""));
        Playback {
            verification: Verification::Waived,
            listed: keys,
            ..Playback::new(recording)
        }
    }

    /// Verifies the initial state of a session, unless the keys are a script.
    ///
    /// # Errors
    ///
    /// [`Drift`] if the session's opening differs from the recorded one.
    pub fn check_opening(&self, session: &Session) -> Result<(), Drift> {
        let is_this = session.checksum() == self.recording.opening;
        let is_waived = self.verification == Verification::Waived;
        self.expect(is_waived || is_this && self.ends_as(session), session)
    }

    /// Takes the next key, which the caller must press before `check`; `None` at the end.
    pub fn next_key(&mut self) -> Option<Key> {
        let (key, cursor) = self.upcoming()?;
        self.place.keys += 1;
        self.place.position += 1;
        self.place.cursor = cursor;
        Some(key)
    }

    /// Returns the key that `next_key` would take; `None` at the end.
    pub fn peek(&self) -> Option<Key> {
        self.upcoming().map(|(key, _)| key)
    }

    /// Returns the next key, and the cursor after this key; `None` at the end.
    fn upcoming(&self) -> Option<(Key, KeyCursor)> {
        let PlaybackPosition { keys, cursor, .. } = self.place;
        let rest = &self.recording.rest;
        match self.recording.moves.get(self.place.moves) {
            Some(recorded) => recorded.keys.key_at(cursor),
            None if keys < rest.len() => rest.key_at(cursor),
            None => Some((*self.listed.get(keys - rest.len())?, cursor)),
        }
    }

    /// Returns the time for which the session is shown at rest before the next key: one `STRIDE` before a recorded step
    /// of a journey, otherwise `ReplayStepper::rest_before`. `None` at the end.
    pub(crate) fn rest<S: BorrowMut<Session>>(
        &self,
        stepper: &ReplayStepper<S>,
    ) -> Option<Duration> {
        let key = self.peek()?;
        let recorded = self.recording.moves.get(self.place.moves);
        let is_stride = recorded.is_some_and(|recorded| {
            let is_last = recorded.keys.len() == self.place.keys + 1;
            is_last && recorded.cause == KeyCause::Journey
        });
        Some(if is_stride {
            STRIDE
        } else {
            stepper.rest_before(key)
        })
    }

    /// Returns the position up to which the recording has been played.
    pub fn place(&self) -> PlaybackPosition {
        self.place
    }

    /// Continues from another position, for a session that was played up to that position. The default position is the
    /// beginning.
    pub fn go_to(&mut self, place: PlaybackPosition) {
        self.place = place;
    }

    /// Verifies the game after the last key has finished. Only keys that end a move and keys after the last move are
    /// verified. Keys of a script are never verified.
    ///
    /// # Errors
    ///
    /// [`Drift`] if the game differs from the recording.
    pub fn check(&mut self, session: &Session) -> Result<(), Drift> {
        if self.verification == Verification::Waived {
            return Ok(());
        }
        if session.seed() != self.recording.seed || session.leaving().is_some() {
            // A recording contains no keys that begin another game or leave this one.
            return Err(self.drift(self.turn()));
        }
        let Some(recorded) = self.recording.moves.get(self.place.moves) else {
            // The keys after the last move change only the screen.
            return self.expect(self.recording.state() == session.checksum(), session);
        };
        if self.place.keys < recorded.keys.len() {
            return Ok(());
        }
        if recorded.state != session.checksum() {
            return Err(self.drift(recorded.turn));
        }
        if recorded.turn != session.turn() {
            // The checksum matches, so the turn's number was changed in the file.
            return Err(self.drift(session.turn()));
        }
        self.place = PlaybackPosition {
            moves: self.place.moves + 1,
            position: self.place.position,
            ..PlaybackPosition::default()
        };
        self.expect(self.ends_as(session), session)
    }

    /// Presses all remaining keys, and verifies the game after each.
    ///
    /// # Errors
    ///
    /// [`Drift`] at the first turn with a difference; later keys are not pressed.
    pub fn finish(&mut self, session: &mut Session) -> Result<(), Drift> {
        self.finish_watched(session, |_| {})
    }

    /// Presses all remaining keys, and verifies the game after each. Calls `watch` before each key with the number of
    /// keys already pressed, so that the caller can show progress.
    ///
    /// # Errors
    ///
    /// [`Drift`] at the first turn with a difference; later keys are not pressed.
    pub fn finish_watched(
        &mut self,
        session: &mut Session,
        mut watch: impl FnMut(usize),
    ) -> Result<(), Drift> {
        while let Some(key) = self.next_key() {
            watch(self.place.position - 1);
            session.press_key(key);
            self.check(session)?;
        }
        Ok(())
    }

    /// Returns the number of all keys, including those taken.
    pub fn length(&self) -> usize {
        self.recording.length() + self.listed.len()
    }

    /// Returns a drift at the session's turn unless `is_recorded` is true.
    fn expect(&self, is_recorded: bool, session: &Session) -> Result<(), Drift> {
        let drift = || self.drift(session.turn());
        is_recorded.then_some(()).ok_or_else(drift)
    }

    /// Whether the outcome matches the recording; always true before the recording's end.
    fn ends_as(&self, session: &Session) -> bool {
        let PlaybackPosition { moves, keys, .. } = self.place;
        let is_at_end = moves == self.recording.moves.len() && keys == 0;
        !is_at_end || self.recording.outcome == session.outcome()
    }

    /// Returns the turn of the next move.
    fn turn(&self) -> u32 {
        let next = self.recording.moves.get(self.place.moves);
        next.map_or(self.recording.turn(), |recorded| recorded.turn)
    }

    fn drift(&self, turn: u32) -> Drift {
        let program = self.recording.program.clone();
        Drift { turn, program }
    }
}
