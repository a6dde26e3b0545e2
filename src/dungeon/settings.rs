//! Which rule set plays a dungeon, with which parameters, and how time and sight go in it.

use super::level::ScatterExempt;

/// The rule set of a dungeon. `rulesets::pick` is the only place that branches on it in
/// play; the format reads its parameters, and judges whether they leave a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settings {
    /// The Moria-style dungeon.
    Explore,
    /// Cattle and fences against the hordlings.
    Siege(Siege),
    /// Stomp or be stomped.
    Arena(Arena),
    /// Wizards who take turns with ghosts.
    Tactics,
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

/// The parameters of arena (RULES.md §3). How many lives the hero has, how far the enemies know of him and what a
/// scatter of walls spares is part of the tables and levels that the format makes of a file; this says what the file
/// says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arena {
    /// The hero's lives where no record of his own says it; at least 1.
    pub lives: i32,
    /// At a Manhattan distance up to this an enemy goes toward the hero.
    pub sight: u16,
    /// What scatters of walls leave free.
    pub exempt: ScatterExempt,
    /// What is to be done about enemies whom the scattered walls shut off.
    pub unreachable: UnreachablePolicy,
}

/// What is to be done about enemies whom the seed shut off from the hero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnreachablePolicy {
    /// Nothing.
    #[default]
    Left,
    /// What is scattered is scattered anew, until every enemy can be reached.
    Rerolled,
}

impl Arena {
    /// The published game.
    pub const PUBLISHED: Arena = Arena {
        lives: 3,
        sight: 6,
        exempt: ScatterExempt::Nothing,
        unreachable: UnreachablePolicy::Left,
    };
}

impl Settings {
    /// The word of `rules …` in files.
    pub fn name(&self) -> &'static str {
        match self {
            Settings::Explore => "explore",
            Settings::Siege(_) => "siege",
            Settings::Arena(_) => "arena",
            Settings::Tactics => "tactics",
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
