//! The level that comes of what chance decides of its marks.
use super::ids::{ItemId, KindId};
use super::level::Level;
use super::level_chance::{ChanceCell, MarkedThing};
use super::spawn::{Spawn, SpawnOwn};

impl Level {
    /// Every item that chance may put down when a game begins, and the kind of every body.
    pub(crate) fn perhaps(&self) -> (Vec<ItemId>, Vec<KindId>) {
        let (mut items, mut kinds) = (Vec::new(), Vec::new());
        for thing in self.chance.iter().flat_map(|chance| chance.things()) {
            match thing {
                MarkedThing::Tile { .. } => {}
                MarkedThing::Item(item) => items.push(*item),
                MarkedThing::Body(spawn) => kinds.push(spawn.kind),
            }
        }
        (items, kinds)
    }

    /// The level that comes of these meanings and picks, in which nothing is left to chance but scatters.
    pub(crate) fn drawn(&self, meanings: &[u32], picks: &[u32]) -> Level {
        let mut level = Level {
            chance: None,
            ..self.clone()
        };
        let Some(chance) = &self.chance else {
            return level;
        };
        let (mut items, mut spawns) = (self.items.iter(), self.spawns.iter());
        (level.items, level.spawns) = (Vec::new(), Vec::new());
        let (mut items_taken, mut spawns_taken) = (0, 0);
        chance.visit_drawn(meanings, picks, |cell, numbers| {
            match &chance.option(numbers).puts {
                None => {}
                Some(MarkedThing::Tile { tile, closed }) => {
                    let tile = if cell.is_closed { closed } else { tile };
                    level.tiles.set(cell.at, *tile);
                }
                Some(MarkedThing::Item(item)) => {
                    let before = cell.items_before.saturating_sub(items_taken);
                    items_taken += before;
                    level.items.extend(items.by_ref().take(before as usize));
                    level.items.push((cell.at, *item));
                }
                Some(MarkedThing::Body(spawn)) => {
                    let before = cell.spawns_before.saturating_sub(spawns_taken);
                    spawns_taken += before;
                    let before = spawns.by_ref().take(before as usize).cloned();
                    level.spawns.extend(before);
                    level.spawns.push(body(cell, spawn, numbers));
                }
            }
        });
        level.items.extend(items);
        level.spawns.extend(spawns.cloned());
        level
    }
}

/// A body of an option at a cell, with the route that it walks from there.
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
