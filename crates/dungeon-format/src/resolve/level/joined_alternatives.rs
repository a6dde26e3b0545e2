//! Turns the alternatives of a mark into one list of things. An alternative may be a class of several things, which
//! then share the weight of the alternative.
use super::mark_draws::KnownAlternative;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::game_profile::Thing;

/// An alternative of a mark: one thing, or the things of a class.
#[derive(Debug)]
pub struct WeighedThings {
    /// The weight of the alternative among all alternatives.
    pub weight: u64,
    /// The place of the alternative in the text.
    pub span: Span,
    /// The things of the alternative, with their weights and glyphs.
    pub things: Vec<(u64, char, Thing)>,
}

impl WeighedThings {
    fn sum(&self) -> u64 {
        self.things.iter().map(|(weight, ..)| weight).sum()
    }
}

/// Joins alternatives into one list of things, and splits the weight of each alternative among its things. If the sum
/// of the weights is too large, reports this and returns `None`.
pub fn joined(cx: &mut Context<'_>, all: Vec<WeighedThings>) -> Option<Vec<KnownAlternative>> {
    let all_of = { all.iter() }.try_fold(1, |all_of: u64, one| {
        all_of.checked_mul(one.sum() / greatest_divisor(all_of, one.sum()))
    });
    let mut weights = Vec::new();
    for one in &all {
        let share = all_of.and_then(|all_of| one.weight.checked_mul(all_of / one.sum()));
        weights.extend(one.things.iter().map(|(own, ..)| share?.checked_mul(*own)));
    }
    let weights: Option<Vec<u64>> = weights.into_iter().collect();
    let together = weights.and_then(|weights| {
        let common = weights.iter().copied().reduce(greatest_divisor);
        // If no alternative has several things, keep the weights as written.
        let divisor = common.filter(|_| all_of != Some(1)).unwrap_or(1);
        let weights = weights.into_iter().map(|weight| weight / divisor);
        weights.map(|weight| u32::try_from(weight).ok()).collect()
    });
    let sum = |weights: &Vec<u32>| weights.iter().copied().map(u64::from).sum::<u64>();
    let is_small = |weights: &Vec<u32>| sum(weights) <= MOST_WEIGHT;
    let Some(weights) = together.filter(is_small) else {
        let message = "expected smaller weights, found weights of classes whose sum is too large";
        let span = all.first().map_or_else(Span::default, |one| one.span);
        let finding = Diagnostic::new(Code::Limit, span, message);
        cx.report_once(finding.help("write smaller weights for the alternatives"));
        return None;
    };
    let things = all.into_iter().enumerate().flat_map(|(nth, one)| {
        let glyph = move |value| Spanned::new(value, one.span);
        { one.things.into_iter() }.map(move |(_, value, thing)| (nth, glyph(value), thing))
    });
    let known = things
        .zip(weights)
        .map(|((nth, glyph, thing), weight)| KnownAlternative {
            nth,
            glyph,
            weight,
            thing,
        });
    Some(known.collect())
}

/// The largest sum of weights. Multiplied by a percentage, the sum still fits 32 bits.
const MOST_WEIGHT: u64 = u32::MAX as u64 / 100;

/// Returns the greatest common divisor of two numbers that are not both 0.
fn greatest_divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        other => greatest_divisor(other, one % other),
    }
}
