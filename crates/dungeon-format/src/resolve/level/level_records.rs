//! The records of one level, which describe drawn things or add new things.
use std::sync::Arc;

use super::draft::Draft;
use super::layer::DraftThing;
use super::legend::Legend;
use super::pieces::Piece;
use crate::diagnostic::{Code, Diagnostic};
use crate::keys::RecordKind;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::bodies_and_items;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::records::boulders::laid;
use crate::resolve::records::features::{FeatureData, FeatureSpec, PlacedFeature, terrain};
use crate::resolve::records::respelled_numbers::respell_numbers;
use crate::resolve::records::stats::{body_numbers, kind_name};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::resolve::schema::source_map::{Origin, SourceRef};
use crate::resolve::schema::unknowns::Unknowns;
use crate::source::{Span, Spanned};
use crate::syntax::{Integrity, Record};
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{Feature, ItemId, KindId, Side, TileId};
use dungeon_model::space::geometry::Point;

/// The state that the records of a level read and change.
#[derive(Debug)]
pub struct LevelContext<'a, 'g> {
    /// The level's map.
    pub map: &'a LevelMap,
    /// The meanings of the characters on the level.
    pub legend: Legend<'g>,
    /// The level so far.
    pub draft: Draft,
    /// The things that broken records may have placed.
    pub unknowns: Unknowns,
}

impl Unknowns {
    /// Notes that a broken record may have placed things of the same sorts as these pieces: heroes, items, monsters or
    /// terrain.
    pub fn note(&mut self, cx: &Context<'_>, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Item(..) => self.items = true,
                Piece::Body(base, _) => match cx.tables.kind(*base).side {
                    Side::Ours => self.hero = true,
                    Side::Theirs => self.enemies = true,
                },
                Piece::Tile(_) | Piece::Feature(_) => self.terrain = true,
            }
        }
    }
}

/// Reads a record that begins with a glyph and a cell: `GLYPH x y …`.
pub fn record(
    cx: &mut Context<'_>,
    level: &mut LevelContext<'_, '_>,
    record: &Record,
    glyph: char,
) {
    let glyph = Spanned::new(glyph, record.head.span);
    let is_broken = record.integrity == Integrity::Broken;
    if is_broken && record.numbers.is_empty() && !level.legend.knows(glyph.value) {
        return; // perhaps a comment
    }
    let pieces = level.legend.pieces(cx, glyph);
    if is_broken || pieces.is_empty() {
        level.unknowns.note(cx, &pieces);
        return;
    }
    let mut fields = Fields::new(cx, RecordKind::Terrain, record);
    let Some(p) = place(level.map, &mut fields) else {
        level.unknowns.note(cx, &pieces);
        return;
    };
    level.draft.choices.add(level.legend.offer(glyph.value), p);
    if !level.legend.is_by_chance(fields.cx, glyph.value) {
        if let Some((drawn, mark)) = level.draft.draws.at(p) {
            taken_by_chance(cx, record, p, drawn, mark);
            return;
        }
    } else if level.draft.is_taken(p) || level.draft.draws.at(p).is_some() {
        let message = format!(
            "expected an empty cell for the mark `{}`, which chance decides, found {p} taken",
            glyph.value
        );
        let finding = Diagnostic::new(Code::CellTaken, record.span, message);
        cx.report(finding.help("add the other thing to the alternatives of the mark"));
        return;
    } else {
        if !fields.is_empty() {
            only_a_place(cx, level, record, glyph.value);
        }
        let floor = level.draft.floor_at(cx, p);
        level.draft.tiles.set(p, floor);
        let (draft, legend) = (&mut level.draft, &mut level.legend);
        let mark = (glyph.value, p, record.span);
        draft.put_mark(cx, mark, |is_known| {
            legend.drawn_with(glyph.value, is_known)
        });
        return;
    }
    if pieces.len() > 1 && !fields.is_empty() {
        only_a_place(fields.cx, level, record, glyph.value);
        fields = Fields::classic(cx, record.span, &[]);
    }
    for piece in pieces {
        put(level.map, &mut level.draft, p, piece, &mut fields);
    }
}

/// Reports a record for a cell that chance decides.
fn taken_by_chance(cx: &mut Context<'_>, record: &Record, p: Point, drawn: Span, mark: char) {
    let message =
        format!("expected no record for {p}, where chance decides the mark `{mark}`, found one");
    let finding = Diagnostic::new(Code::CellTaken, record.span, message);
    let finding = finding.label(drawn, "this is the cell");
    let help = format!("add it to the mark, for example with a second line `mark {mark} …`");
    cx.report(finding.help(help));
}

fn only_a_place(cx: &mut Context<'_>, level: &LevelContext<'_, '_>, record: &Record, glyph: char) {
    let (what, help) = match level.legend.class_draw(glyph) {
        Some(_) => (
            "which is a class",
            format!("use a mark for values of its own, such as `mark 1 {glyph} health=5`"),
        ),
        None => (
            "because its marks stand for several things",
            "add the keys to the marks".to_string(),
        ),
    };
    let message = format!("expected only a place for `{glyph}`, {what}, found other values too");
    cx.report(Diagnostic::new(Code::BadValue, record.span, message).help(help));
}

/// Takes the first two numbers of a record, which name a cell. `parse` guarantees that the record has them. `None` for
/// a cell outside the map, which is reported.
pub fn place(map: &LevelMap, fields: &mut Fields<'_, '_>) -> Option<Point> {
    let &[x, y, ..] = fields.numbers.as_slice() else {
        return None;
    };
    fields.numbers.drain(..2);
    map.cell(fields.cx, x.value, y.value, x.span.to(y.span))
}

