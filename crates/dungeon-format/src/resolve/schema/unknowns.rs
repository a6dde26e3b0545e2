//! What a file may lack only because a record that could have said it was broken.

/// What may be missing only because a record that could have said it was broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unknowns {
    /// Perhaps there is a hero.
    pub hero: bool,
    /// Perhaps there is something to collect.
    pub items: bool,
    /// Perhaps there is somebody to stomp.
    pub enemies: bool,
    /// Perhaps there is other terrain, such as a way out.
    pub terrain: bool,
}

impl Unknowns {
    /// Everything may be there: nothing is called missing.
    pub const ALL: Unknowns = Unknowns {
        hero: true,
        items: true,
        enemies: true,
        terrain: true,
    };

    /// What one of the two leaves open.
    pub fn or(self, other: Unknowns) -> Unknowns {
        Unknowns {
            hero: self.hero || other.hero,
            items: self.items || other.items,
            enemies: self.enemies || other.enemies,
            terrain: self.terrain || other.terrain,
        }
    }
}
