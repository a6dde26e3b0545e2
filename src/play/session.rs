//! A game and everything around it that a person can do, driven by keys; every screen is a `Frame`.
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::choosing::{self, Answer};
use super::cursor::Cursor;
use super::fog::Moment;
use super::keymap::{Command, Keymap, Rebinding};
use super::keys::Key;
use super::keys_file::KeysFile;
use super::live::Live;
use super::messages::Messages;
use super::notices;
use super::outlook::Outlook;
use super::page::Page;
use super::pointer::Pointer;
use super::pointing::{self, Turn};
use super::question::{self, Leaving, Question};
use super::screen::{Mode, Screen};
use super::script::{KeyError, Script, nearest_size};
use super::show::{Pace, Show};
use super::travel::{Journey, Stay};
use super::walk::{Going, Walk};
use crate::dungeon::{Dungeon, Kind};
use crate::engine::action::{Action, Refusal};
use crate::engine::event::Outcome;
use crate::engine::game::Game;
use crate::engine::monster::Monster;
use crate::engine::ruleset::Ruleset;
use crate::format::{LoadError, load};
use crate::space::geometry::{Point, Size};
use crate::view::frame::Frame;
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::plan::Control;
use crate::{monsters, rulesets};

/// How a session makes the minds of its games.
type Hatch = Box<dyn Fn(&Kind) -> Box<dyn Monster> + Send + Sync>;

/// A game to play by keys, without a terminal or a clock: the same dungeon, seed, size and keys show the
/// same frames everywhere.
///
/// ```
/// use dungeon::Session;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::open("fixtures/scenes/hall.dng")?.seed(7).size(80, 24);
/// game.press("llj.<Esc>n")?;
/// assert_eq!(game.turn(), 4);
/// assert_eq!(game.messages()[1], "You take the bread: +5 health, -2 manna. It is stale.");
/// println!("{}", game.frame());
/// println!("{}", game.film("hjkl")?.only_changes());
/// # Ok(())
/// # }
/// ```
pub struct Session {
    dungeon: Arc<Dungeon>,
    rules: Arc<dyn Ruleset>,
    hatch: Hatch,
    screen: Screen,
    /// The journey that is under way.
    walk: Option<Walk>,
    /// What keys mean without a file of keys.
    plain: Keymap,
    /// How many games were begun.
    games: u32,
    /// Checksum of the game before its first turn.
    opening: u64,
    leaving: Option<Leaving>,
    /// What a question hides.
    beneath: Mode,
}

impl Session {
    /// A game of the dungeon in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or has errors: they print as `dungeon check` tells them.
    pub fn open(path: impl AsRef<Path>) -> Result<Session, LoadError> {
        Ok(Session::new(Arc::new(load(path)?)))
    }

    /// A game of the dungeon by the rules it names, at 80×24, with the file's seed or else 0 (X-10).
    pub fn new(dungeon: Arc<Dungeon>) -> Session {
        let rules = rulesets::pick(&dungeon);
        Session::with(dungeon, rules, monsters::hatch)
    }

    /// The same with rules and minds of one's own.
    pub fn with(
        dungeon: Arc<Dungeon>,
        rules: Arc<dyn Ruleset>,
        hatch: impl Fn(&Kind) -> Box<dyn Monster> + Send + Sync + 'static,
    ) -> Session {
        let seed = dungeon.seed.unwrap_or(0);
        let game = Game::new(Arc::clone(&dungeon), Arc::clone(&rules), &hatch, seed);
        let opening = game.checksum();
        let plain = Keymap::rebound(rules.bindings(), control(&*rules), &Rebinding::default());
        let screen = Screen {
            seed,
            size: Size::new(80, 24),
            glyphs: Glyphs::default(),
            keymap: plain.clone(),
            pointer: pointer(&game),
            live: Live::of(game),
            messages: Messages::default(),
            mode: Mode::Play,
            typed: String::new(),
        };
        let mut session = Session {
            dungeon,
            rules,
            hatch: Box::new(hatch),
            screen,
            walk: None,
            plain,
            games: 1,
            opening,
            leaving: None,
            beneath: Mode::Play,
        };
        session.welcome();
        session
    }

