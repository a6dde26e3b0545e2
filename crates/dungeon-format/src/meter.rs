//! What the reading of a file may cost: looks at words, cells and things, counted so that every machine comes to the same
//! answer, and a question that is asked now and then, whether the answer is of use still.
use std::cell::Cell;

use super::source::{Limits, Source};

/// Looks between two questions whether to go on: about a millisecond.
const WATCHED: u64 = 1 << 17;

/// Looks that each byte of a text pays for, beside those of `Limits::looks`.
const LOOKS_A_BYTE: u64 = 16;

/// Cells of a map that are read one after the other in the time of a look.
const CELLS_A_LOOK: usize = 4;

/// A count of looks, shared by all that look.
pub struct LookMeter<'a> {
    left: Cell<u64>,
    unwatched: Cell<u64>,
    state: Cell<MeterState>,
    goes_on: &'a dyn Fn() -> bool,
}

/// How far a meter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MeterState {
    /// Looks are left.
    Running,
    /// The looks are spent: what is found from now on lacks something.
    Spent,
    /// The answer is of no use any more.
    GivenUp,
}

impl<'a> LookMeter<'a> {
    /// A meter for a file within limits. `goes_on` is asked about every millisecond.
    pub fn new(source: &Source, limits: &Limits, goes_on: &'a dyn Fn() -> bool) -> LookMeter<'a> {
        let by_size = LOOKS_A_BYTE.saturating_mul(source.text.len() as u64);
        LookMeter {
            left: Cell::new(by_size.saturating_add(limits.looks as u64)),
            unwatched: Cell::new(0),
            state: Cell::new(MeterState::Running),
            goes_on,
        }
    }

    /// A meter of its own for so many looks, with the same question.
    #[must_use]
    pub fn beside(&self, looks: u64) -> LookMeter<'a> {
        LookMeter {
            left: Cell::new(looks),
            unwatched: Cell::new(0),
            state: Cell::new(self.state.get()),
            goes_on: self.goes_on,
        }
    }

    /// Pays for looks that another meter counted, as far as looks are left.
    pub fn settle(&self, looks: u64) {
        self.left.set(self.left.get().saturating_sub(looks));
    }

    /// The looks that are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Adds the looks that the cells of maps pay for: a few passes over each.
    pub fn allow_cells(&self, cells: usize) {
        self.left.set(self.left.get().saturating_add(cells as u64));
    }

    /// Takes so many looks. Returns whether work goes on.
    pub fn look(&self, looks: usize) -> bool {
        let looks = looks as u64;
        match self.left.get().checked_sub(looks) {
            Some(left) => self.left.set(left),
            None => {
                self.left.set(0);
                self.stop(MeterState::Spent);
            }
        }
        self.watch(looks);
        self.goes_on()
    }

    /// Takes the looks of a glance at so many cells in a row. Returns whether work goes on.
    pub fn scan(&self, cells: usize) -> bool {
        self.look(cells / CELLS_A_LOOK + 1)
    }

    /// Asks whether to go on, at the end of a stage. Returns the answer.
    pub fn asks(&self) -> bool {
        self.watch(WATCHED);
        !self.is_given_up()
    }

    /// Asks whether to go on, where that was not asked for long.
    fn watch(&self, looks: u64) {
        let unwatched = self.unwatched.get().saturating_add(looks);
        self.unwatched.set(unwatched);
        if unwatched >= WATCHED {
            self.unwatched.set(0);
            if !self.is_given_up() && !(self.goes_on)() {
                self.stop(MeterState::GivenUp);
            }
        }
    }

    fn stop(&self, state: MeterState) {
        if self.state.get() != MeterState::GivenUp {
            self.state.set(state);
        }
    }

    /// Whether looks are left and somebody waits. Where it does not go on, what was found last lacks something.
    pub fn goes_on(&self) -> bool {
        self.state.get() == MeterState::Running
    }

    /// Whether the looks were spent.
    pub fn is_spent(&self) -> bool {
        self.state.get() == MeterState::Spent
    }

    /// Whether the answer is of no use any more.
    pub fn is_given_up(&self) -> bool {
        self.state.get() == MeterState::GivenUp
    }
}

/// Without the question, which is code.
impl std::fmt::Debug for LookMeter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LookMeter")
            .field("left", &self.left)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
