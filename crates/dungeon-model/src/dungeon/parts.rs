//! The parts that kinds are composed of (docs/format, "Kinds"): plain data.

/// When a monster notices its prey.
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
    /// `always`: anywhere on the monster's level.
    Always,
    /// `never`: only while an alarm rings.
    Never,
}

/// A monster's movement toward prey that it has noticed. Without its line or its way, the monster roams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hunt {
    /// `line`: to the first cell of the line of sight.
    Line,
    /// `drift`: straight toward the prey, through walls.
    Drift,
    /// `greedy`: by the signs of the differences in columns and rows.
    Greedy,
    /// `axis`: along the longer difference, or else along the other ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Axis,
    /// `path`: by the shortest way around obstacles.
    Path,
    /// `shoot:N`: with an arrow along the line of sight, which takes N health.
    Shoot(i32),
    /// `flee`: away from the prey.
    Flee,
    /// `stand`: not at all.
    Stand,
    /// `skirmish`: shoots its weapon at prey in range, or falls back; comes closer if no prey is in range ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Skirmish,
}

/// A monster's movement without prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roam {
    /// `wander`: keeps its direction and slides along walls ([E-21]).
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    Wander,
    /// `route`: walks its route back and forth ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Route,
    /// `drift`: keeps its direction through walls until something stops it.
    Drift,
    /// `random`: one of four directions every turn ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Random,
    /// `stand`: not at all.
    Stand,
}

/// A monster's attack on adjacent prey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Attack {
    /// `melee`: takes the monster's strength from the prey's health.
    #[default]
    Melee,
    /// `steal:N`: takes up to N wealth.
    Steal(i32),
    /// `drain:N`: takes up to N manna.
    Drain(i32),
    /// `burst:N`: the monster dies and takes N health from every body around it.
    Burst(i32),
    /// `none`: no attack.
    None,
    /// `ram`: a monster next to the prey in its row or column throws itself at it. The monster dies, and takes its
    /// strength from the prey's life ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Ram,
}

/// The prey that a kind hunts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Prey {
    /// `hero`: the nearest of our bodies (Chebyshev).
    #[default]
    Hero,
    /// `herd`: the nearest item of the herd (Manhattan, then reading order).
    Herd,
    /// `nearest`: the hero, or an item of the herd that is strictly nearer (Manhattan, [S-21]).
    ///
    /// [S-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-21
    Nearest,
}

/// The terrain that a body passes besides floor.
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
    /// `doors`: the body opens doors without a lock, and wades through slime.
    Doors = 2,
    /// `walls`: everything except a level's rim.
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
    /// When the monster notices its prey.
    pub sense: Sense,
    /// The longest line that the monster hunts or shoots along, in steps; `sense=sight:N` sets it to N.
    pub sight: u32,
    /// The movement toward noticed prey.
    pub hunt: Hunt,
    /// The movement without prey.
    pub roam: Roam,
}
