//! Which rule set plays a dungeon, with which parameters, and how time and sight go in it.

/// The rule set of a dungeon. `rulesets::pick` is the only place that branches on it in
/// play; the format reads its parameters, and judges whether they leave a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settings {
    /// The Moria-style dungeon.
    Explore,
    /// Cattle and fences against the hordlings.
    Siege(Siege),
}

/// The parameters of siege (RULES.md §2): numbers of gold and of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Siege {
    /// So much gold wins (S-2).
    pub goal: i32,
    /// Turns of a season; at least 1.
    pub season: u32,
    /// What each cow brings when a season begins (S-2).
    pub profit: i32,
    /// The price of a cow (S-11); at least 0.
    pub cow: i32,
    /// The price of a fence, and of each step that it is raised (S-10, S-11); at least 0.
    pub fence: i32,
    /// Seasons of a year, after which one more pair of hordlings comes (S-3); at least 1.
    pub year: u32,
    /// The hero's gold before the first turn.
    pub gold: i32,
    /// The number of the first turn: at a season's first one it pays and spawns (S-2).
    pub turn: u32,
}

impl Siege {
    /// The published game.
    pub const PUBLISHED: Siege = Siege {
        goal: 2000,
        season: 150,
        profit: 10,
        cow: 20,
        fence: 1,
        year: 4,
        gold: 0,
        turn: 0,
    };
}

impl Settings {
    /// The word of `rules …` in files.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Explore => "explore",
            Settings::Siege(_) => "siege",
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
