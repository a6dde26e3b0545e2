//! A line that tells how far a long computation has come, on standard error, and only where that is a terminal: a pipe
//! or a file gets nothing.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
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
        let shown = if io::stderr().is_terminal() {
            line.len()
        } else {
            0
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

/// A line of progress that several threads write, with an estimate of how long the rest takes.
pub struct SharedProgress {
    line: Mutex<ProgressLine>,
    length: usize,
    done: AtomicUsize,
    began: Instant,
}

impl SharedProgress {
    /// A line that says what is done in so many steps, and what a step is called.
    pub fn counting(what: &'static str, step: &'static str, length: usize) -> SharedProgress {
        SharedProgress {
            line: Mutex::new(ProgressLine::counting(what, step, length)),
            length,
            done: AtomicUsize::new(0),
            began: Instant::now(),
        }
    }

    /// Counts a step that is done, and tells of it if it is time to.
    pub fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let left = estimate(self.began.elapsed(), done, self.length);
        let line = self.line.lock();
        // A thread that panics while it writes leaves the line as it is, which is all there is to it.
        line.unwrap_or_else(PoisonError::into_inner)
            .tell_more(done, &format!(", {left}"));
    }
}

/// How long the rest takes, if it goes on so.
fn estimate(passed: Duration, done: usize, of: usize) -> String {
    let rest = of.saturating_sub(done) as f64 / done.max(1) as f64;
    let left = passed.as_secs_f64() * rest;
    match left {
        ..120.0 => format!("about {left:.0} s left"),
        _ => format!("about {:.0} min left", left / 60.0),
    }
}
