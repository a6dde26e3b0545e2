//! The kinds and the items that may appear on a level, for any seed.
use std::collections::BTreeSet;

use super::cause::{CauseEffect, CauseRecord};
use super::ids::{ItemId, KindId};
use super::kind::Kind;
use super::level::Level;
use super::vault::Vault;

/// The kinds and the items that may appear on a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatMayCome {
    /// The kinds of bodies, including the kinds of their offspring.
    pub kinds: BTreeSet<KindId>,
    /// The items that the level's map, scatters and vaults place, that a cause gives, or that a body of these kinds
    /// drops.
    pub items: BTreeSet<ItemId>,
}

impl WhatMayCome {
    /// Collects the kinds and items of a level's map, all options of its random marks, its scatters, and these vaults
    /// and causes.
    pub(super) fn of<'a>(
        level: &Level,
        vaults: impl Iterator<Item = &'a Vault>,
        causes: impl Iterator<Item = &'a CauseRecord>,
        table: &[Kind],
    ) -> WhatMayCome {
        let (perhaps_items, perhaps_kinds) = level.perhaps();
        let mut items: BTreeSet<ItemId> = perhaps_items.into_iter().collect();
        let mut kinds: BTreeSet<KindId> = perhaps_kinds.into_iter().collect();
        items.extend(level.items.iter().map(|(_, item)| *item));
        kinds.extend(level.spawns.iter().map(|spawn| spawn.kind));
        for thing in level.used_scatters().map(|(_, one)| one.what.thing()) {
            items.extend(thing.item());
            kinds.extend(thing.body());
        }
        for vault in vaults {
            items.extend(vault.all_items());
            kinds.extend(vault.all_kinds());
        }
        for effect in causes.flat_map(|cause| &cause.effects) {
            match effect {
                CauseEffect::Give(item) => items.extend(item.all()),
                CauseEffect::Spawn { kind, .. } => kinds.extend(kind.all()),
                _ => {}
            }
        }
        let kinds = with_brood(table, kinds);
        for kind in &kinds {
            items.extend(table[usize::from(kind.0)].drops.all());
        }
        WhatMayCome { kinds, items }
    }
}

/// Returns these kinds and the kinds of their offspring, over all generations. `table` has the kinds by `KindId`.
pub(super) fn with_brood(
    table: &[Kind],
    kinds: impl IntoIterator<Item = KindId>,
) -> BTreeSet<KindId> {
    let mut open: Vec<KindId> = kinds.into_iter().collect();
    let mut all: BTreeSet<KindId> = open.iter().copied().collect();
    while let Some(parent) = open.pop() {
        let offspring = table[usize::from(parent.0)].spawns.iter();
        let born = offspring.flat_map(|offspring| offspring.kind.all());
        open.extend(born.filter(|born| all.insert(*born)));
    }
    all
}
