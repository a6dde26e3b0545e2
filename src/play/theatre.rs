//! A recording that plays itself: a show whose keys wind it, and never reach the game. It knows no clock: the terminal
//! tells it by `Key::Idle` that what is seen has stood long enough.
use std::sync::Arc;

use super::help::spelled;
use super::keys::Key;
use super::page::Page;
use super::playback::{Drift, Playback};
use super::recording::Recording;
use super::reel::Reel;
use super::script::nearest_size;
use super::session::Session;
use super::show::{BEAT, Pace, Show};
use super::speed::Speed;
use super::winding::{self, Winding};
use crate::dungeon::Dungeon;
use crate::engine::event::Outcome;
use crate::format::report::Report;
use crate::space::geometry::{Size, at};
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::scene::too_small;

/// A recording under way, and where its watcher has wound it.
pub struct Theatre {
    reel: Reel,
    playback: Playback,
    /// Of the recording.
    dungeon: Arc<Dungeon>,
    motion: Motion,
    speed: Speed,
    /// The last key of the game.
    pressed: Option<Key>,
    /// Where the game was seen to be another one than was recorded.
    stray: Option<Stray>,
    /// Of the watcher's screen.
    size: Size,
    glyphs: Glyphs,
    line: Line,
    help: Option<Page>,
    /// How many moments were seen.
    moments: u32,
    is_over: bool,
}

/// What it does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// It presses key after key.
    Playing,
    /// It lets what the last key set going come to rest.
    Stepping,
    /// Nothing.
    Paused,
}

/// Whether the last row tells where one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Shown,
    /// So that a recorded screen that is as high as the watcher's is seen whole.
    Hidden,
}

/// Where a game went otherwise than it was recorded.
struct Stray {
    /// How many keys had been pressed.
    position: usize,
    drift: Drift,
}

/// Why a recording cannot be watched.
#[derive(Debug)]
pub enum Closed {
    /// This program finds errors in its dungeon.
    Errors(Box<Report>),
    /// The game that it begins with is already another one.
    Drift(Drift),
}

