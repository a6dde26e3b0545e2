//! The kinds of items that the player knows (X-19, X-20).
use super::dealt_looks::masked;
use super::world::World;
use dungeon_model::dungeon::{Dungeon, Family, ItemId, ItemKind};

impl World {
    /// Whether the player does not know the kind of an item, and sees only its look ([X-19]).
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// let text = "family \"vial\" looks=red|blue\nitem a \"vial of warmth\" health=9 keep=yes family=vial\n\
    ///             item b \"vial of frost\" health=-9 keep=yes family=vial\nmap\n######\n#@ab.#\n######\nend\n";
    /// let mut game = Session::from_text(text)?;
    /// game.press("l")?;
    /// let look = game.game().world().pack().things()[0].item;
    /// assert!(game.game().world().is_unknown(look));
    /// game.press("ia")?;
    /// assert!(!game.game().world().is_unknown(look));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    ///
    /// [X-19]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-19
    pub fn is_unknown(&self, item: ItemId) -> bool {
        let family = family_of(&self.dungeon, item);
        let is_look = family.is_some_and(|family| family.has_look(item));
        is_look && !self.known.contains(&item)
    }

    /// Returns the declared kind of an item that has a look of a family; the item itself if the world does not know the
    /// kind, and for any other item. A world as its player sees it knows the kinds that the player knows.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    #[doc(hidden)]
    pub fn kind_of(&self, item: ItemId) -> ItemId {
        kind_in(&self.dungeon, item)
    }

    /// Returns the world as a player sees it who knows no kind of any family. `None` if the dungeon has no families.
    #[doc(hidden)]
    pub fn with_nothing_known(&self) -> Option<World> {
        let guise = masked(&self.dungeon, &[])?;
        let mut world = self.clone();
        world.known.clear();
        (world.dungeon, world.guise) = (guise, None);
        Some(world)
    }

    /// Returns the look of an item of a family, whether the kind is known or not: an item with the name, glyph and
    /// color of the look. Returns any other item as it is.
    ///
    /// # Panics
    ///
    /// If the dungeon has no item with this id.
    #[doc(hidden)]
    pub fn look_of(&self, item: ItemId) -> &ItemKind {
        let plain = self.dungeon.drawn_from.as_ref();
        plain.unwrap_or(&self.dungeon).item(item)
    }

    /// Makes the kind of an item known.
    pub(super) fn identify(&mut self, item: ItemId) {
        self.known.push(item);
        if self.guise.is_some() {
            self.guise = masked(&self.dungeon, &self.known);
        }
    }

    /// Replaces the tables by what the player knows of them: unknown items have no effect, and only their looks.
    pub(super) fn believe_looks(&mut self) {
        if let Some(guise) = self.guise.take() {
            self.dungeon = guise;
        }
    }

    /// Hashes the deal of the looks, and the known kinds; adds nothing in a dungeon without families.
    pub(super) fn add_looks(&self, add: &mut impl FnMut(u64)) {
        for kind in self
            .dungeon
            .families
            .iter()
            .flat_map(|family| &family.kinds)
        {
            let look = self.dungeon.item(*kind).variants;
            add(u64::from(look.0) << 1 | u64::from(self.known.contains(&look)));
        }
    }
}

/// Returns the family of an item; `None` for most items.
fn family_of(dungeon: &Dungeon, item: ItemId) -> Option<&Family> {
    let family = dungeon.item(item).family?;
    dungeon.families().get(usize::from(family.0))
}

/// Returns the kind that has the look of an item in a running game with these tables; the item itself if no kind has it.
pub(super) fn kind_in(dungeon: &Dungeon, item: ItemId) -> ItemId {
    let kinds = family_of(dungeon, item).map_or(&[][..], |family| &family.kinds);
    let is_its = |kind: &&ItemId| dungeon.item(**kind).variants == item;
    kinds.iter().find(is_its).copied().unwrap_or(item)
}
