//! `tile ~ "deep water" …`: terrain of the file's own (FORMAT.md, "Tiles").
use super::bodies_and_items::looks;
use crate::dungeon::{Feature, Footing, Pool, Sight, Tile, builtin};
use crate::format::resolve::schema::context::ResolveContext;
use crate::format::resolve::schema::fields::{Fields, not_expected};
use crate::format::spelling::nearest;
use crate::format::syntax::Value;

/// Who goes there, as `walk=` says it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileWalk {
    Yes,
    No,
    Slime,
}

const WALKS: [(&str, TileWalk); 3] = [
    ("yes", TileWalk::Yes),
    ("no", TileWalk::No),
    ("slime", TileWalk::Slime),
];

/// Reads what `tile ~ "deep water" …` says. What can be walked on can be seen across, unless it says otherwise.
pub fn declared_tile(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>, glyph: char) -> Tile {
    let walk = walk(desk, fields);
    let see = fields.yes(desk, "see");
    let see = see.map_or(walk != TileWalk::No, |see| see.value);
    let name = fields.text_or(desk, "name").map(|name| name.value);
    let says = fields.words(desk, "says").map(|says| says.value);
    let (own_glyph, colour) = looks(desk, fields);
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
        says: says.unwrap_or_default(),
    }
}

/// `walk=`: everybody goes there unless it says otherwise.
fn walk(desk: &mut ResolveContext<'_>, fields: &mut Fields<'_>) -> TileWalk {
    let Some(pair) = fields.value("walk") else {
        return TileWalk::Yes;
    };
    let span = pair.value.span;
    let said = desk.text(span);
    if let (Value::Word(_), Some((_, walk))) = (
        &pair.value.value,
        WALKS.into_iter().find(|(word, _)| *word == said),
    ) {
        return walk;
    }
    let finding = not_expected(desk, pair, "`yes`, `no` or `slime`");
    desk.report_once(
        match nearest(said.trim_matches('"'), WALKS.map(|(word, _)| word)) {
            Some(meant) => finding
                .help(format!("write `walk={meant}`"))
                .fix(span, meant),
            None => finding,
        },
    );
    TileWalk::Yes
}
