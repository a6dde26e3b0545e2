//! The event loop of a show: reads keys, signals and the clock, sends keys to the show, and draws its frames. In every
//! case, the loop leaves the terminal as it was found.
use std::collections::VecDeque;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{io, mem};

use signal_hook::consts::SIGHUP;

use super::animation::{self, Unhandled, Viewer};
use super::checkpoint_timer::CheckpointTimer;
use super::decoder::{Decoder, Timeout};
use super::emergency_exit::{EmergencyExit, ExitDevice, PanicHook, SaveHooks};
use super::error::TerminalError;
use super::idle_timer::IdleTimer;
use super::job_control::{StopScope, stop};
use super::mouse::{enqueue, is_reported};
use super::screen_writer::ScreenWriter;
use super::signals::{Signal, Signals};
use super::tty::{CursorVisibility, Tty, is_gone, is_temporary};
use super::wake::WakeStream;
use dungeon_model::space::geometry::Size;
use dungeon_play::input::key::Key;
use dungeon_play::input::show::{STRIDE, Show};
use dungeon_play::view::ansi::ColourDepth;
use dungeon_play::view::frame::Frame;

/// The key that stops the process, as in a terminal in its normal mode.
const SUSPEND: Key = Key::Ctrl('z');

/// The options of the event loop for using the terminal.
///
/// ```
/// use std::time::Duration;
///
/// use dungeon::ColourDepth;
/// use dungeon::terminal::{MouseMode, Options};
///
/// let options = Options {
///     depth: ColourDepth::Ansi256,
///     escape_delay: Duration::from_millis(100), // over a slow line
///     mouse: MouseMode::Off,
///     ..Options::default()
/// };
/// assert!(options.save_hooks.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The color depth.
    pub depth: ColourDepth,
    /// The quiet time after which a lone ESC counts as the Escape key.
    pub escape_delay: Duration,
    /// The quiet time, in addition to `escape_delay`, after which an unfinished sequence is dropped. For pasted text,
    /// this time is ten times as long.
    pub patience: Duration,
    /// Whether the show or the terminal gets the mouse.
    pub mouse: MouseMode,
    /// Whether the terminal's cursor is visible.
    pub cursor: CursorVisibility,
    /// Whether the terminal's bell rings on warnings.
    pub bell: bool,
    /// The functions that save the show; `None` if there is nothing to save.
    pub save_hooks: Option<SaveHooks>,
    /// A stream on which each byte wakes the show ([`Show::wake`]); `None` if only keys and time matter to the show.
    pub wake: Option<Arc<UnixStream>>,
}

/// Whether the show or the terminal gets the mouse. The show receives clicks and movements as keys; the terminal uses
/// the mouse to select text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MouseMode {
    /// The show gets the mouse while `Show::wants_mouse` returns true.
    #[default]
    Auto,
    /// The show gets the mouse.
    On,
    /// The terminal gets the mouse.
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
            bell: false,
            save_hooks: None,
            wake: None,
        }
    }
}

/// Runs a show in the terminal of this process until the show is over. A deadly signal ends the process inside this
/// function, after leaving the terminal and saving the show. ^Z and SIGTSTP leave the terminal and stop the process;
/// when the process continues, the terminal is entered again.
///
/// ```no_run
/// use dungeon::Session;
/// use dungeon::terminal::{self, Options};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::open("cellar.dng")?;
/// terminal::run(&mut game, &Options::default())?;
/// println!("{:?} after {} turns", game.outcome(), game.turn());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Returns [`TerminalError::NoScreen`], [`TerminalError::Dumb`] or [`TerminalError::NoKeys`] if there is no terminal to
/// play in, and [`TerminalError::Io`] if reading or writing fails. The terminal was left before an error is returned.
pub fn run(show: &mut dyn Show, options: &Options) -> Result<(), TerminalError> {
    refuse_dumb()?;
    let wake = WakeStream::new(options.wake.clone())?;
    // Declared first, and therefore dropped last, because signals must be caught as long as the terminal is entered.
    let save_hooks = options.save_hooks.clone().unwrap_or_else(SaveHooks::none);
    let mut signals = Signals::catch(save_hooks.is_ending)?;
    let tty = Arc::new(Tty::open(signals.deadly(), options.cursor)?);
    let device = ExitDevice::Screen(Arc::clone(&tty));
    let emergency_exit = Arc::new(EmergencyExit::new(device, save_hooks.emergency_save));
    let _hook = PanicHook::set(Arc::clone(&emergency_exit));
    tty.enter()?;
    let size = tty.size();
    let mut event_loop = EventLoop {
        screen: ScreenWriter::new(&*tty, options.depth, size),
        size,
        must_redraw: false,
        wake,
        is_woken: false,
        tty: &tty,
        emergency_exit: &emergency_exit,
        signals: &mut signals,
        decoder: Decoder::default(),
        escape_delay: options.escape_delay,
        patience: options.patience,
        mouse: options.mouse,
        bell: options.bell,
        warnings: 0,
        last_read: Instant::now(),
        idle_timer: IdleTimer::default(),
        waiting_since: Instant::now(),
        checkpoint_timer: CheckpointTimer::new(save_hooks.checkpoint, Instant::now()),
        keys: VecDeque::new(),
    };
    let Err(error) = event_loop.play(show) else {
        tty.leave();
        return Ok(());
    };
    emergency_exit.leave_and_save();
    // The write may have failed because a deadly signal arrived while it waited.
    if let Some(signal) = signals.take_deadly() {
        emergency_exit.die(signal);
    }
    if is_gone(&error) {
        emergency_exit.die(SIGHUP)
    } else {
        Err(error.into())
    }
}

