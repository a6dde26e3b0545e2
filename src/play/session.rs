//! A game and everything around it that a person can do, driven by keys; every screen is a `Frame`.
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::fog::Moment;
use super::help;
use super::keymap::{Command, Keymap};
use super::keys::Key;
use super::live::Live;
use super::look;
use super::messages::Messages;
use super::notices;
use super::page::Page;
use super::script::{KeyError, Script, nearest_size};
use super::show::{Pace, Show};
use crate::dungeon::{Dungeon, Fog, Kind};
use crate::engine::action::Action;
use crate::engine::event::{Missile, Outcome};
use crate::engine::game::Game;
use crate::engine::monster::Monster;
use crate::engine::ruleset::Ruleset;
use crate::format::{LoadError, load};
use crate::space::geometry::{Point, Size};
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::scene::{Board, Scene};
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
    seed: u64,
    size: Size,
    glyphs: Glyphs,
    keymap: Keymap,
    live: Live,
    messages: Messages,
    mode: Mode,
    typed: String,
    is_over: bool,
}

/// What the keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Play,
    Help(Page),
    Messages(Page),
    Look(Point),
    Asking,
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
        let mut session = Session {
            keymap: Keymap::of(rules.bindings()),
            dungeon,
            rules,
            hatch: Box::new(hatch),
            seed,
            size: Size::new(80, 24),
            glyphs: Glyphs::default(),
            live: Live::of(game),
            messages: Messages::default(),
            mode: Mode::Play,
            typed: String::new(),
            is_over: false,
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
        self.glyphs = glyphs;
        self
    }

    /// Presses keys, written as `llj.<Esc><C-c><Up><resize 60x20>`. A script that cannot be read presses none.
    pub fn press(&mut self, keys: &str) -> Result<(), KeyError> {
        let Script(keys) = keys.parse()?;
        keys.into_iter().for_each(|key| self.press_key(key));
        Ok(())
    }

    /// Completes a running animation (X-9), then obeys the key.
    pub fn press_key(&mut self, key: Key) {
        if let Key::Alt(c) = key
            && self.keymap.meaning(key).is_none()
        {
            // Whoever types Escape and a letter fast sends the bytes of Alt and the letter.
            self.press_key(Key::Esc);
            return self.press_key(Key::Char(c));
        }
        self.messages.await_key();
        if self.is_over {
            return;
        }
        self.live.settle();
        match (key, self.mode) {
            (Key::Resize(size), _) => self.resize(size),
            (Key::Ctrl('c'), Mode::Asking) => self.is_over = true,
            (Key::Ctrl('c'), _) => self.quit(),
            (_, Mode::Asking) => self.answer(key),
            // Nobody should play what he cannot see.
            _ if is_too_small(self.size) => self.leave_unseen(key),
            (Key::Idle, Mode::Play) => self.idle(),
            (_, Mode::Play) => self.play(key),
            (_, Mode::Look(pointer)) => self.point(pointer, key),
            (_, Mode::Help(page)) => {
                let lines = self.help().len();
                let page = page.turned(lines, self.size, key);
                self.mode = page.map_or(Mode::Play, Mode::Help);
            }
            (_, Mode::Messages(page)) => {
                let lines = self.history().len();
                let page = page.turned(lines, self.size, key);
                self.mode = page.map_or(Mode::Play, Mode::Messages);
            }
        }
    }

    /// The screen at rest: what stands when every animation is over.
    pub fn frame(&self) -> Frame {
        let mut frame = match self.mode {
            Mode::Asking if is_too_small(self.size) => {
                let mut frame = Frame::new(self.size);
                frame.write(Point::default(), notices::SHORT_QUESTION, Style::PLAIN);
                frame
            }
            _ if is_too_small(self.size) => self.scene(None),
            Mode::Help(page) => page.frame(&self.help(), self.size),
            Mode::Messages(page) => page.frame(&self.history(), self.size),
            Mode::Play | Mode::Look(_) | Mode::Asking => self.scene(None),
        };
        frame.turn = self.turn();
        frame
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.live.game.outcome()
    }

    /// Everything that was said in this game, oldest first.
    pub fn messages(&self) -> &[String] {
        self.messages.all()
    }

    /// What was said in answer to the last key; before the first key, the opening.
    pub fn latest_messages(&self) -> &[String] {
        self.messages.fresh()
    }

    /// A hash of the whole state of play; equal wherever dungeon, seed and actions are.
    pub fn checksum(&self) -> u64 {
        self.live.game.checksum()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.live.game
    }

    /// The seed of the game that is played.
    pub fn seed_used(&self) -> u64 {
        self.seed
    }

    /// How many turns have passed.
    pub fn turn(&self) -> u32 {
        self.live.game.world().turn()
    }

    /// The same game from its beginning, with the same seed.
    pub fn restart(&mut self) {
        self.start(self.seed);
    }

    fn start(&mut self, seed: u64) {
        self.seed = seed;
        let (dungeon, rules) = (Arc::clone(&self.dungeon), Arc::clone(&self.rules));
        self.live = Live::of(Game::new(dungeon, rules, &self.hatch, seed));
        self.mode = Mode::Play;
        self.typed.clear();
        self.messages = Messages::default();
        self.welcome();
    }

    fn welcome(&mut self) {
        let mut said = vec![notices::welcome(self.live.game.world(), &self.keymap)];
        said.extend(self.live.opening());
        self.messages.add(said);
    }

    fn resize(&mut self, size: Size) {
        self.size = nearest_size(size);
    }

    fn play(&mut self, key: Key) {
        self.typed = key.to_string();
        match self.keymap.meaning(key) {
            Some(Command::Act(action)) => self.act(action),
            Some(Command::Help) => self.mode = Mode::Help(Page::titled("Keys")),
            Some(Command::Messages) => {
                let lines = self.history().len();
                let first = Page::last(lines, self.size);
                let title = "Messages";
                self.mode = Mode::Messages(Page { title, first });
            }
            Some(Command::Pack) => self.reply(notices::pack(self.live.game.world())),
            Some(Command::Look) => {
                let world = self.live.game.world();
                self.mode = Mode::Look(world.body(world.commanded()).at);
            }
            Some(Command::Restart) => self.restart(),
            Some(Command::NewGame) => self.start(self.live.game.next_seed()),
            Some(Command::Quit) => self.quit(),
            None => self.reply(notices::hint(key, &self.keymap)),
        }
    }

    /// X-2: what is refused costs no turn, and the reason is shown.
    fn act(&mut self, action: Action) {
        match self.live.obey(action) {
            Ok(turns) => turns.into_iter().for_each(|said| self.messages.add(said)),
            Err(why) => self.reply(why),
        }
    }

    /// The monsters run. What the screen says stays until something else is to be said.
    fn idle(&mut self) {
        if self.outcome().is_some() {
            return;
        }
        match self.live.obey(Action::Idle) {
            Ok(turns) => {
                let told = turns.into_iter().filter(|said| !said.is_empty());
                told.for_each(|said| self.messages.add(said));
            }
            Err(why) => self.reply(why),
        }
    }

    /// Answers a key that takes no turn. How the game ended stays readable whatever is pressed afterwards.
    fn reply(&mut self, what: String) {
        match self.outcome() {
            None => self.messages.add([what]),
            Some(_) => self.messages.add_aside(what),
        }
    }

    /// E-14: asked once if the game is unfinished.
    fn quit(&mut self) {
        match self.outcome() {
            None => self.mode = Mode::Asking,
            Some(_) => self.is_over = true,
        }
    }

    fn answer(&mut self, key: Key) {
        match key {
            Key::Char('y' | 'Y') => self.is_over = true,
            Key::Char('n' | 'N') | Key::Esc => self.mode = Mode::Play,
            _ => {}
        }
    }

    fn leave_unseen(&mut self, key: Key) {
        if self.keymap.meaning(key) == Some(Command::Quit) {
            self.quit();
        }
    }

    fn point(&mut self, pointer: Point, key: Key) {
        if matches!(key, Key::Esc | Key::Enter) {
            self.mode = Mode::Play;
            return;
        }
        match self.keymap.meaning(key) {
            Some(Command::Act(Action::Step(way))) => {
                self.mode = Mode::Look(look::moved(self.live.game.world(), pointer, way));
            }
            Some(Command::Look) => self.mode = Mode::Play,
            _ => {}
        }
    }

    /// The scene at rest, or with something in flight: then as the follower sees it, with nothing said yet
    /// that is still to be seen.
    fn scene(&self, missile: Option<(Point, Missile)>) -> Frame {
        let moment = match missile {
            Some(_) => Moment::Flight,
            None => Moment::Rest,
        };
        let world = self.live.world(moment);
        let turns = self.messages.recent(self.size.height as usize);
        let (older, last): (&[Vec<String>], &[String]) = match turns.as_slice() {
            [older @ .., last] => (older, last),
            [] => (&[], &[]),
        };
        let pointer = match self.mode {
            Mode::Look(at) => Some(at),
            _ => None,
        };
        let latest = match missile {
            Some(_) => Vec::new(),
            None => self.said(last),
        };
        let scene = Scene {
            board: Board {
                world,
                light: &|p| self.live.light(moment, p),
                glyphs: self.glyphs,
                missile,
                pointer,
            },
            readings: &self.rules.readings(world),
            gauges: self.rules.gauges(),
            typed: &self.typed,
            older,
            latest: &latest,
        };
        scene.frame(self.size)
    }

    /// What stands in the log's newest place while nothing flies.
    fn said(&self, last: &[String]) -> Vec<String> {
        let mut said = match self.mode {
            Mode::Asking => return vec![notices::QUESTION.to_owned()],
            Mode::Look(at) => {
                return look::said(
                    self.live.game.world(),
                    at,
                    self.live.light(Moment::Rest, at),
                );
            }
            Mode::Play | Mode::Help(_) | Mode::Messages(_) => last.to_vec(),
        };
        if self.outcome().is_some() {
            said.push(notices::epilogue(self.seed, &self.keymap));
        }
        said
    }

    fn history(&self) -> Vec<String> {
        let lines = self.messages.folded(self.size.width).into_iter();
        lines.map(|line| self.glyphs.spelled(&line)).collect()
    }

    fn help(&self) -> Vec<String> {
        let mut about = vec![self.rules.goal()];
        if self.dungeon.fog != Fog::Lifted {
            about.push(notices::FOG.to_owned());
        }
        about.extend(self.dungeon.tempo.map(notices::tempo));
        help::lines(&about.join(" "), &self.keymap, self.size.width)
    }
}

impl Show for Session {
    fn press(&mut self, key: Key) {
        self.press_key(key);
    }

    fn frame(&self) -> Frame {
        Session::frame(self)
    }

    fn animate(&mut self) -> Option<Frame> {
        let flight = self.live.next_flight()?;
        Some(self.scene(Some(flight)))
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// Time runs only where it is seen to run, and where the rules let it (FORMAT.md, `tempo=`).
    fn pace(&self) -> Option<Pace> {
        let tempo = self.dungeon.tempo?;
        let is_seen = self.mode == Mode::Play && !self.is_over && !is_too_small(self.size);
        let runs = is_seen && self.live.game.check(Action::Idle).is_ok();
        runs.then(|| Pace {
            every: Duration::from_millis(tempo.get().into()),
            round: self.live.game.world().round(),
        })
    }
}
