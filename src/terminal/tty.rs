//! The terminal device: reads keys from the controlling terminal, and writes frames to standard output. Entering the
//! terminal sets raw mode, the alternate screen and the mouse; leaving it restores them. An entered terminal is left
//! exactly once: at the end of the show, at a panic, or at a signal.
//!
//! termion provides raw mode, the size, `/dev/tty`, and most sequences for screen, cursor and erasing. These parts come
//! from elsewhere, for these reasons:
//!
//! * Bytes to keys (`decoder`, with `vte`): termion panics on malformed input and needs a whole sequence at once.
//! * Waiting for keys, signals and a deadline together (`poll`), and `tcgetpgrp`, `tcgetattr`, `tcdrain`, `tcflush`
//!   (rustix): termion reads without a deadline, keeps the modes private and has no job control.
//! * Signals and stopping as a job (`signal-hook`, `libc` in `job_control`): termion has neither.
//! * Mouse reports (`mouse`): termion requests no reports of movements without a button, and panics if a write fails.
//! * Pasted text and synchronized updates (`screen_writer`): termion has no types for them.
//! * Styles and colors (`view/ansi.rs`): their crate depends on no terminal library; a test compares the table with
//!   termion's.
//! * Short cursor moves (`cursor_moves`): termion's sequences are longer.
//! * Leaving (`Tty::leave`): termion's guards write on drop, without a deadline and in the order of drops.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::termios::{
    OptionalActions, QueueSelector, Termios, tcdrain, tcflush, tcgetattr, tcgetpgrp, tcsetattr,
    ttyname,
};
use termion::cursor;
use termion::raw::{IntoRawMode, RawTerminal};

use super::error::TerminalError;
use super::job_control::hand_back_at_faults;
use super::mouse::{START_REPORTS, STOP_REPORTS};
use super::screen_writer::{entering, leaving};
use dungeon_model::space::geometry::Size;

/// The size that is assumed for a terminal that reports no size.
const DEFAULT_SIZE: Size = Size {
    width: 80,
    height: 24,
};

/// The time that a write waits for a terminal that accepts no bytes, before the write checks for a deadly signal.
const WRITE_POLL: Duration = Duration::from_millis(50);

/// The time for which the program's last bytes are held for a terminal that accepts no bytes. After that time, they are
/// dropped.
const LAST_WRITE: Duration = Duration::from_millis(500);

/// The maximum number of bytes per write to an output that may block. A pipe or terminal that is ready accepts this
/// number of bytes without blocking.
pub(super) const UNBLOCKED: usize = 512;

/// Whether the terminal's cursor is visible. The cursor moves to the frame's cursor in any case, but some screen
/// magnifiers and screen readers follow only a visible cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CursorVisibility {
    /// The cursor moves but stays invisible.
    #[default]
    Hidden,
    /// The cursor moves and is visible.
    Shown,
}

/// The terminal. While entered, it is in raw mode and shows the alternate screen. The panic hook shares the value, so
/// every method takes `&self`.
pub(super) struct Tty {
    keys: Arc<File>,
    out: Arc<File>,
    cursor: CursorVisibility,
    raw: Mutex<Option<RawMode>>,
    is_entered: AtomicBool,
    /// Whether mouse reports are on.
    reports_mouse: AtomicBool,
    /// Whether a deadly signal has arrived. If so, writes stop waiting for a terminal that accepts no bytes.
    is_doomed: Arc<AtomicBool>,
}

/// The state of raw mode.
struct RawMode {
    /// The owner of the original modes. termion restores them when this value is dropped.
    restorer: RawTerminal<Arc<File>>,
    /// The modes that the show has set. If the terminal has different modes, another program has changed them.
    modes: Termios,
}

impl Tty {
    /// Opens the terminal for reading and writing, without changing it. When `is_doomed` becomes true, writes stop
    /// waiting.
    ///
    /// # Errors
    /// Returns an error if standard output is not a terminal, or there is no terminal to read keys from.
    pub(super) fn open(
        is_doomed: Arc<AtomicBool>,
        cursor: CursorVisibility,
    ) -> Result<Tty, TerminalError> {
        let out = io::stdout();
        if !out.is_terminal() {
            return Err(TerminalError::NoScreen);
        }
        Ok(Tty {
            out: Arc::new(nonblocking(out.as_fd())?),
            keys: Arc::new(keyboard()?),
            cursor,
            raw: Mutex::new(None),
            is_entered: AtomicBool::new(false),
            reports_mouse: AtomicBool::new(false),
            is_doomed,
        })
    }

