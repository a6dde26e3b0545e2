//! Kinds of heroes and monsters: plain data.
use super::choice::Choice;
use super::colour::Colour;
use super::ids::{ItemId, KindId, TileId};
use super::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
use super::stats::{Spread, Stat, Stats};
use super::timed_state::StateGift;
use crate::space::narrow;

/// The side that a body is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The player commands the body.
    Ours,
    /// The body's mind decides what the body does (module `monsters` of the engine).
    Theirs,
}

/// How bodies of a kind decide on their actions. `monsters::mind_for` of the engine turns this into a mind.
///
/// ```
/// use dungeon::data::{Behaviour, Hunt, Sense};
///
/// let ghost = Behaviour::Ghost { near: 7 }.parts().expect("it decides by itself");
/// assert_eq!((ghost.sense, ghost.hunt), (Sense::Near(7), Hunt::Drift));
/// assert_eq!(Behaviour::Player.parts(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Behaviour {
    /// The player decides the actions of the body.
    Player,
    /// A wanderer ([E-21]). The built-in wanderer sees 10 cells.
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    Wanderer {
        /// The longest line of sight, in steps; 0 to 65535 in files.
        sight: u32,
    },
    /// A ghost ([E-20]). The built-in ghost senses prey at a Euclidean distance below 7.
    ///
    /// [E-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-20
    Ghost {
        /// The ghost senses prey whose Euclidean distance in cells, rounded up, is below this number. A ghost with 0
        /// senses nothing.
        near: u32,
    },
    /// A patrol ([E-22]). The built-in patrol sees 10 cells, and its arrows take 2 points of life.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Patrol {
        /// The longest line of sight, in steps; 0 to 65535 in files.
        sight: u32,
        /// The points of life that an arrow of the patrol takes.
        shot: i32,
    },
    /// A behavior that a file composes from these parts.
    Composed(Parts),
}

impl Behaviour {
    /// Returns the parts that are equivalent to the behavior; `None` for `Behaviour::Player`.
    pub fn parts(self) -> Option<Parts> {
        let (sense, sight, hunt, roam) = match self {
            Behaviour::Player => return None,
            Behaviour::Wanderer { sight } => (Sense::Sight(sight), sight, Hunt::Line, Roam::Wander),
            Behaviour::Ghost { near } => (Sense::Near(near), USUAL_SIGHT, Hunt::Drift, Roam::Stand),
            Behaviour::Patrol { sight, shot } => {
                (Sense::Sight(sight), sight, Hunt::Shoot(shot), Roam::Route)
            }
            Behaviour::Composed(parts) => return Some(parts),
        };
        Some(Parts::new(sense, sight, hunt, roam))
    }
}

/// What happens to a body that has no life left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum AtZero {
    /// The body dies at once.
    Dies,
    /// The body stays alive, and the rule set decides later whether the game is lost ([E-4]).
    ///
    /// [E-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-4
    IsJudged,
}

/// The unit of a body's life in sentences and gauges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum LifeUnit {
    /// Life is counted in points.
    #[default]
    Points,
    /// Life is counted in lives, shown as hearts ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Lives,
}

/// What a body's glyph shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BodyGlyph {
    /// The glyph shows the body's kind.
    #[default]
    Kind,
    /// The glyph shows the body's strength: the kind's glyph stands for strength 1, and the 25 characters after it for
    /// the strengths 2 to 26 (`A` to `Z`).
    Strength,
}

/// The number of strengths that have a glyph of their own: strengths 1 to 26.
pub const LETTERS: i32 = 26;

