//! The line loop of `--narrate`, which reads lines from a terminal in its normal mode, or from a pipe, and prints lines
//! to standard output. Nothing is drawn, and the line feed is the only control character written.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::emergency_exit::EmergencySave;
use super::error::TerminalError;
use super::job_control::{StopScope, stop};
use super::signals::{Signal, Signals, die};
use crate::format::untrusted::Untrusted;
use crate::play::narration::LineInterface;

/// The most bytes that a line of input may have. A longer line is not obeyed, and the answer says so.
pub const LONGEST: usize = 64 * 1024;

/// The most bytes written at once. A pipe or a terminal that is ready takes as many without blocking, so signals are
/// obeyed between any two writes.
const CHUNK: usize = 512;

/// Where lines are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// Standard input, a terminal or not.
    Stdin,
    /// The controlling terminal, where standard input has been used for something else.
    Terminal,
}

/// The line loop, with its input, its output and its signals.
pub struct LineLoop {
    input: File,
    output: File,
    signals: Signals,
    /// Whether the input is a terminal: then a prompt is printed before each line is read.
    has_prompt: bool,
    /// Bytes that were read and do not make a whole line yet.
    buffer: Vec<u8>,
    /// Whether the line that is being read is too long.
    is_too_long: bool,
    /// Whether nothing more will be read.
    is_at_end: bool,
}

/// What was read.
enum LineInput {
    /// A line of UTF-8, without its line end.
    Line(String),
    /// A line that cannot be obeyed, and the answer that says why.
    Rejected(String),
    /// The input has ended.
    End,
}

impl LineLoop {
    /// Opens input and output, and catches signals from now on.
    ///
    /// # Errors
    ///
    /// [`TerminalError::NoKeys`] if there is no terminal to read from, [`TerminalError::Io`] if a system call fails.
    pub fn open(source: InputSource) -> Result<LineLoop, TerminalError> {
        let input: OwnedFd = match source {
            InputSource::Stdin => io::stdin().as_fd().try_clone_to_owned()?,
            InputSource::Terminal => termion::get_tty().map_err(TerminalError::NoKeys)?.into(),
        };
        Ok(LineLoop {
            has_prompt: input.is_terminal(),
            input: File::from(input),
            output: File::from(io::stdout().as_fd().try_clone_to_owned()?),
            signals: Signals::catch()?,
            buffer: Vec::new(),
            is_too_long: false,
            is_at_end: false,
        })
    }

    /// Answers each line of input until `interface` is over. The end of the input and a closed output end the loop as
    /// well: then `save` is called, as it is at a deadly signal, which ends the process in this function.
    ///
    /// # Errors
    ///
    /// [`TerminalError::Io`] if reading fails, or writing for another reason than that the output is closed.
    pub fn run(
        &mut self,
        interface: &mut dyn LineInterface,
        save: Option<&EmergencySave>,
    ) -> Result<(), TerminalError> {
        match self.answer_lines(interface, save) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                // The output is closed: what was saved cannot be printed.
                let _ = save.map(|save| save());
                Ok(())
            }
            result => Ok(result?),
        }
    }

    fn answer_lines(
        &mut self,
        interface: &mut dyn LineInterface,
        save: Option<&EmergencySave>,
    ) -> io::Result<()> {
        let opening = interface.opening();
        self.print(&opening, save)?;
        while !interface.is_over() {
            if self.has_prompt {
                self.write(b"> ", save)?;
            }
            let answer = match self.next(save)? {
                LineInput::Line(line) => interface.answer(&line),
                LineInput::Rejected(why) => vec![why],
                LineInput::End => {
                    if self.has_prompt {
                        self.write(b"\n", save)?;
                    }
                    let saved = save.map_or_else(Vec::new, |save| save());
                    return self.print(&saved, save);
                }
            };
            self.print(&answer, save)?;
        }
        Ok(())
    }

    fn print(&mut self, lines: &[String], save: Option<&EmergencySave>) -> io::Result<()> {
        self.write(printed(lines).as_bytes(), save)
    }

    /// Writes all bytes, as fast as the other end reads them, and obeys signals meanwhile.
    fn write(&mut self, mut bytes: &[u8], save: Option<&EmergencySave>) -> io::Result<()> {
        while !bytes.is_empty() {
            self.wait(Readiness::Writable, save)?;
            match self.output.write(&bytes[..bytes.len().min(CHUNK)]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_temporary(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads the next line, without its line feed.
    fn next(&mut self, save: Option<&EmergencySave>) -> io::Result<LineInput> {
        loop {
            if self.buffer.last() == Some(&b'\n') {
                let line = std::mem::take(&mut self.buffer);
                return Ok(self.parse(&line));
            }
            if self.buffer.len() > LONGEST {
                self.buffer.clear();
                self.is_too_long = true;
            }
            if self.is_at_end {
                let line = std::mem::take(&mut self.buffer);
                return Ok(match line.is_empty() && !self.is_too_long {
                    true => LineInput::End,
                    false => self.parse(&line),
                });
            }
            self.read(save)?;
        }
    }

    fn read(&mut self, save: Option<&EmergencySave>) -> io::Result<()> {
        self.wait(Readiness::Readable, save)?;
        // No byte behind the line is taken: a program that runs afterwards may want it.
        let mut bytes = [0; 1];
        match self.input.read(&mut bytes) {
            Ok(0) => self.is_at_end = true,
            Ok(count) => self.buffer.extend(&bytes[..count]),
            Err(error) if is_temporary(&error) => {}
            // A terminal that is gone is the end of the input.
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                self.is_at_end = true;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn parse(&mut self, line: &[u8]) -> LineInput {
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

    /// Waits until the input can be read, or the output written, and obeys signals meanwhile.
    fn wait(&mut self, readiness: Readiness, save: Option<&EmergencySave>) -> io::Result<()> {
        loop {
            let (end, flags) = match readiness {
                Readiness::Readable => (&self.input, PollFlags::IN),
                Readiness::Writable => (&self.output, PollFlags::OUT),
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
                self.handle_signals(save);
            }
            if is_ready {
                return Ok(());
            }
        }
    }

    fn handle_signals(&mut self, save: Option<&EmergencySave>) {
        for signal in self.signals.pending() {
            let number = match signal {
                Signal::Deadly(number) => number,
                Signal::Stop => {
                    // At ^Z the terminal, in its normal mode, signals all of the job. If stopping fails, the loop goes
                    // on.
                    let _ = stop(StopScope::Process);
                    continue;
                }
                Signal::Continued | Signal::Resized => continue,
            };
            let lines = save.map_or_else(Vec::new, |save| save());
            if self.takes_bytes() {
                // The game is saved even if this cannot be written.
                let _ = self
                    .output
                    .write(format!("\n{}", printed(&lines)).as_bytes());
            }
            die(number);
        }
    }

    /// Whether the output takes bytes now, without waiting.
    fn takes_bytes(&self) -> bool {
        let mut fds = [PollFd::from_borrowed_fd(
            self.output.as_fd(),
            PollFlags::OUT,
        )];
        let now = rustix::event::Timespec::default();
        poll(&mut fds, Some(&now)).is_ok_and(|ready| ready > 0)
    }
}

/// Returns lines as they are printed: every character in them is a printable one.
fn printed(lines: &[String]) -> String {
    let lines = lines.iter().map(Untrusted::from);
    lines.map(|line| format!("{line}\n")).collect()
}

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Readable,
    Writable,
}

/// Whether the call that failed can be tried again.
fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
