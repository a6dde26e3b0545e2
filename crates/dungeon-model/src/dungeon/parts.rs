//! The parts from which a file can compose a kind (docs/format, "Kinds"): plain data.

/// The condition under which a monster notices its prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Sense {
    /// `sight:N`: the monster notices prey in a line of sight of at most N steps ([E-23]).
    ///
    /// [E-23]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-23
    Sight(u32),
    /// `within:M`: the monster notices prey whose Euclidean distance, rounded up, is below N = M + 1 cells, through
    /// walls ([E-20]).
    ///
    /// [E-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-20
    Near(u32),
    /// `steps:N`: the monster notices prey at a Manhattan distance of at most N, through walls.
    Steps(u32),
    /// `always`: the monster notices prey anywhere on its level.
    Always,
    /// `never`: the monster notices prey only while an alarm rings.
    Never,
}

/// A monster's action when it has noticed prey. If the action is impossible, the monster roams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Hunt {
    /// `line`: a step to the first cell of the line of sight.
    Line,
    /// `drift`: a step straight toward the prey, through walls.
    Drift,
    /// `greedy`: a step straight toward the prey, if the cell is free.
    Greedy,
    /// `axis`: a step along the axis on which the prey is farther away. If that step is blocked, a step along the other
    /// axis ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Axis,
    /// `path`: a step along a shortest path around obstacles.
    Path,
    /// `shoot:N`: a shot along the line of sight with an arrow that takes N points of life.
    Shoot(i32),
    /// `flee`: a step away from the prey.
    Flee,
    /// `stand`: no movement.
    Stand,
    /// `skirmish`: a shot at prey in range of the monster's weapon, or a retreat. Without prey in range, a step toward
    /// the prey ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    Skirmish,
}

/// A monster's action while it notices no prey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Roam {
    /// `wander`: the monster keeps its direction and slides along walls ([E-21]).
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    Wander,
    /// `route`: the monster walks its route back and forth ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Route,
    /// `drift`: the monster keeps its direction until something stops it.
    Drift,
    /// `random`: a step in a random direction, one of four ([A-5]).
    ///
    /// [A-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-5
    Random,
    /// `stand`: no movement.
    Stand,
}

/// A monster's attack on adjacent prey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Attack {
    /// `melee`: the attack takes the monster's strength from the prey's life.
    #[default]
    Melee,
    /// `steal:N`: the attack takes up to N wealth from the prey.
    Steal(i32),
    /// `drain:N`: the attack takes up to N manna from the prey.
    Drain(i32),
    /// `burst:N`: the monster dies, and takes N points of life from every body around it.
    Burst(i32),
    /// `none`: no attack.
    None,
    /// `ram`: the monster dies, and takes its strength from the prey's life. The prey must be on a neighboring cell in
    /// the same row or column ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Ram,
}

/// The prey that a kind hunts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Prey {
    /// `hero`: the nearest body of the player's side (Chebyshev).
    #[default]
    Hero,
    /// `herd`: the nearest item of the herd (Manhattan, then reading order).
    Herd,
    /// `nearest`: the hero, or an item of the herd that is strictly nearer (Manhattan, [S-21]).
    ///
    /// [S-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-21
    Nearest,
    /// `side=hero`: awake monsters that hunt. Bodies with this prey are the hero's allies ([M-3]).
    ///
    /// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
    Foes,
    /// `side=none`: nothing. Bodies with this prey are neutral ([M-6]).
    ///
    /// [M-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-6
    None,
}

impl Prey {
    /// Whether bodies with this prey are enemies of the hero: neither allies nor neutral.
    #[inline]
    pub fn is_hostile(self) -> bool {
        matches!(self, Prey::Hero | Prey::Herd | Prey::Nearest)
    }
}

/// The terrain that a body can pass in addition to floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Through {
    /// The body can pass only floor.
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

/// The parts from which a file composes the mind of a kind.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Parts {
    /// The condition under which the monster notices its prey.
    pub sense: Sense,
    /// The maximum length of the line of sight along which the monster hunts or shoots, in steps. `sense=sight:N` sets
    /// it to N.
    pub sight: u32,
    /// The action when the monster has noticed prey.
    pub hunt: Hunt,
    /// The action while the monster notices no prey.
    pub roam: Roam,
}

impl Parts {
    /// Creates parts from a sense, a sight in steps, a hunt and a roam.
    #[doc(hidden)]
    pub fn new(sense: Sense, sight: u32, hunt: Hunt, roam: Roam) -> Parts {
        Parts {
            sense,
            sight,
            hunt,
            roam,
        }
    }
}
