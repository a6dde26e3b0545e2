//! How many seasons of siege a herd and a purse are from the goal, by the best of a few plans.
use std::collections::HashMap;

use dungeon_model::dungeon::games::siege::SiegeSettings;

/// The thousandths of a season in which prospects are told.
pub const SEASON: i64 = 1_000;

/// The plans: for so many seasons all gold is spent on cows, and then no more.
const PLANS: i64 = 16;

/// The seasons after which a plan is given up.
const LONGEST: i64 = 60;

/// The seasons to the goal, by cows and gold.
pub struct Prospects {
    rules: SiegeSettings,
    known: HashMap<(i64, i64), i64>,
}

impl Prospects {
    /// The prospects by such rules.
    pub fn new(rules: SiegeSettings) -> Prospects {
        Prospects {
            rules,
            known: HashMap::new(),
        }
    }

    /// Thousandths of seasons until the goal is reached, if nobody takes anything.
    pub fn seasons(&mut self, cows: i64, gold: i64) -> i64 {
        let rules = self.rules;
        let best = || {
            let plans = (0..PLANS).map(|plan| seasons_by(rules, plan, cows, gold));
            plans.min().unwrap_or(0)
        };
        *self.known.entry((cows, gold)).or_insert_with(best)
    }
}

/// The thousandths of seasons to the goal for who buys cows in the first seasons alone.
fn seasons_by(rules: SiegeSettings, plan: i64, cows: i64, gold: i64) -> i64 {
    let [goal, price, profit] = [rules.goal, rules.cow, rules.profit].map(i64::from);
    let (mut cows, mut gold) = (cows, gold);
    for season in 0..LONGEST {
        if season < plan && gold >= price && price > 0 {
            cows += gold / price;
            gold %= price;
        }
        let pay = cows * profit;
        let lacking = goal - gold;
        if lacking <= pay {
            return season * SEASON + lacking.max(0) * SEASON / pay.max(1);
        }
        gold += pay;
    }
    // Beyond the last season what is left to earn still tells one from another.
    LONGEST * SEASON + (goal - gold)
}
