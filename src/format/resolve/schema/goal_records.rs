//! What the lines `goal` and `lose` of a file say together, and which of the names in them something bears.
use crate::dungeon::{Goal, Loss};
use crate::format::source::{Span, Spanned};

/// The goals and losses of a file, each as far as it was said; a line more adds to those before.
#[derive(Debug, Default)]
pub struct GoalRecords {
    /// Where the first line `goal` stands.
    pub first: Option<Span>,
    /// Whether some line `when` wins.
    pub wins_by_cause: bool,
    /// `take=yes`.
    pub take: bool,
    /// `survive=N`.
    pub survive: Option<u32>,
    /// Where `leave=yes` stands.
    pub leave: Option<Span>,
    /// The glyph of every `cover=`.
    pub covered: Vec<CoverTarget>,
    /// The targets of every `kill=`.
    pub targets: Vec<KillTarget>,
    /// `lose turns=N`.
    pub turns: Option<u32>,
    /// The glyph of `lose without=`.
    pub without: Option<Spanned<char>>,
}

/// The target of a `kill=`: a glyph, or the name of bodies.
#[derive(Debug)]
pub struct KillTarget {
    /// The glyph or the name as the file says it.
    pub said: Spanned<String>,
    /// Whether a kind, a mark or a body is called so.
    pub is_found: bool,
}

/// The target of a `cover=`: the glyph of a tile or of a mark.
#[derive(Clone, Copy, Debug)]
pub struct CoverTarget {
    /// The glyph as the file says it.
    pub said: Spanned<char>,
    /// Whether a tile or a mark has the glyph.
    pub is_found: bool,
}

impl GoalRecords {
    /// Whether the file names goals, so that nothing else wins.
    pub fn is_said(&self) -> bool {
        self.first.is_some() || self.wins_by_cause
    }

    /// Whether a `kill=` says this word, a glyph or a name; it counts as found from then on.
    pub fn wants(&mut self, word: &str) -> bool {
        let mut targets = self.targets.iter_mut();
        let target = targets.find(|target| target.said.value == word);
        if let Some(target) = target {
            target.is_found = true;
            return true;
        }
        false
    }

    /// Where a `cover=` says this glyph, which counts as found from then on.
    pub fn covers(&mut self, glyph: char) -> Option<Span> {
        let mut targets = self.covered.iter_mut();
        let target = targets.find(|target| target.said.value == glyph)?;
        target.is_found = true;
        Some(target.said.span)
    }

    /// What wins, in the order of `Goal`.
    pub fn goals(&self) -> Vec<Goal> {
        let goals = [
            self.take.then_some(Goal::Take),
            (!self.targets.is_empty()).then_some(Goal::Kill),
            (!self.covered.is_empty()).then_some(Goal::Cover),
            self.survive.map(Goal::Survive),
            self.leave.map(|_| Goal::Leave),
            (self.first.is_none() && self.wins_by_cause).then_some(Goal::Caused),
        ];
        goals.into_iter().flatten().collect()
    }

    /// What loses, in the order of `Loss`.
    pub fn losses(&self) -> Vec<Loss> {
        let losses = [
            self.turns.map(Loss::Turns),
            self.without.map(|_| Loss::Without),
        ];
        losses.into_iter().flatten().collect()
    }
}