/// Adds a thing to a cell. If the map draws the same thing there, sets its stats and texts instead.
pub fn put(map: &LevelMap, draft: &mut Draft, p: Point, piece: Piece, fields: &mut Fields<'_, '_>) {
    match piece {
        Piece::Tile(tile) => {
            let span = fields.span;
            let tile = terrain(fields, tile);
            let tile = match fields.cx.tables.tile(tile).feature {
                Feature::Boulder(_) => boulder(fields.cx, map, draft, p, span, tile),
                _ => Some(tile),
            };
            if let Some(tile) = tile.filter(|_| fields.cx.admits(1, span)) {
                draft.change(p, tile, span);
            }
        }
        Piece::Feature(feature) => put_feature(map, draft, p, &feature, fields),
        Piece::Item(base, id) => put_item(draft, p, base, id, fields),
        Piece::Body(base, spec) => put_body(map, draft, p, base, spec, fields),
    }
}

/// Returns the tile of a boulder on the terrain drawn at a cell. Reports terrain that cannot hold a boulder, and
/// returns `None`.
fn boulder(
    cx: &mut Context<'_>,
    map: &LevelMap,
    draft: &Draft,
    p: Point,
    record: Span,
    tile: TileId,
) -> Option<TileId> {
    if let Some((found, drawn)) = lost_under(cx, map, draft, p) {
        let message = format!("expected floor under a boulder at {p}, found {found}");
        let mut finding = Diagnostic::new(Code::CellTaken, record, message);
        if let Some(drawn) = drawn {
            finding = finding.label(drawn, "the boulder would replace this");
        }
        cx.report(finding.help("move the boulder to another cell, or draw floor there"));
        return None;
    }
    let floor = match draft.feature(p) {
        // The feature becomes visible again when the boulder moves on.
        Some(feature) => feature.spec.tile(cx, feature.floor, None, record),
        None => draft.floor_at(cx, p),
    };
    Some(laid(cx, tile, floor, record))
}

/// If the terrain drawn at a cell would be lost under a boulder, returns its name for messages and its place. `None`
/// for floor, which stays under the boulder, and for walls and water, which the record may replace.
fn lost_under(
    cx: &Context<'_>,
    map: &LevelMap,
    draft: &Draft,
    p: Point,
) -> Option<(String, Option<Span>)> {
    if let Some(feature) = draft.feature(p) {
        let is_lost = !matches!(feature.spec.data, FeatureData::Stands);
        return is_lost.then(|| (feature.spec.name().to_string(), Some(feature.place.span)));
    }
    let tile = cx.tables.tile(draft.tiles.get(p)?);
    let is_lost = !matches!(tile.feature, Feature::Plain | Feature::Boulder(_));
    is_lost.then(|| (tile.name.clone(), map.rows.cell(cx.source, p)))
}

fn put_feature(
    map: &LevelMap,
    draft: &mut Draft,
    p: Point,
    spec: &Arc<FeatureSpec>,
    fields: &mut Fields<'_, '_>,
) {
    let record = fields.span;
    let drawn = draft
        .feature(p)
        .filter(|feature| feature.spec.kind == spec.kind && feature.record.is_none());
    let mut feature = match drawn {
        Some(feature) => PlacedFeature {
            place: SourceRef {
                origin: Origin::Described,
                ..feature.place
            },
            ..feature.clone()
        },
        None => {
            let floor = draft.floor_at(fields.cx, p);
            PlacedFeature::new(spec.clone(), floor, record, Origin::Added)
        }
    };
    feature.spec = Arc::new((*feature.spec).clone().read(map, fields));
    feature.record = Some(record);
    draft.put_feature(fields.cx, p, feature);
}

fn put_item(draft: &mut Draft, p: Point, base: ItemId, id: ItemId, fields: &mut Fields<'_, '_>) {
    let (span, thing) = (fields.span, Thing::Item(base));
    let drawn = draft.items.drawn(p, thing).map(|item| item.what);
    let plain = drawn.unwrap_or(id);
    let own = fields.cx.tables.item(plain).clone();
    respell_numbers(fields, fields.cx.game.form().item_numbers, None);
    let own = bodies_and_items::item(fields, own);
    if !fields.is_empty() {
        let what = with_article(&fields.cx.tables.item(plain).name);
        fields.finish(&what);
    }
    let id = fields.cx.item(own, span, base);
    if let Some(item) = draft.items.drawn(p, thing) {
        item.describe(id, span);
        fields.cx.admits(1, span);
    } else {
        let added = DraftThing::new(p, (thing, id), span, Origin::Added);
        draft.put_item(fields.cx, added);
    }
}

fn put_body(
    map: &LevelMap,
    draft: &mut Draft,
    p: Point,
    base: KindId,
    spec: BodySpec,
    fields: &mut Fields<'_, '_>,
) {
    let (span, thing) = (fields.span, Thing::Body(base));
    let drawn = draft.bodies.drawn(p, thing);
    let mut spec = drawn.map_or(spec, |body| body.what.clone());
    let plain = spec.kind;
    let kind = fields.cx.tables.kind(plain);
    let order = body_numbers(fields.cx, kind);
    let start = kind.walks_a_route().then_some(p);
    respell_numbers(fields, order, start);
    spec.read_numbers(map, fields);
    spec.read_keys(Some(map), fields);
    if !fields.is_empty() {
        let what = kind_name(fields.cx.tables.kind(plain));
        fields.finish(&what);
    }
    if let Some(body) = draft.bodies.drawn(p, thing) {
        body.describe(spec, span);
        fields.cx.admits(1, span);
    } else {
        let added = DraftThing::new(p, (thing, spec), span, Origin::Added);
        draft.put_body(fields.cx, added);
    }
}
