//! The line loop of `--narrate`: reads lines from a terminal in its normal mode or from a pipe, and prints lines on
//! standard output. Nothing is drawn, and no control character except the line feed is written.
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use super::checkpoint_timer::CheckpointTimer;
use super::emergency_exit::{EmergencyExit, ExitDevice, PanicHook, SaveHooks};
use super::error::TerminalError;
use super::job_control::{StopScope, stop};
use super::signals::{Signal, Signals};
use super::tty::{UNBLOCKED, is_temporary, ready};
use super::wake::WakeStream;
use dungeon_format::untrusted::Untrusted;
use dungeon_play::narration::LineInterface;

/// The maximum length of an input line, in bytes. A longer line is rejected with a message.
pub const LONGEST: usize = 64 * 1024;

/// The source of input lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// Standard input, which may be a terminal, a file or a pipe.
    Stdin,
    /// The controlling terminal, if standard input is used for something else.
    Terminal,
}

/// The line loop, with its input, its output and its signals.
///
/// ```no_run
/// use dungeon::Session;
/// use dungeon::narration::Narrator;
/// use dungeon::terminal::{InputSource, LineLoop};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Session::open("cellar.dng")?;
/// let mut lines = LineLoop::open(InputSource::Stdin, None, None)?;
/// lines.run(&mut Narrator::new(&mut game))?;
/// # Ok(())
/// # }
/// ```
pub struct LineLoop {
    input: File,
    output: File,
    signals: Signals,
    emergency_exit: Arc<EmergencyExit>,
    /// Decides when the next checkpoint is due.
    checkpoint_timer: CheckpointTimer,
    /// Whether the input is a terminal, so that a prompt is printed before each line.
    has_prompt: bool,
    /// Whether the prompt for the current line is already printed.
    is_prompted: bool,
    /// The bytes of an incomplete line.
    buffer: Vec<u8>,
    /// Whether the current line is too long.
    is_too_long: bool,
    /// Whether the input has ended.
    is_at_end: bool,
    wake: WakeStream,
}

/// Omits the files and signals that the loop waits for.
impl std::fmt::Debug for LineLoop {
    dungeon_model::debug_fields!(LineLoop: has_prompt, is_at_end);
}

/// The result of reading a line.
enum LineInput {
    /// A line of UTF-8, without its line end.
    Line(String),
    /// A rejected line. Holds the message with the reason.
    Rejected(String),
    /// The input has ended.
    End,
    /// The loop was woken before a line was complete.
    Woken,
}

impl LineLoop {
    /// Opens the input and the output, and catches signals from now on. `save_hooks` is `None` if there is nothing to
    /// save. A byte on the stream `wake` makes the loop call [`LineInterface::wake`] before it reads the next line.
    ///
    /// # Errors
    ///
    /// Returns [`TerminalError::NoKeys`] if there is no terminal to read from, and [`TerminalError::Io`] if a system
    /// call fails.
    pub fn open(
        source: InputSource,
        save_hooks: Option<SaveHooks>,
        wake: Option<Arc<UnixStream>>,
    ) -> Result<LineLoop, TerminalError> {
        let input: OwnedFd = match source {
            InputSource::Stdin => io::stdin().as_fd().try_clone_to_owned()?,
            InputSource::Terminal => termion::get_tty().map_err(TerminalError::NoKeys)?.into(),
        };
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let save_hooks = save_hooks.unwrap_or_else(SaveHooks::none);
        let signals = Signals::catch(save_hooks.is_ending)?;
        let device = ExitDevice::Lines(output.try_clone()?);
        Ok(LineLoop {
            has_prompt: input.is_terminal(),
            is_prompted: false,
            input: File::from(input),
            output,
            signals,
            emergency_exit: Arc::new(EmergencyExit::new(device, save_hooks.emergency_save)),
            checkpoint_timer: CheckpointTimer::new(save_hooks.checkpoint, Instant::now()),
            buffer: Vec::new(),
            is_too_long: false,
            is_at_end: false,
            wake: WakeStream::new(wake)?,
        })
    }

    /// Answers each line of input until `interface` is over. The loop also ends at the end of the input, when the
    /// output is closed, and at an error. A panic or a deadly signal ends the process. In each of these cases the game
    /// is saved, and lines about the save are printed. If the output cannot be used, these lines are printed on
    /// standard error.
    ///
    /// # Errors
    ///
    /// Returns [`TerminalError::Io`] if reading fails, or if writing fails for a reason other than a closed output.
    pub fn run(&mut self, interface: &mut dyn LineInterface) -> Result<(), TerminalError> {
        let _hook = PanicHook::set(Arc::clone(&self.emergency_exit));
        let Err(error) = self.answer_lines(interface) else {
            return Ok(());
        };
        let _ = io::stderr().write_all(self.emergency_exit.save().as_bytes());
        if error.kind() == ErrorKind::BrokenPipe {
            Ok(())
        } else {
            Err(error.into())
        }
    }

