//! A real pseudo-terminal that runs a program, and a model of what the terminal shows. No test sleeps: each reads until
//! the screen is as expected.
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtyPair, PtySize, native_pty_system,
};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
use vt100::{MouseProtocolEncoding, MouseProtocolMode};

/// The mouse modes of a terminal that does not report the mouse.
pub const UNREPORTED: (MouseProtocolMode, MouseProtocolEncoding) =
    (MouseProtocolMode::None, MouseProtocolEncoding::Default);

/// The signals that end a process by default, except those that cannot be caught, with the system's descriptions.
#[allow(dead_code)] // not all that is played in a terminal ends by signals
pub const DEADLY: [(Signal, &str); 17] = [
    (Signal::TERM, "Terminated"),
    (Signal::HUP, "Hangup"),
    (Signal::INT, "Interrupt"),
    (Signal::QUIT, "Quit"),
    (Signal::USR1, "User defined signal 1"),
    (Signal::USR2, "User defined signal 2"),
    (Signal::ALARM, "Alarm clock"),
    (Signal::VTALARM, "Virtual timer expired"),
    (Signal::PROF, "Profiling timer expired"),
    (Signal::XCPU, "CPU time limit exceeded"),
    (Signal::ABORT, "Aborted"),
    (Signal::SYS, "Bad system call"),
    (Signal::TRAP, "Trace/breakpoint trap"),
    (Signal::ILL, "Illegal instruction"),
    (Signal::FPE, "Floating point exception"),
    (Signal::SEGV, "Segmentation fault"),
    (Signal::BUS, "Bus error"),
];

/// A timeout that is enough for the slowest machine; only a failing test waits this long.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The interval between two checks while a test waits. Without a pause the test would take CPU time from the program.
pub const LOOK_UP: Duration = Duration::from_millis(5);

pub fn sized(width: u16, height: u16) -> PtySize {
    PtySize {
        rows: height,
        cols: width,
        ..PtySize::default()
    }
}

/// A running program in a pseudo-terminal, and the state of the terminal.
pub struct Played {
    pub pty: PtyPair,
    pub child: Box<dyn Child + Send + Sync>,
    pub typist: Box<dyn Write + Send>,
    pub output: Receiver<Vec<u8>>,
    /// Output that was read, but is not yet shown.
    unseen: Vec<u8>,
    /// All output so far.
    pub said: Vec<u8>,
    pub reader: JoinHandle<()>,
    pub parser: vt100::Parser,
    pub before: String,
}

/// The exit status of a program, and the final state of the terminal.
pub struct Ended {
    pub status: ExitStatus,
    pub screen: vt100::Screen,
    /// All bytes sent to the terminal.
    pub said: Vec<u8>,
}

impl Ended {
    /// Returns how often this text is on the screen.
    pub fn count(&self, text: &str) -> usize {
        self.screen.contents().matches(text).count()
    }

    /// Whether the output ever turned mouse reports on or off.
    pub fn spoke_of_mouse(&self) -> bool {
        self.said.windows(5).any(|said| said == b"[?100")
    }
}

impl Played {
    /// Runs this shell line at 80×24, in which `$0` is the program.
    pub fn by_shell(line: &str, program: &Path) -> Played {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.arg(program);
        Played::with(command, sized(80, 24))
    }

    pub fn with(mut command: CommandBuilder, size: PtySize) -> Played {
        let pty = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let before = modes(&*pty.master);
        estrange(&mut command);
        let child = pty.slave.spawn_command(command).expect("a child");
        let mut source = pty.master.try_clone_reader().expect("a reader");
        let typist = pty.master.take_writer().expect("a writer");
        // The channel has no buffer: output is read only when the test asks for it.
        let (sender, output) = sync_channel(0);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::default();
        Played {
            pty,
            child,
            typist,
            output,
            unseen: Vec::new(),
            said: Vec::new(),
            reader,
            parser,
            before,
        }
    }

