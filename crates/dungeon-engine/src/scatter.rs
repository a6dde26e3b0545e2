//! The `scatter` records: random placement of tiles, items, monsters and heroes at the start of a game.
use std::collections::BTreeMap;

use super::action::ActorId;
use super::chance::Draw;
use super::eligible_cells::{EligibleCells, SuitableCells};
use super::ending::LossCause;
use super::event::Event;
use super::ruleset::LevelDemand;
use super::stage::Stage;
use super::world::World;
use dungeon_model::dungeon::{
    Amount, Dungeon, Footing, Level, LevelId, Overlap, Scatter, ScatterShare, ScatteredThing, Side,
    Stat, builtin,
};
use dungeon_model::space::geometry::Point;

/// The maximum number of attempts to scatter a level so that the rules accept it.
const MAX_ROLLS: u32 = 1000;

/// The maximum number of cells that all attempts together visit, which takes some seconds. Therefore huge maps get
/// fewer attempts.
const MAX_VISITS: u64 = 1 << 27;

/// If `draw_distinct` draws more than 1 in `DENSE` of all numbers, it makes a list of all numbers first.
const DENSE: u32 = 64;

/// One attempt to scatter a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScatterAttempt {
    /// Attempt number N, counted from 0, to place the things of all scatters of the level. The draws depend on N.
    Nth(u32),
    /// The last resort: places the things of all scatters except scatters of solid tiles, with the draws of attempt 0.
    WithoutWalls,
}

/// Runs all scatters of all levels in file order. Repeats the scatters of a level until the level satisfies the rules'
/// demand.
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

/// Scatters a level by the first attempt that satisfies the demand, or without solid tiles if no attempt does. `trial`
/// must be equal to the stage's world, and both are equal again afterward.
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
    stage.expect_events(log.len());
    log.into_iter().for_each(|event| stage.emit_unlisted(event));
    stage.list_again(id);
    let sums = |world: &World| (world.checksum(), world.collectables());
    debug_assert_eq!(sums(trial), sums(stage));
}

/// Returns the number of cells that one attempt to scatter all levels visits.
fn visits(dungeon: &Dungeon) -> u64 {
    let visits = |level: &Level| {
        let visited = level.scatters.iter().map(|scatter| scatter.within.area());
        level.tiles.cells().len() as u64 + visited.sum::<u64>()
    };
    dungeon.levels.iter().map(visits).sum()
}

/// Returns the number of attempts per level, 1 to `MAX_ROLLS`. `visits` is the number of cells that one attempt to
/// scatter all levels visits.
fn attempts(visits: u64) -> u32 {
    let rolls = u32::try_from(MAX_VISITS / visits.max(1));
    rolls.map_or(MAX_ROLLS, |rolls| rolls.clamp(1, MAX_ROLLS))
}

fn scatter_level(stage: &mut Stage<'_>, id: LevelId, attempt: ScatterAttempt) {
    let dungeon = stage.dungeon().clone();
    let level = &dungeon.levels[usize::from(id.0)];
    let is_solid = |scatter: &Scatter| match scatter.what {
        ScatteredThing::Tile(tile) => dungeon.tile(tile).footing != Footing::Anyone,
        ScatteredThing::Item(_) | ScatteredThing::Body(..) => false,
    };
    let is_first = |scatter: &Scatter| !matches!(scatter.share, ScatterShare::Further { .. });
    let all = level.scatters.chunk_by(|_, next| !is_first(next));
    let mut suitable = SuitableCells::new(stage, id);
    for (nth, scatters) in (0..).zip(all) {
        let attempt = match attempt {
            ScatterAttempt::Nth(attempt) => attempt,
            ScatterAttempt::WithoutWalls if is_solid(&scatters[0]) => continue,
            ScatterAttempt::WithoutWalls => 0,
        };
        let draw = stage.draw_for_attempt(id, attempt, nth);
        run_scatter(stage, &mut suitable, id, nth, scatters, draw);
    }
    stage.list_again(id);
}

