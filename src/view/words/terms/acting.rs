//! Terrain that acts, in words: whom it harms and how much, and how one comes onto it.
use crate::dungeon::ActingTerrain;
use crate::space::geometry::Directions;
use crate::view::words::grammar::bearing::direction;
use crate::view::words::grammar::lists::enumeration;

/// What terrain does, as half a sentence about it: "which harms everybody for 3 a turn".
pub fn effects(acting: ActingTerrain) -> String {
    let harm = (acting.harm > 0).then(|| {
        let whom = match acting.spares_monsters {
            true => "you alone",
            false => "everybody",
        };
        format!("harms {whom} for {} a turn", acting.harm)
    });
    let slow = (acting.is_slow).then(|| "holds up whoever steps onto it".to_owned());
    let ways = acting.enter.iter().map(|way| direction(way).to_owned());
    let ways: Vec<String> = ways.collect();
    let enter = (acting.enter != Directions::ALL)
        .then(|| format!("is entered by steps {} only", enumeration(&ways)));
    let effects: Vec<String> = [harm, slow, enter].into_iter().flatten().collect();
    format!("which {}", enumeration(&effects))
}
