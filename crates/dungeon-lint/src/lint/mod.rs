//! The lints: dungeons that can be played but probably have a mistake, and games that cannot be won. Lints look at
//! whole levels, each in time proportional to the level's size.
//!
//! Input: a [`Resolved`] dungeon and the findings of earlier stages. Output: diagnostics.
//!
//! `metered` drops findings that were made after the budget of looks (units of work) was spent. `level_view` is a level
//! with its places in the text; most lints need nothing else: `adjacency` (things too close to each other), `doorways`,
//! `duplicate_names`, `idle_things`, `rim`, `scatter_room`, `far_scatters`, `senses` and `economy`.
//!
//! The hero's reach, the cells that the hero can get to, is searched once per dungeon. `reach_rules` says how the hero
//! of the file's game moves, `ways` and `key_sources` say where stairs and traps lead and where keys are, `level_reach`
//! marks the nodes (connected areas) that the hero reaches, and `hero_reach` is the search. `brute` checks this search
//! against a plain one on small dungeons. `pushes` finds the cells that boulders can get to. `caused_reach` searches a
//! dungeon in which everything that may be opened by causes is open. `idle_causes` reports causes that can never happen
//! and targets that no boulder covers, `idle_effects` effects that change nothing, `lost_choices` choices between items
//! of which the hero needs several.
//!
//! `reachability` runs the lints that depend on the hero's reach: `met_monsters` (monsters that come to the hero),
//! `key_rings` (keys locked behind their own doors; an error if `missed_needs` says that winning needs something locked
//! away), `unreachable` and `unreachable_report` (sealed-off things, in groups), `scatter_reach` (things that the seed
//! may seal off), `one_way_stairs`, and `no_way_out` (falls into closed places). `chance_goals` reports goals whose
//! things the seed may leave out. `vaults` judges each vault as if it were a level, in each of its outcomes, with the
//! help of `judged_vaults`.
//!
//! If marks leave something to chance, `outcomes` lists the outcomes: the ways in which chance may decide everything,
//! each stored as its differences from a base outcome. `outcome_ranks` compares how bad they are for the hero, and
//! `worst_outcomes` picks the outcomes to judge. `outcome_judge` judges one outcome, of the levels or of a vault.
//! `outcome_signs` computes the sign of an outcome: numbers that are equal for outcomes that no lint can tell apart, so
//! that outcomes with equal signs are judged once. `level_facts` collects facts for lints that never look at ways
//! between levels, such as `keyless_doors`. `outcome_reach` reports on the hero's reach, which is searched once for all
//! outcomes with the same `OutcomeSign::reach`. `cell_reach` says which chance cells the hero reaches, and where more
//! floor would change nothing. `outcome_findings` collects the findings of all outcomes, `number_set` is a set of
//! outcomes, and `outcome_words` says what chance must decide for a finding to hold. `outcome_oracle` tests the signs:
//! a judge that has already judged other outcomes must find the same as a new judge.
mod level_view;
mod metered;
mod number_set;
mod pushes;
mod reach_rules;

mod ways;

mod key_sources;
mod level_reach;

mod hero_reach;

#[cfg(test)]
mod brute;
mod missed_needs;

mod key_rings;
mod met_monsters;
mod no_way_out;
mod one_way_stairs;

mod caused_reach;
mod unreachable;
mod what_must_come;

mod adjacency;
mod chance_goals;
mod doorways;
mod duplicate_names;
mod far_scatters;
mod idle_causes;
mod idle_effects;
mod idle_things;
mod lost_choices;
mod rim;
mod scatter_reach;
mod scatter_room;
mod senses;
mod unreachable_report;

mod economy;
mod keyless_doors;
mod outcomes;
mod reachability;

mod cell_reach;
mod level_facts;

mod outcome_ranks;
mod outcome_signs;

mod worst_outcomes;

mod outcome_words;

mod outcome_findings;

mod outcome_reach;

mod judged_vaults;

mod outcome_judge;

mod vaults;

#[cfg(test)]
mod outcome_oracle;

use std::rc::Rc;

use dungeon_format::diagnostic::{Allowances, Code, Diagnostic, Findings};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::{Declaration, Resolved, Use};
use dungeon_format::source::{Source, Span};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::{Dungeon, LevelId};
use key_sources::CarriedKeys;
use level_facts::{FileState, LevelFacts, of_all_levels};
use level_view::{Comprehension, LevelView};
use metered::within;
use outcome_judge::OutcomeJudge;

