//! The data about boulders from the tiles of a file, stored until the levels are read.
use std::collections::HashMap;

use crate::source::Spanned;
use dungeon_model::dungeon::TileId;

/// The terrain that boulders fill, and the tiles that differ from declared tiles only in name, appearance or message.
#[derive(Debug, Default)]
pub struct BoulderRecords {
    /// The sorts of boulders with `fills=`, with the glyph of that key.
    pub fills: Vec<(TileId, Spanned<char>)>,
    /// The sorts of boulders with `fills=`, with the tile that they fill.
    pub filled: Vec<(TileId, TileId)>,
    /// The tiles that a record or a mark made from another tile, each with that original tile.
    pub changed: HashMap<TileId, TileId>,
}

impl BoulderRecords {
    /// Returns the declared or built-in tile that a tile was made from.
    pub fn base(&self, tile: TileId) -> TileId {
        let mut base = tile;
        // A chain has one link per record about a tile, and ends, since each link leads to an older tile.
        while let Some(before) = self.changed.get(&base).filter(|before| **before != base) {
            base = *before;
        }
        base
    }
}
