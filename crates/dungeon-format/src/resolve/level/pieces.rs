//! The things that a glyph puts on its cell, as the glyph's own record or a mark gives them.
use std::sync::Arc;

use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::bodies_and_items;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::records::boulders::targeted_mark;
use crate::resolve::records::features::{FeatureSpec, terrain};
use crate::resolve::records::stats::kind_name;
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{CellSharing, ItemId, ItemKind, Kind, KindId, Side, TileId};

/// One of the things that a glyph puts on its cell.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Plain terrain: not a door, stairs, a trap or a sign.
    Tile(TileId),
    /// A door, stairs, a trap or a sign.
    Feature(Arc<FeatureSpec>),
    /// An item: first the item that the glyph stands for, then the item with the changes that the mark's keys make.
    Item(ItemId, ItemId),
    /// A body: first the kind that the glyph stands for, then the body with the changes that the mark's keys make.
    Body(KindId, BodySpec),
}

/// A layer of a cell. A cell holds at most one thing of each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellLayer {
    /// The terrain of the cell, with its door, stairs, trap or sign.
    Terrain,
    /// The item that lies on the cell.
    Item,
    /// The body that stands on the cell.
    Body,
}

impl Piece {
    /// Returns the thing that the glyph stands for, without the changes that keys make.
    pub fn thing(&self) -> Thing {
        match self {
            Piece::Tile(tile) => Thing::Tile(*tile),
            Piece::Feature(feature) => Thing::Feature(feature.kind),
            Piece::Item(base, _) => Thing::Item(*base),
            Piece::Body(base, _) => Thing::Body(*base),
        }
    }

    /// Returns the layer that the piece fills.
    pub fn layer(&self) -> CellLayer {
        match self {
            Piece::Tile(_) | Piece::Feature(_) => CellLayer::Terrain,
            Piece::Item(..) => CellLayer::Item,
            Piece::Body(..) => CellLayer::Body,
        }
    }
}

/// If one of two pieces on a cell is an item of the herd and the other a monster, which would eat the item (S-10),
/// returns the item.
pub fn eaten_item(cx: &Context<'_>, pieces: [&Piece; 2]) -> Option<ItemId> {
    let (Piece::Item(_, item), Piece::Body(kind, _)) = (match pieces {
        [item @ Piece::Item(..), body] | [body, item] => (item, body),
    }) else {
        return None;
    };
    let is_eaten = cx.tables.item(*item).herd && cx.tables.kind(*kind).side == Side::Theirs;
    (is_eaten && cx.game.sharing == CellSharing::Alone).then_some(*item)
}

/// Makes the piece of a mark: the thing of its glyph, changed by the keys of the mark.
pub fn read(map: &LevelMap, fields: &mut Fields<'_, '_>, thing: Thing) -> Piece {
    match thing {
        Thing::Item(base) => {
            let own = fields.cx.tables.item(base).clone();
            let what = format!("a mark for {}", with_article(&own.name));
            let numbers = std::mem::take(&mut fields.numbers);
            let own = bodies_and_items::item(fields, own);
            fields.numbers = numbers;
            let id = fields.cx.item(own, fields.span, base);
            fields.finish(&what);
            Piece::Item(base, id)
        }
        Thing::Body(base) => {
            let what = format!("a mark for {}", kind_name(fields.cx.tables.kind(base)));
            let mut spec = BodySpec::plain(fields.cx, base);
            spec.read_keys(Some(map), fields);
            fields.finish(&what);
            Piece::Body(base, spec)
        }
        Thing::Tile(base) => Piece::Tile(terrain(fields, base)),
        Thing::Feature(kind) => {
            let feature = FeatureSpec::plain(kind).read(map, fields);
            Piece::Feature(Arc::new(feature))
        }
    }
}

/// If a goal names the mark, makes its monster a monster to kill (`kill=`), its item one to take (`take=`) or its floor
/// a cell to cover (`cover=`).
pub fn want_if_marked(cx: &mut Context<'_>, piece: &mut Piece, mark: char, span: Span) {
    let spec = match piece {
        Piece::Body(_, spec) => spec,
        Piece::Tile(tile) => {
            *tile = targeted_mark(cx, *tile, mark, span);
            return;
        }
        Piece::Item(_, item) => {
            if cx.goals.wants_thing(&mark.to_string()) {
                let wanted = ItemKind {
                    collectable: true,
                    ..cx.tables.item(*item).clone()
                };
                *item = cx.item(wanted, span, *item);
            }
            return;
        }
        Piece::Feature(_) => return,
    };
    let kind = cx.tables.kind(spec.kind).clone();
    if kind.side == Side::Theirs && cx.goals.wants(&mark.to_string()) {
        let wanted = Kind {
            is_wanted: true,
            ..kind
        };
        spec.kind = cx.kind(wanted, span, spec.kind);
    }
}

/// Makes the piece of a thing that no keys change.
pub fn plain(cx: &Context<'_>, thing: Thing) -> Piece {
    match thing {
        Thing::Item(item) => Piece::Item(item, item),
        Thing::Body(kind) => Piece::Body(kind, BodySpec::plain(cx, kind)),
        Thing::Tile(tile) => Piece::Tile(tile),
        Thing::Feature(kind) => Piece::Feature(Arc::new(FeatureSpec::plain(kind))),
    }
}
