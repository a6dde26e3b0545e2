//! The findings of a dungeon whose marks leave something to chance, collected from all outcomes. Errors and unreachable
//! things of some outcomes are reported with the decisions of chance that cause them. Other warnings are reported only
//! if they hold in all outcomes.
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::number_set::NumberSet;
use super::outcome_ranks::Ranks;
use super::outcome_words::{in_outcome, is_with_it};
use super::outcomes::{ChanceOutcome, Decision, decisions, orders};
use super::worst_outcomes::{Outcomes, SAMPLE};
use dungeon_format::diagnostic::{Code, Diagnostic, Findings, Severity};
use dungeon_format::meter::LookMeter;
use dungeon_format::resolve::Resolved;
use dungeon_format::source::{Source, Span};

/// The maximum size of a reason (the decisions of chance that cause a finding) that is found by trying all
/// combinations. Larger reasons are shrunk decision by decision, and need not be minimal.
const SMALLEST: usize = 3;

/// The cost of building and comparing the message of one finding of an outcome, in looks (units of work).
const LOOKS_A_FINDING: usize = 64;

/// The subject of a finding. Findings of different outcomes with the same subject are reported as one.
type Subject = (Code, Span);

/// The findings about a subject, each with the outcomes that have it. No outcome has two findings about one subject.
#[derive(Debug, Default)]
struct SaidOfSubject(Vec<(Rc<Diagnostic>, NumberSet)>);

impl SaidOfSubject {
    /// Returns all findings.
    fn values(&self) -> impl Iterator<Item = &Rc<Diagnostic>> {
        self.0.iter().map(|(found, _)| found)
    }

    /// Returns all outcomes with a finding.
    fn outcomes(&self) -> NumberSet {
        let all = self.0.iter().flat_map(|(_, outcomes)| outcomes.iter());
        all.collect()
    }

    /// The number of outcomes with a finding.
    fn len(&self) -> usize {
        self.0.iter().map(|(_, outcomes)| outcomes.len()).sum()
    }

    /// Returns the finding of an outcome; `None` if the outcome has none.
    fn get(&self, nth: usize) -> Option<&Rc<Diagnostic>> {
        let mut all = self.0.iter();
        all.find(|(_, outcomes)| outcomes.contains(nth))
            .map(|(found, _)| found)
    }

    /// Returns the first outcome with a finding that `is_meant` accepts, and that finding.
    fn first(&self, is_meant: impl Fn(&Diagnostic) -> bool) -> Option<(usize, &Rc<Diagnostic>)> {
        let meant = self.0.iter().filter(|(found, _)| is_meant(found));
        let firsts = meant.filter_map(|(found, outcomes)| Some((outcomes.iter().next()?, found)));
        firsts.min_by_key(|(nth, _)| *nth)
    }
}

/// A part of the findings of an outcome, in file order. Several outcomes can share the part. All findings of an outcome
/// about one subject are in one part.
#[derive(Debug)]
pub struct FoundPart {
    number: usize,
    found: Vec<(Rc<Diagnostic>, Vec<Subject>)>,
}

#[cfg(test)]
impl FoundPart {
    pub fn found(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().map(|(found, _)| &**found)
    }
}

/// A part of the findings of an outcome; `None` for a part without findings.
pub type PartIfAny = Option<Rc<FoundPart>>;

/// Makes and numbers the parts (`FoundPart`) of the findings of all outcomes.
#[derive(Debug, Default)]
pub struct FoundParts {
    count: usize,
    said: SaidOnce,
}

impl FoundParts {
    /// Makes a part from findings; returns `None` if there are no findings.
    pub fn part(
        &mut self,
        mut found: Vec<Diagnostic>,
        meter: &LookMeter<'_>,
    ) -> Option<Rc<FoundPart>> {
        if found.is_empty() {
            return None;
        }
        meter.look(LOOKS_A_FINDING * found.len());
        found.sort_by_key(|found| (found.span.start, found.code));
        let number = self.count;
        self.count += 1;
        let found = found.into_iter().map(|found| {
            let subjects = subjects_of(&found);
            (self.said.deduplicated(found), subjects)
        });
        let found = found.collect();
        Some(Rc::new(FoundPart { number, found }))
    }
}