    /// The same from its beginning, with this seed instead of the file's (X-10).
    pub fn seed(mut self, seed: u64) -> Session {
        self.start(seed);
        self
    }

    /// The same on a screen of so many columns and rows, each 1 to 1000 (others are taken as the nearest of these).
    pub fn size(mut self, width: i32, height: i32) -> Session {
        self.resize(Size::new(width, height));
        self
    }

    /// The same on a screen that has these characters; without this it has all of them.
    pub fn glyphs(mut self, glyphs: Glyphs) -> Session {
        self.screen.glyphs = glyphs;
        self
    }

    /// The same played by a person's own keys: from now on, keys mean what they say for this game.
    pub fn keymap(mut self, keys: &KeysFile) -> Session {
        let rebinding = keys.of(self.dungeon.settings.name());
        let (rules, control) = (self.rules.bindings(), control(&*self.rules));
        self.screen.keymap = Keymap::rebound(rules, control, rebinding);
        if self.turn() == 0 && self.screen.typed.is_empty() {
            // The welcome names a key.
            self.screen.messages = Messages::default();
            self.welcome();
        }
        self
    }

    /// Presses keys, written as `llj.<Esc><C-c><Up><resize 60x20>`. A script that cannot be read presses none.
    pub fn press(&mut self, keys: &str) -> Result<(), KeyError> {
        let Script(keys) = keys.parse()?;
        keys.into_iter().for_each(|key| self.press_key(key));
        Ok(())
    }

    /// Completes a running animation (X-9), then obeys the key; a journey that it begins is completed at once.
    pub fn press_key(&mut self, key: Key) {
        Show::press(self, key);
        self.arrive();
    }

    /// Completes the journey that is under way.
    fn arrive(&mut self) {
        while self.is_under_way() {
            self.go_on();
        }
    }

    fn obey(&mut self, key: Key) {
        let keys = self.parted(key);
        if keys != [key] {
            return keys.into_iter().for_each(|key| self.obey(key));
        }
        self.screen.messages.await_key();
        if self.leaving.is_some() {
            return;
        }
        if let Key::Hover(over) = key {
            return self.screen.hover(over);
        }
        self.screen.live.settle();
        match (key, self.screen.mode) {
            (Key::Resize(size), _) => self.resize(size),
            (Key::Ctrl('c'), Mode::Asking(Question::Leave | Question::LeaveUnplayed)) => {
                self.leaving = Some(Leaving::Save);
            }
            (Key::Ctrl('c'), _) => self.quit(),
            (_, Mode::Asking(question)) => self.answer(question, key),
            // Nobody should play what he cannot see.
            _ if is_too_small(self.screen.size) => self.leave_unseen(key),
            (Key::Idle, Mode::Play) => self.idle(),
            (_, Mode::Play) => self.play(key),
            (_, Mode::Look(_) | Mode::Travel(_)) => self.point(key),
            (_, Mode::Help(page)) => {
                let lines = self.screen.help().len();
                let page = page.turned(lines, self.screen.size, key);
                self.screen.mode = page.map_or(Mode::Play, Mode::Help);
            }
            (_, Mode::Messages(page)) => {
                let lines = self.screen.history().len();
                let page = page.turned(lines, self.screen.size, key);
                self.screen.mode = page.map_or(Mode::Play, Mode::Messages);
            }
        }
    }

    /// The screen at rest: what stands when every animation is over.
    pub fn frame(&self) -> Frame {
        self.screen.frame()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.screen.live.game.outcome()
    }

    /// Everything that was said in this game, oldest first.
    pub fn messages(&self) -> &[String] {
        self.screen.messages.all()
    }

