//! The use of items in the inventory: items are used up, used and recharged, or worn (P-*).
use crate::action::{ActorId, Refusal};
use crate::event::Event;
use crate::stage::Stage;
use crate::world::World;
use dungeon_model::dungeon::{ItemId, Keeping};

/// Checks that an item is in the pack, is not already worn and is not recharging (P-2, P-3, P-6).
pub fn check(world: &World, item: ItemId) -> Result<(), Refusal> {
    match world.pack() {
        pack if !pack.contains(item) => Err(Refusal::NotCarried),
        pack if pack.is_worn(item) => Err(Refusal::WornAlready),
        pack if pack.ready(item) == 0 => Err(Refusal::Recharging(world.turns_to_ready(item))),
        _ => Ok(()),
    }
}

/// Makes the items usable whose time to recharge has passed (P-6).
pub fn recharge(stage: &mut Stage<'_>) {
    let (who, turn) = (stage.commanded(), stage.turn());
    let recharging = stage.pack().recharging().iter();
    let ready = recharging.filter(|one| one.ready <= turn);
    for item in ready.map(|one| one.item).collect::<Vec<_>>() {
        stage.emit(Event::Recharged { who, item });
    }
}

/// Makes a hero use up an item of the pack, or wear it if it can be worn.
pub fn use_or_wear(stage: &mut Stage<'_>, who: ActorId, item: ItemId) {
    match stage.item(item).keeping {
        Keeping::ToWear { .. } => stage.wear(who, item),
        Keeping::ToUse | Keeping::No => stage.use_up(who, item),
    }
}
