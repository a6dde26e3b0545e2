//! What a terminal needs of whatever it shows: a game, or the menu before it.
use std::time::Duration;

use super::key::Key;
use crate::view::frame::Frame;

/// How long a frame of an animation stands (E-22, K-6).
pub const BEAT: Duration = Duration::from_millis(40);

/// How long a step of a journey stands.
pub const STRIDE: Duration = Duration::from_millis(20);

/// How a show goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long it waits for a command before `Key::Idle` is due.
    pub every: Duration,
    /// Another one as soon as a command or an idle round was obeyed: then the waiting begins anew.
    pub round: u32,
}

/// Something that takes keys and shows frames.
pub trait Show {
    /// Completes a running animation, then obeys the key.
    fn press(&mut self, key: Key);

    /// The screen at rest: what stands when every animation is over.
    fn frame(&self) -> Frame;

    /// The next frame of the running animation, to stand for one `BEAT`; none when it is over.
    fn animate(&mut self) -> Option<Frame>;

    /// Whether the person has asked to leave.
    fn is_over(&self) -> bool;

    /// Whether the mouse means something to it, so that the terminal should report it.
    fn wants_mouse(&self) -> bool {
        false
    }

    /// Whether it is on a way that it goes step by step, until a key is pressed: a journey.
    fn is_under_way(&self) -> bool {
        false
    }

    /// Goes the next step of that way.
    fn go_on(&mut self) {}

    /// Ends that way where it is.
    fn stop(&mut self) {}

    /// How it goes on by itself while it is as it is now; none: it waits for keys.
    fn pace(&self) -> Option<Pace> {
        None
    }
}
