//! What bodies and items are: tables of plain data.
use std::ops::{Index, IndexMut};

use super::choice::Choice;
use super::ids::{ItemId, KindId, LockId, TileId};
use super::parts::{Attack, Hunt, Parts, Prey, Roam, Sense, Through};

/// A number that a body carries; rule sets give it meaning.
///
/// ```
/// use dungeon::data::{Stat, Stats};
///
/// let stats = Stats::classic([30, 6, 8, 0]);
/// let total: i32 = Stat::ALL.into_iter().map(|stat| stats[stat]).sum();
/// assert_eq!(total, 44);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stat {
    /// Points of health that are left until death.
    Health,
    /// Points of life that a blow takes.
    Strength,
    /// Points that bolts cost.
    Manna,
    /// Points of gold.
    Wealth,
    /// Action points that are left this turn ([K-10]).
    ///
    /// [K-10]: crate::reference::rules#k-10
    Ap,
    /// Shots that are left ([K-11]).
    ///
    /// [K-11]: crate::reference::rules#k-11
    Ammo,
}

impl Stat {
    /// The number of different stats.
    pub const COUNT: usize = 6;

    /// Every stat, in the order of `Stats`.
    pub const ALL: [Stat; Stat::COUNT] = [
        Stat::Health,
        Stat::Strength,
        Stat::Manna,
        Stat::Wealth,
        Stat::Ap,
        Stat::Ammo,
    ];

    /// The word of the stat in files.
    pub fn word(self) -> &'static str {
        match self {
            Stat::Health => "health",
            Stat::Strength => "strength",
            Stat::Manna => "manna",
            Stat::Wealth => "wealth",
            Stat::Ap => "ap",
            Stat::Ammo => "ammo",
        }
    }
}

/// A value for every `Stat`, in the order of `Stat::ALL`; any `i32`, at first 0. Arithmetic on them saturates ([X-5]).
///
/// ```
/// use dungeon::data::{Stat, Stats};
///
/// let mut hero = Stats::classic([30, 6, 8, 0]);
/// hero[Stat::Health] -= 5;
/// assert_eq!(hero[Stat::Health], 25);
/// assert_eq!(hero[Stat::Ammo], 0);
/// ```
///
/// [X-5]: crate::reference::rules#x-5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats(pub [i32; Stat::COUNT]);

impl Stats {
    /// As much of everything as a number can be.
    pub const ENDLESS: Stats = Stats([i32::MAX; Stat::COUNT]);

    /// The values of health, strength, manna and wealth; every other stat is 0.
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

/// How much more than the least of each number the seed gives, by `Stat`: every amount from 0 up to this is alike. At
/// first 0, so that a number is always the same. A number and what comes on top of it are never more than `i32::MAX`.
///
/// ```
/// use dungeon::data::{Spread, Stat, Stats};
///
/// let least = Stats::classic([4, 1, 0, 0]);
/// let mut spread = Spread::default();
/// assert!(spread.is_none());
/// spread.0[Stat::Health as usize] = 5;
/// assert_eq!(spread.most(least)[Stat::Health], 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spread(pub [u32; Stat::COUNT]);

impl Spread {
    /// Whether every number is always the same.
    pub fn is_none(self) -> bool {
        self == Spread::default()
    }

    /// How many different numbers the seed can give, all stats together; `u32::MAX` for as many or more.
    pub fn count(self) -> u32 {
        let counts = self.0.into_iter().map(|spread| spread.saturating_add(1));
        counts.fold(1, u32::saturating_mul)
    }

    /// The nth of the numbers that the seed can give, counted from 0.
    pub(crate) fn nth(self, least: Stats, nth: u32) -> Stats {
        let (mut stats, mut rest) = (least, nth);
        for (stat, spread) in stats.0.iter_mut().zip(self.0) {
            let count = spread.saturating_add(1);
            *stat = stat.saturating_add_unsigned(rest % count);
            rest /= count;
        }
        stats
    }

