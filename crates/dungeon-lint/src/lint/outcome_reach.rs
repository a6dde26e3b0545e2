//! Findings about the hero's reach in the outcomes of chance. Outcomes with the same `OutcomeSign::reach` share one
//! search of the cells that the hero reaches. Outcomes in which chance also places the same things out of the hero's
//! reach share the findings.
use std::collections::{HashMap, HashSet};
use std::mem;

use super::number_set::NumberSet;
use super::outcome_findings::{FoundParts, PartIfAny};
use super::outcome_signs::OutcomeSigns;
use super::outcomes::ChanceOutcome;
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::meter::LookMeter;
use dungeon_model::dungeon::MarkedThing;

/// The result of searching one outcome.
#[derive(Debug, Default)]
pub struct SearchedOutcome {
    /// By level: the chance cells that the hero reaches.
    pub reached: Vec<NumberSet>,
    /// The findings; `None` if nothing that chance can place causes a finding, given the cells that the hero reaches.
    pub found: Option<Vec<Diagnostic>>,
    /// By `CauseId`: whether a cause may happen; `None` if unknown.
    pub may_happen: Option<Vec<bool>>,
}

/// A cache of searches and their findings.
#[derive(Debug, Default)]
pub struct OutcomeReach {
    /// The result of each search; the key is `OutcomeSign::reach`.
    known: HashMap<u32, SearchedOutcome>,
    /// The keys in `known` of searches that have no finding if the hero reaches everything that chance places.
    quiet: HashSet<u32>,
    /// Findings about the hero's reach. The key holds `OutcomeSign::reach`, and the things that chance places: terrain,
    /// and things out of the hero's reach.
    said: HashMap<(u32, Vec<u32>), PartIfAny>,
}

impl OutcomeReach {
    /// Returns the findings about the hero's reach in an outcome. Calls `search` for a new outcome. Results of searches
    /// that end after the meter stopped are not cached.
    pub fn part(
        &mut self,
        outcome: &ChanceOutcome,
        signs: &OutcomeSigns<'_>,
        reach: u32,
        (parts, meter): (&mut FoundParts, &LookMeter<'_>),
        mut search: impl FnMut() -> SearchedOutcome,
    ) -> PartIfAny {
        let is_new = !self.known.contains_key(&reach);
        if is_new {
            let searched = search();
            if !meter.goes_on() {
                return None;
            }
            self.known.insert(reach, searched);
        }
        let known = self.known.get_mut(&reach)?;
        let first = mem::take(known.found.as_mut()?);
        let is_quiet = self.quiet.contains(&reach);
        if is_quiet && signs.are_all_cells(&known.reached) {
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
        if is_quiet && is_all_in_reach {
            return None;
        }
        let key = (reach, told);
        if let Some(said) = self.said.get(&key) {
            return said.clone();
        }
        let found = if is_new {
            first
        } else {
            search().found.unwrap_or_default()
        };
        if !meter.goes_on() {
            return None;
        }
        let part = parts.part(found, meter);
        if is_all_in_reach && part.is_none() {
            self.quiet.insert(reach);
        }
        self.said.insert(key, part.clone());
        part
    }

    /// Returns, by `CauseId`, whether each cause may happen in an outcome that was judged before. The outer `None`
    /// stands for outcomes that were not judged completely, and the inner one for outcomes in which it is unknown which
    /// causes may happen.
    pub fn may_happen(&self, reach: u32) -> Option<Option<&[bool]>> {
        Some(self.known.get(&reach)?.may_happen.as_deref())
    }
}