    /// Enters the terminal. If it is already entered, sets everything again, because another program may have used it.
    pub(super) fn enter(&self) -> io::Result<()> {
        self.await_foreground()?;
        self.make_raw()?;
        let was_entered = self.is_entered.swap(true, Ordering::SeqCst);
        let mut out = self;
        let mut bytes = if was_entered {
            // Leave before entering again. Otherwise, leaving once would bring back the show's cursor and style on some
            // terminals.
            leaving() + &entering()
        } else {
            entering()
        };
        if self.cursor == CursorVisibility::Shown {
            bytes.push_str(cursor::Show.as_ref());
        }
        if self.reports_mouse() {
            bytes.push_str(START_REPORTS);
        }
        out.write_all(bytes.as_bytes())
    }

    /// Waits until this process is in the foreground, because a shell sets its own modes while it shows a prompt, and
    /// the shell's modes must not be mistaken for the original modes. The kernel stops a background process in
    /// `tcdrain` until the shell hands over the terminal or a deadly signal interrupts the call.
    fn await_foreground(&self) -> io::Result<()> {
        if is_in_background(&self.keys) {
            Ok(tcdrain(&*self.keys)?)
        } else {
            Ok(())
        }
    }

    /// Sets raw mode, unless it is still set. The modes found now are the ones that `leave` will restore.
    fn make_raw(&self) -> io::Result<()> {
        let found = tcgetattr(&*self.keys)?;
        let mut raw = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = &*raw
            && are_alike(&set.modes, &found)
        {
            return Ok(());
        }
        // Another program has changed the modes. Later, restore the changed modes, not the earlier ones.
        forget_modes(raw.take());
        let restorer = Arc::clone(&self.keys).into_raw_mode()?;
        let modes = tcgetattr(&*self.keys)?;
        *raw = Some(RawMode { restorer, modes });
        self.give_back_at_faults(found);
        Ok(())
    }

    /// Arranges for these modes to be restored if the program crashes, using only system calls.
    fn give_back_at_faults(&self, found: Termios) {
        let (keys, out) = (Arc::clone(&self.keys), Arc::clone(&self.out));
        let bytes = format!("{STOP_REPORTS}{}", leaving());
        hand_back_at_faults(Some(Box::new(move || {
            if !is_in_background(&keys) {
                // Failures have no remedy here.
                let _ = tcsetattr(&*keys, OptionalActions::Now, &found);
                let _ = rustix::io::write(&*out, bytes.as_bytes());
            }
        })));
    }

    /// Restores the original modes, unless another job has the terminal and has set its own modes.
    fn restore_modes(&self) {
        let mut raw = self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        if is_in_background(&self.keys) {
            forget_modes(raw.take())
        } else {
            drop(raw.take())
        }
        hand_back_at_faults(None);
    }

    /// Leaves the terminal: restores mouse, style, cursor, screen and modes. Only the first call after `enter` has an
    /// effect. Errors are ignored, because a lost terminal needs no cleanup.
    pub(super) fn leave(&self) {
        if !self.is_entered.swap(false, Ordering::SeqCst) {
            return;
        }
        if self.reports_mouse.swap(false, Ordering::SeqCst) {
            self.say_last(&format!("{STOP_REPORTS}{}", leaving()));
            if !is_in_background(&self.keys) {
                // Discard unread reports, which the shell would treat as typed text.
                let _ = tcflush(&*self.keys, QueueSelector::IFlush);
            }
        } else {
            self.say_last(&leaving());
        }
        self.restore_modes();
    }

    /// Whether the terminal reports the mouse to the show.
    pub(super) fn reports_mouse(&self) -> bool {
        self.reports_mouse.load(Ordering::SeqCst)
    }

    /// Turns on mouse reports. Sets the flag before the write, so that an emergency exit in between also turns the
    /// reports off.
    pub(super) fn take_mouse(&self) -> io::Result<()> {
        if self.reports_mouse.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = self;
        out.write_all(START_REPORTS.as_bytes())
    }

    /// Turns off mouse reports.
    pub(super) fn give_mouse_back(&self) -> io::Result<()> {
        if !self.reports_mouse() {
            return Ok(());
        }
        let mut out = self;
        out.write_all(STOP_REPORTS.as_bytes())?;
        self.reports_mouse.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// Writes the program's last bytes. Waits at most half a second per write, because an output that nothing reads
    /// must not delay the exit.
    pub(super) fn say_last(&self, text: &str) {
        write_last(&self.out, text);
    }

    /// Returns the size of the terminal; 80 columns and 24 rows if the terminal reports no size.
    pub(super) fn size(&self) -> Size {
        match termion::terminal_size_fd(&self.out) {
            Ok((columns @ 1.., rows @ 1..)) => Size {
                width: i32::from(columns),
                height: i32::from(rows),
            },
            _ => DEFAULT_SIZE,
        }
    }

    /// Waits for keys, signals or a wake-up, as [`ready`] does. A lost terminal counts as one with keys to read.
    pub(super) fn wait(
        &self,
        signals: BorrowedFd<'_>,
        wake: Option<BorrowedFd<'_>>,
        timeout: Option<Duration>,
    ) -> io::Result<[bool; 3]> {
        let keys = PollFd::new(&*self.keys, PollFlags::IN);
        ready(keys, [Some(signals), wake], timeout)
    }

    /// Reads typed bytes into `bytes`, and returns their number; 0 only if the terminal is gone. A signal interrupts
    /// the call, so that the signal can be handled.
    pub(super) fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut keys = &*self.keys;
        match keys.read(bytes) {
            Err(error) if is_gone(&error) => Ok(0),
            result => result,
        }
    }
}