    /// The greatest numbers that the seed can give.
    #[must_use]
    pub fn most(self, least: Stats) -> Stats {
        let mut most = least;
        for (most, spread) in most.0.iter_mut().zip(self.0) {
            *most = most.saturating_add_unsigned(spread);
        }
        most
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
///
/// ```
/// use dungeon::data::{Behaviour, Hunt, Sense};
///
/// let ghost = Behaviour::Ghost { near: 7 }.parts().expect("it decides by itself");
/// assert_eq!((ghost.sense, ghost.hunt), (Sense::Near(7), Hunt::Drift));
/// assert_eq!(Behaviour::Player.parts(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Behaviour {
    /// The body decides nothing: the player does.
    Player,
    /// A wanderer ([E-21]), which sees 10 cells in the book.
    ///
    /// [E-21]: crate::reference::rules#e-21
    Wanderer {
        /// Longest line of sight, in steps; 0 to 65535 in files.
        sight: u32,
    },
    /// A ghost ([E-20]), which feels the hero at a Euclidean distance below 7 in the book.
    ///
    /// [E-20]: crate::reference::rules#e-20
    Ghost {
        /// Exclusive bound of the rounded-up Euclidean distance in cells; 0 feels nothing.
        near: u32,
    },
    /// A patrol ([E-22]), which sees 10 cells and whose arrows take 2 points of health in the book.
    ///
    /// [E-22]: crate::reference::rules#e-22
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
    /// [E-4]: crate::reference::rules#e-4
    IsJudged,
}

/// What a body's life is counted in where sentences and gauges tell of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LifeUnit {
    /// Life is a number of points.
    #[default]
    Points,
    /// Life is a few lives, shown as hearts ([A-3]).
    ///
    /// [A-3]: crate::reference::rules#a-3
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
    /// [X-14]: crate::reference::rules#x-14
    pub spread: Spread,
    /// The most of each number that a body of this kind can come to have ([X-11]); `Stats::ENDLESS` where nothing says
    /// so.
    ///
    /// [X-11]: crate::reference::rules#x-11
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
    /// Action points of each turn, where turns have them ([K-10], [K-12]); 1 to 20 in files.
    ///
    /// [K-10]: crate::reference::rules#k-10
    /// [K-12]: crate::reference::rules#k-12
    pub points: u32,
    /// Where turns have action points: how many steps from its cell one of them carries a hero, 0 to `FARTHEST`
    /// ([K-2]), and how many steps at most a monster takes for one, at least 1 ([K-12]).
    ///
    /// [K-2]: crate::reference::rules#k-2
    /// [K-12]: crate::reference::rules#k-12
    pub range: u32,
    /// The weapon whose shots can miss ([K-11]); none for a kind without one.
    ///
    /// [K-11]: crate::reference::rules#k-11
    pub weapon: Option<Weapon>,
    /// The points of life that the death of a body of this kind takes from everybody around; 0 for a death that hurts
    /// nobody ([K-12]).
    ///
    /// [K-12]: crate::reference::rules#k-12
    pub bursts: i32,
    /// The tile that a body leaves on plain floor where it set out ([K-12]); none for a kind that leaves nothing.
    ///
    /// [K-12]: crate::reference::rules#k-12
    pub trail: Option<TileId>,
    /// How far a body of ours sees in the dark, in cells ([X-12]).
    ///
    /// [X-12]: crate::reference::rules#x-12
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
/// [K-11]: crate::reference::rules#k-11
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
    /// [K-11]: crate::reference::rules#k-11
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
    /// [E-22]: crate::reference::rules#e-22
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
    /// [E-22]: crate::reference::rules#e-22
    pub fn walks_a_route(&self) -> bool {
        self.behaviour
            .parts()
            .is_some_and(|parts| parts.roam == Roam::Route)
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
        (u64::from(self.speed) * u64::from(round) / 2) as u32
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

/// A kind of thing that lies on a cell.
///
/// ```
/// use dungeon::data::Stat;
/// use dungeon::diagnostics::Source;
///
/// let text = "item b \"loaf of bread\" health=5\nmap\n#####\n#@.b#\n#####\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let bread = dungeon.items().iter().find(|item| item.glyph == 'b').unwrap();
/// assert_eq!((bread.name.as_str(), bread.gives[Stat::Health]), ("loaf of bread", 5));
/// assert!(bread.collectable, "it must be taken to win");
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemKind {
    /// The name as sentences say it, without an article: "bread".
    pub name: String,
    /// The character on the map, one column wide.
    pub glyph: char,
    /// The colour on the map; without one the scene chooses.
    pub colour: Option<Colour>,
    /// The numbers that are added to the taker's stats, each of which may be negative; of a thing that is kept to be used,
    /// when it is used. Of an item that has variants, the least of each.
    pub gives: Stats,
    /// How much more the seed gives to each item that the file puts somewhere ([X-14]); none for most items, and for
    /// every item that lies in a world.
    ///
    /// [X-14]: crate::reference::rules#x-14
    pub spread: Spread,
    /// The first of the items that the seed chooses from in place of this one, one for each of the numbers that its
    /// spread allows; they follow each other in the table. `ItemId::NONE` for an item without a spread.
    pub variants: ItemId,
    /// What becomes of the item when it is taken.
    pub keeping: Keeping,
    /// Whether the game is not over while one is left (explore).
    pub collectable: bool,
    /// The lock that the item opens, for which it is kept; none for an item that is no key.
    pub opens: Option<LockId>,
    /// Whether monsters with a taste for the herd hunt it, and eat it.
    pub herd: bool,
    /// How far the item shines in the dark where it lies, in cells ([X-12]); 0 for an item that does not.
    ///
    /// [X-12]: crate::reference::rules#x-12
    pub glow: u32,
    /// Whether a game is lost without one, where its file says so.
    pub is_vital: bool,
    /// The words that are told when the item is taken; may be empty.
    pub says: String,
}

impl ItemKind {
    /// The numbers that are added to the stats of who takes the item, at once.
    pub fn gives_at_once(&self) -> Stats {
        match self.keeping {
            Keeping::ToUse => Stats::default(),
            Keeping::No | Keeping::ToWear { .. } => self.gives,
        }
    }

    /// How much strength the item adds while it is worn; 0 for an item that is not worn.
    pub fn worn_strength(&self) -> i32 {
        match self.keeping {
            Keeping::ToWear { strength } => strength,
            Keeping::No | Keeping::ToUse => 0,
        }
    }

    /// Whether the item goes into the pack of who takes it.
    pub fn is_kept(&self) -> bool {
        self.keeping != Keeping::No
    }
}

/// What becomes of an item that is taken ([P-1]).
///
/// ```
/// use dungeon::data::Keeping;
/// use dungeon::diagnostics::Source;
///
/// let text = "item ! \"potion\" health=10 keep=yes\nmap\n#####\n#@.!#\n#####\nend\n";
/// let dungeon = dungeon::load_source(Source::from_text("a.dng", text))?;
/// let potion = dungeon.items().iter().find(|item| item.name == "potion").unwrap();
/// assert_eq!(potion.keeping, Keeping::ToUse);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
///
/// [P-1]: crate::reference::rules#p-1
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keeping {
    /// The item gives what it gives, and is gone; a key is held.
    #[default]
    No,
    /// The item is kept in the pack, and gives what it gives when it is used, which it is once ([P-2]).
    ///
    /// [P-2]: crate::reference::rules#p-2
    ToUse,
    /// The item is kept in the pack, and may be worn there ([P-3]).
    ///
    /// [P-3]: crate::reference::rules#p-3
    ToWear {
        /// The strength that is added while the item is worn; at least 1 in files.
        strength: i32,
    },
}

/// The most items of different kinds that a file may have kept: each has a letter in the pack, small or capital.
pub const MOST_KEPT: usize = 52;

/// The sixteen colours of a terminal, by the names the format knows.
///
/// ```
/// use dungeon::data::Colour;
///
/// assert_eq!(Colour::named("magenta"), Some(Colour::Magenta));
/// assert_eq!(Colour::named("purple"), None);
/// ```
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

    /// The colour with this word of `Colour::NAMES`; none for any other word.
    pub fn named(word: &str) -> Option<Colour> {
        Colour::NAMES
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, colour)| colour)
    }
}