    fn answer_lines(&mut self, interface: &mut dyn LineInterface) -> io::Result<()> {
        let opening = interface.opening();
        self.print(&opening)?;
        while !interface.is_over() {
            if self.has_prompt && !std::mem::take(&mut self.is_prompted) {
                self.write(b"> ")?;
            }
            let answer = match self.next()? {
                LineInput::Line(line) => {
                    let answer = interface.answer(&line);
                    // Most commands press at most one key per letter.
                    self.checkpoint_timer
                        .add_keys(line.len() + 1, Instant::now());
                    answer
                }
                LineInput::Rejected(why) => vec![why],
                LineInput::Woken => {
                    let told = interface.wake();
                    if self.has_prompt && !told.is_empty() {
                        // The cursor is after the prompt.
                        self.write(b"\n")?;
                    }
                    self.is_prompted = told.is_empty();
                    told
                }
                LineInput::End => {
                    if self.has_prompt {
                        self.write(b"\n")?;
                    }
                    let saved = self.emergency_exit.save();
                    return self.write(saved.as_bytes());
                }
            };
            self.print(&answer)?;
        }
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> io::Result<()> {
        self.write(printed(lines).as_bytes())
    }

    /// Writes all bytes, as fast as the reader takes them. Handles signals during the waits.
    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            self.wait(Readiness::Writable)?;
            match self.output.write(&bytes[..bytes.len().min(UNBLOCKED)]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_temporary(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads the next line, without its line feed.
    fn next(&mut self) -> io::Result<LineInput> {
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
                return Ok(if line.is_empty() && !self.is_too_long {
                    LineInput::End
                } else {
                    self.parse(&line)
                });
            }
            // First read the lines that are already typed.
            if !self.read()? {
                return Ok(LineInput::Woken);
            }
        }
    }

    /// Reads one byte. Returns `false` if the loop was woken instead.
    fn read(&mut self) -> io::Result<bool> {
        if self.wait(Readiness::Readable)? == Waited::Woken {
            return Ok(false);
        }
        // Read byte by byte, so that no byte after the line is taken from a later program.
        let mut bytes = [0; 1];
        match self.input.read(&mut bytes) {
            Ok(0) => self.is_at_end = true,
            Ok(count) => self.buffer.extend(&bytes[..count]),
            Err(error) if is_temporary(&error) => {}
            // A lost terminal is the end of the input.
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                self.is_at_end = true;
            }
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    fn parse(&mut self, line: &[u8]) -> LineInput {
        if std::mem::take(&mut self.is_too_long) || line.len() > LONGEST {
            let most = LONGEST / 1024;
            return LineInput::Rejected(format!("Ignored a line longer than {most} KiB."));
        }
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match std::str::from_utf8(line) {
            Ok(line) => LineInput::Line(line.to_owned()),
            Err(_) => LineInput::Rejected("Ignored a line that is not UTF-8.".to_owned()),
        }
    }

    /// Waits until the input can be read or the output can be written. Handles signals and writes due checkpoints
    /// during the wait. Only a wait for input can be woken.
    fn wait(&mut self, readiness: Readiness) -> io::Result<Waited> {
        loop {
            let now = Instant::now();
            let due = self.checkpoint_timer.due();
            if due.is_some_and(|due| due <= now) {
                self.checkpoint_timer.write();
                continue;
            }
            let (end, flags) = match readiness {
                Readiness::Readable => (&self.input, PollFlags::IN),
                Readiness::Writable => (&self.output, PollFlags::OUT),
            };
            let wake = self.wake.fd().filter(|_| readiness == Readiness::Readable);
            let others = [Some(self.signals.fd()), wake];
            let timeout = due.map(|due| due - now);
            let [is_ready, is_signalled, is_woken] =
                ready(PollFd::new(end, flags), others, timeout)?;
            if is_signalled {
                self.handle_signals();
            }
            if is_ready {
                return Ok(Waited::Ready);
            }
            if is_woken {
                self.wake.drain();
                return Ok(Waited::Woken);
            }
        }
    }

    fn handle_signals(&mut self) {
        for signal in self.signals.pending() {
            match signal {
                Signal::Deadly(number) => self.emergency_exit.die(number),
                Signal::Stop => self.suspend(),
                Signal::Continued | Signal::Resized => {}
            }
        }
    }

    /// Stops the process until it is continued. If stopping fails, the loop simply continues.
    fn suspend(&mut self) {
        // Save first: a stopped process handles no deadly signal until it continues, and SIGKILL would end it without a
        // save.
        if self.checkpoint_timer.due().is_some() {
            self.checkpoint_timer.write();
        }
        // At ^Z a terminal in its normal mode sends the signal to the whole job, so stop only this process.
        let _ = stop(StopScope::Process);
    }
}

/// Returns the lines as one text to print, with unprintable characters escaped.
fn printed(lines: &[String]) -> String {
    let lines = lines.iter().map(Untrusted::from);
    lines.map(|line| format!("{line}\n")).collect()
}

/// The result of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waited {
    Ready,
    Woken,
}

/// The file state that ends a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Readable,
    Writable,
}