    /// Sends a signal to the foreground process group: the program, or a shell's job.
    pub fn kill(&self, signal: Signal) {
        self.kill_by_all(&[signal]);
    }

    /// Sends several signals at once to the foreground process group. The first may end it before the others arrive.
    pub fn kill_by_all(&self, signals: &[Signal]) {
        let pid = self.pty.master.process_group_leader();
        let pid = pid.and_then(Pid::from_raw).expect("a job that runs");
        let mut sent = signals.iter().map(|signal| kill_process(pid, *signal));
        sent.next().expect("a signal").expect("a job that runs");
        sent.for_each(drop);
    }

    pub fn press(mut self, bytes: &str) -> Played {
        self.typist.write_all(bytes.as_bytes()).expect("a terminal");
        self.typist.flush().expect("a terminal");
        self
    }

    /// Reads until the screen shows this text.
    #[track_caller]
    pub fn until(self, text: &str) -> Played {
        self.through(&[text])
    }

    /// Reads until the screen no longer shows this text.
    #[track_caller]
    pub fn until_gone(mut self, text: &str) -> Played {
        self.read_while(|contents| contents.contains(text), text);
        self.catch_up()
    }

    /// Reads until the screen has shown these texts, one after another.
    #[track_caller]
    pub fn through(mut self, texts: &[&str]) -> Played {
        for text in texts {
            self.read_while(|contents| !contents.contains(text), text);
        }
        self.catch_up()
    }

