//! Alternatives of a mark among which classes are: one list of things, in which each class shares its weight out.
use super::mark_draws::KnownAlternative;
use crate::diagnostic::{Code, Diagnostic};
use crate::resolve::schema::context::Context;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::game_profile::Thing;

/// An alternative of a mark: one thing, or those of a class.
#[derive(Debug)]
pub struct WeighedThings {
    /// How often one of its things is drawn, in proportion to the other alternatives.
    pub weight: u64,
    /// Where it stands.
    pub span: Span,
    /// Its things, each with how often it is drawn in proportion to the others, and its glyph.
    pub things: Vec<(u64, char, Thing)>,
}

impl WeighedThings {
    fn sum(&self) -> u64 {
        self.things.iter().map(|(weight, ..)| weight).sum()
    }
}

/// One list of alternatives of several, each of which shares its weight out by those of its things; none where the weights
/// come to too much, which is reported.
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
        // Without a class the weights are as they are written.
        let divisor = common.filter(|_| all_of != Some(1)).unwrap_or(1);
        let weights = weights.into_iter().map(|weight| weight / divisor);
        weights.map(|weight| u32::try_from(weight).ok()).collect()
    });
    let sum = |weights: &Vec<u32>| weights.iter().copied().map(u64::from).sum::<u64>();
    let is_small = |weights: &Vec<u32>| sum(weights) <= MOST_WEIGHT;
    let Some(weights) = together.filter(is_small) else {
        let message = "expected weights of classes that come to less together, found too much";
        let span = all.first().map_or_else(Span::default, |one| one.span);
        let finding = Diagnostic::new(Code::Limit, span, message);
        cx.report_once(finding.help("give the alternatives smaller weights"));
        return None;
    };
    let things = all.into_iter().flat_map(|one| {
        let glyph = move |value| Spanned::new(value, one.span);
        { one.things.into_iter() }.map(move |(_, value, thing)| (glyph(value), thing))
    });
    let known = things
        .zip(weights)
        .map(|((glyph, thing), weight)| KnownAlternative {
            glyph,
            weight,
            thing,
        });
    Some(known.collect())
}

/// The most that weights come to together, so that they fit a draw when a share in percent is taken of them.
const MOST_WEIGHT: u64 = u32::MAX as u64 / 100;

/// The greatest number that divides both, of which one is not 0.
fn greatest_divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        other => greatest_divisor(other, one % other),
    }
}
