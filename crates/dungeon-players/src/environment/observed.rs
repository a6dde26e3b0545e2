//! An observation that is kept up to date: each step changes only the cells that its events name, and the cells that
//! come into sight or go out of sight.
use std::collections::BTreeMap;
use std::sync::Arc;

use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, LevelId, Stat};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::length;
use dungeon_play::knowledge::fog::{PlayerSight, WorldTime};
use dungeon_play::knowledge::known_map::KnownMap;

use super::appearances::Vision;
use super::observation_space::ObservationSpace;
use super::painter::Painter;
use crate::player_view::{EnteredLevels, PlayerView};

/// The remembered monsters of a player whose observations show only bodies in sight.
static NO_MONSTERS: BTreeMap<ActorId, Point> = BTreeMap::new();
static NO_LEVELS: EnteredLevels = EnteredLevels::NONE;

/// What is observed of a game, and what its player has seen so far.
#[derive(Clone, Debug)]
pub struct Observed {
    space: Arc<ObservationSpace>,
    /// The player's sight; `None` for an observer who sees everything.
    sight: Option<PlayerSight>,
    /// The game's world as it looks to the player (`World::as_seen`); `None` if it looks as it is.
    seen: Option<World>,
    /// The planes for the game in its current state; empty until they are first wanted.
    planes: Vec<u8>,
    /// The level that the planes show.
    level: LevelId,
}

impl Observed {
    /// Begins to observe a game in its current state.
    pub fn new(world: &World, vision: Vision) -> Observed {
        let is_player = vision == Vision::Player;
        let seen = is_player.then(|| world.as_seen()).flatten();
        Observed {
            space: Arc::new(ObservationSpace::new(world, vision)),
            sight: is_player.then(|| PlayerSight::new(seen.as_ref().unwrap_or(world))),
            seen,
            planes: Vec::new(),
            level: world.here(),
        }
    }

    pub fn space(&self) -> &ObservationSpace {
        &self.space
    }

    /// Forgets everything, and looks at a new game.
    pub fn reset(&mut self, world: &World) {
        if let Some(sight) = &mut self.sight {
            self.seen = world.as_seen();
            sight.restart(self.seen.as_ref().unwrap_or(world));
        }
        if !self.planes.is_empty() {
            self.level = world.here();
            self.planes.fill(0);
            self.painter(world).paint_start();
        }
    }

    /// Looks at the game after a step.
    pub fn follow(&mut self, game: &Game) {
        let world = game.world();
        let mut is_disguised = false;
        if let Some(sight) = &mut self.sight {
            let seen = world.as_seen();
            is_disguised = seen.is_some() || self.seen.is_some();
            self.seen = seen;
            match &self.seen {
                _ if !is_disguised => sight.follow(world, game.events()),
                seen => sight.look(seen.as_ref().unwrap_or(world)),
            }
        }
        if self.planes.is_empty() {
            return;
        }
        if is_disguised || self.level != world.here() {
            self.paint_level(world);
            return;
        }
        let mut painter = self.painter(world);
        game.events()
            .iter()
            .for_each(|event| painter.paint_event(event));
        painter.paint_sight();
    }

    /// Returns the planes for the game in its current state, in the order of `ObservationSpace::planes`.
    pub fn planes(&mut self, world: &World) -> &[u8] {
        if self.planes.is_empty() {
            self.planes.resize(self.space.planes_len(), 0);
            self.paint_level(world);
        }
        &self.planes
    }

    fn paint_level(&mut self, world: &World) {
        self.level = world.here();
        self.planes.fill(0);
        self.painter(world).paint_level();
    }

    fn painter<'a>(&'a mut self, world: &'a World) -> Painter<'a> {
        let (sight, seen) = (self.sight.as_ref(), self.seen.as_ref());
        Painter::new(&self.space, sight, seen.unwrap_or(world), &mut self.planes)
    }

    /// Whether the observer sees a cell now.
    pub fn sees(&self, level: LevelId, p: Point) -> bool {
        let sight = self.sight.as_ref();
        sight.is_none_or(|sight| sight.sees(WorldTime::Rest, level, p))
    }

    /// Whether an action names only bodies and cells that the observer knows.
    pub fn can_mean(&self, game: &Game, action: Action) -> bool {
        let Some(sight) = &self.sight else {
            return true;
        };
        let map = KnownMap {
            game,
            seen: self.seen.as_ref(),
            sight,
            met: &NO_MONSTERS,
            notes: None,
        };
        let entered = &NO_LEVELS;
        PlayerView { map, entered }.can_mean(action)
    }

    /// Writes the vector, in the order of `ObservationSpace::vector`.
    pub fn write_vector(&self, game: &Game, out: &mut [i32]) {
        let world = self.seen.as_ref().unwrap_or(game.world());
        let space = &*self.space;
        let (level, hero) = (world.here(), world.body(world.commanded()));
        let size = world.size(level);
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let place = [
            number(world.turn()),
            level.0.into(),
            size.width,
            size.height,
            hero.at.x,
            hero.at.y,
        ];
        let stats = Stat::ALL.map(|stat| hero.stat(stat));
        let state = [
            number(world.collectables()),
            game.rules().face().turns_left(world).map_or(-1, number),
            world.outcome().map_or(0, |outcome| outcome as i32),
            world.is_alarmed(level).into(),
        ];
        let held = |key: &ItemId| world.held().iter().filter(|held| *held == key).count();
        let keys = space.keys.iter().map(|key| length(held(key)));
        let pack = world.pack();
        let kept = space.kept.iter().flat_map(|id| {
            let is_it = |item: ItemId| world.kind_of(item) == *id;
            let thing = pack.things().iter().find(|thing| is_it(thing.item));
            let count = thing.map_or(0, |thing| number(thing.count));
            [count, pack.worn().iter().any(|item| is_it(*item)).into()]
        });
        let all = place.into_iter().chain(stats).chain(state);
        let all = all.chain(keys).chain(kept);
        for (slot, value) in out.iter_mut().zip(all) {
            *slot = value;
        }
    }
}
