//! Findings about the hero's reach in the outcomes of chance. Outcomes that let the hero go to the same cells share one
//! search; for everything else that chance puts down, the result is a look-up.
use std::collections::HashMap;

use super::number_set::NumberSet;
use super::outcome_findings::{FoundParts, PartIfAny};
use super::outcome_signs::OutcomeSigns;
use super::outcomes::ChanceOutcome;
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::meter::LookMeter;
use dungeon_model::dungeon::MarkedThing;

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchedOutcome {
    /// By level: the chance cells that the hero reaches.
    pub reached: Vec<NumberSet>,
    /// The findings; `None` if no placement of things causes one.
    pub found: Option<Vec<Diagnostic>>,
    /// By `CauseId`: whether a cause may happen; `None` if unknown.
    pub may_happen: Option<Vec<bool>>,
}

/// The result that all outcomes with the same reachable cells share.
#[derive(Debug)]
struct KnownReach {
    reached: Vec<NumberSet>,
    may_happen: Option<Vec<bool>>,
    /// Whether there is no finding as long as every chance thing is reachable.
    is_quiet: bool,
    /// Whether there is no finding for any placement of chance things.
    is_silent: bool,
}

/// A cache of searches and their findings.
#[derive(Debug, Default)]
pub struct OutcomeReach {
    /// Keyed by `OutcomeSign::reach`.
    known: HashMap<u32, KnownReach>,
    /// Findings of outcomes that also agree in all terrain and in all unreachable things.
    said: HashMap<(u32, Vec<u32>), PartIfAny>,
}

impl OutcomeReach {
    /// Returns the findings about the reach in an outcome, and calls `search` for a new one. Results from after the
    /// meter stopped are not cached.
    pub fn part(
        &mut self,
        (outcome, signs): (&ChanceOutcome, &OutcomeSigns<'_>),
        reach: u32,
        (parts, meter): (&mut FoundParts, &LookMeter<'_>),
        mut search: impl FnMut() -> SearchedOutcome,
    ) -> PartIfAny {
        let mut found = None;
        if !self.known.contains_key(&reach) {
            let searched = search();
            if !meter.goes_on() {
                return None;
            }
            let known = KnownReach {
                reached: searched.reached,
                may_happen: searched.may_happen,
                is_quiet: false,
                is_silent: searched.found.is_none(),
            };
            self.known.insert(reach, known);
            found = searched.found;
        }
        let known = self
            .known
            .get_mut(&reach)
            .filter(|known| !known.is_silent)?;
        if known.is_quiet && signs.are_all_cells(&known.reached) {
            return None;
        }
        let mut is_all_in_reach = true;
        let told = signs.things(outcome, |(level, nth), thing| {
            let is_tile = matches!(thing, MarkedThing::Tile { .. });
            let reached = known.reached.get(level);
            let is_lost = !is_tile && reached.is_none_or(|reached| !reached.contains(nth));
            is_all_in_reach &= !is_lost;
            is_tile || is_lost
        });
        if known.is_quiet && is_all_in_reach {
            return None;
        }
        let key = (reach, told);
        if let Some(said) = self.said.get(&key) {
            return said.clone();
        }
        let found = found.or_else(|| search().found).unwrap_or_default();
        if !meter.goes_on() {
            return None;
        }
        let part = parts.part(found, meter);
        known.is_quiet = is_all_in_reach && part.is_none();
        self.said.insert(key, part.clone());
        part
    }

    /// Returns which causes may happen in an outcome that was judged before, by `CauseId`. The outer `None` stands for
    /// outcomes that were not judged to the end.
    pub fn may_happen(&self, reach: u32) -> Option<Option<&[bool]>> {
        Some(self.known.get(&reach)?.may_happen.as_deref())
    }
}
