//! Read-only questions about a session: its size, state, screen and messages.
use super::new_game::StartCell;
use super::plain_keys;
use super::session::Session;
use crate::input::key::Key;
use crate::input::keymap::Command;
use crate::knowledge::fog::WorldTime;
use crate::screen::game_screen::InputMode;
use crate::screen::target_preview::TargetPreview;
use crate::view::frame::Frame;
use crate::view::layout::is_too_small;
use crate::view::scene::Visibility;
use dungeon_engine::event::Outcome;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::space::geometry::{Point, Region, Size};

impl Session {
    /// Estimates the memory of a clone of the session, in bytes: the game with the hero's memory of the maps, the log,
    /// and the commands that can be taken back.
    pub fn weight(&self) -> usize {
        let screen = self.screen();
        let history = screen
            .history
            .as_ref()
            .map_or(0, |history| history.weight());
        screen.observed.weight() + screen.messages.weight() + history
    }

    /// Whether the last key took back a command ([X-18]).
    ///
    /// [X-18]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-18
    #[doc(hidden)]
    pub fn has_taken_back(&self) -> bool {
        self.is_taken_back
    }

    /// Returns the cell where the game began; `None` if it is the hero's cell in the file.
    pub(crate) fn begun_at(&self) -> Option<StartCell> {
        self.begun_at
    }

    /// Returns how the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// Returns a 64-bit hash of the whole state of play, which is equal if dungeon, seed and actions are equal.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let (mut twin, opening) = (game.clone(), game.checksum());
    /// game.press("l")?;
    /// twin.press("<Right>")?;
    /// assert!(game.checksum() == twin.checksum() && game.checksum() != opening);
    /// # Ok(())
    /// # }
    /// ```
    pub fn checksum(&self) -> u64 {
        self.game().checksum()
    }

