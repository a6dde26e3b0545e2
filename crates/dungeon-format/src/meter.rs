//! Bounds the cost of reading a file. The unit of cost is a look at a word, a cell or a thing. Counting looks instead
//! of time gives the same answer on every machine. The meter also checks from time to time whether the caller still
//! waits.
use std::cell::Cell;

use super::source::{Limits, Source};

/// The number of looks after which the meter checks whether the caller still waits. They take about a millisecond.
const WATCHED: u64 = 1 << 17;

/// The number of looks allowed for each byte of a text, in addition to `Limits::looks`.
const LOOKS_A_BYTE: u64 = 16;

/// The number of map cells, read in sequence, that take the time of one look.
const CELLS_A_LOOK: usize = 4;

/// A shared count of looks.
pub struct LookMeter<'a> {
    left: Cell<u64>,
    unwatched: Cell<u64>,
    state: Cell<MeterState>,
    goes_on: &'a dyn Fn() -> bool,
}

/// The state of a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MeterState {
    /// Looks are left.
    Running,
    /// No looks are left: later findings are incomplete.
    Spent,
    /// The caller no longer waits.
    GivenUp,
}

impl<'a> LookMeter<'a> {
    /// Makes a meter for a file within limits. Calls `goes_on` about every millisecond, to ask whether the caller still
    /// waits.
    pub fn new(source: &Source, limits: &Limits, goes_on: &'a dyn Fn() -> bool) -> LookMeter<'a> {
        let by_size = LOOKS_A_BYTE.saturating_mul(source.text.len() as u64);
        LookMeter {
            left: Cell::new(by_size.saturating_add(limits.looks as u64)),
            unwatched: Cell::new(0),
            state: Cell::new(MeterState::Running),
            goes_on,
        }
    }

    /// Returns a separate meter with this number of looks and the same `goes_on`.
    #[must_use]
    pub fn beside(&self, looks: u64) -> LookMeter<'a> {
        LookMeter {
            left: Cell::new(looks),
            unwatched: Cell::new(0),
            state: Cell::new(self.state.get()),
            goes_on: self.goes_on,
        }
    }

    /// Subtracts the looks that another meter has counted. Stops at 0.
    pub fn settle(&self, looks: u64) {
        self.left.set(self.left.get().saturating_sub(looks));
    }

    /// Returns the number of looks left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Allows one more look per cell of the maps, enough for four passes over each map.
    pub fn allow_cells(&self, cells: usize) {
        self.left.set(self.left.get().saturating_add(cells as u64));
    }

    /// Subtracts looks from the number left. Returns whether to go on.
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

    /// Charges the budget for reading this many cells in sequence. Returns whether to go on.
    pub fn scan(&self, cells: usize) -> bool {
        self.look(cells / CELLS_A_LOOK + 1)
    }

    /// Checks at once whether the caller still waits, and returns the answer. Call this at the end of a stage.
    pub fn asks(&self) -> bool {
        self.watch(WATCHED);
        !self.is_given_up()
    }

    /// Counts looks. After every `WATCHED` looks, checks whether the caller is still waiting.
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

    /// Whether looks are left and the caller still waits. If not, the last findings are incomplete.
    pub fn goes_on(&self) -> bool {
        self.state.get() == MeterState::Running
    }

    /// Whether no looks are left.
    pub fn is_spent(&self) -> bool {
        self.state.get() == MeterState::Spent
    }

    /// Whether the caller no longer waits.
    pub fn is_given_up(&self) -> bool {
        self.state.get() == MeterState::GivenUp
    }
}

/// Prints the meter without its closure.
impl std::fmt::Debug for LookMeter<'_> {
    dungeon_model::debug_fields!(LookMeter: left, state);
}