impl Theatre {
    /// A recording at its beginning, for a watcher whose screen has these characters.
    ///
    /// # Errors
    /// If there is nothing to be seen.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<Theatre, Closed> {
        let dungeon = recording.dungeon().map_err(Closed::Errors)?;
        let session = recording.begun_in(Arc::clone(&dungeon)).glyphs(glyphs);
        Ok(Theatre {
            playback: Playback::begin(recording, &session).map_err(Closed::Drift)?,
            reel: Reel::of(session),
            dungeon,
            motion: Motion::Playing,
            speed: Speed::NORMAL,
            pressed: None,
            stray: None,
            size: Size::new(80, 24),
            glyphs,
            line: Line::Shown,
            help: None,
            moments: 0,
            is_over: false,
        })
    }

    /// The same, so fast.
    pub fn at(mut self, speed: Speed) -> Theatre {
        self.speed = speed;
        self
    }

    /// The same, doing this by itself.
    pub fn in_motion(mut self, motion: Motion) -> Theatre {
        self.motion = motion;
        self
    }

    /// The game as far as it was played again.
    pub fn session(&self) -> &Session {
        self.reel.session()
    }

    /// What is played again.
    pub fn recording(&self) -> &Recording {
        &self.playback.recording
    }

    /// Where the game was seen to be another one than was recorded, wherever it was wound since.
    pub fn drift(&self) -> Option<&Drift> {
        self.stray.as_ref().map(|stray| &stray.drift)
    }

    fn obey(&mut self, winding: Winding) {
        match winding {
            Winding::Pause => self.pause(),
            Winding::Step => {
                self.motion = Motion::Stepping;
                self.press_next();
            }
            Winding::Turn => self.step_a_turn(),
            Winding::StepBack => self.step_back(self.playback.position().saturating_sub(1)),
            Winding::TurnBack => self.step_back(self.turn_before()),
            Winding::Start => self.wind_to(0),
            Winding::End => self.wind_to(usize::MAX),
            Winding::Faster => self.speed = self.speed.faster(),
            Winding::Slower => self.speed = self.speed.slower(),
            Winding::At(speed) => self.speed = speed,
            Winding::Line => {
                self.line = match self.line {
                    Line::Shown => Line::Hidden,
                    Line::Hidden => Line::Shown,
                }
            }
            Winding::Help => self.help = Some(Page::titled("Keys of the replay")),
            Winding::Leave => self.is_over = true,
        }
    }

    fn pause(&mut self) {
        if self.is_at_end() && self.reel.stands().is_none() {
            self.wind_to(0);
        }
        self.motion = match self.motion {
            Motion::Paused => Motion::Playing,
            Motion::Playing | Motion::Stepping => Motion::Paused,
        };
    }

    /// What stands has stood long enough.
    fn go_on(&mut self) {
        match self.reel.stands() {
            Some(_) => self.reel.go_on(),
            None => self.press_next(),
        }
    }

    /// Presses the next key of the game.
    fn press_next(&mut self) {
        let Some(key) = self.next_key() else { return };
        self.reel.press(key);
        if self.motion == Motion::Playing && self.speed.pass(BEAT).is_none() {
            self.reel.settle();
        }
        self.watch_for_drift();
    }

    /// The next key of the game, which is at rest then, as long as there is one and the game is the recorded one.
    fn next_key(&mut self) -> Option<Key> {
        self.reel.settle();
        self.watch_for_drift();
        if self.is_at_end() {
            return None;
        }
        self.pressed = self.playback.next_key();
        self.pressed
    }

    fn step_a_turn(&mut self) {
        self.motion = Motion::Stepping;
        let turn = self.session().turn();
        self.press_next();
        while self.session().turn() == turn && !self.is_at_end() {
            self.press_next();
        }
    }

    fn step_back(&mut self, position: usize) {
        self.motion = Motion::Paused;
        self.wind_to(position);
    }

    /// How many keys had been pressed when the turn before this one had passed.
    fn turn_before(&self) -> usize {
        let turn = self.session().turn();
        let marks = self.recording().marks.iter();
        let earlier = marks.take_while(|mark| mark.turn < turn);
        earlier.map(|mark| mark.keys.len()).sum()
    }

    /// To where so many keys of the game have been pressed, unseen; back to there is from its beginning.
    fn wind_to(&mut self, position: usize) {
        if position < self.playback.position() {
            self.playback.rewind();
            let session = self.recording().begun_in(Arc::clone(&self.dungeon));
            self.reel = Reel::of(session.glyphs(self.glyphs));
            self.pressed = None;
        }
        while self.playback.position() < position {
            let Some(key) = self.next_key() else { break };
            self.reel.skip(key);
        }
        self.reel.settle();
        self.watch_for_drift();
    }

    /// Whether nothing more of it can be played. A journey is not over with its key.
    fn is_at_end(&self) -> bool {
        let is_over = self.playback.peek().is_none() && !self.session().is_under_way();
        is_over || self.has_strayed()
    }

    fn has_strayed(&self) -> bool {
        let stray = self.stray.as_ref();
        stray.is_some_and(|stray| stray.position <= self.playback.position())
    }

    /// Once a key is obeyed to its end, sees whether the game is still the recorded one.
    fn watch_for_drift(&mut self) {
        if self.reel.session().is_under_way() {
            return;
        }
        let position = self.playback.position();
        if let Err(drift) = self.playback.check(self.reel.session()) {
            self.stray = Some(Stray { position, drift });
            self.reel.settle();
        }
    }

    /// Pauses where it can go on by itself no more.
    fn come_to_rest(&mut self) {
        self.moments = self.moments.wrapping_add(1);
        self.watch_for_drift();
        let is_at_rest = self.reel.stands().is_none();
        if is_at_rest && (self.motion == Motion::Stepping || self.is_at_end()) {
            self.motion = Motion::Paused;
        }
    }

    /// The recorded screen, as much of it as the watcher's has room for.
    fn stage(&self) -> Frame {
        let seen = self.reel.frame();
        let mut frame = Frame::new(self.size);
        for (row, y) in seen.rows().zip(0..self.size.height) {
            for (cell, x) in row.iter().zip(0..self.size.width) {
                frame.set(at(x, y), *cell);
            }
        }
        frame.turn = seen.turn;
        frame.cursor = seen.cursor.filter(|p| self.size.contains(*p));
        frame
    }

    fn draw_line(&self, frame: &mut Frame) {
        let (columns, y) = (self.size.width.max(0) as usize, self.size.height - 1);
        let line = format!("{:columns$}", self.glyphs.spelled(&self.told(columns)));
        frame.write(at(0, y), &line, Style::REVERSE);
        frame.cursor = frame.cursor.filter(|p| p.y != y);
    }

    fn help_lines(&self) -> Vec<String> {
        winding::help(self.size.width)
    }

    /// Where one is and what one can do there, in as many words as so many columns hold.
    fn told(&self, columns: usize) -> String {
        let (long, short) = self.whereabouts();
        let room = |told: &str, hints: &str| {
            let gap = columns.checked_sub(told.chars().count() + hints.len())?;
            (gap > 1).then(|| format!("{told}{}{hints}", " ".repeat(gap)))
        };
        let most = match self.motion {
            _ if self.is_at_end() => format!("Space: again  {HINTS}"),
            Motion::Playing => format!("Space: pause  .: step  {HINTS}"),
            Motion::Stepping | Motion::Paused => format!("Space: play  .: step  {HINTS}"),
        };
        let told = [
            (&long, most.as_str()),
            (&long, HINTS),
            (&short, HINTS),
            (&short, SHORT_HINT),
        ];
        let fitting = told.into_iter().find_map(|(told, hints)| room(told, hints));
        fitting.unwrap_or_else(|| self.glyphs.cut(&short, columns))
    }

    /// Where one is, in words and in fewer.
    fn whereabouts(&self) -> (String, String) {
        if let Some(Stray { drift, .. }) = self.stray.as_ref().filter(|_| self.has_strayed()) {
            let turn = drift.turn;
            let long = format!("At turn {turn} the game goes otherwise than it was recorded.");
            return (long, format!("Drift at turn {turn}."));
        }
        let turns = format!(
            "Turn {} of {}",
            self.session().turn(),
            self.recording().turn()
        );
        let short = match self.motion {
            Motion::Playing => format!("{turns} at {}.", self.speed),
            _ if self.is_at_end() => {
                let end = self.session().outcome();
                format!(
                    "{turns}, the end: {}.",
                    end.map_or("unfinished", Outcome::word)
                )
            }
            Motion::Stepping | Motion::Paused => format!("{turns}, paused."),
        };
        let long = match self.pressed {
            Some(key) => format!("{short} Key {}", spelled(&[key])),
            None => short.clone(),
        };
        (long, short)
    }
}

