//! Boulders: the keys `push=`, `fills=` and `goal cover=`, a tile for each boulder on each kind of floor, and the
//! terrain that boulders can be pushed onto (docs/format, "Boulders").
use std::collections::HashMap;

use super::named_glyphs::{FILLABLE, is_fillable};
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::{FILLS, PUSH};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::glyphs::GlyphTable;
use crate::source::{Span, Spanned};
use dungeon_model::dungeon::{Boulder, Feature, Footing, Push, Tile, TileId, builtin};

/// The keys `push=` and `fills=` of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct PushSpec {
    /// The place of `push=yes`; `None` for a tile that is not a boulder.
    pub push: Option<Span>,
    fills: Option<Spanned<char>>,
}

impl PushSpec {
    /// Reads `push=` and `fills=` in games that have them.
    pub fn read(fields: &mut Fields<'_, '_>) -> PushSpec {
        let push = fields.yes(&PUSH).filter(|push| push.value);
        let fills = FILLABLE.glyph(fields, &FILLS);
        PushSpec {
            push: push.map(|push| push.span),
            fills,
        }
    }

    /// Returns the id of a declared tile. A tile with `push=yes` becomes a sort of boulders. Stores the glyph of
    /// `fills=`, which `link_fills` looks up later.
    pub fn declare(self, cx: &mut Context<'_>, tile: Tile, span: Span) -> TileId {
        if self.push.is_none() {
            return cx.tile(tile, span, builtin::FLOOR);
        }
        let sort = boulder_sort(cx, &tile, span, builtin::FLOOR);
        if let Some(glyph) = self.fills {
            cx.boulders.fills.push((sort, glyph));
        }
        sort
    }
}

/// Returns the id of the sort of boulders that looks like a tile; `otherwise` if the table of tiles is full, which is
/// reported.
pub fn boulder_sort(cx: &mut Context<'_>, tile: &Tile, span: Span, otherwise: TileId) -> TileId {
    let named = |sort| Tile {
        feature: Feature::Boulder(Boulder {
            sort,
            leaves: builtin::FLOOR,
        }),
        ..tile.clone()
    };
    cx.tile_naming_itself(named, span, otherwise)
}

/// Returns the tile for placing `tile` on a floor: for a sort of boulders, the boulder on that floor; otherwise `tile`
/// itself.
pub fn laid(cx: &mut Context<'_>, tile: TileId, floor: TileId, span: Span) -> TileId {
    match cx.tables.tile(tile).feature {
        Feature::Boulder(boulder) => lying(cx, boulder.sort, floor, span).unwrap_or(tile),
        _ => tile,
    }
}

/// Returns the tile of a boulder on a floor. A boulder on a floor that must be covered (`cover=`) takes the color of
/// that floor. `None` if the table of tiles is full, which is reported.
fn lying(cx: &mut Context<'_>, sort: TileId, floor: TileId, span: Span) -> Option<TileId> {
    let (plain, under) = (cx.tables.tile(sort), cx.tables.tile(floor));
    let target_colour = under.colour.filter(|_| under.is_target);
    let tile = Tile {
        colour: target_colour.or(plain.colour),
        is_target: under.is_target,
        feature: Feature::Boulder(Boulder {
            sort,
            leaves: floor,
        }),
        ..plain.clone()
    };
    cx.tile_if_room(tile, span)
}

/// Looks up the glyphs of `fills=`, once everything is declared. Reports glyphs of terrain that cannot be filled.
pub fn link_fills(cx: &mut Context<'_>, glyphs: &GlyphTable) {
    for (sort, glyph) in std::mem::take(&mut cx.boulders.fills) {
        let thing = glyphs.use_thing(glyph.value);
        if let Some(tile) = thing.and_then(|thing| (FILLABLE.pick)(cx, thing)) {
            cx.boulders.filled.push((sort, tile));
        } else {
            FILLABLE.refuse(cx, glyphs, &FILLS, glyph, thing);
        }
    }
}

