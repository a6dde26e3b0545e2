//! The session: a game and its whole interface. This file starts, shows and ends a session; `pressed_keys` handles the
//! keys.
use std::path::Path;
use std::sync::Arc;

use super::active_journey::ActiveJourney;
use super::new_game::{GameFactory, StartCell, welcome};
use super::{actions, plain_keys};
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::input::keys_file::KeysFile;
use crate::input::script::nearest_size;
use crate::screen::game_screen::{GameScreen, InputMode};
use crate::text::question::Leaving;
use crate::travel::observed_game::PlaceMention;
use crate::view::glyphs::Glyphs;
use crate::view::scene::Lighting;
use crate::view::window_style::WindowStyle;
use dungeon_engine::event::Event;
use dungeon_engine::monster::Monster;
use dungeon_engine::ruleset::Ruleset;
use dungeon_engine::{monsters, rulesets};
use dungeon_lint::{LoadError, load, load_text};
use dungeon_model::dungeon::{Dungeon, Kind};
use dungeon_model::space::geometry::Size;

/// A game played by keys, without a terminal or a clock: the same dungeon, seed, size and keys show the same frames
/// everywhere.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let vault = [
///     "item k \"iron key\" opens=iron",
///     "map",
///     "#######",
///     "#@k+.$#",
///     "#######",
///     "end",
///     "+ 4 2 locked=iron",
/// ];
/// let mut game = Session::from_text(vault.join("\n"))?.with_seed(7).with_size(40, 8);
/// game.press("lll")?;
/// assert_eq!(game.turn(), 3);
/// assert_eq!(game.messages()[1], "You take the iron key.");
/// assert_eq!(game.frame().lines().nth(1).as_deref(), Some("#..@.$#"));
/// # Ok(())
/// # }
/// ```
///
/// A clone continues like the original, except that a running animation is finished.
#[derive(Clone)]
pub struct Session {
    pub(super) factory: GameFactory,
    pub(super) screen: GameScreen,
    /// The journey in progress, or the journey that the last key began and finished.
    pub(super) journey: Option<ActiveJourney>,
    /// The default keymap, whose keys recordings contain.
    pub(super) plain: Keymap,
    /// The number of games begun, including the current one.
    pub(super) games: u32,
    /// The checksum of the game before its first turn.
    pub(super) opening: u64,
    /// The cell where the game began; `None` for the hero's cell in the file.
    pub(super) begun_at: Option<StartCell>,
    pub(super) leaving: Option<Leaving>,
    /// The mode that an open question replaced.
    pub(super) asked_over: InputMode,
    /// Whether the keys for rest and runs work. They do nothing in recordings: earlier versions recorded these keys
    /// when they had no effect yet.
    pub(super) strides: bool,
    /// Whether the session asks before an action that players may regret.
    pub(super) asks_first: bool,
    /// The action that an open question is about.
    pub(super) doubt: Option<Doubt>,
    /// Whether the last key was answered with a message instead of an action, so that recordings leave the key out.
    pub(super) is_held_back: bool,
    /// Whether the last key took back a command.
    pub(super) is_taken_back: bool,
    /// The plain key of the action that the last key confirmed.
    pub(super) allowed: Option<Key>,
    /// The plain keys with the effect of the last key, if it moved the cursor for throws otherwise than in scripts.
    pub(super) cursor_keys: Option<Vec<Key>>,
    /// The hint that the last key removed from the screen, to be shown again after the answer "play on".
    pub(super) hidden: Option<String>,
}

/// A key whose action awaits the player's confirmation.
#[derive(Clone, Copy)]
pub(super) struct Doubt {
    pub key: Key,
    /// The key in the default keymap, for recordings; `None` if the action has no key there.
    pub plain: Option<Key>,
    pub command: Command,
}

