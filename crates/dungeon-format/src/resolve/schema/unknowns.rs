//! The things that broken records may have declared or placed.

/// The things that may be missing only because a record is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unknowns {
    /// A broken record may have placed a hero.
    pub hero: bool,
    /// A broken record may have placed an item.
    pub items: bool,
    /// A broken record may have placed a monster.
    pub enemies: bool,
    /// A broken record may have placed terrain, such as a way out.
    pub terrain: bool,
}

impl Unknowns {
    /// All things may exist, so that nothing is reported as missing.
    pub const ALL: Unknowns = Unknowns {
        hero: true,
        items: true,
        enemies: true,
        terrain: true,
    };

    /// Returns the union of two sets of unknown things.
    pub fn or(self, other: Unknowns) -> Unknowns {
        Unknowns {
            hero: self.hero || other.hero,
            items: self.items || other.items,
            enemies: self.enemies || other.enemies,
            terrain: self.terrain || other.terrain,
        }
    }
}
