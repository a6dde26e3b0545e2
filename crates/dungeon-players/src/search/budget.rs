//! The budget of a search, and how much of it is spent. A search knows no clock, but calls a function of the caller,
//! which may look at one.
//!
//! Game steps are paid for one by one. All other work is measured in looks: a look at a cell, a body, a part of the
//! ground, or an exit. Looks cost no steps, but a budget allows only a fixed number of looks per step, so that no file
//! can make a search think forever between two steps. Both steps and looks count toward the next call of that function,
//! `Budget::goes_on`.
use std::cell::Cell;
use std::fmt;

use dungeon_engine::game::Game;

/// The number of looks that take about as long as a step of a small game.
const LOOKS_OF_A_STEP: u64 = 256;

/// The number of looks between two calls of `goes_on`, counting steps as looks: less than a millisecond's work.
const WATCHED: u64 = 256 * LOOKS_OF_A_STEP;

/// The number of looks that a budget allows per step. They take about as long as four steps; useful work needs less.
const LOOKS_A_STEP: u64 = 4 * LOOKS_OF_A_STEP;

/// The number of looks that even a budget without steps allows: a tenth of a second's work.
const FIRST_LOOKS: u64 = 1 << 24;

/// The number of cells that can be scanned in sequence in about the time of a look.
const CELLS_A_LOOK: usize = 4;

/// The limits for a question about a game.
///
/// ```
/// use dungeon::players::Budget;
///
/// let budget = Budget::of_steps(10_000);
/// assert_eq!((budget.steps, budget.memory), (10_000, 1 << 30));
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The maximum number of game steps. Equal numbers of steps give equal answers on every machine.
    pub steps: u64,
    /// The maximum number of bytes of memory, as far as a search can count them; 1 GiB by default.
    pub memory: usize,
    /// A function that says whether to go on. Called now and then with the number of steps taken so far. The default
    /// always returns true.
    pub goes_on: &'a (dyn Fn(u64) -> bool + Sync),
    /// A function that is called when the first winning line is found, before the line is shortened. Does nothing by
    /// default.
    pub on_win: &'a (dyn Fn() + Sync),
}

/// Prints the limits, without the functions.
impl fmt::Debug for Budget<'_> {
    dungeon_model::debug_fields!(Budget: steps, memory);
}

impl Budget<'_> {
    /// Returns a budget of this many steps, with the default memory.
    pub fn of_steps(steps: u64) -> Budget<'static> {
        Budget {
            steps,
            memory: 1 << 30,
            goes_on: &|_| true,
            on_win: &|| (),
        }
    }
}

/// A limit that ended a proof. With a larger limit, the prover may decide a game that it now calls unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofLimit {
    /// The budget ran out of steps or time.
    Budget,
    /// The budget ran out of memory, so that a search was cut short.
    Memory,
    /// A fair proof would have to try too many worlds that look the same, or too many combinations of random results.
    Worlds,
}

/// A budget and its spent part, shared by everything that spends it.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    spent: Cell<u64>,
    /// The number of steps at which the current part of the budget ends.
    until: Cell<u64>,
    /// The number of looks so far, not counting steps as looks.
    looks: Cell<u64>,
    /// The number of looks that a step of the current game costs.
    step: Cell<u64>,
    /// The number of looks since the last call of `goes_on`, counting steps as looks.
    unwatched: Cell<u64>,
    is_stopped: Cell<bool>,
    /// The number of bytes that are set aside for the whole proof.
    aside: Cell<usize>,
    most_bytes: Cell<usize>,
    /// Whether a request for memory was refused.
    is_full: Cell<bool>,
    /// Whether a winning line was found.
    is_won: Cell<bool>,
}

