//! A session that is recorded while it is played. The recording is shared with the code that ends the process on a
//! signal or a panic, so that everything up to the last key can be saved.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::recording::{KeyCause, LARGEST, Recording};
use crate::input::key::Key;
use crate::input::keymap::Command;
use crate::input::script::Script;
use crate::input::show::{Pace, Show};
use crate::session::session::Session;
use crate::view::frame::Frame;
use dungeon_format::source::Source;
use dungeon_model::space::geometry::{Point, Size};

/// A recording in progress, which other threads can lock and read.
pub type SharedRecording = Arc<Mutex<Recording>>;

/// A session and its recording. A journey is recorded as the plain key of each step, with a checksum after each, so
/// that a recording never depends on the pathfinding of journeys. After a journey, the log of the session shows these
/// steps, as it does in a replay.
///
/// ```
/// use dungeon::Session;
/// use dungeon::diagnostics::Source;
/// use dungeon::recordings::Recorder;
/// use dungeon::session::{Script, Show};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
/// let mut recorder = Recorder::new(Session::from_text(&source.text)?, &source);
/// let Script(keys) = "lll".parse()?;
/// keys.into_iter().for_each(|key| recorder.press(key));
/// assert_eq!(recorder.recording().outcome, recorder.session.outcome());
/// assert_eq!(recorder.recording().moves.len(), 3);
/// # Ok(())
/// # }
/// ```
pub struct Recorder {
    /// The session being played and recorded.
    pub session: Session,
    recording: SharedRecording,
    /// The number of games that the session has begun.
    games: u32,
    hover: LastHover,
    /// An upper bound of the recording's current size as text, in bytes.
    bytes: usize,
    /// The largest size in bytes that can be read back.
    most_bytes: usize,
}

/// Prints only the session, since the recording grows with every key.
impl std::fmt::Debug for Recorder {
    dungeon_model::debug_fields!(Recorder: session);
}

/// An upper bound of the bytes that one key takes. A recording with less room is full.
const RESERVE: usize = 1024;

/// The answer to a key that does not fit into a full recording.
const FULL: &str = "The recording is full (256 MiB): save or quit.";

/// Whether the last key of the recording, if it is a mouse movement, is still needed after another movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastHover {
    /// The movement only moved the cursor, so the next movement replaces it.
    Replaceable,
    /// The movement scrolled the board, and no later movement would scroll the board in the same way.
    Needed,
}

impl Recorder {
    /// Records a session in which no key has been pressed yet.
    pub fn new(session: Session, source: &Source) -> Recorder {
        let recording = Recording::begin(&session, source);
        Recorder::on(session, recording)
    }

    /// Continues a recording in a session that was played to its end.
    pub fn on(session: Session, recording: Recording) -> Recorder {
        let bytes = recording.most_bytes();
        let mut session = session;
        session.set_strides(true);
        Recorder {
            games: session.games(),
            session,
            recording: Arc::new(Mutex::new(recording)),
            // The last key of a resumed game may have scrolled the board, so it must stay.
            hover: LastHover::Needed,
            bytes,
            most_bytes: LARGEST,
        }
    }

    /// Starts a new recording of the session's game after the dungeon changed. Keeps the tempo, and discards the
    /// previous recording.
    #[doc(hidden)]
    pub fn begin_anew(&mut self, source: &Source) {
        let mut recording = Recording::begin(&self.session, source);
        recording.tempo = self.recording().tempo;
        (self.games, self.hover) = (self.session.games(), LastHover::Replaceable);
        self.bytes = recording.most_bytes();
        *self.write() = recording;
    }

    /// Whether the recording has no room for another key. The game then stops, so that everything played can be saved,
    /// and every save can be read.
    pub fn is_full(&self) -> bool {
        self.bytes + RESERVE > self.most_bytes
    }

    /// Whether a key may be pressed even if the recording is full: it ends the game, begins another one, or leaves the
    /// open page.
    fn needs_no_room(&self, key: Key) -> bool {
        let session = &self.session;
        let is_leaving = matches!(key, Key::Ctrl('c') | Key::Resize(_))
            || key == Key::Esc && !session.is_in_play()
            || matches!(
                session.command(key),
                Some(Command::Quit | Command::Save | Command::Restart | Command::NewGame)
            );
        is_leaving || session.is_asking() || session.outcome().is_some()
    }

    /// Records keys, the cause of the last one, and the state after them.
    fn add(&mut self, keys: &[Key], cause: KeyCause) {
        let growth = self.write().add(keys, &self.session, cause);
        self.bytes += growth;
    }

