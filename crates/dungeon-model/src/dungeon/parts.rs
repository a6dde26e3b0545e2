//! The parts that kinds are composed of (docs/format, "Kinds"): plain data.

/// When a monster knows of its prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// `sight:N`: by a line of sight of at most N steps ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    Sight(u32),
    /// At a rounded-up Euclidean distance below N, through walls ([E-20]): `within:M`, where N is M + 1.
    ///
    /// [E-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-20
    Near(u32),
    /// `steps:N`: at a Manhattan distance of at most N, through walls.
    Steps(u32),
    /// `always`: wherever the prey is on the monster's level.
    Always,
    /// `never`: prey is never sensed, unless an alarm rings.
    Never,
}

/// What a monster does about prey that it knows of. A hunt that lacks its line or its way roams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hunt {
    /// `line`: to the first cell of the line of sight.
    Line,
    /// `drift`: straight at the prey, through walls.
    Drift,
    /// `greedy`: by the signs of both differences, of columns and of rows.
    Greedy,
    /// `axis`: along the longer difference, else along the other ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Axis,
    /// `path`: the shortest way round obstacles.
    Path,
    /// `shoot:N`: an arrow along the line of sight takes N points of health.
    Shoot(i32),
    /// `flee`: away from the prey.
    Flee,
    /// `stand`: the monster makes no step.
    Stand,
    /// `skirmish`: shoots its weapon at prey in reach, or falls back; comes nearer where no prey is in reach ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Skirmish,
}

/// What a monster does that knows of no prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roam {
    /// `wander`: the monster keeps its direction and slides along walls ([E-21]).
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    Wander,
    /// `route`: the monster walks its route to and fro ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Route,
    /// `drift`: the monster keeps its direction through walls, until something stops it.
    Drift,
    /// `random`: one of four directions every turn ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Random,
    /// `stand`: the monster makes no step.
    Stand,
}

/// What a monster does to adjacent prey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attack {
    /// `melee`: the monster takes its strength from the prey's health.
    #[default]
    Melee,
    /// `steal:N`: the monster takes up to N points of wealth.
    Steal(i32),
    /// `drain:N`: the monster takes up to N points of manna.
    Drain(i32),
    /// `burst:N`: the monster dies, and takes N points of health from everybody around.
    Burst(i32),
    /// `none`: no attack at all.
    None,
    /// `ram`: a monster that stands beside the prey in its row or column throws itself at it: the monster dies, and
    /// takes its strength from the prey's life ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Ram,
}

/// The prey that a kind hunts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Prey {
    /// `hero`: the nearest body of ours (Chebyshev).
    #[default]
    Hero,
    /// `herd`: the nearest item of the herd (Manhattan, then reading order).
    Herd,
    /// `nearest`: the hero, or an item of the herd that is strictly nearer (Manhattan, [S-21]).
    ///
    /// [S-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-21
    Nearest,
}

/// What a body passes besides floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Through {
    /// No terrain besides floor.
    #[default]
    Floor = 0,
    /// `slime`: pools of slime ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Slime = 1,
    /// `doors`: the body opens doors that are not locked, and wades through slime.
    Doors = 2,
    /// `walls`: everything but a level's rim.
    Walls = 3,
}

impl Through {
    /// The number of variants.
    pub const COUNT: usize = 4;

    /// All variants, in the order of their numbers.
    pub const ALL: [Through; Through::COUNT] = [
        Through::Floor,
        Through::Slime,
        Through::Doors,
        Through::Walls,
    ];
}

/// How a composed kind decides.
///
/// ```
/// use dungeon::data::{Behaviour, Hunt, Sense};
/// use dungeon::diagnostics::Source;
///
/// let text = "kind b \"bat\" sense=within:8 hunt=flee roam=random\nmap\n######\n#@.b$#\n######\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let bat = dungeon.kinds().iter().find(|kind| kind.name == "bat").unwrap();
/// let parts = bat.behaviour.parts().unwrap();
/// assert_eq!((parts.sense, parts.hunt), (Sense::Near(9), Hunt::Flee));
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// When a monster knows of its prey.
    pub sense: Sense,
    /// Longest line that the monster hunts or shoots along, in steps; `sense=sight:N` makes it N.
    pub sight: u32,
    /// What a monster does about prey that it knows of.
    pub hunt: Hunt,
    /// What a monster does that knows of no prey.
    pub roam: Roam,
}