/// A kind of body: of heroes or of monsters.
///
/// ```
/// use dungeon::data::{Behaviour, Side, Stat};
/// use dungeon::diagnostics::Source;
///
/// let rat = "kind r \"crypt rat\" is=wanderer health=4 sight=6";
/// let text = format!("{rat}\nmap\n######\n#@.r$#\n######\nend\n");
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let rat = dungeon.kinds().iter().find(|kind| kind.name == "crypt rat").unwrap();
/// assert_eq!((rat.glyph, rat.side, rat.stats[Stat::Health]), ('r', Side::Theirs, 4));
/// assert_eq!(rat.behaviour, Behaviour::Wanderer { sight: 6 });
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Kind {
    /// The name in sentences, without an article: "ghost", "crypt rat".
    pub name: String,
    /// The character on the map, one column wide. If the glyph shows the strength, this is the character for strength
    /// 1.
    pub glyph: char,
    /// What the glyph shows: the kind, or the strength.
    pub shows: BodyGlyph,
    /// The color on the map; `None` for the default color of the screen.
    pub colour: Option<Colour>,
    /// The side of bodies of this kind.
    pub side: Side,
    /// How bodies of this kind decide on their actions.
    pub behaviour: Behaviour,
    /// The minimum starting stats of a body of this kind.
    pub stats: Stats,
    /// The maximum that the seed may add to each starting stat of a body of this kind ([X-14]); zero for most kinds.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The maximum of each stat of a body of this kind ([X-11]); `i32::MAX` for no maximum.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub most: Stats,
    /// The stat that wounds reduce: health, or another stat that a game uses as life.
    pub life: Stat,
    /// The unit of this kind's life.
    pub life_unit: LifeUnit,
    /// What happens to a body of this kind that has no life left.
    pub at_zero: AtZero,
    /// The terrain that bodies of this kind can pass in addition to floor.
    pub through: Through,
    /// The attack of bodies of this kind on adjacent prey.
    pub attack: Attack,
    /// The prey that bodies of this kind hunt, which also decides whose side they are on.
    pub prey: Prey,
    /// Whether bodies of this kind sleep until something wakes them ([M-1]); also true for disguised kinds of files.
    ///
    /// [M-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-1
    pub is_asleep: bool,
    /// The thing that bodies of this kind look like until they are touched ([M-7]); `None` for a kind that never hides.
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    pub looks: Option<Disguise>,
    /// Twice the number of acts per round, 0 to 20 in files: ⌊speed·t/2⌋ − ⌊speed·(t−1)/2⌋ acts in round t. With 0 the
    /// body never acts.
    pub speed: u32,
    /// The item that a dead body drops on the nearest floor cell without an item; `ItemId::NONE` for nothing.
    pub drops: Choice<ItemId>,
    /// The births of other bodies next to a body of this kind; `None` for no births.
    pub spawns: Option<Offspring>,
    /// The kind that leads bodies of this kind ([M-8]); `None` for a kind without leaders, and for allies.
    ///
    /// [M-8]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-8
    pub follows: Option<KindId>,
    /// The words that a monster of this kind says when it first notices its prey; may be empty.
    pub says: String,
    /// The verb for an attack that does damage, such as "hit".
    pub verb: String,
    /// The noun for the missiles of this kind, without an article, such as "arrow".
    pub missile: String,
    /// The action points per turn, in games with action points ([K-10], [K-12]); 1 to 20 in files.
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub points: u32,
    /// The number of steps per action point, in games with action points. For a hero, the maximum distance of a move, 0
    /// to `FARTHEST` ([K-2]). For a monster, the maximum number of steps of an act, at least 1 ([K-12]).
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub range: u32,
    /// The weapon, whose shots can miss ([K-11]); `None` for a kind without a weapon.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub weapon: Option<Weapon>,
    /// The points of life that a dying body of this kind takes from every body around it; 0 for none ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub bursts: i32,
    /// The state that blows and shots of this kind give to the bodies that they hit ([B-1]); `None` for most kinds.
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    pub state: Option<StateGift>,
    /// The tile that a body of this kind leaves on plain floor when it walks away ([K-12]); `None` for no trail.
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub trail: Option<TileId>,
    /// The distance that a body of the player's side can see in the dark, in cells ([X-12]).
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub light: u32,
    /// Whether bodies of this kind must die to meet `Goal::Kill`.
    pub is_wanted: bool,
    /// Whether the game is lost when no body of this kind lives (`Loss::Without`).
    pub is_vital: bool,
    /// How sentences address a body of the player's side.
    pub addressed_as: AddressedAs,
}

/// The thing that a monster looks like until it is touched ([M-7]).
///
/// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum Disguise {
    /// An item that lies on the monster's cell.
    Item(ItemId),
    /// Terrain in place of the terrain of the monster's cell.
    Tile(TileId),
}

/// A weapon whose shots can miss ([K-11]).
///
/// ```
/// use dungeon::data::Weapon;
///
/// let bow = Weapon { damage: (2, 6), accuracy: 80, reach: 9 };
/// assert_eq!(bow.chance(1), 80);
/// assert_eq!(bow.chance(4), 71, "each further cell takes 3");
/// assert_eq!(bow.chance(100), 5, "nothing is impossible");
/// ```
///
/// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Weapon {
    /// The minimum and maximum damage of a hit in points of life, at least 0 in files. All values in this range are
    /// equally likely.
    pub damage: (i32, i32),
    /// The chance to hit at a distance of 1, in percent, 0 to 100 in files. The chance falls by `FADES` for each
    /// further cell.
    pub accuracy: i32,
    /// The maximum distance of a target in cells (Chebyshev), 1 to `FARTHEST`.
    pub reach: u32,
}

/// The percentage points by which the hit chance falls for each cell beyond the first (K-11).
pub const FADES: i32 = 3;

/// The minimum and maximum hit chance of a shot, in percent (K-11).
pub const CHANCES: (i32, i32) = (5, 95);

/// The maximum of every `Kind::range` and `Weapon::reach`, in cells. The limit exists because the screen shows both,
/// and computing a range takes quadratic time, a reach cubic time.
pub const FARTHEST: u32 = 200;

impl Weapon {
    /// Returns the hit chance in percent for a target at a distance in cells (Chebyshev, [K-11]), within `CHANCES`; a
    /// distance of 0 counts as 1.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub fn chance(&self, distance: u32) -> u32 {
        let farther = i32::try_from(distance.saturating_sub(1)).unwrap_or(i32::MAX);
        let fades = FADES.saturating_mul(farther);
        let chance = self.accuracy.saturating_sub(fades);
        chance.clamp(CHANCES.0, CHANCES.1) as u32
    }
}

