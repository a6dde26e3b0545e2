//! The things that the scatters of a level may have placed.
use super::spelled_thing::SpelledThing;
use dungeon_model::dungeon::{Dungeon, ItemId, KindId, TileId};

/// The things of scatters by what they are.
#[derive(Default)]
pub(super) struct ScatteredThings {
    pub(super) tiles: Vec<(TileId, SpelledThing)>,
    pub(super) items: Vec<(ItemId, SpelledThing)>,
    pub(super) bodies: Vec<(KindId, SpelledThing)>,
}

impl ScatteredThings {
    pub(super) fn tile(&self, tile: TileId) -> Option<SpelledThing> {
        let mut all = self.tiles.iter();
        all.find(|(one, _)| *one == tile)
            .map(|(_, thing)| thing.clone())
    }

    pub(super) fn item(&self, dungeon: &Dungeon, item: ItemId) -> Option<SpelledThing> {
        let mut all = self.items.iter();
        let found = all.find(|(one, _)| *one == item || dungeon.is_variant(item, *one));
        found.map(|(_, thing)| thing.clone())
    }

    pub(super) fn body(&self, kind: KindId) -> Option<SpelledThing> {
        let mut all = self.bodies.iter();
        all.find(|(one, _)| *one == kind)
            .map(|(_, thing)| thing.clone())
    }
}
