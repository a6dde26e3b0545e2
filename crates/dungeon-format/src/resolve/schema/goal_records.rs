//! What the lines `goal` and `lose` of a file say together, and which of the names in them something bears.
use std::collections::BTreeMap;

use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{Goal, Loss};

/// The goals and losses of a file, each as far as it was said; a line more adds to those before.
#[derive(Debug, Default)]
pub struct GoalRecords {
    /// Where the first line `goal` stands.
    pub first: Option<Span>,
    /// Whether some line `when` wins.
    pub wins_by_cause: bool,
    /// Where `none=yes` stands.
    pub never: Option<Span>,
    /// Where a goal is named first but `none=yes`.
    pub another: Option<Span>,
    /// `take=yes`: everything is to be taken.
    pub takes_all: bool,
    /// The thing of every other `take=`: a glyph, or the name of items.
    pub things: BTreeMap<String, NamedGoal>,
    /// `survive=N`.
    pub survive: Option<Spanned<u32>>,
    /// Where `leave=yes` stands.
    pub leave: Option<Span>,
    /// The glyph of every `cover=`, of a tile or of a mark.
    pub covered: BTreeMap<char, NamedGoal>,
    /// The target of every `kill=`: a glyph, or the name of bodies.
    pub targets: BTreeMap<String, NamedGoal>,
    /// `lose turns=N`.
    pub turns: Option<Spanned<u32>>,
    /// The glyph of `lose without=`.
    pub without: Option<Spanned<char>>,
}

/// A glyph or a name that a goal says.
#[derive(Clone, Copy, Debug)]
pub struct NamedGoal {
    /// Where it is said first.
    pub span: Span,
    /// Whether something in the file is called so.
    pub is_found: bool,
}

/// Notes what a goal names, if it is named for the first time.
pub fn note<K: Ord>(named: &mut BTreeMap<K, NamedGoal>, said: Option<Spanned<K>>) {
    if let Some(Spanned { value, span }) = said {
        let is_found = false;
        named.entry(value).or_insert(NamedGoal { span, is_found });
    }
}

/// Where a goal was said first of these, unless nothing is there.
pub fn first_of<K>(named: &BTreeMap<K, NamedGoal>) -> Option<Span> {
    named.values().map(|named| named.span).min()
}

/// What is said and not found, in the order in which it is said.
pub fn lacking<K: Clone>(named: &BTreeMap<K, NamedGoal>) -> Vec<(K, Span)> {
    let lacking = named.iter().filter(|(_, named)| !named.is_found);
    let lacking = lacking.map(|(said, named)| (said.clone(), named.span));
    let mut lacking: Vec<(K, Span)> = lacking.collect();
    lacking.sort_by_key(|(_, span)| *span);
    lacking
}

impl GoalRecords {
    /// Whether the file names goals, so that nothing else wins.
    pub fn is_said(&self) -> bool {
        self.first.is_some() || self.wins_by_cause
    }

    /// Whether anything is to be taken.
    pub fn takes(&self) -> bool {
        self.takes_all || !self.things.is_empty()
    }

    /// Whether a `kill=` says this word, a glyph or a name; it counts as found from then on.
    pub fn wants(&mut self, word: &str) -> bool {
        let named = self.targets.get_mut(word);
        named.map(|named| named.is_found = true).is_some()
    }

    /// Where a `cover=` says this glyph, which counts as found from then on.
    pub fn covers(&mut self, glyph: char) -> Option<Span> {
        let named = self.covered.get_mut(&glyph)?;
        named.is_found = true;
        Some(named.span)
    }

    /// What wins, in the order of `Goal`.
    pub fn goals(&self) -> Vec<Goal> {
        let goals = [
            self.takes().then_some(Goal::Take),
            (!self.targets.is_empty()).then_some(Goal::Kill),
            (!self.covered.is_empty()).then_some(Goal::Cover),
            self.survive.map(|turns| Goal::Survive(turns.value)),
            self.leave.map(|_| Goal::Leave),
            (self.first.is_none() && self.wins_by_cause).then_some(Goal::Caused),
            self.never.map(|_| Goal::Never),
        ];
        goals.into_iter().flatten().collect()
    }

    /// What loses, in the order of `Loss`.
    pub fn losses(&self) -> Vec<Loss> {
        let losses = [
            self.turns.map(|turns| Loss::Turns(turns.value)),
            self.without.map(|_| Loss::Without),
        ];
        losses.into_iter().flatten().collect()
    }
}
