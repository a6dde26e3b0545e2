//! The narrator of a game: presses the keys for a line, reports the messages, and then reports the changes that a
//! player with a screen would have seen.
use std::ops::ControlFlow;

use super::interruption::is_alarming;
use super::line_command::{self, LineCommand};
use super::line_interface::LineInterface;
use super::narrated_state::NarratedState;
use super::observer::Observer;
use super::session_show::SessionShow;
use super::target_words::{TargetPurpose, meant};
use super::told_game::{self, KeyStart, NarratedGame};
use super::{pages, pointing, shot_preview, step_preview, surroundings};
use crate::input::key::Key;
use crate::input::keymap::{Command, Keymap};
use crate::input::script::Script;
use crate::screen::game_screen::InputMode;
use crate::screen::throw_cursor::{self, ThrowCursor};
use crate::screen::travel_cursor::TravelCursor;
use crate::session::session::Session;
use crate::text::game_result::GameResult;
use crate::text::pack_menu::by_letter;
use crate::text::{notices, standing};
use crate::view::words::{self, number_of};
use dungeon_engine::action::Action;
use dungeon_model::dungeon::{AimedAct, ItemId, LevelId};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};

/// A game played in lines of text: a line in, lines out.
///
/// ```
/// use dungeon::Session;
/// use dungeon::narration::{LineInterface, Narrator};
///
/// let mut game = Session::from_text("map\n#######\n#@..$w#\n#######\nend\n")?;
/// let mut narrator = Narrator::new(&mut game);
/// assert!(!narrator.opening().is_empty());
/// let answer = narrator.answer("l");
/// assert!(answer.iter().any(|line| line.contains("wanderer")), "{answer:?}");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
pub struct Narrator<'a> {
    show: &'a mut dyn SessionShow,
    /// The current game. Replaced as a whole when a new game begins, so that nothing of the old game remains.
    game: NarratedGame,
}

/// Prints the session.
impl std::fmt::Debug for Narrator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Narrator")
            .field("session", &self.show.session())
            .finish_non_exhaustive()
    }
}

