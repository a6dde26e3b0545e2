//! The findings of a dungeon whose marks leave something to chance: those of every outcome together. What is an error in
//! some outcome, or out of reach, is told with what chance must decide for it; other warnings where they hold in all.
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::outcome_words::{in_outcome, is_with_it};
use super::outcomes::{ChanceOutcome, Decision, Outcomes, Ranks, decisions};
use crate::format::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::format::resolve::Resolved;
use crate::format::source::{Source, Span};

/// So many decisions together are looked for as the smallest reason of a finding, in all ways; larger reasons are as
/// small as they become by leaving out one decision after another.
const SMALLEST: usize = 3;

/// What a finding is about: two findings of different outcomes with one subject are one.
type Subject = (Code, Span);

/// The outcomes by number that have something in common.
type OutcomeSet = BTreeSet<usize>;

/// What was found in all outcomes that were looked at.
struct JudgedOutcomes<'a, F> {
    source: &'a Source,
    resolved: &'a Resolved,
    outcomes: &'a Outcomes,
    findings: Vec<Vec<Diagnostic>>, // by outcome
    judge: F,
    /// How many outcomes more may be looked at to say why findings are there: as many as were looked at, at most.
    trials: Cell<usize>,
}

/// Adds what the lints find in the outcomes of a dungeon; `judge` gives what they find in one, which is a dungeon
/// without chance.
pub fn judge_outcomes(
    source: &Source,
    resolved: &Resolved,
    outcomes: &Outcomes,
    judge: impl Fn(&Resolved) -> Vec<Diagnostic>,
    findings: &mut Findings,
) {
    let mut drawn = resolved.clone();
    let found = outcomes.list.iter().map(|outcome| {
        draw(resolved, outcome, &mut drawn);
        judge(&drawn)
    });
    let found: Vec<Vec<Diagnostic>> = found.collect();
    let judged = JudgedOutcomes {
        source,
        resolved,
        outcomes,
        findings: found,
        judge,
        trials: Cell::new(outcomes.most),
    };
    judged.report(findings);
}

/// Makes a dungeon the one that comes of an outcome.
fn draw(resolved: &Resolved, outcome: &ChanceOutcome, drawn: &mut Resolved) {
    for (nth, decided) in outcome.iter().enumerate() {
        let level = &resolved.dungeon.levels[nth];
        if level.chance.is_some() {
            let (meanings, picks) = (&decided.meanings, &decided.picks);
            drawn.dungeon.levels[nth] = level.drawn(meanings, picks);
            let places = &resolved.places.levels[nth];
            drawn.places.levels[nth] = places.drawn(level, meanings, picks);
        }
    }
}

