//! Terrain that acts on bodies: the keys `harm=`, `harms=`, `slow=`, `quench=` and `enter=` of a tile (docs/format, "Terrain that
//! acts").
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{ENTER, HARMS, QUENCH, SLOW, TERRAIN_HARM};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::space::geometry::Directions;

/// Reads `harm=`, `harms=`, `slow=`, `quench=` and `enter=` of a tile. Returns what the tile does to bodies, and the place of one
/// of the keys; `None` for a tile that does nothing.
pub fn read_acting(fields: &mut Fields<'_, '_>) -> Option<(ActingTerrain, Span)> {
    let harm = fields.whole(&TERRAIN_HARM);
    let harms = fields.one_of(&HARMS);
    let slow = fields.yes(&SLOW);
    let quench = fields.yes(&QUENCH);
    let enter = fields.directions(&ENTER);
    let acting = ActingTerrain {
        harm: harm.map_or(0, |harm| harm.value),
        spares_monsters: harms.is_some_and(|harms| harms.value == "hero"),
        is_slow: slow.is_some_and(|slow| slow.value),
        quenches: quench.is_some_and(|quench| quench.value),
        enter: enter.map_or(Directions::ALL, |enter| enter.value),
    };
    let mut keys = [&TERRAIN_HARM, &SLOW, &QUENCH, &ENTER].into_iter();
    let said = keys.find_map(|key| fields.place_of(key))?;
    acting.does_anything().then_some((acting, said))
}

/// Reports `harm=`, `slow=`, `quench=` or `enter=` on terrain that bodies cannot walk on.
pub fn refuse_acting(cx: &mut Context<'_>, said: Span) {
    let message = "expected floor for `harm=`, `slow=`, `quench=` and `enter=`, found terrain that bodies cannot walk on";
    let finding = Diagnostic::new(Code::BadValue, said, message);
    let help = "remove `walk=` and `push=`, or the keys that act on bodies";
    cx.report(finding.help(help));
}
