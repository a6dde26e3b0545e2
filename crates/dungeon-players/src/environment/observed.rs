//! An observation that is kept up to date.
use std::collections::BTreeMap;
use std::sync::Arc;

use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, Prey, Side, Stat};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::length;
use dungeon_play::knowledge::fog::PlayerSight;
use dungeon_play::knowledge::known_map::KnownMap;

use super::observation_space::{ObservationSpace, Vision};
use crate::player_view::{EnteredLevels, PlayerView};

/// Nobody is remembered: observations show the bodies in sight only.
static NOBODY: BTreeMap<ActorId, Point> = BTreeMap::new();
static NOWHERE: EnteredLevels = EnteredLevels::NONE;

/// What is observed of a game, and what its player has seen so far.
#[derive(Clone, Debug)]
pub(super) struct Observed {
    space: Arc<ObservationSpace>,
    /// The player's sight; `None` for an observer who sees everything.
    sight: Option<PlayerSight>,
}

impl Observed {
    /// Begins to observe a game in its current state.
    pub fn new(world: &World, vision: Vision) -> Observed {
        Observed {
            space: Arc::new(ObservationSpace::new(world, vision)),
            sight: (vision == Vision::Player).then(|| PlayerSight::new(world)),
        }
    }

    pub fn space(&self) -> &ObservationSpace {
        &self.space
    }

    /// Forgets everything, and looks at a new game.
    pub fn reset(&mut self, world: &World) {
        if let Some(sight) = &mut self.sight {
            *sight = PlayerSight::new(world);
        }
    }

    /// Looks at the game after a step.
    pub fn follow(&mut self, game: &Game) {
        if let Some(sight) = &mut self.sight {
            sight.look(game.world());
        }
    }

    /// Whether an action names only bodies and cells that the observer knows.
    pub fn can_mean(&self, game: &Game, action: Action) -> bool {
        self.view(game).is_none_or(|view| view.can_mean(action))
    }

    fn view<'a>(&'a self, game: &'a Game) -> Option<PlayerView<'a>> {
        let sight = self.sight.as_ref()?;
        let map = KnownMap {
            game,
            sight,
            met: &NOBODY,
            notes: None,
        };
        Some(PlayerView {
            map,
            entered: &NOWHERE,
        })
    }

    pub fn write_planes(&mut self, game: &Game, out: &mut [u8]) {
        let (area, world) = (self.space.size.area(), game.world());
        let len = self.space.planes_len().min(out.len());
        out[..len].fill(0);
        let width = usize::try_from(self.space.size.width).unwrap_or(0);
        for p in world.size(world.here()).points() {
            let nth = usize::try_from(p.y).unwrap_or(0) * width + usize::try_from(p.x).unwrap_or(0);
            for (plane, value) in (0..).zip(self.cell(world, p)) {
                if let Some(slot) = out.get_mut(plane * area + nth) {
                    *slot = value;
                }
            }
        }
    }

    /// Returns the values of a cell, by plane.
    fn cell(&self, world: &World, p: Point) -> impl Iterator<Item = u8> {
        let (here, looks) = (world.here(), &self.space.looks);
        let cell = world.cell(here, p);
        let (sight, known) = match &self.sight {
            Some(sight) if !sight.sees(dungeon_play::knowledge::fog::WorldTime::Rest, here, p) => {
                let known = sight.cell(world, here, p);
                (u8::from(known.is_some()), known)
            }
            _ => (2, Some((cell.tile, cell.item))),
        };
        let tile = known.map_or(0, |(tile, _)| looks.tile(tile)).to_be_bytes();
        let item = known.map_or(0, |(_, item)| looks.item(item)).to_be_bytes();
        let body = cell.body().filter(|_| sight == 2);
        let kind = body
            .map_or(0, |who| looks.kind(world.body(who).kind))
            .to_be_bytes();
        let [side, pause, life] = body.map_or([0; 3], |who| state(world, who));
        let high = [tile[0], item[0], kind[0]];
        let needs = [looks.most_tile(), looks.most_item(), looks.most_kind()];
        let high = high.into_iter().zip(needs).filter(|(_, most)| *most > 255);
        [sight, tile[1], item[1], kind[1], side, pause, life]
            .into_iter()
            .chain(high.map(|(high, _)| high))
    }

    pub fn write_vector(&self, game: &Game, out: &mut [i32]) {
        let (world, space) = (game.world(), &*self.space);
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
            let thing = pack.things().iter().find(|thing| thing.item == *id);
            let count = thing.map_or(0, |thing| number(thing.count));
            [count, (pack.worn() == Some(*id)).into()]
        });
        let all = place
            .into_iter()
            .chain(stats)
            .chain(state)
            .chain(keys)
            .chain(kept);
        for (slot, value) in out.iter_mut().zip(all) {
            *slot = value;
        }
    }
}

/// Returns the side, the pause and the share of life of a body.
fn state(world: &World, who: ActorId) -> [u8; 3] {
    let body = world.body(who);
    let side = match (body.side, body.prey) {
        (Side::Ours, _) if who == world.commanded() => 1,
        (Side::Ours, _) => 2,
        (Side::Theirs, Prey::Foes) => 3,
        (Side::Theirs, prey) if !prey.is_hostile() => 4,
        (Side::Theirs, _) => 5,
    };
    let kind = world.kind(who);
    let full = match kind.most[kind.life] {
        i32::MAX => kind.stats[kind.life],
        most => most,
    };
    [side, body.pause as u8, share(world.life_of(who), full)]
}

/// Returns a share in 255ths: at least 1 for any life, at most 255.
fn share(life: i32, full: i32) -> u8 {
    if life <= 0 {
        return 0;
    }
    let share = i64::from(life) * 255 / i64::from(full.max(1));
    u8::try_from(share.clamp(1, 255)).unwrap_or(u8::MAX)
}