    /// What was said in answer to the last key; before the first key, the opening.
    pub fn latest_messages(&self) -> &[String] {
        self.screen.messages.fresh()
    }

    /// A hash of the whole state of play; equal wherever dungeon, seed and actions are.
    pub fn checksum(&self) -> u64 {
        self.screen.live.game.checksum()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.screen.live.game
    }

    /// What its frames are made of, for whoever tells the same in words.
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// What is shown of the commanded unit's outlook once every animation is over; none where nobody points, and where
    /// something else is shown (K-5).
    pub fn outlook(&self) -> Option<Outlook> {
        self.screen.outlook(Moment::Rest)
    }

    /// The cell that a board larger than the screen scrolls with, where the player points.
    pub fn followed(&self) -> Option<Point> {
        self.screen.pointer.map(|pointer| pointer.follow)
    }

    /// The cell that the player points at.
    pub fn pointed_at(&self) -> Option<Point> {
        self.screen.pointer.map(|pointer| pointer.cursor)
    }

    /// The seed of the game that is played.
    pub fn seed_used(&self) -> u64 {
        self.screen.seed
    }

    /// How many games were begun in it, this one included.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Columns and rows of its screen.
    pub fn screen_size(&self) -> Size {
        self.screen.size
    }

    /// Whether it asks something that must be answered first.
    pub fn is_asking(&self) -> bool {
        matches!(self.screen.mode, Mode::Asking(_))
    }

    /// Whether keys are for the game: no page is shown, nothing is looked at and nothing asked.
    pub fn is_in_play(&self) -> bool {
        self.screen.mode == Mode::Play
    }

    /// What a key asks for while keys are for the game; none otherwise, and where nobody sees what he plays.
    pub fn command(&self, key: Key) -> Option<Command> {
        let is_heard = self.is_in_play() && !is_too_small(self.screen.size);
        let meaning = self.screen.keymap.meaning(key);
        meaning.filter(|_| is_heard && self.leaving.is_none())
    }

    /// Whether anything has happened since the game began, so that it is worth a save.
    pub fn is_begun(&self) -> bool {
        self.checksum() != self.opening
    }

    /// How the person has left; none while he plays.
    pub fn leaving(&self) -> Option<Leaving> {
        self.leaving
    }

    /// Leaves without a question.
    pub fn leave(&mut self, leaving: Leaving) {
        self.leaving = Some(leaving);
    }

    /// Says something in the log that no rule says.
    pub fn say(&mut self, what: impl Into<String>) {
        self.screen.messages.await_key();
        self.reply(what.into());
    }

    /// The key that means the same as this one now where no file of keys changed any; none for one that such a file
    /// took its meaning from.
    pub fn plain(&self, key: Key) -> Option<Key> {
        let translated = |taken| self.screen.keymap.translated(key, &self.plain, taken);
        let same = match self.screen.mode {
            Mode::Asking(_) => Some(key),
            _ if is_too_small(self.screen.size) => translated(&[]),
            Mode::Help(_) | Mode::Messages(_) => Some(key),
            Mode::Look(_) | Mode::Travel(_) => {
                let raw = pointing::raw(self.screen.mode);
                match raw.contains(&key) {
                    true => Some(key),
                    false => translated(raw),
                }
            }
            Mode::Play => translated(&[]),
        };
        let is_one = |key, keymap| self.parts(key, keymap) == [key];
        // What is one key here may stand for several without the file, which mean something.
        same.filter(|same| !is_one(key, &self.screen.keymap) || is_one(*same, &self.plain))
    }

    /// The keys that a key stands for, each pressed for itself: so many small steps of a cursor are a large one, and
    /// whoever types Escape and a letter fast sends the bytes of Alt and the letter.
    pub fn parted(&self, key: Key) -> Vec<Key> {
        self.parts(key, &self.screen.keymap)
    }

