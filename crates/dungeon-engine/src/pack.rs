//! The pack: the hero's inventory, with a letter for each kind of item.
use dungeon_model::dungeon::ItemId;
use dungeon_model::space::narrow::count;

/// All items of one kind in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedThing {
    /// The letter of the items, a to z or A to Z. The letter stays the same until the last of these items is used up.
    pub letter: char,
    /// The kind of the items.
    pub item: ItemId,
    /// The number of items of the kind, at least 1.
    pub count: u32,
}

/// An item of the pack that was used, and is not ready to be used again ([P-6]).
///
/// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RechargingItem {
    pub item: ItemId,
    /// The number of turns that have passed when the item is ready.
    pub ready: u32,
}

/// The hero's inventory, including the equipped items ([P-1], [P-3]). An empty pack allocates no memory.
///
/// [P-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1
/// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pack {
    things: Vec<PackedThing>,        // in the order of their letters
    worn: Vec<ItemId>,               // in ascending order, so that equal packs are equal
    recharging: Vec<RechargingItem>, // in ascending order
}

/// Iterates over all possible letters, in the order in which new kinds of items get them.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z')
}

impl Pack {
    /// Returns the items of the pack by letter, each kind once.
    pub fn things(&self) -> &[PackedThing] {
        &self.things
    }

    /// Returns the equipped kinds of items in ascending order, at most one for each slot.
    pub fn worn(&self) -> &[ItemId] {
        &self.worn
    }

    /// Whether an item of the kind is equipped.
    pub fn is_worn(&self, item: ItemId) -> bool {
        self.worn.contains(&item)
    }

    /// Whether the pack has an item of the kind.
    pub fn contains(&self, item: ItemId) -> bool {
        self.things.iter().any(|thing| thing.item == item)
    }

    /// Returns the number of items of the kind that are not recharging ([P-6]).
    ///
    /// [P-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-6
    pub fn ready(&self, item: ItemId) -> u32 {
        let mut things = self.things.iter();
        let thing = things.find(|thing| thing.item == item);
        let recharging = self.recharging.iter().filter(|one| one.item == item);
        thing.map_or(0, |thing| {
            thing.count.saturating_sub(count(recharging.count()))
        })
    }

    /// Returns the items that are recharging, by kind and then by time.
    pub(super) fn recharging(&self) -> &[RechargingItem] {
        &self.recharging
    }

    /// Makes an item of the kind unusable until `ready` turns have passed.
    pub(super) fn spend(&mut self, item: ItemId, ready: u32) {
        let one = RechargingItem { item, ready };
        let place = self.recharging.partition_point(|other| *other < one);
        self.recharging.insert(place, one);
    }

    /// Makes the item of the kind usable that has recharged the longest.
    pub(super) fn renew(&mut self, item: ItemId) {
        let first = self.recharging.iter().position(|one| one.item == item);
        if let Some(first) = first {
            self.recharging.remove(first);
        }
    }

    /// Adds an item to the items of its kind. The first item of a kind gets the first free letter.
    ///
    /// # Panics
    ///
    /// If all letters are in use, which cannot happen because of the limit `MOST_KEPT` for files.
    pub(super) fn put(&mut self, item: ItemId) {
        if let Some(thing) = self.things.iter_mut().find(|thing| thing.item == item) {
            thing.count = thing.count.saturating_add(1);
            return;
        }
        // The first position where the letters in use differ from all letters is the first free letter.
        let used = letters().zip(&self.things);
        let nth = used
            .take_while(|(letter, thing)| thing.letter == *letter)
            .count();
        let letter = letters().nth(nth).expect("more kinds than letters");
        let count = 1;
        self.things.insert(
            nth,
            PackedThing {
                letter,
                item,
                count,
            },
        );
    }

    /// Removes one item of the kind; the last one frees its letter.
    ///
    /// # Panics
    ///
    /// If the pack has no such item.
    pub(super) fn take_out(&mut self, item: ItemId) {
        let mut things = self.things.iter();
        let nth = things.position(|thing| thing.item == item);
        let nth = nth.expect("a thing that is not in the pack");
        let thing = &mut self.things[nth];
        thing.count -= 1;
        if thing.count == 0 {
            self.things.remove(nth);
        }
    }

    /// Equips an item of the kind, instead of the item `before`.
    ///
    /// # Panics
    ///
    /// If the pack has no such item.
    pub(super) fn wear(&mut self, item: ItemId, before: Option<ItemId>) {
        assert!(self.contains(item), "a thing that is not in the pack");
        self.worn.retain(|worn| Some(*worn) != before);
        let place = self.worn.partition_point(|worn| *worn < item);
        self.worn.insert(place, item);
    }

    /// Returns the size of the pack's list, in bytes.
    pub(super) fn own_bytes(&self) -> usize {
        self.things.capacity() * size_of::<PackedThing>()
            + self.worn.capacity() * size_of::<ItemId>()
            + self.recharging.capacity() * size_of::<RechargingItem>()
    }
}

/// Written by hand, like the `Clone` of `World`: a derived `clone_from` allocates new memory.
impl Clone for Pack {
    fn clone(&self) -> Pack {
        Pack {
            things: self.things.clone(),
            worn: self.worn.clone(),
            recharging: self.recharging.clone(),
        }
    }

    fn clone_from(&mut self, from: &Pack) {
        self.things.clone_from(&from.things);
        self.worn.clone_from(&from.worn);
        self.recharging.clone_from(&from.recharging);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon_model::dungeon::MOST_KEPT;

    #[test]
    fn p1_a_letter_stays_with_its_kind_and_the_first_free_one_is_given() {
        let mut pack = Pack::default();
        let stand = |pack: &Pack| -> String { pack.things().iter().map(|t| t.letter).collect() };
        [1, 2, 3, 2]
            .into_iter()
            .for_each(|item| pack.put(ItemId(item)));
        assert_eq!(stand(&pack), "abc");
        pack.take_out(ItemId(2));
        assert_eq!(stand(&pack), "abc", "another one is left");
        pack.take_out(ItemId(2));
        pack.take_out(ItemId(1));
        assert_eq!(stand(&pack), "c");
        pack.put(ItemId(4));
        pack.put(ItemId(3));
        pack.put(ItemId(1));
        assert_eq!(stand(&pack), "abc");
        let items: Vec<u16> = pack.things().iter().map(|thing| thing.item.0).collect();
        assert_eq!(items, [4, 1, 3]);
        assert_eq!(pack.things()[2].count, 2);
    }

    #[test]
    fn p1_there_are_as_many_letters_as_kinds_that_files_may_have_kept() {
        let mut pack = Pack::default();
        (1..=MOST_KEPT as u16).for_each(|item| pack.put(ItemId(item)));
        assert_eq!(pack.things().last().map(|thing| thing.letter), Some('Z'));
    }
}
