//! What a player has noted while walking about: the words that were read, and the monsters that stay where they are.
use std::collections::{BTreeMap, BTreeSet};

use dungeon_engine::action::ActorId;
use dungeon_engine::world::World;
use dungeon_model::dungeon::TileId;
use dungeon_model::space::geometry::Point;

/// What a player has noted of all levels so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNotes {
    /// The signs, and other terrain with words, that the player has stood on.
    read: BTreeSet<TileId>,
    /// The monsters that were where they had been seen last when they came into view again.
    staying: BTreeSet<ActorId>,
    /// The monsters in view after the last look.
    in_view: Vec<ActorId>,
}

impl PlayerNotes {
    /// Whether the words of such terrain were read.
    pub fn has_read(&self, tile: TileId) -> bool {
        self.read.contains(&tile)
    }

    /// Whether a monster was found again where it had been seen before, and so will be there the next time.
    pub fn is_staying(&self, who: ActorId) -> bool {
        self.staying.contains(&who)
    }

    /// Notes what a look around shows: the words under the hero, and which of the monsters in view have moved since each was
    /// seen last, `met`.
    pub fn look(&mut self, world: &World, in_view: Vec<ActorId>, met: &BTreeMap<ActorId, Point>) {
        let id = world
            .cell(world.here(), world.body(world.commanded()).at)
            .tile;
        if !world.dungeon().tile(id).says.is_empty() {
            self.read.insert(id);
        }
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