/// Prints the game, the size and the messages; the frame shows everything else.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game())
            .field("size", &self.size())
            .field("messages", &self.messages())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Opens a game of the dungeon in a file.
    ///
    /// # Errors
    ///
    /// [`LoadError::Io`] if the file cannot be read, [`LoadError::Report`] if it has errors, which print as in `dungeon
    /// check`.
    pub fn open(path: impl AsRef<Path>) -> Result<Session, LoadError> {
        Ok(Session::new(Arc::new(load(path)?)))
    }

    /// Opens a game of the dungeon that a text describes, for example in a test.
    ///
    /// ```
    /// let mut game = dungeon::Session::from_text("map\n#####\n#@.$#\n#####\nend\n").unwrap();
    /// game.press("ll").unwrap();
    /// assert!(game.messages().last().unwrap().starts_with("You won on turn 2."));
    /// ```
    ///
    /// # Errors
    /// Returns [`LoadError::Report`] if the text has errors, which print as in `dungeon check`, with `<text>` as the
    /// file name.
    pub fn from_text(text: impl Into<String>) -> Result<Session, LoadError> {
        Ok(Session::new(Arc::new(load_text(text)?)))
    }

    /// Begins a game of the dungeon with its own rules, on a screen of 80×24 cells. The seed is the seed in the file,
    /// or 0 if the file has none ([X-10]).
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    pub fn new(dungeon: Arc<Dungeon>) -> Session {
        let rules = rulesets::pick(&dungeon);
        Session::with(dungeon, rules, monsters::mind_for)
    }

    /// Begins a game of the dungeon like [`Session::new`], but with this seed instead of the seed in the file ([X-10]).
    /// Generates the levels only once, while [`Session::with_seed`] would generate them again.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use dungeon::Session;
    /// use dungeon::diagnostics::Source;
    ///
    /// let text = "map caves 40 20\nscatter @ 1\nscatter $ 3\n";
    /// let cave = Arc::new(dungeon::load_source(Source::from_text("cave.dng", text))?);
    /// let caves = [1, 2].map(|seed| Session::seeded(Arc::clone(&cave), seed).frame());
    /// assert_ne!(caves[0], caves[1]);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    pub fn seeded(dungeon: Arc<Dungeon>, seed: u64) -> Session {
        let factory = GameFactory {
            rules: rulesets::pick(&dungeon),
            mind_for: Arc::new(monsters::mind_for),
            dungeon,
        };
        Session::begin(factory, seed)
    }

    /// Returns the dungeon before chance has decided its marks.
    pub(crate) fn dungeon(&self) -> &Arc<Dungeon> {
        &self.factory.dungeon
    }

    /// Begins a game of the dungeon like [`Session::new`], but with other rules and other minds for its monsters.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use dungeon::Session;
    /// use dungeon::diagnostics::Source;
    /// use dungeon::minds::Ghost;
    /// use dungeon::rules::Explore;
    ///
    /// let file = Source::from_text("a.dng", "map\n######\n#@.w$#\n######\nend\n");
    /// let dungeon = Arc::new(dungeon::load_source(file)?);
    /// let haunted = Session::with(dungeon, Arc::new(Explore), |_| Box::new(Ghost { near: 9 }));
    /// assert_eq!(haunted.turn(), 0);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn with(
        dungeon: Arc<Dungeon>,
        rules: Arc<dyn Ruleset>,
        mind_for: impl Fn(&Kind) -> Box<dyn Monster> + Send + Sync + 'static,
    ) -> Session {
        let seed = dungeon.seed.unwrap_or(0);
        let mind_for = Arc::new(mind_for);
        let factory = GameFactory {
            dungeon,
            rules,
            mind_for,
        };
        Session::begin(factory, seed)
    }

    fn begin(factory: GameFactory, seed: u64) -> Session {
        let screen = factory.screen(seed);
        Session {
            opening: screen.observed.game.checksum(),
            plain: screen.keymap.clone(),
            factory,
            screen,
            journey: None,
            games: 1,
            begun_at: None,
            leaving: None,
            asked_over: InputMode::Play,
            strides: true,
            asks_first: false,
            doubt: None,
            is_held_back: false,
            is_taken_back: false,
            allowed: None,
            cursor_keys: None,
            hidden: None,
        }
    }

    /// Restarts the game with this seed instead of the seed in the file ([X-10]). Any number is a seed.
    ///
    /// [X-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-10
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// let hall = "map\n########\n#@.....#\n#......#\n########\nend\nscatter $ 1\n";
    /// let game = Session::from_text(hall)?;
    /// let (seven, again) = (game.clone().with_seed(7), game.clone().with_seed(7));
    /// assert_eq!(seven.checksum(), again.checksum());
    /// assert_eq!(seven.seed(), 7);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Session {
        self.start(seed);
        self
    }

    /// Restarts the game with the hero on this cell, if a hero can be on it; does nothing for `None`.
    pub(crate) fn starting_at(mut self, start: Option<StartCell>) -> Session {
        if start.is_some() {
            self.start_at(self.screen.seed, start);
        }
        self
    }

    /// Resizes the screen to `width` columns and `height` rows, each clamped to 1 to 1000.
    ///
    /// ```
    /// let game = dungeon::Session::from_text("map\n####\n#@$#\n####\nend\n")?.with_size(30, 8);
    /// assert_eq!(game.frame().size().to_string(), "30x8");
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    #[must_use]
    pub fn with_size(mut self, width: i32, height: i32) -> Session {
        self.screen.resize(Size::new(width, height));
        self
    }

    /// Sets the characters to draw with; the default is Unicode.
    #[must_use]
    pub fn glyphs(mut self, glyphs: Glyphs) -> Session {
        self.screen.glyphs = glyphs;
        self
    }

    /// Sets the window style. The default is the classic window for a file of the classic format, and otherwise a panel
    /// beside the map if the screen is large enough.
    #[must_use]
    pub fn window(mut self, window: WindowStyle) -> Session {
        self.screen.window = window;
        self.screen.resize(self.screen.size);
        self
    }

    /// Sets how terrain in view is lit. By default, all terrain in view is lit equally.
    #[must_use]
    pub fn lighting(mut self, lighting: Lighting) -> Session {
        self.screen.lighting = lighting;
        self
    }

    /// Binds a player's own keys: from now on, keys have the meaning that the keys file gives them for this game.
    ///
    /// ```
    /// use dungeon::diagnostics::Source;
    /// use dungeon::session::KeysFile;
    /// use dungeon::Session;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let keys = KeysFile::read(&Source::from_text("keys.toml", "east = \"d\"\n")).expect("sound");
    /// let mut game = Session::from_text("map\n####\n#@$#\n####\nend\n")?.keymap(&keys);
    /// game.press("d")?;
    /// assert!(game.outcome().is_some());
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn keymap(mut self, keys: &KeysFile) -> Session {
        let rebinding = keys.rebinding(self.factory.dungeon.settings.game.word);
        self.screen.keymap = self.factory.keymap(rebinding);
        if self.screen.observed.seen_world().turn() == 0 && self.screen.typed.is_empty() {
            // The welcome names the help key, which may be a different key now.
            welcome(&mut self.screen);
        }
        self
    }

    /// Makes the session ask before an action that players may regret: a bolt paid for with health ([E-13]), ending a
    /// turn with most action points unspent ([K-10]), a step or a journey onto a visible trap ([E-11]), or using an item
    /// that would raise nothing. In addition, a step into a visible wall only shows a message
    /// and passes no turn, except in classic dungeons, which count the step as a turn ([E-11]). Auto-explore also goes
    /// to signs. Without this setting, as in scripts and recordings, each key acts at once.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let map = "hero health=20 manna=0\nmap\n#####\n#@.$#\n#####\nend\n";
    /// let mut game = dungeon::Session::from_text(map)?.asking_first();
    /// game.press("d")?;
    /// assert!(game.is_asking() && game.turn() == 0);
    /// game.press("y")?;
    /// assert_eq!(game.turn(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// [E-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-11
    /// [E-13]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-13
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    #[must_use]
    pub fn asking_first(mut self) -> Session {
        self.asks_first = true;
        self.screen.observed.heed_notes();
        self
    }

    /// Whether the last key was answered with a message instead of an action.
    pub(crate) fn is_held_back(&self) -> bool {
        self.is_held_back
    }

    /// Sets whether the keys for rest and runs work. They do nothing in recordings, which contain the steps of such
    /// journeys but never these keys.
    pub(crate) fn set_strides(&mut self, strides: bool) {
        self.strides = strides;
    }

    /// If the last key confirmed an action, returns the key that requests this action without a question; otherwise
    /// `None`.
    pub(crate) fn allowed_key(&self) -> Option<Key> {
        self.allowed
    }

    /// Returns the plain keys with the effect of the last key, if that key chose an item or a target to throw at for a
    /// player who is asked first; otherwise `None`.
    pub(crate) fn cursor_keys(&self) -> Option<&[Key]> {
        self.cursor_keys.as_deref()
    }

    /// Sets the size of all further frames to the size of a viewer's screen. Keys keep their meaning on the player's
    /// screen, where the mouse is.
    pub fn show_on(&mut self, size: Size) {
        self.screen.watched = Some(nearest_size(size));
    }

    /// Returns the state that frames are drawn from, for a narrator that describes the state in words.
    pub(crate) fn screen(&self) -> &GameScreen {
        &self.screen
    }

    /// Returns the number of games begun in the session, including the current one: 1 at first; saturates.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Translates a key into the key with the same meaning in the default keymap; `None` if a keys file removed the
    /// default meaning of `key`.
    pub fn plain(&self, key: Key) -> Option<Key> {
        plain_keys::plain(&self.screen, &self.plain, key)
    }

    /// Finishes a running animation ([X-9]).
    ///
    /// [X-9]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-9
    pub fn settle(&mut self) {
        self.screen.observed.finish_animation();
    }

    /// Advances the running animation to the next event that is shown, and returns that event for `GameScreen::scene`;
    /// `None` when the animation is over.
    pub fn next_shown(&mut self) -> Option<Event> {
        self.screen.observed.next_shown()
    }

    /// Whether the game has changed since its beginning, so that saving makes sense.
    pub fn is_begun(&self) -> bool {
        self.checksum() != self.opening
    }

    /// Returns how the player has left; `None` while the session goes on.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::session::Leaving;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press("lQ")?;
    /// assert!(game.is_asking() && game.leaving().is_none());
    /// game.press("y")?;
    /// assert_eq!(game.leaving(), Some(Leaving::Save));
    /// # Ok(())
    /// # }
    /// ```
    pub fn leaving(&self) -> Option<Leaving> {
        self.leaving
    }

    /// Leaves the session without a question.
    pub fn leave(&mut self, leaving: Leaving) {
        self.screen.messages.await_key();
        self.leaving = Some(leaving);
    }

    /// Cancels leaving: the session continues.
    pub fn stay(&mut self) {
        self.leaving = None;
        self.screen.mode = InputMode::Play;
    }

    /// Answers the last key with a hint. The screen shows the hint until the next key, and the log does not record it.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.say("Saved as hall.rec.");
    /// assert_eq!(game.latest_messages(), ["Saved as hall.rec."]);
    /// game.press("l")?;
    /// assert!(game.latest_messages().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn say(&mut self, what: impl Into<String>) {
        self.screen.messages.await_key();
        actions::show_hint(&mut self.screen, what.into());
    }

    /// Adds places to all further messages of this game, for players who cannot see the screen.
    pub fn tell_places(&mut self) {
        self.screen.observed.place_mention = PlaceMention::Included;
    }

    /// Adds places only to further messages of this game that answer the last key ([`Session::latest_messages`]), for
    /// listeners to a game that is also seen.
    pub fn tell_places_to_listeners(&mut self) {
        self.screen.observed.place_mention = PlaceMention::Heard;
    }

    /// Removes the hint that answers the last key before the next key would remove it.
    pub fn drop_hint(&mut self) {
        if self.screen.messages.take_hint().is_some() {
            self.screen.messages.await_key();
        }
    }

    /// Returns the keys, in the default keymap, for the part of a journey that the last key or the last `go_on` carried
    /// out: a key that closes an open cursor, and a key for the step. Empty if the journey ended before its first step;
    /// `None` if the last key began no journey.
    ///
    /// ```
    /// use dungeon::{Key, Session};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// game.press("o")?; // explores: one key, three steps
    /// assert_eq!(game.turn(), 3);
    /// assert_eq!(game.journey_keys().and_then(<[Key]>::last), Some(&Key::Char('6')));
    /// # Ok(())
    /// # }
    /// ```
    pub fn journey_keys(&self) -> Option<&[Key]> {
        self.journey.as_ref().map(ActiveJourney::keys)
    }

    /// Ends the journey that is in progress or that the last key began, and shows its messages step by step, so that
    /// the screen is the same as after the plain keys of the steps. The reason for the journey's end becomes a hint,
    /// which is shown until the next key.
    pub fn retell_as_steps(&mut self) {
        if let Some(journey) = self.journey.take() {
            journey.retell_as_steps(&mut self.screen);
        }
    }

    /// Restarts the game with the same seed.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = dungeon::Session::from_text("map\n######\n#@..$#\n######\nend\n")?;
    /// let opening = game.checksum();
    /// game.press("ll")?;
    /// game.restart();
    /// assert_eq!((game.checksum(), game.games()), (opening, 2));
    /// # Ok(())
    /// # }
    /// ```
    pub fn restart(&mut self) {
        self.start(self.screen.seed);
    }

    pub(super) fn new_game(&mut self) {
        self.start(self.screen.observed.game.next_seed());
    }

    fn start(&mut self, seed: u64) {
        self.start_at(seed, None);
    }

    /// Restarts the game, with the hero at `start` if a hero can be on that cell.
    pub(super) fn start_at(&mut self, seed: u64, start: Option<StartCell>) {
        self.games = self.games.saturating_add(1);
        self.journey = None;
        self.begun_at = self.factory.begin(&mut self.screen, seed, start);
        if self.asks_first {
            self.screen.observed.heed_notes();
        }
        self.opening = self.checksum();
    }
}