/// Returns a declared tile. If a `cover=` names its glyph, marks the tile as one that boulders must cover, or reports a
/// tile that is not floor.
pub fn targeted(cx: &mut Context<'_>, tile: Tile, glyph: char) -> Tile {
    let Some(said) = cx.goals.covers(glyph) else {
        return tile;
    };
    let is_target = is_floor(&tile);
    if !is_target {
        report_no_target(cx, said);
    }
    Tile { is_target, ..tile }
}

/// Returns the tile of a mark. If a `cover=` names the mark, this is a tile that boulders must cover; reports a tile
/// that is not floor.
pub fn targeted_mark(cx: &mut Context<'_>, id: TileId, mark: char, span: Span) -> TileId {
    let Some(said) = cx.goals.covers(mark) else {
        return id;
    };
    let tile = cx.tables.tile(id).clone();
    if !is_floor(&tile) {
        report_no_target(cx, said);
        return id;
    }
    let is_target = true;
    cx.variant(Tile { is_target, ..tile }, span, id)
}

fn report_no_target(cx: &mut Context<'_>, said: Span) {
    let message = "expected floor for `cover=`, found terrain that boulders cannot be pushed onto";
    let finding = Diagnostic::new(Code::BadValue, said, message);
    cx.report_once(finding.help("declare it as floor, such as `tile T \"target\"`"));
}

/// Whether boulders can be pushed onto a tile: bodies walk on it, and it has no feature.
pub fn is_floor(tile: &Tile) -> bool {
    tile.footing == Footing::Anyone && tile.feature == Feature::Plain
}

/// The maximum number of pairs, each of a sort of boulders and terrain onto which they can be pushed; equal to the
/// number of tiles in a full table.
const MOST_PUSHES: usize = 1 << u16::BITS;

/// Returns all terrain that each sort of boulders can be pushed onto, once all levels are read. Adds a tile for each
/// sort on each kind of floor. Reports more than `MOST_PUSHES` pairs at `span`.
pub fn pushes(cx: &mut Context<'_>, span: Span) -> Vec<Push> {
    let count = cx.tables.tiles.rows.len();
    let ids = || (0..count).map(TileId::of);
    let is_sort = |id: &TileId| match cx.tables.tile(*id).feature {
        Feature::Boulder(boulder) => boulder.sort == *id,
        _ => false,
    };
    let sorts: Vec<TileId> = ids().filter(is_sort).collect();
    if sorts.is_empty() {
        return Vec::new();
    }
    let floors = ids().filter(|id| is_floor(cx.tables.tile(*id)));
    let floors: Vec<TileId> = floors.collect();
    let mut alike: HashMap<TileId, Vec<TileId>> = HashMap::new();
    for id in ids().filter(|id| is_fillable(cx.tables.tile(*id))) {
        alike.entry(cx.boulders.base(id)).or_default().push(id);
    }
    let mut pushes = Vec::new();
    for sort in sorts {
        let declared = cx.boulders.base(sort);
        let filled = cx.boulders.filled.iter();
        let filled = filled.filter(|(who, _)| *who == declared);
        let filled: Vec<TileId> = filled
            .filter_map(|(_, water)| alike.get(water))
            .flatten()
            .copied()
            .collect();
        if pushes.len() + floors.len() + filled.len() > MOST_PUSHES {
            report_too_many(cx, span);
            break;
        }
        for &onto in &floors {
            let Some(becomes) = lying(cx, sort, onto, span) else {
                return Vec::new();
            };
            pushes.push(Push {
                sort,
                onto,
                becomes,
            });
        }
        pushes.extend(filled.into_iter().map(|onto| Push {
            sort,
            onto,
            becomes: builtin::FLOOR,
        }));
    }
    pushes.sort_unstable();
    pushes
}

fn report_too_many(cx: &mut Context<'_>, span: Span) {
    let message = format!(
        "expected at most {MOST_PUSHES} pairs of a boulder and terrain to push it onto, found more"
    );
    let finding = Diagnostic::new(Code::Limit, span, message);
    cx.report(finding.help("declare fewer tiles, or give fewer of them their own words and looks"));
}
