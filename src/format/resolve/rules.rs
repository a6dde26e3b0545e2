//! `rules explore tempo=1000 fog=yes`, `rules siege goal=500`: the parameters of a game, and how time and sight go in
//! it (FORMAT.md, "Fog" and "Time").
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use super::desk::Desk;
use super::fields::{ANY_I32, Fields, bad_value, within};
use crate::dungeon::{Fog, Settings, Siege};
use crate::format::diagnostic::{Code, Diagnostic};
use crate::format::source::Spanned;
use crate::format::syntax::{KeyValue, Record, Value};

/// What a file says about its game as a whole.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rule set and its parameters.
    pub settings: Settings,
    /// `fog=`
    pub fog: Fog,
    /// `tempo=`, in milliseconds; none for 0.
    pub tempo: Option<NonZeroU32>,
}

/// A file without a line of rules.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            settings: Settings::Explore,
            fog: Fog::default(),
            tempo: None,
        }
    }
}

/// Turns are counted as far as that.
const TURNS: i64 = i32::MAX as i64;

/// The fastest real time, in milliseconds: below it a person sees no rounds, only a blur.
const FASTEST: i64 = 20;

/// The slowest real time: an hour.
const SLOWEST: i64 = 3_600_000;

/// As far as anybody sees on the largest map.
const FARTHEST: u32 = u16::MAX as u32;

/// Reads the keys of `rules explore`.
pub fn explore(desk: &mut Desk<'_>, record: &Record) -> Rules {
    rules(desk, record, "the rules of explore", |_, _| {
        Settings::Explore
    })
}

/// Reads the keys of `rules siege`.
pub fn siege(desk: &mut Desk<'_>, record: &Record) -> Rules {
    rules(desk, record, "the rules of siege", |desk, fields| {
        Settings::Siege(parameters(desk, fields))
    })
}

/// Reads a game's own keys, and those of every game.
fn rules(
    desk: &mut Desk<'_>,
    record: &Record,
    what: &str,
    settings: fn(&mut Desk<'_>, &mut Fields<'_>) -> Settings,
) -> Rules {
    let mut fields = Fields::of(record);
    let settings = settings(desk, &mut fields);
    let tempo = tempo(desk, &mut fields);
    let fog = fields.value("fog").map(|pair| fog(desk, pair));
    fields.finish(desk, what);
    Rules {
        settings,
        fog: fog.unwrap_or_default(),
        tempo,
    }
}

/// What siege goes by (RULES.md §2); what is not said, or wrong, is as published.
fn parameters(desk: &mut Desk<'_>, fields: &mut Fields<'_>) -> Siege {
    let published = Siege::default();
    let mut number = |key, range: RangeInclusive<i64>| {
        let number = fields.whole(desk, key, range);
        number.map(|number| number.value)
    };
    let gold = |number: Option<i64>, published: i32| number.map_or(published, |n| n as i32);
    let turns = |number: Option<i64>, published: u32| number.map_or(published, |n| n as u32);
    Siege {
        goal: gold(number("goal", ANY_I32), published.goal),
        season: turns(number("season", 1..=TURNS), published.season),
        profit: gold(number("profit", 0..=TURNS), published.profit),
        cow: gold(number("cow", 0..=TURNS), published.cow),
        fence: gold(number("fence", 0..=TURNS), published.fence),
        year: turns(number("year", 1..=TURNS), published.year),
        gold: gold(number("gold", ANY_I32), published.gold),
        turn: turns(number("turn", 0..=TURNS), published.turn),
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
