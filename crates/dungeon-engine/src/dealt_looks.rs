//! Items that look alike until the player knows them. In a running game the table of items has, in the
//! place of each look, the kind that got the look. Cells and the pack contain only looks.
use std::sync::Arc;

use super::chance::{Chance, DrawKey, DrawPurpose};
use dungeon_model::dungeon::{Dungeon, DungeonTables, ItemId, ItemKind, LevelId, seal};
use dungeon_model::space::narrow::count;

/// Returns the items of a dungeon after the seed has dealt out the looks of each family. Every assignment of looks to
/// kinds is equally likely; in a family whose looks are in order, each kind gets the look with its number. Shares the
/// table if the dungeon has no families.
pub(super) fn dealt_items(dungeon: &Dungeon, chance: Chance) -> Arc<Vec<ItemKind>> {
    if dungeon.families.is_empty() {
        return Arc::clone(&dungeon.items);
    }
    let mut items = Vec::clone(&dungeon.items);
    for (number, family) in (0..).zip(dungeon.families.iter()) {
        let key = DrawKey::of_level(LevelId(0), DrawPurpose::Looks, number);
        let mut draw = chance.draw(key);
        let mut left: Vec<ItemId> = family.looks().collect();
        for kind in &family.kinds {
            let look = if family.is_in_order {
                left.remove(0)
            } else {
                left.swap_remove(draw.below(count(left.len())) as usize)
            };
            items[usize::from(look.0)] = dungeon.item(*kind).clone();
            items[usize::from(kind.0)].variants = look;
        }
    }
    Arc::new(items)
}

/// Returns the dungeon as its player knows it: each unknown kind is an item without effects, and has only its look.
/// `dungeon` has dealt looks, and `known` contains the looks of the known kinds. `None` if every kind is known. Takes
/// time in proportion to the table of items.
pub(super) fn masked(dungeon: &Dungeon, known: &[ItemId]) -> Option<Arc<Dungeon>> {
    let plain = dungeon.drawn_from.as_ref()?;
    let kinds = { dungeon.families.iter() }.flat_map(|family| family.kinds.iter().copied());
    let is_unknown = |kind: &ItemId| !known.contains(&dungeon.item(*kind).variants);
    let mut unknown = kinds.filter(is_unknown).peekable();
    unknown.peek()?;
    // Before anything is known, the table has no dealt look.
    let mut items = Arc::clone(if known.is_empty() {
        &plain.items
    } else {
        &dungeon.items
    });
    for kind in unknown {
        let look = dungeon.item(kind).variants;
        let is_dealt = |items: &[ItemKind]| items[usize::from(kind.0)].variants != ItemId::NONE;
        if is_dealt(&items) {
            let items = Arc::make_mut(&mut items);
            items[usize::from(kind.0)].variants = ItemId::NONE;
            items[usize::from(look.0)] = plain.item(look).clone();
        }
    }
    Some(Arc::new(seal(DungeonTables {
        items,
        ..DungeonTables::clone(dungeon)
    })))
}
