//! The world as it looks to the player, and the player's sight of it, kept up to date step by step. The only place that
//! knows which cells a step changed for the player.
use std::sync::OnceLock;

use super::fog::PlayerSight;
use dungeon_engine::concealed::{Masks, ShownWorld};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;

/// What a player sees of a game.
#[derive(Clone, Debug)]
pub struct SeenWorld {
    masks: Masks,
    /// The player's sight and memory.
    pub sight: PlayerSight,
    /// The cells of the current level whose terrain or item the last step may have changed, in sight or not.
    edits: Vec<Point>,
    /// Whether the sight has looked at the game after its last step.
    is_current: bool,
    /// A copy of the game's world as it looks to the player (`World::as_seen`), made at the first question after a step.
    disguised: OnceLock<Option<World>>,
}

impl SeenWorld {
    /// Takes the first look at a game.
    pub fn new(world: &World) -> SeenWorld {
        let masks = Masks::new(world);
        SeenWorld {
            sight: PlayerSight::new(world.shown(&masks)),
            masks,
            edits: Vec::new(),
            is_current: true,
            disguised: OnceLock::new(),
        }
    }

    /// Begins to look at an imagined game after its next step, with the sight and the memory of the real game.
    pub fn imagined(world: &World, sight: PlayerSight) -> SeenWorld {
        SeenWorld {
            sight,
            masks: Masks::new(world),
            edits: Vec::new(),
            is_current: false,
            disguised: OnceLock::new(),
        }
    }

    /// Makes this equal to another one, in the memory that it has already.
    pub fn copy_from(&mut self, from: &SeenWorld) {
        self.masks.clone_from(&from.masks);
        self.sight.clone_from(&from.sight);
        self.edits.clone_from(&from.edits);
        self.is_current = from.is_current;
        self.disguised.take();
    }

    /// Looks at the game after a step; must be called after each step.
    pub fn follow(&mut self, game: &Game) {
        let world = game.world();
        let here = world.here();
        let hides_now = |(level, _): &(LevelId, Point)| *level == here;
        self.edits.clear();
        let edits = game.events().iter().filter_map(Event::edited_cell);
        self.edits.extend(edits.filter(hides_now).map(|(_, p)| p));
        // A body that begins or ceases to be disguised changes what lies on its cell.
        self.masks.follow(world, &mut self.edits);
        self.disguised.take();
        let shown = world.shown(&self.masks);
        if std::mem::replace(&mut self.is_current, true) {
            self.sight.follow(shown, &self.edits);
        } else {
            self.sight.look(shown);
        }
    }

    /// Takes the first look at another game of the same dungeon. Returns whether it is that of the game before
    /// (`PlayerSight::restart`).
    pub fn restart(&mut self, world: &World) -> bool {
        self.edits.clear();
        self.masks = Masks::new(world);
        self.disguised.take();
        self.sight.restart(world.shown(&self.masks))
    }

    /// Surveys levels without fog (`PlayerSight::survey`).
    pub fn survey(&mut self, game: &Game) {
        self.sight
            .survey(game.world().shown(&self.masks), game.events());
    }

    /// Returns the game's world as it looks to the player, without a copy of it. `world` is the world of the game at the
    /// last look, here and in the following functions.
    pub fn shown<'a>(&'a self, world: &'a World) -> ShownWorld<'a> {
        world.shown(&self.masks)
    }

    /// Returns a copy of the game's world as it looks to the player; `None` if it looks as it is.
    pub fn disguised(&self, world: &World) -> Option<&World> {
        self.disguised.get_or_init(|| world.as_seen()).as_ref()
    }

    /// Returns the game's world as it looks to the player.
    pub fn world<'a>(&'a self, world: &'a World) -> &'a World {
        self.disguised(world).unwrap_or(world)
    }

    /// Returns the cells of the current level whose terrain or item the last step may have changed, in sight or not.
    pub fn edits(&self) -> &[Point] {
        &self.edits
    }
}
