//! What is asked of a session by whoever plays it, shows it or tells of it.
use super::fog::Moment;
use super::outlook::Outlook;
use super::screen::Mode;
use super::session::Session;
use crate::engine::game::Game;
use crate::space::geometry::{Point, Size};
use crate::view::frame::Frame;

impl Session {
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
        matches!(self.screen().mode, Mode::Asking(_))
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

    /// What is shown of the commanded unit's outlook once every animation is over; none where nobody points, and where
    /// something else is shown (K-5).
    pub fn outlook(&self) -> Option<Outlook> {
        self.screen().outlook(Moment::Rest, self.screen_size())
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
        self.screen().mode == Mode::Play
    }
}
