//! What a search may spend, and what it has spent. A search knows no clock: who hands in a budget may look at one.
//!
//! Steps of games are paid, one by one. All other thought is looks: at a cell, a body, a part of the ground, a way on.
//! Looks cost no steps, but a budget of so many steps allows only so many of them, so that no file can make a search
//! think for ever between two steps; and both of them count towards the next question whether to go on.
use std::cell::Cell;
use std::fmt;

use dungeon_engine::game::Game;

/// The looks that take about as long as a step of a small game.
const LOOKS_OF_A_STEP: u64 = 256;

/// The looks between two questions whether a search goes on, those of its steps counted: less than a millisecond.
const WATCHED: u64 = 256 * LOOKS_OF_A_STEP;

/// The looks that each step of a budget allows: four times what the step itself takes, where thought that pays takes less
/// than one.
const LOOKS_A_STEP: u64 = 4 * LOOKS_OF_A_STEP;

/// The looks that any budget allows, so that what can be said without a step is said: a tenth of a second.
const FIRST_LOOKS: u64 = 1 << 24;

/// The cells of a level that are read one after the other, and nothing around them, in about the time of a look.
const CELLS_A_LOOK: usize = 4;

/// What may be spent on a question about a game.
///
/// ```
/// use dungeon::players::Budget;
///
/// let budget = Budget::of_steps(10_000);
/// assert_eq!((budget.steps, budget.memory), (10_000, 1 << 30));
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most steps of games that are taken; equal steps give equal answers on every machine.
    pub steps: u64,
    /// The most bytes that what is remembered may take, as far as a search can know, by default 1 GiB.
    pub memory: usize,
    /// Asked now and then with the steps that were taken so far, whether to go on. By default always.
    pub goes_on: &'a (dyn Fn(u64) -> bool + Sync),
}

/// Without the function, which is code.
impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("steps", &self.steps)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl Budget<'_> {
    /// A budget of so many steps, and of the usual memory.
    pub fn of_steps(steps: u64) -> Budget<'static> {
        Budget {
            steps,
            memory: 1 << 30,
            goes_on: &|_| true,
        }
    }
}

/// A budget, and what of it is spent: shared by all who spend it.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    spent: Cell<u64>,
    /// The steps at which the present part of the budget ends.
    until: Cell<u64>,
    /// The looks that were taken beside the steps.
    looks: Cell<u64>,
    /// The looks of a step of the game that is played now.
    step: Cell<u64>,
    /// The looks since it was asked whether to go on, those of the steps counted.
    unwatched: Cell<u64>,
    is_stopped: Cell<bool>,
    /// The bytes that the whole proof takes.
    aside: Cell<usize>,
    most_bytes: Cell<usize>,
    /// Whether anything did not fit.
    is_full: Cell<bool>,
}

impl<'a> Meter<'a> {
    /// Begins to spend a budget.
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
        }
    }

    /// Limits what follows to so many steps of what is left, at least one, and at most all.
    pub fn limit(&self, steps: u64) {
        let until = self.spent.get().saturating_add(steps.max(1));
        self.until.set(until.min(self.budget.steps));
    }

    /// Tells what steps of a game cost from now on: a round of many bodies takes long, and so may a flood of a large level,
    /// or the question which of many causes wait for what happens.
    pub fn weigh(&self, game: &Game) {
        let world = game.world();
        let area = world.size(world.here()).area() as u64;
        let bodies = world.bodies().len() as u64;
        let causes = world.dungeon().causes.len() as u64;
        let step = LOOKS_OF_A_STEP + LOOKS_OF_A_STEP / 16 * bodies + area / 64 + causes;
        self.step.set(step);
    }

    /// Pays a step; false where the budget, or its present part, has no more.
    #[inline]
    pub fn pay(&self) -> bool {
        if self.spent.get() >= self.until.get() || self.is_stopped.get() {
            return false;
        }
        self.spent.set(self.spent.get() + 1);
        self.watch(self.step.get());
        true
    }

    /// Takes so many looks; false where the budget has no more.
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

    /// Takes the looks of a glance at so many cells in a row; false where the budget has no more.
    pub fn scan(&self, cells: usize) -> bool {
        self.look(cells / CELLS_A_LOOK)
    }

    /// Asks whether to go on, where that was not asked for long.
    #[inline]
    fn watch(&self, looks: u64) {
        let unwatched = self.unwatched.get().saturating_add(looks);
        self.unwatched.set(unwatched);
        if unwatched >= WATCHED {
            self.goes_on();
        }
    }

    /// Whether work goes on, as the function of the budget says.
    pub fn goes_on(&self) -> bool {
        self.unwatched.set(0);
        if !self.is_stopped.get() {
            let goes_on = (self.budget.goes_on)(self.spent.get());
            self.is_stopped.set(!goes_on);
        }
        !self.is_stopped.get()
    }

    /// Whether the whole budget has ended, so that what was asked for last may lack something.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.get()
    }

    /// Whether something was not looked at, since the budget or its memory had ended.
    pub fn is_cut_short(&self) -> bool {
        self.is_stopped.get() || self.is_full.get() || self.left() == 0
    }

    /// The steps that were paid.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The steps that the whole budget still has.
    pub fn left(&self) -> u64 {
        if self.is_stopped.get() {
            0
        } else {
            self.budget.steps - self.spent.get()
        }
    }

    /// The most bytes that a search may remember.
    pub fn memory(&self) -> usize {
        self.budget.memory - self.aside.get()
    }

    /// Sets bytes aside for what a whole proof needs; false where there are not so many.
    pub fn set_aside(&self, bytes: usize) -> bool {
        self.aside.set(bytes.min(self.budget.memory));
        self.most_bytes
            .set(self.most_bytes.get().max(self.aside.get()));
        let fits = bytes <= self.budget.memory;
        self.is_full.set(self.is_full.get() || !fits);
        fits
    }

    /// Counts the bytes that are remembered now; false where they are more than may be.
    pub fn fits(&self, bytes: usize) -> bool {
        self.fits_into(bytes, self.memory())
    }

    /// Whether a thing beside a search has the memory that it may take: each has a quarter.
    pub fn fits_beside(&self, bytes: usize) -> bool {
        self.fits_into(bytes, self.memory() / 4)
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

    /// The most bytes that a domain may keep of one sort.
    pub fn share(&self) -> usize {
        self.memory() / 8
    }

    /// The most bytes that were remembered at a time.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes.get()
    }
}

/// The bytes of lists and tables, each so large, one of which may be growing: then it is there twice, as it was and twice
/// as large.
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