    fn parts(&self, key: Key, keymap: &Keymap) -> Vec<Key> {
        match key {
            Key::Alt(c) if keymap.meaning(key).is_none() => vec![Key::Esc, Key::Char(c)],
            key => pointing::leap(self.screen.mode, keymap, key).unwrap_or_else(|| vec![key]),
        }
    }

    /// The keys that came to the same as the journey that is under way did so far: what closes its cursor, if it had
    /// one, and a key a step.
    pub fn strides(&self) -> &[Key] {
        self.walk.as_ref().map_or(&[], Walk::keys)
    }

    /// How many turns have passed.
    pub fn turn(&self) -> u32 {
        self.screen.live.game.world().turn()
    }

    /// The same game from its beginning, with the same seed.
    pub fn restart(&mut self) {
        self.start(self.screen.seed);
    }

    fn new_game(&mut self) {
        self.start(self.screen.live.game.next_seed());
    }

    fn start(&mut self, seed: u64) {
        self.games = self.games.saturating_add(1);
        self.screen.seed = seed;
        let (dungeon, rules) = (Arc::clone(&self.dungeon), Arc::clone(&self.rules));
        let game = Game::new(dungeon, rules, &self.hatch, seed);
        self.opening = game.checksum();
        self.screen.pointer = pointer(&game);
        self.screen.live = Live::of(game);
        self.walk = None;
        self.screen.mode = Mode::Play;
        self.screen.typed.clear();
        self.screen.messages = Messages::default();
        self.welcome();
        self.resize(self.screen.size);
    }

    fn welcome(&mut self) {
        let mut said = vec![notices::welcome(
            self.screen.live.game.world(),
            &self.screen.keymap,
        )];
        said.extend(self.screen.live.opening());
        self.screen.messages.add(said);
    }

    /// What a board larger than the screen shows then depends on what is pointed at alone, not on how it was scrolled before:
    /// a recording knows only the screen that its game began on.
    fn resize(&mut self, size: Size) {
        self.screen.size = nearest_size(size);
        if let Some(pointer) = &mut self.screen.pointer {
            pointer.follow = pointer.cursor;
            let cursor = pointer.cursor;
            self.screen.point_at(cursor);
        }
    }

    fn play(&mut self, key: Key) {
        self.screen.typed = key.to_string();
        let clicked = match key {
            Key::Click(p) => self.screen.afterwards_at(p),
            _ => None,
        };
        match clicked.or_else(|| self.screen.keymap.meaning(key)) {
            Some(Command::Act(action)) => self.act(action),
            Some(Command::Help) => self.screen.mode = Mode::Help(Page::titled("Keys")),
            Some(Command::Messages) => {
                let lines = self.screen.history().len();
                let first = Page::last(lines, self.screen.size);
                let title = "Messages";
                self.screen.mode = Mode::Messages(Page { title, first });
            }
            Some(Command::Pack) => self.reply(notices::pack(self.screen.live.game.world())),
            Some(Command::Look) => {
                let world = self.screen.live.game.world();
                let hero = world.body(world.commanded()).at;
                let at = self.screen.pointer.map_or(hero, |pointer| pointer.cursor);
                self.screen.mode = Mode::Look(at);
            }
            Some(Command::Restart) if self.is_lost_by_another() => self.ask(Question::Restart),
            Some(Command::Restart) => self.restart(),
            Some(Command::NewGame) if self.is_lost_by_another() => self.ask(Question::NewGame),
            Some(Command::NewGame) => self.new_game(),
            Some(Command::Quit) => self.quit(),
            // Whoever hosts the session and saves it does not pass that on.
            Some(Command::Save) => self.reply(notices::UNSAVED.to_owned()),
            Some(Command::Travel) => {
                self.screen.mode = Mode::Travel(Cursor::first(self.screen.live.chart()));
            }
            Some(Command::TravelThere) => self.travel_there(key),
            Some(Command::Explore) => self.explore(),
            Some(Command::Point(way)) => self.screen.move_cursor(way),
            Some(Command::PointThere) => {}
            Some(Command::Choose) => {
                let answer = choosing::choose(&mut self.screen, key);
                self.answer_with(answer);
            }
            Some(Command::Aim(cycle)) => {
                let answer = choosing::aim(&mut self.screen, cycle);
                self.answer_with(answer);
            }
            Some(Command::Back) => self.back(),
            None => self.reply(notices::hint(key, &self.screen.keymap)),
        }
    }

