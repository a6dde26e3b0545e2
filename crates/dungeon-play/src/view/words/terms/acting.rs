//! Terrain that acts on bodies, as text: its victims, its damage, and the sides it can be entered from.
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::dungeon::grammar::bearing::direction;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::grammar::nouns::{be, verb};
use dungeon_model::space::geometry::Directions;

/// Returns the effects of terrain named `name` as a clause: "which harms everybody for 3 a turn". Destructures
/// `acting`, so that a new field needs a clause here to compile.
pub fn effects(name: &str, acting: ActingTerrain) -> String {
    let ActingTerrain {
        harm,
        spares_monsters,
        is_slow,
        enter,
    } = acting;
    let whom = if spares_monsters {
        "you alone"
    } else {
        "everybody"
    };
    let harms = (harm > 0).then(|| format!("{} {whom} for {harm} a turn", verb(name, "harm")));
    let holds = is_slow.then(|| format!("{} up any body that steps there", verb(name, "hold")));
    let is_entered = (enter != Directions::ALL).then(|| {
        let ways: Vec<String> = enter.iter().map(|way| direction(way).to_owned()).collect();
        format!("{} entered by steps {} only", be(name), enumeration(&ways))
    });
    let clauses = [harms, holds, is_entered].into_iter().flatten();
    format!("which {}", enumeration(&clauses.collect::<Vec<_>>()))
}
