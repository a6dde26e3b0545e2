//! Rest: waiting until the hero's health is restored, or the manna if the health is full. Never begins with danger in
//! sight, and ends when waiting has no effect.
use crate::knowledge::known_map::KnownMap;
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::rulesets::explore::MANNA_EVERY;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

/// The maximum number of consecutive waits without an effect. It is more than the slowest upkeep of any game needs
/// (E-3).
const PATIENCE: u32 = 10;

/// A rest in progress.
#[derive(Clone, Copy, Default)]
pub struct Rest {
    /// The stat to restore, chosen at the first wait. A rest for health does not go on to restore manna, so that key
    /// scripts have the same effect as in earlier versions, which had no rests for manna.
    aim: Option<Stat>,
    /// The value of the stat after the last wait that raised it.
    amount: Option<i32>,
    /// The number of waits since the last wait that raised the stat.
    waits: u32,
    /// The number of all waits.
    turns: u32,
}

/// The reason that a rest ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestEnd {
    /// The stat is restored, or nothing needs restoring.
    Done,
    /// Waiting does not raise this stat.
    InVain(Stat),
    /// A monster in view can attack or shoot.
    Watched(ActorId),
}

impl Rest {
    /// Returns the number of turns that the rest has taken so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Decides whether to wait once more.
    ///
    /// # Errors
    /// Returns the reason that the rest ends.
    pub fn next(&mut self, known_map: KnownMap<'_>) -> Result<(), RestEnd> {
        let world = known_map.world();
        let is_harmful = |who: &ActorId| known_map.strikes(*who) && !world.body(*who).is_asleep();
        let mut in_view = known_map.in_view().into_iter();
        if let Some(who) = known_map
            .shooters()
            .next()
            .or_else(|| in_view.find(is_harmful))
        {
            return Err(RestEnd::Watched(who));
        }
        let aim = *self
            .aim
            .get_or_insert(wanted(known_map).ok_or(RestEnd::Done)?);
        if !is_lacking(world, aim) {
            return Err(RestEnd::Done);
        }
        let amount = world.body(world.commanded()).stat(aim);
        if self.amount.is_none_or(|before| amount > before) {
            (self.amount, self.waits) = (Some(amount), 0);
        }
        self.waits += 1;
        match self.waits {
            ..=PATIENCE => {
                self.turns += 1;
                Ok(())
            }
            _ => Err(RestEnd::InVain(aim)),
        }
    }
}

/// Returns the stat that a rest would restore: life first, then manna; `None` if both are full. Without notes, as in
/// scripts, a rest restores only life, so that existing scripts keep their effect.
pub fn wanted(known_map: KnownMap<'_>) -> Option<Stat> {
    let world = known_map.world();
    let life = world.kind(world.commanded()).life;
    let has_manna = known_map.notes.is_some();
    let aims = [Some(life), has_manna.then_some(Stat::Manna)];
    let mut aims = aims.into_iter().flatten();
    aims.find(|aim| is_lacking(world, *aim))
}

/// Estimates the turns of a rest that would restore only manna; `None` if a rest cannot begin, or restores life.
pub fn turns_for_manna(known_map: KnownMap<'_>) -> Option<u32> {
    Rest::default().next(known_map).ok()?;
    let world = known_map.world();
    let manna = Reading::stat("", world, world.commanded(), Stat::Manna);
    let missing = manna.most?.saturating_sub(manna.value);
    let turns = u32::try_from(missing).ok()?.saturating_mul(MANNA_EVERY);
    (wanted(known_map) == Some(Stat::Manna)).then_some(turns)
}

/// Whether the hero's life or manna is below its full value; false for a stat that has no full value.
fn is_lacking(world: &World, aim: Stat) -> bool {
    let hero = world.commanded();
    let reading = Reading::stat("", world, hero, aim);
    let most = match aim {
        Stat::Manna => reading.most,
        _ => reading.full,
    };
    most.is_some_and(|most| reading.value < most)
}
