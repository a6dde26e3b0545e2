//! The items that some cause waits for. Taking such an item triggers an effect.
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEvent, CauseRecord, ItemId};

/// The items that trigger a cause when they are taken, wherever they lie.
#[derive(Clone, Debug, Default)]
pub struct AwaitedItems {
    /// The items, sorted and without duplicates.
    items: Vec<ItemId>,
    /// The subset of `items` with numbers drawn by the seed. Maps hold variants of these items.
    drawn: Vec<ItemId>,
}

impl AwaitedItems {
    /// Collects the items that these causes wait for.
    pub fn of<'a>(
        world: &World,
        causes: impl IntoIterator<Item = &'a CauseRecord>,
    ) -> AwaitedItems {
        let taken = causes.into_iter().filter_map(|cause| match &cause.event {
            CauseEvent::Take(items) => Some(items),
            _ => None,
        });
        let mut items: Vec<ItemId> = taken.flatten().copied().collect();
        items.sort_unstable();
        items.dedup();
        let is_drawn = |item: &&ItemId| world.item(**item).variants != ItemId::NONE;
        let drawn = items.iter().filter(is_drawn).copied().collect();
        AwaitedItems { items, drawn }
    }

    /// Whether the list contains the item. A variant, whose numbers the seed has drawn, counts as its original item.
    pub fn contains(&self, world: &World, item: ItemId) -> bool {
        let is_it = |of: &ItemId| world.dungeon().is_variant(item, *of);
        self.items.binary_search(&item).is_ok() || self.drawn.iter().any(is_it)
    }
}
