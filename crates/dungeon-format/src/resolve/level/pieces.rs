//! The things that a glyph puts on its cell, as its own record or a mark says.
use std::sync::Arc;

use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::bodies_and_items;
use crate::resolve::records::bodies_and_items::BodySpec;
use crate::resolve::records::boulders::targeted_mark;
use crate::resolve::records::features::{FeatureSpec, terrain};
use crate::resolve::records::stats::{GivenStats, kind_name};
use crate::resolve::schema::context::Context;
use crate::resolve::schema::fields::Fields;
use crate::source::Span;
use dungeon_model::dungeon::game_profile::Thing;
use dungeon_model::dungeon::grammar::nouns::with_article;
use dungeon_model::dungeon::{CellSharing, ItemId, Kind, KindId, Side, TileId};

/// One of the things that a glyph puts on its cell.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Terrain that does nothing.
    Tile(TileId),
    /// A door, stairs, a trap or a sign.
    Feature(Arc<FeatureSpec>),
    /// An item: what its glyph stands for, and what it is with its own numbers.
    Item(ItemId, ItemId),
    /// A body: what its glyph stands for, and what it is with its own numbers.
    Body(KindId, BodySpec),
}

/// The layer of a cell that a piece fills: a cell holds one thing of each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellLayer {
    /// What the cell is made of.
    Terrain,
    /// What lies there.
    Item,
    /// A body that stands there.
    Body,
}

impl Piece {
    /// What its glyph stands for, whatever numbers the text gives it.
    pub fn thing(&self) -> Thing {
        match self {
            Piece::Tile(tile) => Thing::Tile(*tile),
            Piece::Feature(feature) => Thing::Feature(feature.kind),
            Piece::Item(base, _) => Thing::Item(*base),
            Piece::Body(base, _) => Thing::Body(*base),
        }
    }

    /// The layer that the piece fills.
    pub fn layer(&self) -> CellLayer {
        match self {
            Piece::Tile(_) | Piece::Feature(_) => CellLayer::Terrain,
            Piece::Item(..) => CellLayer::Item,
            Piece::Body(..) => CellLayer::Body,
        }
    }
}

/// S-10: the item of the herd, if these two put such a one and a monster on the same cell.
pub fn eaten_item(cx: &Context<'_>, pieces: [&Piece; 2]) -> Option<ItemId> {
    let (Piece::Item(_, item), Piece::Body(kind, _)) = (match pieces {
        [item @ Piece::Item(..), body] | [body, item] => (item, body),
    }) else {
        return None;
    };
    let is_eaten = cx.tables.item(*item).herd && cx.tables.kind(*kind).side == Side::Theirs;
    (is_eaten && cx.game.sharing == CellSharing::Alone).then_some(*item)
}

/// What a mark makes of its glyph's thing.
pub fn read(cx: &mut Context<'_>, map: &LevelMap, mut fields: Fields<'_>, thing: Thing) -> Piece {
    match thing {
        Thing::Item(base) => {
            let own = cx.tables.item(base).clone();
            let what = format!("a mark for {}", with_article(&own.name));
            let numbers = std::mem::take(&mut fields.numbers);
            let own = bodies_and_items::item(cx, &mut fields, own);
            fields.numbers = numbers;
            let id = cx.item(own, fields.span, base);
            fields.finish(cx, &what);
            Piece::Item(base, id)
        }
        Thing::Body(base) => {
            let what = format!("a mark for {}", kind_name(cx.tables.kind(base)));
            let mut spec = BodySpec::plain(cx, base);
            spec.read_keys(cx, Some(map), &mut fields, GivenStats::default());
            fields.finish(cx, &what);
            Piece::Body(base, spec)
        }
        Thing::Tile(base) => Piece::Tile(terrain(cx, fields, base)),
        Thing::Feature(kind) => {
            let feature = FeatureSpec::plain(kind).read(cx, map, fields);
            Piece::Feature(Arc::new(feature))
        }
    }
}

/// Makes the body of a mark one that is wanted, and its floor one that is to be covered, where a goal names the mark.
pub fn want_if_marked(cx: &mut Context<'_>, piece: &mut Piece, mark: char, span: Span) {
    let spec = match piece {
        Piece::Body(_, spec) => spec,
        Piece::Tile(tile) => {
            *tile = targeted_mark(cx, *tile, mark, span);
            return;
        }
        Piece::Feature(_) | Piece::Item(..) => return,
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

/// A thing as its glyph alone says.
pub fn plain(cx: &Context<'_>, thing: Thing) -> Piece {
    match thing {
        Thing::Item(item) => Piece::Item(item, item),
        Thing::Body(kind) => Piece::Body(kind, BodySpec::plain(cx, kind)),
        Thing::Tile(tile) => Piece::Tile(tile),
        Thing::Feature(kind) => Piece::Feature(Arc::new(FeatureSpec::plain(kind))),
    }
}