/// How sentences address a body of the player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub enum AddressedAs {
    /// As "you": the body is the player.
    #[default]
    You,
    /// By name: the player commands several bodies.
    ByName,
}

/// The default number of a monster's action points per turn (K-12).
pub const USUAL_POINTS: u32 = 2;

/// The default number of a monster's steps per action point (K-12).
pub const USUAL_RANGE: u32 = 6;

/// The default radius of a hero's sight in the dark, in cells (X-12).
pub const USUAL_LIGHT: u32 = 2;

/// The default for the longest line of sight of bodies, in steps.
pub const USUAL_SIGHT: u32 = 10;

/// The `Kind::speed` of most kinds: one act per round.
pub const NORMAL_SPEED: u32 = 2;

/// The births that happen next to each body of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Offspring {
    /// The kind of the newborns.
    pub kind: Choice<KindId>,
    /// The number of rounds between two births, at least 1. A body is born in every round whose number is a multiple of
    /// this number.
    pub every: u32,
}

impl Kind {
    /// Returns the glyph of a body with these stats. A strength outside of 1 to 26 is shown as the nearest strength in
    /// this range.
    ///
    /// ```
    /// use dungeon::data::{BodyGlyph, Stats};
    /// use dungeon::diagnostics::Source;
    ///
    /// # let file = Source::from_text("a.dng", "map\n#####\n#@g$#\n#####\nend\n");
    /// # let dungeon = dungeon::load_source(file)?;
    /// let mut swarm = dungeon.kinds()[0].clone();
    /// (swarm.glyph, swarm.shows) = ('A', BodyGlyph::Strength);
    /// assert_eq!(swarm.glyph_of(&Stats::classic([1, 3, 0, 0])), 'C');
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn glyph_of(&self, stats: &Stats) -> char {
        let above = match self.shows {
            BodyGlyph::Kind => return self.glyph,
            BodyGlyph::Strength => stats[Stat::Strength]
                .saturating_sub(1)
                .clamp(0, LETTERS - 1) as u32,
        };
        char::from_u32(self.glyph as u32 + above).unwrap_or(self.glyph)
    }

    /// Returns the bow of the kind ([E-22]); `None` for a kind without a bow.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub fn shot(&self) -> Option<Shot> {
        let parts = self.behaviour.parts()?;
        let reach = parts.sight;
        match parts.hunt {
            Hunt::Shoot(damage) => Some(Shot { reach, damage }),
            _ => None,
        }
    }

    /// Whether bodies of the kind walk a route ([E-22]).
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub fn walks_a_route(&self) -> bool {
        self.behaviour
            .parts()
            .is_some_and(|parts| parts.roam == Roam::Route)
    }

    /// Whether bodies of the kind fight for the hero ([M-3]).
    ///
    /// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
    pub fn is_ally(&self) -> bool {
        self.prey == Prey::Foes
    }

    /// Whether bodies of the kind do nothing but stand still, unless other bodies come next to them: they neither hunt nor
    /// roam, and follow no leader.
    #[doc(hidden)]
    pub fn stands_still(&self) -> bool {
        let stands = |parts: Parts| parts.hunt == Hunt::Stand && parts.roam == Roam::Stand;
        self.follows.is_none() && self.behaviour.parts().is_some_and(stands)
    }

    /// Whether bodies of the kind may explode, as an attack or at death, and hurt other bodies ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    #[doc(hidden)]
    pub fn can_burst(&self) -> bool {
        self.bursts > 0 || matches!(self.attack, Attack::Burst(_))
    }

    /// Whether bodies of the kind act once in every round, as most do.
    pub fn acts_once_a_round(&self) -> bool {
        self.speed == NORMAL_SPEED
    }

    /// Returns the number of acts in a round. Rounds are counted from 1; there are no acts in round 0.
    ///
    /// ```
    /// # let file = dungeon::diagnostics::Source::from_text("a.dng", "map\n#####\n#@g$#\n#####\nend\n");
    /// # let dungeon = dungeon::load_source(file)?;
    /// let mut sloth = dungeon.kinds()[0].clone();
    /// sloth.speed = 1; // half an act a round
    /// assert_eq!([1, 2, 3, 4].map(|round| sloth.acts_in(round)), [0, 1, 0, 1]);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn acts_in(&self, round: u32) -> u32 {
        let before = self.acts_until(round.saturating_sub(1));
        self.acts_until(round).wrapping_sub(before)
    }

    /// Returns the number of acts in all rounds up to a round, which is counted from 1; modulo 2³².
    pub fn acts_until(&self, round: u32) -> u32 {
        narrow::low_half(u64::from(self.speed) * u64::from(round) / 2)
    }
}

/// The bow of a kind: its range, and the damage of its arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// The maximum length of the line of sight to a target, in steps.
    pub reach: u32,
    /// The points of life that each arrow takes.
    pub damage: i32,
}