    /// Returns the shared recording, which other threads can read during the game. The recording is complete whenever
    /// its lock is free.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::diagnostics::Source;
    /// use dungeon::recordings::Recorder;
    /// use dungeon::session::Show;
    ///
    /// let source = Source::from_text("hall.dng", "map\n######\n#@..$#\n######\nend\n");
    /// let mut recorder = Recorder::new(Session::from_text(&source.text)?, &source);
    /// let shared = recorder.shared(); // for a thread that saves
    /// recorder.press(dungeon::Key::Right);
    /// assert_eq!(shared.lock().expect("nobody panicked").turn(), 1);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn shared(&self) -> SharedRecording {
        Arc::clone(&self.recording)
    }

    /// Returns a copy of the recording so far: the last game begun, up to its end.
    pub fn recording(&self) -> Recording {
        self.write().clone()
    }

    fn write(&self) -> MutexGuard<'_, Recording> {
        // The recording is complete between any two calls, so that a panic elsewhere cannot damage it.
        self.recording
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the key in recorded form; `None` for a click beyond the largest screen, which has no effect.
    fn stored(&self, key: Key) -> Option<Key> {
        match key {
            // The requested size may be larger than screens can be.
            Key::Resize(_) => Some(Key::Resize(self.session.size())),
            key => is_writable(key).then_some(key),
        }
    }

    /// Records the steps of a journey that the last key or `go_on` took. Once the journey is finished, the log shows
    /// these steps.
    fn record_step(&mut self, cause: KeyCause) {
        if let Some(keys) = self.session.journey_keys().map(<[Key]>::to_vec) {
            self.add(&keys, cause);
        }
        self.hover = LastHover::Replaceable;
        if !self.is_under_way() {
            self.session.retell_as_steps();
        }
    }

    /// Presses a single key, and records it.
    fn press_one(&mut self, key: Key) {
        if self.is_full() && !self.needs_no_room(key) {
            return self.session.say(FULL);
        }
        let plain = self.session.plain(key);
        let before = StateBeforeKey::new(&self.session);
        Show::press(&mut self.session, key);
        let cursor = self.session.cursor_keys().map(<[Key]>::to_vec);
        match (key, cursor, plain) {
            // A journey continues while the screen is resized, unless the screen becomes too small.
            (Key::Resize(_), ..) => self.record(key, before),
            _ if self.session.journey_keys().is_some() => self.record_step(KeyCause::Pressed),
            (_, Some(keys), _) => self.add(&keys, KeyCause::Pressed),
            (.., Some(plain)) => self.record(plain, before),
            (.., None) => {}
        }
    }

    /// Records a key that was pressed. Keys after the end of the game are left out, except an undo of the loss.
    fn record(&mut self, key: Key, before: StateBeforeKey) {
        if self.session.games() != self.games {
            self.games = self.session.games();
            self.hover = LastHover::Replaceable;
            self.write().restart_with(&self.session);
            let bytes = self.write().most_bytes();
            self.bytes = bytes;
            return;
        }
        let is_after_end = before.is_over && !self.session.has_taken_back();
        if is_after_end || self.session.is_held_back() {
            return;
        }
        let Some(key) = self.stored(key) else { return };
        if let Key::Resize(_) = key {
            if self.session.size() == before.size {
                return;
            }
            let mut recording = self.write();
            if recording.moves.is_empty() && recording.rest.is_empty() {
                // The terminal reports its size before any other key, so this is the size at which the game begins.
                recording.size = self.session.size();
                return;
            }
        } else if before.is_asking || self.session.is_asking() {
            // A question and its answer have no effect of their own. For a confirmed action, the recording contains
            // only the action's key, as if there had been no question.
            if let Some(key) = self.session.allowed_key() {
                self.add(&[key], KeyCause::Pressed);
            }
            return;
        }
        let is_still = self.session.pointed_at() == before.pointed_at;
        let is_scrolled = self.session.followed() != before.followed;
        if matches!(key, Key::Hover(_)) && is_still && !is_scrolled {
            // The mouse left the board, or stayed on its cell, so nothing changed.
            return;
        }
        let hover = if is_scrolled {
            LastHover::Needed
        } else {
            LastHover::Replaceable
        };
        let last_hover = std::mem::replace(&mut self.hover, hover);
        let last = self.write().rest.last();
        match (last, key) {
            // In a game played by mouse, movements would be most of the keys.
            (Some(Key::Hover(_)), Key::Hover(_)) if last_hover == LastHover::Replaceable => {
                let growth = self.write().replace_last(key);
                self.bytes = self.bytes.saturating_add_signed(growth);
            }
            _ => self.add(&[key], KeyCause::Pressed),
        }
    }
}

