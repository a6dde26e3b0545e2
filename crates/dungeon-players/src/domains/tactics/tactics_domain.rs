//! Tactics as a search domain: the best few macros of each wizard, and how far the ghosts are from death.
use super::sight_table::SightTable;
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::goals;
use dungeon_engine::rulesets::tactics::{END_TURN, reach};
use dungeon_engine::world::World;
use dungeon_model::dungeon::{Feature, Goal, ItemId, Stat, Weapon};
use dungeon_model::space::geometry::{Point, Region};

/// A macro of a wizard, who is commanded first if needed. `None` ends the turn.
pub type TacticsMacro = Option<(ActorId, Action)>;

/// The maximum number of items in range to walk to, nearest first.
const ITEMS: usize = 4;

/// The worth of a living ghost, in addition to its life, in life points: the damage of a few shots.
const GHOST: i64 = 12;

/// The worth of a ghost's life point, in steps.
const LIFE: i64 = 8;

/// The worth of a thing that the goals need, in steps: more than the way to the next thing.
const THING: i64 = 100;

/// A shooter, with its weapon if it has one.
#[derive(Clone, Copy)]
struct Shooter {
    at: Point,
    weapon: Option<Weapon>,
}

/// The search over the wizards' macros.
pub struct TacticsDomain<'a> {
    meter: &'a Meter<'a>,
    sights: SightTable<'a>,
    /// Whether the battle began without monsters.
    is_peaceful: bool,
    ghosts: Vec<Shooter>,
    /// The number of steps from each cell to the nearest goal, in reading order; empty without goals.
    ways: Vec<u16>,
    /// The working memory of `walks`.
    walks: Vec<WalkWorth>,
    /// Whether the last action only commanded the wizard of the macro, before the macro's own action.
    is_ordered: bool,
}

/// The worth of a walk to a cell, by several measures.
#[derive(Clone, Copy)]
struct WalkWorth {
    to: Point,
    /// The expected damage of the best shot from the cell, in hundredths of a life point.
    shot: i64,
    /// The expected damage by ghosts to a wizard on the cell, in hundredths of a life point.
    harm: i64,
    /// The number of steps from the cell to the nearest goal.
    steps: i64,
    item: ItemId,
}

