//! What stands on the screen after a game: how it ended, and the commands that play and show it again.
use std::path::Path;

use crate::engine::game::Game;
use crate::engine::ruleset::Reading;
use crate::format::characters::clean;
use crate::play::keys::Key;
use crate::play::notices::standing;
use crate::play::script::Script;
use crate::play::session::Session;
use crate::play::show::{Pace, Show};
use crate::space::geometry::Size;
use crate::view::frame::Frame;
use crate::view::widgets::Gauge;
use crate::view::words::{Stakes, stakes, turns};

/// A session and the keys that were pressed in it.
pub struct Played {
    session: Session,
    /// The seed it began with.
    seed: u64,
    /// The screen it began on; none before the terminal has told it.
    size: Option<Size>,
    keys: Vec<Key>,
    trace: Trace,
    end: Option<End>,
}

/// What the last key left behind, if it was the mouse moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trace {
    /// Only the cursor where it is now.
    None,
    /// Another part of the board is shown.
    Scrolled,
}

/// The end of the game that was played last.
struct End {
    /// How many keys led to it.
    keys: usize,
    /// What was said then.
    said: Vec<String>,
}

impl Played {
    /// A session that no key was pressed in yet.
    pub fn new(session: Session) -> Played {
        Played {
            seed: session.seed_used(),
            session,
            size: None,
            keys: Vec::new(),
            trace: Trace::None,
            end: None,
        }
    }

    /// Lines to print once the screen is left, free of control characters; `file` is what the person named,
    /// `kept_in` the file of keys that he asked for.
    pub fn farewell(&self, file: &str, kept_in: Option<&Path>) -> Vec<String> {
        let mut lines = match &self.end {
            Some(end) => end.said.clone(),
            None => self.unfinished(),
        };
        let (seed, file) = (self.session.seed_used(), quoted(file));
        lines.push(format!("Play it again:  dungeon {file} --seed {seed}"));
        let size = self.size.unwrap_or(Size::new(80, 24));
        let keys = match kept_in {
            Some(path) => format!("--keys-from {}", quoted(&path.display().to_string())),
            None => format!(
                "--keys {}",
                quoted(&Script(self.keys().to_vec()).to_string())
            ),
        };
        lines.push(format!(
            "See it again:   dungeon render {file} --seed {} --size {}x{} {keys}",
            self.seed, size.width, size.height
        ));
        if kept_in.is_some() {
            lines.push(format!("Checksum:       {:016x}", self.session.checksum()));
        }
        lines.iter().map(|line| clean(line).into_owned()).collect()
    }

    /// What was pressed, idle rounds too, up to the end of the game that was played last.
    pub fn keys(&self) -> &[Key] {
        match &self.end {
            Some(end) => &self.keys[..end.keys],
            None => &self.keys,
        }
    }

    /// Where the mouse went says nothing once it has gone on, unless it scrolled the board; of a game by mouse it would be
    /// most of the keys.
    fn record(&mut self, key: Key, trace: Trace) {
        match (self.keys.last_mut(), key) {
            (Some(last @ Key::Hover(_)), Key::Hover(_)) if self.trace == Trace::None => *last = key,
            _ => self.keys.push(key),
        }
        self.trace = trace;
    }

    /// What was said last, and what there is to add to it.
    fn final_words(&self) -> Vec<String> {
        let mut said = self.session.latest_messages().to_vec();
        said.extend(summary(self.session.game()));
        said
    }

    /// When he left, and how he stood.
    fn unfinished(&self) -> Vec<String> {
        let turns = turns(self.session.turn());
        let mut said = vec![format!("You left after {turns}; the game was not over.")];
        said.extend(standing(self.session.game().world()));
        said
    }
}

impl Show for Played {
    fn press(&mut self, key: Key) {
        let before = self.session.followed();
        self.session.press_key(key);
        let trace = match self.session.followed() == before {
            true => Trace::None,
            false => Trace::Scrolled,
        };
        match (key, self.size) {
            // The terminal tells its size before any other key: that is where the game begins.
            (Key::Resize(size), None) => self.size = Some(size),
            _ => self.record(key, trace),
        }
        // A restart makes an ended game one that is not over.
        let is_ended = self.session.outcome().is_some();
        if is_ended && self.end.is_none() {
            self.end = Some(End {
                keys: self.keys.len(),
                said: self.final_words(),
            });
        } else if !is_ended {
            self.end = None;
        }
    }

    fn frame(&self) -> Frame {
        self.session.frame()
    }

    fn animate(&mut self) -> Option<Frame> {
        self.session.animate()
    }

    fn is_over(&self) -> bool {
        self.session.is_over()
    }

    fn wants_mouse(&self) -> bool {
        self.session.wants_mouse()
    }

    fn pace(&self) -> Option<Pace> {
        self.session.pace()
    }
}

/// How the hero stands, unless the last sentence tells all that he lives by; after a battle, what it came to (K-14).
fn summary(game: &Game) -> Option<String> {
    let (rules, world) = (game.rules(), game.world());
    match stakes(world) {
        Stakes::Points => Some(readings_told(&rules.readings(world))),
        Stakes::People => Some(readings_told(&rules.statistics(world))),
        Stakes::Gold | Stakes::Lives => None,
    }
}

/// The gauges as a sentence.
fn readings_told(readings: &[Reading]) -> String {
    let told = readings.iter().map(|reading| Gauge::of(reading).told());
    format!("{}.", told.collect::<Vec<_>>().join(", "))
}