    /// X-2: what is refused costs no turn, and the reason is shown.
    fn act(&mut self, action: Action) {
        let before = choosing::whereabouts(&self.screen.live.game);
        match self.screen.live.obey(action) {
            Ok(turns) => {
                let is_silent = turns.iter().all(Vec::is_empty);
                let messages = &mut self.screen.messages;
                turns.into_iter().for_each(|said| messages.add(said));
                if let Some(turn) = choosing::new_turn(&self.screen.live).filter(|_| is_silent) {
                    self.screen.messages.add([notices::next_turn(turn)]);
                }
                choosing::follow(&mut self.screen, before);
            }
            Err(refusal) => match Journey::plan(self.screen.live.chart(), action) {
                Ok(journey) => self.set_out(journey, None),
                Err(Stay::NoWay) => self.reply(notices::NO_WAY.to_owned()),
                Err(_) => self.reply(refusal.to_string()),
            },
        }
    }

    /// Begins a journey with its first step.
    fn set_out(&mut self, journey: Journey, closing: Option<Key>) {
        self.walk = Some(Walk::begin(&mut self.screen, journey, closing));
        self.go_on();
    }

    /// What a key of a game with pointing leaves to do.
    fn answer_with(&mut self, answer: Answer) {
        match answer {
            Answer::Shown => {}
            Answer::Deed(action) => self.act(action),
            Answer::Said(what) => self.reply(what),
        }
    }

    /// Gives up what was begun last, or else the game.
    fn back(&mut self) {
        let goes_on = self.outcome().is_none();
        let gave_up = self.screen.pointer.as_mut().is_some_and(Pointer::give_up);
        if !(goes_on && gave_up) {
            self.quit();
        }
    }

    /// The monsters run. What the screen says stays until something else is to be said.
    fn idle(&mut self) {
        if self.outcome().is_some() {
            return;
        }
        match self.screen.live.obey(Action::Idle) {
            Ok(turns) => {
                let told = turns.into_iter().filter(|said| !said.is_empty());
                told.for_each(|said| self.screen.messages.add(said));
            }
            Err(why) => self.reply(why.to_string()),
        }
    }

    /// Answers a key that takes no turn. How the game ended stays readable whatever is pressed afterwards.
    fn reply(&mut self, what: String) {
        match self.outcome() {
            None => self.screen.messages.add([what]),
            Some(_) => self.screen.messages.add_aside(what),
        }
    }

    /// E-14: asked once if the game is unfinished.
    fn quit(&mut self) {
        match (self.outcome(), self.is_begun()) {
            (Some(_), _) => self.leaving = Some(Leaving::Discard),
            (None, true) => self.ask(Question::Leave),
            (None, false) => self.ask(Question::LeaveUnplayed),
        }
    }

    /// Whether there is something to ask before another game begins.
    fn is_lost_by_another(&self) -> bool {
        self.outcome().is_none() && self.is_begun()
    }

    fn ask(&mut self, question: Question) {
        if !self.is_asking() {
            self.beneath = self.screen.mode;
        }
        self.screen.mode = Mode::Asking(question);
    }

    fn answer(&mut self, question: Question, key: Key) {
        match question.answer(key, &self.screen.frame()) {
            Some(question::Answer::PlayOn) => self.screen.mode = self.beneath,
            Some(question::Answer::Leave(leaving)) => self.leaving = Some(leaving),
            Some(question::Answer::Restart) => self.restart(),
            Some(question::Answer::NewGame) => self.new_game(),
            None => {}
        }
    }

