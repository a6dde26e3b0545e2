//! Rest: waiting until the hero is healed. It never begins in sight of danger, and ends where waiting heals nothing.
use crate::engine::action::ActorId;
use crate::engine::ruleset::Reading;
use crate::engine::world::World;
use crate::knowledge::known_map::KnownMap;

/// Waits in a row that may heal nothing: as many as the slowest upkeep of any game takes, with some to spare (E-3).
const PATIENCE: u32 = 10;

/// A rest under way.
#[derive(Clone, Copy, Default)]
pub struct Rest {
    /// The hero's life at the last wait that healed.
    life: Option<i32>,
    /// Waits since then.
    waits: u32,
}

/// Why a rest ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestEnd {
    /// The hero has as much life as at first, or as can be.
    Healed,
    /// Waiting heals nothing.
    InVain,
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
        let life = world.life_of(world.commanded());
        if is_healed(world) {
            return Err(RestEnd::Healed);
        }
        if self.life.is_none_or(|before| life > before) {
            (self.life, self.waits) = (Some(life), 0);
        }
        self.waits += 1;
        match self.waits {
            ..=PATIENCE => Ok(()),
            _ => Err(RestEnd::InVain),
        }
    }
}

/// Whether the hero has as much life as at first, or as can be; true for a life of which nothing is lost.
fn is_healed(world: &World) -> bool {
    let hero = world.commanded();
    let life = Reading::stat("", world, hero, world.kind(hero).life);
    life.full.is_none_or(|full| life.value >= full)
}
