//! `tile ~ "deep water" …`: terrain of the file's own (FORMAT.md, "Tiles").
use super::desk::Desk;
use super::fields::Fields;
use super::forms::looks;
use crate::dungeon::{Feature, Footing, Sight, Tile};

/// Reads what `tile ~ "deep water" …` says. What can be walked on can be seen across, unless it says otherwise.
pub fn declared_tile(desk: &mut Desk<'_>, fields: &mut Fields<'_>, glyph: char) -> Tile {
    let walk = fields.yes(desk, "walk").is_none_or(|walk| walk.value);
    let see = fields.yes(desk, "see").map_or(walk, |see| see.value);
    let name = fields.text_or(desk, "name").map(|name| name.value);
    let says = fields.words(desk, "says").map(|says| says.value);
    let (own_glyph, colour) = looks(desk, fields);
    let (footing, plain_name) = match walk {
        true => (Footing::Anyone, "floor"),
        false => (Footing::Drifters, "wall"),
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
        feature: Feature::Plain,
        says: says.unwrap_or_default(),
    }
}
