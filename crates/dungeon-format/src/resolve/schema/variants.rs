//! Kinds and items that were made from other kinds and items, with different stats, appearance or messages. The glyph
//! of the original names the original and everything made from it.
use std::collections::HashMap;
use std::hash::Hash;

use dungeon_model::dungeon::{ItemId, KindId};

/// The kinds and items that were made from each kind and item.
#[derive(Debug, Default)]
pub struct Variants {
    kinds: HashMap<KindId, Vec<KindId>>,
    items: HashMap<ItemId, Vec<ItemId>>,
}

impl Variants {
    /// Records that a kind was made from another kind.
    pub fn add_kind(&mut self, id: KindId, of: KindId) {
        if id != of {
            add(&mut self.kinds, id, of);
        }
    }

    /// Records that an item was made from another item. Ignores declared items, whose original is `ItemId::NONE`.
    pub fn add_item(&mut self, id: ItemId, of: ItemId) {
        if id != of && of != ItemId::NONE {
            add(&mut self.items, id, of);
        }
    }

    /// Returns a kind and all kinds made from it, in ascending order.
    pub fn of_kind(&self, of: KindId) -> Vec<KindId> {
        all_of(&self.kinds, of, |id| id.0)
    }

    /// Returns an item and all items made from it, in ascending order.
    pub fn of_item(&self, of: ItemId) -> Vec<ItemId> {
        all_of(&self.items, of, |id| id.0)
    }
}

/// Records that `id` was made from `of`. Repeated calls in a row add it once.
fn add<T: Copy + Eq + Hash>(made: &mut HashMap<T, Vec<T>>, id: T, of: T) {
    let made = made.entry(of).or_default();
    if made.last() != Some(&id) {
        made.push(id);
    }
}

/// Returns an original and everything made from it, directly or not, in ascending order.
fn all_of<T: Copy + Ord + Hash>(
    made: &HashMap<T, Vec<T>>,
    of: T,
    number: impl Fn(T) -> u16,
) -> Vec<T> {
    let mut is_known = vec![false; 1 << u16::BITS];
    let mut is_news = |id: T| !std::mem::replace(&mut is_known[usize::from(number(id))], true);
    is_news(of);
    let mut all = vec![of];
    let mut next = 0;
    while let Some(one) = all.get(next) {
        let made = made.get(one).into_iter().flatten().copied();
        let news: Vec<T> = made.filter(|id| is_news(*id)).collect();
        all.extend(news);
        next += 1;
    }
    all.sort_unstable();
    all
}
