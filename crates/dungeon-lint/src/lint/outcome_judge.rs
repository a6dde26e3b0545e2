//! Judges the outcomes of chance. Outcomes with equal signs (`OutcomeSign`) are judged once. A sign has separate
//! numbers for single levels, for all levels together, and for the hero's reach. Findings are cached for each of the
//! three.
use std::collections::HashMap;
use std::rc::Rc;

use super::caused_reach::foreseen;
use super::cell_reach::{is_open, met_cells, nodes_of_cells, reached_cells};
use super::hero_reach::{HeroReach, level_weight, weight};
use super::idle_causes::idle_causes;
use super::judged_vaults::JudgedVaults;
use super::key_sources::CarriedKeys;
use super::level_facts::{FileState, LevelFacts, of_all_levels};
use super::level_view::{Comprehension, LevelView};
use super::number_set::NumberSet;
use super::outcome_findings::{FoundPart, FoundParts, PartIfAny, judge_outcomes};
use super::outcome_reach::{OutcomeReach, SearchedOutcome};
use super::outcome_signs::{OutcomeSign, OutcomeSigns};
use super::outcomes::{ChanceOutcome, DrawnDungeon, chances};
use super::reach_rules::ReachRules;
use super::reachability;
use super::worst_outcomes::outcomes;
use dungeon_format::diagnostic::Findings;
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{CauseEvent, LevelId, MarkedThing, TileId};
use dungeon_model::space::geometry::Point;

/// The key of a cached level: the number of the level, and its entry in `OutcomeSign::levels`.
type LevelKey = (usize, u32);

/// A judge of the outcomes of a dungeon.
pub struct OutcomeJudge<'a> {
    file: FileState<'a>,
    resolved: &'a Resolved,
    carried: &'a CarriedKeys,
    signs: OutcomeSigns<'a>,
    drawn: DrawnDungeon<'a>,
    parts: FoundParts,
    reach: OutcomeReach,
    levels: HashMap<LevelKey, (Rc<LevelFacts>, PartIfAny)>,
    /// Findings about all levels together. The key holds `OutcomeSign::own`, and the tiles at the ends of stairs and
    /// teleports.
    all_levels: HashMap<(u32, Vec<Option<TileId>>), PartIfAny>,
    /// Findings about the things of a vault. The key holds `OutcomeSign::own` and `OutcomeSign::reach`.
    of_vault: HashMap<(u32, u32), PartIfAny>,
    /// Findings about causes. The key holds `OutcomeSign::reach` and, if some cause waits for a body, the bodies that
    /// chance places.
    causes: HashMap<(u32, Vec<u32>), PartIfAny>,
    asks_for_bodies: bool,
    /// The vault to judge; `None` for the levels of a file.
    vault: Option<&'a JudgedVaults<'a>>,
}

