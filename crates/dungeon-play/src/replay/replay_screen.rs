//! A recording that plays itself: a show whose keys control the replay and never reach the game. The show has no clock:
//! the terminal sends `Key::Idle` when the current frame has been shown long enough.
use std::sync::Arc;
use std::time::Duration;

use super::controls;
use super::controls::ReplayCommand;
use super::playback::Drift;
use super::player::{ReplayError, ReplayPlayer};
use super::recorder::Recorder;
use super::recording::Recording;
use super::seek_prompt::{SeekGoal, SeekInput, SeekPrompt};
use super::speed::{ReplayMode, Speed};
use super::status_line::StatusLine;
use crate::input::key::Key;
use crate::input::script::nearest_size;
use crate::input::show::{BEAT, Pace, Show};
use crate::session::session::Session;
use crate::text::page::Page;
use crate::view::frame::{Frame, Style};
use crate::view::glyphs::Glyphs;
use crate::view::layout::is_too_small;
use crate::view::scene::{Lighting, too_small};
use dungeon_model::space::geometry::{Size, at};

/// The number of leaps from the beginning of a recording to its end.
const LEAPS: usize = 10;

/// A replay in progress, as its watcher sees it.
pub struct ReplayScreen {
    player: ReplayPlayer,
    mode: ReplayMode,
    speed: Speed,
    /// The size of the watcher's screen.
    size: Size,
    glyphs: Glyphs,
    line: LineVisibility,
    help: Option<Page>,
    prompt: Option<SeekPrompt>,
    /// The frame from before the seek in progress, shown until the seek ends.
    before_seek: Option<Frame>,
    /// A number that changes with every new frame and every new waiting time.
    moment: u32,
    is_over: bool,
}

/// Whether the bottom row shows the position in the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineVisibility {
    Shown,
    /// The game has the whole screen.
    Hidden,
}

impl ReplayScreen {
    /// Opens a recording at its beginning, for a watcher whose screen can show these characters.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Errors`] if the dungeon has errors, [`ReplayError::Drift`] if the game's opening differs.
    pub fn open(recording: Recording, glyphs: Glyphs) -> Result<ReplayScreen, ReplayError> {
        let player = ReplayPlayer::open(recording, glyphs)?;
        Ok(ReplayScreen::of(player, glyphs))
    }

    /// Starts to play the recording of a game, on a screen of the same size; `None` if the recording cannot be opened.
    pub fn of_game(recorder: &Recorder) -> Option<ReplayScreen> {
        let session = &recorder.session;
        let screen = session.screen();
        let dungeon = Arc::clone(session.dungeon());
        let player = ReplayPlayer::open_in(dungeon, recorder.recording(), screen.glyphs).ok()?;
        let mut replay = ReplayScreen::of(player, screen.glyphs).lighting(screen.lighting);
        replay.press(Key::Resize(session.size()));
        Some(replay)
    }

    /// Shows a recording that is open at its beginning.
    fn of(player: ReplayPlayer, glyphs: Glyphs) -> ReplayScreen {
        let mut screen = ReplayScreen {
            player,
            mode: ReplayMode::Playing,
            speed: Speed::NORMAL,
            size: Size::new(80, 24),
            glyphs,
            line: LineVisibility::Shown,
            help: None,
            prompt: None,
            before_seek: None,
            moment: 0,
            is_over: false,
        };
        screen.fit();
        screen.come_to_rest();
        screen
    }

    /// Sets how terrain in view is lit, and returns to the beginning.
    #[must_use]
    pub fn lighting(mut self, lighting: Lighting) -> ReplayScreen {
        self.player = self.player.lighting(lighting);
        self.fit();
        self.come_to_rest();
        self
    }

    /// Sets the speed.
    #[must_use]
    pub fn at(mut self, speed: Speed) -> ReplayScreen {
        self.speed = speed;
        self
    }

    /// Sets the mode.
    #[must_use]
    pub fn in_mode(mut self, mode: ReplayMode) -> ReplayScreen {
        self.mode = mode;
        self.come_to_rest();
        self
    }

    /// Starts to seek the first moment after this number of turns, or the end if there are fewer turns.
    #[must_use]
    pub fn at_turn(mut self, turn: u32) -> ReplayScreen {
        self.seek(|player| player.begin_seek_to_turn(turn));
        self.come_to_rest();
        self
    }

    /// Returns the session, played to the position.
    pub fn session(&self) -> &Session {
        self.player.session()
    }

    /// Returns the recording being played.
    pub fn recording(&self) -> &Recording {
        self.player.recording()
    }

