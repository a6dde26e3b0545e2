//! The line loop: lines from standard input, a terminal in its normal mode or a pipe, and lines to standard output. Nothing
//! is drawn, and no control character is written but the line feed.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;

use super::emergency_exit::EmergencySave;
use super::error::TerminalError;
use super::job_control::{StopScope, stop};
use super::signals::{Signal, Signals, die};
use crate::format::characters::clean;
use crate::play::narration::LineInterface;

/// So many bytes one line may have; the rest of it is left out, and that is said.
pub const LONGEST: usize = 64 * 1024;

/// So many bytes at most are written at once: whatever can be written to takes as many without waiting.
const BITE: usize = 512;

/// Where lines are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// On standard input.
    Stdin,
    /// On the controlling terminal, because standard input was something else.
    Terminal,
}

/// The two ends of a conversation.
pub struct LineLoop {
    from: File,
    to: File,
    signals: Signals,
    /// Whether somebody types who wants to see that it is his turn.
    has_prompt: bool,
    /// Bytes that were read and are no whole line yet.
    heard: Vec<u8>,
    /// Whether the line that is being read is too long.
    is_too_long: bool,
    /// Whether nothing more will be read.
    is_at_end: bool,
}

/// What was heard.
enum LineInput {
    Line(String),
    /// Nothing that can be obeyed; why.
    Rejected(String),
    End,
}

impl LineLoop {
    /// Opens both ends. From now on signals are caught.
    ///
    /// # Errors
    /// If there is no terminal to be heard on, or a system call fails.
    pub fn open(hearing: InputSource) -> Result<LineLoop, TerminalError> {
        let from: OwnedFd = match hearing {
            InputSource::Stdin => io::stdin().as_fd().try_clone_to_owned()?,
            InputSource::Terminal => open("/dev/tty", OFlags::RDONLY, Mode::empty())
                .map_err(|error| TerminalError::NoKeys(error.into()))?,
        };
        Ok(LineLoop {
            has_prompt: from.is_terminal(),
            from: File::from(from),
            to: File::from(io::stdout().as_fd().try_clone_to_owned()?),
            signals: Signals::caught()?,
            heard: Vec::new(),
            is_too_long: false,
            is_at_end: false,
        })
    }

