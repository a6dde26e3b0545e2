//! One game of a test: presses its keys, and checks its claims. Draws screens only after a failure, by playing the game
//! again up to the failing key.
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

/// The maximum number of messages stored for a failing test: about half a screen.
const MOST_MESSAGES: usize = 10;

/// A game that a test plays.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The dungeon of the file.
    pub dungeon: &'a Arc<Dungeon>,
    /// The test, with its keys and its claims.
    pub test: &'a TestCase,
    /// The seed of the game. A recording has its own seed, which takes precedence.
    pub seed: u64,
    /// The recording that the test names; `None` if the test has keys.
    pub recording: Option<&'a Recording>,
    /// The stored frame that the test expects; `None` if there is no such file yet.
    pub frame: Option<&'a FrameText>,
}

/// The result of a game that a test played.
#[derive(Clone, Debug)]
pub struct TrialResult {
    /// The seed of the game.
    pub seed: u64,
    /// The claims that fail, in the order of the test; empty if the test passes.
    pub shortfalls: Vec<Shortfall>,
    /// The moment of the first failing claim. `None` if all claims hold, or if only the frame differs.
    pub moment: Option<FailingMoment>,
    /// The lines of the expected and the found frame; empty if they are equal or no frame is stored.
    pub difference: Vec<FrameLine>,
    /// The last frame, if the test expects a frame.
    pub frame: Option<FrameText>,
}

/// The key at which a test failed.
#[derive(Clone, Debug)]
pub struct FailingMoment {
    /// The number of keys pressed, including the failing one; 0 if the test failed before the first key.
    pub nth: usize,
    /// The number of keys in the whole game.
    pub of: usize,
    /// The failing key with the screen before it; `None` if the test failed before the first key.
    pub before: Option<(Key, Frame)>,
    /// The screen after the failing key.
    pub after: Frame,
    /// The last messages of the game, oldest first.
    pub messages: Vec<String>,
}

impl Trial<'_> {
    /// Plays the game, and checks the claims.
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
            found: format!("a different game at turn {}", drift.turn),
            keys: pressed,
        });
        let mut shortfalls: Vec<Shortfall> = drift.into_iter().collect();
        shortfalls.extend(watched.shortfalls(&session, pressed));
        let moment = shortfalls.first().map(|first| self.moment(first.keys));
        let frame = self.judge_frame(&session, pressed, &mut shortfalls);
        TrialResult {
            seed: session.seed(),
            difference: match (self.frame, &frame) {
                (Some(expected), Some(found)) if expected != found => expected.compare(found),
                _ => Vec::new(),
            },
            shortfalls,
            moment,
            frame,
        }
    }

    /// Compares the last frame with the expected frame, and returns the last frame; `None` if the test expects no
    /// frame.
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
            // Misspelt keys were already reported as errors of the file.
            TestPlay::Keys(keys) => keys.value.parse().unwrap_or_default(),
            TestPlay::Recording(_) => PackedKeys::default(),
        };
        let session = Session::seeded(dungeon, self.seed);
        let playback = Playback::of_script(&session, keys);
        (session, playback)
    }

    /// Plays the game again up to and including key number `nth`, counted from 1. For 0, returns the moment before the
    /// first key.
    fn moment(&self, nth: usize) -> FailingMoment {
        let (mut session, mut playback) = self.begin();
        for _ in 1..nth {
            if let Some(key) = playback.next_key() {
                session.press_key(key);
                // A playback must check each key to continue. The place of a drift is already known.
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
