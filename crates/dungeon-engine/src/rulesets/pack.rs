//! What a hero does with what he keeps: he uses it, which uses it up, or wears it (P-*).
use crate::action::{ActorId, Refusal};
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{ItemId, Keeping};

/// P-2, P-3: whether a thing is in the pack, and not worn already.
pub fn check(world: &World, item: ItemId) -> Result<(), Refusal> {
    match world.pack() {
        pack if !pack.contains(item) => Err(Refusal::NotCarried),
        pack if pack.worn() == Some(item) => Err(Refusal::WornAlready),
        _ => Ok(()),
    }
}

/// Uses a thing of the pack, or puts it on.
pub fn use_or_wear(stage: &mut Stage<'_>, who: ActorId, item: ItemId) {
    match stage.item(item).keeping {
        Keeping::ToWear { .. } => stage.wear(who, item),
        Keeping::ToUse | Keeping::No => stage.use_up(who, item),
    }
}
