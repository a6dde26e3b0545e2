//! `rules explore tempo=1000 fog=yes`: how time and sight go (FORMAT.md, "Fog" and "Time").
use std::num::NonZeroU32;

use super::desk::Desk;
use super::fields::{Fields, bad_value, within};
use crate::dungeon::Fog;
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Spanned;
use crate::format::syntax::{KeyValue, Record, Value};

/// The parameters of explore.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explore {
    /// `fog=`
    pub fog: Fog,
    /// `tempo=`, in milliseconds; none for 0.
    pub tempo: Option<NonZeroU32>,
}

/// The fastest real time, in milliseconds: below it a person sees no rounds, only a blur.
const FASTEST: i64 = 20;

/// The slowest real time: an hour.
const SLOWEST: i64 = 3_600_000;

/// As far as anybody sees on the largest map.
const FARTHEST: u32 = u16::MAX as u32;

/// Reads the keys of `rules explore`.
pub fn explore(desk: &mut Desk<'_>, record: &Record) -> Explore {
    let mut fields = Fields::of(record);
    let tempo = tempo(desk, &mut fields);
    let fog = fields.value("fog").map(|pair| fog(desk, pair));
    fields.finish(desk, "the rules of explore");
    Explore {
        tempo,
        fog: fog.unwrap_or_default(),
    }
}

/// `tempo=`: milliseconds, or 0 for a game that waits.
fn tempo(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> Option<NonZeroU32> {
    let tempo = fields.whole(desk, "tempo", 0..=SLOWEST)?;
    if (1..FASTEST).contains(&tempo.value) {
        let message = format!(
            "expected `tempo=0`, or {FASTEST} milliseconds and more, found {}",
            tempo.value
        );
        let finding = Diagnostic::new(Code::NumberOutOfRange, tempo.span, message);
        desk.report(finding.help("a second is `tempo=1000`; with `tempo=0` the monsters wait"));
    }
    NonZeroU32::new(tempo.value as u32)
}

/// `fog=`: `yes`, `no`, or how far the hero sees.
fn fog(desk: &mut Desk<'_>, pair: &KeyValue) -> Fog {
    let span = pair.value.span;
    match &pair.value.value {
        Value::Word(word) if word == "no" => Fog::Lifted,
        Value::Word(word) if word == "yes" => Fog::Within(FARTHEST),
        Value::Int(value) => {
            let far = Spanned {
                value: *value,
                span,
            };
            let far = within(desk, "how far the hero sees", far, 1..=FARTHEST.into());
            far.map_or(Fog::Lifted, |far| Fog::Within(far.value as u32))
        }
        _ => {
            bad_value(desk, pair, "`no`, `yes` or a number of cells");
            Fog::Lifted
        }
    }
}
