//! `check` of files that are made to be slow, each compared with two checks of a file half as large.
use std::hint::black_box;

use dungeon_format::Code;
use dungeon_format::source::{Limits, Source};

use super::growing::{self, Growing};
use super::ratios::{Claim, Table};

/// A ratio of 1.00 means linear time. Times vary by a twentieth.
const GOAL: f64 = 0.95;

/// Measures the largest file of each family.
pub fn measure(table: &mut Table) {
    for Growing {
        what,
        text,
        most,
        limits,
        ..
    } in growing::ALL
    {
        let (whole, half) = (source(text(most)), source(text(most / 2)));
        let claim = Claim {
            what: format!("`check`, {most} {what}{}", rest(&whole)),
            peer: format!("two of {}{}", most / 2, rest(&half)),
            goal: GOAL,
            limits: limits.to_owned(),
        };
        table.row(
            claim,
            || check(&whole),
            || (0..2).for_each(|_| check(&half)),
        );
    }
}

pub fn source(text: String) -> Source {
    Source::from_text("growing", text)
}

pub fn check(source: &Source) {
    black_box(dungeon_lint::read(source, &Limits::default()));
}

/// Returns a note for a file that is not checked to its end.
fn rest(source: &Source) -> &'static str {
    let (_, diagnostics) = dungeon_lint::read(source, &Limits::default());
    if diagnostics.iter().any(|found| found.code == Code::Unjudged) {
        " (`unjudged`)"
    } else {
        ""
    }
}
