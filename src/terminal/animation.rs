//! Plays an animation of a show. No key is lost meanwhile: the player of the animation hands back every key that it did
//! not pass on.
use std::io;
use std::time::{Duration, Instant};

use dungeon_play::input::key::Key;
use dungeon_play::input::show::{BEAT, Show};
use dungeon_play::view::frame::Frame;

/// The screen and the keyboard that an animation is played with.
pub(super) trait Viewer {
    fn draw(&mut self, frame: &Frame) -> io::Result<()>;

    /// Returns the next key; `None` if none comes before `end`, or if the screen must be redrawn.
    fn next_key(&mut self, end: Instant) -> io::Result<Option<Key>>;
}

/// The keys that arrived while a frame was shown, and that the show has not received.
#[derive(Debug, Default, PartialEq, Eq)]
#[must_use = "a dropped key is lost for the player"]
pub(super) struct Unhandled {
    /// The last mouse movement before `key`.
    pub(super) hover: Option<Key>,
    /// The key that ended the wait.
    pub(super) key: Option<Key>,
}

impl Unhandled {
    /// Waits for the time that a frame is shown, or until a key comes that is no mouse movement.
    pub(super) fn wait(&mut self, viewer: &mut impl Viewer, shown: Duration) -> io::Result<()> {
        let end = Instant::now() + shown;
        while let Some(key) = viewer.next_key(end)? {
            if !key.keeps_animation() {
                self.key = Some(key);
                break;
            }
            self.hover = Some(key);
            if Instant::now() >= end {
                break;
            }
        }
        Ok(())
    }

    /// Passes a new size of the screen on at once, because the frames no longer fit.
    pub(super) fn pass_resize_on(&mut self, show: &mut dyn Show) {
        if let Some(resize) = self.key.take_if(|key| matches!(key, Key::Resize(_))) {
            show.press(resize);
        }
    }
}

/// Plays an animation to its end, or until a key ends it. Mouse movements do not end it. Returns the keys that the show
/// must receive afterward, even if they did not end the animation.
///
/// # Errors
///
/// Errors of the viewer.
pub(super) fn play(show: &mut dyn Show, viewer: &mut impl Viewer) -> io::Result<Unhandled> {
    let mut unhandled = Unhandled::default();
    while let Some(frame) = show.animate() {
        if unhandled.key.is_none() {
            viewer.draw(&frame)?;
            unhandled.wait(viewer, BEAT)?;
            unhandled.pass_resize_on(show);
        }
    }
    Ok(unhandled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::space::geometry::{Size, at};
    use std::collections::VecDeque;

    /// A show with an animation of some frames, which a size ends as every key does.
    struct Sparks {
        left: u32,
        keys: Vec<Key>,
    }

    impl Show for Sparks {
        fn press(&mut self, key: Key) {
            self.left = 0;
            self.keys.push(key);
        }

        fn frame(&self) -> Frame {
            Frame::new(Size::new(1, 1))
        }

        fn animate(&mut self) -> Option<Frame> {
            self.left = self.left.checked_sub(1)?;
            Some(self.frame())
        }

        fn is_over(&self) -> bool {
            false
        }
    }

    /// A viewer to whom each key comes, and for whom the time of a frame passes at each `None`.
    struct Script {
        keys: VecDeque<Option<Key>>,
        drawn: u32,
    }

    impl Viewer for Script {
        fn draw(&mut self, _: &Frame) -> io::Result<()> {
            self.drawn += 1;
            Ok(())
        }

        fn next_key(&mut self, _: Instant) -> io::Result<Option<Key>> {
            Ok(self.keys.pop_front().flatten())
        }
    }

    fn played(keys: &[Option<Key>]) -> (Sparks, Script, Unhandled) {
        let (left, seen) = (5, Vec::new());
        let mut show = Sparks { left, keys: seen };
        let (keys, drawn) = (keys.iter().copied().collect(), 0);
        let mut viewer = Script { keys, drawn };
        let unhandled = play(&mut show, &mut viewer).expect("a viewer without errors");
        (show, viewer, unhandled)
    }

    #[test]
    fn x9_any_key_or_click_ends_an_animation_and_is_handed_back() {
        let keys = [
            Key::Char('l'),
            Key::Left,
            Key::Esc,
            Key::Ctrl('c'),
            Key::Paste,
            Key::Click(at(3, 2)),
            Key::WheelUp,
        ];
        for key in keys {
            for frames in 1..=5 {
                let mut script = vec![None; frames - 1];
                script.push(Some(key));
                script.push(Some(Key::Char('x')));
                let (show, viewer, unhandled) = played(&script);
                assert_eq!(viewer.drawn as usize, frames, "{key}");
                assert_eq!(show.left, 0, "{key} ends it");
                assert_eq!((unhandled.hover, unhandled.key), (None, Some(key)));
                assert_eq!(viewer.keys, [Some(Key::Char('x'))], "the next key waits");
            }
        }
    }

    #[test]
    fn x9_a_moving_mouse_ends_no_animation_and_is_handed_back_with_the_key_after_it() {
        let [first, last] = [at(1, 1), at(2, 1)].map(|p| Some(Key::Hover(p)));
        let (_, viewer, unhandled) = played(&[first, None, last]);
        assert_eq!((viewer.drawn, unhandled.hover), (5, last));
        assert_eq!(unhandled.key, None);
        let click = Some(Key::Click(at(2, 1)));
        let (_, viewer, unhandled) = played(&[first, last, click]);
        assert_eq!(viewer.drawn, 1);
        assert_eq!((unhandled.hover, unhandled.key), (last, click));
    }

    #[test]
    fn x9_a_new_size_reaches_the_show_at_once() {
        let size = Key::Resize(Size::new(40, 16));
        let (show, viewer, unhandled) = played(&[None, Some(size), Some(Key::Char('l'))]);
        assert_eq!((viewer.drawn, show.keys), (2, vec![size]));
        assert_eq!(unhandled, Unhandled::default());
        assert_eq!(viewer.keys, [Some(Key::Char('l'))]);
    }
}
