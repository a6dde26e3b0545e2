//! What bodies and items are: tables of plain data.
use std::ops::{Index, IndexMut};

use super::ids::{ItemId, KindId, LockId, TileId};
use super::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};

/// A number that a body carries; rule sets give it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // named as players know them
pub enum Stat {
    Health,
    Strength,
    Manna,
    Wealth,
    /// Action points that are left this turn (K-10).
    Ap,
    /// Shots that are left (K-11).
    Ammo,
}

impl Stat {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// All of them, in the order of `Stats`.
    pub const ALL: [Stat; Stat::COUNT] = [
        Stat::Health,
        Stat::Strength,
        Stat::Manna,
        Stat::Wealth,
        Stat::Ap,
        Stat::Ammo,
    ];
}

/// A value for every `Stat`; arithmetic on them saturates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats(pub [i32; Stat::COUNT]);

impl Stats {
    /// Health, strength, manna and wealth; nothing else.
    pub const fn classic([health, strength, manna, wealth]: [i32; 4]) -> Stats {
        Stats([health, strength, manna, wealth, 0, 0])
    }
}

impl Index<Stat> for Stats {
    type Output = i32;
    fn index(&self, stat: Stat) -> &i32 {
        &self.0[stat as usize]
    }
}

impl IndexMut<Stat> for Stats {
    fn index_mut(&mut self, stat: Stat) -> &mut i32 {
        &mut self.0[stat as usize]
    }
}

/// The side that a body is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player commands the body.
    Ours,
    /// The body decides by its mind (`monsters`).
    Theirs,
}

/// How a kind decides what it wants; `monsters::mind_for` makes the mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// Decides nothing: the player does.
    Player,
    /// E-21. `sight`: cells that it sees, 10 in the book.
    Wanderer {
        /// Longest line of sight, in steps.
        sight: u32,
    },
    /// E-20. `near`: it feels the hero at a Euclidean distance below this, 7 in the book.
    Ghost {
        /// Exclusive bound of the rounded-up Euclidean distance.
        near: u32,
    },
    /// E-22. `sight` as a wanderer's; its arrows take `shot` health, 2 in the book.
    Patrol {
        /// Longest line of sight, in steps.
        sight: u32,
        /// Health an arrow takes.
        shot: i32,
    },
    /// As its parts say.
    Composed(Parts),
}

impl Behaviour {
    /// The parts that decide as it does; none for whom the player decides.
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

/// What no life left means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtZero {
    /// The body dies at once.
    Dies,
    /// The rule set judges later (E-4).
    IsJudged,
}

/// What a body's life is counted in where sentences and gauges tell of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LifeUnit {
    /// A number of points.
    #[default]
    Points,
    /// Lives, a few of them.
    Lives,
}

/// What the glyph of a body tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BodyGlyph {
    /// What it is.
    #[default]
    Kind,
    /// How strong it is: the kind's glyph for 1, and so on for 26 characters (`A` to `Z`).
    Strength,
}

/// So many strengths have a glyph of their own.
pub const LETTERS: i32 = 26;

/// A kind of body: hero or monster.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// As sentences say it, without an article: "ghost", "crypt rat".
    pub name: String,
    /// The character on the map, one column wide; `shows` says what it tells.
    pub glyph: char,
    /// What the glyph tells a player.
    pub shows: BodyGlyph,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// The side of bodies of this kind.
    pub side: Side,
    /// How a body of this kind decides what it does.
    pub behaviour: Behaviour,
    /// What a body of this kind starts with.
    pub stats: Stats,
    /// The number that wounds take from: health, or what the game has in its place.
    pub life: Stat,
    /// What its life is counted in.
    pub life_unit: LifeUnit,
    /// What no life left means.
    pub at_zero: AtZero,
    /// What it passes besides floor.
    pub through: Through,
    /// What it does to adjacent prey.
    pub attack: Attack,
    /// The prey that a body of this kind hunts.
    pub prey: Prey,
    /// Twice the acts it has a round: in round t it acts ⌊speed·t/2⌋ − ⌊speed·(t−1)/2⌋ times. 0 never acts.
    pub speed: u32,
    /// What lies on the nearest free floor cell when it dies; `ItemId::NONE` for nothing.
    pub drops: ItemId,
    /// What is born beside it.
    pub spawns: Option<Offspring>,
    /// Said when a body of it first knows of its prey; may be empty.
    pub says: String,
    /// Where turns have action points: how many it has each turn (K-10, K-12).
    pub points: u32,
    /// Where turns have action points: how far from its cell one of them carries a hero, 0 to `FARTHEST` (K-2), and how
    /// many steps at most a monster takes for one, at least 1 (K-12).
    pub range: u32,
    /// What it shoots with, if that can miss (K-11).
    pub weapon: Option<Weapon>,
    /// Its death takes so much life from everybody around; 0: it just dies (K-12).
    pub bursts: i32,
    /// What it leaves on plain floor where it set out (K-12).
    pub trail: Option<TileId>,
    /// How sentences call a body of ours.
    pub addressed_as: AddressedAs,
}