/// Returns an error for a dumb terminal, which cannot move its cursor and would show escape sequences as text.
fn refuse_dumb() -> Result<(), TerminalError> {
    match std::env::var_os("TERM") {
        None => Err(TerminalError::Dumb("not set")),
        Some(term) if term.is_empty() => Err(TerminalError::Dumb("empty")),
        Some(term) if term == "dumb" => Err(TerminalError::Dumb("`dumb`")),
        Some(_) => Ok(()),
    }
}

/// The state of a show in a terminal that has been entered.
struct EventLoop<'a> {
    tty: &'a Tty,
    emergency_exit: &'a EmergencyExit,
    screen: ScreenWriter<&'a Tty>,
    /// The size last reported to the show.
    size: Size,
    /// Whether the screen must be redrawn now, without waiting for a key.
    must_redraw: bool,
    wake: WakeStream,
    /// Whether the stream woke the loop, and the show has not been woken yet.
    is_woken: bool,
    signals: &'a mut Signals,
    decoder: Decoder,
    escape_delay: Duration,
    patience: Duration,
    mouse: MouseMode,
    bell: bool,
    /// The number of the show's warnings at the last check.
    warnings: u32,
    /// The time of the last read.
    last_read: Instant,
    /// Counts the time without a command.
    idle_timer: IdleTimer,
    /// The start of the current wait for a command. `idle_timer` does not include this wait yet.
    waiting_since: Instant,
    /// Decides when the next checkpoint is due.
    checkpoint_timer: CheckpointTimer,
    /// Decoded keys that the show has not received yet.
    keys: VecDeque<Key>,
}

