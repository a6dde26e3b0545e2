//! The two ends of a terminal: keys come from the controlling one, frames go to standard output. Each time that it is
//! entered it is left once, whoever says so first: the end of the show, a panic, or a signal.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::termios::{
    OptionalActions, QueueSelector, Termios, tcdrain, tcflush, tcgetattr, tcgetpgrp, tcgetwinsize,
    tcsetattr, ttyname,
};
use termion::cursor;

use super::error::TerminalError;
use super::mouse::{REPORTING, SILENT};
use super::screen_writer::{entering, leaving};
use crate::space::geometry::Size;

/// What a terminal has that does not tell its size.
const USUAL: Size = Size {
    width: 80,
    height: 24,
};

/// How often one looks up from a terminal that takes no bytes, and how long it may take the last ones.
const LOOK_UP: Duration = Duration::from_millis(50);
const LAST: Duration = Duration::from_millis(500);

/// Whether the cursor is seen where a frame has it. A hidden one is placed there as well, but some magnifiers and screen
/// readers follow only one that they see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CursorVisibility {
    /// It is placed, and not seen.
    #[default]
    Hidden,
    /// It is seen.
    Shown,
}

/// A terminal in raw mode that shows the alternate screen, while it is entered.
pub(super) struct Tty {
    keys: File,
    out: File,
    cursor: CursorVisibility,
    modes: Mutex<Option<Modes>>,
    is_entered: AtomicBool,
    /// Whether it was asked to report the mouse.
    reports_mouse: AtomicBool,
    /// Whether a deadly signal came: then a terminal that takes no bytes is not waited for.
    is_doomed: Arc<AtomicBool>,
}

/// What a terminal does with what is typed and written.
struct Modes {
    /// To be given back.
    found: Termios,
    /// As the show has them.
    raw: Termios,
}

/// What poll found; neither after a timeout.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ready {
    /// Keys can be read, or the terminal is gone.
    pub keys: bool,
    /// Signals came.
    pub signals: bool,
}

impl Tty {
    /// Finds the terminal; once `is_doomed` it must be given up.
    pub(super) fn found(
        is_doomed: Arc<AtomicBool>,
        cursor: CursorVisibility,
    ) -> Result<Tty, TerminalError> {
        let out = io::stdout();
        if !out.is_terminal() {
            return Err(TerminalError::NoScreen);
        }
        Ok(Tty {
            out: patient(out.as_fd())?,
            keys: keyboard()?,
            cursor,
            modes: Mutex::new(None),
            is_entered: AtomicBool::new(false),
            reports_mouse: AtomicBool::new(false),
            is_doomed,
        })
    }

    /// Takes the terminal over; once more if it is entered already, but somebody else may have used it since.
    pub(super) fn enter(&self) -> io::Result<()> {
        self.await_foreground()?;
        self.make_raw()?;
        let was_entered = self.is_entered.swap(true, Ordering::SeqCst);
        let mut out = self;
        let mut bytes = match was_entered {
            // Some terminals would else come back to the cursor and the pen of the show.
            true => leaving() + &entering(),
            false => entering(),
        };
        if self.cursor == CursorVisibility::Shown {
            bytes.push_str(cursor::Show.as_ref());
        }
        if self.reports_mouse() {
            bytes.push_str(REPORTING);
        }
        out.write_all(bytes.as_bytes())
    }

    /// A shell that has the terminal has it in modes of its own, which are nobody's to be given back: the system stops
    /// whoever drains it meanwhile, until the shell hands it over or a deadly signal breaks that off.
    fn await_foreground(&self) -> io::Result<()> {
        match self.is_in_background() {
            true => Ok(tcdrain(&self.keys)?),
            false => Ok(()),
        }
    }

    /// Whether the terminal is some other job's now.
    fn is_in_background(&self) -> bool {
        // One that does not control this process has no foreground.
        tcgetpgrp(&self.keys).is_ok_and(|foreground| foreground != getpgrp())
    }

    /// Sets the modes of a show. Those that stand now are given back in the end, unless they are its own.
    fn make_raw(&self) -> io::Result<()> {
        let found = tcgetattr(&self.keys)?;
        let mut modes = self.modes.lock().unwrap_or_else(PoisonError::into_inner);
        if modes
            .as_ref()
            .is_some_and(|modes| are_alike(&modes.raw, &found))
        {
            return Ok(());
        }
        let mut raw = found.clone();
        raw.make_raw();
        *modes = Some(Modes {
            found,
            raw: raw.clone(),
        });
        Ok(tcsetattr(&self.keys, OptionalActions::Now, &raw)?)
    }

    /// Gives the modes back, but not to another job, which has its own.
    fn restore_modes(&self) {
        let modes = self
            .modes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(Modes { found, .. }) = modes.filter(|_| !self.is_in_background()) {
            let _ = tcsetattr(&self.keys, OptionalActions::Now, &found);
        }
    }

