//! Questions about a session: its size, state, screen and messages. None of them changes the session.
use super::plain_keys;
use super::session::Session;
use crate::dungeon::LevelId;
use crate::engine::event::Outcome;
use crate::engine::game::Game;
use crate::play::input::key::Key;
use crate::play::input::keymap::Command;
use crate::play::knowledge::fog::WorldTime;
use crate::play::screen::game_screen::InputMode;
use crate::play::screen::target_preview::TargetPreview;
use crate::space::geometry::{Point, Size};
use crate::view::frame::Frame;
use crate::view::layout::is_too_small;

/// Bytes of a cell in a session: two of `ground::Cell`, what is remembered of it, and whether it is seen.
const CELL: usize = 22;

/// Bytes of a line that was said, besides its text.
const LINE: usize = 40;

impl Session {
    /// How many bytes a clone of it takes, about: its maps twice, for the game and its animation, what its hero remembers of
    /// them, and all that was said.
    pub fn weight(&self) -> usize {
        let world = self.game().world();
        let levels = (0..=u8::MAX).take(world.dungeon().levels.len());
        let area = |level| {
            let Size { width, height } = world.size(LevelId(level));
            width as usize * height as usize
        };
        let cells = levels.map(area).sum::<usize>() * CELL;
        let bodies = size_of_val(world.bodies()) * 2;
        let said = self.messages().iter().map(|line| line.len() + LINE);
        cells + bodies + said.sum::<usize>()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// A hash of the whole state of play; equal wherever dungeon, seed and actions are.
    pub fn checksum(&self) -> u64 {
        self.game().checksum()
    }

    /// The command that a key stands for while keys are for the game; none otherwise, and on a screen too small for the game.
    pub fn command(&self, key: Key) -> Option<Command> {
        let meaning = self.screen().keymap.meaning(key);
        meaning.filter(|_| self.is_heard())
    }

    /// Whether keys are for the game: no page or question is open, the screen is large enough, and the player has not left.
    pub fn is_heard(&self) -> bool {
        self.is_in_play() && !is_too_small(self.screen_size()) && self.leaving().is_none()
    }

    /// The keys that a key stands for, each pressed for itself.
    pub fn parted(&self, key: Key) -> Vec<Key> {
        plain_keys::parts(self.screen().mode, &self.screen().keymap, key)
    }

    /// Columns and rows of its frames.
    pub fn shown_size(&self) -> Size {
        self.screen().shown_size()
    }

    /// The screen at rest: what stands when every animation is over.
    pub fn frame(&self) -> Frame {
        self.screen().frame()
    }

    /// How many turns have passed.
    pub fn turn(&self) -> u32 {
        self.screen().live.game.world().turn()
    }

    /// Whether it asks something that must be answered first.
    pub fn is_asking(&self) -> bool {
        matches!(self.screen().mode, InputMode::Asking(_))
    }

    /// Everything that was said in this game, oldest first.
    pub fn messages(&self) -> &[String] {
        self.screen().messages.all()
    }

    /// What was said in answer to the last key; before the first key, the opening.
    pub fn latest_messages(&self) -> &[String] {
        self.screen().messages.fresh()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.screen().live.game
    }

    /// What is shown of the commanded unit's outlook once every animation is over; none in games whose player does not point,
    /// and where something else is shown (K-5).
    pub fn outlook(&self) -> Option<TargetPreview> {
        self.screen().outlook(WorldTime::Rest, self.screen_size())
    }

    /// The cell that a board larger than the screen scrolls with, where the player points.
    pub fn followed(&self) -> Option<Point> {
        self.screen().pointer.map(|pointer| pointer.follow)
    }

    /// The cell that the player points at.
    pub fn pointed_at(&self) -> Option<Point> {
        self.screen().pointer.map(|pointer| pointer.cursor)
    }

    /// The seed of the game that is played.
    pub fn seed_used(&self) -> u64 {
        self.screen().seed
    }

    /// Columns and rows of its screen.
    pub fn screen_size(&self) -> Size {
        self.screen().size
    }

    /// Whether keys are for the game: no page is shown, nothing is looked at and nothing asked.
    pub fn is_in_play(&self) -> bool {
        self.screen().mode == InputMode::Play
    }
}