impl Narrator<'_> {
    /// Makes the narrator of a game. Takes the current state as known to the player.
    pub fn new(show: &mut dyn SessionShow) -> Narrator<'_> {
        show.session_mut().tell_places();
        let observer = Observer {
            screen: show.session().screen(),
        };
        let before = NarratedState::taken(observer, None);
        Narrator {
            game: NarratedGame {
                before: Some(before),
                ..NarratedGame::default()
            },
            show,
        }
    }

    /// Returns the session of the game.
    pub fn session(&self) -> &Session {
        self.show.session()
    }

    fn observer(&self) -> Observer<'_> {
        Observer {
            screen: self.show.session().screen(),
        }
    }

    fn keymap(&self) -> &Keymap {
        &self.show.session().screen().keymap
    }

    /// Presses a key, completes the journey that the key begins, and records the messages.
    fn press(&mut self, key: Key) {
        if self.show.is_over() {
            return;
        }
        let (start, games) = (KeyStart::of(self.observer()), self.session().games());
        self.show.press(key);
        let is_journey = self.show.is_under_way();
        while self.show.is_under_way() {
            self.show.go_on();
        }
        if self.session().games() != games {
            self.show.session_mut().tell_places();
            self.game = NarratedGame::default();
            return;
        }
        self.game.follow(self.show.session(), start, is_journey);
    }

    /// Adds a line to the answer.
    fn say(&mut self, line: impl Into<String>) {
        self.game.outcome.extend([line.into()]);
    }

    fn execute(&mut self, command: LineCommand) {
        let observer = self.observer();
        let answer = match command {
            LineCommand::Glance => surroundings::glance(observer),
            LineCommand::Look(what) => surroundings::look(observer, &what),
            LineCommand::List(what) => surroundings::list(observer, &what),
            LineCommand::Walls => surroundings::walls(observer),
            LineCommand::Map => pages::map(observer),
            LineCommand::Help => pages::help(observer),
            LineCommand::Messages => pages::messages(observer),
            LineCommand::Range => pointing::range(observer),
            LineCommand::Targets => pointing::targets(observer),
            LineCommand::Shots(what) => shot_preview::describe(observer, &what),
            LineCommand::Steps => step_preview::describe(observer),
            LineCommand::Walk(runs) => return self.walk(&runs),
            LineCommand::Verb(count, key) => {
                let _ = self.repeat(count, key);
                return;
            }
            LineCommand::Keys(Script(keys)) => {
                return keys.into_iter().for_each(|key| self.press(key));
            }
            LineCommand::Go(where_to) => return self.choose(&where_to, TargetPurpose::Go),
            LineCommand::Aim(where_to) => return self.choose(&where_to, TargetPurpose::Aim),
            LineCommand::Shoot(where_to) if standing::aims_things(observer.world().dungeon()) => {
                return self.aim_worn(AimedAct::Shoot, &where_to);
            }
            LineCommand::Shoot(where_to) => return self.choose(&where_to, TargetPurpose::Shoot),
            LineCommand::Pull(where_to) => return self.aim_worn(AimedAct::Pull, &where_to),
            LineCommand::Use(what) => return self.use_thing(&what),
            LineCommand::Throw(what) => return self.throw_thing(&what),
        };
        self.game.outcome.extend(answer);
    }

    fn walk(&mut self, runs: &[(u32, Direction)]) {
        for (count, way) in runs {
            let Some(key) = step_key(self.keymap(), *way) else {
                let ways = self.observer().ways();
                self.say(match ways {
                    Neighbours::Four => "You can't move diagonally in this game.",
                    Neighbours::Eight => "That direction has no key.",
                });
                return;
            };
            if self.repeat(*count, key).is_break() {
                return;
            }
        }
    }

    /// Presses a key `count` times, or until something happens that the player needs to hear first; in that case, drops
    /// the rest of the line.
    fn repeat(&mut self, count: u32, key: Key) -> ControlFlow<()> {
        let ways = self.observer().ways();
        for left in (0..count).rev() {
            let before = NarratedState::taken(self.observer(), None);
            let (line_count, games) = (self.game.outcome.len(), self.session().games());
            self.press(key);
            let now = NarratedState::taken(self.observer(), None);
            let is_step = matches!(self.keymap().meaning(key), Some(meaning) if is_step(meaning));
            let is_cursor = now.target_cursor.is_some() || self.cursor().is_some();
            let is_stuck = is_step && !is_cursor && now.stand == before.stand;
            // An undo is meant as a whole: `3 undo` takes back three commands.
            let is_news = !self.session().has_taken_back()
                && (self.session().games() != games
                    || self.game.outcome.len() > line_count
                    || is_alarming(&before, &now, ways));
            if self.show.is_over() || is_stuck || (is_news && !is_cursor) {
                if left > 0 && !now.is_over && !self.session().is_asking() {
                    let unit = if is_step { "step" } else { "turn" };
                    let left = number_of(left.into(), unit);
                    self.say(format!("You stop {left} early."));
                }
                return match left {
                    0 if !is_stuck => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
            }
        }
        ControlFlow::Continue(())
    }

    /// Uses or equips an item of the inventory, by letter or name.
    fn use_thing(&mut self, what: &str) {
        let keys = pages::packed(self.observer(), what).map(Key::Char);
        match (self.key(Command::Pack), keys) {
            (Some(open), Some(letter)) => {
                [open, letter].into_iter().for_each(|key| self.press(key))
            }
            _ => self.say(format!("You have no `{what}` to use.")),
        }
    }

    /// Throws an item of the inventory, or shoots or pulls with a worn one: `acid at 3 east`. Without a place, aims it at
    /// the nearest target; without an item, takes the first one.
    fn throw_thing(&mut self, words: &str) {
        let (what, place) = match words.strip_prefix("at ") {
            Some(place) => ("", place),
            None => words.split_once(" at ").unwrap_or((words, "")),
        };
        let letter = pages::packed(self.observer(), what);
        let item = letter.and_then(|letter| by_letter(self.observer().world(), letter));
        let wanted = {
            let mut items = throw_cursor::aimed(self.observer().world());
            match what {
                "" => items.next(),
                _ => items.find(|other| Some(*other) == item),
            }
        };
        match wanted {
            Some(wanted) => self.aim(wanted, place),
            None => self.say(match what {
                "" => notices::nothing_to_aim(self.observer().world()),
                what => format!("You have no `{what}` to throw."),
            }),
        }
    }

    /// Shoots or pulls with the first worn item that does, at a place or else at the nearest target. Explains what is
    /// missing without such an item.
    fn aim_worn(&mut self, act: AimedAct, place: &str) {
        let world = self.observer().world();
        let does = |item: &ItemId| world.item(*item).aimed_act() == Some(act);
        let worn = throw_cursor::aimed(world).find(does);
        match worn {
            Some(item) => self.aim(item, place),
            None => self.say(format!("You wield nothing to {} with.", act.verb())),
        }
    }

    /// Opens the cursor for throws, chooses an item that can be aimed now, and aims it at the place that the words mean,
    /// or else at the nearest target.
    fn aim(&mut self, wanted: ItemId, place: &str) {
        let Some(open) = self.key(Command::Throw) else {
            return;
        };
        let items: Vec<ItemId> = throw_cursor::aimed(self.observer().world()).collect();
        for _ in &items {
            if self
                .throw_cursor()
                .is_none_or(|cursor| cursor.item != wanted)
            {
                self.press(open);
            }
        }
        let has_target = || {
            let hero = self.observer().stand();
            self.throw_cursor().is_some_and(|cursor| cursor.at != hero)
        };
        match place {
            "" if has_target() => self.press(Key::Enter),
            "" => self.say(notices::NO_TARGET),
            place => self.choose(place, TargetPurpose::Go),
        }
        if self.throw_cursor().is_some() {
            self.press(Key::Esc);
        }
    }

    /// Returns the cursor for throws; `None` if it is not open.
    fn throw_cursor(&self) -> Option<ThrowCursor> {
        match self.observer().screen.mode {
            InputMode::Throw(cursor) => Some(cursor),
            _ => None,
        }
    }

    /// Moves the cursor to the cell that the words mean, and chooses it.
    fn choose(&mut self, place: &str, purpose: TargetPurpose) {
        let at = match meant(self.observer(), place, purpose) {
            Ok(at) => at,
            Err(why) => return self.say(why),
        };
        let refusal = match purpose {
            TargetPurpose::Go => pointing::refusal(self.observer(), at),
            TargetPurpose::Aim | TargetPurpose::Shoot => shot_preview::refusal(self.observer(), at),
        };
        if let Some(why) = refusal {
            return self.say(why);
        }
        let had_cursor = self.cursor().is_some();
        if !had_cursor {
            match (self.key(Command::Travel), purpose) {
                (Some(key), TargetPurpose::Go) => self.press(key),
                _ => self.say(NO_SHOTS),
            }
        }
        let Some(cursor) = self.cursor() else {
            return;
        };
        let choose = self.key(Command::Choose).unwrap_or(Key::Enter);
        if purpose != TargetPurpose::Go && !pointing::is_shot(self.observer(), at) {
            return self.say(NO_TARGET);
        }
        for (count, way) in words::steps(cursor, at, Neighbours::Eight) {
            if let Some(key) = step_key(self.keymap(), way) {
                (0..count).for_each(|_| self.press(key));
            }
        }
        self.press_choose(choose, at, purpose);
        // A player who did not open a cursor does not expect the next command to move a cursor.
        if !had_cursor && matches!(self.observer().screen.mode, InputMode::Travel(_)) {
            self.press(Key::Esc);
        }
    }

    /// Presses the choose key on the cell under the cursor. A shot needs two presses, the first of which aims. If the
    /// cell is already aimed at, one press is enough.
    fn press_choose(&mut self, choose: Key, at: Point, purpose: TargetPurpose) {
        let aimed = |narrator: &Self| {
            narrator
                .observer()
                .screen
                .target_cursor
                .and_then(|p| p.aimed)
        };
        let was_aimed = aimed(self) == Some(at);
        if !(was_aimed && purpose == TargetPurpose::Aim) {
            self.press(choose);
        }
        if purpose == TargetPurpose::Shoot && !was_aimed && aimed(self) == Some(at) {
            self.press(choose);
        }
    }

    /// Returns the cell under the cursor; `None` if no cursor is open.
    fn cursor(&self) -> Option<Point> {
        let screen = self.observer().screen;
        match screen.mode {
            InputMode::Look(at)
            | InputMode::Travel(TravelCursor { at, .. })
            | InputMode::Throw(ThrowCursor { at, .. }) => Some(at),
            _ => screen.target_cursor.map(|target_cursor| target_cursor.cell),
        }
    }

    fn key(&self, command: Command) -> Option<Key> {
        self.keymap().first_key(command)
    }

    /// Returns the answer to a line after all its keys: the messages and the changes. The answer to a question omits
    /// the hero's movement, and may be empty.
    fn finish_line(&mut self, is_asked: bool) -> Vec<String> {
        self.read_page();
        let Some(before) = self.game.before.take() else {
            return self.begin();
        };
        let session = self.show.session();
        let observer = Observer {
            screen: session.screen(),
        };
        let (mut lines, now) = self.game.answer(session, &before, is_asked);
        let runs = |level: LevelId| {
            observer.world().dungeon().levels[usize::from(level.0)]
                .tempo
                .is_some()
        };
        if runs(now.level) && !runs(before.level) {
            lines.push(IDLE.to_owned());
        }
        if now.is_over && !before.is_over {
            let (game, seen) = (session.game(), session.seen_world());
            let result = GameResult::of(game, seen, session.latest_messages());
            lines.extend(result.into_iter().flat_map(|result| result.facts));
            lines.extend(self.show.best_results());
            lines.push(observer.screen.epilogue());
        }
        if lines.is_empty() && !is_asked && !self.show.is_over() {
            lines.push(told_game::quiet_line(&before, &now));
        }
        self.game.before = Some(now);
        self.spelled(lines)
    }

    /// Returns the answer to a line typed while a question is open. A line that is not an answer is dropped with a
    /// message, since the player may have typed ahead.
    fn answer_question(&mut self, line: &str) -> Vec<String> {
        self.execute(LineCommand::Keys(answer_keys(line)));
        if self.show.session().is_asking() && !self.show.is_over() {
            let line = line.trim();
            self.say(match line {
                "" => "Answer the question; `n` keeps playing.".to_owned(),
                line => format!("`{line}` is not an answer; `n` keeps playing."),
            });
        }
        // The cursor under the question was opened for the line, not by the player.
        if matches!(self.observer().screen.mode, InputMode::Travel(_)) {
            self.press(Key::Esc);
        }
        self.finish_line(false)
    }

    /// Reads out an open page, and closes it.
    fn read_page(&mut self) {
        let observer = self.observer();
        let page = match observer.screen.mode {
            InputMode::Help(_) => pages::help(observer),
            InputMode::Messages(_) => pages::messages(observer),
            InputMode::Pack(_) => pages::pack(observer),
            _ => return,
        };
        self.game.outcome.extend(page);
        self.press(Key::Esc);
    }

    /// Describes a game from its beginning.
    fn begin(&mut self) -> Vec<String> {
        let session = self.show.session();
        let is_timed = self.observer().world().level_here().tempo.is_some();
        let (game, lines) = NarratedGame::begin(session, is_timed.then_some(IDLE));
        self.game = game;
        self.spelled(lines)
    }

    fn spelled(&self, lines: Vec<String>) -> Vec<String> {
        told_game::spelled(self.observer(), lines)
    }
}

