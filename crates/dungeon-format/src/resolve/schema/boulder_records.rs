//! What the tile records of a file say about boulders, stored until the levels are read.
use std::collections::HashMap;

use crate::source::Spanned;
use dungeon_model::dungeon::TileId;

/// The terrain that boulders fill, and the tiles that differ from declared tiles only in name, appearance or message.
#[derive(Debug, Default)]
pub struct BoulderRecords {
    /// Each sort of boulders with a `fills=` key, and the glyph that is the value of the key.
    pub fills: Vec<(TileId, Spanned<char>)>,
    /// Each sort of boulders with a `fills=` key, and the tile that the boulders fill.
    pub filled: Vec<(TileId, TileId)>,
    /// The tiles that a record or a mark made from another tile, each with that original tile.
    pub changed: HashMap<TileId, TileId>,
}

impl BoulderRecords {
    /// Returns the declared or built-in tile that a tile was made from.
    pub fn base(&self, tile: TileId) -> TileId {
        let mut base = tile;
        // Follow the chain of originals; it ends, because each original is older than the tile made from it.
        while let Some(before) = self.changed.get(&base).filter(|before| **before != base) {
            base = *before;
        }
        base
    }
}
