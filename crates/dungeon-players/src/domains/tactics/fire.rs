//! Things that no wizard of tactics can ever reach or shoot, even with everything opened and all slime cleared.
use crate::domains::walked_parts::walked_parts;
use crate::search::budget::Meter;
use dungeon_engine::body::Body;
use dungeon_engine::world::World;
use dungeon_ground::future::{TileFuture, futures};
use dungeon_ground::pockets::{Node, Pockets};
use dungeon_model::dungeon::{Attack, ItemId, LevelId, Side, Through, builtin};
use dungeon_model::space::geometry::{Neighbours, Point, Region};
use dungeon_model::space::sight;

/// The maximum number of lines of sight to check for one ghost: about a second's work. With more lines, the ghost
/// counts as one that can be shot.
const MOST_LINES: usize = 20_000_000;

/// Returns the place of a ghost that no wizard can ever shoot, or, in a battle that never had ghosts, of an item that
/// no wizard can reach. Returns `None` if something other than walking and shooting might get there (bursts, or terrain
/// that carries wizards off), or if the budget ends.
pub fn out_of_all(world: &World, meter: &Meter<'_>) -> Option<(LevelId, Point)> {
    let dungeon = world.dungeon();
    let futures = futures(dungeon);
    let living = || world.bodies().iter().filter(|body| body.alive);
    let bursts = |body: &Body| dungeon.kind(body.kind).can_burst();
    let is_carried = futures[usize::from(builtin::FLOOR.0)].carries;
    if dungeon.levels.len() > 1 || is_carried || living().any(bursts) {
        return None;
    }
    let level = world.here();
    let ground = WalkedGround {
        world,
        level,
        futures,
        meter,
    };
    let units = living().filter(|body| body.side == Side::Ours);
    let through = units.clone().map(|body| body.through).max()?;
    let reach = units
        .clone()
        .filter_map(|body| dungeon.kind(body.kind).weapon);
    let reach = reach.map(|weapon| weapon.reach as i32).max().unwrap_or(0);
    let ours = ground.parts(through);
    let starts: Option<Vec<Node>> = units.map(|body| ours.node(body.at)).collect();
    let starts = starts?;
    let is_ours = |p: Point| ours.node(p).is_some_and(|part| starts.contains(&part));
    let mut cells = world.size(level).points().filter(|p| is_ours(*p));
    if cells.any(|p| ground.future(p).carries) {
        return None;
    }
    if world.bodies().iter().all(|body| body.side == Side::Ours) {
        let is_lost = |p: &Point| {
            let item = world.item_at(level, *p);
            item != ItemId::NONE && world.item(item).collectable && !is_ours(*p)
        };
        let lost = world.size(level).points().find(is_lost);
        return lost.filter(|_| !meter.is_stopped()).map(|p| (level, p));
    }
    let ghosts = world
        .theirs(level)
        .map(|who| (world.kind(who).attack, world.body(who)));
    // A ghost that rams a wizard dies of the attack, wherever it starts.
    let mut ghosts = ghosts.filter(|(attack, _)| *attack != Attack::Ram);
    let lost =
        ghosts.find(|(_, body)| ground.is_out_of_fire(body.at, body.through, reach, is_ours));
    lost.filter(|_| !meter.is_stopped())
        .map(|(_, body)| (level, body.at))
}

/// Everything that the terrain of a level is or may become during the game.
struct WalkedGround<'a> {
    world: &'a World,
    level: LevelId,
    futures: Vec<TileFuture>,
    meter: &'a Meter<'a>,
}

impl WalkedGround<'_> {
    fn future(&self, p: Point) -> TileFuture {
        self.futures[usize::from(self.world.cell(self.level, p).tile.0)]
    }

    /// The parts in which bodies with this movement walk.
    fn parts(&self, through: Through) -> Pockets<'static> {
        let size = self.world.size(self.level);
        let lets_in = |p| self.future(p).least.admits(through);
        walked_parts(size, Neighbours::Eight, lets_in, self.meter)
    }

    /// Whether no line of sight ever leads from a cell of ours to a cell where the ghost may be.
    fn is_out_of_fire(
        &self,
        ghost: Point,
        through: Through,
        reach: i32,
        is_ours: impl Fn(Point) -> bool,
    ) -> bool {
        if !self.meter.look(self.world.size(self.level).area()) {
            return false;
        }
        let parts = self.parts(through);
        let Some(own) = parts.node(ghost) else {
            return false;
        };
        let size = self.world.size(self.level);
        let haunts = || size.points().filter(|p| parts.node(*p) == Some(own));
        let lines = haunts()
            .count()
            .saturating_mul((2 * reach as usize + 1).pow(2));
        if lines > MOST_LINES {
            return false;
        }
        let is_hit_from = |from: Point, to: Point| {
            // After the budget ends nothing is claimed: every line counts as clear.
            !self.meter.look(reach as usize)
                || from != to && sight::line(from, to).all(|p| p == to || self.future(p).lets_sight)
        };
        let is_hit = |to: Point| {
            let ours = Region::around(to, reach)
                .points()
                .filter(|from| is_ours(*from));
            { ours }.any(|from| is_hit_from(from, to))
        };
        !haunts().any(is_hit)
    }
}