/// A function that returns the findings of an outcome in parts (`FoundPart`). Many outcomes share most of their parts.
pub type JudgeOutcome<'j> = dyn FnMut(&ChanceOutcome, &LookMeter<'_>) -> Vec<Rc<FoundPart>> + 'j;

/// The findings of all judged outcomes.
struct JudgedOutcomes<'a, 'j> {
    source: &'a Source,
    resolved: &'a Resolved,
    outcomes: &'a Outcomes<'a>,
    /// The number of judged outcomes, from the start of the list.
    judged: usize,
    subjects: BTreeMap<Subject, SaidOfSubject>,
    judge: RefCell<&'a mut JudgeOutcome<'j>>,
    /// The number of trials left, `Outcomes::most` at first. A trial judges one more outcome, to find out which
    /// decisions of chance cause a finding.
    trials: Cell<usize>,
    /// The budget of the trials, in looks (units of work).
    meter: LookMeter<'a>,
    /// For each decision of chance, the outcomes that contain it; filled on first use.
    with: OnceCell<Vec<(Decision, NumberSet)>>,
}

/// Adds the findings of all outcomes of a dungeon, as returned by `judge`. Returns the number of judged outcomes; fewer
/// than all if the meter stops.
pub fn judge_outcomes(
    source: &Source,
    resolved: &Resolved,
    outcomes: &Outcomes<'_>,
    judge: &mut JudgeOutcome<'_>,
    meter: &LookMeter<'_>,
    findings: &mut Findings,
) -> usize {
    let mut said: BTreeMap<usize, (Rc<FoundPart>, NumberSet)> = BTreeMap::new();
    let mut judged = 0;
    for (nth, outcome) in outcomes.list.iter().enumerate() {
        let parts = judge(outcome, meter);
        if !meter.look(resolved.dungeon.levels.len() + parts.len()) {
            break;
        }
        judged += 1;
        for part in parts {
            let number = part.number;
            let said = said.entry(number);
            let (_, outcomes) = said.or_insert_with(|| (part, NumberSet::default()));
            outcomes.insert(nth);
        }
    }
    let subjects = by_subject(said.values());
    let judged = JudgedOutcomes {
        source,
        resolved,
        outcomes,
        judged,
        subjects: worst_of_each(subjects),
        judge: RefCell::new(judge),
        trials: Cell::new(outcomes.most),
        meter: meter.beside(meter.left() / 4),
        with: OnceCell::new(),
    };
    judged.report(findings);
    meter.settle(meter.left() / 4 - judged.meter.left());
    judged.judged
}

/// Groups findings by subject. Each part of the findings comes with the outcomes that have the part.
fn by_subject<'a>(
    said: impl Iterator<Item = &'a (Rc<FoundPart>, NumberSet)>,
) -> BTreeMap<Subject, SaidOfSubject> {
    let mut subjects: BTreeMap<Subject, SaidOfSubject> = BTreeMap::new();
    // The index of a finding among the findings of its subject. Equal findings share one address.
    let mut places: HashMap<(Subject, *const Diagnostic), usize> = HashMap::new();
    for (part, outcomes) in said {
        let mut told = HashSet::new();
        for (found, about) in &part.found {
            for subject in about.iter().filter(|subject| told.insert(**subject)) {
                let said = &mut subjects.entry(*subject).or_default().0;
                let place = places.entry((*subject, Rc::as_ptr(found)));
                let place = *place.or_insert_with(|| {
                    said.push((Rc::clone(found), NumberSet::default()));
                    said.len() - 1
                });
                said[place].1.add(outcomes);
            }
        }
    }
    subjects
}

/// Drops the warnings about each subject for which some outcome has an error.
fn worst_of_each(
    mut subjects: BTreeMap<Subject, SaidOfSubject>,
) -> BTreeMap<Subject, SaidOfSubject> {
    for said in subjects.values_mut() {
        if said.values().any(|found| is_error(found)) {
            said.0.retain(|(found, _)| is_error(found));
        }
    }
    subjects
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error
}

/// A store of findings in which equal findings share one address.
#[derive(Debug, Default)]
struct SaidOnce(HashMap<(Code, Span, String), Vec<Rc<Diagnostic>>>);

