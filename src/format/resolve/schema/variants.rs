//! Which kinds and items of the tables are others with numbers, looks or words of their own: who names the one by its
//! glyph means all of them.
use std::collections::{BTreeSet, HashSet};

use crate::dungeon::{ItemId, KindId};

/// Pairs of a number in a table and the number that it was made of.
#[derive(Debug, Default)]
pub struct Variants {
    kinds: HashSet<(KindId, KindId)>,
    items: HashSet<(ItemId, ItemId)>,
}

impl Variants {
    /// Notes that a kind was made of another one.
    pub fn add_kind(&mut self, id: KindId, of: KindId) {
        if id != of {
            self.kinds.insert((id, of));
        }
    }

    /// Notes that an item was made of another one; a declared item is made of none.
    pub fn add_item(&mut self, id: ItemId, of: ItemId) {
        if id != of && of != ItemId::NONE {
            self.items.insert((id, of));
        }
    }

    /// A kind with all that were made of it, in ascending order.
    pub fn of_kind(&self, of: KindId) -> Vec<KindId> {
        all_of(&self.kinds, of)
    }

    /// An item with all that were made of it, in ascending order.
    pub fn of_item(&self, of: ItemId) -> Vec<ItemId> {
        all_of(&self.items, of)
    }
}

/// What was made of something, and what of that, itself included.
fn all_of<T: Copy + Ord>(pairs: &HashSet<(T, T)>, of: T) -> Vec<T> {
    let mut all = BTreeSet::from([of]);
    let mut open = vec![of];
    while let Some(one) = open.pop() {
        let made = pairs.iter().filter(|(_, base)| *base == one);
        open.extend(made.map(|(id, _)| *id).filter(|id| all.insert(*id)));
    }
    all.into_iter().collect()
}
