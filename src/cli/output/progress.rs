//! A progress line on standard error, shown only if standard error is a terminal.
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time before the first update: shorter computations show no progress line.
const PATIENCE: Duration = Duration::from_millis(500);

/// The minimum time between two updates of the line.
const PERIOD: Duration = Duration::from_millis(100);

/// A progress line, which is erased on drop.
pub struct ProgressLine {
    what: &'static str,
    /// The word for a step, such as "key".
    step: &'static str,
    /// The number of steps.
    length: usize,
    /// When the next update is due; `None` if standard error is not a terminal.
    due: Option<Instant>,
    /// The width of the line on the terminal, in columns.
    shown: usize,
}

impl ProgressLine {
    /// Creates a line for a computation of `length` keys; `what` names it, such as "Restoring the game".
    pub fn new(what: &'static str, length: usize) -> ProgressLine {
        ProgressLine::counting(what, "key", length)
    }

    /// Creates a line for a computation of `length` steps; `what` names the computation and `step` a step.
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

    /// Shows the text right away, for a long computation that cannot report its progress.
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

    /// Shows the number of finished steps, if an update is due.
    pub fn tell(&mut self, done: usize) {
        self.tell_more(done, "");
    }

    /// Shows the number of finished steps and the text `more`, if an update is due.
    pub fn tell_more(&mut self, done: usize, more: &str) {
        if !self.is_due() {
            return;
        }
        let percent = done * 100 / self.length.max(1);
        let line = format!(
            "{}: {percent}%, {} {done} of {}{more}. Press Ctrl-C to stop.",
            self.what, self.step, self.length
        );
        self.show(&line);
    }

    /// Whether an update is due. The next one is due later.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            self.due = Some(now + PERIOD);
        }
        is_due
    }

    fn show(&mut self, line: &str) {
        // Writing fails only if the terminal is gone.
        let width = self.shown;
        let _ = write!(io::stderr(), "\r{line:width$}");
        self.shown = line.len();
    }

    /// Erases the line, so that other text can take its place.
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

/// The progress line of a search that has no known end: what it does, and how many games it has played. For several
/// threads.
pub struct SearchProgress {
    state: Mutex<CountedLine>,
}

struct CountedLine {
    line: ProgressLine,
    what: String,
    games: u64,
}

impl SearchProgress {
    /// Creates a line; `what` names the search, such as "Judging seeds".
    pub fn new(what: &str) -> SearchProgress {
        SearchProgress {
            state: Mutex::new(CountedLine {
                line: ProgressLine::counting("", "", 0),
                what: what.to_owned(),
                games: 0,
            }),
        }
    }

    /// Changes the words for what the search does.
    pub fn tell(&self, what: String) {
        self.update(|state| state.what = what);
    }

    /// Counts a game.
    pub fn count(&self) {
        self.update(|state| state.games += 1);
    }

    /// Shows the line, if an update is due.
    pub fn refresh(&self) {
        self.update(|_| ());
    }

    /// Erases the line.
    pub fn wipe(&self) {
        self.locked().line.wipe();
    }

    /// Changes the state, and shows it if an update is due.
    fn update(&self, change: impl FnOnce(&mut CountedLine)) {
        let mut state = self.locked();
        change(&mut state);
        if state.line.is_due() {
            let line = format!("Ctrl-C stops. {} games. {}", state.games, state.what);
            // A longer line would go on in the next row, which is not wiped.
            let line: String = line.chars().take(79).collect();
            state.line.show(&line);
        }
    }

    fn locked(&self) -> MutexGuard<'_, CountedLine> {
        // A poisoned lock is fine: a panic can only leave the line half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A progress line for several threads, with an estimate of the remaining time.
pub struct SharedProgress {
    line: Mutex<ProgressLine>,
    length: usize,
    done: AtomicUsize,
    began: Instant,
}

impl SharedProgress {
    /// Creates a line for a computation of `length` steps; `what` names the computation and `step` a step.
    pub fn counting(what: &'static str, step: &'static str, length: usize) -> SharedProgress {
        SharedProgress {
            line: Mutex::new(ProgressLine::counting(what, step, length)),
            length,
            done: AtomicUsize::new(0),
            began: Instant::now(),
        }
    }

    /// Counts a finished step, and updates the line if an update is due.
    pub fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let left = estimate(self.began.elapsed(), done, self.length);
        let line = self.line.lock();
        // A poisoned lock is fine: a panic can only leave the line half written.
        line.unwrap_or_else(PoisonError::into_inner)
            .tell_more(done, &format!(", {left}"));
    }
}

/// Returns an estimate of the remaining time, at the average pace so far.
fn estimate(passed: Duration, done: usize, of: usize) -> String {
    let rest = of.saturating_sub(done) as f64 / done.max(1) as f64;
    let left = passed.as_secs_f64() * rest;
    match left {
        ..120.0 => format!("about {left:.0} s left"),
        _ => format!("about {:.0} min left", left / 60.0),
    }
}