impl<F: Fn(&Resolved) -> Vec<Diagnostic>> JudgedOutcomes<'_, F> {
    fn report(&self, findings: &mut Findings) {
        let mut subjects: BTreeMap<Subject, OutcomeSet> = BTreeMap::new();
        for (nth, found) in self.findings.iter().enumerate() {
            for subject in found.iter().flat_map(subjects_of) {
                subjects.entry(subject).or_default().insert(nth);
            }
        }
        // What holds in most outcomes first: what else is in the same place is told with it.
        let mut subjects: Vec<(Subject, OutcomeSet)> = subjects.into_iter().collect();
        subjects.sort_by_key(|((_, span), outcomes)| (usize::MAX - outcomes.len(), *span));
        let mut told: HashSet<Subject> = HashSet::new();
        let marks = self.marks();
        let mut told_marks: HashSet<(Code, (usize, u32))> = HashSet::new();
        for (subject, outcomes) in subjects {
            let finding_in = |nth: usize| self.finding(nth, subject);
            let is_told = |nth: &usize| {
                let found = finding_in(*nth).into_iter().flat_map(subjects_of);
                found.into_iter().any(|other| told.contains(&other))
            };
            if outcomes.iter().all(is_told) {
                continue;
            }
            told.insert(subject);
            // Of all cells of a mark the first is told: the others become as it does.
            let mark = marks.get(&subject.1).map(|mark| (subject.0, *mark));
            if mark.is_some_and(|mark| !told_marks.insert(mark)) {
                continue;
            }
            let is_first =
                |nth: &usize| finding_in(*nth).is_some_and(|found| found.span == subject.1);
            let first = outcomes.iter().copied().find(is_first);
            let Some(nth) = first.or(outcomes.first().copied()) else {
                continue;
            };
            findings.extend(self.told(subject, &outcomes, nth));
        }
    }

    /// What is decided in an outcome.
    fn decisions(&self, nth: usize) -> Vec<Decision> {
        decisions(&self.resolved.dungeon, &self.outcomes.list[nth])
    }

    /// The level and the number of the mark of each cell that chance has a say in, by its place.
    fn marks(&self) -> HashMap<Span, (usize, u32)> {
        let mut marks = HashMap::new();
        let levels = self.resolved.dungeon.levels.iter();
        for (nth, (level, places)) in levels.zip(&self.resolved.places.levels).enumerate() {
            let cells = level.chance.iter().flat_map(|chance| &chance.cells);
            let spans = places.drawn.iter().flat_map(|drawn| &drawn.cells);
            marks.extend(
                spans
                    .zip(cells)
                    .map(|(span, cell)| (*span, (nth, cell.mark))),
            );
        }
        marks
    }

    /// What is said of a subject that is found in these outcomes, of which this one is the first.
    fn told(&self, subject: Subject, outcomes: &OutcomeSet, nth: usize) -> Option<Diagnostic> {
        let found = self.finding(nth, subject)?.clone();
        let is_in_all = outcomes.len() == self.outcomes.list.len();
        if is_in_all && self.outcomes.are_all {
            return Some(self.in_all(subject, found));
        }
        let is_of_reach = matches!(
            found.code,
            Code::UnreachableItem
                | Code::UnreachableStairs
                | Code::SealedMonster
                | Code::OneWayStairs
                | Code::NoWayOut
        );
        if found.severity != Severity::Error && !is_of_reach {
            return is_in_all.then(|| self.in_all(subject, found));
        }
        let (reason, found) = match self.outcomes.are_all {
            true => {
                let (reason, nth) = self.smallest_reason(subject, outcomes, nth);
                (reason, self.finding(nth, subject).cloned().unwrap_or(found))
            }
            false => self.a_reason(subject, nth, found),
        };
        if reason.is_empty() {
            return Some(self.in_all(subject, found));
        }
        Some(in_outcome(self.source, self.resolved, found, &reason))
    }

    /// A finding that is there in every outcome: with a mend as an edit only where that is the mend of each.
    fn in_all(&self, subject: Subject, found: Diagnostic) -> Diagnostic {
        let is_mend = |nth| self.finding(nth, subject).map(|other| &other.fix) == Some(&found.fix);
        match (0..self.findings.len()).all(is_mend) {
            true => found,
            false => Diagnostic { fix: None, ..found },
        }
    }

    /// What an outcome says of a subject.
    fn finding(&self, nth: usize, subject: Subject) -> Option<&Diagnostic> {
        let found = self.findings[nth].iter();
        let mut found = found.filter(|found| subjects_of(found).contains(&subject));
        found.next()
    }

    /// The fewest decisions that bring a finding about whatever else is decided, and the first outcome with them.
    fn smallest_reason(
        &self,
        subject: Subject,
        outcomes: &OutcomeSet,
        nth: usize,
    ) -> (Vec<Decision>, usize) {
        let mut with: BTreeMap<Decision, OutcomeSet> = BTreeMap::new();
        for nth in 0..self.findings.len() {
            for decision in self.decisions(nth) {
                with.entry(decision).or_default().insert(nth);
            }
        }
        let with: Vec<(Decision, OutcomeSet)> = with.into_iter().collect();
        let all: OutcomeSet = (0..self.findings.len()).collect();
        for count in 1..=SMALLEST {
            let mut chosen = Vec::new();
            if let Some(left) = reason_of(&with, outcomes, count, &all, &mut chosen) {
                let is_there = |nth: &&usize| {
                    self.finding(**nth, subject)
                        .is_some_and(|found| found.span == subject.1)
                };
                let best = left.iter().find(is_there).or(left.first());
                return (chosen, best.copied().unwrap_or(nth));
            }
        }
        let all_decisions: Vec<Vec<Decision>> =
            all.iter().map(|nth| self.decisions(*nth)).collect();
        let holds = |kept: &[Decision]| {
            let has = |nth: &usize| {
                let decisions = &all_decisions[*nth];
                kept.iter().all(|decision| decisions.contains(decision))
            };
            all.iter()
                .filter(|nth| has(nth))
                .all(|nth| outcomes.contains(nth))
        };
        let mut reason = all_decisions[nth].clone();
        for decision in all_decisions[nth].iter().rev() {
            let without: Vec<Decision> = reason
                .iter()
                .copied()
                .filter(|one| one != decision)
                .collect();
            if holds(&without) {
                reason = without;
            }
        }
        (reason, nth)
    }

    /// Decisions of an outcome that bring a finding about where all else leaves the hero the most, none of which can be
    /// left out as far as the trials go; and the finding there.
    fn a_reason(
        &self,
        subject: Subject,
        nth: usize,
        mut last: Diagnostic,
    ) -> (Vec<Decision>, Diagnostic) {
        let ranks = Ranks::new(self.resolved);
        let outcome = &self.outcomes.list[nth];
        let mut drawn = self.resolved.clone();
        let mut holds = |kept: &[Decision]| {
            let Some(left) = self.trials.get().checked_sub(1) else {
                return false;
            };
            self.trials.set(left);
            let best = ranks.otherwise_best(outcome, &kept.iter().copied().collect());
            draw(self.resolved, &best, &mut drawn);
            let found = (self.judge)(&drawn);
            let is_it = |found: &Diagnostic| subjects_of(found).contains(&subject);
            let found = found.into_iter().find(is_it);
            let is_there = found.is_some();
            last = found.unwrap_or_else(|| last.clone());
            is_there
        };
        let (fixed, open): (Vec<Decision>, Vec<Decision>) = self
            .decisions(nth)
            .into_iter()
            .partition(|decision| matches!(decision, Decision::Meaning { .. }));
        if holds(&fixed) {
            return (fixed, last);
        }
        let mut reason = open;
        // Halves first, so that of a thousand cells that have nothing to do with it most are left out at once.
        let mut piece = reason.len().div_ceil(2);
        while piece > 0 && !reason.is_empty() && self.trials.get() > 0 {
            let mut at = 0;
            while at < reason.len() && self.trials.get() > 0 {
                let end = (at + piece).min(reason.len());
                let without = [&fixed, &reason[..at], &reason[end..]].concat();
                match holds(&without) {
                    true => reason.drain(at..end).for_each(drop),
                    false => at = end,
                }
            }
            piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
        }
        ([fixed, reason].concat(), last)
    }
}

