//! The causes of the file that have happened, and the causes that may still happen.
use super::action::ActorId;
use super::chance::mix;
use super::world::World;
use dungeon_model::dungeon::{
    CauseEffect, CauseEvent, CauseId, CauseRecord, LevelId, Spawn, Victims,
};

impl World {
    /// Whether a cause has happened and cannot happen again.
    ///
    /// ```
    /// use dungeon::Session;
    /// use dungeon::data::CauseId;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = "map\n######\n#@P.$#\n######\nend\nmark P .\nwhen step=P says=\"Click.\"\n";
    /// let mut session = Session::from_text(text)?;
    /// session.press("l")?;
    /// assert!(session.game().world().is_spent(CauseId(0)));
    /// assert_eq!(session.latest_messages(), ["Click."]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_spent(&self, cause: CauseId) -> bool {
        self.is_marked(cause) && !self.dungeon.causes[usize::from(cause.0)].again
    }

    /// Whether a cause that happens once, or that must happen before the game can be won, has happened.
    fn is_marked(&self, cause: CauseId) -> bool {
        let nth = usize::from(cause.0);
        let bits = self.happened.get(nth / 64);
        bits.is_some_and(|bits| bits & 1 << (nth % 64) != 0)
    }

    /// Marks a cause as happened. Does nothing for a cause that repeats, unless it must happen to win the game.
    pub(super) fn spend(&mut self, cause: CauseId) {
        let nth = usize::from(cause.0);
        let record = &self.dungeon.causes[nth];
        if record.again && !record.is_wanted {
            return;
        }
        if self.happened.len() <= nth / 64 {
            self.happened.resize(nth / 64 + 1, 0);
        }
        self.happened[nth / 64] |= 1 << (nth % 64);
    }

    /// Whether an event on this level may still win the game by a cause.
    pub(super) fn may_win_by_causes(&self, level: LevelId) -> bool {
        let mut causes = self.causes_to_come();
        causes.any(|(_, cause)| {
            let is_there = cause.heard_on().is_none_or(|own| own == level);
            is_there && cause.effects.contains(&CauseEffect::Win)
        })
    }

    /// Whether a body, dead or alive, is one of the victims that a cause names.
    #[doc(hidden)]
    pub fn is_victim(&self, who: ActorId, cause: &CauseRecord, victims: &Victims) -> bool {
        let body = self.body(who);
        let is_there = |there: LevelId| cause.heard_on().is_none_or(|level| level == there);
        match victims {
            Victims::Kinds(kinds) => is_there(body.level) && kinds.contains(&body.kind),
            Victims::DrawnAt(cells) => {
                let is_drawn = |spawn: &Spawn| cells.binary_search(&spawn.at).is_ok();
                body.spawn().is_some_and(|(level, nth)| {
                    let spawns = &self.dungeon.levels[usize::from(level.0)].spawns;
                    is_there(level) && spawns.get(nth).is_some_and(is_drawn)
                })
            }
        }
    }

    /// Whether any victim of a cause is alive.
    pub(crate) fn has_victims(&self, cause: &CauseRecord, victims: &Victims) -> bool {
        let levels = self.dungeon.numbered_levels().map(|(level, _)| level);
        // Allies may have left the level of the cause.
        let is_meant =
            |level: &LevelId| self.has_allies || cause.heard_on().is_none_or(|own| own == *level);
        let mut living = levels.filter(is_meant).flat_map(|level| self.theirs(level));
        living.any(|who| self.is_victim(who, cause, victims))
    }

    /// Mixes the turn counters of causes that may still happen into the phase `rules` (`Ruleset::phase`). For a
    /// one-time cause, every turn differs until the cause happens. For a repeated cause, the turn counts modulo the
    /// cause's period.
    pub(crate) fn phase_of_causes(&self, rules: u64) -> u64 {
        self.causes_to_come()
            .fold(rules, |phase, (_, cause)| match cause.event {
                CauseEvent::Turn(turns) if cause.again => {
                    mix(phase ^ mix(u64::from(self.turn() % turns)))
                }
                CauseEvent::Turn(turns) => mix(phase ^ mix(u64::from(self.turn().min(turns)))),
                _ => phase,
            })
    }
}

#[doc(hidden)]
impl World {
    /// Iterates over the causes that may still happen, with their numbers, in file order.
    pub fn causes_to_come(&self) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
        let causes = self.dungeon.numbered_causes();
        causes.filter(|(cause, _)| !self.is_spent(*cause))
    }

    /// Iterates over the effects of all causes that may still happen.
    pub fn effects_to_come(&self) -> impl Iterator<Item = &CauseEffect> {
        self.causes_to_come().flat_map(|(_, cause)| &cause.effects)
    }

    /// Iterates over the causes that have not happened, but must happen before the game can be won, with their numbers,
    /// in file order.
    pub fn owed(&self) -> impl Iterator<Item = (CauseId, &CauseRecord)> {
        let causes = self.dungeon.numbered_causes();
        causes.filter(|(id, cause)| cause.is_wanted && !self.is_marked(*id))
    }

    /// Whether any cause may still spawn monsters.
    pub fn may_be_invaded(&self) -> bool {
        let mut effects = self.effects_to_come();
        effects.any(|effect| matches!(effect, CauseEffect::Spawn { .. }))
    }
}
