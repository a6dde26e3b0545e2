//! Levels and vaults in which the options of all random marks are decided.
use super::ids::{ItemId, KindId, TileId};
use super::level::Level;
use super::level_chance::{ChanceCell, LevelChance, MarkedThing};
use super::spawn::{Spawn, SpawnOwn};
use crate::space::geometry::Point;

impl Level {
    /// Returns the items that random marks of the level may place, and the kinds of the bodies that they may place.
    pub(crate) fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let chance = self.chance.as_deref();
        chance.map(LevelChance::perhaps).unwrap_or_default()
    }

    /// Returns the level with its marks decided by these `meanings` and `picks`. After that, only the level's scatters
    /// depend on chance.
    #[doc(hidden)]
    #[must_use]
    pub fn drawn(&self, meanings: &[u32], picks: &[u32]) -> Level {
        let mut level = Level {
            chance: None,
            ..self.clone()
        };
        let Some(chance) = &self.chance else {
            return level;
        };
        let there = (self.items.as_slice(), self.spawns.as_slice());
        let put_tile = |cell: &ChanceCell, tile| level.tiles.set(cell.at, tile);
        (level.items, level.spawns) = put_down(chance, meanings, picks, there, put_tile);
        level
    }
}

/// Returns the items and the bodies of a map in file order, with the map's marks decided by these `meanings` and
/// `picks`. Calls `put_tile` for each tile that a mark places.
pub(super) fn put_down(
    chance: &LevelChance,
    meanings: &[u32],
    picks: &[u32],
    (items, spawns): (&[(Point, ItemId)], &[Spawn]),
    mut put_tile: impl FnMut(&ChanceCell, TileId),
) -> (Vec<(Point, ItemId)>, Vec<Spawn>) {
    let (mut items, mut spawns) = (items.iter(), spawns.iter());
    let (mut all_items, mut all_spawns) = (Vec::new(), Vec::new());
    let (mut items_taken, mut spawns_taken) = (0, 0);
    chance.visit_drawn(meanings, picks, |cell, numbers| {
        let cell = &chance.cells[cell];
        match &chance.option(numbers).puts {
            None => {}
            Some(MarkedThing::Tile { tile, closed }) => {
                put_tile(cell, if cell.is_closed { *closed } else { *tile });
            }
            Some(MarkedThing::Item(item)) => {
                let before = cell.items_before.saturating_sub(items_taken);
                items_taken += before;
                all_items.extend(items.by_ref().take(before as usize));
                all_items.push((cell.at, *item));
            }
            Some(MarkedThing::Body(spawn)) => {
                let before = cell.spawns_before.saturating_sub(spawns_taken);
                spawns_taken += before;
                let before = spawns.by_ref().take(before as usize).cloned();
                all_spawns.extend(before);
                all_spawns.push(body(cell, spawn, numbers));
            }
        }
    });
    all_items.extend(items);
    all_spawns.extend(spawns.cloned());
    (all_items, all_spawns)
}

/// Returns the body that an option places on a cell, with a route that begins at this cell.
fn body(cell: &ChanceCell, spawn: &Spawn, numbers: [u32; 3]) -> Spawn {
    let mut spawn = Spawn {
        at: cell.at,
        ..spawn.clone()
    };
    if let Some((_, route)) = cell.routes.iter().find(|(whose, _)| *whose == numbers) {
        let own = spawn.own.take().map_or_else(SpawnOwn::default, |own| *own);
        spawn.own = Some(Box::new(SpawnOwn {
            route: Some(route.clone()),
            ..own
        }));
    }
    spawn
}