impl SaidOnce {
    fn deduplicated(&mut self, found: Diagnostic) -> Rc<Diagnostic> {
        let words = (found.code, found.span, found.message.to_string());
        let alike = self.0.entry(words).or_default();
        match alike.iter().find(|known| ***known == found) {
            Some(known) => Rc::clone(known),
            None => {
                alike.push(Rc::new(found));
                Rc::clone(&alike[alike.len() - 1])
            }
        }
    }
}

impl JudgedOutcomes<'_, '_> {
    fn report(&self, findings: &mut Findings) {
        // Report errors first, then the findings that hold in most outcomes. Skip things that an earlier finding
        // mentions along with its own subject.
        let mut subjects: Vec<(&Subject, &SaidOfSubject)> = self.subjects.iter().collect();
        subjects.sort_by_key(|((_, span), said)| {
            let is_mild = said.values().all(|found| !is_error(found));
            (is_mild, usize::MAX - said.len(), *span)
        });
        let mut told: HashSet<Subject> = HashSet::new();
        let cells = self.cells();
        let mut told_marks: HashSet<(Code, (usize, u32))> = HashSet::new();
        for (subject, said) in subjects {
            let is_told = |found: &Rc<Diagnostic>| {
                let others = subjects_of(found).into_iter();
                others.into_iter().any(|other| told.contains(&other))
            };
            if said.values().all(is_told) {
                continue;
            }
            told.insert(*subject);
            // Report only the first cell of a mark, since the other cells behave alike.
            let mark = cells.get(&subject.1);
            let mark = mark.map(|(level, _, mark)| (subject.0, (*level, *mark)));
            if mark.is_some_and(|mark| !told_marks.insert(mark)) {
                continue;
            }
            let own = said.first(|found| found.span == subject.1);
            if let Some(first) = own.or_else(|| said.first(|_| true)) {
                findings.extend(self.to_report(*subject, said, first, findings));
            }
        }
    }

    fn decisions(&self, nth: usize) -> Vec<Decision> {
        decisions(&self.resolved.dungeon, &self.outcomes.list[nth])
    }

    /// For each decision of chance, the outcomes that contain it.
    fn outcomes_by_decision(&self) -> &[(Decision, NumberSet)] {
        self.with.get_or_init(|| {
            let mut with: BTreeMap<Decision, NumberSet> = BTreeMap::new();
            for nth in 0..self.outcomes.list.len() {
                for decision in self.decisions(nth) {
                    with.entry(decision).or_default().insert(nth);
                }
            }
            with.into_iter().collect()
        })
    }

    /// The chance cells by their place in the text: the level, the index on that level, and the mark.
    fn cells(&self) -> HashMap<Span, (usize, u32, u32)> {
        let mut all = HashMap::new();
        let levels = self.resolved.dungeon.levels.iter();
        for (nth, (level, places)) in levels.zip(&self.resolved.places.levels).enumerate() {
            let cells = level.chance.iter().flat_map(|chance| &chance.cells);
            let spans = places.drawn.iter().flat_map(|drawn| &drawn.cells);
            let cells = (0..).zip(cells).map(|(cell, here)| (nth, cell, here.mark));
            all.extend(spans.copied().zip(cells));
        }
        all
    }

    /// Returns the finding to report for a subject; `None` if it is not worth reporting. `said` holds all findings
    /// about the subject, `nth` is the first outcome with one, and `found` is the finding of that outcome.
    fn to_report(
        &self,
        subject: Subject,
        said: &SaidOfSubject,
        (nth, found): (usize, &Rc<Diagnostic>),
        findings: &Findings,
    ) -> Option<Diagnostic> {
        // A finding of all judged outcomes may be absent from outcomes that were not judged.
        let are_all = self.judged == self.outcomes.list.len();
        let is_in_all = are_all && said.len() == self.judged;
        let is_of_reach = matches!(
            found.code,
            Code::UnreachableItem
                | Code::UnreachableStairs
                | Code::SealedMonster
                | Code::OneWayStairs
                | Code::NoWayOut
        );
        if !is_in_all && !is_error(found) && !is_of_reach {
            return None;
        }
        let found = Diagnostic::clone(found);
        if !findings.would_list(&found) {
            return Some(found); // it will not be listed
        }
        let (reason, found) = match &self.outcomes.ranks {
            _ if !are_all => (Vec::new(), found),
            None if is_in_all => (Vec::new(), found),
            None => {
                let (reason, nth) = self.smallest_reason(subject, said, nth);
                let there = said.get(nth).map(|there| Diagnostic::clone(there));
                (reason, there.unwrap_or(found))
            }
            Some(_) if is_in_all && !is_error(&found) && !is_of_reach => (Vec::new(), found),
            Some(ranks) => self.irreducible_reason(ranks, subject, nth, found),
        };
        if reason.is_empty() && is_in_all {
            return Some(in_all(said, found));
        }
        Some(in_outcome(self.source, self.resolved, found, &reason))
    }