/// Waits until `first` is ready or one of the other files can be read, for at most `timeout`, or without a limit for
/// `None`. Returns the readiness of each file; no file is ready after a timeout, or if a signal interrupts the call.
pub(super) fn ready(
    first: PollFd<'_>,
    others: [Option<BorrowedFd<'_>>; 2],
    timeout: Option<Duration>,
) -> io::Result<[bool; 3]> {
    let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
    let others = others.into_iter().flatten();
    let others = others.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
    let mut fds: Vec<PollFd<'_>> = [first].into_iter().chain(others).collect();
    match poll(&mut fds, timeout.as_ref()) {
        Ok(_) => {}
        // The signal is already in the pipe, and the next call finds it.
        Err(Errno::INTR) => return Ok([false; 3]),
        Err(error) => return Err(error.into()),
    }
    let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
    Ok([(); 3].map(|()| ready.next().unwrap_or_default()))
}

/// Writes the program's last bytes. Waits at most half a second per write, because an output that nothing reads must
/// not delay the exit.
pub(super) fn write_last(mut out: &File, text: &str) {
    let mut bytes = text.as_bytes();
    // Write at most as much at a time as an output that may block accepts.
    while !bytes.is_empty() && takes_bytes(out, LAST_WRITE) {
        match out.write(&bytes[..bytes.len().min(UNBLOCKED)]) {
            Ok(count @ 1..) => bytes = &bytes[count.min(bytes.len())..],
            Err(error) if is_temporary(&error) => {}
            _ => return,
        }
    }
}

/// Whether a failed call can be tried again.
pub(super) fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}

/// Waits for at most `timeout` until the output accepts bytes. Returns whether to try a write.
fn takes_bytes(out: &File, timeout: Duration) -> bool {
    let timeout = Timespec::try_from(timeout).ok();
    let mut fds = [PollFd::new(out, PollFlags::OUT)];
    match poll(&mut fds, timeout.as_ref()) {
        Ok(ready) => ready > 0,
        // A call that was interrupted by a signal gives no information about the output.
        Err(error) => error == Errno::INTR,
    }
}

/// Whether an error from reading or writing means that the terminal is gone: hung up, unplugged, or its window closed.
pub(super) fn is_gone(error: &io::Error) -> bool {
    let gone = [Errno::IO, Errno::NXIO, Errno::PIPE];
    gone.map(|errno| Some(errno.raw_os_error()))
        .contains(&error.raw_os_error())
}

/// Whether two sets of modes are equal. Special characters and speeds are not compared.
fn are_alike(one: &Termios, other: &Termios) -> bool {
    (one.input_modes, one.output_modes) == (other.input_modes, other.output_modes)
        && (one.control_modes, one.local_modes) == (other.control_modes, other.local_modes)
}

/// Whether another job has the terminal now.
fn is_in_background(keys: &File) -> bool {
    // The call fails for a terminal that is not the controlling terminal; such a terminal has no foreground job.
    tcgetpgrp(keys).is_ok_and(|foreground| foreground != getpgrp())
}

/// Forgets raw mode without restoring the original modes.
fn forget_modes(raw: Option<RawMode>) {
    if let Some(RawMode { restorer, .. }) = raw {
        mem::forget(restorer);
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Writes without a buffer, because a frame is a single write. A write waits for a terminal that accepts no bytes. Once
/// a deadly signal has arrived, the write fails with `TimedOut` instead.
impl Write for &Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = &*self.out;
        loop {
            match out.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    while !takes_bytes(out, WRITE_POLL) {
                        if self.is_doomed.load(Ordering::SeqCst) {
                            return Err(ErrorKind::TimedOut.into());
                        }
                    }
                }
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens the terminal of `out` again, for writes that never block. Other processes may share `out`, so the nonblocking
/// flag must not be set on `out` itself. A terminal that cannot be opened by name is duplicated, and its writes may
/// block.
fn nonblocking(out: BorrowedFd<'_>) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let own = ttyname(out, Vec::new()).and_then(|name| open(name, flags, Mode::empty()));
    match own {
        Ok(own) => Ok(File::from(own)),
        Err(_) => Ok(File::from(out.try_clone_to_owned()?)),
    }
}

/// Returns standard input if it is a terminal, otherwise the controlling terminal of this process.
fn keyboard() -> Result<File, TerminalError> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Ok(File::from(stdin.as_fd().try_clone_to_owned()?));
    }
    termion::get_tty().map_err(TerminalError::NoKeys)
}
