//! Families: kinds of items that look alike until the player knows them ([X-19]).
//!
//! [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
use super::ids::ItemId;

/// Kinds of items, each with a look of the family, which the seed deals out ([X-19]). Each look is an item of the
/// dungeon's table. In a running game this item stands for the kind that got the look.
///
/// ```
/// use dungeon::diagnostics::Source;
///
/// let text = "family \"vial\" looks=red|blue|murky\nitem a \"vial of warmth\" health=9 keep=yes family=vial\n\
///             item b \"vial of frost\" health=-9 keep=yes family=vial\nmap\n######\n#@ab.#\n######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let vials = &dungeon.families()[0];
/// let looks: Vec<&str> = vials.looks().map(|look| dungeon.item(look).name.as_str()).collect();
/// assert_eq!(looks, ["red vial", "blue vial", "murky vial"]);
/// assert_eq!(vials.kinds.len(), 2);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Family {
    /// The name, such as "vial".
    pub name: String,
    /// The item of the first look. The other looks follow it in the table.
    pub first_look: ItemId,
    /// The number of looks, at least the number of kinds.
    pub look_count: u16,
    /// The kinds, in file order; not empty.
    pub kinds: Vec<ItemId>,
    /// Whether each kind has the look with its number, so that the seed deals nothing.
    pub is_in_order: bool,
}

impl Family {
    /// Returns the items of all looks, in file order.
    pub fn looks(&self) -> impl Iterator<Item = ItemId> + use<> {
        let first = usize::from(self.first_look.0);
        (first..first + usize::from(self.look_count)).map(ItemId::of)
    }

    /// Whether an item is a look of the family.
    pub fn has_look(&self, item: ItemId) -> bool {
        let nth = item.0.checked_sub(self.first_look.0);
        nth.is_some_and(|nth| nth < self.look_count)
    }
}
