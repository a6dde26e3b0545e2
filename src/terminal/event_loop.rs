//! The loop: keys to the show, its frames to the screen, and never a terminal left otherwise than found.
use std::collections::VecDeque;
use std::io;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use signal_hook::consts::SIGHUP;

use super::decoder::{Decoder, Timeout};
use super::emergency_exit::{EmergencyExit, EmergencySave, PanicHook};
use super::error::TerminalError;
use super::idle_timer::IdleTimer;
use super::job_control::{StopScope, stop};
use super::mouse::{enqueue, is_reported};
use super::screen_writer::ScreenWriter;
use super::signals::{Signal, Signals};
use super::tty::{CursorVisibility, Tty, is_gone};
use crate::play::input::key::Key;
use crate::play::input::show::{BEAT, STRIDE, Show};
use crate::space::geometry::Size;
use crate::view::ansi::ColourDepth;

/// The key that stops the process, as it does in a terminal in its normal mode.
const SUSPEND: Key = Key::Ctrl('z');

/// How the terminal is used.
#[derive(Clone)]
pub struct Options {
    /// How much colour may be shown.
    pub depth: ColourDepth,
    /// How long after a lone ESC nothing must follow for it to be the Escape key.
    pub escape_delay: Duration,
    /// How much longer nothing must follow for a sequence to have lost its end, and a tenth of what pasted text may take.
    pub patience: Duration,
    /// Whose the mouse is.
    pub mouse: MouseMode,
    /// Whether the cursor is seen.
    pub cursor: CursorVisibility,
    /// What saves the show in emergency_exit, if there is anything to save.
    pub emergency_save: Option<EmergencySave>,
}

/// Whose the mouse is: the show's, which then takes clicks and movements, or the terminal's, which selects text
/// with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MouseMode {
    /// The show's, while it wants it.
    #[default]
    Auto,
    /// The show's.
    On,
    /// The terminal's.
    Off,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            depth: ColourDepth::default(),
            escape_delay: Duration::from_millis(25),
            patience: Duration::from_secs(1),
            mouse: MouseMode::default(),
            cursor: CursorVisibility::default(),
            emergency_save: None,
        }
    }
}

/// Lets a person see and play the show in the terminal of this process, until he asks to leave. A deadly
/// signal ends the process here, as it would have without the show; the terminal is given back first, and the show kept.
/// ^Z and SIGTSTP stop the process as they would have, with the terminal given back meanwhile.
pub fn run(show: &mut dyn Show, options: &Options) -> Result<(), TerminalError> {
    refuse_dumb()?;
    // Declared first and so dropped last: a signal never meets a terminal that is still taken.
    let mut signals = Signals::caught()?;
    let tty = Arc::new(Tty::found(signals.deadly(), options.cursor)?);
    let emergency_exit = Arc::new(EmergencyExit::new(
        Arc::clone(&tty),
        options.emergency_save.clone(),
    ));
    let _hook = PanicHook::set(Arc::clone(&emergency_exit));
    tty.enter()?;
    let size = tty.size();
    let mut stage = EventLoop {
        screen: ScreenWriter::new(&*tty, options.depth, size),
        size,
        is_spoilt: false,
        tty: &tty,
        emergency_exit: &emergency_exit,
        signals: &mut signals,
        decoder: Decoder::default(),
        escape_delay: options.escape_delay,
        patience: options.patience,
        mouse: options.mouse,
        heard: Instant::now(),
        idle_timer: IdleTimer::default(),
        waiting_since: Instant::now(),
        keys: VecDeque::new(),
    };
    let Err(error) = stage.play(show) else {
        tty.leave();
        return Ok(());
    };
    emergency_exit.leave_and_save();
    // A frame was given up because of one.
    if let Some(signal) = signals.told_to_die() {
        emergency_exit.die(signal);
    }
    match is_gone(&error) {
        true => emergency_exit.die(SIGHUP),
        false => Err(error.into()),
    }
}

/// A terminal without cursor addressing would show nothing but escape sequences.
fn refuse_dumb() -> Result<(), TerminalError> {
    match std::env::var_os("TERM") {
        None => Err(TerminalError::Dumb("not set")),
        Some(term) if term.is_empty() => Err(TerminalError::Dumb("empty")),
        Some(term) if term == "dumb" => Err(TerminalError::Dumb("`dumb`")),
        Some(_) => Ok(()),
    }
}

/// A terminal in use.
struct EventLoop<'a> {
    tty: &'a Tty,
    emergency_exit: &'a EmergencyExit,
    screen: ScreenWriter<&'a Tty>,
    /// As the show knows it.
    size: Size,
    /// Whether the screen must be drawn anew.
    is_spoilt: bool,
    signals: &'a mut Signals,
    decoder: Decoder,
    escape_delay: Duration,
    patience: Duration,
    mouse: MouseMode,
    /// When bytes were last read.
    heard: Instant,
    /// How long the show has waited for a command.
    idle_timer: IdleTimer,
    /// When the wait for a command began that the idle_timer does not know of yet.
    waiting_since: Instant,
    /// Decoded, and not obeyed yet.
    keys: VecDeque<Key>,
}

