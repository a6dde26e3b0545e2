//! A body on a level: a hero or a monster, with its stats and its timed states.
use super::action::ActorId;
use dungeon_model::dungeon::{KindId, LevelId, Prey, Side, Stat, Stats, Through, TurnsLeft};
use dungeon_model::space::geometry::Point;

/// What keeps a body from acting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Pause {
    /// The body acts.
    #[default]
    None = 0,
    /// The body loses its next act, because it stepped onto slowing terrain ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    Slowed = 1,
    /// The body sleeps ([M-1]).
    ///
    /// [M-1]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-1
    Asleep = 2,
    /// The body looks like a thing, and waits until it is touched ([M-7]).
    ///
    /// [M-7]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-7
    Disguised = 3,
}

/// A hero or a monster. Dead bodies stay in the world's list, so that narration can still name them.
///
/// ```
/// use dungeon::Session;
/// use dungeon::data::{Side, Stat};
///
/// let session = Session::from_text("hero health=30\nmap\n#####\n#@.$#\n#####\nend\n")?;
/// let hero = session.game().world().bodies()[0];
/// assert_eq!((hero.at.to_string(), hero.side), ("2,2".to_owned(), Side::Ours));
/// assert!(hero.alive && hero.stat(Stat::Health) == 30);
/// # Ok::<(), dungeon::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The cell where the body stands, or where a dead body died.
    pub at: Point,
    /// The current value of each stat.
    pub stats: Stats,
    /// The index of the body's kind in the dungeon.
    pub kind: KindId,
    /// The level that the body is on.
    pub level: LevelId,
    /// The side of the body's kind, copied here because it is needed in every turn.
    pub side: Side,
    /// Whether the body is alive and on the map.
    pub alive: bool,
    /// What keeps the body from acting.
    pub pause: Pause,
    /// The terrain that the body's kind can pass in addition to floor, copied here because it is needed in every step.
    pub through: Through,
    /// The prey of the body's kind, copied here because it is needed in every turn. `Prey::None` for an ally that has
    /// not joined the hero ([M-3]).
    ///
    /// [M-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#m-3
    pub prey: Prey,
    /// The level where the body began, in the upper 8 bits, and below it the index of the body's `Spawn` there, which has
    /// the body's route and words. The level's own spawns are numbered first, and then the spawns of its vaults.
    /// `u32::MAX` for a body born in play.
    pub(super) origin: u32,
    /// A hash of the cell and round of the body's birth. Draws use this hash as a key instead of `ActorId` ([X-3]),
    /// because one more body would shift every later `ActorId`.
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub birth: u32,
}

/// The timed states of a body that has some (B-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BodyStates {
    pub who: ActorId,
    pub left: TurnsLeft,
    /// Whether a hasted hero has already acted in the current turn, and acts once more (B-2).
    pub has_acted: bool,
}

/// The bits of `Body::origin` that hold an index: more than a level has bodies.
const SPAWNS: u32 = (1 << 24) - 1;

/// Returns the `Body::origin` of a body that a file or vault places on a level.
pub(super) fn origin(level: LevelId, spawn: u32) -> u32 {
    u32::from(level.0) << 24 | spawn & SPAWNS
}

impl Body {
    /// Whether the body does nothing until it wakes: it sleeps, or is disguised.
    #[inline]
    pub fn is_asleep(&self) -> bool {
        matches!(self.pause, Pause::Asleep | Pause::Disguised)
    }

    /// Whether the body is still disguised.
    #[inline]
    pub fn is_disguised(&self) -> bool {
        self.pause == Pause::Disguised
    }

    /// Whether the body loses its next act.
    #[inline]
    pub fn is_slowed(&self) -> bool {
        self.pause == Pause::Slowed
    }

    /// Whether the body is an ally that has joined the hero.
    #[inline]
    pub fn follows(&self) -> bool {
        self.prey == Prey::Foes
    }

    /// Returns the level where the body began, and the index of its `Spawn` there; `None` for a body born in play.
    pub(super) fn spawn(&self) -> Option<(LevelId, usize)> {
        let [level, ..] = self.origin.to_be_bytes();
        let nth = self.origin & SPAWNS;
        (self.origin != u32::MAX).then_some((LevelId(level), nth as usize))
    }

    /// Returns the current value of a stat of the body; may be negative.
    #[inline]
    pub fn stat(&self, stat: Stat) -> i32 {
        self.stats[stat]
    }
}
