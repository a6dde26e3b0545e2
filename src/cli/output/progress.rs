//! A line that tells how far a long computation has come, on standard error, and only where that is a terminal: a pipe
//! or a file gets nothing.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Nothing is shown of what is over sooner.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time between two changes of the line.
const PERIOD: Duration = Duration::from_millis(100);

/// A line of progress, which is wiped out when it is dropped.
pub struct ProgressLine {
    what: &'static str,
    /// What a step is called, such as "key".
    step: &'static str,
    /// How many steps there are.
    length: usize,
    /// When the line is to be written next; none where there is no terminal.
    due: Option<Instant>,
    /// Columns of what stands on the line.
    shown: usize,
}

impl ProgressLine {
    /// A line that says what is done, such as "Playing the game again", in so many keys.
    pub fn new(what: &'static str, length: usize) -> ProgressLine {
        ProgressLine::counting(what, "key", length)
    }

    /// A line that says what is done in so many steps, and what a step is called.
    pub fn counting(what: &'static str, step: &'static str, length: usize) -> ProgressLine {
        let is_seen = io::stderr().is_terminal();
        ProgressLine {
            what,
            step,
            length,
            due: is_seen.then(|| Instant::now() + PATIENCE),
            shown: 0,
        }
    }

    /// A line that says at once what is done, for a computation that is known to be long and cannot tell how far it is.
    pub fn standing(line: &str) -> ProgressLine {
        let shown = match io::stderr().is_terminal() {
            true => line.len(),
            false => 0,
        };
        if shown > 0 {
            let _ = write!(io::stderr(), "\r{line}");
        }
        ProgressLine {
            what: "",
            step: "",
            length: 0,
            due: None,
            shown,
        }
    }

    /// Tells how many of the steps are done, if it is time to.
    pub fn tell(&mut self, done: usize) {
        self.tell_more(done, "");
    }

    /// Tells how many of the steps are done, and a few words more in front of the last ones, if it is time to.
    pub fn tell_more(&mut self, done: usize, more: &str) {
        let Some(due) = self.due else { return };
        let now = Instant::now();
        if now < due {
            return;
        }
        self.due = Some(now + PERIOD);
        let percent = done * 100 / self.length.max(1);
        let line = format!(
            "{}: {percent}%, {} {done} of {}{more}. Ctrl-C ends it.",
            self.what, self.step, self.length
        );
        // A failure means that the terminal has gone, and the line with it.
        let width = self.shown;
        let _ = write!(io::stderr(), "\r{line:width$}");
        self.shown = line.len();
    }
}

impl ProgressLine {
    /// Wipes the line out, so that something else can be printed in its place.
    pub fn wipe(&mut self) {
        if self.shown > 0 {
            let width = self.shown;
            let _ = write!(io::stderr(), "\r{:width$}\r", "");
            self.shown = 0;
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// A line on standard error that tells how many games were played and when the last one will be, where standard error
/// is a terminal; wiped out when it is dropped.
pub struct SharedProgress {
    bot: &'static str,
    games: u32,
    done: AtomicU32,
    is_seen: bool,
    began: Instant,
    /// Tenths of a second after which the line is written next.
    due: AtomicU32,
}

/// Tenths of a second before the first line: nothing is told of what is over sooner.
const FIRST: u32 = 5;

impl SharedProgress {
    /// Begins to count the games of a bot.
    pub fn new(bot: &'static str, games: u32) -> SharedProgress {
        SharedProgress {
            bot,
            games,
            done: AtomicU32::new(0),
            is_seen: io::stderr().is_terminal(),
            began: Instant::now(),
            due: AtomicU32::new(FIRST),
        }
    }

    /// Counts a game that is over, and writes the line if it is time to.
    pub fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let passed = self.began.elapsed();
        let tenths = u32::try_from(passed.as_millis() / 100).unwrap_or(u32::MAX);
        let due = self.due.load(Ordering::Relaxed);
        let is_mine = || {
            let next = tenths.saturating_add(2);
            let taken = self
                .due
                .compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed);
            taken.is_ok()
        };
        if self.is_seen && tenths >= due && is_mine() {
            let left = estimate(passed, done, self.games);
            let line = format!("{}: {done} of {} games, {left}", self.bot, self.games);
            let _ = write!(io::stderr(), "\r{line:WIDTH$}\r");
        }
    }
}

/// Columns of the line of progress.
const WIDTH: usize = 70;

impl Drop for SharedProgress {
    fn drop(&mut self) {
        if self.is_seen && self.due.load(Ordering::Relaxed) > FIRST {
            let _ = write!(io::stderr(), "\r{:WIDTH$}\r", "");
        }
    }
}

/// How long the rest takes, if it goes on so.
fn estimate(passed: Duration, done: u32, of: u32) -> String {
    let left = passed.as_secs_f64() * f64::from(of - done) / f64::from(done.max(1));
    match left {
        ..120.0 => format!("about {left:.0} s left"),
        _ => format!("about {:.0} min left", left / 60.0),
    }
}