    /// The smallest set of decisions that always cause a finding about a subject, and the first outcome that contains
    /// them.
    fn smallest_reason(
        &self,
        subject: Subject,
        said: &SaidOfSubject,
        nth: usize,
    ) -> (Vec<Decision>, usize) {
        let outcomes = said.outcomes();
        let all = NumberSet::below(self.outcomes.list.len());
        for count in 1..=SMALLEST {
            let mut chosen = Vec::new();
            if let Some(left) = reason_of(
                self.outcomes_by_decision(),
                &outcomes,
                count,
                &all,
                &mut chosen,
            ) {
                let is_there =
                    |nth: &usize| said.get(*nth).is_some_and(|found| found.span == subject.1);
                let best = left.iter().find(is_there).or(left.iter().next());
                return (chosen, best.unwrap_or(nth));
            }
        }
        let holds = |kept: &[Decision]| {
            let kept = self
                .outcomes_by_decision()
                .iter()
                .filter(|(one, _)| kept.contains(one));
            let left = kept.fold(all.clone(), |left, (_, theirs)| left.both(theirs));
            left.is_subset(&outcomes)
        };
        let decisions = self.decisions(nth);
        let mut reason = decisions.clone();
        for decision in decisions.iter().rev() {
            let mut without = reason.clone();
            without.retain(|one| one != decision);
            if holds(&without) {
                reason = without;
            }
        }
        (reason, nth)
    }

    /// Decisions of an outcome that cause a finding even if everything else is best for the hero, and the finding in
    /// that case. As far as the trials show, no decision can be left out.
    fn irreducible_reason(
        &self,
        ranks: &Ranks<'_>,
        subject: Subject,
        nth: usize,
        mut last: Diagnostic,
    ) -> (Vec<Decision>, Diagnostic) {
        let meanings = self.outcomes.list[nth].base.meanings.clone();
        let severity = last.severity;
        let mut judge = self.judge.borrow_mut();
        let mut holds = |meanings: &[Vec<u32>], kept: &[Decision]| {
            let left = self.trials.get().checked_sub(1)?;
            self.trials.set(left);
            if !self.meter.goes_on() {
                return None;
            }
            let best = ranks.otherwise_best(meanings.to_vec(), kept)?;
            let parts = judge(&best, &self.meter);
            if !self.meter.goes_on() {
                return None;
            }
            let mut found = parts.iter().flat_map(|part| &part.found);
            let found =
                found.find(|(found, about)| found.severity == severity && about.contains(&subject));
            found.map(|(found, _)| Diagnostic::clone(found))
        };
        let (shuffled, open): (Vec<Decision>, Vec<Decision>) = self
            .decisions(nth)
            .into_iter()
            .partition(|decision| matches!(decision, Decision::Meaning(..)));
        // The decision about the subject's own cell always belongs to the reason.
        let own = self
            .cells()
            .get(&subject.1)
            .map(|(level, cell, _)| (*level, *cell));
        let is_own = |decision: &Decision| match decision {
            Decision::Option(level, slot, _) => own == Some((*level, slot.cell)),
            Decision::Meaning(..) => false,
        };
        let (own, others): (Vec<Decision>, Vec<Decision>) = open.into_iter().partition(is_own);
        let reason = self.enough_decisions(own, others, |kept| {
            let there = holds(&meanings, kept);
            last = there.clone().unwrap_or_else(|| last.clone());
            there.is_some()
        });
        let shuffled = self.decisive_shuffles(meanings.clone(), shuffled, |all| {
            all.iter()
                .all(|meanings| holds(meanings, &reason).is_some())
        });
        ([shuffled, reason].concat(), last)
    }

