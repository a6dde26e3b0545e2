//! The two ends of a terminal: keys come from the controlling one, frames go to standard output. It is
//! entered once and left once, whoever says so first: the end of the show, a panic, or a signal.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::termios::{QueueSelector, tcflush, tcgetwinsize, ttyname};
use termion::raw::{IntoRawMode, RawTerminal};

use super::error::TerminalError;
use super::mouse::{REPORTING, SILENT};
use super::screen::{entering, leaving};
use crate::space::geometry::Size;

/// What a terminal has that does not tell its size.
const USUAL: Size = Size {
    width: 80,
    height: 24,
};

/// How often one looks up from a terminal that takes no bytes, and how long it may take the last ones.
const LOOK_UP: Duration = Duration::from_millis(50);
const LAST: Duration = Duration::from_millis(500);

/// A terminal in raw mode that shows the alternate screen, until it is left.
pub(super) struct Tty {
    keys: RawTerminal<File>,
    out: File,
    is_entered: AtomicBool,
    /// Whether it was asked to report the mouse.
    reports_mouse: AtomicBool,
    /// Whether a deadly signal came: then a terminal that takes no bytes is not waited for.
    is_doomed: Arc<AtomicBool>,
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
    /// Finds the terminal and takes it over, until `is_doomed` says that it must be given up.
    pub(super) fn enter(is_doomed: Arc<AtomicBool>) -> Result<Tty, TerminalError> {
        let out = io::stdout();
        if !out.is_terminal() {
            return Err(TerminalError::NoScreen);
        }
        let out = patient(out.as_fd())?;
        let keys = keyboard()?;
        let tty = Tty {
            keys: keys.into_raw_mode()?,
            out,
            is_entered: AtomicBool::new(true),
            reports_mouse: AtomicBool::new(false),
            is_doomed,
        };
        (&tty).write_all(entering().as_bytes())?;
        Ok(tty)
    }

    /// Gives the terminal back as it was found. Only the first call does anything, and none fails: a
    /// terminal that is gone needs no care.
    pub(super) fn leave(&self) {
        if !self.is_entered.swap(false, Ordering::SeqCst) {
            return;
        }
        if self.reports_mouse.swap(false, Ordering::SeqCst) {
            self.say_last(format!("{SILENT}{}", leaving()).as_bytes());
            // What the mouse did meanwhile would be typed into the shell.
            let _ = tcflush(&self.keys, QueueSelector::IFlush);
        } else {
            self.say_last(leaving().as_bytes());
        }
        let _ = self.keys.suspend_raw_mode();
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
    fn say_last(&self, mut bytes: &[u8]) {
        let mut out = &self.out;
        while !bytes.is_empty() {
            match out.write(bytes) {
                Ok(count @ 1..) => bytes = &bytes[count.min(bytes.len())..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock && self.takes_bytes(LAST) => {}
                _ => return,
            }
        }
    }

    /// Waits until the terminal takes bytes; whether it does in this time.
    fn takes_bytes(&self, patience: Duration) -> bool {
        let timeout = Timespec::try_from(patience).ok();
        let mut fds = [PollFd::new(&self.out, PollFlags::OUT)];
        poll(&mut fds, timeout.as_ref()).is_ok_and(|ready| ready > 0)
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
        let mut keys: &File = &self.keys;
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

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// While it lives, a panic leaves the terminal before it says its message. It must be the hook that does so:
/// a program built to abort on panic never drops anything.
pub(super) struct LeaveOnPanic(Option<Arc<Hook>>);

impl LeaveOnPanic {
    /// Puts itself before the hook that is set now.
    pub(super) fn set(tty: Arc<Tty>) -> LeaveOnPanic {
        let previous: Arc<Hook> = Arc::from(panic::take_hook());
        let next = Arc::clone(&previous);
        panic::set_hook(Box::new(move |info| {
            tty.leave();
            next(info);
        }));
        LeaveOnPanic(Some(previous))
    }
}

impl Drop for LeaveOnPanic {
    fn drop(&mut self) {
        // A hook cannot be changed during a panic; this one does no harm once the terminal is left.
        if std::thread::panicking() {
            return;
        }
        if let Some(previous) = self.0.take() {
            panic::set_hook(Box::new(move |info| previous(info)));
        }
    }
}
