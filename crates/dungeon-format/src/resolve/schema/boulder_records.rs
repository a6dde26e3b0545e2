//! What the tiles of a file say together of boulders, until the levels are read.
use std::collections::HashMap;

use crate::source::Spanned;
use dungeon_model::dungeon::TileId;

/// What boulders fill, and which tiles differ from declared ones in nothing but looks and words.
#[derive(Debug, Default)]
pub struct BoulderRecords {
    /// Each sort of boulders that fills something, with the glyph that it names.
    pub fills: Vec<(TileId, Spanned<char>)>,
    /// Each sort of boulders that fills something, with that.
    pub filled: Vec<(TileId, TileId)>,
    /// Each tile that a record or a mark has changed, with the one that it was.
    pub changed: HashMap<TileId, TileId>,
}

impl BoulderRecords {
    /// The declared or built-in tile that a tile was made of.
    pub fn base(&self, tile: TileId) -> TileId {
        let mut base = tile;
        // A chain is as long as there are records about one tile; a tile is changed into new ones alone.
        while let Some(before) = self.changed.get(&base).filter(|before| **before != base) {
            base = *before;
        }
        base
    }
}
