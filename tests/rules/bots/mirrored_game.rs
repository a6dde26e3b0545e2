//! A game and a second world that follows its events, with checks after every step.
use std::collections::BTreeSet;
use std::sync::Arc;

use dungeon_engine::event::{AtTerrain, Event};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::Dungeon;

/// A game, and a world that receives only the game's events.
pub struct MirroredGame {
    pub game: Game,
    mirror: World,
}

impl MirroredGame {
    /// Returns a new game whose opening events the mirror has applied.
    pub fn new(dungeon: &Arc<Dungeon>, seed: u64) -> MirroredGame {
        let rules = rulesets::pick(dungeon);
        let game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
        let mirror = World::new(Arc::clone(dungeon), seed);
        let mut mirrored = MirroredGame { game, mirror };
        mirrored.follow();
        mirrored
    }

    /// Applies the events of the game's last step to the mirror. Panics if the two worlds differ afterwards, or if a
    /// body acted after its death.
    pub fn follow(&mut self) {
        assert_the_dead_rest(self.game.events());
        let events = self.game.events().iter();
        events.for_each(|event| self.mirror.apply(event));
        let world = self.game.world();
        assert_eq!(self.mirror.checksum(), world.checksum());
        assert_eq!(self.mirror.ledger(), world.ledger());
    }
}

/// Asserts that no body acts or dies again after its death in a step.
fn assert_the_dead_rest(events: &[Event]) {
    let mut dead = BTreeSet::new();
    for event in events {
        match *event {
            Event::Died { who, .. } => assert!(dead.insert(who), "{who:?} died twice"),
            Event::Moved { who, .. }
            | Event::Rammed { who, .. }
            | Event::Struck { who, .. }
            | Event::Shot { who, .. }
            | Event::Opened(AtTerrain { who, .. })
            | Event::Changed { who, .. }
            | Event::Slimed(AtTerrain { who, .. })
            | Event::Commanded { who }
            | Event::Spoke { who } => assert!(!dead.contains(&who), "{event:?}"),
            _ => {}
        }
    }
}
