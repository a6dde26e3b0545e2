//! A body on a level: a hero or a monster, with its numbers.
use dungeon_model::dungeon::{KindId, LevelId, Prey, Side, Stat, Stats, Through};
use dungeon_model::space::geometry::Point;

/// A hero or a monster. The dead stay in the world's list, so that narration can still name them.
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
    /// The body's current value of each stat.
    pub stats: Stats,
    /// The body's kind.
    pub kind: KindId,
    /// The level that the body is on.
    pub level: LevelId,
    /// The side that the body fights on: its kind's, copied here because every turn asks for it.
    pub side: Side,
    /// Whether the body lives, and so stands on the map.
    pub alive: bool,
    /// Whether the body loses its next act, since it has stepped onto terrain that holds it up ([T-4]).
    ///
    /// [T-4]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#t-4
    pub is_slowed: bool,
    /// The terrain that the body passes besides floor: its kind's, copied here because every step asks for it.
    pub through: Through,
    /// The prey that the body hunts: its kind's, copied here because every turn asks for it.
    pub prey: Prey,
    /// Index of the body's spawn, which holds its route and words, in its level's list; `u32::MAX` for a body born in
    /// play.
    pub spawn: u32,
    /// A hash of the cell and round of the body's birth. The body's chance is keyed by this number and not by `ActorId`
    /// ([X-3]), because one more body shifts every later `ActorId`.
    ///
    /// [X-3]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#x-3
    pub birth: u32,
}

impl Body {
    /// Returns the body's value of one stat; may be negative.
    #[inline]
    pub fn stat(&self, stat: Stat) -> i32 {
        self.stats[stat]
    }
}
