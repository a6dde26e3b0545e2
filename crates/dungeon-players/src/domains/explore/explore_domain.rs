//! The search through games of explore: the macro-actions of a state, the actions of each macro, and the distance to a
//! win.
use std::hash::{DefaultHasher, Hash, Hasher};

use super::explore_macro::{ExploreMacro, list_visits, targets_by_air};
use super::fields::{FAR, GroundState, StepFields};
use super::hopeless_states::HopelessStates;
use super::tour::Tours;
use super::worth::{ExploreWeights, ExploreWorth, health_when_used, helpful_causes, way_to_wanted};
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::body::Body;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::explore::{BOLT_PRICE, CAST};
use dungeon_engine::rulesets::goals;
use dungeon_engine::rulesets::terrain::{can_step, taking};
use dungeon_engine::rulesets::throwing;
use dungeon_engine::world::World;
use dungeon_ground::pockets::Passage;
use dungeon_model::dungeon::{CauseEvent, Feature, ItemId, LevelId, Side, Stat};
use dungeon_model::space::geometry::{Direction, Point};

/// A monster within this many cells ends a rest, and a walk on which the hero is to fight.
const NEAR: u32 = 5;

/// Single steps are tried if a monster is within this many cells.
const BESIDE: u32 = 3;

/// The maximum number of steps of a walk. On maps of usual size, no way is longer.
const LONGEST_WALK: u32 = 400;

/// The maximum number of turns of a rest. Resting restores one health point in three turns (E-3).
const LONGEST_REST: u32 = 150;

/// The maximum number of turns of holding a position. A hunt may take three times as long.
const LONGEST_FIGHT: u32 = 40;

/// The range of a bolt in cells (E-13).
const BOLT: usize = 4;

/// On levels without monsters, health above this value makes no difference.
const HEALTHY: i32 = 64;

/// On levels without monsters, health is rounded down to multiples of this, so that small differences do not matter.
const NEARLY: i32 = 16;

#[derive(Debug)]
pub struct ExploreDomain<'a> {
    meter: &'a Meter<'a>,
    fields: StepFields<'a>,
    tours: Tours,
    hopeless: Option<HopelessStates<'a>>,
    worth: ExploreWorth,
    /// Whether some ground harms a hero who stands on it.
    has_harmful_ground: bool,
    /// The monsters near the hero at the start of the macro: one bit for each, by its number modulo 64.
    near: u64,
    /// The level and the hero's health at the start of the macro.
    begun: (LevelId, i32),
    state: GroundState,
    /// On a hunt, the monster's cell when the way to it was last computed. On a walk onto a trap, the last cell of the
    /// walk.
    trail: Point,
}

