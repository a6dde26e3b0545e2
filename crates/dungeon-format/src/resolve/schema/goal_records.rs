//! The goals and losses from all `goal` and `lose` lines of a file. Also records which names in these lines belong to a
//! thing of the file.
use std::collections::BTreeMap;

use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{Goal, Loss};

/// The goals and losses of a file. Each line adds to the earlier lines.
#[derive(Debug, Default)]
pub struct GoalRecords {
    /// The place of the first `goal` line.
    pub first: Option<Span>,
    /// Whether a `when` line can win the game.
    pub wins_by_cause: bool,
    /// The place of `none=yes`.
    pub never: Option<Span>,
    /// The place of the first goal other than `none=yes`.
    pub another: Option<Span>,
    /// Whether a line has `take=yes`: all items must be taken.
    pub takes_all: bool,
    /// The glyphs, marks and item names of all other `take=` keys.
    pub things: BTreeMap<String, NamedGoal>,
    /// The number of turns to survive: `survive=N`.
    pub survive: Option<Spanned<u32>>,
    /// The place of `leave=yes`.
    pub leave: Option<Span>,
    /// The glyphs of all `cover=` keys: tiles or marks.
    pub covered: BTreeMap<char, NamedGoal>,
    /// The place of the first `kill=all`: every monster must be killed.
    pub kills_all: Option<Span>,
    /// The glyphs and monster names of all other `kill=` keys.
    pub targets: BTreeMap<String, NamedGoal>,
    /// The number of turns after which the game is lost: `lose turns=N`.
    pub turns: Option<Spanned<u32>>,
    /// The glyph of the item whose loss ends the game: `lose without=`.
    pub without: Option<Spanned<char>>,
}

/// A glyph or a name in a goal.
#[derive(Clone, Copy, Debug)]
pub struct NamedGoal {
    /// The first place in the text.
    pub span: Span,
    /// Whether a thing in the file has this glyph or name.
    pub is_found: bool,
}

/// Adds a name of a goal, unless it is known already.
pub fn note<K: Ord>(named: &mut BTreeMap<K, NamedGoal>, said: Option<Spanned<K>>) {
    if let Some(Spanned { value, span }) = said {
        let is_found = false;
        named.entry(value).or_insert(NamedGoal { span, is_found });
    }
}

/// Returns the first place in the text where a goal names a thing; `None` without names.
pub fn first_of<K>(named: &BTreeMap<K, NamedGoal>) -> Option<Span> {
    named.values().map(|named| named.span).min()
}

/// Returns the names that no thing of the file has, in file order.
pub fn lacking<K: Clone>(named: &BTreeMap<K, NamedGoal>) -> Vec<(K, Span)> {
    let lacking = named.iter().filter(|(_, named)| !named.is_found);
    let lacking = lacking.map(|(said, named)| (said.clone(), named.span));
    let mut lacking: Vec<(K, Span)> = lacking.collect();
    lacking.sort_by_key(|(_, span)| *span);
    lacking
}

impl GoalRecords {
    /// Whether the file has goals of its own, which replace the game's.
    pub fn is_said(&self) -> bool {
        self.first.is_some() || self.wins_by_cause
    }

    /// Whether a goal requires items.
    pub fn takes(&self) -> bool {
        self.takes_all || !self.things.is_empty()
    }

    /// Whether goals name the items to take. Then they also want what monsters may drop and causes give.
    pub fn names_items(&self) -> bool {
        !self.takes_all && !self.things.is_empty()
    }

    /// Returns the place of the first `kill=`; `None` if no monster must be killed.
    pub fn kill_place(&self) -> Option<Span> {
        let places = self.kills_all.into_iter().chain(first_of(&self.targets));
        places.min()
    }

    /// Whether a `kill=` has this glyph or name, which then counts as found.
    pub fn wants(&mut self, word: &str) -> bool {
        let named = self.targets.get_mut(word);
        named.map(|named| named.is_found = true).is_some()
    }

    /// Whether a `take=` has this glyph or name, which then counts as found.
    pub fn wants_thing(&mut self, word: &str) -> bool {
        let named = self.things.get_mut(word);
        named.map(|named| named.is_found = true).is_some()
    }

    /// Returns the place of a glyph in a `cover=`, and counts it as found.
    pub fn covers(&mut self, glyph: char) -> Option<Span> {
        let named = self.covered.get_mut(&glyph)?;
        named.is_found = true;
        Some(named.span)
    }

    /// Returns the goals, in the order of `Goal`.
    pub fn goals(&self) -> Vec<Goal> {
        let goals = [
            self.takes().then_some(Goal::Take),
            self.kill_place().map(|_| Goal::Kill),
            (!self.covered.is_empty()).then_some(Goal::Cover),
            self.survive.map(|turns| Goal::Survive(turns.value)),
            self.leave.map(|_| Goal::Leave),
            (self.first.is_none() && self.wins_by_cause).then_some(Goal::Caused),
            self.never.map(|_| Goal::Never),
        ];
        goals.into_iter().flatten().collect()
    }

    /// Returns the losses, in the order of `Loss`.
    pub fn losses(&self) -> Vec<Loss> {
        let losses = [
            self.turns.map(|turns| Loss::Turns(turns.value)),
            self.without.map(|_| Loss::Without),
        ];
        losses.into_iter().flatten().collect()
    }
}
