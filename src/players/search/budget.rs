//! What a search may spend, and what it has spent. A search knows no clock: who hands in a budget may look at one.
use std::fmt;

/// The number of steps between two looks at whether a search goes on: a few milliseconds of thought at most.
const WATCHED: u64 = 256;

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

/// A budget, and what of it is spent.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    spent: u64,
    /// The steps at which the present part of the budget ends.
    until: u64,
    is_stopped: bool,
}

impl<'a> Meter<'a> {
    /// Begins to spend a budget.
    pub fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter {
            budget: *budget,
            spent: 0,
            until: budget.steps,
            is_stopped: false,
        }
    }

    /// Limits what follows to so many steps of what is left, at least one, and at most all.
    pub fn limit(&mut self, steps: u64) {
        let until = self.spent.saturating_add(steps.max(1));
        self.until = until.min(self.budget.steps);
    }

    /// Pays a step; false where the budget, or its present part, has no more.
    #[inline]
    pub fn pay(&mut self) -> bool {
        if self.spent >= self.until || self.is_stopped {
            return false;
        }
        self.spent += 1;
        if self.spent.is_multiple_of(WATCHED) {
            self.is_stopped = !(self.budget.goes_on)(self.spent);
        }
        true
    }

    /// Whether work goes on that takes no steps of games, as the function of the budget says.
    pub fn goes_on(&mut self) -> bool {
        self.is_stopped = self.is_stopped || !(self.budget.goes_on)(self.spent);
        !self.is_stopped
    }

    /// The steps that were paid.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The steps that the whole budget still has.
    pub fn left(&self) -> u64 {
        match self.is_stopped {
            true => 0,
            false => self.budget.steps - self.spent,
        }
    }

    /// The most bytes that a search may remember.
    pub fn memory(&self) -> usize {
        self.budget.memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_ends_with_its_part_its_budget_or_the_patience_of_who_watches() {
        let mut meter = Meter::new(&Budget::of_steps(5));
        meter.limit(2);
        assert_eq!([meter.pay(), meter.pay(), meter.pay()], [true, true, false]);
        meter.limit(100);
        let paid = std::iter::repeat_with(|| meter.pay()).take_while(|paid| *paid);
        assert_eq!(paid.count(), 3);
        assert_eq!((meter.spent(), meter.left()), (5, 0));

        let budget = Budget {
            goes_on: &|spent| spent < WATCHED,
            ..Budget::of_steps(u64::MAX)
        };
        let mut meter = Meter::new(&budget);
        while meter.pay() {}
        assert_eq!((meter.spent(), meter.left()), (WATCHED, 0));
    }
}
