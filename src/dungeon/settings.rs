//! Which rule set plays a dungeon, and with which parameters.

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