    /// Converses until the other side has enough. The end of the input, and an output that nobody reads any more, end
    /// it too: then, and at a deadly signal, which ends the process here, `keep` saves what there is to save.
    ///
    /// # Errors
    /// If reading or writing fails otherwise.
    pub fn run(
        &mut self,
        spoken: &mut dyn LineInterface,
        keep: Option<&EmergencySave>,
    ) -> Result<(), TerminalError> {
        match self.converse(spoken, keep) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                // Nobody is left to be told what was saved.
                let _ = keep.map(|keep| keep());
                Ok(())
            }
            result => Ok(result?),
        }
    }

    fn converse(
        &mut self,
        spoken: &mut dyn LineInterface,
        keep: Option<&EmergencySave>,
    ) -> io::Result<()> {
        let opening = spoken.opening();
        self.tell(&opening, keep)?;
        while !spoken.is_over() {
            if self.has_prompt {
                self.write(b"> ", keep)?;
            }
            let answer = match self.next(keep)? {
                LineInput::Line(line) => spoken.answer(&line),
                LineInput::Rejected(why) => vec![why],
                LineInput::End => {
                    if self.has_prompt {
                        self.write(b"\n", keep)?;
                    }
                    let said = keep.map_or_else(Vec::new, |keep| keep());
                    return self.tell(&said, keep);
                }
            };
            self.tell(&answer, keep)?;
        }
        Ok(())
    }

    fn tell(&mut self, lines: &[String], keep: Option<&EmergencySave>) -> io::Result<()> {
        let text: String = lines
            .iter()
            .map(|line| clean(line).into_owned() + "\n")
            .collect();
        self.write(text.as_bytes(), keep)
    }

    /// Writes all of it, as fast as it is read at the other end, and obeys signals meanwhile.
    fn write(&mut self, mut bytes: &[u8], keep: Option<&EmergencySave>) -> io::Result<()> {
        while !bytes.is_empty() {
            self.wait(Readiness::Writable, keep)?;
            match self.to.write(&bytes[..bytes.len().min(BITE)]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    fn next(&mut self, keep: Option<&EmergencySave>) -> io::Result<LineInput> {
        loop {
            if self.heard.last() == Some(&b'\n') {
                let line = std::mem::take(&mut self.heard);
                return Ok(self.understood(&line));
            }
            if self.heard.len() > LONGEST {
                self.heard.clear();
                self.is_too_long = true;
            }
            if self.is_at_end {
                let line = std::mem::take(&mut self.heard);
                return Ok(match line.is_empty() && !self.is_too_long {
                    true => LineInput::End,
                    false => self.understood(&line),
                });
            }
            self.listen(keep)?;
        }
    }

    fn listen(&mut self, keep: Option<&EmergencySave>) -> io::Result<()> {
        self.wait(Readiness::Readable, keep)?;
        // One byte: what follows the line is for whoever reads next.
        let mut bytes = [0; 1];
        match self.from.read(&mut bytes) {
            Ok(0) => self.is_at_end = true,
            Ok(count) => self.heard.extend(&bytes[..count]),
            Err(error) if is_passing(&error) => {}
            // A terminal that is gone has no more to say.
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                self.is_at_end = true;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn understood(&mut self, line: &[u8]) -> LineInput {
        if std::mem::take(&mut self.is_too_long) || line.len() > LONGEST {
            let most = LONGEST / 1024;
            return LineInput::Rejected(format!("A line of more than {most} KiB was left out."));
        }
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match std::str::from_utf8(line) {
            Ok(line) => LineInput::Line(line.to_owned()),
            Err(_) => LineInput::Rejected("A line that is not UTF-8 was left out.".to_owned()),
        }
    }

    /// Waits until one side is ready. A deadly signal is obeyed at once, after saving.
    fn wait(&mut self, side: Readiness, keep: Option<&EmergencySave>) -> io::Result<()> {
        loop {
            let (end, flags) = match side {
                Readiness::Readable => (&self.from, PollFlags::IN),
                Readiness::Writable => (&self.to, PollFlags::OUT),
            };
            let mut fds = [
                PollFd::from_borrowed_fd(end.as_fd(), flags),
                PollFd::from_borrowed_fd(self.signals.fd(), PollFlags::IN),
            ];
            match poll(&mut fds, None) {
                Err(Errno::INTR) => continue,
                result => result?,
            };
            let [is_ready, is_signalled] = fds.each_ref().map(|fd| !fd.revents().is_empty());
            if is_signalled {
                self.obey_signals(keep);
            }
            if is_ready {
                return Ok(());
            }
        }
    }

    fn obey_signals(&mut self, keep: Option<&EmergencySave>) {
        for signal in self.signals.pending() {
            let number = match signal {
                Signal::Deadly(number) => number,
                Signal::Stop => {
                    // The terminal, in its normal mode, told the others of the job. Whoever cannot be stopped goes on.
                    let _ = stop(StopScope::Process);
                    continue;
                }
                Signal::Continued | Signal::Resized => continue,
            };
            let said = keep.map_or_else(Vec::new, |keep| keep());
            if self.takes_bytes() {
                let text: String = said
                    .iter()
                    .map(|line| clean(line).into_owned() + "\n")
                    .collect();
                // What cannot be told any more is saved all the same.
                let _ = self.to.write(format!("\n{text}").as_bytes());
            }
            die(number);
        }
    }

    /// Whether somebody reads what is written now.
    fn takes_bytes(&self) -> bool {
        let mut fds = [PollFd::from_borrowed_fd(self.to.as_fd(), PollFlags::OUT)];
        let now = rustix::event::Timespec::default();
        poll(&mut fds, Some(&now)).is_ok_and(|ready| ready > 0)
    }
}

/// One of the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Readable,
    Writable,
}

/// Whether the same can be tried again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
