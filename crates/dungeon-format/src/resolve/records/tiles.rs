//! `tile ~ "deep water" …`: terrain that a file declares (docs/format, "Tiles").
use super::acting::{read_acting, refuse_acting};
use super::bodies_and_items::looks;
use super::boulders::{PushSpec, targeted};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{GLOW, NAME, SAYS, SEE, WALK};
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::{Feature, Footing, Pool, Sight, Tile, TileId, builtin};

/// The bodies that can walk on a declared tile: the value of `walk=`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileWalk {
    Yes,
    No,
    Slime,
}

/// Reads `tile ~ "deep water" …`, and returns the id of the tile.
pub fn declared_tile(fields: &mut Fields<'_, '_>, glyph: char, span: Span) -> TileId {
    let push = PushSpec::read(fields);
    let acting = read_acting(fields);
    let mut tile = plain_tile(fields, glyph, push);
    match acting {
        Some((acting, _)) if tile.footing == Footing::Anyone => {
            tile.feature = Feature::Acting(acting);
        }
        Some((_, said)) => refuse_acting(fields.cx, said),
        None => {}
    }
    let tile = targeted(fields.cx, tile, glyph);
    fields.finish("a tile");
    push.declare(fields.cx, tile, span)
}

/// Reads a declared tile, except the keys of boulders (`push=`, `fills=`) and of terrain that acts on bodies, such as
/// `harm=`. Bodies see through a tile that they can walk on, unless it has `see=no`.
fn plain_tile(fields: &mut Fields<'_, '_>, glyph: char, push: PushSpec) -> Tile {
    let walk = match push.push {
        Some(pushed) => pushed_walk(fields, pushed),
        None => walk(fields),
    };
    let see = fields.yes(&SEE);
    let see = see.map_or(walk != TileWalk::No, |see| see.value);
    let (footing, plain_name, feature) = match walk {
        TileWalk::Yes => (Footing::Anyone, "floor", Feature::Plain),
        TileWalk::No if push.push.is_some() => (Footing::Drifters, "boulder", Feature::Plain),
        TileWalk::No => (Footing::Drifters, "wall", Feature::Plain),
        TileWalk::Slime => {
            let cleared = builtin::FLOOR;
            (Footing::Slime, "slime", Feature::Pool(Pool { cleared }))
        }
    };
    let name = fields.text_or(&NAME).map(|name| name.value);
    let mut tile = Tile {
        name: name.unwrap_or_else(|| plain_name.to_string()),
        glyph,
        fine: None,
        colour: None,
        footing,
        sight: if see { Sight::Clear } else { Sight::Blocked },
        feature,
        glow: 0,
        says: String::new(),
        is_target: false,
    };
    fields.set(&SAYS, &mut tile.says);
    looks(fields, &mut tile.glyph, &mut tile.colour);
    fields.set(&GLOW, &mut tile.glow);
    tile
}

/// Reads `walk=`; `Yes` without the key.
fn walk(fields: &mut Fields<'_, '_>) -> TileWalk {
    match fields.one_of(&WALK).map(|walk| walk.value) {
        Some("no") => TileWalk::No,
        Some("slime") => TileWalk::Slime,
        _ => TileWalk::Yes,
    }
}

/// Returns `TileWalk::No` for a tile with `push=yes`, which bodies push and do not walk on. Reports any other `walk=`.
fn pushed_walk(fields: &mut Fields<'_, '_>, pushed: Span) -> TileWalk {
    if let Some(walk) = fields.one_of(&WALK).filter(|walk| walk.value != "no") {
        let message = format!(
            "expected `walk=no` for a tile with `push=yes`, found `walk={}`",
            walk.value
        );
        let finding = Diagnostic::new(Code::BadValue, walk.span, message);
        let finding = finding.label(pushed, "the tile is pushed");
        let help = "remove `walk=`: bodies push the tile and do not walk on it";
        fields.report(finding.help(help).fix(walk.span, "no"));
    }
    TileWalk::No
}