impl<'a> Meter<'a> {
    pub fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter {
            budget: *budget,
            spent: Cell::new(0),
            until: Cell::new(budget.steps),
            looks: Cell::new(0),
            step: Cell::new(LOOKS_OF_A_STEP),
            unwatched: Cell::new(0),
            is_stopped: Cell::new(false),
            aside: Cell::new(0),
            most_bytes: Cell::new(0),
            is_full: Cell::new(false),
            is_won: Cell::new(false),
        }
    }

    /// Limits the following work to this many steps: at least one step, and at most all steps that are left.
    pub fn limit(&self, steps: u64) {
        let until = self.spent.get().saturating_add(steps.max(1));
        self.until.set(until.min(self.budget.steps));
    }

    /// Sets the cost of later steps to the cost of a step of this game. A round of many bodies takes long, and so do
    /// floods of large levels and checks of many causes.
    pub fn weigh(&self, game: &Game) {
        let world = game.world();
        let area = world.size(world.here()).area() as u64;
        let bodies = world.bodies().len() as u64;
        let causes = world.dungeon().causes.len() as u64;
        let step = LOOKS_OF_A_STEP + LOOKS_OF_A_STEP / 16 * bodies + area / 64 + causes;
        self.step.set(step);
    }

    /// Pays for a step. Returns false if the budget or its current part is spent.
    #[inline]
    pub fn pay(&self) -> bool {
        if self.spent.get() >= self.until.get() || self.is_stopped.get() {
            return false;
        }
        self.spent.set(self.spent.get() + 1);
        self.watch(self.step.get());
        true
    }

    /// Pays for this many looks. Returns false if the budget is spent.
    #[inline]
    pub fn look(&self, looks: usize) -> bool {
        let looks = looks as u64;
        self.looks.set(self.looks.get().saturating_add(looks));
        let most = FIRST_LOOKS.saturating_add(self.budget.steps.saturating_mul(LOOKS_A_STEP));
        if self.looks.get() > most {
            self.is_stopped.set(true);
        }
        self.watch(looks);
        !self.is_stopped.get()
    }

    /// Pays for a scan of this many cells in sequence. Returns false if the budget is spent.
    pub fn scan(&self, cells: usize) -> bool {
        self.look(cells / CELLS_A_LOOK)
    }

    /// Calls `goes_on` if enough looks were made since the last call.
    #[inline]
    fn watch(&self, looks: u64) {
        let unwatched = self.unwatched.get().saturating_add(looks);
        self.unwatched.set(unwatched);
        if unwatched >= WATCHED {
            self.goes_on();
        }
    }

    /// Calls the budget's function, and returns whether to go on.
    pub fn goes_on(&self) -> bool {
        self.unwatched.set(0);
        if !self.is_stopped.get() {
            let goes_on = (self.budget.goes_on)(self.spent.get());
            self.is_stopped.set(!goes_on);
        }
        !self.is_stopped.get()
    }

    /// Whether the whole budget is spent or its function stopped the work, so that the last results may be incomplete.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// Returns the limit that made a search leave something out; `None` if nothing was left out. If both limits were
    /// reached, returns the budget.
    pub fn stopped_by(&self) -> Option<ProofLimit> {
        match (self.left(), self.is_full.get()) {
            (0, _) => Some(ProofLimit::Budget),
            (_, true) => Some(ProofLimit::Memory),
            _ => None,
        }
    }

    /// Does work within a separate budget: at most this many of the steps that are left, and the memory that is not set
    /// aside. The work counts as part of this budget, but its limits do not stop other work.
    pub fn apart<T>(&self, steps: u64, work: impl FnOnce(&Meter<'_>) -> T) -> T {
        let (before, goes_on) = (self.spent.get(), self.budget.goes_on);
        let goes_on = |spent| goes_on(before + spent);
        let meter = Meter::new(&Budget {
            steps: steps.min(self.left()),
            memory: self.memory(),
            goes_on: &goes_on,
            on_win: &|| (),
        });
        let result = work(&meter);
        self.spent.set(before + meter.spent());
        self.look(usize::try_from(meter.looks.get()).unwrap_or(usize::MAX));
        let most_bytes = self.aside.get() + meter.most_bytes();
        self.most_bytes.set(self.most_bytes.get().max(most_bytes));
        result
    }

    /// Tells the caller of the budget that a winning line is found. Further calls tell nothing.
    pub fn tell_win(&self) {
        if !self.is_won.replace(true) {
            (self.budget.on_win)();
        }
    }

    /// Returns the number of steps paid so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Returns the number of steps left in the whole budget.
    pub fn left(&self) -> u64 {
        if self.is_stopped.get() {
            0
        } else {
            self.budget.steps - self.spent.get()
        }
    }

    /// Returns the maximum number of bytes that a search may use.
    pub fn memory(&self) -> usize {
        self.budget.memory - self.aside.get()
    }

    /// Sets memory aside for a whole proof. Returns false if there is not enough memory.
    pub fn set_aside(&self, bytes: usize) -> bool {
        self.aside.set(bytes.min(self.budget.memory));
        self.most_bytes
            .set(self.most_bytes.get().max(self.aside.get()));
        let fits = bytes <= self.budget.memory;
        self.is_full.set(self.is_full.get() || !fits);
        fits
    }

    /// Records the memory in use now, in bytes. Returns false if it is too much.
    pub fn fits(&self, bytes: usize) -> bool {
        self.fits_into(bytes, self.memory())
    }

    /// Whether a data structure outside the search fits into its share of the memory, a quarter.
    pub fn fits_beside(&self, bytes: usize) -> bool {
        self.fits_into(bytes, self.memory() / 4)
    }

    /// Records that a search was made smaller than wanted because of the memory.
    pub fn refuse_memory(&self) {
        self.is_full.set(true);
    }

    fn fits_into(&self, bytes: usize, most: usize) -> bool {
        let fits = bytes <= most;
        if fits {
            let all = bytes + self.aside.get();
            self.most_bytes.set(self.most_bytes.get().max(all));
        } else {
            self.is_full.set(true);
        }
        fits
    }

    /// Returns the maximum number of bytes for each cache of a domain.
    pub fn share(&self) -> usize {
        self.memory() / 8
    }

    pub fn most_bytes(&self) -> usize {
        self.most_bytes.get()
    }
}

/// Returns the total bytes of several lists and tables, of which the largest may be growing. A growing list exists
/// twice: in its old size, and twice as large.
pub fn grown<const N: usize>(bytes: [usize; N]) -> usize {
    let largest = bytes.iter().max().copied().unwrap_or(0);
    bytes.iter().sum::<usize>() + 2 * largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_ends_with_its_part_its_budget_or_the_patience_of_who_watches() {
        let meter = Meter::new(&Budget::of_steps(5));
        meter.limit(2);
        assert_eq!([meter.pay(), meter.pay(), meter.pay()], [true, true, false]);
        meter.limit(100);
        let paid = std::iter::repeat_with(|| meter.pay()).take_while(|paid| *paid);
        assert_eq!(paid.count(), 3);
        assert_eq!((meter.spent(), meter.left()), (5, 0));

        let budget = Budget {
            goes_on: &|spent| spent < 256,
            ..Budget::of_steps(u64::MAX)
        };
        let meter = Meter::new(&budget);
        while meter.pay() {}
        assert_eq!((meter.spent(), meter.left()), (256, 0));
    }
}
