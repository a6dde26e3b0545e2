//! Progress toward the goals of a file, and whether any vital item is left.
use super::action::ActorId;
use super::event::Outcome;
use super::world::World;
use dungeon_model::dungeon::{Goal, ItemId, LevelId};
use dungeon_model::space::narrow::count;

impl World {
    /// Whether a goal is met if `over` turns are complete ([G-2]). Always `false` for `Goal::Never`, and for
    /// `Goal::Leave` and `Goal::Caused`, which end the game in another way.
    ///
    /// [G-2]: https://docs.rs/dungeon/latest/dungeon/reference/rules/index.html#g-2
    pub fn is_met(&self, goal: Goal, over: u32) -> bool {
        match goal {
            Goal::Take => self.collectables() == 0 && self.owed().next().is_none(),
            Goal::Kill => self.wanted().next().is_none(),
            Goal::Cover => self.uncovered() == 0,
            Goal::Survive(turns) => over >= turns,
            Goal::Leave | Goal::Caused | Goal::Never => false,
        }
    }

    /// Returns the amount of work that is left for a goal: the number of items to take or still to be given, monsters
    /// to kill, cells to cover or turns to survive. For any other goal, returns 1 until the game is won, and then 0.
    #[doc(hidden)]
    pub fn left_of(&self, goal: Goal) -> u32 {
        match goal {
            Goal::Take => self
                .collectables()
                .saturating_add(count(self.owed().count())),
            Goal::Kill => count(self.wanted().count()),
            Goal::Cover => self.uncovered(),
            Goal::Survive(turns) => turns.saturating_sub(self.turn()),
            Goal::Leave | Goal::Caused | Goal::Never => {
                u32::from(self.outcome() != Some(Outcome::Won))
            }
        }
    }

    /// Iterates over the living monsters on all levels that must be killed to win, by number.
    ///
    /// ```
    /// use dungeon::Session;
    ///
    /// let session = Session::from_text("goal kill=g\nmap\n######\n#@.wg#\n######\nend\n")?;
    /// let world = session.game().world();
    /// let names: Vec<&str> = world.wanted().map(|who| world.kind(who).name.as_str()).collect();
    /// assert_eq!(names, ["ghost"]);
    /// # Ok::<(), dungeon::LoadError>(())
    /// ```
    pub fn wanted(&self) -> impl Iterator<Item = ActorId> {
        // A world as its player sees it lacks disguised bodies (`World::as_seen`), but a kill is a kill.
        let bodies = self.numbered_bodies();
        let dungeon = self.dungeon();
        let wanted = bodies.filter(|(_, body)| dungeon.kind(body.kind).is_wanted);
        let alive = wanted.filter(|(_, body)| body.alive || body.is_disguised());
        alive.map(|(who, _)| who)
    }

    /// Whether a vital body lives, or a vital item is left on a level, in the held items, in the pack, or in the drops of
    /// a living body. If neither is left, a game with `lose without=` is lost.
    pub fn has_vital(&self) -> bool {
        let is_vital = |item: ItemId| self.item(item).is_vital;
        let mut living = self.bodies().iter().filter(|body| body.alive);
        let mut levels = self
            .dungeon()
            .numbered_levels()
            .map(|(level, _)| self.ground(level));
        let mut packed = self.pack().things().iter().map(|thing| thing.item);
        levels.any(|level| level.vital > 0)
            || self.held().iter().any(|item| is_vital(*item))
            || packed.any(is_vital)
            || living.any(|body| {
                let kind = self.dungeon().kind(body.kind);
                kind.is_vital || kind.drops.all().any(is_vital)
            })
    }

    /// Whether work is left on a level for a goal other than leaving: monsters to kill, items to take, cells to cover,
    /// or a cause that wins.
    pub(crate) fn has_task_on(&self, level: LevelId) -> bool {
        let ground = self.ground(level);
        self.dungeon().goals.iter().any(|goal| match goal {
            Goal::Take => {
                let is_there = |own: LevelId| own == level;
                let mut owed = self.owed();
                ground.collectables > 0
                    || owed.any(|(_, cause)| cause.heard_on().is_none_or(is_there))
            }
            Goal::Kill => self.theirs(level).any(|who| self.kind(who).is_wanted),
            Goal::Cover => ground.uncovered > 0,
            Goal::Caused => self.may_win_by_causes(level),
            Goal::Survive(_) | Goal::Leave | Goal::Never => false,
        })
    }
}