/// The text as one word of a shell's command line.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::action::Action;
    use crate::format;
    use crate::format::source::{Limits, Source};
    use crate::monsters;
    use crate::rulesets::tactics::Tactics;
    use crate::space::geometry::{Point, at};

    #[test]
    fn gauges_are_read_out_as_one_sentence() {
        let readings =
            [("Health", 3), ("Wealth", -10)].map(|(label, value)| Reading::points(label, value));
        assert_eq!(readings_told(&readings), "Health 3, Wealth -10.");
    }

    #[test]
    fn what_the_purse_holds_is_said_by_the_ending_alone() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/robbed.dng");
        let mut played = Played::new(Session::open(file).expect("a sound scene"));
        played.press(Key::Char('.'));
        let said = played.final_words();
        let last = "You are bankrupt after 11 turns, 1 gold in debt, ruined by a hordling.";
        assert_eq!(said.last().map(String::as_str), Some(last));
    }

    /// What is printed after these keys on these boards.
    fn farewell(boards: &str, keys: &str) -> Vec<String> {
        let source = Source::from_text("run.dng", format!("rules arena lives=1\n{boards}"));
        let (dungeon, _) = format::read(&source, &Limits::default());
        let dungeon = dungeon.expect("sound boards");
        let mut played = Played::new(Session::new(Arc::new(dungeon)).seed(7));
        keys.chars().for_each(|key| played.press(Key::Char(key)));
        played.farewell("run.dng", None)
    }

    #[test]
    fn a2_who_leaves_or_loses_a_run_of_boards_is_told_how_far_he_came() {
        let boards = "level\nmap\n@%\nend\nlevel\nmap\n@..%\nend\n";
        let again = [
            "Play it again:  dungeon run.dng --seed 7",
            "See it again:   dungeon render run.dng --seed 7 --size 80x24 --keys ",
        ];
        let left = farewell(boards, "l");
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn; the game was not over.",
                "You have 1 life. 1 enemy is left on board 2 of 2."
            ]
        );
        assert_eq!(left[2..], [again[0].to_owned(), format!("{}l", again[1])]);
        let lost = farewell(boards, "l...");
        assert_eq!(
            lost[..3],
            [
                "The enemy rams you: no life left.",
                "You have been stomped by an enemy after 4 turns, on board 2 of 2.",
                again[0],
            ],
            "the gauges would say it twice"
        );
        let won = farewell("level\nmap\n@%\nend\n", "l");
        assert_eq!(won[1], "You have won in 1 turn, with 1 life left.");
        assert_eq!(won[2], again[0]);
    }

    #[test]
    fn k14_a_battle_is_summed_up_in_numbers_or_by_who_is_left() {
        let text =
            "rules tactics\nmap\na*..d\nend\nmark a @ name=\"Andy\"\nmark d @ name=\"Danny\"\n";
        let (dungeon, _) = format::read(&Source::from_text("b.dng", text), &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound battle"));
        let mut played = Played::new(Session::new(Arc::clone(&dungeon)));
        played.press(Key::Char(' '));
        let left = played.farewell("b.dng", None);
        assert_eq!(
            left[..2],
            [
                "You left after 1 turn; the game was not over.",
                "Andy: health 20, 2 points, 10 ammo. Danny: health 20, 2 points, 10 ammo.",
            ]
        );
        let mut game = Game::new(dungeon, Arc::new(Tactics), monsters::hatch, 0);
        game.step(Action::Go(at(1, 0))).expect("in range");
        assert_eq!(
            summary(&game).as_deref(),
            Some("Turns 0, Shots 0, Hits 0, Damage given 0, Damage taken 0, Items taken 1.")
        );
    }

    #[test]
    fn k4_of_all_places_where_the_mouse_went_only_the_last_is_kept() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/scenes/battle.dng");
        let mut played = Played::new(Session::open(file).expect("a sound scene"));
        let keys: Script = "<hover 1,1><hover 2,2>l<hover 3,3><click 4,4><hover 5,5><hover 6,6>"
            .parse()
            .expect("a script");
        keys.0.into_iter().for_each(|key| played.press(key));
        assert_eq!(
            Script(played.keys().to_vec()).to_string(),
            "<hover 2,2>l<hover 3,3><click 4,4><hover 6,6>"
        );
        assert!(played.wants_mouse());
    }

    #[test]
    fn k4_where_the_mouse_scrolled_a_large_board_is_kept() {
        let row = format!("{}\n", ".".repeat(300));
        let text = format!(
            "rules tactics\nlevel\nmap\n{}o\nend\n@ 1 1\n",
            row.repeat(3)
        );
        let source = Source::from_text("plain.dng", text);
        let (dungeon, _) = format::read(&source, &Limits::default());
        let dungeon = Arc::new(dungeon.expect("a sound plain"));
        let mut played = Played::new(Session::new(Arc::clone(&dungeon)));
        let edge = (70..=80).chain((60..80).rev()).chain(70..=80);
        let hovers = edge.map(|x| Key::Hover(Point { x: x - 1, y: 10 }));
        hovers.for_each(|hover| played.press(hover));
        let kept = Script(played.keys().to_vec());
        assert_eq!(kept.to_string(), "<hover 80,11><hover 80,11>");
        let mut again = Session::new(dungeon);
        kept.0.into_iter().for_each(|key| again.press_key(key));
        assert_eq!(again.frame(), played.frame());
    }

    #[test]
    fn a_word_stays_one_word_in_the_shell() {
        assert_eq!(quoted("a/b-1.dng"), "a/b-1.dng");
        assert_eq!(quoted("<Esc>;'x"), r"'<Esc>;'\''x'");
        assert_eq!(quoted(""), "''");
    }
}
