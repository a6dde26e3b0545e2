//! A body on a level: a hero or a monster, with its stats.
use dungeon_model::dungeon::{KindId, LevelId, Prey, Side, Stat, Stats, Through};
use dungeon_model::space::geometry::Point;

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
    /// Whether the body loses its next act, because it stepped onto slowing terrain ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    pub is_slowed: bool,
    /// The terrain that the body's kind can pass in addition to floor, copied here because it is needed in every step.
    pub through: Through,
    /// The prey of the body's kind, copied here because it is needed in every turn.
    pub prey: Prey,
    /// The index of the body's `Spawn`, which has the body's route and words. The level's own spawns are numbered
    /// first, and then the spawns of its vaults. `u32::MAX` for a body born in play.
    pub spawn: u32,
    /// A hash of the cell and round of the body's birth. Draws use this hash as a key instead of `ActorId` ([X-3]),
    /// because one more body would shift every later `ActorId`.
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub birth: u32,
}

impl Body {
    /// Returns the current value of a stat of the body; may be negative.
    #[inline]
    pub fn stat(&self, stat: Stat) -> i32 {
        self.stats[stat]
    }
}
