//! One game of a test: its keys are pressed, and what must be so is judged. Screens are drawn only where something is
//! wrong, by playing the game once more up to that key.
use std::sync::Arc;

use super::frame_text::{FrameLine, FrameText};
use super::watched_game::{Shortfall, WatchedGame, frame_shortfall};
use dungeon_format::test_case::{TestCase, TestClaim, TestPlay};
use dungeon_model::dungeon::Dungeon;
use dungeon_play::input::key::Key;
use dungeon_play::input::packed_keys::PackedKeys;
use dungeon_play::replay::playback::Playback;
use dungeon_play::replay::recording::Recording;
use dungeon_play::session::session::Session;
use dungeon_play::view::frame::Frame;

/// The most messages that are kept of the game up to the key at which it went wrong: about half a screen.
const MOST_MESSAGES: usize = 10;

/// A game that a test plays.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The dungeon of the file.
    pub dungeon: &'a Arc<Dungeon>,
    /// The line that says what is played and what must be so.
    pub test: &'a TestCase,
    /// The seed of the game; that of a recording counts instead.
    pub seed: u64,
    /// The recording that the test names; none where it presses keys.
    pub recording: Option<&'a Recording>,
    /// The frame that the test expects, as its file has it; none where there is no such file yet.
    pub frame: Option<&'a FrameText>,
}

/// What came of a game that a test played.
#[derive(Clone, Debug)]
pub struct TrialResult {
    /// The seed of the game.
    pub seed: u64,
    /// What is not as it must be, in the order in which the test says it; empty where all is well.
    pub shortfalls: Vec<Shortfall>,
    /// The key at which the first of them came about; none where all is well, or the frame alone is another one.
    pub moment: Option<FailingMoment>,
    /// The frame that was expected compared with the last one, where both are there and differ.
    pub difference: Vec<FrameLine>,
    /// The last frame, where the test names one.
    pub frame: Option<FrameText>,
}

/// The key at which a game went wrong.
#[derive(Clone, Debug)]
pub struct FailingMoment {
    /// How many keys were pressed, that one included; 0 before the first.
    pub nth: usize,
    /// The number of all keys.
    pub of: usize,
    /// The key with the screen before it; none before the first.
    pub before: Option<(Key, Frame)>,
    /// The screen behind it.
    pub after: Frame,
    /// The last messages of the game, oldest first.
    pub messages: Vec<String>,
}

impl Trial<'_> {
    /// Plays the game, and judges it.
    pub fn play(&self) -> TrialResult {
        let (mut session, mut playback) = self.begin();
        let mut watched = WatchedGame::new(&self.test.claims, &session);
        let mut drift = playback.check_opening(&session).err();
        let mut pressed = 0;
        while drift.is_none()
            && session.leaving().is_none()
            && let Some(key) = playback.next_key()
        {
            session.press_key(key);
            pressed += 1;
            watched.note(&session, pressed);
            drift = playback.check(&session).err();
        }
        let drift = drift.map(|drift| Shortfall {
            expected: "the recorded game".to_owned(),
            found: format!("another one at turn {}", drift.turn),
            keys: pressed,
        });
        let mut shortfalls: Vec<Shortfall> = drift.into_iter().collect();
        shortfalls.extend(watched.shortfalls(&session, pressed));
        let moment = shortfalls.first().map(|first| self.moment(first.keys));
        let frame = self.judge_frame(&session, pressed, &mut shortfalls);
        TrialResult {
            seed: session.seed_used(),
            difference: match (self.frame, &frame) {
                (Some(expected), Some(found)) if expected != found => expected.compare(found),
                _ => Vec::new(),
            },
            shortfalls,
            moment,
            frame,
        }
    }

    /// Compares the last frame with the one that is expected, if one is, and returns it.
    fn judge_frame(
        &self,
        session: &Session,
        keys: usize,
        shortfalls: &mut Vec<Shortfall>,
    ) -> Option<FrameText> {
        let mut claims = self.test.claims.iter();
        let path = claims.find_map(|claim| match &claim.value {
            TestClaim::Frame(path) => Some(path),
            _ => None,
        })?;
        let frame = FrameText::of(&session.frame());
        shortfalls.extend(frame_shortfall(path, self.frame, &frame, keys));
        Some(frame)
    }

    fn begin(&self) -> (Session, Playback) {
        let dungeon = Arc::clone(self.dungeon);
        if let Some(recording) = self.recording {
            let playback = Playback::new(recording.clone());
            return (recording.begun_in(dungeon), playback);
        }
        let keys = match &self.test.play {
            // What is no key was reported as an error of the file.
            TestPlay::Keys(keys) => keys.value.parse().unwrap_or_default(),
            TestPlay::Recording(_) => PackedKeys::default(),
        };
        let session = Session::seeded(dungeon, self.seed);
        let playback = Playback::of_script(&session, keys);
        (session, playback)
    }

    /// Plays the game again, up to a key and over it.
    fn moment(&self, nth: usize) -> FailingMoment {
        let (mut session, mut playback) = self.begin();
        for _ in 1..nth {
            if let Some(key) = playback.next_key() {
                session.press_key(key);
                // A recording counts its keys by what they lead to; where it goes otherwise is known already.
                let _ = playback.check(&session);
            }
        }
        let key = match nth {
            0 => None,
            _ => playback.next_key(),
        };
        let before = key.map(|key| {
            let before = session.frame();
            session.press_key(key);
            (key, before)
        });
        let messages = session.messages();
        let last = messages.len().saturating_sub(MOST_MESSAGES);
        FailingMoment {
            nth,
            of: playback.length(),
            before,
            after: session.frame(),
            messages: messages[last..].to_vec(),
        }
    }
}
