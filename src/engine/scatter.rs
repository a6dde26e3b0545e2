//! The records `scatter`: puts tiles, items, bodies and heroes where the seed says, when a game begins.
use std::collections::BTreeSet;

use super::action::ActorId;
use super::chance::Draw;
use super::event::Event;
use super::ground::CellLayers;
use super::ruleset::LevelDemand;
use super::stage::Stage;
use super::world::World;
use crate::dungeon::{
    Amount, CellSharing, Dungeon, Footing, ItemId, Level, LevelId, Overlap, Scatter, ScatterExempt,
    ScatteredThing, Side, Stat, builtin,
};
use crate::space::geometry::Point;

/// The most times that a level is scattered anew until it is as the rules demand.
const MAX_ROLLS: u64 = 1000;

/// The most cells that all rolls of a game together visit, which takes seconds: where the maps are huge, fewer rolls
/// are made.
const MAX_VISITS: u64 = 1 << 27;

/// One attempt to scatter a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScatterAttempt {
    /// Everything is scattered, by the draws of this number, from 0.
    Nth(u32),
    /// Everything but solid tiles is scattered, by the first draws.
    WithoutWalls,
}

/// Carries out every scatter of every level in file order, so that each level passes the rules' demand.
pub(super) fn scatter_all(stage: &mut Stage<'_>, demand: Option<LevelDemand>) {
    let dungeon = stage.dungeon().clone();
    let has_scatters = |(id, level): (LevelId, &Level)| (!level.scatters.is_empty()).then_some(id);
    let levels = dungeon.numbered_levels().filter_map(has_scatters);
    let Some(demand) = demand else {
        return levels.for_each(|id| scatter_level(stage, id, ScatterAttempt::Nth(0)));
    };
    let mut trial = World::clone(stage);
    let attempts = attempts(visits(&dungeon));
    levels.for_each(|id| scatter_to_demand(stage, &mut trial, id, demand, attempts));
}

/// Scatters a level by the first attempt that passes the demand, or without walls if none does. `trial` is a world
/// equal to the stage's, before and after.
fn scatter_to_demand(
    stage: &mut Stage<'_>,
    trial: &mut World,
    id: LevelId,
    demand: LevelDemand,
    attempts: u32,
) {
    let mut log = Vec::new();
    for attempt in (0..attempts)
        .map(ScatterAttempt::Nth)
        .chain([ScatterAttempt::WithoutWalls])
    {
        trial.restore(id, stage);
        log.clear();
        scatter_level(&mut Stage::new(trial, &mut log), id, attempt);
        if demand(trial, id) {
            break;
        }
    }
    log.into_iter().for_each(|event| stage.emit(event));
    let sums = |world: &World| (world.checksum(), world.collectables());
    debug_assert_eq!(sums(trial), sums(stage));
}

/// Returns how many cells one attempt at every level visits.
fn visits(dungeon: &Dungeon) -> u64 {
    let visits = |level: &Level| {
        let visited = level.scatters.iter().map(|scatter| scatter.within.area());
        level.tiles.cells().len() as u64 + visited.sum::<u64>()
    };
    dungeon.levels.iter().map(visits).sum()
}

/// Returns how often each level may be scattered, if one attempt at all levels visits so many cells.
fn attempts(visits: u64) -> u32 {
    MAX_ROLLS.min(MAX_VISITS / visits.max(1)).max(1) as u32
}

fn scatter_level(stage: &mut Stage<'_>, id: LevelId, attempt: ScatterAttempt) {
    let dungeon = stage.dungeon().clone();
    let level = &dungeon.levels[usize::from(id.0)];
    let is_solid = |scatter: &Scatter| match scatter.what {
        ScatteredThing::Tile(tile) => dungeon.tile(tile).footing != Footing::Anyone,
        ScatteredThing::Item(_) | ScatteredThing::Body(..) => false,
    };
    for (nth, scatter) in (0..).zip(&level.scatters) {
        let attempt = match attempt {
            ScatterAttempt::Nth(attempt) => attempt,
            ScatterAttempt::WithoutWalls if is_solid(scatter) => continue,
            ScatterAttempt::WithoutWalls => 0,
        };
        let draw = stage.draw_for_attempt(id, attempt, nth);
        run_scatter(stage, id, scatter, draw);
    }
}

fn run_scatter(stage: &mut Stage<'_>, level: LevelId, scatter: &Scatter, mut draw: Draw) {
    let mut cells: Vec<Point> = scatter
        .within
        .points()
        .filter(|p| is_eligible(stage, level, scatter, *p))
        .collect();
    match (scatter.amount, scatter.overlap) {
        (Amount::Percent(percent), _) => cells.retain(|_| draw.below(100) < percent),
        (Amount::Count(count), Overlap::Avoid) => keep_drawn(&mut cells, count, &mut draw),
        (Amount::Count(count), Overlap::Replace) => {
            cells = draw_with_replacement(&cells, count, &mut draw)
        }
    }
    if cells.is_empty() && is_a_hero(stage, scatter) {
        cells.extend(clear_for_a_hero(stage, level, scatter));
    }
    if !matches!(scatter.what, ScatteredThing::Body(..)) {
        cells.sort_unstable(); // so that the world's lists in reading order grow at their ends
    }
    for at in cells {
        place(stage, level, scatter.what, at);
    }
}