    fn leave_unseen(&mut self, key: Key) {
        if matches!(
            self.screen.keymap.meaning(key),
            Some(Command::Quit | Command::Back)
        ) {
            self.quit();
        }
    }

    /// Goes to the cell that was clicked, if one was.
    fn travel_there(&mut self, key: Key) {
        if let Key::Click(p) = key
            && let Some(cell) = self.screen.cell_at(p)
        {
            self.travel_to(cell);
        }
    }

    /// Goes to a cell; a cursor that is open stays open if no way leads there.
    fn travel_to(&mut self, cell: Point) {
        if self.outcome().is_some() {
            return self.reply(Refusal::GameOver.to_string());
        }
        let closing = match self.screen.mode {
            Mode::Play => None,
            _ => Some(Key::Esc),
        };
        match Journey::to(self.screen.live.chart(), cell) {
            Ok(journey) => {
                self.screen.mode = Mode::Play;
                self.set_out(journey, closing);
            }
            Err(stay) => {
                let world = self.screen.live.game.world();
                self.reply(notices::staying(world, cell, stay));
            }
        }
    }

    fn explore(&mut self) {
        if self.outcome().is_some() {
            return self.reply(Refusal::GameOver.to_string());
        }
        let journey = Journey::about(self.screen.live.chart());
        self.set_out(journey, None);
    }

    /// Obeys a key while a cursor is open that names what it stands on, or chooses where to go.
    fn point(&mut self, key: Key) {
        match pointing::turn(&self.screen, key) {
            Turn::None => {}
            Turn::To(mode) => self.screen.mode = mode,
            Turn::Go(cell) => self.travel_to(cell),
        }
    }
}

/// How the player of these rules plays.
fn control(rules: &dyn Ruleset) -> Control {
    match rules.pointing() {
        Some(_) => Control::Pointing,
        None => Control::Keys,
    }
}

/// What a new game's player points at, if he does that.
fn pointer(game: &Game) -> Option<Pointer> {
    game.rules().pointing().map(|_| Pointer::of(game.world()))
}

impl Show for Session {
    /// A journey that is under way is completed first, unless only the screen's size is another: then it ends if nobody sees
    /// it any more.
    fn press(&mut self, key: Key) {
        if !matches!(key, Key::Resize(_)) {
            self.arrive();
        }
        self.obey(key);
        if is_too_small(self.screen.size) {
            self.walk = None;
        }
    }

    fn frame(&self) -> Frame {
        Session::frame(self)
    }

    fn animate(&mut self) -> Option<Frame> {
        let shown = self.screen.live.next_shown()?;
        Some(self.screen.scene(Some(shown)))
    }

    fn is_over(&self) -> bool {
        self.leaving.is_some()
    }

    /// K-4: only where cells are pointed at.
    fn wants_mouse(&self) -> bool {
        self.rules.pointing().is_some()
    }

    fn is_under_way(&self) -> bool {
        self.walk.is_some()
    }

    fn go_on(&mut self) {
        let going = self.walk.as_mut().map(|walk| walk.go_on(&mut self.screen));
        if going == Some(Going::Over) {
            self.walk = None;
        }
    }

    fn stop(&mut self) {
        self.walk = None;
    }

    /// Time runs only where it is seen to run, and where the rules let it (FORMAT.md, `tempo=`).
    fn pace(&self) -> Option<Pace> {
        let tempo = self.dungeon.tempo?;
        let is_seen = self.screen.mode == Mode::Play
            && self.leaving.is_none()
            && !is_too_small(self.screen.size);
        let runs =
            is_seen && !self.is_under_way() && self.screen.live.game.check(Action::Idle).is_ok();
        runs.then(|| Pace {
            every: Duration::from_millis(tempo.get().into()),
            round: self.screen.live.game.world().round(),
        })
    }
}
