//! Arena as a search domain: the hero's single steps, and how far a board is from being empty.
use std::sync::Arc;

use super::parts::BoardParts;
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use dungeon_engine::action::{Action, ActorId};
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::goals;
use dungeon_engine::world::World;
use dungeon_ground::passage::{Barrier, TilePassage};
use dungeon_ground::step::step;
use dungeon_model::dungeon::{Goal, ItemId, Kind, LevelId};
use dungeon_model::space::distances::{Distances, Steps};
use dungeon_model::space::geometry::{Direction, Neighbours, Point};

/// The cost of a living enemy, greater than the maximum number of steps to the next enemy.
const ENEMY: i64 = 1_000;

/// The worth of a hero's life: ten enemies. A life that is spent early is missing later, when several enemies attack
/// together.
const LIFE: i64 = 10 * ENEMY;

/// The extra cost of an enemy that gives birth to others: three enemies, about the cost of the children that a search
/// does not foresee.
const MOTHER: i64 = 3 * ENEMY;

/// The cost of an enemy that no goal requires to be killed, on a board with only such enemies. The hero must clear this
/// board to get to the next one.
const STRAY: i64 = ENEMY / 10;

/// The cost of a turn still to survive; less than the cost of a step.
const WAIT: i64 = 4;

/// The distance that is recorded for a cell out of reach, in steps.
pub const FAR: u16 = 500;

/// The maximum number of bytes of cached fields. Beyond that, the cache is cleared.
const MOST_BYTES: usize = 64 << 20;

/// The search over the hero's single steps.
pub struct ArenaDomain<'a> {
    meter: &'a Meter<'a>,
    /// The parts of the boards that may be shut off later. `None` if no enemy can become shut off, or if the parts are
    /// unknown.
    parts: Option<BoardParts<'a>>,
    /// One entry for each set of keys that the hero ever held.
    fields: Vec<HeldFields>,
    bytes: usize,
    legal: Vec<Action>,
    /// The cost of an enemy of each kind, by `KindId`.
    enemies: Arc<[i64]>,
}

/// Fields of distances for a hero with a set of keys.
struct HeldFields {
    held: Vec<ItemId>,
    /// The distances from a start cell to every cell of its board, by `LevelId` and then by start cell.
    boards: Vec<Vec<Option<Box<[u16]>>>>,
}

impl<'a> ArenaDomain<'a> {
    pub fn new(game: &Game, meter: &'a Meter<'a>) -> ArenaDomain<'a> {
        let is_certain = !game.world().dungeon().may_help_by_causes();
        let parts = BoardParts::new(game.world(), meter).filter(|_| is_certain);
        let parts = parts.filter(|parts| !parts.is_fixed());
        ArenaDomain {
            meter,
            parts,
            fields: Vec::new(),
            bytes: 0,
            legal: Vec::new(),
            enemies: game.world().dungeon().kinds().iter().map(cost_of).collect(),
        }
    }

    /// Returns the number of steps from the hero to every cell of the hero's board, in reading order; empty if memory
    /// is short.
    pub fn field(&mut self, world: &World) -> &[u16] {
        let hero = world.body(world.commanded());
        let area = world.size(hero.level).area();
        if area * (size_of::<Option<Box<[u16]>>>() + 2) > self.meter.share() {
            return &[];
        }
        if self.bytes > MOST_BYTES.min(self.meter.share()) {
            self.fields.clear();
            self.bytes = 0;
        }
        let mut fields = self.fields.iter();
        let nth = fields.position(|fields| fields.held == world.held());
        let nth = nth.unwrap_or_else(|| {
            self.fields.push(HeldFields {
                held: world.held().to_vec(),
                boards: vec![Vec::new(); world.dungeon().levels.len()],
            });
            self.fields.len() - 1
        });
        let board = &mut self.fields[nth].boards[usize::from(hero.level.0)];
        let size = world.size(hero.level);
        if board.is_empty() {
            self.bytes += area * size_of::<Option<Box<[u16]>>>();
            board.resize(area, None);
        }
        let index = (hero.at.y * size.width + hero.at.x) as usize;
        let (bytes, meter) = (&mut self.bytes, self.meter);
        board[index].get_or_insert_with(|| {
            *bytes += area * size_of::<u16>();
            steps_from(world, hero.level, hero.at, meter)
        })
    }
}

/// The cost of the file's unmet goals, and the cells of their targets on the hero's board.
fn wants(world: &World) -> (i64, Vec<Point>) {
    let here = world.here();
    let named = &world.dungeon().goals;
    let is_here = |who: &ActorId| world.body(*who).level == here;
    let at = |who: ActorId| world.body(who).at;
    let mut weight = 0;
    let mut cells = Vec::new();
    if named.contains(&Goal::Kill) {
        weight += ENEMY * world.wanted().count() as i64;
        cells.extend(world.wanted().filter(is_here).map(at));
        // The hero gets to the next board when no enemy is left on this one.
        if weight > 0 && cells.is_empty() {
            cells.extend(world.theirs(here).map(at));
            weight += STRAY * cells.len() as i64;
        }
    }
    if named.contains(&Goal::Take) {
        weight += ENEMY * i64::from(world.collectables());
        let things = world
            .lying(here)
            .filter(|(_, item)| world.item(*item).collectable);
        cells.extend(things.map(|(p, _)| p));
    }
    if named.contains(&Goal::Leave) && weight == 0 {
        let is_exit = |p: &Point| TilePassage::of(world.tile(here, *p)).exit().is_some();
        cells.extend(world.size(here).points().filter(is_exit));
    }
    (weight, cells)
}

