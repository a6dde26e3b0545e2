//! A session moment by moment while keys are pressed: the one sequence of frames that films, asciicasts, lists of
//! changes and lines of JSON are made of.
use std::borrow::BorrowMut;
use std::time::Duration;

use super::playback::{Drift, Playback};
use super::stepper::{REST, ReplayStepper};
use crate::input::key::Key;
use crate::session::session::Session;
use crate::view::frame::Frame;

/// A frame, and how long it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moment {
    /// The key after which the frame is seen; none for the frame before the first key.
    pub key: Option<Key>,
    /// The screen at the moment.
    pub frame: Frame,
    /// How long the frame stands before the next one, or before the end.
    pub stands: Duration,
}

/// Which moments of a key are seen; the frame at rest after the key always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentDetail {
    /// The frame at rest alone.
    Rest,
    /// The frames of the animation as well; a journey is completed at once, and its last step is animated.
    Animations,
    /// The frames of the animation and of each step of a journey.
    Steps,
}

/// The moments of a session while the keys of a playback are pressed, as an iterator that presses them: first the frame
/// before any key, then those that each key leads to. The sequence ends after the last key, or where the game goes
/// otherwise than it was recorded.
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

/// The position of the film, without its session.
impl<S: BorrowMut<Session>> std::fmt::Debug for Moments<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Moments")
            .field("detail", &self.detail)
            .field("key", &self.key)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// What the last moment was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// There was none yet.
    Opening,
    /// Something that goes on by itself.
    Moving,
    /// A frame at rest.
    AtRest,
}

impl<'a, S: BorrowMut<Session>> Moments<'a, S> {
    /// The moments of a session from where it stands; what is going on there is completed first.
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

    /// The session at the moment that `next` returned last.
    pub fn session(&self) -> &Session {
        self.stepper.session()
    }

    /// Says whether all that was seen is the recorded game.
    ///
    /// # Errors
    ///
    /// The [`Drift`] after which there are no more moments.
    pub fn finish(self) -> Result<(), Drift> {
        self.drift.map_or(Ok(()), Err)
    }

    /// Sets going the next moment after the last one; none at the end.
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

    /// Compares the game with the recording once the last key was obeyed to its end, and returns how long the frame at
    /// rest stands.
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
