//! What the lints say of the hero's reach in the outcomes of chance. It is searched once for all outcomes that let the hero
//! go to the same cells: of everything else that chance puts down it is looked up whether the hero comes there.
use std::collections::HashMap;

use super::cell_reach::CellReaches;
use super::outcome_findings::{FoundParts, PartIfAny};
use super::outcome_signs::OutcomeSigns;
use super::outcomes::ChanceOutcome;
use dungeon_format::diagnostic::Diagnostic;
use dungeon_format::meter::LookMeter;
use dungeon_model::dungeon::MarkedThing;

/// What a search in an outcome gives.
#[derive(Debug, Default)]
pub struct SearchedOutcome {
    /// Where the hero comes.
    pub cells: CellReaches,
    /// What is to be said of it; none if nothing ever is, whatever lies about.
    pub found: Option<Vec<Diagnostic>>,
    /// By `CauseId`: whether a cause may come about; none where that is not known.
    pub may_happen: Option<Vec<bool>>,
}

/// What is known of all outcomes in which the hero can go to the same cells.
#[derive(Debug)]
pub struct KnownReach {
    /// Where the hero comes.
    pub cells: CellReaches,
    /// By `CauseId`: whether a cause may come about; none where that is not known.
    pub may_happen: Option<Vec<bool>>,
    /// Whether nothing is to be said where all that chance puts down is in reach.
    is_quiet: bool,
    /// Whether nothing is to be said whatever chance puts down.
    is_silent: bool,
}

impl KnownReach {
    fn comes_to(&self, level: usize, cell: usize) -> bool {
        let cells = self.cells.get(level);
        cells.is_some_and(|cells| cells[cell].is_reached)
    }
}

/// The searches that were made, and what came of them.
#[derive(Debug, Default)]
pub struct OutcomeReach {
    /// By the signs of all levels.
    known: HashMap<Vec<u32>, KnownReach>,
    /// What is said of outcomes that are the same in all terrain, too, and in all things out of reach.
    said: HashMap<(Vec<u32>, Vec<u32>), PartIfAny>,
}

impl OutcomeReach {
    /// What is to be said of the reach in an outcome, by `search` where that is not known yet. What is found after the meter
    /// stopped is not kept.
    pub fn part(
        &mut self,
        (outcome, signs): (&ChanceOutcome, &OutcomeSigns<'_>),
        reach: &[u32],
        (parts, meter): (&mut FoundParts, &LookMeter<'_>),
        mut search: impl FnMut() -> SearchedOutcome,
    ) -> PartIfAny {
        let mut found = None;
        if !self.known.contains_key(reach) {
            let searched = search();
            if !meter.goes_on() {
                return None;
            }
            let known = KnownReach {
                cells: searched.cells,
                may_happen: searched.may_happen,
                is_quiet: false,
                is_silent: searched.found.is_none(),
            };
            self.known.insert(reach.to_vec(), known);
            found = searched.found;
        }
        let known = self.known.get_mut(reach).filter(|known| !known.is_silent)?;
        let mut is_all_in_reach = true;
        let told = signs.things(outcome, |(level, nth), thing, is_of_reach| {
            let is_tile = matches!(thing, MarkedThing::Tile { .. });
            let is_lost = !is_tile && !is_of_reach && !known.comes_to(level, nth);
            is_all_in_reach &= !is_lost;
            is_tile || is_lost
        });
        if known.is_quiet && is_all_in_reach {
            return None;
        }
        let key = (reach.to_vec(), told);
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

    /// What is known of an outcome of which something was said before.
    pub fn known(&self, reach: &[u32]) -> Option<&KnownReach> {
        self.known.get(reach)
    }
}