    /// Returns decisions for which `holds` returns true: all of `own`, and the decisions of `others` that cannot be
    /// left out, as far as the trials show.
    fn enough_decisions(
        &self,
        own: Vec<Decision>,
        mut others: Vec<Decision>,
        mut holds: impl FnMut(&[Decision]) -> bool,
    ) -> Vec<Decision> {
        if holds(&own) {
            return own;
        }
        // Try to leave out half of the decisions at once, then ever smaller pieces: most decisions are about cells that
        // have nothing to do with the finding.
        let mut piece = others.len().div_ceil(2);
        while piece > 0 && !others.is_empty() && self.trials.get() > 0 {
            let mut at = 0;
            while at < others.len() && self.trials.get() > 0 {
                let end = (at + piece).min(others.len());
                let without = [&own, &others[..at], &others[end..]].concat();
                if holds(&without) {
                    others.drain(at..end).for_each(drop)
                } else {
                    at = end
                }
            }
            piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
        }
        [own, others].concat()
    }

    /// Returns `decided` without the decisions about a shuffle if every order of the shuffle causes the same finding.
    /// `holds` gets several ways to assign meanings to all marks, and says whether the finding occurs with every one of
    /// them.
    fn decisive_shuffles(
        &self,
        meanings: Vec<Vec<u32>>,
        mut decided: Vec<Decision>,
        mut holds: impl FnMut(&[Vec<Vec<u32>>]) -> bool,
    ) -> Vec<Decision> {
        let mut free = vec![meanings];
        for (nth, level) in self.resolved.dungeon.levels.iter().enumerate() {
            let chance = level.chance.iter();
            for shuffle in chance.flat_map(|chance| &chance.shuffles) {
                let count = (1..=shuffle.len()).try_fold(free.len(), usize::checked_mul);
                if count.is_none_or(|count| count > SAMPLE) {
                    continue;
                }
                let orders = orders(shuffle);
                let permuted = free.iter().flat_map(|meanings| {
                    orders.iter().map(|order| {
                        let mut meanings = meanings.clone();
                        for (mark, meaning) in shuffle.iter().zip(order) {
                            meanings[nth][*mark as usize] = *meaning;
                        }
                        meanings
                    })
                });
                let permuted: Vec<Vec<Vec<u32>>> = permuted.collect();
                if holds(&permuted) {
                    free = permuted;
                    decided.retain(|decision| match decision {
                        Decision::Meaning(level, mark, _) => {
                            *level != nth || !shuffle.contains(mark)
                        }
                        Decision::Option(..) => true,
                    });
                }
            }
        }
        decided
    }
}

/// Adapts a finding that holds in every outcome. Keeps the fix only if all outcomes share it, and notes if other
/// outcomes have other messages.
fn in_all(said: &SaidOfSubject, mut found: Diagnostic) -> Diagnostic {
    let mut others = said.values();
    let is_mend = others.all(|other| other.fix == found.fix);
    let mut others = said.values();
    let message = if others.all(|other| other.message == found.message) {
        found.message.clone()
    } else {
        format!("{}; other games have a similar fault", found.message).into()
    };
    found.message = message;
    found.fix = found.fix.filter(|_| is_mend);
    found
}

/// Finds `count` decisions, in list order, that occur together only in the given outcomes. Returns the outcomes that
/// contain all of them; `None` if there are no such decisions. `left` holds the outcomes that contain the decisions
/// chosen so far.
fn reason_of(
    with: &[(Decision, NumberSet)],
    outcomes: &NumberSet,
    count: usize,
    left: &NumberSet,
    chosen: &mut Vec<Decision>,
) -> Option<NumberSet> {
    if count == 0 {
        return left.is_subset(outcomes).then(|| left.clone());
    }
    for (nth, (decision, theirs)) in with.iter().enumerate() {
        let both = left.both(theirs);
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

/// The subjects of a finding: its own place, and the places of things that it reports along with it.
fn subjects_of(found: &Diagnostic) -> Vec<Subject> {
    let others = found.labels.iter().filter(|label| is_with_it(label));
    let others = others.map(|label| (found.code, label.span));
    [(found.code, found.span)]
        .into_iter()
        .chain(others)
        .collect()
}
