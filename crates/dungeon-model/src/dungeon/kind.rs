//! What bodies are: tables of plain data.
use super::choice::Choice;
use super::colour::Colour;
use super::ids::{ItemId, KindId, TileId};
use super::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};
use super::stats::{Spread, Stat, Stats};
use crate::space::narrow;

/// The side that a body is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player commands the body.
    Ours,
    /// The body decides by its mind (`monsters`).
    Theirs,
}

/// How a kind decides what it wants; `monsters::mind_for` makes the mind.
///
/// ```
/// use dungeon::data::{Behaviour, Hunt, Sense};
///
/// let ghost = Behaviour::Ghost { near: 7 }.parts().expect("it decides by itself");
/// assert_eq!((ghost.sense, ghost.hunt), (Sense::Near(7), Hunt::Drift));
/// assert_eq!(Behaviour::Player.parts(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// The body decides nothing: the player does.
    Player,
    /// A wanderer ([E-21]), which sees 10 cells in the book.
    ///
    /// [E-21]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-21
    Wanderer {
        /// Longest line of sight, in steps; 0 to 65535 in files.
        sight: u32,
    },
    /// A ghost ([E-20]), which feels the hero at a Euclidean distance below 7 in the book.
    ///
    /// [E-20]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-20
    Ghost {
        /// Exclusive bound of the rounded-up Euclidean distance in cells; 0 feels nothing.
        near: u32,
    },
    /// A patrol ([E-22]), which sees 10 cells and whose arrows take 2 points of health in the book.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    Patrol {
        /// Longest line of sight, in steps; 0 to 65535 in files.
        sight: u32,
        /// Points of health that an arrow takes.
        shot: i32,
    },
    /// The body decides by these parts.
    Composed(Parts),
}

impl Behaviour {
    /// The parts that decide as the behaviour does; none for `Behaviour::Player`, where the player decides.
    pub fn parts(self) -> Option<Parts> {
        let parts = |sense, sight, hunt, roam| Parts {
            sense,
            sight,
            hunt,
            roam,
        };
        match self {
            Behaviour::Player => None,
            Behaviour::Wanderer { sight } => {
                Some(parts(Sense::Sight(sight), sight, Hunt::Line, Roam::Wander))
            }
            Behaviour::Ghost { near } => Some(parts(
                Sense::Near(near),
                USUAL_SIGHT,
                Hunt::Drift,
                Roam::Stand,
            )),
            Behaviour::Patrol { sight, shot } => Some(parts(
                Sense::Sight(sight),
                sight,
                Hunt::Shoot(shot),
                Roam::Route,
            )),
            Behaviour::Composed(parts) => Some(parts),
        }
    }
}

/// What it means for a body that no life is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtZero {
    /// The body dies at once.
    Dies,
    /// The rule set judges later ([E-4]).
    ///
    /// [E-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-4
    IsJudged,
}

/// What a body's life is counted in where sentences and gauges tell of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LifeUnit {
    /// Life is a number of points.
    #[default]
    Points,
    /// Life is a few lives, shown as hearts ([A-3]).
    ///
    /// [A-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#a-3
    Lives,
}

/// What the glyph of a body tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyGlyph {
    /// The glyph tells the kind of the body.
    #[default]
    Kind,
    /// The glyph tells how strong the body is: the kind's glyph for strength 1, and so on for 26 characters (`A` to
    /// `Z`).
    Strength,
}

/// How many strengths have a glyph of their own, counted from strength 1.
pub const LETTERS: i32 = 26;

