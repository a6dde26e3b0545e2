//! Judges outcomes of chance, each part once per sign: single levels, all levels together, and the hero's reach.
use std::collections::HashMap;
use std::rc::Rc;

use super::caused_reach::foreseen;
use super::cell_reach::{CellReaches, cell_reaches};
use super::hero_reach::{HeroReach, level_weight, weight};
use super::idle_causes::idle_causes;
use super::key_sources::CarriedKeys;
use super::level_facts::{FileState, LevelFacts, of_all_levels};
use super::level_view::{Comprehension, LevelView};
use super::outcome_findings::{FoundPart, FoundParts, PartIfAny};
use super::outcome_reach::{OutcomeReach, SearchedOutcome};
use super::outcome_signs::{LevelSign, OutcomeSigns};
use super::outcomes::{ChanceOutcome, DrawnDungeon, chances};
use super::reach_rules::ReachRules;
use super::reachability;
use dungeon_format::diagnostic::Findings;
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_model::dungeon::{CauseEvent, LevelId, MarkedThing, TileId};
use dungeon_model::space::geometry::Point;

/// The key of what is known of a level: its number, and its sign for lints of a single level.
type LevelKey = (usize, u32);

/// The judge of the outcomes of a dungeon.
pub struct OutcomeJudge<'a> {
    file: FileState<'a>,
    resolved: &'a Resolved,
    carried: &'a CarriedKeys,
    signs: OutcomeSigns<'a>,
    drawn: DrawnDungeon<'a>,
    parts: FoundParts,
    reach: OutcomeReach,
    levels: HashMap<LevelKey, (Rc<LevelFacts>, PartIfAny)>,
    /// Findings about all levels together, by their signs and by the tiles at the ends of stairs and teleports.
    all_levels: HashMap<(Vec<u32>, Vec<Option<TileId>>), PartIfAny>,
    /// Findings about causes, by the signs of the reach, and by the bodies if some cause waits for one.
    causes: HashMap<(Vec<u32>, Vec<u32>), PartIfAny>,
    asks_for_bodies: bool,
    /// Whether the search also records the cells beside the hero's floor. Only the choice of outcomes needs them.
    seeks_met: bool,
}