/// Finds so many decisions that only such outcomes have, each later in the list than the one before. Returns the outcomes
/// with all of them; `left` are those with the decisions that are chosen already.
fn reason_of(
    with: &[(Decision, OutcomeSet)],
    outcomes: &OutcomeSet,
    count: usize,
    left: &OutcomeSet,
    chosen: &mut Vec<Decision>,
) -> Option<OutcomeSet> {
    if count == 0 {
        return left.is_subset(outcomes).then(|| left.clone());
    }
    for (nth, (decision, theirs)) in with.iter().enumerate() {
        let both: OutcomeSet = left.intersection(theirs).copied().collect();
        if both.is_disjoint(outcomes) {
            continue;
        }
        chosen.push(*decision);
        let rest = &with[nth + 1..];
        if let Some(found) = reason_of(rest, outcomes, count - 1, &both, chosen) {
            return Some(found);
        }
        chosen.pop();
    }
    None
}

/// Everything that a finding is about: its own place, and what it says to be in there with it.
fn subjects_of(found: &Diagnostic) -> Vec<Subject> {
    let others = found.labels.iter().filter(|label| is_with_it(label));
    let others = others.map(|label| (found.code, label.span));
    let own = (found.unlisted == 0).then_some((found.code, found.span));
    own.into_iter().chain(others).collect()
}