/// The line about a level in real time: line mode does not measure time.
const IDLE: &str = "Time stands still here until you type `<idle>`.";

/// The answer to a shot at a cell with neither a monster nor slime.
const NO_TARGET: &str = "You have no target there.";

/// The answer to aiming in games without weapons.
const NO_SHOTS: &str = "You can't aim in this game.";

impl LineInterface for Narrator<'_> {
    fn opening(&mut self) -> Vec<String> {
        let mut lines = vec![HELLO.to_owned()];
        lines.extend(self.begin());
        lines
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        if self.show.session().is_asking() {
            return self.answer_question(line);
        }
        match line_command::read(line, self.keymap()) {
            Ok(command) => {
                let is_asked = command.is_question();
                self.execute(command);
                self.finish_line(is_asked)
            }
            Err(why) => vec![why],
        }
    }

    /// Describes the new game after the dungeon's file changed, or returns the text of the bar that a screen would now
    /// show.
    fn wake(&mut self) -> Vec<String> {
        let (games, bar) = (self.session().games(), self.observer().screen.bar.clone());
        self.show.wake();
        if self.session().games() != games {
            self.game = NarratedGame::default();
            return self.begin();
        }
        let now = &self.observer().screen.bar;
        let lines = match now {
            _ if *now == bar => Vec::new(),
            Some(bar) => vec![bar.words()],
            None => vec![MENDED.to_owned()],
        };
        self.spelled(lines)
    }

    fn is_over(&self) -> bool {
        self.show.is_over()
    }
}

/// The line for the moment when the bar disappears and the game continues.
const MENDED: &str = "The dungeon's file matches this game again.";

/// The instructions for typing commands, in one sentence.
const HELLO: &str = "This game is played in lines of text. Type a command such as look, east, 3 north or help, or type keys, and press Enter.";

/// Returns the key that answers a question, if the line is one key, "yes" or "no". Empty for other lines, since many
/// words contain a `y`.
fn answer_keys(line: &str) -> Script {
    let line = line.trim();
    let answer = match line.to_lowercase().as_str() {
        "yes" => "y",
        "no" => "n",
        _ => line,
    };
    let script: Script = answer.parse().unwrap_or_default();
    match script.0.as_slice() {
        [_] => script,
        _ => Script::default(),
    }
}

/// Returns the key for a step of the hero or the cursor in a direction; `None` if there is none.
fn step_key(keymap: &Keymap, way: Direction) -> Option<Key> {
    let mut steps = [Command::Point(way), Command::Act(Action::Step(way))].into_iter();
    steps.find_map(|step| keymap.first_key(step))
}

fn is_step(command: Command) -> bool {
    matches!(command, Command::Act(Action::Step(_)) | Command::Point(_))
}
