//! Parts of sentences that several answers share: lists of places, names with those that bear them, the hero's numbers.
use super::observer::Fact;
use crate::engine::ruleset::Reading;
use crate::view::widgets::Gauge;
use crate::view::words::capitalised;

/// So many of a name are told one by one; the others are counted.
pub const CROWD: usize = 9;

/// "1 east; 5 east, 2 north; and 14 farther off", of so many in all.
pub fn listed(them: &[(Fact, String)], all: usize) -> String {
    let mut places: Vec<String> = them.iter().map(|(_, place)| place.clone()).collect();
    if places.len() > CROWD {
        places.truncate(CROWD);
    }
    match all.saturating_sub(places.len()) {
        0 => {}
        rest => places.push(format!("and {rest} farther off")),
    }
    places.join("; ")
}

/// Those of one name together, in the order in which the first of each comes.
pub fn grouped(all: Vec<Fact>) -> Vec<(String, Vec<Fact>)> {
    let mut groups: Vec<(String, Vec<Fact>)> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|(name, _)| *name == one.name) {
            Some((_, group)) => group.push(one),
            None => groups.push((one.name.clone(), vec![one])),
        }
    }
    groups
}

/// How siege labels the turns until a season: they pass anyway.
pub const TURNS: &str = "T";

/// "Health 12, Manna 3."
pub fn readings(readings: &[Reading]) -> String {
    let told = readings.iter().map(|reading| match reading.label {
        "$" => format!("{} gold", reading.value),
        TURNS => format!("{} turns until the next season", reading.value),
        // Those of a score are something else.
        "Points" => format!("action points {}", reading.value),
        _ => Gauge::of(reading).told(),
    });
    format!("{}.", capitalised(&told.collect::<Vec<_>>().join(", ")))
}
