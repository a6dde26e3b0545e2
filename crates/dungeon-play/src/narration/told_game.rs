//! The narration of one game: the messages of keys, and the changes since the last answer. Line mode and the listener to
//! a game on a screen tell the same words.
use std::collections::BTreeSet;

use super::changes::Changes;
use super::narrated_state::NarratedState;
use super::observer::Observer;
use super::own_action::{self, OwnAction};
use super::{pointing, surroundings};
use crate::session::session::Session;
use crate::view::words::turns;
use dungeon_engine::game::Game;
use dungeon_model::space::geometry::Point;

/// The narration of one game so far; empty by default.
#[derive(Default)]
pub struct NarratedGame {
    /// The last narrated state; `None` if nothing has been narrated.
    pub before: Option<NarratedState>,
    /// The effects of the keys since then.
    pub outcome: LineOutcome,
}

/// The state before a key that its answer depends on.
#[derive(Clone, Copy)]
pub struct KeyStart {
    turn: u32,
    /// The cell of the commanded body.
    stand: Point,
}

impl KeyStart {
    /// Returns the start of a key that is pressed now.
    pub fn of(observer: Observer<'_>) -> KeyStart {
        KeyStart {
            turn: observer.world().turn(),
            stand: observer.stand(),
        }
    }

    /// Returns the start of a key that is the first one after a narrated state.
    pub fn after(state: &NarratedState) -> KeyStart {
        KeyStart {
            turn: state.turn,
            stand: state.stand,
        }
    }
}

impl NarratedGame {
    /// Describes a game from its beginning. `note` follows the messages of the opening.
    pub fn begin(session: &Session, note: Option<&str>) -> (NarratedGame, Vec<String>) {
        let observer = Observer {
            screen: session.screen(),
        };
        let mut lines = fold_repeats(session.latest_messages());
        lines.extend(note.map(str::to_owned));
        lines.extend(surroundings::look(observer, ""));
        let game = NarratedGame {
            before: Some(NarratedState::taken(observer, None)),
            ..NarratedGame::default()
        };
        (game, lines)
    }

    /// Records the effects of a key, including the journey that it began.
    pub fn follow(&mut self, session: &Session, start: KeyStart, is_journey: bool) {
        let observer = Observer {
            screen: session.screen(),
        };
        let passed = observer.world().turn().saturating_sub(start.turn);
        let is_held_up = own_action::is_held_up(session.game());
        if passed > 1 && !is_journey && !is_held_up {
            let skipped = turns(passed - 1);
            let skip = format!("You skip {skipped}: nothing acts.");
            self.outcome.extend([skip]);
        }
        self.outcome.is_taken_back |= session.has_taken_back();
        let said = session.latest_messages().to_vec();
        match passed {
            0 => self.outcome.extend(said),
            _ => self.follow_turn(session.game(), said, (start.stand, observer.stand())),
        }
        if is_held_up && passed > 0 && !is_journey {
            self.outcome.extend(["You lose a turn.".to_owned()]);
        }
    }

    /// Records a key that let time pass, with its messages. `stands` are the cells of the commanded body before and
    /// after the key.
    fn follow_turn(&mut self, game: &Game, mut said: Vec<String>, stands: (Point, Point)) {
        let doing = own_action::own(game);
        let outcome = &mut self.outcome;
        outcome.rebuilt.extend(own_action::rebuilt(game));
        match doing {
            Some(OwnAction::Bumped) => {
                if let Some(line) = said.first_mut() {
                    line.push_str(" A turn passes.");
                }
            }
            Some(work @ (OwnAction::Built(_) | OwnAction::Bought(_))) => outcome.works.push(work),
            _ => {}
        }
        let behind = match doing {
            _ if stands.0 == stands.1 || outcome.since_going.is_some() => None,
            Some(OwnAction::Went) => Some(0),
            Some(_) => Some(1),
            None => None,
        };
        match behind {
            Some(behind) => outcome.go(said, behind),
            None => outcome.extend(said),
        }
    }

