//! The pack: the things that were taken and are kept, each under a letter of its own.
use dungeon_model::dungeon::ItemId;

/// Things of one kind in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedThing {
    /// The letter by which the player names the things, a to z, then A to Z; it stays theirs as long as one is left.
    pub letter: char,
    /// The kind of the things.
    pub item: ItemId,
    /// The number of things of the kind, at least 1.
    pub count: u32,
}

/// The things that a hero keeps, and the one that he wears ([P-1], [P-3]). Without any it takes no memory of its own.
///
/// [P-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-1
/// [P-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#p-3
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pack {
    things: Vec<PackedThing>, // in the order of their letters
    worn: Option<ItemId>,
}

/// The letters of the pack, the first free one of which a new kind gets.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z')
}

impl Pack {
    /// Returns the things of the pack in the order of their letters, each kind once.
    pub fn things(&self) -> &[PackedThing] {
        &self.things
    }

    /// Returns the kind of the thing that is worn; `None` where nothing is.
    pub fn worn(&self) -> Option<ItemId> {
        self.worn
    }

    /// Whether a thing of the kind is in the pack.
    pub fn contains(&self, item: ItemId) -> bool {
        self.things.iter().any(|thing| thing.item == item)
    }

    /// Puts a thing in: beside those of its kind, or under the first free letter.
    ///
    /// # Panics
    ///
    /// If all letters are taken, which files are kept from (`MOST_KEPT`).
    pub(super) fn put(&mut self, item: ItemId) {
        if let Some(thing) = self.things.iter_mut().find(|thing| thing.item == item) {
            thing.count = thing.count.saturating_add(1);
            return;
        }
        // As long as the letters come one after the other, none of them is free.
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

    /// Takes a thing of the kind out; the last one frees its letter.
    ///
    /// # Panics
    ///
    /// If there is none.
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

    /// Puts a thing of the kind on, in place of what was worn.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub(super) fn wear(&mut self, item: ItemId) {
        assert!(self.contains(item), "a thing that is not in the pack");
        self.worn = Some(item);
    }

    /// The bytes of the pack's own list.
    pub(super) fn own_bytes(&self) -> usize {
        self.things.capacity() * size_of::<PackedThing>()
    }
}

/// Written by hand, like the `Clone` of `World`: a derived `clone_from` allocates anew.
impl Clone for Pack {
    fn clone(&self) -> Pack {
        Pack {
            things: self.things.clone(),
            worn: self.worn,
        }
    }

    fn clone_from(&mut self, from: &Pack) {
        self.things.clone_from(&from.things);
        self.worn = from.worn;
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