impl<'a> TacticsDomain<'a> {
    pub fn new(game: &Game, meter: &'a Meter<'a>) -> TacticsDomain<'a> {
        let world = game.world();
        let mut levels = world.dungeon().numbered_levels();
        TacticsDomain {
            meter,
            sights: SightTable::new(world, meter),
            is_peaceful: !levels.any(|(level, _)| world.theirs(level).next().is_some()),
            ghosts: Vec::new(),
            ways: Vec::new(),
            walks: Vec::new(),
            is_ordered: false,
        }
    }

    /// The target cells: ghosts, or items if there are no ghosts. In files with goals, the targets of these goals.
    fn goals(&self, world: &World) -> Vec<Point> {
        let here = world.here();
        let (hunts, takes) = if goals::are_named(world) {
            (true, world.dungeon().goals.contains(&Goal::Take))
        } else {
            (!self.is_peaceful, self.is_peaceful)
        };
        let prey = self.prey(world).filter(|_| hunts);
        let prey = prey.map(|who| world.body(who).at);
        let area = world.size(here).area();
        let has_things = takes && world.collectables() > 0 && self.meter.scan(area);
        let lying = has_things.then(|| world.lying(here)).into_iter().flatten();
        let things = lying.filter(|(_, item)| world.item(*item).collectable);
        prey.chain(things.map(|(p, _)| p)).collect()
    }

    /// The ways out that are left to take if leaving is a goal.
    fn exits(&self, world: &World) -> Vec<Point> {
        let leaves = world.dungeon().goals.contains(&Goal::Leave);
        let exits = leaves.then(|| goals::free_exits(world));
        exits.into_iter().flatten().collect()
    }

    /// The ghosts that must die: in files with goals, the ghosts that a goal requires to be killed; in other files, all
    /// ghosts.
    fn prey<'w>(&self, world: &'w World) -> impl Iterator<Item = ActorId> + use<'w> {
        let named = &world.dungeon().goals;
        let kills = named.is_empty() || named.contains(&Goal::Kill);
        let theirs = world.theirs(world.here()).filter(move |_| kills);
        theirs.filter(|who| world.dungeon().goals.is_empty() || world.kind(*who).is_wanted)
    }

    /// The expected damage of the best shot from a cell, in hundredths of a life point.
    fn best_shot(&mut self, world: &World, weapon: Option<Weapon>, from: Point) -> i64 {
        let Some(weapon) = weapon else {
            return 0;
        };
        let mut best = 0;
        for ghost in &self.ghosts {
            let far = from.chebyshev(ghost.at);
            if far <= weapon.reach && self.sights.has_line(world, from, ghost.at) {
                best = best.max(expected(weapon, far));
            }
        }
        best
    }

    /// The expected damage by ghosts to a body on a cell, in hundredths of a life point.
    fn harm(&mut self, world: &World, at: Point) -> i64 {
        let mut harm = 0;
        for Shooter { at: from, weapon } in &self.ghosts {
            let Some(weapon) = *weapon else { continue };
            let far = from.chebyshev(at);
            if far <= weapon.reach && self.sights.has_line(world, *from, at) {
                harm += 2 * expected(weapon, far);
            } else if far <= weapon.reach + 3 {
                // A ghost may come around a corner before it shoots.
                harm += expected(weapon, far) / 2;
            }
        }
        harm
    }

    /// Adds the walks of a wizard that are best by some measure.
    fn walks(&mut self, world: &World, who: ActorId, out: &mut Vec<TacticsMacro>) {
        let body = *world.body(who);
        let has_two = body.stat(Stat::Ap) > 1;
        let weapon = world.kind(who).weapon.filter(|_| body.stat(Stat::Ammo) > 0);
        let range = reach(world, who);
        let mut walks = std::mem::take(&mut self.walks);
        walks.clear();
        let exits = self.exits(world);
        let asked = 1 + exits.len() / 4 + 2 * self.ghosts.len();
        for to in range.points().filter(|p| *p != body.at) {
            if !self.meter.scan(asked) {
                return;
            }
            walks.push(WalkWorth {
                to,
                shot: self.best_shot(world, weapon, to),
                harm: self.harm(world, to),
                steps: self.steps_to_goal(to).into(),
                item: world.item_at(body.level, to),
            });
        }
        let mut add = |to: Option<&WalkWorth>| {
            let doing = to.map(|walk| (who, Action::Go(walk.to)));
            if doing.is_some() && !out.contains(&doing) {
                out.push(doing);
            }
        };
        let things = walks.iter().filter(|walk| walk.item != ItemId::NONE);
        let mut things: Vec<&WalkWorth> = things.collect();
        things.sort_by_key(|walk| walk.to.chebyshev(body.at));
        things.iter().take(ITEMS).for_each(|walk| add(Some(walk)));
        add(walks.iter().min_by_key(|walk| (walk.steps, walk.harm)));
        let out = walks.iter().filter(|walk| exits.contains(&walk.to));
        add(out.min_by_key(|walk| walk.to.chebyshev(body.at)));
        if !self.ghosts.is_empty() {
            if has_two {
                // Walks first, then shoots from there.
                add(walks
                    .iter()
                    .max_by_key(|walk| (walk.shot * 2 - walk.harm, -walk.steps)));
                add(walks.iter().max_by_key(|walk| (walk.shot, -walk.harm)));
            } else {
                add(walks
                    .iter()
                    .min_by_key(|walk| (walk.harm * 2 - walk.shot, walk.steps)));
            }
            add(walks.iter().min_by_key(|walk| (walk.harm, walk.steps)));
        }
        self.walks = walks;
    }

    /// Adds the shots of a wizard: at every ghost in a line of fire; if there is none, at the slime nearest to a
    /// target.
    fn shots(&self, world: &World, who: ActorId, out: &mut Vec<TacticsMacro>) {
        let body = *world.body(who);
        let ghosts = world.theirs(body.level);
        let near = ghosts.filter(|whom| world.is_in_fire(who, world.body(*whom).at));
        let before = out.len();
        out.extend(near.map(|whom| Some((who, Action::Shoot(whom)))));
        if out.len() > before {
            return;
        }
        let own = self.steps_to_goal(body.at);
        let reach = world.kind(who).weapon.map_or(0, |weapon| weapon.reach);
        let around = Region::around(body.at, i32::try_from(reach).unwrap_or(i32::MAX));
        let around = around.clipped(world.size(body.level).region());
        if !self.meter.scan(around.size().area()) {
            return;
        }
        let points = around.points();
        let is_pool = |p: &Point| matches!(world.tile(body.level, *p).feature, Feature::Pool(_));
        let pools = points.filter(is_pool).filter(|p| world.is_in_fire(who, *p));
        let nearest = pools
            .map(|p| (self.steps_to_goal(p), p))
            .min()
            .filter(|(steps, _)| *steps < own);
        out.extend(nearest.map(|(_, p)| Some((who, Action::ShootAt(p)))));
    }

    /// Finds the ways to the goals, for `steps_to_goal`.
    fn find_ways(&mut self, world: &World) {
        self.ways.clear();
        let mut goals = self.goals(world);
        if goals.is_empty() {
            goals = self.exits(world);
        }
        for goal in goals {
            let steps = self.sights.steps(world, goal);
            if self.ways.is_empty() {
                self.ways.extend_from_slice(steps);
            }
            for (least, steps) in self.ways.iter_mut().zip(steps) {
                *least = (*least).min(*steps);
            }
        }
    }

    /// Returns the number of steps from a cell to the nearest goal; 0 without goals or without memory for the table.
    fn steps_to_goal(&self, p: Point) -> u16 {
        self.ways.get(self.sights.index(p)).copied().unwrap_or(0)
    }
}