    /// Returns the command of a key in the game; `None` if the key is unbound, if a page or a question takes the keys,
    /// or if the screen is too small for the game.
    ///
    /// ```
    /// use dungeon::session::Command;
    /// use dungeon::{Action, Key, Session};
    ///
    /// let game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// assert_eq!(game.command(Key::Char('.')), Some(Command::Act(Action::Wait)));
    /// assert_eq!(game.command(Key::F(1)), Some(Command::Help));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn command(&self, key: Key) -> Option<Command> {
        let meaning = self.screen().keymap.meaning(key);
        meaning.filter(|_| self.is_heard())
    }

    /// Whether keys go to the game: no page or question is open, the screen is large enough, and the player has not
    /// left.
    pub fn is_heard(&self) -> bool {
        self.is_in_play() && !is_too_small(self.size()) && self.leaving().is_none()
    }

    /// Returns the keys that a key stands for, to be pressed one by one. The list has at least one key, usually `key`
    /// itself.
    pub fn parted(&self, key: Key) -> Vec<Key> {
        plain_keys::parts(self.screen().mode, &self.screen().keymap, key)
    }

    /// Returns the columns and rows of the session's frames.
    pub fn shown_size(&self) -> Size {
        self.screen().shown_size()
    }

    /// Draws the screen at rest, as the screen is after any running animation.
    pub fn frame(&self) -> Frame {
        self.screen().frame()
    }

    /// Returns the number of turns that have passed in the current game.
    pub fn turn(&self) -> u32 {
        self.screen().observed.seen_world().turn()
    }

    /// Returns the number of turns played: the turns that have passed, plus the turn in which the game ended ([X-16]).
    ///
    /// [X-16]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-16
    ///
    /// ```
    /// let mut game = dungeon::Session::from_text("goal leave=yes\nmap\n#####\n#@.>#\n#####\nend\n")?;
    /// game.press("ll>")?;
    /// assert_eq!((game.turn(), game.turns_played()), (2, 3), "the way out is taken in the third turn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turns_played(&self) -> u32 {
        self.game().world().ledger().turns
    }

    /// Whether a question is open and must be answered first.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press("lQ")?;
    /// assert!(game.is_asking(), "an unfinished game asks before it is left");
    /// game.press("<Esc>")?;
    /// assert!(!game.is_asking() && game.leaving().is_none());
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_asking(&self) -> bool {
        matches!(self.screen().mode, InputMode::Asking(_))
    }

    /// Returns the messages of the game, oldest first, each in whole sentences on one line; at most the newest 10,000.
    pub fn messages(&self) -> &[String] {
        self.screen().messages.all()
    }

    /// Returns the messages that answer the last key, in order, including hints. Before the first key, returns the
    /// messages of the opening. Empty if the key got no answer.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n#######\n#@$..$#\n#######\nend\n")?;
    /// game.press("l")?;
    /// assert_eq!(game.latest_messages(), ["You take the gold (+10 wealth)."]);
    /// game.press("l")?;
    /// assert!(game.latest_messages().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn latest_messages(&self) -> &[String] {
        self.screen().messages.fresh()
    }

    /// Returns the newest messages at rest, oldest first and not wrapped: a question, the description of the cell under
    /// a cursor, or the last turn's messages. After the end of the game, the keys to continue follow the last turn's
    /// messages.
    pub fn log_lines(&self) -> Vec<String> {
        self.screen().newest()
    }

    /// Whether the player sees a cell of the commanded body's level now; without fog, always true.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::geometry::at;
    ///
    /// let foggy = "rules explore fog=2\nmap\n########\n#@....$#\n########\nend\n";
    /// let game = Session::from_text(foggy)?;
    /// assert!(game.sees(at(3, 1)) && !game.sees(at(6, 1)));
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn sees(&self, p: Point) -> bool {
        self.screen().observed.visibility(WorldTime::Rest, p) == Visibility::Seen
    }

    /// Returns the current game.
    ///
    /// ```
    /// let session = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let hero = session.game().world().commanded();
    /// assert_eq!(session.game().world().body(hero).at.to_string(), "2,2");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn game(&self) -> &Game {
        &self.screen().observed.game
    }

    /// Returns the current world as it looks to the player: disguised monsters look like things ([M-7]).
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    #[doc(hidden)]
    pub fn seen_world(&self) -> &World {
        self.screen().observed.seen_world()
    }

    /// Returns the preview of the commanded unit at rest; `None` in games not played by pointing, after the end, and
    /// while the player looks around, chooses a destination or reads a page ([K-5]).
    ///
    /// [K-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-5
    pub fn outlook(&self) -> Option<TargetPreview> {
        self.screen().target_preview(WorldTime::Rest, self.size())
    }

    /// Returns the cell that stays in view when a board larger than the screen scrolls; `None` in games not played by
    /// pointing.
    pub fn followed(&self) -> Option<Point> {
        self.screen()
            .target_cursor
            .map(|target_cursor| target_cursor.follow)
    }

    /// Returns the cell under the target cursor; `None` in games not played by pointing.
    pub fn pointed_at(&self) -> Option<Point> {
        self.screen()
            .target_cursor
            .map(|target_cursor| target_cursor.cell)
    }

    /// Returns the seed of the current game: the seed in the file, the seed that was set, or the seed of a later game.
    pub fn seed(&self) -> u64 {
        self.screen().seed
    }

    /// Returns the columns and rows of the player's screen.
    pub fn size(&self) -> Size {
        self.screen().size
    }

    /// Whether the wheel scrolls the screen: a page of text is open that is longer than the screen.
    #[doc(hidden)]
    pub fn has_more_text(&self) -> bool {
        self.screen().has_more_text()
    }

    /// Returns the cell of the level drawn at a point of the screen at rest, and the region of the screen that shows the
    /// level; `None` at points that show no cell.
    #[doc(hidden)]
    pub fn map_cell(&self, screen: Point) -> Option<(Point, Region)> {
        self.screen().map_cell(screen)
    }

    /// Whether keys play the game: no page, cursor or question is open.
    pub fn is_in_play(&self) -> bool {
        self.screen().mode == InputMode::Play
    }
}