/// Runs a scatter, or a group of scatters. Each thing that a group places is drawn by weight from the things of its
/// scatters.
fn run_scatter(
    stage: &mut Stage<'_>,
    suitable: &mut SuitableCells,
    level: LevelId,
    nth: u32,
    scatters: &[Scatter],
    mut draw: Draw,
) {
    // If no cell may have both a monster and a herd item, cells that are eligible for a herd item are eligible for
    // everything in the group.
    let is_herd = |scatter: &&Scatter| matches!(scatter.what, ScatteredThing::Item(item) if stage.item(item).herd);
    let scatter = scatters.iter().find(is_herd).unwrap_or(&scatters[0]);
    let amount = match scatters[0].share {
        ScatterShare::First { amount, .. } => amount,
        ScatterShare::Whole | ScatterShare::Further { .. } => scatter.amount,
    };
    let eligible = suitable.eligible(stage, scatter);
    let mut cells = match amount {
        Amount::Percent(percent) => eligible.by_chance(percent, &mut draw),
        Amount::Count(count) => pick(eligible, scatter, count, &mut draw),
        Amount::Between(least, most) => {
            let count = least + draw.below(most - least + 1);
            pick(eligible, scatter, count, &mut draw)
        }
    };
    if cells.is_empty() && stage.dungeon().is_ours(scatter.what.thing()) {
        cells.extend(clear_for_a_hero(stage, level, scatter));
    }
    stage.expect_events(cells.len());
    for at in cells {
        let scatter = match scatters {
            [only] => only,
            several => {
                let mut draw = stage.class_draw(level, at, nth + 1);
                let nth = draw.weighted(several, |one| one.share.weight());
                nth.map_or(scatter, |nth| &several[nth])
            }
        };
        place(stage, level, scatter, at);
        suitable.look_again(stage, at);
    }
}

/// Picks up to `count` eligible cells.
fn pick(eligible: &EligibleCells, scatter: &Scatter, count: u32, draw: &mut Draw) -> Vec<Point> {
    let all = eligible.count();
    let mut chosen = match scatter.overlap {
        Overlap::Avoid => draw_distinct(all, count, draw),
        Overlap::Replace => draw_with_replacement(all, count, draw),
    };
    if !matches!(scatter.what, ScatteredThing::Body(..)) {
        chosen.sort_unstable(); // so that the world's lists in reading order grow at their ends
    }
    chosen.into_iter().map(|nth| eligible.nth(nth)).collect()
}

/// Draws `count` distinct numbers below `all`, or all numbers if `all` is less than `count`. Every set of numbers is
/// equally likely. Uses a partial Fisher–Yates shuffle, and returns the numbers in the order of the draws.
fn draw_distinct(all: u32, count: u32, draw: &mut Draw) -> Vec<u32> {
    let count = all.min(count);
    if count > all / DENSE {
        let mut numbers: Vec<u32> = (0..all).collect();
        for i in 0..count {
            let j = i + draw.below(all - i);
            numbers.swap(i as usize, j as usize);
        }
        numbers.truncate(count as usize);
        return numbers;
    }
    // A sparse shuffle: only the numbers that a swap has moved are stored.
    let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
    let mut throw = |i: u32| {
        let j = i + draw.below(all - i);
        let own = moved.get(&i).copied().unwrap_or(i);
        moved.insert(j, own).unwrap_or(j)
    };
    (0..count).map(&mut throw).collect()
}

/// Draws `count` numbers below `all`, with replacement (S-1). Returns the distinct numbers in ascending order.
fn draw_with_replacement(all: u32, count: u32, draw: &mut Draw) -> Vec<u32> {
    if all == 0 {
        return Vec::new();
    }
    let mut hit: Vec<u32> = (0..count).map(|_| draw.below(all)).collect();
    hit.sort_unstable();
    hit.dedup();
    hit
}

/// Returns a cell for a hero if no cell is eligible, because every game needs its hero. This is the first cell of the
/// region, or else of the level, that is outside of vaults and not closed to all bodies. Turns the cell into floor if
/// necessary. `None` if there is no such cell.
fn clear_for_a_hero(stage: &mut Stage<'_>, level: LevelId, scatter: &Scatter) -> Option<Point> {
    let world: &World = stage;
    let is_in_a_vault = |p: Point| world.vault_regions(level).any(|vault| vault.contains(p));
    let is_possible =
        |p: &Point| world.tile(level, *p).footing != Footing::Nobody && !is_in_a_vault(*p);
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

fn place(stage: &mut Stage<'_>, level: LevelId, scatter: &Scatter, at: Point) {
    match scatter.what {
        ScatteredThing::Tile(tile) => stage.emit_unlisted(Event::Rebuilt { level, at, tile }),
        ScatteredThing::Item(item) => {
            let item = stage.drawn_item(level, at, item);
            stage.emit_unlisted(Event::Placed { level, at, item });
        }
        ScatteredThing::Body(kind, least) => {
            if let Some(whom) = stage.body_at(level, at) {
                stage.kill(whom, LossCause::Rules);
            }
            let who = stage.spawn(kind, level, at);
            let (usual, birth) = (stage.body(who).stats, stage.body(who).birth);
            let stats = stage.starting_stats(level, birth, least, scatter.spread);
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
