//! A recording that plays itself: a show whose keys wind it, and never reach the game. It knows no clock: the terminal
//! tells it by `Key::Idle` that what is seen has stood long enough.
use super::controls;
use super::controls::Winding;
use super::playback::Drift;
use super::player::{Closed, Deck};
use super::recording::Recording;
use super::seek_prompt::{Goal, Jump, Typed};
use super::speed::{Motion, Speed};
use super::status_line::Caption;
use crate::play::input::key::Key;
use crate::play::input::script::nearest_size;
use crate::play::input::show::{BEAT, Pace, Show};
use crate::play::session::session::Session;
use crate::play::text::page::Page;
use crate::space::geometry::{Size, at};
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::scene::too_small;

/// A leap goes so many times from the beginning to the end.
const LEAPS: usize = 10;

/// A recording under way, and what its watcher sees of it.
pub struct Theatre {
    deck: Deck,
    motion: Motion,
    speed: Speed,
    /// Of the watcher's screen.
    size: Size,
    glyphs: Glyphs,
    line: Line,
    help: Option<Page>,
    jump: Option<Jump>,
    /// Another one as soon as something else is seen, or is to be seen in another time.
    moment: u32,
    is_over: bool,
}

/// Whether the last row tells where one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Shown,
    /// So that the game has the whole screen.
    Hidden,
}

impl Theatre {
    /// A recording at its beginning, for a watcher whose screen has these characters.
    ///
    /// # Errors
    /// If there is nothing to be seen.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<Theatre, Closed> {
        let mut theatre = Theatre {
            deck: Deck::open(recording, glyphs)?,
            motion: Motion::Playing,
            speed: Speed::NORMAL,
            size: Size::new(80, 24),
            glyphs,
            line: Line::Shown,
            help: None,
            jump: None,
            moment: 0,
            is_over: false,
        };
        theatre.fit();
        theatre.come_to_rest();
        Ok(theatre)
    }

    /// The same, so fast.
    pub fn at(mut self, speed: Speed) -> Theatre {
        self.speed = speed;
        self
    }

    /// The same, doing this by itself.
    pub fn in_motion(mut self, motion: Motion) -> Theatre {
        self.motion = motion;
        self.come_to_rest();
        self
    }

    /// The same, where so many turns have passed, or at its end.
    pub fn from_turn(mut self, turn: u32) -> Theatre {
        self.deck.wind_to_turn(turn);
        self.come_to_rest();
        self
    }

    /// The game as far as it was played again.
    pub fn session(&self) -> &Session {
        self.deck.session()
    }

    /// What is played again.
    pub fn recording(&self) -> &Recording {
        self.deck.recording()
    }

    /// Where the game was seen to be another one than was recorded, wherever it was wound since.
    pub fn drift(&self) -> Option<&Drift> {
        self.deck.drift()
    }

    fn obey(&mut self, winding: Winding) {
        self.moment = self.moment.wrapping_add(1);
        let position = self.deck.position();
        let leap = self.deck.length().div_ceil(LEAPS);
        match winding {
            Winding::Pause => self.pause(),
            Winding::Step => {
                self.motion = Motion::Stepping;
                self.deck.press();
            }
            Winding::Turn => self.step_a_turn(),
            Winding::StepBack => {
                self.motion = Motion::Paused;
                self.deck.wind_to(position.saturating_sub(1));
            }
            Winding::TurnBack => {
                self.motion = Motion::Paused;
                let turn = self.session().turn().saturating_sub(1);
                self.deck.wind_to_turn(turn);
            }
            Winding::Leap => self.deck.wind_to(position + leap),
            Winding::LeapBack => self.deck.wind_to(position.saturating_sub(leap)),
            Winding::Start => self.deck.wind_to(0),
            Winding::End => self.deck.wind_to(self.deck.length()),
            Winding::Jump => self.jump = Some(Jump::default()),
            Winding::Faster => self.speed = self.speed.faster(),
            Winding::Slower => self.speed = self.speed.slower(),
            Winding::At(speed) => self.speed = speed,
            Winding::Line => {
                self.line = match self.line {
                    Line::Shown => Line::Hidden,
                    Line::Hidden => Line::Shown,
                };
                self.fit();
            }
            Winding::Help => self.help = Some(Page::titled("Keys of the replay")),
            Winding::Leave => self.is_over = true,
        }
    }

    fn pause(&mut self) {
        if self.deck.is_at_end() && self.deck.reel().stands().is_none() {
            self.deck.wind_to(0);
        }
        self.motion = match self.motion {
            Motion::Paused => Motion::Playing,
            Motion::Playing | Motion::Stepping | Motion::Striding => Motion::Paused,
        };
    }

    /// What stands has stood long enough.
    fn go_on(&mut self) {
        self.moment = self.moment.wrapping_add(1);
        match self.deck.reel().stands() {
            Some(_) => self.deck.go_on(),
            // As fast as can be, nothing that moves is seen.
            None if self.motion == Motion::Playing && self.speed.pass(BEAT).is_none() => {
                self.deck.skip();
            }
            None => self.deck.press(),
        }
    }

    fn step_a_turn(&mut self) {
        self.motion = Motion::Striding;
        let turn = self.session().turn();
        self.deck.stride();
        while self.session().turn() == turn && !self.deck.is_at_end() {
            self.deck.stride();
        }
    }

    /// Obeys a key while a number is typed.
    fn type_jump(&mut self, jump: Jump, key: Key) {
        self.jump = match jump.typed(key) {
            Typed::Open(jump) => Some(jump),
            Typed::Closed => None,
            Typed::Done(goal) => {
                self.jump_to(goal);
                None
            }
        };
    }

    fn jump_to(&mut self, goal: Goal) {
        self.moment = self.moment.wrapping_add(1);
        if self.motion != Motion::Playing {
            self.motion = Motion::Paused;
        }
        match goal {
            Goal::Turn(turn) => self.deck.wind_to_turn(turn),
            Goal::Percent(percent) => {
                let keys = self.deck.length().saturating_mul(percent as usize);
                self.deck.wind_to(keys.div_ceil(100));
            }
        }
    }

    /// Pauses where it can go on by itself no more.
    fn come_to_rest(&mut self) {
        let reel = self.deck.reel();
        let is_at_rest = reel.stands().is_none();
        let is_done = match self.motion {
            Motion::Striding => !reel.is_flying(),
            Motion::Stepping => is_at_rest,
            Motion::Playing | Motion::Paused => false,
        };
        if is_done || is_at_rest && self.deck.is_at_end() {
            self.motion = Motion::Paused;
        }
    }

    /// Has the game drawn as large as there is room for it: above the line, which covers a row of it only where the game would
    /// not be shown at all in one less.
    fn fit(&mut self) {
        let above = Size::new(self.size.width, self.size.height - 1);
        let size = match self.line {
            Line::Shown if !is_too_small(above) => above,
            Line::Shown | Line::Hidden => self.size,
        };
        self.deck.show_on(size);
    }

    /// The game on the watcher's screen.
    fn stage(&self) -> Frame {
        let seen = self.deck.frame();
        if seen.size() == self.size {
            return seen;
        }
        let mut frame = Frame::new(self.size);
        for (row, y) in seen.rows().zip(0..) {
            for (cell, x) in row.iter().zip(0..) {
                frame.set(at(x, y), *cell);
            }
        }
        frame.turn = seen.turn;
        frame.cursor = seen.cursor;
        frame
    }

    fn draw_line(&self, frame: &mut Frame) {
        let (columns, y) = (self.size.width.max(0) as usize, self.size.height - 1);
        let told = match &self.jump {
            Some(jump) => jump.asked(self.recording().turn(), columns),
            None => self.caption().in_columns(columns),
        };
        let line = format!("{:columns$}", self.glyphs.spelled(&told));
        frame.write(at(0, y), &line, Style::REVERSE);
        frame.cursor = frame.cursor.filter(|p| p.y != y);
    }

    fn caption(&self) -> Caption<'_> {
        Caption {
            deck: &self.deck,
            motion: self.motion,
            speed: self.speed,
            glyphs: self.glyphs,
        }
    }

    fn help_lines(&self) -> Vec<String> {
        controls::help(self.size.width)
    }
}