/// The number of steps from a cell to every cell of its board, in reading order, through doors whose keys are held;
/// `FAR` for cells out of reach, and for all other cells if the budget ends.
fn steps_from(world: &World, level: LevelId, from: Point, meter: &Meter<'_>) -> Box<[u16]> {
    let size = world.size(level);
    let goes_on = meter.look(size.area());
    let is_walked = |p| {
        let passage = TilePassage::of(world.tile(level, p));
        let is_wiped = passage.barrier == Some(Barrier::Slime);
        goes_on && (is_wiped || passage.lets_hero_in(|lock| world.opens(lock)))
    };
    let steps = |from: Point, way: Direction, enter: &mut dyn FnMut(Point)| {
        let to = step(from, way, |p| world.tread(level, p));
        to.into_iter().for_each(enter);
    };
    let steps = world.has_treads().then_some(&steps as Steps<'_>);
    let mut flood = Distances::over(Neighbours::Four);
    flood.begin(size, [from]);
    flood.nearest_by(FAR.into(), |_| false, is_walked, steps);
    let known = |p| flood.known(p)?.try_into().ok();
    { size.points() }.map(|p| known(p).unwrap_or(FAR)).collect()
}

impl ArenaDomain<'_> {
    /// The cost of the file's goals. Unmet goals and lost lives count most, then the steps to the nearest target, then
    /// the steps to all targets and the turns to survive.
    fn cost_of_goals(&mut self, world: &World) -> i64 {
        let width = world.size(world.here()).width;
        let (mut cost, cells) = wants(world);
        let field = self.field(world);
        let steps = |p: &Point| field.get((p.y * width + p.x) as usize).copied();
        let steps = || cells.iter().filter_map(steps);
        if !cells.is_empty() {
            let near = steps().min().unwrap_or(FAR);
            let sum: i64 = steps().map(i64::from).sum();
            cost += 8 * i64::from(near) + sum / cells.len() as i64;
            if near == FAR {
                cost += 8 * i64::from(steps_to_a_key(world, field));
            }
        }
        cost += WAIT * i64::from(goals::turns_to_wait(world));
        cost - LIFE * i64::from(world.life_of(world.commanded()))
    }
}

impl Domain for ArenaDomain<'_> {
    type Macro = Action;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<Action>) {
        game.legal_actions(&mut self.legal);
        out.append(&mut self.legal);
    }

    fn next_action(&mut self, _game: &Game, doing: Action, nth: u32) -> Option<Action> {
        (nth == 0).then_some(doing)
    }

    /// Groups states by the number of lives. In front of an open door, the hero and an enemy wait for each other until
    /// the hero pays a life to go first.
    fn group(&mut self, game: &Game) -> u64 {
        let world = game.world();
        u64::from(world.life_of(world.commanded()).unsigned_abs())
    }

    /// Enemies and lives count most, then the steps to the nearest enemy, then the steps to all enemies. If the file
    /// names goals, their targets take the place of enemies.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        if goals::are_named(world) {
            return self.cost_of_goals(world);
        }
        let here = world.here();
        let width = world.size(here).width;
        let enemies = Arc::clone(&self.enemies);
        let field = self.field(world);
        let (mut cost, mut near, mut sum, mut count) = (0, FAR, 0, 0);
        for (level, _) in world.dungeon().numbered_levels() {
            for who in world.theirs(level) {
                let body = world.body(who);
                cost += enemies.get(usize::from(body.kind.0)).unwrap_or(&ENEMY);
                if level == here {
                    let at = body.at;
                    let steps = field
                        .get((at.y * width + at.x) as usize)
                        .copied()
                        .unwrap_or(FAR);
                    near = near.min(steps);
                    sum += i64::from(steps);
                    count += 1;
                }
            }
        }
        cost += 8 * i64::from(near) + sum / i64::max(1, count);
        if near == FAR {
            cost += 8 * i64::from(steps_to_a_key(world, field));
        }
        cost - LIFE * i64::from(world.life_of(world.commanded()))
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        let parts = self.parts.as_mut();
        parts.is_some_and(|parts| parts.has_shut_off(game.world()))
    }
}

/// The cost of a living enemy of a kind.
fn cost_of(kind: &Kind) -> i64 {
    ENEMY + kind.spawns.as_ref().map_or(0, |_| MOTHER)
}

/// The steps to the nearest key on the hero's board.
fn steps_to_a_key(world: &World, field: &[u16]) -> u16 {
    let width = world.size(world.here()).width;
    let things = world.lying(world.here());
    let keys = things.filter(|(_, item)| world.item(*item).opens.is_some());
    let steps = keys.filter_map(|(p, _)| field.get((p.y * width + p.x) as usize));
    steps.copied().min().unwrap_or(FAR)
}
