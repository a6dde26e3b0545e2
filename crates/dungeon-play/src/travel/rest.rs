//! Rest: waiting until the hero is healed, or for his manna where he is. It never begins in sight of danger, and ends where
//! waiting brings nothing.
use crate::knowledge::known_map::KnownMap;
use dungeon_engine::action::ActorId;
use dungeon_engine::ruleset_face::Reading;
use dungeon_engine::world::World;
use dungeon_model::dungeon::Stat;

/// Waits in a row that may bring nothing: as many as the slowest upkeep of any game takes, with some to spare (E-3).
const PATIENCE: u32 = 10;

/// A rest under way.
#[derive(Clone, Copy, Default)]
pub struct Rest {
    /// What is rested for, which is chosen at the first wait: a rest that heals ends there, as it did before there was
    /// rest for manna.
    aim: Option<Stat>,
    /// How much of it the hero had at the last wait that brought some.
    amount: Option<i32>,
    /// Waits since then.
    waits: u32,
}

/// Why a rest ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestEnd {
    /// The hero has as much life as at first, or as can be, and of manna as can be; or that of both which was rested for.
    Done,
    /// Waiting brings nothing of the number that was rested for.
    InVain(Stat),
    /// The monster in view that strikes or shoots.
    Watched(ActorId),
}

impl Rest {
    /// Decides whether to wait once more.
    ///
    /// # Errors
    /// Returns why the rest ends.
    pub fn next(&mut self, known_map: KnownMap<'_>) -> Result<(), RestEnd> {
        let world = known_map.world();
        let is_harmful = |who: &ActorId| known_map.strikes(*who);
        let mut in_view = known_map.in_view().into_iter();
        if let Some(who) = known_map.shooter().or_else(|| in_view.find(is_harmful)) {
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
            ..=PATIENCE => Ok(()),
            _ => Err(RestEnd::InVain(aim)),
        }
    }
}

/// What the hero would rest for: life before manna; `None` where he lacks neither. Scripts rest for life alone, as they did
/// before there was rest for manna: only a player with notes has both.
pub fn wanted(known_map: KnownMap<'_>) -> Option<Stat> {
    let world = known_map.world();
    let life = world.kind(world.commanded()).life;
    let has_manna = known_map.notes.is_some();
    let aims = [Some(life), has_manna.then_some(Stat::Manna)];
    let mut aims = aims.into_iter().flatten();
    aims.find(|aim| is_lacking(world, *aim))
}

/// Whether the hero has less life than at first and than can be, or less manna than can be; false for a number of which
/// there is no most.
fn is_lacking(world: &World, aim: Stat) -> bool {
    let hero = world.commanded();
    let reading = Reading::stat("", world, hero, aim);
    let most = match aim {
        Stat::Manna => reading.most,
        _ => reading.full,
    };
    most.is_some_and(|most| reading.value < most)
}
