//! The voice of a game: it presses what a line asks for, tells what was said, and then what an eye would have seen.
use std::collections::BTreeSet;

use super::doings::{self, Doing};
use super::eye::Eye;
use super::narrated::Narrated;
use super::order::{self, Order};
use super::pace::{Pace, is_alarming};
use super::picture::Picture;
use super::places::{Purpose, meant};
use super::spoken::Spoken;
use super::{changes, pages, pointing, shots, steps, surroundings};
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

/// A game in lines.
pub struct Narrator<'a> {
    show: &'a mut dyn Narrated,
    /// What was told of it.
    before: Picture,
    /// How many games were begun when that was told.
    games: u32,
    /// What is to be told.
    lines: Vec<String>,
    /// What the keys of the line did.
    course: Course,
}

/// What the keys of a line did, beside what was said of it.
#[derive(Default)]
struct Course {
    /// How many of the lines stand before it that he went somewhere; none where all of them do.
    gone: Option<usize>,
    /// What he built, raised or bought.
    works: Vec<Doing>,
    /// Where ground was rebuilt.
    rebuilt: BTreeSet<Point>,
}

impl Narrator<'_> {
    /// Of a game of which nothing was told yet.
    pub fn of(show: &mut dyn Narrated) -> Narrator<'_> {
        show.session_mut().tell_places();
        let eye = Eye {
            screen: show.session().screen(),
        };
        Narrator {
            before: Picture::taken(eye, None),
            games: show.session().games(),
            lines: Vec::new(),
            course: Course::default(),
            show,
        }
    }

    /// The session of the game.
    pub fn session(&self) -> &Session {
        self.show.session()
    }

    fn eye(&self) -> Eye<'_> {
        Eye {
            screen: self.show.session().screen(),
        }
    }

    fn keymap(&self) -> &Keymap {
        &self.show.session().screen().keymap
    }

    /// Presses a key, with all that comes of it, and keeps what is said.
    fn press(&mut self, key: Key) {
        if self.show.is_over() {
            return;
        }
        let (turn, stand, games) = (self.turn(), self.eye().stand(), self.session().games());
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

    /// What a key did by which time passed; what was said of it begins with this line.
    fn follow(&mut self, first: usize, stand: Point) {
        let game = self.show.session().game();
        let doing = doings::own(game);
        self.course.rebuilt.extend(doings::rebuilt(game));
        match doing {
            Some(Doing::Bumped) => {
                if let Some(said) = self.lines.get_mut(first) {
                    said.push_str(" A turn passes.");
                }
            }
            Some(work @ (Doing::Built(_) | Doing::Bought(_))) => self.course.works.push(work),
            _ => {}
        }
        if self.eye().stand() != stand && self.course.gone.is_none() {
            self.course.gone = match doing {
                Some(Doing::Went) => Some(first),
                Some(_) => Some(self.lines.len().min(first + 1)),
                None => None,
            };
        }
    }

    fn turn(&self) -> u32 {
        self.eye().world().turn()
    }

    fn obey(&mut self, order: Order) {
        let eye = self.eye();
        match order {
            Order::Glance => self.lines = surroundings::glance(eye),
            Order::Look(what) => self.lines = surroundings::look(eye, &what),
            Order::List(what) => self.lines = surroundings::list(eye, &what),
            Order::Walls => self.lines = surroundings::walls(eye),
            Order::Map => self.lines = pages::map(eye),
            Order::Help => self.lines = pages::help(eye),
            Order::Messages => self.lines = pages::messages(eye),
            Order::Range => self.lines = pointing::range(eye),
            Order::Targets => self.lines = pointing::targets(eye),
            Order::Shots(what) => self.lines = shots::told(eye, &what),
            Order::Steps => self.lines = steps::told(eye),
            Order::Walk(runs) => self.walk(&runs),
            Order::Verb(count, key) => {
                self.repeat(count, key);
            }
            Order::Keys(Script(keys)) => {
                keys.into_iter().for_each(|key| self.press(key));
            }
            Order::Go(where_to) => self.choose(&where_to, Purpose::Go),
            Order::Aim(where_to) => self.choose(&where_to, Purpose::Aim),
            Order::Shoot(where_to) => self.choose(&where_to, Purpose::Shoot),
        }
    }

    fn walk(&mut self, runs: &[(u32, Direction)]) {
        for (count, way) in runs {
            let Some(key) = step_key(self.keymap(), *way) else {
                let ways = self.eye().ways();
                self.lines.push(match ways {
                    Neighbours::Four => "Nobody walks slantwise in this game.".to_owned(),
                    Neighbours::Eight => "No key is left for that way.".to_owned(),
                });
                return;
            };
            if self.repeat(*count, key) == Pace::Halted {
                return;
            }
        }
    }

    /// Presses a key so many times, until something happens that one wants to hear of first.
    fn repeat(&mut self, count: u32, key: Key) -> Pace {
        let ways = self.eye().ways();
        for left in (0..count).rev() {
            let (before, said) = (Picture::taken(self.eye(), None), self.lines.len());
            self.press(key);
            let now = Picture::taken(self.eye(), None);
            let is_step = matches!(self.keymap().meaning(key), Some(meaning) if is_step(meaning));
            let is_cursor = now.pointer.is_some() || self.cursor().is_some();
            let is_stuck = is_step && !is_cursor && now.stand == before.stand;
            let is_news = self.lines.len() > said || is_alarming(&before, &now, ways);
            if self.show.is_over() || is_stuck || (is_news && !is_cursor) {
                if left > 0 && !now.is_over && !self.session().is_asking() {
                    self.lines
                        .push(format!("You stop: {left} of {count} are left."));
                }
                return match left {
                    0 if !is_stuck => Pace::Free,
                    _ => Pace::Halted,
                };
            }
        }
        Pace::Free
    }

    /// Points at a place and chooses it.
    fn choose(&mut self, place: &str, purpose: Purpose) {
        let at = match meant(self.eye(), place, purpose) {
            Ok(at) => at,
            Err(why) => return self.lines.push(why),
        };
        let nearer = match purpose {
            Purpose::Go => {
                let eye = self.eye();
                pointing::beyond(eye, at)
                    .or_else(|| pointing::beside(eye, at))
                    .or_else(|| pointing::occupied(eye, at))
            }
            Purpose::Aim | Purpose::Shoot => shots::refusal(self.eye(), at),
        };
        if let Some(why) = nearer {
            return self.lines.push(why);
        }
        let had_cursor = self.cursor().is_some();
        if !had_cursor {
            match (self.key(Command::Travel), purpose) {
                (Some(key), Purpose::Go) => self.press(key),
                _ => self.lines.push(NO_SHOTS.to_owned()),
            }
        }
        let (Some(cursor), Some(choose)) = (self.cursor(), self.choosing()) else {
            return;
        };
        if purpose != Purpose::Go && !pointing::is_shot(self.eye(), at) {
            return self.lines.push(NOBODY.to_owned());
        }
        for (count, way) in words::steps(cursor, at, Neighbours::Eight) {
            if let Some(key) = step_key(self.keymap(), way) {
                (0..count).for_each(|_| self.press(key));
            }
        }
        let aimed = |narrator: &Self| narrator.eye().screen.pointer.and_then(|p| p.aimed);
        let was_aimed = aimed(self) == Some(at);
        if !(was_aimed && purpose == Purpose::Aim) {
            self.press(choose);
        }
        if purpose == Purpose::Shoot && !was_aimed && aimed(self) == Some(at) {
            self.press(choose);
        }
        // Whoever typed no key of a cursor would not know that his next words move one.
        if !had_cursor && matches!(self.eye().screen.mode, InputMode::Travel(_)) {
            self.press(Key::Esc);
        }
    }

    /// The cell that a cursor is on.
    fn cursor(&self) -> Option<Point> {
        let screen = self.eye().screen;
        match screen.mode {
            InputMode::Look(at) | InputMode::Travel(TravelCursor { at, .. }) => Some(at),
            _ => screen.pointer.map(|pointer| pointer.cursor),
        }
    }

    /// The key that chooses the cell under the cursor.
    fn choosing(&self) -> Option<Key> {
        self.key(Command::Choose).or(Some(Key::Enter))
    }

    fn key(&self, command: Command) -> Option<Key> {
        self.keymap().first_key(command)
    }

    /// What is told once the keys of a line are pressed.
    fn conclude(&mut self, is_asked: bool) -> Vec<String> {
        self.read_page();
        if self.show.session().games() != self.games {
            return self.begin();
        }
        let course = std::mem::take(&mut self.course);
        let (mut before, mut rebuilt) = (self.before.clone(), course.rebuilt);
        let mut said = std::mem::take(&mut self.lines);
        let eye = self.eye();
        let now = Picture::taken(eye, Some(&self.before));
        if let ([work], [only]) = (course.works.as_slice(), said.as_mut_slice())
            && let Some(told) = changes::worked(eye, (&mut before, &now), &mut rebuilt, *work)
        {
            *only = told;
        }
        let is_same = (before.level, before.unit) == (now.level, now.unit);
        let gone = course.gone.filter(|_| is_same).unwrap_or(said.len());
        let (first, rest) = said.split_at(gone);
        let mut lines = match is_asked {
            true => said,
            false => {
                let went = changes::moved(eye, &before, &now);
                [folded(first), went.into_iter().collect(), folded(rest)].concat()
            }
        };
        lines.extend(changes::told(eye, (&before, &now), &rebuilt));
        lines.extend(changes::closed(eye, &self.before, &now));
        lines.extend(pointing::changed(eye, &self.before, &now));
        if self.show.session().is_asking() && !self.show.is_over() {
            lines.extend(eye.screen.newest());
        }
        if now.is_over && !self.before.is_over {
            lines.push(notices::epilogue(eye.screen.seed, &eye.screen.keymap));
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

    /// A line while something is asked: what answers nothing is not used, which is to be known by whoever typed ahead.
    fn answer_question(&mut self, line: &str) -> Vec<String> {
        self.obey(Order::Keys(answered(line)));
        if self.show.session().is_asking() && !self.show.is_over() {
            let line = line.trim();
            self.lines.push(match line {
                "" => "An answer is wanted; `n` plays on.".to_owned(),
                line => format!("`{line}` is no answer, and was left out; `n` plays on."),
            });
        }
        self.conclude(false)
    }

    /// A page is told whole, and closed.
    fn read_page(&mut self) {
        let eye = self.eye();
        let page = match eye.screen.mode {
            InputMode::Help(_) => pages::help(eye),
            InputMode::Messages(_) => pages::messages(eye),
            _ => return,
        };
        self.lines.extend(page);
        self.press(Key::Esc);
    }

    /// A game from its beginning.
    fn begin(&mut self) -> Vec<String> {
        self.games = self.show.session().games();
        let eye = self.eye();
        let mut lines = folded(self.show.session().latest_messages());
        if eye.world().dungeon().tempo.is_some() {
            lines.push(
                "Time stands still here until you type `<idle>`, which lets it pass.".to_owned(),
            );
        }
        lines.extend(surroundings::look(eye, ""));
        self.before = Picture::taken(eye, None);
        self.lines.clear();
        self.spelled(lines)
    }

    fn spelled(&self, lines: Vec<String>) -> Vec<String> {
        let glyphs = self.eye().screen.glyphs;
        let lines = lines.into_iter();
        lines
            .map(|line| glyphs.spelled(&line.replace('\u{a0}', " ")))
            .collect()
    }
}

/// Neither a monster nor slime is there.
const NOBODY: &str = "Nothing is to be shot at there.";

/// There is nothing to aim with.
const NO_SHOTS: &str = "Nobody takes aim in this game.";

impl Spoken for Narrator<'_> {
    fn opening(&mut self) -> Vec<String> {
        let mut lines = vec![HELLO.to_owned()];
        lines.extend(self.begin());
        lines
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        if self.show.session().is_asking() {
            return self.answer_question(line);
        }
        match order::read(line, self.keymap()) {
            Ok(order) => {
                let is_asked = order.is_question();
                self.obey(order);
                self.conclude(is_asked)
            }
            Err(why) => vec![why],
        }
    }

    fn is_over(&self) -> bool {
        self.show.is_over()
    }
}

/// How one types, in one breath.
const HELLO: &str = "Lines instead of a screen: type a word such as look, east, 3 north or help, or keys, and press Enter.";

/// The key that answers a question, if the line is one: many a word has a `y` in it.
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

/// The key of a step, or of the cursor's.
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

/// Neighbours that say the same become one.
fn folded(lines: &[String]) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    let told = runs.filter_map(|same| match same {
        [] => None,
        [one] => Some(one.clone()),
        [first, ..] => Some(format!("{first} ×{}", same.len())),
    });
    told.collect()
}