impl<'a> ExploreDomain<'a> {
    pub fn new(game: &Game, weights: ExploreWeights, meter: &'a Meter<'a>) -> ExploreDomain<'a> {
        let world = game.world();
        let mut fields = StepFields::new(world, meter);
        let state = fields.state(world);
        ExploreDomain {
            meter,
            tours: Tours::new(world, &fields, meter),
            hopeless: if world.dungeon().may_help_by_causes() {
                None
            } else {
                HopelessStates::new(world, meter)
            },
            worth: ExploreWorth::new(world, weights),
            has_harmful_ground: {
                let mut tiles = fields.tiles(world.here()).iter();
                tiles.any(|tile| tile.passage.harm > 0)
            },
            near: 0,
            begun: (world.here(), 0),
            trail: Point::default(),
            fields,
            state,
        }
    }

    /// The enemies on the hero's level within `within` cells of the hero.
    fn foes<'w>(&self, world: &'w World, within: u32) -> impl Iterator<Item = ActorId> + use<'w> {
        let hero = world.body(world.commanded());
        let (level, at) = (hero.level, hero.at);
        let foes = world.foes(level);
        foes.filter(move |who| world.body(*who).at.chebyshev(at) <= within)
    }

    fn who_is_near(&self, world: &World) -> u64 {
        self.foes(world, NEAR)
            .fold(0, |all, who| all | 1 << (who.0 % 64))
    }

    /// The next step of a walk to a cell. If a monster is in the way, a brave hero strikes it; otherwise returns
    /// `None`.
    fn walk(&mut self, world: &World, to: Point, bravely: bool, nth: u32) -> Option<Action> {
        let hero = world.body(world.commanded());
        let (level, here) = (hero.level, hero.at);
        let left = self.fields.to(world, self.state, level, to).steps(here);
        if left == FAR || nth > LONGEST_WALK {
            return None;
        }
        let ways = self.fields.nearer(world, self.state, level, here, to);
        let is_stuck = |way| !pushes_or_walks(world, here + way);
        let mut best: Option<(u16, Direction)> = None;
        let mut blocked = None;
        for (steps, way) in ways.into_iter().flatten() {
            match world.body_at(level, here + way) {
                Some(who) if world.is_foe(who) || world.body(who).is_asleep() => {
                    blocked = Some(way);
                }
                // The hero changes places with other bodies (M-5).
                _ if is_stuck(way) => {}
                _ if best.is_none_or(|(least, _)| steps < least) => best = Some((steps, way)),
                _ => {}
            }
        }
        match (best, blocked) {
            (Some((_, way)), _) => Some(Action::Step(way)),
            (None, Some(way)) if bravely => Some(Action::Step(way)),
            _ => None,
        }
    }

    /// A blow at the adjacent monster with the least life left.
    fn strike(&self, world: &World) -> Option<Action> {
        let hero = world.body(world.commanded()).at;
        let weakest = self.foes(world, 1).min_by_key(|who| world.life_of(*who))?;
        Some(Action::Step(hero.toward(world.body(weakest).at)?))
    }

    /// The inventory item that heals most, if adjacent monsters may kill the hero this round.
    fn saving_thing(&self, world: &World) -> Option<ItemId> {
        let (pack, things) = (world.pack(), world.pack().things().iter());
        let ready = things.filter(|thing| pack.ready(thing.item) > 0);
        let gifts = ready.map(|thing| (health_when_used(world, thing.item), thing.item));
        let (_, best) = gifts.filter(|(gift, _)| *gift > 0).max()?;
        let harms = self
            .foes(world, 1)
            .map(|who| self.worth.harm_of(world.body(who).kind));
        let harm = harms.sum::<i64>();
        let is_in_danger = 10 * i64::from(world.life_of(world.commanded())) <= harm;
        is_in_danger.then_some(best)
    }

    fn go(&mut self, world: &World, to: Point, bravely: bool, nth: u32) -> Option<Action> {
        if bravely {
            let near = self.who_is_near(world);
            if near & !self.near != 0 {
                return None;
            }
            if let Some(blow) = self.strike(world) {
                return Some(blow);
            }
        }
        self.walk(world, to, bravely, nth)
    }

    /// The next step of a walk onto a trap. A hero who already stands on the trap steps aside first.
    fn fall(&mut self, world: &World, at: Point, nth: u32) -> Option<Action> {
        let hero = world.body(world.commanded());
        let is_there = self.fields.tile(world, hero.level, at).kind == Passage::Carrier;
        let was_last = nth > 0 && self.trail == at;
        if !is_there || was_last {
            return None;
        }
        if hero.at == at {
            let aside = self.fields.aside(world, hero.level, at);
            return aside.map(Action::Step);
        }
        let is_last = hero.at.chebyshev(at) == 1 && world.body_at(hero.level, at).is_none();
        self.trail = if is_last { at } else { hero.at };
        self.walk(world, at, true, nth)
    }

    fn hunt(&mut self, world: &World, prey: ActorId, nth: u32) -> Option<Action> {
        let (hero, body) = (world.body(world.commanded()), world.body(prey));
        if !body.alive || body.level != hero.level || nth > 3 * LONGEST_FIGHT {
            return None;
        }
        if body.at.chebyshev(hero.at) <= 1 {
            return Some(Action::Step(hero.at.toward(body.at)?));
        }
        if nth == 0 || self.trail.chebyshev(body.at) > 2 || self.trail.chebyshev(hero.at) <= 1 {
            self.trail = body.at;
        }
        match self
            .fields
            .to(world, self.state, hero.level, self.trail)
            .steps(hero.at)
        {
            FAR => Some(self.lure(world, self.trail)),
            _ => self.walk(world, self.trail, true, nth),
        }
    }

    /// A step toward an unreachable monster in a straight line, so that the monster sees the hero and comes. Returns a
    /// wait if no step is possible.
    fn lure(&self, world: &World, to: Point) -> Action {
        let hero = world.body(world.commanded());
        let is_ground = |way: &Direction| {
            let next = hero.at + *way;
            world.is_vacant(hero.level, next)
                && world.tile(hero.level, next).feature == Feature::Plain
                && next.euclid_squared(to) < hero.at.euclid_squared(to)
        };
        let ways = Direction::ALL.into_iter().filter(is_ground);
        let nearest = ways.min_by_key(|way| (hero.at + *way).euclid_squared(to));
        nearest.map_or(Action::Wait, Action::Step)
    }

    fn rest(&mut self, world: &World, until: i32, nth: u32) -> Option<Action> {
        let health = world.life_of(world.commanded());
        let is_hurt = health < self.begun.1;
        let is_met = self.who_is_near(world) & !self.near != 0;
        let is_over = health >= until || is_hurt || is_met || nth > LONGEST_REST;
        (!is_over).then_some(Action::Wait)
    }

    fn hold(&mut self, world: &World, nth: u32) -> Option<Action> {
        if nth > LONGEST_FIGHT {
            return None;
        }
        if let Some(blow) = self.strike(world) {
            return Some(blow);
        }
        let is_fight_over = nth > 2 && self.foes(world, 2 * NEAR).next().is_none();
        (!is_fight_over).then_some(Action::Wait)
    }

    /// Lists walks to the targets of the hero's level, nearest first.
    fn list_targets(&mut self, world: &World, out: &mut Vec<ExploreMacro>) {
        let hero = world.body(world.commanded());
        let (level, here) = (hero.level, hero.at);
        let is_alone = world.theirs(level).next().is_none();
        let mut targets: Vec<(u16, ExploreMacro)> = Vec::new();
        for doing in targets_by_air(world, &mut self.fields, self.meter) {
            let (ExploreMacro::Take { at, .. }
            | ExploreMacro::Stairs { at, .. }
            | ExploreMacro::Fall { at }) = doing
            else {
                continue;
            };
            let steps = self.fields.to(world, self.state, level, at).steps(here);
            if steps != FAR {
                targets.push((steps, doing));
            }
        }
        targets.sort_by_key(|(steps, _)| *steps);
        let mut things = 0;
        for (_, doing) in targets {
            let meekly = match doing {
                ExploreMacro::Take { at, .. } => {
                    things += 1;
                    if things > self.worth.weights.choices {
                        continue;
                    }
                    Some(ExploreMacro::Take { at, bravely: false })
                }
                ExploreMacro::Stairs { at, way, .. } => Some(ExploreMacro::Stairs {
                    at,
                    way,
                    bravely: false,
                }),
                _ => None,
            };
            out.push(doing);
            out.extend(meekly.filter(|_| !is_alone));
        }
    }

    /// Lists the actions against the monsters of the hero's level.
    fn list_fights(&mut self, world: &World, out: &mut Vec<ExploreMacro>) {
        let hero = world.body(world.commanded());
        let (level, here) = (hero.level, hero.at);
        let mut foes: Vec<(u32, ActorId)> = world
            .foes(level)
            .map(|who| (world.body(who).at.chebyshev(here), who))
            .collect();
        foes.sort_unstable();
        let Some(nearest) = foes.first().map(|(far, _)| *far) else {
            return;
        };
        let is_wanted = |(nth, who): (usize, ActorId)| {
            let is_carrier = || self.worth.carried.is_wanted(world, world.body(who).kind);
            nth < self.worth.weights.choices || world.kind(who).is_wanted || is_carrier()
        };
        let prey = foes.iter().map(|(_, who)| *who).enumerate();
        let prey = prey.filter(|prey| is_wanted(*prey)).map(|(_, who)| who);
        out.extend(
            prey.take(2 * self.worth.weights.choices)
                .map(ExploreMacro::Hunt),
        );
        if nearest <= 3 * NEAR {
            out.push(ExploreMacro::Hold);
        }
        let health = hero.stat(Stat::Health);
        if hero.stat(Stat::Manna) >= BOLT_PRICE || health > 2 * BOLT_PRICE {
            for way in Direction::ALL {
                let line = (0..BOLT).scan(here, |p, _| {
                    *p = *p + way;
                    world.is_valid(level, *p).then_some(*p)
                });
                let mut line = line.take_while(|p| world.is_valid(level, *p));
                if line.any(|p| world.body_at(level, p).is_some()) {
                    out.push(ExploreMacro::Cast(way));
                }
            }
        }
        if nearest <= BESIDE && self.worth.weights.steps {
            let is_free = |way: &Direction| {
                let to = here + *way;
                world.is_vacant(level, to)
            };
            out.extend(
                Direction::ALL
                    .into_iter()
                    .filter(is_free)
                    .map(ExploreMacro::Step),
            );
        }
    }

    /// Lists the uses of inventory items. Also lists single blows, since an item may be best used during a fight.
    fn list_uses(&self, game: &Game, out: &mut Vec<ExploreMacro>) {
        let world = game.world();
        let things = world.pack().things().iter().map(|thing| thing.item);
        let uses = things.filter(|item| game.check(Action::Use(*item)).is_ok());
        let before = out.len();
        out.extend(uses.map(ExploreMacro::Use));
        if out.len() > before {
            let hero = world.body(world.commanded()).at;
            let blows = self
                .foes(world, 1)
                .filter_map(|who| hero.toward(world.body(who).at));
            out.extend(blows.map(ExploreMacro::Step));
        }
    }
}