/// A weapon whose shots can miss (K-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weapon {
    /// Least and most life that a hit takes, every number between them alike; the first is not above the second.
    pub damage: (i32, i32),
    /// Percent, at a neighbour; each further cell takes `FADES` of it.
    pub accuracy: i32,
    /// Farthest target (Chebyshev), up to `FARTHEST`.
    pub reach: u32,
}

/// Percent of a shot's chance that each cell beyond the first takes (K-11).
pub const FADES: i32 = 3;

/// The least and the greatest chance of a shot, in percent (K-11).
pub const CHANCES: (i32, i32) = (5, 95);

/// No range and no reach is longer: what is shown of a range costs its square, of a reach its cube.
pub const FARTHEST: u32 = 200;

impl Weapon {
    /// The chance in percent to hit a target so many cells away (Chebyshev, K-11).
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
    /// "you": he is the player.
    #[default]
    You,
    /// By its name: it is one of the player's people.
    ByName,
}

/// How many action points monsters have a turn (K-12).
pub const USUAL_POINTS: u32 = 2;

/// How many cells a monster goes for one of them (K-12).
pub const USUAL_RANGE: u32 = 6;

/// How far somebody sees who sees at all: 10 steps in the book.
pub const USUAL_SIGHT: u32 = 10;

/// A usual speed: one act a round.
pub const NORMAL_SPEED: u32 = 2;

/// What a kind gives birth to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offspring {
    /// Of which kind.
    pub kind: KindId,
    /// In every round that this divides; at least 1.
    pub every: u32,
}

impl Kind {
    /// The glyph of a body with these numbers.
    pub fn glyph_of(&self, stats: &Stats) -> char {
        let above = match self.shows {
            BodyGlyph::Kind => return self.glyph,
            BodyGlyph::Strength => stats[Stat::Strength]
                .saturating_sub(1)
                .clamp(0, LETTERS - 1) as u32,
        };
        char::from_u32(self.glyph as u32 + above).unwrap_or(self.glyph)
    }

    /// What it shoots with, if it does (E-22).
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

    /// Whether it can walk a route (E-22): only such a body takes one.
    pub fn walks_a_route(&self) -> bool {
        self.behaviour
            .parts()
            .is_some_and(|parts| parts.roam == Roam::Route)
    }

    /// How often it acts in a round, counted from 1.
    pub fn acts_in(&self, round: u32) -> u32 {
        let before = self.acts_until(round.saturating_sub(1));
        self.acts_until(round).wrapping_sub(before)
    }

    /// How often it has acted when a round is over, modulo 2³².
    pub fn acts_until(&self, round: u32) -> u32 {
        (u64::from(self.speed) * u64::from(round) / 2) as u32
    }
}

/// A bow and its arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Longest line of sight to shoot along, in steps.
    pub reach: u32,
    /// Health that an arrow takes, always.
    pub damage: i32,
}

/// A kind of thing that lies on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemKind {
    /// As sentences say it, without an article: "bread".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// Added to the taker's stats; may be negative.
    pub gives: Stats,
    /// Whether the game is not over while one is left (explore).
    pub collectable: bool,
    /// The lock that it opens: such an item is kept.
    pub opens: Option<LockId>,
    /// Whether monsters with a taste for the herd hunt it, and eat it.
    pub herd: bool,
    /// Said when it is taken; may be empty.
    pub says: String,
}

/// The sixteen colours of a terminal, by the names the format knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // colours name themselves
pub enum Colour {
    Black,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Grey,
    BrightRed,
    BrightGreen,
    BrightYellow,
    BrightBlue,
    BrightMagenta,
    BrightCyan,
    BrightWhite,
}

impl Colour {
    /// Every colour with its word in files, in terminal order (0–15).
    pub const NAMES: [(&'static str, Colour); 16] = [
        ("black", Colour::Black),
        ("red", Colour::Red),
        ("green", Colour::Green),
        ("yellow", Colour::Yellow),
        ("blue", Colour::Blue),
        ("magenta", Colour::Magenta),
        ("cyan", Colour::Cyan),
        ("white", Colour::White),
        ("grey", Colour::Grey),
        ("bright-red", Colour::BrightRed),
        ("bright-green", Colour::BrightGreen),
        ("bright-yellow", Colour::BrightYellow),
        ("bright-blue", Colour::BrightBlue),
        ("bright-magenta", Colour::BrightMagenta),
        ("bright-cyan", Colour::BrightCyan),
        ("bright-white", Colour::BrightWhite),
    ];

    /// The colour with this word.
    pub fn named(word: &str) -> Option<Colour> {
        Colour::NAMES
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, colour)| colour)
    }
}
