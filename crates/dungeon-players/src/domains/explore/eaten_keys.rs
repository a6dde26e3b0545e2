//! Keys that a monster certainly eats before the hero can interfere.
//!
//! First, a game in which the hero only waits shows when a monster eats a key. The hero cannot prevent this meal if, up
//! to that turn, every cell that matters to the monster is out of the hero's range: the monster's own way, and every
//! way to the key that is at most two steps longer. Other monsters may act differently if the hero does, so they must
//! be too far away, too. After the meal, the ground without the key shows what can no longer be reached.
use super::ground::{GroundAim, GroundGraph, GroundThing};
use super::relaxation::GroundReach;
use super::turn_bound::TurnBound;
use crate::search::budget::Meter;
use crate::verdict::Reason;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_ground::ground_tile::ends_depend_on_others;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Harm, Kind, LevelId, Prey, Through};
use dungeon_model::space::geometry::Point;
use dungeon_model::space::narrow::count;

/// The maximum number of turns to wait for a meal.
const LONGEST_WAIT: u32 = 40;

/// The maximum distance in cells at which a body can affect anything without an item: the range of a bolt (E-13).
const TOUCH: u32 = 4;

/// A monster's way to the herd item that it eats.
struct Meal {
    who: ActorId,
    /// The monster's cell after each turn, beginning with its first cell.
    way: Vec<Point>,
    level: LevelId,
    at: Point,
}

/// Returns the reason why a game is lost after a monster eats a key, and the world after the meal; `None` if no meal is
/// certain, if the game can be won without the key, or if the budget ends.
pub fn eaten_key(game: &Game, meter: &Meter<'_>) -> Option<(Reason, World)> {
    let world = game.world();
    if !is_simple(world) {
        return None;
    }
    let (meal, after) = first_meal(game, meter)?;
    let turns = u32::try_from(meal.way.len() - 1).ok()?;
    let mut graph = GroundGraph::new(world, meter)?;
    let bound = TurnBound::new(world, &graph, meter);
    let is_won_later = bound.tour().is_some_and(|(least, _)| least > turns);
    let hero = world.body(world.commanded());
    let steps = bound.flood(&[(hero.level, hero.at)], None, None);
    let near = steps.iter().filter(|(_, steps)| **steps <= turns);
    let near: Vec<Point> = near.map(|((_, p), _)| *p).collect();
    let touch = touch(world);
    let is_far = meal.matters(
        |p| near.iter().all(|x| x.chebyshev(p) > touch),
        world,
        meter,
    );
    if !is_won_later || !is_far || !bound.is_complete() || !meal.is_left_alone(world, meter) {
        return None;
    }
    let is_eaten = |thing: &GroundThing| {
        thing.aim == GroundAim::Lying && (thing.level, thing.at) == (meal.level, meal.at)
    };
    let mut eaten = graph.things.iter_mut().filter(|thing| is_eaten(thing));
    eaten.next()?.opens = None;
    let reach = GroundReach::new(&graph, meter)?;
    let lost = graph.things[reach.lacks(&graph)?];
    let reason = Reason::KeyEaten {
        level: lost.level,
        at: lost.at,
        key: meal.at,
        by: world.body(meal.who).kind,
        turn: world.turn() + turns,
    };
    meter.goes_on().then_some((reason, after))
}

/// Returns the maximum distance in cells at which the hero can affect anything, by a bolt, a throw, a shot or a blow
/// (P-4, P-5, P-7).
fn touch(world: &World) -> u32 {
    let items = world.dungeon().items.iter();
    items.fold(TOUCH, |most, item| most.max(item.reach()))
}

