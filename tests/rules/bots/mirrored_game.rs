//! A game beside a second world that is fed only the game's events, and what holds after every step of every game.
use std::collections::BTreeSet;
use std::sync::Arc;

use dungeon_engine::event::{AtTerrain, Event};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_engine::{monsters, rulesets};
use dungeon_model::dungeon::Dungeon;

/// A game, and a world that is told the game's events and nothing else.
pub struct MirroredGame {
    pub game: Game,
    mirror: World,
}

impl MirroredGame {
    /// A new game, whose opening the mirror has followed already.
    pub fn new(dungeon: &Arc<Dungeon>, seed: u64) -> MirroredGame {
        let rules = rulesets::pick(dungeon);
        let game = Game::new(Arc::clone(dungeon), rules, monsters::mind_for, seed);
        let mirror = World::new(Arc::clone(dungeon), seed);
        let mut mirrored = MirroredGame { game, mirror };
        mirrored.follow();
        mirrored
    }

    /// Applies the events of the game's last step to the mirror. Panics if the two worlds differ then, or if a body
    /// acted after its death.
    pub fn follow(&mut self) {
        assert_the_dead_rest(self.game.events());
        let events = self.game.events().iter();
        events.for_each(|event| self.mirror.apply(event));
        let world = self.game.world();
        assert_eq!(self.mirror.checksum(), world.checksum());
        assert_eq!(self.mirror.ledger(), world.ledger());
    }
}

/// No body does anything in a step once it has died in that step, and none dies twice.
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
