//! The interface between a terminal and the screens it can run: a game, a menu, a replay.
use std::time::Duration;

use super::key::Key;
use crate::view::frame::Frame;

/// The duration of one frame of an animation ([E-22], [K-6]).
///
/// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
/// [K-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-6
pub const BEAT: Duration = Duration::from_millis(40);

/// The duration of one step of a journey.
pub const STRIDE: Duration = Duration::from_millis(20);

/// The timer of a show in real time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The time without a command after which [`Key::Idle`] is due.
    pub every: Duration,
    /// The number of the current round, from 0. A new number means that a command or an idle round was carried out and
    /// the timer restarts.
    pub round: u32,
}

/// A screen that takes keys and shows frames, such as a game, a menu or a replay.
///
/// ```
/// use dungeon::frames::Style;
/// use dungeon::geometry::{Size, at};
/// use dungeon::session::Show;
/// use dungeon::{Frame, Key};
///
/// /// Counts keys until `q` is pressed.
/// struct Counter(u32, bool);
///
/// impl Show for Counter {
///     fn press(&mut self, key: Key) {
///         self.0 += 1;
///         self.1 = key == Key::Char('q');
///     }
///
///     fn frame(&self) -> Frame {
///         let mut frame = Frame::new(Size::new(20, 1));
///         frame.write(at(0, 0), &format!("{} keys", self.0), Style::PLAIN);
///         frame
///     }
///
///     fn animate(&mut self) -> Option<Frame> {
///         None
///     }
///
///     fn is_over(&self) -> bool {
///         self.1
///     }
/// }
///
/// let mut show = Counter(0, false);
/// show.press(Key::Up);
/// show.press(Key::Char('q'));
/// assert!(show.is_over());
/// assert_eq!(show.frame().plain(), "2 keys\n");
/// ```
pub trait Show {
    /// Finishes a running animation ([X-9]), then handles the key.
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    fn press(&mut self, key: Key);

    /// Returns the frame at rest, as the screen is after any running animation.
    fn frame(&self) -> Frame;

    /// Advances the running animation by one frame of one [`BEAT`], and returns that frame; `None` when the animation
    /// is over.
    fn animate(&mut self) -> Option<Frame>;

    /// Whether the player has asked to leave.
    fn is_over(&self) -> bool;

    /// Whether the show uses the mouse, so that the terminal should report it.
    fn wants_mouse(&self) -> bool {
        false
    }

    /// Whether a journey is in progress: the show advances step by step, by [`Show::go_on`], until it ends or a key is
    /// pressed.
    fn is_under_way(&self) -> bool {
        false
    }

    /// Takes the next step of the journey in progress.
    fn go_on(&mut self) {}

    /// Ends the journey in progress where the hero is.
    fn stop(&mut self) {}

    /// Checks for changes outside the show, such as an edited file. Does nothing by default.
    fn wake(&mut self) {}

    /// Returns the number of warnings so far, each of which may ring a bell.
    fn warnings(&self) -> u32 {
        0
    }

    /// Returns the timer of a show in real time; `None` while the show only waits for keys.
    fn pace(&self) -> Option<Pace> {
        None
    }
}