/// Keeps `count` cells, every set of them equally likely: the first steps of a Fisher–Yates shuffle.
fn keep_drawn(cells: &mut Vec<Point>, count: u32, draw: &mut Draw) {
    let count = cells.len().min(count as usize);
    for i in 0..count {
        let j = i + draw.below((cells.len() - i) as u32) as usize;
        cells.swap(i, j);
    }
    cells.truncate(count);
}

/// Draws `count` cells with replacement: two draws may hit one cell (S-1).
fn draw_with_replacement(cells: &[Point], count: u32, draw: &mut Draw) -> Vec<Point> {
    let mut throw = || cells.get(draw.below(cells.len() as u32) as usize).copied();
    let hit: BTreeSet<Point> = (0..count).map_while(|_| throw()).collect();
    hit.into_iter().collect()
}

/// Whether a scatter may put its thing on a cell. FORMAT.md defines *free* as a valid floor cell with nothing on the
/// same layer. Besides, nothing solid buries a body or an item, nothing is put into rock, and no body takes the hero's
/// place.
fn is_eligible(world: &World, level: LevelId, scatter: &Scatter, p: Point) -> bool {
    let cell = world.cell(level, p);
    let footing = world.tile(level, p).footing;
    let replaces = scatter.overlap == Overlap::Replace;
    let is_entrance = world.entrance(level) == Some(p);
    let is_far = || {
        let Some(away) = scatter.away else {
            return true;
        };
        let mut heroes = world.heroes_on(level).peekable();
        match heroes.peek() {
            Some(_) => heroes.all(|hero| hero.manhattan(p) > away),
            None => world
                .entrance(level)
                .is_none_or(|hero| hero.manhattan(p) > away),
        }
    };
    let is_free = match scatter.what {
        ScatteredThing::Tile(tile) => {
            let buries = world.dungeon().tile(tile).footing != Footing::Anyone;
            let is_plain = matches!(cell.tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
            let is_held = cell.body().is_some() || cell.item != ItemId::NONE || is_entrance;
            let is_spared = scatter.exempt == ScatterExempt::Diagonal && p.x == p.y;
            (is_plain || replaces && footing != Footing::Nobody)
                && !(buries && (is_held || is_spared))
        }
        ScatteredThing::Item(_) => {
            footing == Footing::Anyone && (cell.item == ItemId::NONE || replaces)
        }
        ScatteredThing::Body(..) => {
            let is_ours = cell
                .body()
                .is_some_and(|who| world.body(who).side == Side::Ours);
            let is_vacant = cell.body().is_none() || replaces && !is_ours;
            footing == Footing::Anyone && is_vacant && (!is_entrance || is_a_hero(world, scatter))
        }
    };
    is_free && is_far() && may_share_cell(world, scatter, cell)
}

/// Whether a thing may share a cell with what is on the cell's other layer (S-10).
fn may_share_cell(world: &World, scatter: &Scatter, cell: CellLayers) -> bool {
    if scatter.sharing == CellSharing::Shared {
        return true;
    }
    let is_monster = |who| world.body(who).side == Side::Theirs;
    match scatter.what {
        ScatteredThing::Tile(_) => true,
        ScatteredThing::Item(item) => {
            !(world.item(item).herd && cell.body().is_some_and(is_monster))
        }
        ScatteredThing::Body(kind, _) => {
            let is_ours = world.dungeon().kind(kind).side == Side::Ours;
            is_ours || !world.item(cell.item).herd
        }
    }
}

fn is_a_hero(world: &World, scatter: &Scatter) -> bool {
    matches!(scatter.what, ScatteredThing::Body(kind, _) if world.dungeon().kind(kind).side == Side::Ours)
}

/// Finds a cell for a hero where no cell is free, since a game needs its hero: the first cell of the region, or else of
/// the level, that is not impassable. The cell is cleared if need be.
fn clear_for_a_hero(stage: &mut Stage<'_>, level: LevelId, scatter: &Scatter) -> Option<Point> {
    let world: &World = stage;
    let is_possible = |p: &Point| world.tile(level, *p).footing != Footing::Nobody;
    let at = scatter
        .within
        .points()
        .chain(world.size(level).points())
        .find(is_possible)?;
    if world.tile(level, at).footing != Footing::Anyone {
        stage.emit(Event::Rebuilt {
            level,
            at,
            tile: builtin::FLOOR,
        });
    }
    Some(at)
}

fn place(stage: &mut Stage<'_>, level: LevelId, what: ScatteredThing, at: Point) {
    match what {
        ScatteredThing::Tile(tile) => stage.emit(Event::Rebuilt { level, at, tile }),
        ScatteredThing::Item(item) => stage.emit(Event::Placed { level, at, item }),
        ScatteredThing::Body(kind, stats) => {
            if let Some(whom) = stage.body_at(level, at) {
                stage.kill(whom);
            }
            let who = stage.spawn(kind, level, at);
            let usual = stage.body(who).stats;
            for stat in Stat::ALL {
                stage.change(who, stat, stats[stat].saturating_sub(usual[stat]));
            }
            if stage.body(who).side == Side::Ours && stage.commanded() == ActorId::WORLD {
                stage.emit(Event::Commanded { who });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_boards_are_rolled_a_thousand_times_and_huge_ones_as_often_as_they_may_be_looked_at() {
        assert_eq!([0, 1, 1200, MAX_VISITS / 1000].map(attempts), [1000; 4]);
        let huge = [MAX_VISITS / 1000 + 1, MAX_VISITS / 2, MAX_VISITS, u64::MAX];
        assert_eq!(huge.map(attempts), [999, 2, 1, 1]);
    }
}
