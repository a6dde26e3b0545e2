//! Notes of a walking player: signs that were read, and monsters that stay in place.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::TileId;
use dungeon_model::space::geometry::Point;

/// The player's notes on all levels so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNotes {
    /// The signs, and other terrain with text, that the player has stood on.
    read: BTreeSet<TileId>,
    /// Whether the text under the hero had been read before the last look.
    is_reread: bool,
    /// The monsters that were on the same cell as before when they came back into view.
    staying: BTreeSet<ActorId>,
    /// The monsters in view after the last look.
    in_view: Vec<ActorId>,
}

impl PlayerNotes {
    /// Whether the text of this tile was read.
    pub fn has_read(&self, tile: TileId) -> bool {
        self.read.contains(&tile)
    }

    /// Whether the player stands on a text that was read before.
    pub fn is_reread(&self) -> bool {
        self.is_reread
    }

    /// Whether a monster was found again in the same cell, so that it probably stays there.
    pub fn is_staying(&self, who: ActorId) -> bool {
        self.staying.contains(&who)
    }

    /// Records a look around: the text under the hero, and which monsters in view have left the cells in `met`, where
    /// they were last seen.
    pub fn look(&mut self, world: &World, in_view: Vec<ActorId>, met: &BTreeMap<ActorId, Point>) {
        let id = world
            .cell(world.here(), world.body(world.commanded()).at)
            .tile;
        let has_text = !world.dungeon().tile(id).says.is_empty();
        self.is_reread = has_text && !self.read.insert(id);
        for who in &in_view {
            match met.get(who) {
                Some(last) if *last != world.body(*who).at => _ = self.staying.remove(who),
                Some(_) if !self.in_view.contains(who) => _ = self.staying.insert(*who),
                _ => {}
            }
        }
        self.in_view = in_view;
    }
}
