//! Timed states of bodies, such as haste and burning: plain data.

/// A state of a body that ends after a number of turns ([B-1]).
///
/// ```
/// use dungeon::data::TimedState;
///
/// let words = TimedState::ALL.map(TimedState::word);
/// assert_eq!(words, ["haste", "slow", "burning", "unseen", "warded", "fleeing"]);
/// ```
///
/// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum TimedState {
    /// The body acts twice as often ([B-2]).
    ///
    /// [B-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-2
    Haste = 0,
    /// The body loses the act after each of its acts ([B-3]).
    ///
    /// [B-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-3
    Slow = 1,
    /// The body loses `BURN` points of life at the end of each round ([B-4]).
    ///
    /// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
    Burning = 2,
    /// Enemies sense the body only on a neighboring cell ([B-5]).
    ///
    /// [B-5]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-5
    Unseen = 3,
    /// Wounds take only half as much life ([B-6]).
    ///
    /// [B-6]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-6
    Warded = 4,
    /// The body flees from the hero ([B-7]). Only the death of a leader gives this state ([M-10]).
    ///
    /// [B-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-7
    /// [M-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-10
    Fleeing = 5,
}

/// The points of life that a burning body loses at the end of each round ([B-4]).
///
/// [B-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-4
pub const BURN: i32 = 2;

/// The maximum number of turns for which a file can give a state.
pub const LONGEST_STATE: u8 = 99;

impl TimedState {
    /// All states, in the order of their numbers.
    pub const ALL: [TimedState; 6] = [
        TimedState::Haste,
        TimedState::Slow,
        TimedState::Burning,
        TimedState::Unseen,
        TimedState::Warded,
        TimedState::Fleeing,
    ];

    /// Returns the word for the state in files and in machine-readable output: "haste".
    pub fn word(self) -> &'static str {
        match self {
            TimedState::Haste => "haste",
            TimedState::Slow => "slow",
            TimedState::Burning => "burning",
            TimedState::Unseen => "unseen",
            TimedState::Warded => "warded",
            TimedState::Fleeing => "fleeing",
        }
    }

    /// Returns the label of the turns that the state has left: "Haste".
    pub fn label(self) -> &'static str {
        match self {
            TimedState::Haste => "Haste",
            TimedState::Slow => "Slow",
            TimedState::Burning => "Burning",
            TimedState::Unseen => "Unseen",
            TimedState::Warded => "Warded",
            TimedState::Fleeing => "Fleeing",
        }
    }

    /// Returns the state that ends when this one begins: haste ends slowness, and slowness ends haste ([B-1]).
    ///
    /// [B-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#b-1
    pub fn opposite(self) -> Option<TimedState> {
        match self {
            TimedState::Haste => Some(TimedState::Slow),
            TimedState::Slow => Some(TimedState::Haste),
            TimedState::Burning | TimedState::Unseen | TimedState::Warded | TimedState::Fleeing => {
                None
            }
        }
    }

    /// Whether the state helps the body that has it.
    pub fn is_helpful(self) -> bool {
        match self {
            TimedState::Haste | TimedState::Unseen | TimedState::Warded => true,
            TimedState::Slow | TimedState::Burning | TimedState::Fleeing => false,
        }
    }
}

/// A state that an item gives to the body on which it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
pub struct StateGift {
    /// The state that begins.
    pub state: TimedState,
    /// The number of turns, 1 to `LONGEST_STATE` in files.
    pub turns: u8,
}

/// The flight of a body whose leader dies ([M-10]).
///
/// [M-10]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-10
pub const FLIGHT: StateGift = StateGift {
    state: TimedState::Fleeing,
    turns: 10,
};

/// The turns that a body's states have left.
///
/// ```
/// use dungeon::data::{TimedState, TurnsLeft};
///
/// let mut left = TurnsLeft::default();
/// assert!(left.is_empty());
/// left[TimedState::Haste] = 3;
/// assert_eq!(left.iter().collect::<Vec<_>>(), [(TimedState::Haste, 3)]);
/// assert!(left.has(TimedState::Haste) && !left.has(TimedState::Slow));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnsLeft(pub [u8; TimedState::ALL.len()]);

impl TurnsLeft {
    /// Whether the body has no state.
    pub fn is_empty(self) -> bool {
        self.0 == [0; TimedState::ALL.len()]
    }

    /// Whether the body has a state.
    pub fn has(self, state: TimedState) -> bool {
        self[state] > 0
    }

    /// Iterates over the states that the body has, each with the turns that are left.
    pub fn iter(self) -> impl Iterator<Item = (TimedState, u8)> {
        let all = TimedState::ALL.into_iter().zip(self.0);
        all.filter(|(_, turns)| *turns > 0)
    }
}

impl std::ops::Index<TimedState> for TurnsLeft {
    type Output = u8;
    fn index(&self, state: TimedState) -> &u8 {
        &self.0[state as usize]
    }
}

impl std::ops::IndexMut<TimedState> for TurnsLeft {
    fn index_mut(&mut self, state: TimedState) -> &mut u8 {
        &mut self.0[state as usize]
    }
}