/// Whether nothing acts from a distance: no stairs or traps that carry the hero, no items that pull monsters, no causes,
/// no alarms, no noise that wakes sleepers, no allies, no timed states, and only one item of the herd.
fn is_simple(world: &World) -> bool {
    let (dungeon, here) = (world.dungeon(), world.here());
    let mut tiles = dungeon.tiles.iter().map(TilePassage::of);
    let is_alarm = |tile: TilePassage| tile.trap.is_some_and(|trap| trap.harm == Harm::Alarm);
    let mut drops = dungeon.kinds.iter().flat_map(|kind| kind.drops.all());
    let has_company = !dungeon.kinds.iter().all(|kind| kind.prey.is_hostile());
    !ends_depend_on_others(dungeon)
        && !has_company
        && !world.has_sleepers()
        && !dungeon.may_pull()
        && !drops.any(|item| dungeon.item(item).herd)
        && !tiles.any(is_alarm)
        && !world.is_alarmed(here)
        && !dungeon.gives_states()
        && world
            .causes_to_come()
            .all(|(_, cause)| cause.effects.is_empty())
        && world.herd(here).len() == 1
}

/// Plays the game with a hero who waits until the only herd item is eaten. Returns the meal and the world after it.
fn first_meal(game: &Game, meter: &Meter<'_>) -> Option<(Meal, World)> {
    let level = game.world().here();
    let herd = game.world().herd(level).first().copied()?;
    let item = game.world().item(game.world().item_at(level, herd));
    item.opens?;
    let mut played = game.clone();
    let mut ways: Vec<Vec<Point>> = Vec::new();
    let places =
        |world: &World| -> Vec<Point> { world.bodies().iter().map(|body| body.at).collect() };
    ways.push(places(played.world()));
    for _ in 0..LONGEST_WAIT {
        let is_played = meter.pay() && played.step(Action::Wait).is_ok();
        if !is_played || played.outcome().is_some() {
            return None;
        }
        ways.push(places(played.world()));
        let eaten = played.events().iter().find_map(|event| match event {
            Event::Eaten { who, at, .. } => Some((*who, *at)),
            _ => None,
        });
        if let Some((who, at)) = eaten {
            let nth = who.0 as usize;
            let way = ways.iter().map(|places| places.get(nth).copied());
            let way: Vec<Point> = way.collect::<Option<_>>()?;
            let meal = Meal {
                who,
                way,
                level,
                at,
            };
            return Some((meal, played.world().clone()));
        }
    }
    None
}

impl Meal {
    /// Whether `is_far` is true for each cell that matters to the monster: the cells on ways to the key that are at
    /// most two steps longer than the monster's own way.
    fn matters(&self, is_far: impl Fn(Point) -> bool, world: &World, meter: &Meter<'_>) -> bool {
        let steps = self.way.windows(2).map(|step| step[0].chebyshev(step[1]));
        let most = steps.sum::<u32>() + 2;
        let from = self.way[0];
        let mut cells = world.size(self.level).points();
        cells.all(|p| {
            let matters = from.chebyshev(p) + p.chebyshev(self.at) <= most;
            meter.look(1) && (!matters || is_far(p))
        })
    }

    /// Whether every other monster is too far away to change this monster's way. Harmless monsters can only stand in
    /// the way; other monsters can also change any cell that matters.
    fn is_left_alone(&self, world: &World, meter: &Meter<'_>) -> bool {
        let eater = world.kind(self.who);
        let mut others = world.theirs(self.level).filter(|who| *who != self.who);
        let is_hunter = eater.prey == Prey::Herd && eater.spawns.is_none();
        is_hunter
            && others.all(|who| {
                let (kind, at) = (world.kind(who), world.body(who).at);
                let moved = |turns: usize| (kind.speed * count(turns)).div_ceil(2);
                if is_harmless(kind) {
                    let mut way = self.way.iter().enumerate();
                    way.all(|(turns, p)| at.chebyshev(*p) > moved(turns + 1) + 1)
                } else {
                    let reach = moved(self.way.len()) + TOUCH;
                    kind.spawns.is_none() && self.matters(|p| at.chebyshev(p) > reach, world, meter)
                }
            })
    }
}

/// Whether a monster can change nothing but its own place and the hero's state.
fn is_harmless(kind: &Kind) -> bool {
    kind.prey == Prey::Hero
        && kind.through != Through::Doors
        && kind.trail.is_none()
        && !kind.can_burst()
        && kind.spawns.is_none()
}
