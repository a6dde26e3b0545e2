//! Turns features (doors, stairs, traps and signs) into tiles, once all levels are known and stairs can be linked.
//!
//! This pass must run after all levels are read: a record below a map may still set the target of drawn stairs. The
//! order of its steps must not change: it numbers the terrain of all levels before the doors of any level, and
//! checksums of games contain these numbers.
use std::mem;

use super::level_index::LevelIndex;
use crate::resolve::level::draft::Draft;
use crate::resolve::map::map_text::LevelMap;
use crate::resolve::records::features::{FeatureData, FeatureSpec, note_lock};
use crate::resolve::schema::context::Context;
use crate::source::Spanned;
use dungeon_model::dungeon::{LockId, ScatteredThing, TileId, builtin};
use dungeon_model::space::geometry::Point;

/// Turns a level's doors, stairs, traps and signs into tiles. Reports and removes stairs without a target and features
/// on the map's outermost ring, if no body can stand there. Returns the locks of the doors, with the places that name
/// them.
pub fn link_stairs(
    cx: &mut Context<'_>,
    index: &LevelIndex<'_>,
    here: usize,
    map: &LevelMap,
    draft: &mut Draft,
) -> Vec<Spanned<LockId>> {
    let mut locks = Vec::new();
    for (p, feature) in mem::take(&mut draft.features) {
        let span = feature.place.span;
        if !cx.game.rim.is_played_on() && !map.size.contains_inside_rim(p) {
            feature.spec.on_the_rim(cx, p, span);
            draft.tiles.set(p, builtin::WALL);
            continue;
        }
        let place = Spanned::new(Some(p), span);
        let Some(tile) = tile(cx, index, here, &feature.spec, feature.floor, place) else {
            continue;
        };
        note_lock(&mut locks, &feature.spec);
        draft.tiles.set(p, tile);
        draft.features.insert(p, feature);
    }
    let mut draws = mem::take(&mut draft.draws);
    draws.link(cx, |cx, feature, span| {
        let place = Spanned::new(None, span);
        let tile = tile(cx, index, here, feature, draft.floor, place)?;
        note_lock(&mut locks, feature);
        Some(tile)
    });
    draft.draws = draws;
    for mut scattered in mem::take(&mut draft.scatters) {
        if let Some(feature) = scattered.feature.take() {
            let place = Spanned::new(None, scattered.span);
            let Some(tile) = tile(cx, index, here, &feature, draft.floor, place) else {
                continue;
            };
            note_lock(&mut locks, &feature);
            scattered.scatter.what = ScatteredThing::Tile(tile);
        }
        draft.scatters.push(scattered);
    }
    locks
}

/// Makes the tile of a feature on the level with the index `here`. `place` holds the feature's place in the text, and
/// its cell; the cell is `None` if the feature is scattered or placed by chance or a cause. Returns `None` for stairs
/// without a target, which are reported.
pub fn tile(
    cx: &mut Context<'_>,
    index: &LevelIndex<'_>,
    here: usize,
    feature: &FeatureSpec,
    floor: TileId,
    place: Spanned<Option<Point>>,
) -> Option<TileId> {
    let stairs = match &feature.data {
        FeatureData::Stairs(stairs) => Some(index.target(cx, here, stairs, place)?),
        FeatureData::Stands | FeatureData::Door(_) | FeatureData::Trap(_) => None,
    };
    Some(feature.tile(cx, floor, stairs, place.span))
}
