//! The use of items in the inventory: items are used up or worn (P-*).
use crate::action::{ActorId, Refusal};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{ItemId, Keeping};

/// Checks that an item is in the pack, and is not already worn (P-2, P-3).
pub fn check(world: &World, item: ItemId) -> Result<(), Refusal> {
    match world.pack() {
        pack if !pack.contains(item) => Err(Refusal::NotCarried),
        pack if pack.is_worn(item) => Err(Refusal::WornAlready),
        _ => Ok(()),
    }
}

/// Makes a hero use up an item of the pack, or wear it if it can be worn.
pub fn use_or_wear(stage: &mut Stage<'_>, who: ActorId, item: ItemId) {
    match stage.item(item).keeping {
        Keeping::ToWear { .. } => stage.wear(who, item),
        Keeping::ToUse | Keeping::No => stage.use_up(who, item),
    }
}