/// A kind of body: hero or monster.
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
pub struct Kind {
    /// The name as sentences say it, without an article: "ghost", "crypt rat".
    pub name: String,
    /// The character on the map, one column wide, for strength 1 where `shows` says that the glyph tells strength.
    pub glyph: char,
    /// What the glyph tells a player.
    pub shows: BodyGlyph,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// The side of bodies of this kind.
    pub side: Side,
    /// How a body of this kind decides what it does.
    pub behaviour: Behaviour,
    /// What a body of this kind starts with, at least.
    pub stats: Stats,
    /// How much more the seed gives to each body of this kind when it comes to be ([X-14]); none for most kinds.
    ///
    /// [X-14]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-14
    pub spread: Spread,
    /// The most of each number that a body of this kind can come to have ([X-11]); `Stats::ENDLESS` where nothing says
    /// so.
    ///
    /// [X-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-11
    pub most: Stats,
    /// The number that wounds take from: health, or the number that the game has in its place.
    pub life: Stat,
    /// What the life of a body of this kind is counted in.
    pub life_unit: LifeUnit,
    /// What it means for a body of this kind that no life is left.
    pub at_zero: AtZero,
    /// The terrain that a body of this kind passes besides floor.
    pub through: Through,
    /// What a body of this kind does to adjacent prey.
    pub attack: Attack,
    /// The prey that a body of this kind hunts.
    pub prey: Prey,
    /// Twice the acts that a body of this kind has a round, 0 to 20 in files: ⌊speed·t/2⌋ − ⌊speed·(t−1)/2⌋ acts in
    /// round t. With 0 the body never acts.
    pub speed: u32,
    /// The item that lies on the nearest free floor cell when a body of this kind dies; `ItemId::NONE` for nothing.
    pub drops: Choice<ItemId>,
    /// What is born beside a body of this kind; none for a kind that bears nothing.
    pub spawns: Option<Offspring>,
    /// The words that a body of the kind says when it first knows of its prey; may be empty.
    pub says: String,
    /// The verb for a blow that does harm: "hit".
    pub verb: String,
    /// What a body of the kind shoots, as a noun without an article: "arrow".
    pub missile: String,
    /// Action points of each turn, where turns have them ([K-10], [K-12]); 1 to 20 in files.
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub points: u32,
    /// Where turns have action points: how many steps from its cell one of them carries a hero, 0 to `FARTHEST`
    /// ([K-2]), and how many steps at most a monster takes for one, at least 1 ([K-12]).
    ///
    /// [K-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-2
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub range: u32,
    /// The weapon whose shots can miss ([K-11]); none for a kind without one.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub weapon: Option<Weapon>,
    /// The points of life that the death of a body of this kind takes from everybody around; 0 for a death that hurts
    /// nobody ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub bursts: i32,
    /// The tile that a body leaves on plain floor where it set out ([K-12]); none for a kind that leaves nothing.
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    pub trail: Option<TileId>,
    /// How far a body of ours sees in the dark, in cells ([X-12]).
    ///
    /// [X-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-12
    pub light: u32,
    /// Whether a game with the goal to kill is not won while a body of this kind lives.
    pub is_wanted: bool,
    /// How sentences call a body of ours.
    pub addressed_as: AddressedAs,
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
pub struct Weapon {
    /// Least and most points of life that a hit takes, every number between them alike; the first is not above the
    /// second, and in files neither is below 0.
    pub damage: (i32, i32),
    /// Percent at a neighbour, 0 to 100 in files; each further cell takes `FADES` of it.
    pub accuracy: i32,
    /// Farthest target in cells (Chebyshev), 1 to `FARTHEST`.
    pub reach: u32,
}

/// Percent of a shot's chance that each cell beyond the first takes (K-11).
pub const FADES: i32 = 3;

/// The least and the greatest chance of a shot, in percent (K-11).
pub const CHANCES: (i32, i32) = (5, 95);

/// The most cells of any range and reach: what is shown of a range costs its square, of a reach its cube.
pub const FARTHEST: u32 = 200;

impl Weapon {
    /// The chance in percent to hit a target so many cells away (Chebyshev, [K-11]), within `CHANCES`; a distance of 0
    /// counts as 1.
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    pub fn chance(&self, distance: u32) -> u32 {
        let farther = i32::try_from(distance.saturating_sub(1)).unwrap_or(i32::MAX);
        let fades = FADES.saturating_mul(farther);
        let chance = self.accuracy.saturating_sub(fades);
        chance.clamp(CHANCES.0, CHANCES.1) as u32
    }
}

/// How sentences call a body of ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressedAs {
    /// "you": the body is the player.
    #[default]
    You,
    /// By its name: the body is one of the player's people.
    ByName,
}

/// Action points of a monster's turn where its kind says none (K-12).
pub const USUAL_POINTS: u32 = 2;

/// Steps that a monster takes at most for an action point where its kind says none (K-12).
pub const USUAL_RANGE: u32 = 6;

/// How far a hero sees in the dark whose file says nothing of it, in cells (X-12).
pub const USUAL_LIGHT: u32 = 2;

/// How far a body sees that sees at all, in steps: 10 in the book.
pub const USUAL_SIGHT: u32 = 10;

/// The `Kind::speed` of one act a round, which most kinds have.
pub const NORMAL_SPEED: u32 = 2;

/// What a kind gives birth to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Offspring {
    /// The kind of the bodies that are born.
    pub kind: Choice<KindId>,
    /// Rounds from birth to birth: a body is born in every round that this number divides; at least 1.
    pub every: u32,
}

impl Kind {
    /// The glyph of a body with these stats. A kind that shows its strength has `LETTERS` glyphs, for strengths 1 to
    /// 26; a number outside counts as the nearest inside.
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

    /// The bow that the kind shoots with ([E-22]); none for a kind without one.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub fn shot(&self) -> Option<Shot> {
        match self.behaviour {
            Behaviour::Patrol { sight, shot } => Some(Shot {
                reach: sight,
                damage: shot,
            }),
            Behaviour::Composed(Parts {
                sight,
                hunt: Hunt::Shoot(damage),
                ..
            }) => Some(Shot {
                reach: sight,
                damage,
            }),
            Behaviour::Player
            | Behaviour::Wanderer { .. }
            | Behaviour::Ghost { .. }
            | Behaviour::Composed(_) => None,
        }
    }

    /// Whether a body of the kind can walk a route ([E-22]): only such a body takes one.
    ///
    /// [E-22]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#e-22
    pub fn walks_a_route(&self) -> bool {
        self.behaviour
            .parts()
            .is_some_and(|parts| parts.roam == Roam::Route)
    }

    /// Whether a body of the kind may hurt who stands around it by bursting, as its attack or when it dies ([K-12]).
    ///
    /// [K-12]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-12
    #[doc(hidden)]
    pub fn can_burst(&self) -> bool {
        self.bursts > 0 || matches!(self.attack, Attack::Burst(_))
    }

    /// Whether a body of the kind acts once in every round, which is what most do.
    pub fn acts_once_a_round(&self) -> bool {
        self.speed == NORMAL_SPEED
    }

    /// How often a body of the kind acts in a round, counted from 1; 0 in round 0.
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

    /// How often a body of the kind has acted when a round, counted from 1, is over; modulo 2³².
    pub fn acts_until(&self, round: u32) -> u32 {
        narrow::low_half(u64::from(self.speed) * u64::from(round) / 2)
    }
}

/// A bow and its arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Longest line of sight to shoot along, in steps.
    pub reach: u32,
    /// Points of health that an arrow takes, always the same.
    pub damage: i32,
}
