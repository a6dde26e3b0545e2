//! The options that the seed has chosen for random marks, for programs that write a level without chance.
use super::level_draw::{level_picks, vault_picks};
use super::vaults::PlacedVault;
use super::world::World;
use dungeon_model::dungeon::{LevelChance, LevelId};

impl World {
    /// Returns the options of a level's random marks, and the meanings and picks by which the seed has decided them
    /// (`LevelChance::visit_drawn`); `None` for a level without random marks.
    #[doc(hidden)]
    pub fn decided_marks(&self, level: LevelId) -> Option<(&LevelChance, [Vec<u32>; 2])> {
        let whole = self.dungeon.drawn_from.as_deref()?;
        let choices = whole.levels[usize::from(level.0)].chance.as_deref()?;
        let (meanings, picks) = level_picks(level, choices, self.chance);
        Some((choices, [meanings, picks]))
    }

    /// Returns the same as `decided_marks` for a vault that the seed has placed on a level.
    #[doc(hidden)]
    pub fn decided_vault_marks(
        &self,
        level: LevelId,
        placed: PlacedVault,
    ) -> Option<(&LevelChance, [Vec<u32>; 2])> {
        let vault = &self.dungeon.vaults[placed.number];
        let choices = vault.chance.as_deref()?;
        let (meanings, picks) = vault_picks(level, placed, vault, choices, self.chance);
        Some((choices, [meanings, picks]))
    }
}