impl EventLoop<'_> {
    fn play(&mut self, show: &mut dyn Show) -> io::Result<()> {
        show.press(Key::Resize(self.size));
        while !show.is_over() {
            self.share_mouse(show)?;
            // Whoever typed ahead does not want to watch.
            if self.is_watched() {
                self.animate(show)?;
            }
            if show.is_under_way() {
                self.travel(show)?;
                continue;
            }
            if self.keys.is_empty() {
                self.screen.draw(&show.frame())?;
            }
            match self.idle_timer.left(show.pace()) {
                Some(left) => self.play_on(show, left)?,
                None => {
                    if let Some(key) = self.next(None)? {
                        show.press(key);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether no key waits that means the person does not want to watch.
    fn is_watched(&self) -> bool {
        self.keys.iter().all(|key| key.lets_watch())
    }

    /// Gives the mouse to whom it belongs now.
    fn share_mouse(&self, show: &dyn Show) -> io::Result<()> {
        let is_shows = match self.mouse {
            MouseMode::Auto => show.wants_mouse(),
            MouseMode::On => true,
            MouseMode::Off => false,
        };
        match is_shows {
            true => self.tty.take_mouse(),
            false => self.tty.give_mouse_back(),
        }
    }

    /// Obeys a key, or tells the show that none came in the time that was left.
    fn play_on(&mut self, show: &mut dyn Show, left: Duration) -> io::Result<()> {
        self.waiting_since = Instant::now();
        let key = self.next(Some(self.waiting_since + left))?;
        self.idle_timer.count(left, self.waiting_since.elapsed());
        match key {
            Some(key) => show.press(key),
            // Late by a stop of the process, it may not be due yet.
            None if self.idle_timer.left(show.pace()) == Some(Duration::ZERO) => {
                self.idle_timer.restart();
                show.press(Key::Idle);
            }
            None => {}
        }
        Ok(())
    }

    /// Shows an animation to its end, or until a key skips the rest: that key is the terminal's, unless it is Ctrl-C,
    /// which nobody presses for the sake of an animation. Where the mouse was moved meanwhile is obeyed after it.
    fn animate(&mut self, show: &mut dyn Show) -> io::Result<()> {
        let mut watching = None;
        while let Some(frame) = show.animate() {
            self.screen.draw(&frame)?;
            match self.interruption(BEAT, &mut watching)? {
                None => {}
                Some(resize @ Key::Resize(_)) => show.press(resize),
                Some(key) => {
                    while show.animate().is_some() {}
                    self.break_off(show, key);
                }
            }
        }
        if let Some(key) = watching {
            self.keys.push_front(key);
        }
        Ok(())
    }

    /// Shows where a journey has come to, and goes its next step, unless a key stops it there; as with an animation, that
    /// key is the terminal's. Of a journey that somebody typed behind, only the end is shown.
    fn travel(&mut self, show: &mut dyn Show) -> io::Result<()> {
        if !self.is_watched() {
            while show.is_under_way() {
                show.go_on();
            }
            return Ok(());
        }
        self.screen.draw(&show.frame())?;
        let mut watching = None;
        match self.interruption(STRIDE, &mut watching)? {
            None => show.go_on(),
            Some(resize @ Key::Resize(_)) => show.press(resize),
            Some(key) => self.break_off(show, key),
        }
        if let Some(key) = watching {
            self.keys.push_front(key);
        }
        Ok(())
    }

    /// A key came that was pressed to break off what is shown.
    fn break_off(&mut self, show: &mut dyn Show, key: Key) {
        if show.is_under_way() {
            show.stop();
        }
        if key == Key::Ctrl('c') {
            self.keys.push_front(key);
        }
    }

    /// The key that comes while a frame stands and does not let it stand, if any; of those that do, the last.
    fn interruption(
        &mut self,
        stands: Duration,
        watching: &mut Option<Key>,
    ) -> io::Result<Option<Key>> {
        let end = Instant::now() + stands;
        while let Some(key) = self.next(Some(end))? {
            if !key.lets_watch() {
                return Ok(Some(key));
            }
            *watching = Some(key);
            if Instant::now() >= end {
                break;
            }
        }
        Ok(None)
    }

    /// The next key; none when the deadline has passed, or the screen must be drawn anew. What was typed before that
    /// goes first, however late it is read.
    fn next(&mut self, deadline: Option<Instant>) -> io::Result<Option<Key>> {
        loop {
            match self.keys.pop_front() {
                Some(SUSPEND) if self.signals.may_stop() => {
                    // What was typed behind it was meant for the shell.
                    self.keys.clear();
                    self.suspend(StopScope::Job)?;
                    continue;
                }
                Some(key) => return Ok(Some(key)),
                None => {}
            }
            if mem::take(&mut self.is_spoilt) {
                return Ok(None);
            }
            let now = Instant::now();
            self.listen(deadline, now)?;
            let is_late = deadline.is_some_and(|deadline| deadline <= now);
            if is_late && self.keys.is_empty() {
                return Ok(None);
            }
        }
    }

    /// Waits once, for bytes, signals, the deadline, or a silence that means something.
    fn listen(&mut self, deadline: Option<Instant>, now: Instant) -> io::Result<()> {
        let silence = self.decoder.pending_timeout();
        let silence = silence.map(|silence| (silence, self.heard + self.lasts(silence)));
        let until = [deadline, silence.map(|(_, end)| end)];
        let until = until.into_iter().flatten().min();
        let timeout = until.map(|until| until.saturating_duration_since(now));
        let ready = self.tty.wait(self.signals.fd(), timeout)?;
        if ready.signals {
            self.obey_signals()?;
        }
        let mut keys = Vec::new();
        if ready.keys {
            self.read(&mut keys)?;
        } else if let Some((silence, end)) = silence
            // Obeying a signal may have taken long, and bytes may wait by now.
            && !ready.signals
            && end <= Instant::now()
        {
            self.decoder.expire(silence, &mut keys);
        }
        // Reports that nobody asked for, or that come late, are no keys.
        let is_mouse_ours = self.tty.reports_mouse();
        for key in keys {
            if is_mouse_ours || !is_reported(key) {
                enqueue(&mut self.keys, key);
            }
        }
        Ok(())
    }

    /// How long a silence is.
    fn lasts(&self, silence: Timeout) -> Duration {
        self.escape_delay
            + match silence {
                Timeout::Escape => Duration::ZERO,
                Timeout::Sequence => self.patience,
                Timeout::Paste => 10 * self.patience,
            }
    }

    fn read(&mut self, keys: &mut Vec<Key>) -> io::Result<()> {
        let mut bytes = [0; 4096];
        let count = match self.tty.read(&mut bytes) {
            // Somebody else read them first.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            result => result?,
        };
        if count == 0 {
            self.emergency_exit.die(SIGHUP);
        }
        self.heard = Instant::now();
        self.decoder.feed(&bytes[..count], keys);
        Ok(())
    }

    fn obey_signals(&mut self) -> io::Result<()> {
        for signal in self.signals.pending() {
            match signal {
                Signal::Deadly(number) => self.emergency_exit.die(number),
                Signal::Stop => self.suspend(StopScope::Process)?,
                Signal::Continued => self.come_back()?,
                Signal::Resized => self.measure(),
            }
        }
        Ok(())
    }

    /// Gives the terminal back, stops, and takes it over again once continued.
    fn suspend(&mut self, who: StopScope) -> io::Result<()> {
        self.tty.leave();
        // Stopped, it would be deaf to one that came meanwhile.
        self.die_if_told();
        stop(who)?;
        self.die_if_told();
        self.come_back()
    }

    /// Obeys no signal but a deadly one: another size, and that the process was continued, are looked after anyway.
    fn die_if_told(&mut self) {
        if let Some(signal) = self.signals.told_to_die() {
            self.emergency_exit.die(signal);
        }
    }

    /// Makes the terminal the show's again, after others may have used it.
    fn come_back(&mut self) -> io::Result<()> {
        self.tty.enter()?;
        self.measure();
        // Nobody was asked for a command meanwhile.
        self.idle_timer.restart();
        self.waiting_since = Instant::now();
        Ok(())
    }

    /// Asks for the screen's size, and has it drawn whole.
    fn measure(&mut self) {
        let size = self.tty.size();
        self.screen.resize(size);
        self.is_spoilt = true;
        if size != self.size {
            self.size = size;
            put_first(&mut self.keys, size);
        }
    }
}

/// A new size goes before the keys that wait, since the screen is wrong until then, and takes the place of an older one.
fn put_first(waiting: &mut VecDeque<Key>, size: Size) {
    waiting.retain(|key| !matches!(key, Key::Resize(_)));
    waiting.push_front(Key::Resize(size));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_sizes_that_wait_the_later_one_is_told_and_before_every_key() {
        let [before, after] = [Size::new(60, 20), Size::new(100, 30)];
        let mut waiting = VecDeque::from([Key::Char('l')]);
        put_first(&mut waiting, before);
        put_first(&mut waiting, after);
        assert_eq!(waiting, [Key::Resize(after), Key::Char('l')]);
    }
}
