//! Which rule set plays a dungeon, with which parameters, and how time and sight go in it.

/// The rule set of a dungeon. `rulesets::pick` is the only place that branches on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settings {
    /// The Moria-style dungeon.
    Explore,
}

impl Settings {
    /// The word of `rules …` in files.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Explore => "explore",
        }
    }
}

/// How much of a level the player sees (FORMAT.md, `fog=`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fog {
    /// Everything, as the classic shows it.
    #[default]
    Lifted,
    /// What the hero sees, at most this far (Chebyshev), and the terrain he remembers.
    Within(u32),
}