impl<'a> OutcomeJudge<'a> {
    /// Creates a judge without results.
    pub fn new(
        file: FileState<'a>,
        resolved: &'a Resolved,
        carried: &'a CarriedKeys,
    ) -> OutcomeJudge<'a> {
        let dungeon = &resolved.dungeon;
        let rules = ReachRules::for_game(resolved);
        let mut events = dungeon.causes.iter().map(|cause| &cause.event);
        OutcomeJudge {
            file,
            resolved,
            carried,
            signs: OutcomeSigns::new(resolved, &dungeon.tiles, rules, carried),
            drawn: DrawnDungeon::new(resolved),
            parts: FoundParts::default(),
            reach: OutcomeReach::default(),
            seeks_met: true,
            levels: HashMap::new(),
            all_levels: HashMap::new(),
            causes: HashMap::new(),
            asks_for_bodies: events
                .any(|event| matches!(event, CauseEvent::Kill(_) | CauseEvent::AllDead(_))),
        }
    }

    /// Returns all findings of an outcome; some are missing if the meter stops.
    pub fn judge(&mut self, outcome: &ChanceOutcome, meter: &LookMeter<'_>) -> Vec<Rc<FoundPart>> {
        self.seeks_met = false;
        let signs = self.signs.of(outcome);
        let reach: Vec<u32> = signs.iter().map(|sign| sign.reach).collect();
        let mut parts = self.by_levels(outcome, &signs, meter);
        parts.extend(self.by_reach(outcome, &reach, meter));
        let is_full = self.file.text == Comprehension::Full && self.file.is_sound;
        if is_full && !self.resolved.dungeon.causes.is_empty() {
            parts.extend(self.by_causes(outcome, reach, meter));
        }
        parts
    }

    /// Returns which chance cells the hero reaches in an outcome.
    pub fn cells(&mut self, outcome: &ChanceOutcome, meter: &LookMeter<'_>) -> CellReaches {
        let signs = self.signs.of(outcome);
        let reach: Vec<u32> = signs.iter().map(|sign| sign.reach).collect();
        self.by_reach(outcome, &reach, meter);
        let known = self.reach.known(&reach);
        known.map_or_else(CellReaches::new, |known| known.cells.clone())
    }

    /// Returns the findings that need no ways between levels.
    fn by_levels(
        &mut self,
        outcome: &ChanceOutcome,
        signs: &[LevelSign],
        meter: &LookMeter<'_>,
    ) -> Vec<Rc<FoundPart>> {
        let own: Vec<u32> = signs.iter().map(|sign| sign.own).collect();
        let mut facts: Vec<Rc<LevelFacts>> = Vec::with_capacity(own.len());
        let mut parts = Vec::new();
        for (nth, sign) in own.iter().enumerate() {
            let (here, found) = self.level((nth, *sign), outcome, meter);
            facts.push(here);
            parts.extend(found);
        }
        let tile = |level: LevelId, p: Point| tile_in(self.resolved, outcome, level, p);
        let ends = facts.iter().flat_map(|facts| &facts.ends);
        let ends: Vec<Option<TileId>> = ends.map(|end| tile(end.to, end.at)).collect();
        let (file, resolved) = (self.file, self.resolved);
        let all = self.all_levels.entry((own, ends)).or_insert_with(|| {
            let facts: Vec<&LevelFacts> = facts.iter().map(Rc::as_ref).collect();
            let views = LevelView::all(file.source, resolved);
            let mut findings = Findings::of_any_number();
            of_all_levels(file, resolved, (&views, &facts), tile, &mut findings);
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
        self.drawn.draw_level(nth, &outcome[nth]);
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
        reach: &[u32],
        meter: &LookMeter<'_>,
    ) -> PartIfAny {
        let drawn = &mut self.drawn;
        let search = || {
            meter.look(weight(&self.resolved.dungeon));
            searched(
                self.file,
                self.resolved,
                drawn.draw(outcome),
                (self.carried, meter),
                self.seeks_met,
            )
        };
        let parts = (&mut self.parts, meter);
        self.reach
            .part((outcome, &self.signs), reach, parts, search)
    }

    /// Returns the findings about causes; `None` before the reach is known.
    fn by_causes(
        &mut self,
        outcome: &ChanceOutcome,
        reach: Vec<u32>,
        meter: &LookMeter<'_>,
    ) -> PartIfAny {
        let is_asked_for = |thing: &MarkedThing| matches!(thing, MarkedThing::Body(_));
        let bodies = match self.asks_for_bodies {
            true => self
                .signs
                .things(outcome, |_, thing, _| is_asked_for(thing)),
            false => Vec::new(),
        };
        let may_happen = self.reach.known(&reach)?.may_happen.as_deref();
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
        let decided = &outcome[nth];
        chance.visit_drawn(&decided.meanings, &decided.picks, |cell, numbers| {
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
    (carried, meter): (&CarriedKeys, &LookMeter<'_>),
    seeks_met: bool,
) -> SearchedOutcome {
    let told = foreseen(drawn, carried, meter, |opened, reach, may_happen| {
        let cells = cell_reaches(chances(&resolved.dungeon), &reach, seeks_met);
        let mut findings = Findings::of_any_number();
        reachability::unreached(file.source, opened, reach, file.text, &mut findings);
        SearchedOutcome {
            cells,
            found: Some(findings.finish()),
            may_happen: Some(may_happen.to_vec()),
        }
    });
    told.unwrap_or_else(|| {
        let rules = ReachRules::for_game(drawn);
        let reach = HeroReach::new(&drawn.dungeon, rules, carried, &[], meter);
        let cells = reach.map(|reach| cell_reaches(chances(&resolved.dungeon), &reach, seeks_met));
        SearchedOutcome {
            cells: cells.unwrap_or_default(),
            ..SearchedOutcome::default()
        }
    })
}
