//! The items that causes wait for: taking one of them is an event that something comes of.
use dungeon_engine::world::World;
use dungeon_model::dungeon::{CauseEvent, CauseRecord, ItemId};

/// The items that some causes wait for to be taken, wherever they lie.
#[derive(Clone, Debug, Default)]
pub struct AwaitedItems {
    /// The items, in order and each once.
    items: Vec<ItemId>,
    /// The items of these whose numbers the seed draws, so that what lies there is another one.
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

    /// Whether an item is one of these, or one that the seed chose in the place of one.
    pub fn contains(&self, world: &World, item: ItemId) -> bool {
        let is_it = |of: &ItemId| world.dungeon().is_variant(item, *of);
        self.items.binary_search(&item).is_ok() || self.drawn.iter().any(is_it)
    }
}