/// Whether a wizard stands on a way out.
fn is_out(world: &World, who: ActorId) -> bool {
    let body = world.body(who);
    matches!(world.tile(body.level, body.at).feature, Feature::Exit(_))
}

/// The expected damage of a shot, in hundredths of a life point.
fn expected(weapon: Weapon, far: u32) -> i64 {
    let (least, most) = weapon.damage;
    i64::from(weapon.chance(far)) * (i64::from(least) + i64::from(most)) / 2
}

impl Domain for TacticsDomain<'_> {
    type Macro = TacticsMacro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<TacticsMacro>) {
        let world = game.world();
        self.find_ways(world);
        self.ghosts.clear();
        let ghosts = world.theirs(world.here());
        self.ghosts.extend(ghosts.map(|who| Shooter {
            at: world.body(who).at,
            weapon: world.kind(who).weapon,
        }));
        for who in world.ours() {
            let body = world.body(who);
            if body.stat(Stat::Ap) > 0 && body.level == world.here() {
                if body.stat(Stat::Ammo) > 0 {
                    self.shots(world, who, out);
                }
                self.walks(world, who, out);
            }
        }
        out.push(None);
    }

    fn next_action(&mut self, game: &Game, doing: TacticsMacro, nth: u32) -> Option<Action> {
        let commanded = game.world().commanded();
        let (who, action) = match doing {
            None => return (nth == 0).then_some(Action::Do(END_TURN)),
            Some(doing) => doing,
        };
        let is_ordered = std::mem::replace(&mut self.is_ordered, nth == 0 && who != commanded);
        match nth {
            0 if self.is_ordered => Some(Action::Command(who)),
            0 => Some(action),
            _ => is_ordered.then_some(action),
        }
    }

    fn bytes(&self) -> usize {
        self.sights.bytes()
    }

    /// The weighted life of the ghosts that must die, plus the steps of the nearest wizard to each target, minus the
    /// weighted life of our bodies.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let goals = self.goals(world);
        let ours = world
            .ours()
            .map(|who| self.sights.index(world.body(who).at));
        let ours: Vec<usize> = ours.collect();
        let mut cost = 0;
        for goal in &goals {
            let steps = self.sights.steps(world, *goal);
            let steps = ours.iter().filter_map(|unit| steps.get(*unit)).min();
            cost += i64::from(steps.copied().unwrap_or(0));
        }
        // Wizards on a way out are done; each other one takes the nearest free one.
        let exits = self.exits(world);
        for unit in world.ours().filter(|who| !is_out(world, *who)) {
            let at = self.sights.index(world.body(unit).at);
            let steps = exits.iter().filter_map(|exit| {
                let steps = self.sights.steps(world, *exit);
                steps.get(at).copied()
            });
            cost += steps.min().map_or(0, |steps| THING + i64::from(steps));
        }
        let life = { self.prey(world) }.map(|who| GHOST + i64::from(world.life_of(who)));
        let things = goals.len() - self.prey(world).count();
        cost += LIFE * life.sum::<i64>() + THING * things as i64;
        cost += LIFE * i64::from(goals::turns_to_wait(world));
        let ours = world.ours().map(|who| {
            let life = i64::from(world.life_of(who));
            GHOST + life
        });
        cost - LIFE / 2 * ours.sum::<i64>()
    }
}
