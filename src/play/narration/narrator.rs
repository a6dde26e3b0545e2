//! The narrator of a game: presses the keys that a line asks for, tells what was said, and then what a player with a
//! screen would have seen.
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::changes::Changes;
use super::interruption::is_alarming;
use super::line_command::{self, LineCommand};
use super::line_interface::LineInterface;
use super::narrated_state::NarratedState;
use super::observer::Observer;
use super::own_action::{self, OwnAction};
use super::session_show::SessionShow;
use super::target_words::{TargetPurpose, meant};
use super::{pages, pointing, shot_preview, step_preview, surroundings};
use crate::engine::action::Action;
use crate::play::input::key::Key;
use crate::play::input::keymap::{Command, Keymap};
use crate::play::input::script::Script;
use crate::play::screen::game_screen::InputMode;
use crate::play::screen::travel_cursor::TravelCursor;
use crate::play::session::session::Session;
use crate::play::text::notices;
use crate::space::geometry::{Direction, Neighbours, Point};
use crate::view::words::{self, turns};

/// A game that is played in lines of text: a line in, lines out.
pub struct Narrator<'a> {
    show: &'a mut dyn SessionShow,
    /// The state that was told last.
    before: NarratedState,
    /// How many games were begun when that state was told.
    games: u32,
    /// What is to be told in answer to the line.
    lines: Vec<String>,
    /// What the keys of the line did.
    outcome: LineOutcome,
}

/// What the keys of a line did, beside what was said of it.
#[derive(Default)]
struct LineOutcome {
    /// How many of the said lines stand before the words that the hero went somewhere; none where all of them do.
    gone: Option<usize>,
    /// What the hero built, raised or bought.
    works: Vec<OwnAction>,
    /// The cells where terrain was rebuilt.
    rebuilt: BTreeSet<Point>,
}

impl LineOutcome {
    /// The lines that were said, with the changes in their place: where the hero went, what one work came to, and
    /// behind all of it what else is different.
    fn describe(
        &self,
        mut changes: Changes<'_>,
        mut lines: Vec<String>,
        is_asked: bool,
    ) -> Vec<String> {
        if let ([work], [only]) = (self.works.as_slice(), lines.as_mut_slice())
            && let Some(sentence) = changes.describe_work(*work)
        {
            *only = sentence;
        }
        let (before, now) = (changes.before, changes.now);
        let is_same = (before.level, before.unit) == (now.level, now.unit);
        let gone = self.gone.filter(|_| is_same).unwrap_or(lines.len());
        let (first, rest) = lines.split_at(gone);
        let mut lines = match is_asked {
            true => lines,
            false => {
                let went = changes.moved().into_iter().collect();
                [fold_repeats(first), went, fold_repeats(rest)].concat()
            }
        };
        lines.extend(changes.lines());
        lines.extend(changes.enclosures());
        lines
    }
}

