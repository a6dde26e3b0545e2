//! An observation that is kept up to date: each step changes only the cells that its events name, and the cells that
//! come into sight or go out of sight.
use std::collections::BTreeMap;
use std::sync::Arc;

use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::concealed::ShownWorld;
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_model::dungeon::{ItemId, LevelId, Stat, TimedState};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::length;
use dungeon_play::knowledge::fog::WorldTime;
use dungeon_play::knowledge::known_map::KnownMap;
use dungeon_play::knowledge::seen_world::SeenWorld;

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
    /// What the player sees; `None` for an observer who sees everything.
    seen: Option<SeenWorld>,
    /// The planes for the game in its current state; empty until they are first wanted.
    planes: Vec<u8>,
    /// The level that the planes show.
    level: LevelId,
    /// The planes at the start of the last game, without bodies; empty if they are not known.
    start: Arc<[u8]>,
}

impl Observed {
    /// Begins to observe a game in its current state.
    pub fn new(world: &World, vision: Vision) -> Observed {
        Observed {
            space: Arc::new(ObservationSpace::new(world, vision)),
            seen: (vision == Vision::Player).then(|| SeenWorld::new(world)),
            planes: Vec::new(),
            level: world.here(),
            start: Arc::default(),
        }
    }

    pub fn space(&self) -> &ObservationSpace {
        &self.space
    }

    /// Forgets everything, and looks at a new game.
    pub fn reset(&mut self, world: &World) {
        let seen = self.seen.as_mut();
        let is_as_before = seen.is_some_and(|seen| seen.restart(world));
        if !is_as_before {
            self.start = Arc::default();
        }
        if self.planes.is_empty() {
            return;
        }
        self.level = world.here();
        if self.start.is_empty() {
            self.planes.fill(0);
            self.painter(world).paint_start();
            if is_as_before {
                self.start = self.planes.as_slice().into();
            }
        } else {
            self.planes.copy_from_slice(&self.start);
        }
        self.painter(world).paint_bodies();
    }

    /// Looks at the game after a step.
    pub fn follow(&mut self, game: &Game) {
        let world = game.world();
        if let Some(seen) = &mut self.seen {
            seen.follow(game);
        }
        if self.planes.is_empty() {
            return;
        }
        // A kind that becomes known changes the numbers of its items everywhere.
        let is_identified = |event: &Event| matches!(event, Event::Identified { .. });
        let has_families = !world.dungeon().families().is_empty();
        if self.level != world.here() || has_families && game.events().iter().any(is_identified) {
            self.paint_level(world);
            return;
        }
        let mut painter = self.painter(world);
        game.events()
            .iter()
            .for_each(|event| painter.paint_event(event));
        painter.paint_edits();
        painter.paint_look();
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
        let mut painter = self.painter(world);
        painter.paint_level();
        painter.paint_bodies();
    }

    #[inline]
    fn painter<'a>(&'a mut self, world: &'a World) -> Painter<'a> {
        Painter::new(&self.space, self.seen.as_ref(), world, &mut self.planes)
    }

    /// Whether the observer sees a cell now.
    pub fn sees(&self, level: LevelId, p: Point) -> bool {
        let seen = self.seen.as_ref();
        seen.is_none_or(|seen| seen.sight.sees(WorldTime::Rest, level, p))
    }

    /// Whether an action names only bodies and cells that the observer knows.
    pub fn can_mean(&self, game: &Game, action: Action) -> bool {
        let names_cell = matches!(action, Action::Go(_) | Action::ShootAt(_));
        if !names_cell && action.target().is_none() {
            return true;
        }
        let Some(seen) = &self.seen else {
            return true;
        };
        let map = KnownMap {
            game,
            seen: seen.disguised(game.world()),
            sight: &seen.sight,
            met: &NO_MONSTERS,
            notes: None,
        };
        let entered = &NO_LEVELS;
        PlayerView { map, entered }.can_mean(action)
    }

    /// Writes the vector, in the order of `ObservationSpace::vector`.
    pub fn write_vector(&self, game: &Game, out: &mut [i32]) {
        let seen = self.seen.as_ref();
        let world = seen.map_or_else(|| game.world().into(), |seen| seen.shown(game.world()));
        let space = &*self.space;
        let (level, hero) = (world.here(), world.body(world.commanded()));
        let size = world.size(level);
        let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let mut known = [0; PLACE + Stat::COUNT + STATE];
        let (place, rest) = known.split_at_mut(PLACE);
        let (stats, state) = rest.split_at_mut(Stat::COUNT);
        place.copy_from_slice(&[
            number(world.turn()),
            level.0.into(),
            size.width,
            size.height,
            hero.at.x,
            hero.at.y,
        ]);
        stats.copy_from_slice(&hero.stats.0);
        state.copy_from_slice(&[
            number(world.collectables()),
            game.rules().face().turns_left(&world).map_or(-1, number),
            world.outcome().map_or(0, |outcome| outcome as i32),
            world.is_alarmed(level).into(),
        ]);
        let (own, rest) = out.split_at_mut(known.len().min(out.len()));
        own.copy_from_slice(&known[..own.len()]);
        let (keys, rest) = rest.split_at_mut(space.keys.len().min(rest.len()));
        for (slot, key) in keys.iter_mut().zip(&space.keys) {
            *slot = length(world.held().iter().filter(|held| *held == key).count());
        }
        let len = (space.parts * space.kept.len()).min(rest.len());
        let (kept, rest) = rest.split_at_mut(len);
        write_pack(world, &space.kept, space.parts, kept);
        let who = world.commanded();
        let left = world.states_of(who);
        let states = space.states.iter().map(|state| left[*state].into());
        let acted = space.states.contains(&TimedState::Haste);
        let acted = acted.then(|| world.has_acted(who).into());
        for (slot, value) in rest.iter_mut().zip(states.chain(acted)) {
            *slot = value;
        }
    }
}

/// The numbers of the vector before the stats, and after them up to the keys.
const PLACE: usize = 6;
const STATE: usize = 4;

/// Writes for each item for the inventory the number of such items there, whether one is equipped and, in dungeons with
/// an item that recharges, the turns until one is ready: `parts` numbers.
fn write_pack(world: ShownWorld<'_>, kept: &[ItemId], parts: usize, out: &mut [i32]) {
    out.fill(0);
    let none = out.len();
    let place = |item: ItemId| {
        let kind = world.kind_of(item);
        let nth = kept.iter().position(|id| *id == kind);
        nth.map_or(none, |nth| parts * nth)
    };
    let mut write = |nth: usize, value: i32| {
        if let Some(slot) = out.get_mut(nth) {
            *slot = value;
        }
    };
    let pack = world.pack();
    let number = |of: u32| i32::try_from(of).unwrap_or(i32::MAX);
    // Of two things of one kind, the first counts.
    for thing in pack.things().iter().rev() {
        let first = place(thing.item);
        write(first, number(thing.count));
        if parts > 2 {
            write(first + 2, number(world.turns_to_ready(thing.item)));
        }
    }
    pack.worn()
        .iter()
        .for_each(|item| write(place(*item) + 1, 1));
}
