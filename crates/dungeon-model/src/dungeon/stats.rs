//! The stats that bodies have and items change: plain data.
use std::ops::{Index, IndexMut};

/// A stat of a body. The rule sets decide the effect of each stat.
///
/// ```
/// use dungeon::data::{Stat, Stats};
///
/// let stats = Stats::classic([30, 6, 8, 0]);
/// let total: i32 = Stat::ALL.into_iter().map(|stat| stats[stat]).sum();
/// assert_eq!(total, 44);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Stat {
    /// The points of health left until death.
    Health,
    /// The points of life that an attack takes.
    Strength,
    /// The points that pay for bolts.
    Manna,
    /// The points of gold.
    Wealth,
    /// The action points left this turn ([K-10]).
    ///
    /// [K-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-10
    Ap,
    /// The shots left ([K-11]).
    ///
    /// [K-11]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#k-11
    Ammo,
}

impl Stat {
    /// The number of stats.
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

    /// Whether a body has no life left, if its life is this stat and `left` points of it are left. A body that lives by
    /// wealth has life with 0 gold, because 0 is not a debt ([S-2]).
    ///
    /// [S-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#s-2
    #[doc(hidden)]
    pub fn is_spent(self, left: i64) -> bool {
        match self {
            Stat::Wealth => left < 0,
            _ => left <= 0,
        }
    }

    /// Returns the stat's key in files, such as "health".
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

/// A value for every `Stat`, in the order of `Stat::ALL`; any `i32`, initially 0. Arithmetic saturates ([X-5]).
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
/// [X-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-5
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats(pub [i32; Stat::COUNT]);

impl Stats {
    /// `i32::MAX` for every stat, which stands for no maximum.
    pub const ENDLESS: Stats = Stats([i32::MAX; Stat::COUNT]);

    /// Returns stats with these values for health, strength, manna and wealth. All other stats are 0.
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

/// The maximum that the seed may add to each stat, by `Stat`. Each addition from 0 to this number is equally likely.
/// The default is 0, for fixed stats. A stat plus its spread never exceeds `i32::MAX`.
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
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct Spread(pub [u32; Stat::COUNT]);

impl Spread {
    /// Whether every stat is fixed.
    pub fn is_none(self) -> bool {
        self == Spread::default()
    }

    /// Returns the number of different sets of stats that the spread allows; saturates at `u32::MAX`.
    pub fn count(self) -> u32 {
        let counts = self.0.into_iter().map(|spread| spread.saturating_add(1));
        counts.fold(1, u32::saturating_mul)
    }

    /// Returns one of the sets of stats that the spread allows, for the minimum stats `least`. The sets are numbered
    /// from 0.
    #[doc(hidden)]
    pub fn nth(self, least: Stats, nth: u32) -> Stats {
        let (mut stats, mut rest) = (least, nth);
        for (stat, spread) in stats.0.iter_mut().zip(self.0) {
            let count = spread.saturating_add(1);
            *stat = stat.saturating_add_unsigned(rest % count);
            rest /= count;
        }
        stats
    }

    /// Returns the maximum stats, for the minimum stats `least`.
    #[must_use]
    pub fn most(self, least: Stats) -> Stats {
        let mut most = least;
        for (most, spread) in most.0.iter_mut().zip(self.0) {
            *most = most.saturating_add_unsigned(spread);
        }
        most
    }
}
