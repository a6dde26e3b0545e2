//! The number of seasons that a hero of siege with a given herd and purse needs to reach the goal, by the best of a few
//! plans.
use std::collections::HashMap;

use dungeon_model::dungeon::games::siege::SiegeSettings;

/// The length of a season in units of time. Times to the goal are counted in these units.
pub const SEASON: i64 = 1_000;

/// The number of plans. Plan `n` spends all gold on cows for `n` seasons, then buys no more.
const PLANS: i64 = 16;

/// The number of seasons before a plan gives up.
const LONGEST: i64 = 60;

/// A cache of the number of seasons to the goal, by cows and gold.
pub struct Prospects {
    rules: SiegeSettings,
    known: HashMap<(i64, i64), i64>,
}

impl Prospects {
    /// Creates an empty cache for these settings.
    pub fn new(rules: SiegeSettings) -> Prospects {
        Prospects {
            rules,
            known: HashMap::new(),
        }
    }

    /// Returns the time to the goal without thieves, in thousandths of a season.
    pub fn seasons(&mut self, cows: i64, gold: i64) -> i64 {
        let rules = self.rules;
        let best = || {
            let plans = (0..PLANS).map(|plan| seasons_by(rules, plan, cows, gold));
            plans.min().unwrap_or(0)
        };
        *self.known.entry((cows, gold)).or_insert_with(best)
    }
}

/// The time to the goal in thousandths of a season, if cows are bought only in the first `plan` seasons.
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
    // When the seasons run out, the missing gold still distinguishes states.
    LONGEST * SEASON + (goal - gold)
}