impl EventLoop<'_> {
    fn play(&mut self, show: &mut dyn Show) -> io::Result<()> {
        show.press(Key::Resize(self.size));
        while !show.is_over() {
            self.assign_mouse(show)?;
            // Typed-ahead keys skip animations.
            if self.is_watched() {
                self.animate(show)?;
            }
            if mem::take(&mut self.is_woken) {
                show.wake();
            }
            if show.is_under_way() {
                self.travel(show)?;
                continue;
            }
            if self.keys.is_empty() {
                self.screen.draw(&show.frame())?;
            }
            self.ring(show)?;
            match self.idle_timer.remaining(show.pace()) {
                Some(left) => self.await_command(show, left)?,
                None => {
                    if let Some(key) = self.next(None)? {
                        self.press(show, key);
                    }
                }
            }
        }
        Ok(())
    }

    /// Rings the terminal's bell if there are new warnings and the bell is enabled. Several new warnings ring it once.
    fn ring(&mut self, show: &dyn Show) -> io::Result<()> {
        let told = show.warnings();
        let is_new = told > std::mem::replace(&mut self.warnings, told);
        if self.bell && is_new {
            self.screen.ring()
        } else {
            Ok(())
        }
    }

    fn press(&mut self, show: &mut dyn Show, key: Key) {
        show.press(key);
        self.checkpoint_timer.add_keys(1, Instant::now());
    }

    /// Whether to show animations: no key is waiting that would skip them.
    fn is_watched(&self) -> bool {
        self.keys.iter().all(|key| key.keeps_animation())
    }

    /// Starts or stops the terminal's mouse reports, according to the options and the show's current state.
    fn assign_mouse(&self, show: &dyn Show) -> io::Result<()> {
        let show_has_mouse = match self.mouse {
            MouseMode::Auto => show.wants_mouse(),
            MouseMode::On => true,
            MouseMode::Off => false,
        };
        if show_has_mouse {
            self.tty.take_mouse()
        } else {
            self.tty.give_mouse_back()
        }
    }

    /// Sends the next key to the show, or `Key::Idle` if no key comes within `left`, which is the rest of the round.
    fn await_command(&mut self, show: &mut dyn Show, left: Duration) -> io::Result<()> {
        self.waiting_since = Instant::now();
        let key = self.next(Some(self.waiting_since + left))?;
        self.idle_timer.add(left, self.waiting_since.elapsed());
        match key {
            Some(key) => self.press(show, key),
            // If the process was stopped during the wait, `Key::Idle` is not due yet.
            None if self.idle_timer.remaining(show.pace()) == Some(Duration::ZERO) => {
                self.idle_timer.restart();
                self.press(show, Key::Idle);
            }
            None => {}
        }
        Ok(())
    }

    /// Plays an animation. A key ends it and is then handled like any other key (X-9), except that during a journey, the
    /// key stops the journey.
    fn animate(&mut self, show: &mut dyn Show) -> io::Result<()> {
        let unhandled = animation::play(show, self)?;
        self.put_back(show, unhandled);
        Ok(())
    }

    /// Shows the current position of a journey, and takes its next step unless a key stops the journey. If keys were
    /// typed ahead, completes the journey and shows only its end.
    fn travel(&mut self, show: &mut dyn Show) -> io::Result<()> {
        if !self.is_watched() {
            while show.is_under_way() {
                show.go_on();
            }
            return Ok(());
        }
        self.screen.draw(&show.frame())?;
        let mut unhandled = Unhandled::default();
        unhandled.wait(self, STRIDE)?;
        if unhandled.key.is_none() {
            show.go_on();
            self.checkpoint_timer.add_keys(1, Instant::now());
        }
        unhandled.pass_resize_on(show);
        self.put_back(show, unhandled);
        Ok(())
    }

    /// Puts keys before the waiting keys. A key during a journey stops it instead, and has no other effect unless it is
    /// Ctrl-C.
    fn put_back(&mut self, show: &mut dyn Show, unhandled: Unhandled) {
        let Unhandled { hover, mut key } = unhandled;
        if key.is_some() && show.is_under_way() {
            show.stop();
            key = key.filter(|key| *key == Key::Ctrl('c'));
        }
        let keys = [key, hover].into_iter().flatten();
        keys.for_each(|key| self.keys.push_front(key));
    }

    /// Returns the next key; `None` if the deadline has passed or the screen must be redrawn. Keys typed before the
    /// deadline are returned even if they are read late.
    fn next(&mut self, deadline: Option<Instant>) -> io::Result<Option<Key>> {
        loop {
            match self.keys.pop_front() {
                Some(SUSPEND) if self.signals.may_stop() => {
                    // Keys typed after ^Z are meant for the shell.
                    self.keys.clear();
                    self.suspend(StopScope::Job)?;
                    continue;
                }
                Some(key) => return Ok(Some(key)),
                None => {}
            }
            if mem::take(&mut self.must_redraw) {
                return Ok(None);
            }
            let now = Instant::now();
            self.wait(deadline, now)?;
            let is_late = deadline.is_some_and(|deadline| deadline <= now);
            if is_late && self.keys.is_empty() {
                return Ok(None);
            }
        }
    }

    /// Waits once for bytes, signals, the deadline, or a timeout of the decoder. If a checkpoint is due, writes it
    /// instead.
    fn wait(&mut self, deadline: Option<Instant>, now: Instant) -> io::Result<()> {
        let pending = self.decoder.pending_timeout();
        let pending = pending.map(|timeout| (timeout, self.last_read + self.duration_of(timeout)));
        let checkpoint = self.checkpoint_timer.due();
        if checkpoint.is_some_and(|due| due <= now) {
            self.checkpoint_timer.write();
            // Keys may have arrived during the write, or the deadline may have passed.
            return Ok(());
        }
        let until = [deadline, pending.map(|(_, end)| end), checkpoint];
        let until = until.into_iter().flatten().min();
        let remaining = until.map(|until| until.saturating_duration_since(now));
        let (signals, wake) = (self.signals.fd(), self.wake.fd());
        let [mut has_keys, is_signalled, is_woken] = self.tty.wait(signals, wake, remaining)?;
        if is_woken {
            self.wake.drain();
            (self.is_woken, self.must_redraw) = (true, true);
        }
        if is_signalled {
            self.handle_signals()?;
            // The keys may be gone: another program read them while the process was stopped, or they were discarded
            // together with mouse reports.
            let at_once = Some(Duration::ZERO);
            [has_keys, ..] = self.tty.wait(self.signals.fd(), None, at_once)?;
        }
        let mut keys = Vec::new();
        if has_keys {
            self.read(&mut keys)?;
        } else if let Some((timeout, end)) = pending
            // Handling a signal may have taken a long time, so more bytes may be waiting.
            && !is_signalled
            && end <= Instant::now()
        {
            self.decoder.expire(timeout, &mut keys);
        }
        // Ignore mouse reports that arrive late or were not requested.
        let is_mouse_ours = self.tty.reports_mouse();
        for key in keys {
            if is_mouse_ours || !is_reported(key) {
                enqueue(&mut self.keys, key);
            }
        }
        Ok(())
    }

    /// Returns the quiet time for a timeout of the decoder.
    fn duration_of(&self, timeout: Timeout) -> Duration {
        self.escape_delay
            + match timeout {
                Timeout::Escape => Duration::ZERO,
                Timeout::Sequence => self.patience,
                Timeout::Paste => 10 * self.patience,
            }
    }

    fn read(&mut self, keys: &mut Vec<Key>) -> io::Result<()> {
        let mut bytes = [0; 4096];
        let count = match self.tty.read(&mut bytes) {
            // Another process read the bytes first, and a signal may have interrupted the wait for more.
            Err(error) if is_temporary(&error) => return Ok(()),
            result => result?,
        };
        if count == 0 {
            self.emergency_exit.die(SIGHUP);
        }
        self.last_read = Instant::now();
        self.decoder.feed(&bytes[..count], keys);
        Ok(())
    }

    fn handle_signals(&mut self) -> io::Result<()> {
        for signal in self.signals.pending() {
            match signal {
                Signal::Deadly(number) => self.emergency_exit.die(number),
                Signal::Stop => self.suspend(StopScope::Process)?,
                Signal::Continued => self.re_enter()?,
                Signal::Resized => self.measure(),
            }
        }
        Ok(())
    }

    /// Leaves the terminal, stops the process, and enters the terminal again when the process continues.
    fn suspend(&mut self, scope: StopScope) -> io::Result<()> {
        self.tty.leave();
        // Save first: a stopped process handles no deadly signal until it continues, and SIGKILL would end it without a
        // save.
        if self.checkpoint_timer.due().is_some() {
            self.checkpoint_timer.write();
        }
        self.die_if_signalled();
        stop(scope)?;
        self.die_if_signalled();
        self.re_enter()
    }

    /// Ends the program if a deadly signal has arrived. Drops all other signals: their handling would only enter the
    /// terminal again, which the caller does anyway.
    fn die_if_signalled(&mut self) {
        if let Some(signal) = self.signals.take_deadly() {
            self.emergency_exit.die(signal);
        }
    }

    /// Enters the terminal again, after other programs may have used it, and requests a full redraw.
    fn re_enter(&mut self) -> io::Result<()> {
        self.tty.enter()?;
        self.measure();
        // The time while the process was stopped does not count as waiting.
        self.idle_timer.restart();
        self.waiting_since = Instant::now();
        Ok(())
    }

    /// Asks the terminal for its size, sends a changed size to the show, and requests a full redraw.
    fn measure(&mut self) {
        let size = self.tty.size();
        self.screen.resize(size);
        self.must_redraw = true;
        if size != self.size {
            self.size = size;
            put_first(&mut self.keys, size);
        }
    }
}

impl Viewer for EventLoop<'_> {
    fn draw(&mut self, frame: &Frame) -> io::Result<()> {
        self.screen.draw(frame)?;
        self.checkpoint_timer.see_motion(Instant::now());
        Ok(())
    }

    fn next_key(&mut self, end: Instant) -> io::Result<Option<Key>> {
        self.next(Some(end))
    }
}

/// Puts a new size before the waiting keys, because the screen is wrong until the show knows the new size. Drops an
/// older size.
fn put_first(waiting: &mut VecDeque<Key>, size: Size) {
    waiting.retain(|key| !matches!(key, Key::Resize(_)));
    waiting.push_front(Key::Resize(size));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_sizes_that_wait_only_the_later_one_is_kept_and_stands_before_every_key() {
        let [before, after] = [Size::new(60, 20), Size::new(100, 30)];
        let mut waiting = VecDeque::from([Key::Char('l')]);
        put_first(&mut waiting, before);
        put_first(&mut waiting, after);
        assert_eq!(waiting, [Key::Resize(after), Key::Char('l')]);
    }
}