/// What can always be done.
const HINTS: &str = "?: keys  q: leave";

/// What tells the rest.
const SHORT_HINT: &str = "?: keys";

impl Show for Theatre {
    /// Winds it; none of these keys is the game's.
    fn press(&mut self, key: Key) {
        let winding = winding::meaning(key);
        match (key, self.help) {
            (Key::Resize(size), _) => self.size = nearest_size(size),
            (Key::Ctrl('c'), _) => self.is_over = true,
            (Key::Idle, _) => self.go_on(),
            // Nobody should wind what he cannot see.
            _ if is_too_small(self.size) => self.is_over |= winding == Some(Winding::Leave),
            (key, Some(page)) => self.help = page.turned(self.help_lines().len(), self.size, key),
            (_, None) => winding.into_iter().for_each(|winding| self.obey(winding)),
        }
        self.come_to_rest();
    }

    fn frame(&self) -> Frame {
        if is_too_small(self.size) {
            return too_small(self.size);
        }
        if let Some(page) = self.help {
            return page.frame(&self.help_lines(), self.size);
        }
        let mut frame = self.stage();
        if self.line == Line::Shown {
            self.draw_line(&mut frame);
        }
        frame
    }

    /// What moves is shown in its own time, not the terminal's: so it can be paused, and is as fast as the rest.
    fn animate(&mut self) -> Option<Frame> {
        None
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn pace(&self) -> Option<Pace> {
        if self.motion == Motion::Paused || self.help.is_some() || is_too_small(self.size) {
            return None;
        }
        let stands = match self.reel.stands() {
            Some(stands) => stands,
            None => self.reel.rest_before(self.playback.peek()?),
        };
        Some(Pace {
            every: self.speed.pass(stands).unwrap_or_default(),
            round: self.moments,
        })
    }
}