impl<'a> OutcomeJudge<'a> {
    /// Creates a judge without results.
    pub fn new(
        file: FileState<'a>,
        resolved: &'a Resolved,
        carried: &'a CarriedKeys,
        vault: Option<&'a JudgedVaults<'a>>,
    ) -> OutcomeJudge<'a> {
        let dungeon = &resolved.dungeon;
        let ground = match vault {
            Some(vault) => (vault.dungeon.tiles.as_slice(), vault.rules),
            None => (dungeon.tiles.as_slice(), ReachRules::for_game(resolved)),
        };
        let mut events = dungeon.causes.iter().map(|cause| &cause.event);
        OutcomeJudge {
            file,
            resolved,
            carried,
            signs: OutcomeSigns::new(resolved, ground, carried, vault.is_some()),
            drawn: DrawnDungeon::new(resolved),
            parts: FoundParts::default(),
            reach: OutcomeReach::default(),
            levels: HashMap::new(),
            all_levels: HashMap::new(),
            of_vault: HashMap::new(),
            vault,
            causes: HashMap::new(),
            asks_for_bodies: events
                .any(|event| matches!(event, CauseEvent::Kill(_) | CauseEvent::AllDead(_))),
        }
    }

    /// Adds the findings of the outcomes of chance. `sharers` is the number of dungeons among which the limit on
    /// searched cells is divided. Returns the number of judged outcomes and the number of all outcomes. The first
    /// number is smaller if the meter stops.
    pub fn judge_all(
        mut self,
        sharers: usize,
        meter: &LookMeter<'_>,
        findings: &mut Findings,
    ) -> (usize, usize) {
        let (resolved, carried) = (self.resolved, self.carried);
        let met = &mut |outcome: &ChanceOutcome| self.met(outcome, meter);
        let outcomes = outcomes(resolved, carried, sharers, met);
        let source = self.file.source;
        let judge =
            &mut |outcome: &ChanceOutcome, meter: &LookMeter<'_>| self.judge(outcome, meter);
        let count = judge_outcomes(source, resolved, &outcomes, judge, meter, findings);
        (count, outcomes.list.len())
    }

    /// Returns all findings of an outcome. Some findings are missing if the meter stops.
    pub fn judge(&mut self, outcome: &ChanceOutcome, meter: &LookMeter<'_>) -> Vec<Rc<FoundPart>> {
        let sign = self.signs.of(outcome);
        let mut parts = match self.vault {
            Some(vault) => self
                .by_things(vault, outcome, &sign, meter)
                .into_iter()
                .collect(),
            None => self.by_levels(outcome, &sign, meter),
        };
        parts.extend(self.by_reach(outcome, sign.reach, meter));
        let is_full = self.file.text == Comprehension::Full && self.file.is_sound;
        if is_full && !self.resolved.dungeon.causes.is_empty() {
            parts.extend(self.by_causes(outcome, sign.reach, meter));
        }
        parts
    }

    /// Returns, by level, the chance cells next to floor that the hero walks on in an outcome.
    pub fn met(&mut self, outcome: &ChanceOutcome, meter: &LookMeter<'_>) -> Vec<NumberSet> {
        let dungeon = &self.resolved.dungeon;
        let drawn = self.drawn.draw(outcome);
        if self.vault.is_some() {
            // Search as if the vault were a level of its own, by the rules of the game.
            let rules = ReachRules::for_game(drawn);
            let reach = HeroReach::new(&drawn.dungeon, rules, self.carried, &[], meter);
            return reach.map_or_else(Vec::new, |reach| met_cells(chances(dungeon), &reach));
        }
        meter.look(weight(dungeon));
        let (mut nodes, mut are_open) = (Vec::new(), false);
        let found = with_reach(drawn, self.carried, meter, |_, mut reach, _| {
            if dungeon.causes.is_empty() {
                are_open = is_open(dungeon, &mut reach);
                nodes = nodes_of_cells(chances(dungeon), &reach, are_open);
            }
            met_cells(chances(dungeon), &reach)
        });
        self.signs.place(&outcome.base, nodes, are_open);
        found.unwrap_or_default()
    }

    /// Returns the findings about the things and the doors of a vault.
    fn by_things(
        &mut self,
        vault: &JudgedVaults<'_>,
        outcome: &ChanceOutcome,
        sign: &OutcomeSign,
        meter: &LookMeter<'_>,
    ) -> PartIfAny {
        let found = self.of_vault.entry((sign.own, sign.reach));
        let found = found.or_insert_with(|| {
            let mut findings = Findings::of_any_number();
            vault.things(self.drawn.draw(outcome), &mut findings);
            self.parts.part(findings.finish(), meter)
        });
        found.clone()
    }

    /// Returns the findings that do not depend on ways between levels.
    fn by_levels(
        &mut self,
        outcome: &ChanceOutcome,
        sign: &OutcomeSign,
        meter: &LookMeter<'_>,
    ) -> Vec<Rc<FoundPart>> {
        let mut facts: Vec<Rc<LevelFacts>> = Vec::with_capacity(sign.levels.len());
        let mut parts = Vec::new();
        for (nth, sign) in sign.levels.iter().enumerate() {
            let (here, found) = self.level((nth, *sign), outcome, meter);
            facts.push(here);
            parts.extend(found);
        }
        let tile = |level: LevelId, p: Point| tile_in(self.resolved, outcome, level, p);
        let ends = facts.iter().flat_map(|facts| &facts.ends);
        let ends: Vec<Option<TileId>> = ends.map(|end| tile(end.to, end.at)).collect();
        let (file, resolved) = (self.file, self.resolved);
        let all = self.all_levels.entry((sign.own, ends)).or_insert_with(|| {
            let facts: Vec<&LevelFacts> = facts.iter().map(Rc::as_ref).collect();
            let views = LevelView::all(file.source, resolved);
            let mut findings = Findings::of_any_number();
            of_all_levels(file, resolved, &views, &facts, tile, &mut findings);
            self.parts.part(findings.finish(), meter)
        });
        parts.extend(all.clone());
        parts
    }

    /// Returns the facts of a level, and the findings about it alone.
    fn level(
        &mut self,
        key: LevelKey,
        outcome: &ChanceOutcome,
        meter: &LookMeter<'_>,
    ) -> (Rc<LevelFacts>, PartIfAny) {
        if let Some(known) = self.levels.get(&key) {
            return known.clone();
        }
        let (nth, _) = key;
        self.drawn.draw_level(nth, outcome);
        let view = LevelView::of(self.file.source, self.drawn.resolved(), nth);
        meter.look(level_weight(&self.resolved.dungeon.levels[nth]));
        let mut findings = Findings::of_any_number();
        let facts = Rc::new(LevelFacts::new(self.file, &view, meter, &mut findings));
        let part = self.parts.part(findings.finish(), meter);
        let known = (facts, part);
        if meter.goes_on() {
            self.levels.insert(key, known.clone());
        }
        known
    }

    /// Returns the findings that depend on the hero's reach.
    fn by_reach(
        &mut self,
        outcome: &ChanceOutcome,
        reach: u32,
        meter: &LookMeter<'_>,
    ) -> PartIfAny {
        let drawn = &mut self.drawn;
        let search = || match self.vault {
            Some(vault) => vault.searched(drawn.draw(outcome), meter),
            None => {
                meter.look(weight(&self.resolved.dungeon));
                let drawn = drawn.draw(outcome);
                searched(self.file, self.resolved, drawn, self.carried, meter)
            }
        };
        let parts = (&mut self.parts, meter);
        self.reach.part(outcome, &self.signs, reach, parts, search)
    }

    /// Returns the findings about causes; `None` before the hero's reach is known.
    fn by_causes(
        &mut self,
        outcome: &ChanceOutcome,
        reach: u32,
        meter: &LookMeter<'_>,
    ) -> PartIfAny {
        let is_asked_for = |thing: &MarkedThing| matches!(thing, MarkedThing::Body(_));
        let bodies = if self.asks_for_bodies {
            self.signs.things(outcome, |_, thing| is_asked_for(thing))
        } else {
            Vec::new()
        };
        let may_happen = self.reach.may_happen(reach)?;
        let found = self.causes.entry((reach, bodies)).or_insert_with(|| {
            let mut findings = Findings::of_any_number();
            let drawn = self.drawn.draw(outcome);
            idle_causes(self.file.source, drawn, may_happen, &mut findings);
            self.parts.part(findings.finish(), meter)
        });
        found.clone()
    }
}

