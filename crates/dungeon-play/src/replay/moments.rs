//! A session moment by moment while keys are pressed. Films, asciicasts, change lists and JSON lines all come from this
//! sequence of frames.
use std::borrow::BorrowMut;
use std::time::Duration;

use super::playback::{Drift, Playback};
use super::stepper::{REST, ReplayStepper};
use crate::input::key::Key;
use crate::session::session::Session;
use crate::view::frame::Frame;

/// A frame, and the time for which it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moment {
    /// The key that led to the frame; `None` before the first key.
    pub key: Option<Key>,
    /// The screen at this moment.
    pub frame: Frame,
    /// The time from this frame to the next one, or to the end.
    pub stands: Duration,
}

/// The moments included for each key. The frame at rest after the key is always included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentDetail {
    /// Only the frame at rest.
    Rest,
    /// The frames of the animation as well. A journey is completed at once, and only its last step is animated.
    Animations,
    /// The frames of the animation and of each step of a journey.
    Steps,
}

/// Iterates over the moments of a session, pressing the keys of a playback: first the frame before any key, then the
/// frames of each key. Ends after the last key, or at the first difference between the game and the recording.
///
/// ```
/// use dungeon::recordings::Playback;
/// use dungeon::session::{MomentDetail, Moments};
/// use dungeon::{Key, Session};
///
/// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
/// let mut playback = Playback::of_keys(&game, vec![Key::Right, Key::Right]);
/// let moments = Moments::new(&mut game, &mut playback, MomentDetail::Rest);
/// let turns: Vec<u32> = moments.map(|moment| moment.frame.turn).collect();
/// assert_eq!(turns, [0, 1, 2]);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub struct Moments<'a, S: BorrowMut<Session> = Session> {
    stepper: ReplayStepper<S>,
    playback: &'a mut Playback,
    detail: MomentDetail,
    key: Option<Key>,
    progress: Progress,
    drift: Option<Drift>,
}

/// Prints the position, without the session.
impl<S: BorrowMut<Session>> std::fmt::Debug for Moments<'_, S> {
    dungeon_model::debug_fields!(Moments: detail, key, progress);
}

/// The kind of the last moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// No moment yet.
    Opening,
    /// Part of an animation or a journey.
    Moving,
    /// A frame at rest.
    AtRest,
}

impl<'a, S: BorrowMut<Session>> Moments<'a, S> {
    /// Makes an iterator that starts at the session's current state. Finishes anything in progress first.
    pub fn new(session: S, playback: &'a mut Playback, detail: MomentDetail) -> Moments<'a, S> {
        Moments {
            stepper: ReplayStepper::new(session),
            playback,
            detail,
            key: None,
            progress: Progress::Opening,
            drift: None,
        }
    }

    /// Returns the session at the moment last returned by `next`.
    pub fn session(&self) -> &Session {
        self.stepper.session()
    }

    /// Checks that the game has matched the recording in all moments so far.
    ///
    /// # Errors
    ///
    /// Returns the [`Drift`] that ended the iteration.
    pub fn finish(self) -> Result<(), Drift> {
        self.drift.map_or(Ok(()), Err)
    }

    /// Starts the next moment; `None` at the end.
    fn advance(&mut self) -> Option<()> {
        match self.progress {
            Progress::Opening => {}
            Progress::Moving => self.stepper.go_on(),
            Progress::AtRest if self.drift.is_some() => return None,
            Progress::AtRest => {
                let key = self.playback.next_key()?;
                self.key = Some(key);
                match self.detail {
                    MomentDetail::Rest => self.stepper.skip(key),
                    MomentDetail::Animations => self.stepper.hurry(key),
                    MomentDetail::Steps => self.stepper.press(key),
                }
            }
        }
        Some(())
    }

    /// Compares the game with the recording after the last key has finished, and returns the time for which the frame
    /// at rest is shown.
    fn come_to_rest(&mut self) -> Duration {
        self.progress = Progress::AtRest;
        if self.key.is_some() {
            self.drift = self.playback.check(self.stepper.session()).err();
        }
        match self.drift {
            Some(_) => REST,
            None => self.playback.rest(&self.stepper).unwrap_or(REST),
        }
    }
}

impl<S: BorrowMut<Session>> Iterator for Moments<'_, S> {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        self.advance()?;
        let stands = match self.stepper.stands() {
            Some(stands) => {
                self.progress = Progress::Moving;
                stands
            }
            None => self.come_to_rest(),
        };
        Some(Moment {
            key: self.key,
            frame: self.stepper.frame(),
            stands,
        })
    }
}