/// Whether a script can hold a key.
fn is_writable(key: Key) -> bool {
    let read = key.to_string().parse();
    read.is_ok_and(|Script(keys)| keys == [key])
}

/// The state of a session before a key that decides whether the key is recorded.
struct StateBeforeKey {
    is_over: bool,
    is_asking: bool,
    followed: Option<Point>,
    pointed_at: Option<Point>,
    size: Size,
}

impl StateBeforeKey {
    fn new(session: &Session) -> StateBeforeKey {
        StateBeforeKey {
            is_over: session.outcome().is_some(),
            is_asking: session.is_asking(),
            followed: session.followed(),
            pointed_at: session.pointed_at(),
            size: session.size(),
        }
    }
}

impl Show for Recorder {
    /// Completes the journey in progress, unless the key is a resize, and handles the key.
    fn press(&mut self, key: Key) {
        while !matches!(key, Key::Resize(_)) && self.is_under_way() {
            self.go_on();
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

    fn warnings(&self) -> u32 {
        self.session.warnings()
    }

    fn pace(&self) -> Option<Pace> {
        self.session.pace().filter(|_| !self.is_full())
    }

    fn is_under_way(&self) -> bool {
        self.session.is_under_way()
    }

    fn go_on(&mut self) {
        if self.is_under_way() {
            self.session.go_on();
            self.record_step(KeyCause::Journey);
        }
        if self.is_full() {
            self.stop();
        }
    }

    fn stop(&mut self) {
        self.session.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_format::source::Limits;
    use dungeon_lint::load::read;

    /// Returns a recorder of a game in real time that never ends.
    fn recorder() -> Recorder {
        let text = "rules explore tempo=200\nmap open 30 10\n@ 15 5\n$ 2 2\n";
        let source = Source::from_text("lasting.dng", text);
        let (dungeon, _) = read(&source, &Limits::default());
        Recorder::new(
            Session::new(Arc::new(dungeon.expect("a sound dungeon"))),
            &source,
        )
    }

    fn press(recorder: &mut Recorder, keys: &str) {
        let Script(keys) = keys.parse().expect("a script");
        keys.into_iter().for_each(|key| recorder.press(key));
    }

    #[test]
    fn a_recorder_knows_how_long_its_recording_is() {
        let mut recorder = recorder();
        for keys in [
            "l",
            "<idle 9>",
            "?<Esc>",
            "\"\\",
            "<idle><idle>",
            "hh",
            "<hover 3,3><hover 10,10>",
            "N",
            "yl",
        ] {
            press(&mut recorder, keys);
            let recording = recorder.recording();
            assert_eq!(recorder.bytes, recording.most_bytes(), "{keys}");
            assert!(recording.to_text().len() <= recorder.bytes, "{keys}");
        }
    }

    /// Returns a recorder whose recording has become full.
    fn full() -> Recorder {
        let mut recorder = recorder();
        recorder.most_bytes = recorder.bytes + RESERVE + 300;
        while !recorder.is_full() {
            press(&mut recorder, "lh");
        }
        recorder
    }

    #[test]
    fn a_game_stands_still_when_its_recording_is_full_and_says_so() {
        let mut recorder = full();
        let (recording, turn) = (recorder.recording(), recorder.session.turn());
        assert!(turn > 0 && recording.to_text().len() <= recorder.most_bytes);
        press(&mut recorder, "l<idle>.o;?");
        assert_eq!(recorder.session.turn(), turn);
        assert_eq!(recorder.recording(), recording);
        assert_eq!(recorder.session.latest_messages(), [FULL]);
        assert!(FULL.contains(&format!("{} MiB", LARGEST >> 20)));
        assert_eq!(recorder.pace(), None, "time stands still");
    }

    #[test]
    fn a_game_whose_recording_is_full_can_be_left_and_begun_anew() {
        let mut left = full();
        press(&mut left, "<C-c>");
        assert!(left.session.is_asking());
        press(&mut left, "<Esc>Q");
        assert!(left.session.is_asking());
        press(&mut left, "y");
        assert!(left.is_over());
        let mut anew = full();
        press(&mut anew, "Nyl");
        assert!(!anew.is_full());
        assert_eq!(anew.session.turn(), 1);
    }

    #[test]
    fn a_journey_stops_where_the_recording_is_full() {
        let mut recorder = recorder();
        recorder.most_bytes = recorder.bytes + RESERVE + 200;
        press(&mut recorder, "o");
        while recorder.is_under_way() {
            recorder.go_on();
        }
        assert!(recorder.is_full());
        assert_eq!(recorder.session.outcome(), None);
        assert!(recorder.recording().to_text().len() <= recorder.most_bytes);
    }
}
