//! Travel: a key that is refused here but done on stairs leads to the nearest known ones, by ordinary steps
//! (E-15). Here stand the way, and what breaks it off; the session walks.
use super::fog::{Moment, Witness};
use crate::dungeon::{Feature, Footing, Guise, Tile};
use crate::engine::action::{Action, ActorId};
use crate::engine::event::Event;
use crate::engine::game::Game;
use crate::engine::world::World;
use crate::space::distances::Distances;
use crate::space::geometry::{Direction, Point};
use crate::space::sight;
use crate::view::scene::Light;

/// How far a monster is noticed on the way: as far as the classic ones see (E-23).
const NOTICED: u32 = 10;

/// A way that is being walked.
pub struct Journey {
    action: Action,
    distances: Distances,
    noticed: Vec<ActorId>,
    life: i32,
}

/// Why a key does not travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// The action is done nowhere that is known.
    NowhereKnown,
    /// Known traps, locked doors or the unknown lie between.
    NoWay,
}

/// Whether a journey goes on after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Nothing worth a stop has happened.
    Walk,
    /// He stands where he wanted to.
    Arrive,
    /// These monsters came into view.
    Meet(Vec<ActorId>),
    /// Something was said, or hurts.
    Stop,
}

impl Journey {
    /// The shortest way to the nearest known place where the action is done: over known cells, through doors
    /// that he can open, round traps that are seen.
    pub fn plan(game: &Game, action: Action, known: &Witness) -> Result<Journey, Stay> {
        let world = game.world();
        let (here, hero) = (world.here(), world.body(world.commanded()));
        let is_done = |tile: &Tile| game.rules().is_done_on(action, tile);
        let is_goal = |p: &&Point| known_tile(world, known, **p).is_some_and(is_done);
        let goals: Vec<Point> = world.stairs(here).iter().filter(is_goal).copied().collect();
        if goals.is_empty() || game.outcome().is_some() {
            return Err(Stay::NowhereKnown);
        }
        let mut distances = Distances::over(game.rules().neighbours());
        distances.begin(world.size(here), goals);
        let is_walked = |tile: &Tile| is_walked(world, tile);
        let is_crossed = |p| {
            known_tile(world, known, p).is_some_and(is_walked) && game.rules().can_cross(world, p)
        };
        let is_open = |p| p == hero.at || is_crossed(p);
        distances.to(hero.at, is_open).ok_or(Stay::NoWay)?;
        Ok(Journey {
            action,
            distances,
            noticed: in_view(world, known),
            life: world.life_of(world.commanded()),
        })
    }

    /// The next step, or who stands in the way of every one; none when he has arrived.
    pub fn next(&self, game: &Game) -> Option<Result<Direction, ActorId>> {
        let world = game.world();
        let (here, from) = (world.here(), world.body(world.commanded()).at);
        let left = self.distances.known(from)?.checked_sub(1)?;
        let is_nearer = |way: &Direction| self.distances.known(from + *way) == Some(left);
        let ways = game.rules().neighbours().directions().iter().copied();
        let tries = ways
            .filter(is_nearer)
            .map(|way| match world.body_at(here, from + way) {
                None => Ok(way),
                Some(who) => Err(who),
            });
        tries.reduce(Result::or)
    }

    /// Whether he stands where the action is done.
    fn has_arrived(&self, game: &Game) -> bool {
        game.check(self.action).is_ok()
    }

    /// What the last step, of which so many sentences were told, means for the journey. To open a door and to
    /// take what lies on the way is no reason to stop.
    pub fn after_step(&mut self, game: &Game, told: usize, known: &Witness) -> Onward {
        let world = game.world();
        let life = world.life_of(world.commanded());
        let is_hurt = std::mem::replace(&mut self.life, life) > life;
        let is_routine = |event: &&Event| match **event {
            Event::Opened { who, .. } | Event::Taken { who, .. } => who == world.commanded(),
            _ => false,
        };
        let routine = game.events().iter().filter(is_routine).count();
        // What flies past, and another level, which the journey knows no way on.
        let is_news = |event: &Event| matches!(event, Event::Flew { .. } | Event::Travelled { .. });
        let mut met = in_view(world, known);
        met.retain(|who| !self.noticed.contains(who));
        let is_over = game.outcome().is_some();
        if is_over || is_hurt || told > routine || game.events().iter().any(is_news) {
            return Onward::Stop;
        }
        if !met.is_empty() {
            return Onward::Meet(met);
        }
        match self.has_arrived(game) {
            true => Onward::Arrive,
            false => Onward::Walk,
        }
    }
}

/// The terrain of a cell as it is known to be.
fn known_tile<'a>(world: &'a World, known: &Witness, p: Point) -> Option<&'a Tile> {
    match known.light(Moment::Rest, p) {
        Light::Seen => Some(world.tile(world.here(), p)),
        Light::Remembered(tile) => Some(world.dungeon().tile(tile)),
        Light::Unseen => None,
    }
}

/// Whether a traveller walks here: floor, but no trap that he sees, or a closed door that he can open.
fn is_walked(world: &World, tile: &Tile) -> bool {
    match (tile.footing, tile.feature) {
        // The rim, whatever is drawn there (E-1).
        (Footing::Nobody, _) => false,
        (_, Feature::Door(door)) => door.lock.is_none_or(|lock| world.opens(lock)),
        (Footing::Anyone, Feature::Trap(trap)) => trap.guise != Guise::Plain,
        (footing, _) => footing == Footing::Anyone,
    }
}

/// The monsters that are seen near by, along a line that nothing interrupts: one that is known to be behind a
/// wall surprises nobody.
fn in_view(world: &World, known: &Witness) -> Vec<ActorId> {
    let (here, hero) = (world.here(), world.body(world.commanded()).at);
    let is_in_view = |who: &ActorId| {
        let at = world.body(*who).at;
        let is_clear = |p| p == hero || world.lets_sight(here, p);
        known.light(Moment::Rest, at) == Light::Seen
            && sight::sees(at, hero, NOTICED, |_| true, is_clear).is_some()
    };
    world.theirs(here).filter(is_in_view).collect()
}