    /// Returns the first difference from the recording, even after the watcher has moved elsewhere; `None` if no
    /// difference was seen.
    pub fn drift(&self) -> Option<&Drift> {
        self.player.drift()
    }

    /// Starts a seek and does its first part. A short seek ends at once.
    fn seek(&mut self, begin: impl FnOnce(&mut ReplayPlayer)) {
        let before = self.before_seek.take();
        let before = before.unwrap_or_else(|| self.player.frame());
        begin(&mut self.player);
        self.before_seek = Some(before);
        self.go_on_seeking();
    }

    /// Does the next part of the seek in progress.
    fn go_on_seeking(&mut self) {
        self.moment = self.moment.wrapping_add(1);
        self.player.go_on_seeking();
        if !self.player.is_seeking() {
            self.before_seek = None;
        }
    }

    /// Handles a command during a seek. A leap counts from the seek's destination; any other command first ends the
    /// seek at the current position. The command to pause has no further effect.
    fn interrupt_seek(&mut self, command: ReplayCommand) {
        if !matches!(command, ReplayCommand::Leap | ReplayCommand::LeapBack) {
            self.player.stop_seeking();
            self.before_seek = None;
        }
        match command {
            ReplayCommand::Pause => self.mode = ReplayMode::Paused,
            command => self.execute(command),
        }
    }

    fn execute(&mut self, command: ReplayCommand) {
        self.moment = self.moment.wrapping_add(1);
        let position = self.player.destination();
        let leap = self.player.length().div_ceil(LEAPS);
        match command {
            ReplayCommand::Pause => self.pause(),
            ReplayCommand::Step => {
                self.mode = ReplayMode::Stepping;
                self.player.press();
            }
            ReplayCommand::Turn => {
                self.mode = ReplayMode::SteppingJourney;
                self.seek(ReplayPlayer::begin_next_turn);
            }
            ReplayCommand::StepBack => {
                self.mode = ReplayMode::Paused;
                self.seek(|player| player.begin_seek(position.saturating_sub(1)));
            }
            ReplayCommand::TurnBack => {
                self.mode = ReplayMode::Paused;
                let turn = self.session().turn().saturating_sub(1);
                self.seek(|player| player.begin_seek_to_turn(turn));
            }
            ReplayCommand::Leap => self.seek(|player| player.begin_seek(position + leap)),
            ReplayCommand::LeapBack => {
                self.seek(|player| player.begin_seek(position.saturating_sub(leap)));
            }
            ReplayCommand::Start => self.seek(|player| player.begin_seek(0)),
            ReplayCommand::End => self.seek(|player| player.begin_seek(usize::MAX)),
            ReplayCommand::Seek => self.prompt = Some(SeekPrompt::default()),
            ReplayCommand::Faster => self.speed = self.speed.faster(),
            ReplayCommand::Slower => self.speed = self.speed.slower(),
            ReplayCommand::At(speed) => self.speed = speed,
            ReplayCommand::Line => {
                self.line = match self.line {
                    LineVisibility::Shown => LineVisibility::Hidden,
                    LineVisibility::Hidden => LineVisibility::Shown,
                };
                self.fit();
            }
            ReplayCommand::Help => self.help = Some(Page::titled("Keys of the replay")),
            ReplayCommand::Leave => self.is_over = true,
        }
    }

    fn pause(&mut self) {
        if self.player.is_at_end() && self.player.stepper().stands().is_none() {
            self.seek(|player| player.begin_seek(0));
        }
        self.mode = match self.mode {
            ReplayMode::Paused => ReplayMode::Playing,
            ReplayMode::Playing | ReplayMode::Stepping | ReplayMode::SteppingJourney => {
                ReplayMode::Paused
            }
        };
    }

    /// Advances to the next moment.
    fn go_on(&mut self) {
        self.moment = self.moment.wrapping_add(1);
        match self.player.stepper().stands() {
            Some(_) => self.player.go_on(),
            // At full speed, animations are skipped.
            None if self.mode == ReplayMode::Playing && self.speed.pass(BEAT).is_none() => {
                self.player.skip();
            }
            None => self.player.press(),
        }
    }

    /// Handles a key while the prompt is open.
    fn type_in_prompt(&mut self, prompt: SeekPrompt, key: Key) {
        self.prompt = match prompt.typed(key) {
            SeekInput::Open(prompt) => Some(prompt),
            SeekInput::Closed => None,
            SeekInput::Done(goal) => {
                self.begin_seek_to(goal);
                None
            }
        };
    }