impl ExploreDomain<'_> {
    /// Lists a throw, a shot or a pull with each inventory item at each body that it can hit.
    fn list_throws(&self, world: &World, out: &mut Vec<ExploreMacro>) {
        let hero = world.commanded();
        let (level, here) = (world.here(), world.body(hero).at);
        for thing in world.pack().things() {
            let reach = world.item(thing.item).aim_reach();
            let is_near = |who: ActorId| world.body(who).at.chebyshev(here) <= reach;
            if !throwing::is_at_hand(world, thing.item) || !world.theirs(level).any(is_near) {
                continue;
            }
            let cells = (2 * reach as usize + 1).pow(2);
            self.meter.look(cells * reach as usize / 16);
            let throws = throwing::distinct(world, hero, thing.item).into_iter();
            let hits = throws.filter(|(whom, _)| whom.is_some());
            out.extend(hits.map(|(_, at)| ExploreMacro::Throw(thing.item, at)));
        }
    }
}

/// Whether the hero can step to a cell. A boulder there may refuse to move.
fn pushes_or_walks(world: &World, to: Point) -> bool {
    world.dungeon().pushes.is_empty() || can_step(world, world.commanded(), to)
}

impl Domain for ExploreDomain<'_> {
    type Macro = ExploreMacro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<ExploreMacro>) {
        let world = game.world();
        self.state = self.fields.state(world);
        self.list_targets(world, out);
        list_visits(world, self.meter, out);
        self.list_fights(world, out);
        // Let the hero wait for monsters that a goal needs dead or that carry a key: such a monster may be in a place
        // that the hero cannot enter.
        let mut here = world.theirs(world.here());
        let is_prey = |who| {
            world.kind(who).is_wanted || self.worth.carried.is_wanted(world, world.body(who).kind)
        };
        let counts_turns =
            helpful_causes(world).any(|(_, cause)| matches!(cause.event, CauseEvent::Turn(_)));
        if goals::turns_to_wait(world) > 0 || counts_turns || here.any(is_prey) {
            out.push(ExploreMacro::Rest(i32::MAX));
        }
        self.list_uses(game, out);
        self.list_throws(world, out);
        let health = world.life_of(world.commanded());
        if i64::from(health) < 2 * self.worth.needed_health(world) {
            out.extend([10, 30].map(|more| ExploreMacro::Rest(health.saturating_add(more))));
        }
    }

    fn next_action(&mut self, game: &Game, doing: ExploreMacro, nth: u32) -> Option<Action> {
        let world = game.world();
        let hero = world.body(world.commanded());
        if nth == 0 {
            self.trail = hero.at;
            self.near = self.who_is_near(world);
            self.begun = (hero.level, world.life_of(world.commanded()));
            self.state = self.fields.state(world);
        } else if hero.level != self.begun.0 {
            return None;
        }
        let is_brave = matches!(
            doing,
            ExploreMacro::Hunt(_)
                | ExploreMacro::Hold
                | ExploreMacro::Take { bravely: true, .. }
                | ExploreMacro::Stairs { bravely: true, .. }
        );
        if let Some(potion) = self.saving_thing(world).filter(|_| is_brave) {
            return Some(Action::Use(potion));
        }
        match doing {
            ExploreMacro::Take { at, bravely } => {
                let is_there = world.item_at(hero.level, at) != ItemId::NONE;
                match is_there && hero.at == at {
                    true => Some(Action::Wait),
                    false if is_there => self.go(world, at, bravely, nth),
                    false => None,
                }
            }
            ExploreMacro::Stairs { at, way, bravely } => {
                if hero.at == at {
                    Some(taking(way))
                } else {
                    self.go(world, at, bravely, nth)
                }
            }
            ExploreMacro::Fall { at } => self.fall(world, at, nth),
            ExploreMacro::Visit { at } => {
                if hero.at == at {
                    None
                } else {
                    self.go(world, at, true, nth)
                }
            }
            ExploreMacro::Hunt(prey) => self.hunt(world, prey, nth),
            ExploreMacro::Rest(until) => self.rest(world, until, nth),
            ExploreMacro::Hold => self.hold(world, nth),
            ExploreMacro::Use(item) => (nth == 0).then_some(Action::Use(item)),
            ExploreMacro::Throw(item, at) => (nth == 0).then_some(Action::Throw(item, at)),
            ExploreMacro::Cast(way) => (nth == 0).then_some(Action::DoToward(CAST, way)),
            ExploreMacro::Step(way) => (nth == 0).then_some(Action::Step(way)),
        }
    }

    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let state = self.fields.state(world);
        let tour = i64::from(self.tours.steps(world, &mut self.fields, state, self.meter));
        let wanted = way_to_wanted(world, &mut self.fields, state);
        self.worth.cost(world, tour + wanted)
    }

    /// Distinguishes states on levels without monsters only by differences that matter: health in coarse steps, and no
    /// turn number.
    fn state(&mut self, game: &Game) -> u64 {
        let world = game.world();
        let is_theirs = |body: &Body| body.alive && body.side == Side::Theirs;
        // The possible actions depend on the place of each boulder, and on the causes that have happened.
        let dungeon = world.dungeon();
        let is_plain = dungeon.pushes.is_empty() && dungeon.causes.is_empty();
        if world.bodies().iter().any(is_theirs) || !is_plain {
            return game.state_hash();
        }
        let hero = world.body(world.commanded());
        let ground = self.fields.state(world);
        // On harmful ground, every health point may allow one more step.
        let health = if self.has_harmful_ground {
            hero.stat(Stat::Health)
        } else {
            hero.stat(Stat::Health).clamp(0, HEALTHY) / NEARLY
        };
        let mut hasher = DefaultHasher::new();
        (hero.level, hero.at, ground, health).hash(&mut hasher);
        self.tours
            .left(world)
            .for_each(|thing| thing.hash(&mut hasher));
        world.collectables().hash(&mut hasher);
        goals::phase(world, 0).hash(&mut hasher);
        for thing in world.pack().things() {
            (thing.item, thing.count, world.pack().ready(thing.item)).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn bytes(&self) -> usize {
        let hopeless = self.hopeless.as_ref().map_or(0, HopelessStates::bytes);
        hopeless + self.fields.bytes() + self.tours.bytes()
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        let hopeless = self.hopeless.as_mut();
        hopeless.is_some_and(|states| states.is_lost(game.world()))
    }
}
