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
use rustix::io::Errno;
use rustix::termios::tcgetwinsize;
use termion::raw::{IntoRawMode, RawTerminal};

use super::error::TerminalError;
use super::screen::{entering, leaving};
use crate::space::geometry::Size;

/// What a terminal has that does not tell its size.
const USUAL: Size = Size {
    width: 80,
    height: 24,
};

/// A terminal in raw mode that shows the alternate screen, until it is left.
pub(super) struct Tty {
    keys: RawTerminal<File>,
    out: File,
    is_entered: AtomicBool,
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
    /// Finds the terminal and takes it over.
    pub(super) fn enter() -> Result<Tty, TerminalError> {
        let out = io::stdout();
        if !out.is_terminal() {
            return Err(TerminalError::NoScreen);
        }
        let out = File::from(out.as_fd().try_clone_to_owned()?);
        let keys = keyboard()?;
        let tty = Tty {
            keys: keys.into_raw_mode()?,
            out,
            is_entered: AtomicBool::new(true),
        };
        (&tty).write_all(entering().as_bytes())?;
        Ok(tty)
    }

    /// Gives the terminal back as it was found. Only the first call does anything, and none fails: a
    /// terminal that is gone needs no care.
    pub(super) fn leave(&self) {
        if self.is_entered.swap(false, Ordering::SeqCst) {
            let _ = (&mut &*self).write_all(leaving().as_bytes());
            let _ = self.keys.suspend_raw_mode();
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

/// Unbuffered, so that a frame is one write, and patient, since a shell may have left the terminal
/// non-blocking.
impl Write for &Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = &self.out;
        loop {
            match out.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    poll(&mut [PollFd::new(&self.out, PollFlags::OUT)], None)?;
                }
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