/// Returns a finding for everything that is probably a mistake in how a dungeon plays, in file order and without
/// allowed findings. Lists at most twenty findings per code, plus one that counts the rest. `earlier` holds the
/// findings of parsing and resolving; no problem is reported twice. Once the budget of looks (units of work) is spent,
/// one finding says which checks are missing.
pub fn lint(
    source: &Source,
    resolved: &Resolved,
    earlier: &[Diagnostic],
    allowances: &Rc<Allowances>,
    meter: &LookMeter<'_>,
) -> Vec<Diagnostic> {
    let mut findings = Findings::but_for(allowances);
    let carried = CarriedKeys::new(&resolved.dungeon);
    let levels = resolved.dungeon.levels.iter();
    meter.allow_cells(levels.map(|level| level.tiles.size().area()).sum());
    let mut unchecked = None;
    let is_by_chance = levels_by_chance(&resolved.dungeon);
    let file = FileState::new(source, earlier, is_by_chance);
    if is_by_chance {
        let judge = OutcomeJudge::new(file, resolved, &carried, None);
        let (count, all) = judge.judge_all(1, meter, &mut findings);
        if count < all {
            let what = format!("only {count} of {all} outcomes of chance were checked");
            unchecked = head(resolved).map(|head| (head, what));
        }
    } else {
        judge_levels(file, resolved, &carried, meter, &mut findings);
        if !meter.goes_on() {
            let what = "the check of what the hero can reach was not finished";
            unchecked = head(resolved).map(|head| (head, what.to_string()));
        }
    }
    if let Some(head) = vaults::inside(file, resolved, &carried, meter, &mut findings) {
        let what = "some outcomes of this vault and the following ones were not checked";
        unchecked.get_or_insert((head, what.to_string()));
    }
    if let Some((head, what)) = unchecked.filter(|_| meter.is_spent()) {
        findings.push(unjudged(head, &what));
    }
    if file.text == Comprehension::Full && file.is_sound {
        chance_goals::left_to_chance(resolved, &mut findings);
        chance_goals::lost_before_won(resolved, &mut findings);
        vaults::idle(source, resolved, &mut findings);
        vaults::needed(source, resolved, &mut findings);
        idle_effects::idle_effects(resolved, &mut findings);
    }
    let views = LevelView::all(source, resolved);
    doorways::lost_doors(&views, &resolved.places.declarations, &mut findings);
    let declarations = resolved.places.declarations.iter();
    let unused = declarations.filter(|declaration| {
        declaration.use_ == Use::Unused
            && !is_missed(source, &resolved.dungeon, earlier, declaration)
    });
    let block = |span: Span| block_of(resolved, span);
    findings.extend(unused.map(|unused| unused_declaration(unused, block(unused.span))));
    findings.finish()
}

/// Whether marks of some level leave something to chance. Scatters do not count.
fn levels_by_chance(dungeon: &Dungeon) -> bool {
    dungeon.levels.iter().any(|level| level.chance.is_some())
}

/// Lints the levels of a dungeon whose marks leave nothing to chance.
fn judge_levels(
    file: FileState<'_>,
    resolved: &Resolved,
    carried: &CarriedKeys,
    meter: &LookMeter<'_>,
    findings: &mut Findings,
) {
    let FileState { source, text, .. } = file;
    let dungeon = &resolved.dungeon;
    let views = LevelView::all(source, resolved);
    let facts = views.iter();
    let facts = facts.map(|view| LevelFacts::new(file, view, meter, findings));
    let facts: Vec<LevelFacts> = facts.collect();
    let facts: Vec<&LevelFacts> = facts.iter().collect();
    let tile = |level: LevelId, p| dungeon.levels.get(usize::from(level.0))?.tiles.get(p);
    of_all_levels(file, resolved, &views, &facts, tile, findings);
    let mut may_happen = None;
    let has_causes = !dungeon.causes.is_empty();
    if has_causes || reachability::is_known(&views, resolved, text) {
        caused_reach::foreseen(resolved, carried, meter, |resolved, reach, causes| {
            may_happen = Some(causes.to_vec());
            within(meter, findings, |findings| {
                reachability::unreached(source, resolved, reach, text, findings);
            });
        });
    }
    if text == Comprehension::Full && file.is_sound && meter.goes_on() {
        idle_causes::idle_causes(source, resolved, may_happen.as_deref(), findings);
        idle_causes::uncoverable(&views, findings);
        within(meter, findings, |findings| {
            lost_choices::lost_choices(source, resolved, carried, meter, findings);
        });
    }
}

/// The place of the first level.
fn head(resolved: &Resolved) -> Option<Span> {
    let places = resolved.places.levels.first();
    places.map(|level| level.head)
}

/// The finding for a file that was not checked completely.
fn unjudged(head: Span, what: &str) -> Diagnostic {
    let message = format!("expected a file that can be checked completely: {what}");
    Diagnostic::new(Code::Unjudged, head, message)
        .help("split the file, or use fewer records, vaults or marks of chance")
}

/// Whether an unused declaration declares a key that a `no-such-key` error already reports as missing: a second finding
/// would repeat the first.
fn is_missed(
    source: &Source,
    dungeon: &Dungeon,
    earlier: &[Diagnostic],
    declaration: &Declaration,
) -> bool {
    let item = declaration.thing.and_then(Thing::item);
    let Some(lock) = item.and_then(|item| dungeon.item(item).opens) else {
        return false;
    };
    let name = &dungeon.locks[usize::from(lock.0)];
    let mut locks = earlier.iter().filter(|found| found.code == Code::NoSuchKey);
    locks.any(|found| {
        let written = source.text.get(found.span.range());
        written.is_some_and(|written| written.trim_matches('"') == name)
    })
}

/// The block that a place in the text belongs to: `"vault"`, `"level"`, or `None` for the whole file.
fn block_of(resolved: &Resolved, span: Span) -> Option<&'static str> {
    let places = &resolved.places;
    let first = places.levels.first();
    if first.is_some_and(|level| span.start >= level.head.start) {
        return Some("level");
    }
    let mut vaults = places.vault_texts.iter();
    let is_in_a_vault = vaults.any(|vault| vault.range().contains(&(span.start as usize)));
    is_in_a_vault.then_some("vault")
}

/// The finding for a declaration or a mark that nothing uses. `block` is the mark's level or vault, `None` for the
/// whole file.
fn unused_declaration(declaration: &Declaration, block: Option<&str>) -> Diagnostic {
    let Declaration {
        glyph, head, span, ..
    } = declaration;
    let message = match (*head, block) {
        ("mark", Some(block)) => {
            format!("expected the mark `{glyph}` to be used in its {block}, found no use")
        }
        (head, _) => {
            format!("expected the {head} `{glyph}` to be used on some level, found no use")
        }
    };
    Diagnostic::new(Code::UnusedDeclaration, *span, message).help(format!(
        "draw the glyph `{glyph}`, write a record for it, or delete this line"
    ))
}