    #[track_caller]
    fn read_while(&mut self, is_early: impl Fn(&str) -> bool, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let contents = self.parser.screen().contents();
            if !is_early(&contents) {
                return;
            }
            if self.unseen.is_empty() {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.output.recv_timeout(left) {
                    Ok(bytes) => {
                        self.said.extend(&bytes);
                        self.unseen = bytes;
                    }
                    Err(error) => panic!("{error} while waiting for {text:?}:\n{contents}"),
                }
            }
            self.see_a_little();
        }
    }

    /// Shows the output before the next escape sequence: one read may hold several frames, and a test must see each of
    /// them.
    fn see_a_little(&mut self) {
        let mut bytes = self.unseen.iter().skip(1);
        let more = bytes.position(|&byte| byte == 0x1b);
        let end = more.map_or(self.unseen.len(), |place| place + 1);
        self.parser.process(&self.unseen[..end]);
        self.unseen.drain(..end);
    }

    /// Shows the rest of the output that was read.
    fn catch_up(mut self) -> Played {
        self.parser.process(&std::mem::take(&mut self.unseen));
        self
    }

    /// Returns the mouse modes of the terminal.
    pub fn mouse(&self) -> (MouseProtocolMode, MouseProtocolEncoding) {
        let screen = self.parser.screen();
        (
            screen.mouse_protocol_mode(),
            screen.mouse_protocol_encoding(),
        )
    }

    pub fn resize(mut self, size: PtySize) -> Played {
        self.pty.master.resize(size).expect("a terminal");
        // A terminal that does not report its size has a default size.
        let (rows, columns) = match (size.rows, size.cols) {
            (0, _) | (_, 0) => (24, 80),
            told => told,
        };
        let (Ok(rows), Ok(columns)) = (rows.try_into(), columns.try_into()) else {
            unreachable!("neither is 0")
        };
        self.parser.screen_mut().set_size(rows, columns);
        self
    }

    /// Closes the terminal, as a closed window does. Returns the program.
    pub fn hang_up(self) -> Box<dyn Child + Send + Sync> {
        let Played {
            pty,
            child,
            output,
            typist,
            reader,
            ..
        } = self;
        // The reader's thread ends at the first output after its receiver is dropped.
        drop(output);
        pty.master.resize(sized(70, 20)).expect("a terminal");
        reader.join().expect("a reader");
        // Dropping the writer types the end-of-file key, if there is one. The program might read it before it learns
        // that the terminal is gone.
        let name = pty.master.tty_name().expect("a terminal");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let terminal = open(name, flags, Mode::empty()).expect("a terminal");
        let mut modes = tcgetattr(&terminal).expect("a terminal");
        modes.special_codes[SpecialCodeIndex::VEOF] = 0;
        tcsetattr(&terminal, OptionalActions::Now, &modes).expect("a terminal");
        drop((terminal, pty, typist));
        child
    }

    /// Reads all output of a program that has ended. A closing terminal may drop unread bytes, so this sends a byte
    /// that no program writes, and waits for it while the terminal is open.
    fn read_to_the_last_byte(&mut self) {
        let Some(name) = self.pty.master.tty_name() else {
            return;
        };
        let flags = OFlags::WRONLY | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let Ok(terminal) = open(name, flags, Mode::empty()) else {
            return;
        };
        let deadline = Instant::now() + PATIENCE;
        let mut is_sent = false;
        while Instant::now() < deadline {
            // If there is no room for the byte, there is output to read.
            is_sent = is_sent || rustix::io::write(&terminal, &[0]).is_ok();
            match self.output.recv_timeout(LOOK_UP) {
                Ok(mut bytes) => {
                    let is_last = bytes.last() == Some(&0);
                    bytes.retain(|byte| *byte != 0);
                    self.said.extend(&bytes);
                    self.parser.process(&bytes);
                    if is_last {
                        return;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Waits for the end, and asserts that the terminal is restored.
    #[track_caller]
    pub fn ended(mut self) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "still running:\n{}",
                self.parser.screen().contents()
            );
            // The output ends with the program, apart from the test's own handle.
            match self.output.recv_timeout(left.min(LOOK_UP)) {
                Ok(bytes) => {
                    self.said.extend(&bytes);
                    self.parser.process(&bytes);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        };
        assert_eq!(
            modes(&*self.pty.master),
            self.before,
            "the modes of the terminal"
        );
        self.read_to_the_last_byte();
        drop(self.pty.slave);
        for bytes in &self.output {
            self.said.extend(&bytes);
            self.parser.process(&bytes);
        }
        self.reader.join().expect("a reader");
        let screen = self.parser.screen().clone();
        let last = self.said.len().saturating_sub(200);
        let last = self.said[last..].escape_ascii();
        let is_left = !screen.alternate_screen();
        assert!(is_left, "the alternate screen, {status:?}, after {last}");
        assert!(!screen.hide_cursor(), "the cursor");
        assert!(!screen.bracketed_paste(), "bracketed paste");
        let mouse = (
            screen.mouse_protocol_mode(),
            screen.mouse_protocol_encoding(),
        );
        assert_eq!(mouse, UNREPORTED, "the mouse");
        assert_eq!(
            (screen.fgcolor(), screen.bold()),
            (vt100::Color::Default, false)
        );
        let said = self.said;
        Ended {
            status,
            screen,
            said,
        }
    }
}

/// Removes the environment of the user who runs the test from a command, except what the test itself sets: saves and
/// keys, terminal, language, colors, and a folder that may be gone.
fn estrange(command: &mut CommandBuilder) {
    let said = command.iter_extra_env_as_str();
    let said: Vec<_> = said
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let kept = ["PATH", "TMPDIR"].map(|name| (name, std::env::var_os(name)));
    command.env_clear();
    for (name, value) in kept {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, unwatched_home());
    }
    command.env("LANG", "C.UTF-8");
    command.env("TERM", "xterm");
    // A backtrace would scroll the panic message off the screen.
    command.env("RUST_BACKTRACE", "0");
    for (name, value) in said {
        command.env(name, value);
    }
    if command.get_cwd().is_none() {
        command.cwd(folder());
    }
}

/// Returns a home folder of this test run, for programs whose saves no test reads.
fn unwatched_home() -> PathBuf {
    folder().join(format!("home-{}", std::process::id()))
}

/// Returns the folder for test files; an example has none of its own.
fn folder() -> PathBuf {
    let of_tests = option_env!("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    of_tests.unwrap_or_else(std::env::temp_dir)
}

pub fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal"))
}