impl Show for Theatre {
    /// Winds it; none of these keys is the game's.
    fn press(&mut self, key: Key) {
        let winding = controls::meaning(key);
        match (key, self.help, self.jump.clone()) {
            (Key::Resize(size), ..) => {
                self.size = nearest_size(size);
                self.fit();
            }
            (Key::Ctrl('c'), ..) => self.is_over = true,
            (Key::Idle, ..) if self.pace().is_some() => self.go_on(),
            // It was due before time stood still.
            (Key::Idle, ..) => {}
            // Nobody should wind what he cannot see.
            _ if is_too_small(self.size) => self.is_over |= winding == Some(Winding::Leave),
            (key, Some(page), _) => {
                self.help = page.turned(self.help_lines().len(), self.size, key);
            }
            (key, None, Some(jump)) => self.type_jump(jump, key),
            (_, None, None) => winding.into_iter().for_each(|winding| self.obey(winding)),
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
        if self.line == Line::Shown || self.jump.is_some() {
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

    /// Nothing goes on while a page is read or a number typed.
    fn pace(&self) -> Option<Pace> {
        let is_busy = self.help.is_some() || self.jump.is_some();
        if self.motion == Motion::Paused || is_busy || is_too_small(self.size) {
            return None;
        }
        let reel = self.deck.reel();
        let stands = match reel.stands() {
            Some(stands) => stands,
            None => reel.rest_before(self.deck.next()?),
        };
        Some(Pace {
            every: self.speed.pass(stands).unwrap_or_default(),
            round: self.moment,
        })
    }
}