    /// Returns the messages of the recorded keys, the changes since `before` and an open question, and the current
    /// state. The answer to a question omits the hero's movement. May be empty.
    pub fn answer(
        &mut self,
        session: &Session,
        before: &NarratedState,
        is_asked: bool,
    ) -> (Vec<String>, NarratedState) {
        let observer = Observer {
            screen: session.screen(),
        };
        let mut outcome = std::mem::take(&mut self.outcome);
        let rebuilt = std::mem::take(&mut outcome.rebuilt);
        let now = NarratedState::taken(observer, Some(before));
        let changes = Changes::between(observer, before, &now, &rebuilt);
        let mut lines = outcome.describe(changes, is_asked);
        lines.extend(pointing::changed(observer, before, &now));
        if session.is_asking() {
            lines.extend(observer.screen.newest());
        }
        (lines, now)
    }
}

/// Returns the line for keys that changed nothing that a player would hear.
pub fn quiet_line(before: &NarratedState, now: &NarratedState) -> String {
    if now.turn == before.turn {
        "Nothing changes.".to_owned()
    } else {
        format!("Turn {}.", now.turn)
    }
}

/// Returns lines with the characters of the screen.
pub fn spelled(observer: Observer<'_>, lines: Vec<String>) -> Vec<String> {
    let glyphs = observer.screen.glyphs;
    let lines = lines.into_iter();
    lines
        .map(|line| glyphs.spelled(&line.replace('\u{a0}', " ")))
        .collect()
}

/// The effects of a line's keys, and the messages.
#[derive(Default)]
pub struct LineOutcome {
    /// The messages before the hero went somewhere, in order.
    before_going: Vec<String>,
    /// The messages since the hero went somewhere; `None` if the hero has not gone anywhere.
    since_going: Option<Vec<String>>,
    /// The actions that built, raised or bought something.
    works: Vec<OwnAction>,
    /// Whether a key took back a command, so that the hero did not walk to the new cell.
    is_taken_back: bool,
    /// The cells where terrain was rebuilt.
    rebuilt: BTreeSet<Point>,
}

impl LineOutcome {
    /// Returns the number of messages.
    pub fn len(&self) -> usize {
        self.before_going.len() + self.since_going.as_ref().map_or(0, Vec::len)
    }

    /// Adds messages at the end: after the movement, if the hero has moved.
    pub fn extend(&mut self, lines: impl IntoIterator<Item = String>) {
        let said = self.since_going.as_mut();
        said.unwrap_or(&mut self.before_going).extend(lines);
    }

    /// Adds the messages of a key that moved the hero: the first `behind` messages belong before the movement.
    fn go(&mut self, mut lines: Vec<String>, behind: usize) {
        let since = lines.split_off(behind.min(lines.len()));
        self.extend(lines);
        self.since_going.get_or_insert_default().extend(since);
    }

    /// Returns the messages with the changes in their places: the hero's movement, the result of a single work, and
    /// everything else at the end.
    fn describe(self, mut changes: Changes<'_>, is_asked: bool) -> Vec<String> {
        let mut first = self.before_going;
        let mut rest = self.since_going.unwrap_or_default();
        let (before, now) = (changes.before, changes.now);
        if (before.level, before.unit) != (now.level, now.unit) {
            first.append(&mut rest);
        }
        let mut all = first.iter_mut().chain(&mut rest);
        if let [work] = self.works.as_slice()
            && let (Some(only), None) = (all.next(), all.next())
            && let Some(sentence) = changes.describe_work(*work)
        {
            *only = sentence;
        }
        let mut lines = if is_asked {
            [first, rest].concat()
        } else {
            let went = if self.is_taken_back {
                changes.put_back()
            } else {
                changes.moved()
            };
            let went = went.into_iter().collect();
            [fold_repeats(&first), went, fold_repeats(&rest)].concat()
        };
        lines.extend(changes.lines());
        lines.extend(changes.enclosures());
        lines
    }
}

/// Folds equal neighbors into one line with a count: "You wait. ×3".
fn fold_repeats(lines: &[String]) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    let lines = runs.filter_map(|same| match same {
        [] => None,
        [one] => Some(one.clone()),
        [first, ..] => Some(format!("{first} ×{}", same.len())),
    });
    lines.collect()
}
