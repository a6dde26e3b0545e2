//! `tile ~ "deep water" …`: terrain of the file's own (FORMAT.md, "Tiles").
use super::bodies_and_items::looks;
use crate::dungeon::{Feature, Footing, Pool, Sight, Tile, builtin};
use crate::format::keys::{GLOW, NAME, SAYS, SEE, WALK};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::Fields;

/// The bodies that walk on a declared tile, as `walk=` says it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileWalk {
    Yes,
    No,
    Slime,
}

/// Reads what `tile ~ "deep water" …` says. What can be walked on can be seen across, unless it says otherwise.
pub fn declared_tile(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>, glyph: char) -> Tile {
    let walk = walk(cx, fields);
    let see = fields.yes(cx, &SEE);
    let see = see.map_or(walk != TileWalk::No, |see| see.value);
    let name = fields.text_or(cx, &NAME).map(|name| name.value);
    let says = fields.words(cx, &SAYS).map(|says| says.value);
    let (own_glyph, colour) = looks(cx, fields);
    let glow = fields.whole(cx, &GLOW);
    let (footing, plain_name) = match walk {
        TileWalk::Yes => (Footing::Anyone, "floor"),
        TileWalk::No => (Footing::Drifters, "wall"),
        TileWalk::Slime => (Footing::Slime, "slime"),
    };
    let feature = match walk {
        TileWalk::Yes | TileWalk::No => Feature::Plain,
        TileWalk::Slime => Feature::Pool(Pool {
            cleared: builtin::FLOOR,
        }),
    };
    Tile {
        name: name.unwrap_or_else(|| plain_name.to_string()),
        glyph: own_glyph.unwrap_or(glyph),
        fine: None,
        colour,
        footing,
        sight: match see {
            true => Sight::Clear,
            false => Sight::Blocked,
        },
        feature,
        glow: glow.map_or(0, |glow| glow.value as u32),
        says: says.unwrap_or_default(),
    }
}

/// Reads `walk=`: every body walks there if the key is left out.
fn walk(cx: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> TileWalk {
    match fields.one_of(cx, &WALK).map(|walk| walk.value) {
        Some("no") => TileWalk::No,
        Some("slime") => TileWalk::Slime,
        _ => TileWalk::Yes,
    }
}