/// Returns the tile of a cell in an outcome; `None` outside the map.
fn tile_in(
    resolved: &Resolved,
    outcome: &ChanceOutcome,
    level: LevelId,
    p: Point,
) -> Option<TileId> {
    let nth = usize::from(level.0);
    let level = resolved.dungeon.levels.get(nth)?;
    let mut tile = level.tiles.get(p);
    let chance = level.chance.as_deref();
    if let Some(chance) = chance.filter(|chance| chance.cells.iter().any(|cell| cell.at == p)) {
        let (meanings, picks) = outcome.of_level(nth);
        chance.visit_drawn(meanings, &picks, |cell, numbers| {
            let cell = &chance.cells[cell];
            if let Some(MarkedThing::Tile { tile: own, closed }) = chance.option(numbers).puts
                && cell.at == p
            {
                tile = Some(if cell.is_closed { closed } else { own });
            }
        });
    }
    tile
}

/// Searches the hero's reach in a drawn dungeon, and collects the findings.
fn searched(
    file: FileState<'_>,
    resolved: &Resolved,
    drawn: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
) -> SearchedOutcome {
    let searched = with_reach(drawn, carried, meter, |opened, mut reach, may_happen| {
        let is_open = is_open(&resolved.dungeon, &mut reach);
        let reached = reached_cells(&resolved.dungeon, &reach, is_open);
        let found = may_happen.map(|_| {
            let mut findings = Findings::of_any_number();
            reachability::unreached(file.source, opened, reach, file.text, &mut findings);
            findings.finish()
        });
        SearchedOutcome {
            reached,
            found,
            may_happen: may_happen.map(<[bool]>::to_vec),
        }
    });
    searched.unwrap_or_default()
}

/// Searches the hero's reach in a drawn dungeon where everything that may be opened by causes is open. Passes `judge`
/// the opened dungeon, the hero's reach in it, and for each cause, by `CauseId`, whether the cause may happen. If the
/// effects of causes cannot be predicted, passes the hero's reach without causes. Returns `None` if the hero has no
/// start.
fn with_reach<R>(
    drawn: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    mut judge: impl FnMut(&Resolved, HeroReach<'_>, Option<&[bool]>) -> R,
) -> Option<R> {
    let told = foreseen(drawn, carried, meter, |opened, reach, may_happen| {
        judge(opened, reach, Some(may_happen))
    });
    told.or_else(|| {
        let rules = ReachRules::for_game(drawn);
        let reach = HeroReach::new(&drawn.dungeon, rules, carried, &[], meter)?;
        Some(judge(drawn, reach, None))
    })
}