impl Narrator<'_> {
    /// The narrator of a game of which nothing was told yet.
    pub fn new(show: &mut dyn SessionShow) -> Narrator<'_> {
        show.session_mut().tell_places();
        let observer = Observer {
            screen: show.session().screen(),
        };
        Narrator {
            before: NarratedState::taken(observer, None),
            games: show.session().games(),
            lines: Vec::new(),
            outcome: LineOutcome::default(),
            show,
        }
    }

    /// The session of the game.
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

    /// Presses a key, goes the whole journey that the key begins, and keeps what is said.
    fn press(&mut self, key: Key) {
        if self.show.is_over() {
            return;
        }
        let (turn, stand, games) = (self.turn(), self.observer().stand(), self.session().games());
        self.show.press(key);
        let is_journey = self.show.is_under_way();
        while self.show.is_under_way() {
            self.show.go_on();
        }
        if self.session().games() != games {
            self.show.session_mut().tell_places();
            return self
                .lines
                .extend_from_slice(self.show.session().latest_messages());
        }
        let passed = self.turn().saturating_sub(turn);
        if passed > 1 && !is_journey {
            let skipped = turns(passed - 1);
            self.lines
                .push(format!("You skip {skipped}, in which nobody acts."));
        }
        let first = self.lines.len();
        self.lines
            .extend_from_slice(self.show.session().latest_messages());
        if passed > 0 {
            self.follow(first, stand);
        }
    }

    /// Notes what a key did that let time pass; what was said of the key begins with line `first`.
    fn follow(&mut self, first: usize, stand: Point) {
        let game = self.show.session().game();
        let doing = own_action::own(game);
        self.outcome.rebuilt.extend(own_action::rebuilt(game));
        match doing {
            Some(OwnAction::Bumped) => {
                if let Some(line) = self.lines.get_mut(first) {
                    line.push_str(" A turn passes.");
                }
            }
            Some(work @ (OwnAction::Built(_) | OwnAction::Bought(_))) => {
                self.outcome.works.push(work)
            }
            _ => {}
        }
        if self.observer().stand() != stand && self.outcome.gone.is_none() {
            self.outcome.gone = match doing {
                Some(OwnAction::Went) => Some(first),
                Some(_) => Some(self.lines.len().min(first + 1)),
                None => None,
            };
        }
    }

    fn turn(&self) -> u32 {
        self.observer().world().turn()
    }

    fn execute(&mut self, command: LineCommand) {
        let observer = self.observer();
        match command {
            LineCommand::Glance => self.lines = surroundings::glance(observer),
            LineCommand::Look(what) => self.lines = surroundings::look(observer, &what),
            LineCommand::List(what) => self.lines = surroundings::list(observer, &what),
            LineCommand::Walls => self.lines = surroundings::walls(observer),
            LineCommand::Map => self.lines = pages::map(observer),
            LineCommand::Help => self.lines = pages::help(observer),
            LineCommand::Messages => self.lines = pages::messages(observer),
            LineCommand::Range => self.lines = pointing::range(observer),
            LineCommand::Targets => self.lines = pointing::targets(observer),
            LineCommand::Shots(what) => self.lines = shot_preview::describe(observer, &what),
            LineCommand::Steps => self.lines = step_preview::describe(observer),
            LineCommand::Walk(runs) => self.walk(&runs),
            LineCommand::Verb(count, key) => {
                let _ = self.repeat(count, key);
            }
            LineCommand::Keys(Script(keys)) => {
                keys.into_iter().for_each(|key| self.press(key));
            }
            LineCommand::Go(where_to) => self.choose(&where_to, TargetPurpose::Go),
            LineCommand::Aim(where_to) => self.choose(&where_to, TargetPurpose::Aim),
            LineCommand::Shoot(where_to) => self.choose(&where_to, TargetPurpose::Shoot),
        }
    }

    fn walk(&mut self, runs: &[(u32, Direction)]) {
        for (count, way) in runs {
            let Some(key) = step_key(self.keymap(), *way) else {
                let ways = self.observer().ways();
                self.lines.push(match ways {
                    Neighbours::Four => "Nobody walks slantwise in this game.".to_owned(),
                    Neighbours::Eight => "No key is left for that way.".to_owned(),
                });
                return;
            };
            if self.repeat(*count, key).is_break() {
                return;
            }
        }
    }

    /// Presses a key so many times, until something happens that a player wants to hear of first; breaks off the rest
    /// of the line then.
    fn repeat(&mut self, count: u32, key: Key) -> ControlFlow<()> {
        let ways = self.observer().ways();
        for left in (0..count).rev() {
            let (before, line_count) = (
                NarratedState::taken(self.observer(), None),
                self.lines.len(),
            );
            self.press(key);
            let now = NarratedState::taken(self.observer(), None);
            let is_step = matches!(self.keymap().meaning(key), Some(meaning) if is_step(meaning));
            let is_cursor = now.target_cursor.is_some() || self.cursor().is_some();
            let is_stuck = is_step && !is_cursor && now.stand == before.stand;
            let is_news = self.lines.len() > line_count || is_alarming(&before, &now, ways);
            if self.show.is_over() || is_stuck || (is_news && !is_cursor) {
                if left > 0 && !now.is_over && !self.session().is_asking() {
                    self.lines
                        .push(format!("You stop: {left} of {count} are left."));
                }
                return match left {
                    0 if !is_stuck => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts the cursor on the cell that words name, and chooses the cell.
    fn choose(&mut self, place: &str, purpose: TargetPurpose) {
        let at = match meant(self.observer(), place, purpose) {
            Ok(at) => at,
            Err(why) => return self.lines.push(why),
        };
        let refusal = match purpose {
            TargetPurpose::Go => pointing::refusal(self.observer(), at),
            TargetPurpose::Aim | TargetPurpose::Shoot => shot_preview::refusal(self.observer(), at),
        };
        if let Some(why) = refusal {
            return self.lines.push(why);
        }
        let had_cursor = self.cursor().is_some();
        if !had_cursor {
            match (self.key(Command::Travel), purpose) {
                (Some(key), TargetPurpose::Go) => self.press(key),
                _ => self.lines.push(NO_SHOTS.to_owned()),
            }
        }
        let (Some(cursor), Some(choose)) = (self.cursor(), self.choosing()) else {
            return;
        };
        if purpose != TargetPurpose::Go && !pointing::is_shot(self.observer(), at) {
            return self.lines.push(NOBODY.to_owned());
        }
        for (count, way) in words::steps(cursor, at, Neighbours::Eight) {
            if let Some(key) = step_key(self.keymap(), way) {
                (0..count).for_each(|_| self.press(key));
            }
        }
        self.press_choose(choose, at, purpose);
        // A player who typed no key of a cursor would not know that the next words move one.
        if !had_cursor && matches!(self.observer().screen.mode, InputMode::Travel(_)) {
            self.press(Key::Esc);
        }
    }

    /// Chooses the cell under the cursor: twice for a shot, which is aimed first, and not again for an aim that is
    /// taken.
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

    /// The cell under the cursor; none where there is no cursor.
    fn cursor(&self) -> Option<Point> {
        let screen = self.observer().screen;
        match screen.mode {
            InputMode::Look(at) | InputMode::Travel(TravelCursor { at, .. }) => Some(at),
            _ => screen.target_cursor.map(|target_cursor| target_cursor.cell),
        }
    }

    /// The key that chooses the cell under the cursor.
    fn choosing(&self) -> Option<Key> {
        self.key(Command::Choose).or(Some(Key::Enter))
    }

    fn key(&self, command: Command) -> Option<Key> {
        self.keymap().first_key(command)
    }

    /// The answer to a line whose keys are all pressed: what was said, and what changed. A question is answered without
    /// a word on where the hero went, and an empty answer is as good as none.
    fn finish_line(&mut self, is_asked: bool) -> Vec<String> {
        self.read_page();
        if self.show.session().games() != self.games {
            return self.begin();
        }
        let outcome = std::mem::take(&mut self.outcome);
        let lines = std::mem::take(&mut self.lines);
        let observer = self.observer();
        let now = NarratedState::taken(observer, Some(&self.before));
        let changes = Changes::between(observer, (&self.before, &now), &outcome.rebuilt);
        let mut lines = outcome.describe(changes, lines, is_asked);
        lines.extend(pointing::changed(observer, &self.before, &now));
        if self.show.session().is_asking() && !self.show.is_over() {
            lines.extend(observer.screen.newest());
        }
        if now.is_over && !self.before.is_over {
            lines.push(notices::epilogue_text(
                observer.screen.seed,
                &observer.screen.keymap,
            ));
        }
        if lines.is_empty() && !is_asked && !self.show.is_over() {
            lines.push(match now.turn == self.before.turn {
                true => "Nothing changes.".to_owned(),
                false => format!("Turn {}.", now.turn),
            });
        }
        self.before = now;
        self.spelled(lines)
    }

    /// The answer to a line that was typed while something is asked. A line that is no answer is left out, and that is
    /// told, since the player may have typed ahead.
    fn answer_question(&mut self, line: &str) -> Vec<String> {
        self.execute(LineCommand::Keys(answered(line)));
        if self.show.session().is_asking() && !self.show.is_over() {
            let line = line.trim();
            self.lines.push(match line {
                "" => "An answer is wanted; `n` plays on.".to_owned(),
                line => format!("`{line}` is no answer, and was left out; `n` plays on."),
            });
        }
        self.finish_line(false)
    }

    /// Tells an open page as a whole, and closes it.
    fn read_page(&mut self) {
        let observer = self.observer();
        let page = match observer.screen.mode {
            InputMode::Help(_) => pages::help(observer),
            InputMode::Messages(_) => pages::messages(observer),
            _ => return,
        };
        self.lines.extend(page);
        self.press(Key::Esc);
    }

    /// Tells a game from its beginning.
    fn begin(&mut self) -> Vec<String> {
        self.games = self.show.session().games();
        let observer = self.observer();
        let mut lines = fold_repeats(self.show.session().latest_messages());
        if observer.world().dungeon().tempo.is_some() {
            lines.push(
                "Time stands still here until you type `<idle>`, which lets it pass.".to_owned(),
            );
        }
        lines.extend(surroundings::look(observer, ""));
        self.before = NarratedState::taken(observer, None);
        self.lines.clear();
        self.spelled(lines)
    }

    fn spelled(&self, lines: Vec<String>) -> Vec<String> {
        let glyphs = self.observer().screen.glyphs;
        let lines = lines.into_iter();
        lines
            .map(|line| glyphs.spelled(&line.replace('\u{a0}', " ")))
            .collect()
    }
}

/// What is said of a shot at a cell with neither a monster nor slime.
const NOBODY: &str = "Nothing is to be shot at there.";

/// What is said of aiming in games without weapons.
const NO_SHOTS: &str = "Nobody takes aim in this game.";

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

    fn is_over(&self) -> bool {
        self.show.is_over()
    }
}

/// How to type, in one sentence.
const HELLO: &str = "Lines instead of a screen: type a word such as look, east, 3 north or help, or keys, and press Enter.";

/// The key that answers a question, if the line is one key, "yes" or "no": many a word has a `y` in it.
fn answered(line: &str) -> Script {
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

/// The key of a step in a direction, of the hero or of the cursor.
fn step_key(keymap: &Keymap, way: Direction) -> Option<Key> {
    let entries = keymap.groups.iter().flatten();
    let mut steps = entries.filter(|entry| {
        entry.command == Command::Point(way) || entry.command == Command::Act(Action::Step(way))
    });
    steps.find_map(|entry| entry.keys.iter().flatten().next().copied())
}

fn is_step(command: Command) -> bool {
    matches!(command, Command::Act(Action::Step(_)) | Command::Point(_))
}

/// Equal neighbours become one line with their number: "You wait. ×3".
fn fold_repeats(lines: &[String]) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    let lines = runs.filter_map(|same| match same {
        [] => None,
        [one] => Some(one.clone()),
        [first, ..] => Some(format!("{first} ×{}", same.len())),
    });
    lines.collect()
}