    fn begin_seek_to(&mut self, goal: SeekGoal) {
        if self.mode != ReplayMode::Playing {
            self.mode = ReplayMode::Paused;
        }
        match goal {
            SeekGoal::Turn(turn) => self.seek(|player| player.begin_seek_to_turn(turn)),
            SeekGoal::Percent(percent) => {
                let keys = self.player.length().saturating_mul(percent as usize);
                self.seek(|player| player.begin_seek(keys.div_ceil(100)));
            }
        }
    }

    /// Pauses the replay if it cannot continue by itself.
    fn come_to_rest(&mut self) {
        if self.player.is_seeking() {
            return;
        }
        let stepper = self.player.stepper();
        let is_at_rest = stepper.stands().is_none();
        let is_done = match self.mode {
            ReplayMode::SteppingJourney => !stepper.is_flying(),
            ReplayMode::Stepping => is_at_rest,
            ReplayMode::Playing | ReplayMode::Paused => false,
        };
        if is_done || is_at_rest && self.player.is_at_end() {
            self.mode = ReplayMode::Paused;
        }
    }

    /// Sets the game's size to the room above the status line. If that room is too small for the game, the game gets
    /// the whole screen, and the line covers its bottom row.
    fn fit(&mut self) {
        let above = Size::new(self.size.width, self.size.height - 1);
        let size = match self.line {
            LineVisibility::Shown if !is_too_small(above) => above,
            LineVisibility::Shown | LineVisibility::Hidden => self.size,
        };
        self.player.show_on(size);
    }

    /// Returns the game on the watcher's screen.
    fn game_frame(&self) -> Frame {
        let before_seek = self.before_seek.clone();
        let seen = before_seek.unwrap_or_else(|| self.player.frame());
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
        let text = match &self.prompt {
            Some(prompt) => prompt.asked(self.recording().turn(), columns),
            None => self.status_line().in_columns(columns),
        };
        let line = format!("{:columns$}", self.glyphs.spelled(&text));
        frame.write(at(0, y), &line, Style::REVERSE);
        frame.cursor = frame.cursor.filter(|p| p.y != y);
    }

    fn status_line(&self) -> StatusLine<'_> {
        StatusLine {
            player: &self.player,
            mode: self.mode,
            speed: self.speed,
            glyphs: self.glyphs,
        }
    }

    fn help_lines(&self) -> Vec<String> {
        controls::help(self.size.width)
    }
}

impl Show for ReplayScreen {
    /// Handles a key of the watcher; none of them reaches the game.
    fn press(&mut self, key: Key) {
        let command = controls::meaning(key);
        match (key, self.help, self.prompt.clone()) {
            (Key::Resize(size), ..) => {
                self.size = nearest_size(size);
                self.fit();
                if self.player.is_seeking() {
                    self.before_seek = Some(self.player.frame());
                }
            }
            (Key::Ctrl('c'), ..) => self.is_over = true,
            (Key::Idle, ..) if self.player.is_seeking() => self.go_on_seeking(),
            (Key::Idle, ..) if self.pace().is_some() => self.go_on(),
            // An idle key that was sent before time stopped.
            (Key::Idle, ..) => {}
            // On a screen too small for the game only leaving works.
            _ if is_too_small(self.size) => self.is_over |= command == Some(ReplayCommand::Leave),
            (key, Some(page), _) => {
                self.help = page.turned(self.help_lines().len(), self.size, key);
            }
            (key, None, Some(prompt)) => self.type_in_prompt(prompt, key),
            (_, None, None) => match command {
                Some(command) if self.player.is_seeking() => self.interrupt_seek(command),
                Some(command) => self.execute(command),
                None => {}
            },
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
        let mut frame = self.game_frame();
        let is_busy = self.prompt.is_some() || self.player.is_seeking();
        if self.line == LineVisibility::Shown || is_busy {
            self.draw_line(&mut frame);
        }
        frame
    }

    /// Always `None`: a replay shows animations at its own speed, so that they can be paused.
    fn animate(&mut self) -> Option<Frame> {
        None
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the time until the next moment: zero during a seek; `None` while the replay is paused, or while a page
    /// or the prompt is open.
    fn pace(&self) -> Option<Pace> {
        if self.player.is_seeking() {
            return Some(Pace {
                every: Duration::ZERO,
                round: self.moment,
            });
        }
        let is_busy = self.help.is_some() || self.prompt.is_some();
        if self.mode == ReplayMode::Paused || is_busy || is_too_small(self.size) {
            return None;
        }
        let stepper = self.player.stepper();
        let stands = stepper.stands().or_else(|| self.player.rest())?;
        Some(Pace {
            every: self.speed.pass(stands).unwrap_or_default(),
            round: self.moment,
        })
    }
}
