//! Terrain that acts: what `harm=`, `harms=`, `slow=` and `enter=` of a tile say (docs/format, "Terrain that acts").
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{ENTER, HARMS, SLOW, TERRAIN_HARM};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::ActingTerrain;
use dungeon_model::space::geometry::Directions;

/// What the record of a tile says of acting.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActingSpec {
    /// What the tile does, and where its first key stands; none for a tile that does nothing.
    pub acting: Option<(ActingTerrain, Span)>,
}

impl ActingSpec {
    /// Reads the keys in games that have them.
    pub fn read(cx: &mut Context<'_>, fields: &mut Fields<'_>) -> ActingSpec {
        let places = [&TERRAIN_HARM, &SLOW, &ENTER].map(|key| fields.place_of(key));
        let harm = fields.whole(cx, &TERRAIN_HARM);
        let harms = fields.one_of(cx, &HARMS);
        let slow = fields.yes(cx, &SLOW);
        let enter = fields.directions(cx, &ENTER);
        let acting = ActingTerrain {
            harm: harm.map_or(0, |harm| harm.value),
            spares_monsters: harms.is_some_and(|harms| harms.value == "hero"),
            is_slow: slow.is_some_and(|slow| slow.value),
            enter: enter.map_or(Directions::ALL, |enter| enter.value),
        };
        let said = places.into_iter().flatten().next();
        ActingSpec {
            acting: said
                .filter(|_| acting.does_anything())
                .map(|said| (acting, said)),
        }
    }

    /// Reports terrain that acts and that nobody walks on.
    pub fn judge(self, cx: &mut Context<'_>, is_floor: bool) {
        if let Some((_, said)) = self.acting.filter(|_| !is_floor) {
            let message = "expected floor that acts on who walks there, found terrain that is none";
            let finding = Diagnostic::new(Code::BadValue, said, message);
            cx.report(finding.help(
                "leave `walk=` and `push=` out: what nobody walks on harms and holds up nobody",
            ));
        }
    }
}