    /// Gives the terminal back as it was found. Only the first call does anything, and none fails: a
    /// terminal that is gone needs no care.
    pub(super) fn leave(&self) {
        if !self.is_entered.swap(false, Ordering::SeqCst) {
            return;
        }
        if self.reports_mouse.swap(false, Ordering::SeqCst) {
            self.say_last(&format!("{SILENT}{}", leaving()));
            if !self.is_in_background() {
                // What the mouse did meanwhile would be typed into the shell.
                let _ = tcflush(&self.keys, QueueSelector::IFlush);
            }
        } else {
            self.say_last(&leaving());
        }
        self.restore_modes();
    }

    /// Whether the mouse is reported.
    pub(super) fn reports_mouse(&self) -> bool {
        self.reports_mouse.load(Ordering::SeqCst)
    }

    /// Has the mouse reported from now on. It is noted first, so that no end in between forgets it.
    pub(super) fn take_mouse(&self) -> io::Result<()> {
        if self.reports_mouse.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = self;
        out.write_all(REPORTING.as_bytes())
    }

    /// Gives the mouse back.
    pub(super) fn give_mouse_back(&self) -> io::Result<()> {
        if !self.reports_mouse() {
            return Ok(());
        }
        let mut out = self;
        out.write_all(SILENT.as_bytes())?;
        self.reports_mouse.store(false, Ordering::SeqCst);
        Ok(())
    }

    /// Writes what the terminal takes within a moment; one that nobody reads must not hold up the end.
    pub(super) fn say_last(&self, text: &str) {
        let mut out = &self.out;
        let mut bytes = text.as_bytes();
        while !bytes.is_empty() {
            match out.write(bytes) {
                Ok(count @ 1..) => bytes = &bytes[count.min(bytes.len())..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock && self.takes_bytes(LAST) => {}
                _ => return,
            }
        }
    }

    /// Waits until the terminal takes bytes; whether it may do so in this time.
    fn takes_bytes(&self, patience: Duration) -> bool {
        let timeout = Timespec::try_from(patience).ok();
        let mut fds = [PollFd::new(&self.out, PollFlags::OUT)];
        match poll(&mut fds, timeout.as_ref()) {
            Ok(ready) => ready > 0,
            // A signal says nothing about that.
            Err(error) => error == Errno::INTR,
        }
    }

    /// Columns and rows, 80×24 where the terminal does not say.
    pub(super) fn size(&self) -> Size {
        match tcgetwinsize(&self.out) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => Size {
                width: i32::from(size.ws_col),
                height: i32::from(size.ws_row),
            },
            _ => USUAL,
        }
    }

    /// Waits for keys or signals, for at most this long.
    pub(super) fn wait(
        &self,
        signals: BorrowedFd<'_>,
        timeout: Option<Duration>,
    ) -> io::Result<Ready> {
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        let mut fds = [
            PollFd::new(&self.keys, PollFlags::IN),
            PollFd::from_borrowed_fd(signals, PollFlags::IN),
        ];
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) => {}
            // A signal: its byte is in the pipe now, and the next call finds it.
            Err(Errno::INTR) => return Ok(Ready::default()),
            Err(error) => return Err(error.into()),
        }
        let [keys, signals] = fds.map(|fd| !fd.revents().is_empty());
        Ok(Ready { keys, signals })
    }

    /// Reads what was typed; 0 bytes only when the terminal is gone.
    pub(super) fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut keys = &self.keys;
        loop {
            match keys.read(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_gone(&error) => return Ok(0),
                result => return result,
            }
        }
    }
}

/// Whether an error says that there is no terminal any more.
pub(super) fn is_gone(error: &io::Error) -> bool {
    let gone = [Errno::IO, Errno::NXIO, Errno::PIPE];
    gone.map(|errno| Some(errno.raw_os_error()))
        .contains(&error.raw_os_error())
}

/// Whether both treat a terminal alike.
fn are_alike(one: &Termios, other: &Termios) -> bool {
    (one.input_modes, one.output_modes) == (other.input_modes, other.output_modes)
        && (one.control_modes, one.local_modes) == (other.control_modes, other.local_modes)
}

impl Drop for Tty {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Unbuffered, so that a frame is one write, and patient with a terminal that takes no bytes now, but no
/// longer than until a deadly signal.
impl Write for &Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = &self.out;
        loop {
            match out.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    while !self.takes_bytes(LOOK_UP) {
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

/// The same terminal, opened anew if it can be, so that writing never blocks and yet nobody who shares
/// standard output meets a non-blocking one.
fn patient(out: BorrowedFd<'_>) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let own = ttyname(out, Vec::new()).and_then(|name| open(name, flags, Mode::empty()));
    match own {
        Ok(own) => Ok(File::from(own)),
        Err(_) => Ok(File::from(out.try_clone_to_owned()?)),
    }
}

/// Standard input if it is a terminal, else the one that controls this process.
fn keyboard() -> Result<File, TerminalError> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return Ok(File::from(stdin.as_fd().try_clone_to_owned()?));
    }
    termion::get_tty().map_err(TerminalError::NoKeys)
}
