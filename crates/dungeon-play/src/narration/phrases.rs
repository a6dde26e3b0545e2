//! Phrases that several answers share: a fact's place and numbers, lists of places, the hero's stats.
use super::facts::{Fact, FactKind};
use super::observer::Observer;
use crate::view::widgets::Gauge;
use crate::view::words::{capitalised, joined, preceded, several, with_article};
use dungeon_engine::ruleset_face::Reading;
use dungeon_model::dungeon::game_profile::GameTerms;

/// The maximum number of places listed for things with the same name. Further things are only counted.
pub const MAX_LISTED: usize = 9;

/// Returns a list of places, and the number of things whose places are not listed, such as "1 east; 5 east, 2 north;
/// and 14 farther away". `all` is the number of all things.
pub fn listed(places: &[String], all: usize) -> String {
    let mut places = places.to_vec();
    places.truncate(MAX_LISTED);
    match all.saturating_sub(places.len()) {
        0 => {}
        rest => places.push(format!("and {rest} farther away")),
    }
    places.join("; ")
}

/// Returns a fact's details, without its name and place: "strength 3 of 5" for a fence; "strength 3", "in the wall" for
/// a body.
pub fn details(fact: &Fact) -> Vec<String> {
    match &fact.kind {
        FactKind::Body(body) => {
            let strength = body.strength.map(|strength| format!("strength {strength}"));
            let inside = body
                .inside
                .as_ref()
                .map(|inside| format!("in {}", with_article(inside)));
            strength.into_iter().chain(inside).collect()
        }
        FactKind::Fence { strength, most } => vec![format!("strength {strength} of {most}")],
        FactKind::Item | FactKind::Landmark | FactKind::Terrain => Vec::new(),
    }
}

/// Returns a fact's place from the commanded body, with the fact's details: "4 north, in the wall", "9 east,
/// remembered".
pub fn place(observer: Observer<'_>, fact: &Fact) -> String {
    let mut details = details(fact);
    details.extend(
        observer
            .is_remembered(fact)
            .then(|| "remembered".to_owned()),
    );
    observer.bearing(fact.at) + &preceded(", ", &details.join(", "))
}

/// Groups facts by name, in the order of the first fact of each group.
pub fn grouped_by_name<'a>(
    facts: impl IntoIterator<Item = &'a Fact>,
) -> Vec<(&'a str, Vec<&'a Fact>)> {
    grouped_by(facts, |fact| fact.name.as_str())
}

/// Groups facts by key, in the order of the first fact of each group.
pub fn grouped_by<'a, K: PartialEq>(
    facts: impl IntoIterator<Item = &'a Fact>,
    key: impl Fn(&'a Fact) -> K,
) -> Vec<(K, Vec<&'a Fact>)> {
    let mut groups: Vec<(K, Vec<&Fact>)> = Vec::new();
    for fact in facts {
        let key = key(fact);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(fact),
            None => groups.push((key, vec![fact])),
        }
    }
    groups
}

/// Returns, for each name, the number of things with this name and their places: "2 doors" and "1 west; 4 north".
pub fn together<'a>(
    observer: Observer<'_>,
    things: impl IntoIterator<Item = &'a Fact>,
) -> Vec<(String, String)> {
    let phrases = grouped_by_name(things).into_iter().map(|(name, things)| {
        let places = things.iter().map(|one| observer.bearing(one.at));
        (several(things.len(), name), joined(places, "; "))
    });
    phrases.collect()
}

/// The label of the reading for the turns left in a pay period, which changes every turn.
pub const TURNS: &str = "T";

/// Returns the readings as a sentence, in the words of a game: "Health 12, Manna 3."
pub fn readings(terms: &GameTerms, readings: &[Reading]) -> String {
    let phrases = readings.iter().map(|reading| match reading.label {
        "$" => format!("{} gold", reading.value),
        TURNS => {
            let turns = reading.value.to_string();
            terms.period.turns_left.replace("{turns}", &turns)
        }
        // In other games, the points are a score.
        "Points" => format!("action points {}", reading.value),
        _ => Gauge::new(reading).describe(),
    });
    format!("{}.", capitalised(&joined(phrases, ", ")))
}
