//! Terrain that acts, in words: whom it harms and how much, and how one comes onto it.
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::dungeon::grammar::bearing::direction;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::grammar::nouns::{be, verb};
use dungeon_model::space::geometry::Directions;

/// What terrain of this name does, as half a sentence about it: "which harms everybody for 3 a turn".
pub fn effects(name: &str, acting: ActingTerrain) -> String {
    let harm = (acting.harm > 0).then(|| {
        let whom = match acting.spares_monsters {
            true => "you alone",
            false => "everybody",
        };
        format!("{} {whom} for {} a turn", verb(name, "harm"), acting.harm)
    });
    let slow = (acting.is_slow).then(|| format!("{} up whoever steps there", verb(name, "hold")));
    let ways = acting.enter.iter().map(|way| direction(way).to_owned());
    let ways: Vec<String> = ways.collect();
    let enter = (acting.enter != Directions::ALL)
        .then(|| format!("{} entered by steps {} only", be(name), enumeration(&ways)));
    let effects: Vec<String> = [harm, slow, enter].into_iter().flatten().collect();
    format!("which {}", enumeration(&effects))
}
