//! The world as it looks to the player, and the player's sight of it, kept up to date step by step. The only place that
//! knows which cells a step changed for the player.
use super::fog::PlayerSight;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::LevelId;
use dungeon_model::space::geometry::Point;

/// What a player sees of a game.
#[derive(Clone, Debug)]
pub struct SeenWorld {
    /// The game's world as it looks to the player (`World::as_seen`); `None` if it looks as it is.
    disguised: Option<World>,
    /// The cells of the disguised bodies.
    masks: Vec<(LevelId, Point)>,
    /// The player's sight and memory.
    pub sight: PlayerSight,
    /// The cells of the current level whose terrain or item the last step may have changed, in sight or not.
    edits: Vec<Point>,
    /// Whether the sight has looked at the game after its last step.
    is_current: bool,
}

impl SeenWorld {
    /// Takes the first look at a game.
    pub fn new(world: &World) -> SeenWorld {
        let mut disguised = None;
        let masks = world.show_in(&mut disguised);
        SeenWorld {
            sight: PlayerSight::new(disguised.as_ref().unwrap_or(world)),
            masks,
            disguised,
            edits: Vec::new(),
            is_current: true,
        }
    }

    /// Begins to look at an imagined game after its next step, with the sight and the memory of the real game.
    pub fn imagined(world: &World, sight: PlayerSight) -> SeenWorld {
        let mut disguised = None;
        let masks = world.show_in(&mut disguised);
        SeenWorld {
            sight,
            masks,
            disguised,
            edits: Vec::new(),
            is_current: false,
        }
    }

    /// Makes this equal to another one, in the memory that it has already.
    pub fn copy_from(&mut self, from: &SeenWorld) {
        self.disguised.clone_from(&from.disguised);
        self.masks.clone_from(&from.masks);
        self.sight.clone_from(&from.sight);
        self.edits.clone_from(&from.edits);
        self.is_current = from.is_current;
    }

    /// Looks at the game after a step; must be called after each step.
    pub fn follow(&mut self, game: &Game) {
        let world = game.world();
        let here = world.here();
        let hides_now = |(level, _): &(LevelId, Point)| *level == here;
        self.edits.clear();
        let edits = game.events().iter().filter_map(Event::edited_cell);
        // A body that begins or ceases to be disguised changes what lies on its cell.
        let edits = edits.chain(self.masks.drain(..)).filter(hides_now);
        self.edits.extend(edits.map(|(_, p)| p));
        self.masks = world.show_in(&mut self.disguised);
        let masks = self.masks.iter().copied().filter(hides_now);
        self.edits.extend(masks.map(|(_, p)| p));
        let world = self.disguised.as_ref().unwrap_or(world);
        if std::mem::replace(&mut self.is_current, true) {
            self.sight.follow(world, &self.edits);
        } else {
            self.sight.look(world);
        }
    }

    /// Takes the first look at another game of the same dungeon. Returns whether it is that of the game before
    /// (`PlayerSight::restart`).
    pub fn restart(&mut self, world: &World) -> bool {
        self.edits.clear();
        self.masks = world.show_in(&mut self.disguised);
        let world = self.disguised.as_ref().unwrap_or(world);
        self.sight.restart(world)
    }

    /// Surveys levels without fog (`PlayerSight::survey`).
    pub fn survey(&mut self, game: &Game) {
        let world = self.disguised.as_ref().unwrap_or(game.world());
        self.sight.survey(world, game.events());
    }

    /// Returns the game's world as it looks to the player; `None` if it looks as it is.
    pub fn disguised(&self) -> Option<&World> {
        self.disguised.as_ref()
    }

    /// Returns the game's world as it looks to the player. `world` is the world of the game at the last look.
    pub fn world<'a>(&'a self, world: &'a World) -> &'a World {
        self.disguised.as_ref().unwrap_or(world)
    }

    /// Returns the cells of the current level whose terrain or item the last step may have changed, in sight or not.
    pub fn edits(&self) -> &[Point] {
        &self.edits
    }
}
