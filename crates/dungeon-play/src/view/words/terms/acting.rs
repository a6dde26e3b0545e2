//! Terrain that acts on bodies, as text: its victims, its damage, and the sides from which bodies can enter it.
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::dungeon::grammar::bearing::direction;
use dungeon_model::dungeon::grammar::lists::enumeration;
use dungeon_model::dungeon::grammar::nouns::{be, verb};
use dungeon_model::space::geometry::Directions;

/// Returns the effects of terrain named `name` as a clause: "which hurts everyone for 3 a turn". Destructures
/// `acting`, so that a new field needs a clause here to compile.
pub fn effects(name: &str, acting: ActingTerrain) -> String {
    let ActingTerrain {
        harm,
        spares_monsters,
        is_slow,
        quenches,
        enter,
    } = acting;
    let whom = if spares_monsters {
        "only you"
    } else {
        "everyone"
    };
    let hurts = (harm > 0).then(|| format!("{} {whom} for {harm} a turn", verb(name, "hurt")));
    let slows = is_slow.then(|| format!("{} anyone who enters", verb(name, "slow")));
    let quenches = quenches.then(|| format!("{} fire on bodies", verb(name, "quench")));
    let is_entered = (enter != Directions::ALL).then(|| {
        let ways = enumeration(enter.iter().map(direction));
        format!("{} entered only by going {ways}", be(name))
    });
    let clauses = [hurts, slows, quenches, is_entered].into_iter().flatten();
    format!("which {}", enumeration(clauses))
}
