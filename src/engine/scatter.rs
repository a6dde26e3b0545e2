//! `scatter`: puts tiles, items, bodies and heroes where the seed says, when the level is made.
use std::collections::BTreeSet;

use super::action::ActorId;
use super::chance::Draw;
use super::event::Event;
use super::ground::Cell;
use super::stage::Stage;
use super::world::World;
use crate::dungeon::{
    Amount, Company, Footing, ItemId, LevelId, Overlap, Scatter, Side, Spares, Stat, Strewn,
    builtin,
};
use crate::space::geometry::Point;

/// How often a level is strewn that is not yet as the rules demand.
const ROLLS: u32 = 1000;

/// All rolls of a level together look at no more cells than this.
const LOOKS: usize = 1 << 30;

/// What the rules demand of a level.
pub(super) type Demand = fn(&World, LevelId) -> bool;

/// One way of strewing a level.
#[derive(Clone, Copy)]
enum Roll {
    /// Everything, by the draws of this number.
    Nth(u32),
    /// By the first draws, but nothing that is solid.
    WithoutWalls,
}

/// Obeys every scatter of every level in file order.
pub(super) fn strew(stage: &mut Stage<'_>, demand: Option<Demand>) {
    let dungeon = stage.dungeon().clone();
    for (id, level) in dungeon.numbered_levels() {
        let roll = match demand {
            Some(demand) if !level.scatters.is_empty() => fair_roll(stage, id, demand),
            _ => Roll::Nth(0),
        };
        strew_level(stage, id, roll);
    }
}

/// The first roll of a level that is as demanded; none of the walls where no roll is.
fn fair_roll(world: &World, id: LevelId, demand: Demand) -> Roll {
    let mut trial = world.clone();
    let levels = world.dungeon().numbered_levels();
    let cells: usize = levels.map(|(_, level)| level.tiles.cells().len()).sum();
    let rolls = ROLLS.min((LOOKS / cells.max(1)) as u32).max(1);
    let mut is_fair = |nth: &u32| {
        trial.clone_from(world);
        let mut log = Vec::new();
        strew_level(&mut Stage::new(&mut trial, &mut log), id, Roll::Nth(*nth));
        demand(&trial, id)
    };
    (0..rolls)
        .find(|nth| is_fair(nth))
        .map_or(Roll::WithoutWalls, Roll::Nth)
}

fn strew_level(stage: &mut Stage<'_>, id: LevelId, roll: Roll) {
    let dungeon = stage.dungeon().clone();
    let level = &dungeon.levels[usize::from(id.0)];
    let is_solid = |scatter: &Scatter| match scatter.what {
        Strewn::Tile(tile) => dungeon.tile(tile).footing != Footing::Anyone,
        Strewn::Item(_) | Strewn::Body(..) => false,
    };
    for (nth, scatter) in (0..).zip(&level.scatters) {
        let roll = match roll {
            Roll::Nth(roll) => roll,
            Roll::WithoutWalls if is_solid(scatter) => continue,
            Roll::WithoutWalls => 0,
        };
        let draw = stage.draw_for_roll(id, roll, nth);
        obey(stage, id, scatter, draw);
    }
}

fn obey(stage: &mut Stage<'_>, level: LevelId, scatter: &Scatter, mut draw: Draw) {
    let mut cells: Vec<Point> = scatter
        .within
        .points()
        .filter(|p| suits(stage, level, scatter, *p))
        .collect();
    match (scatter.amount, scatter.overlap) {
        (Amount::Percent(percent), _) => cells.retain(|_| draw.below(100) < percent),
        (Amount::Count(count), Overlap::Avoid) => choose(&mut cells, count, &mut draw),
        (Amount::Count(count), Overlap::Replace) => cells = thrown(&cells, count, &mut draw),
    }
    if cells.is_empty() && is_a_hero(stage, scatter) {
        cells.extend(clear_for_a_hero(stage, level, scatter));
    }
    if !matches!(scatter.what, Strewn::Body(..)) {
        cells.sort_unstable(); // so that the world's lists in reading order grow at their ends
    }
    for at in cells {
        put(stage, level, scatter.what, at);
    }
}

/// Keeps `count` cells, every set of them alike: the first steps of a Fisher–Yates shuffle.
fn choose(cells: &mut Vec<Point>, count: u32, draw: &mut Draw) {
    let count = cells.len().min(count as usize);
    for i in 0..count {
        let j = i + draw.below((cells.len() - i) as u32) as usize;
        cells.swap(i, j);
    }
    cells.truncate(count);
}

/// `count` cells, each drawn from all of them: two throws may hit the same one (S-1).
fn thrown(cells: &[Point], count: u32, draw: &mut Draw) -> Vec<Point> {
    let mut throw = || cells.get(draw.below(cells.len() as u32) as usize).copied();
    let hit: BTreeSet<Point> = (0..count).map_while(|_| throw()).collect();
    hit.into_iter().collect()
}

/// FORMAT.md: *free* is a valid floor cell with nothing on the same layer. Nothing solid buries what stands
/// or lies there, nothing is put into rock, and nobody takes the hero's place.
fn suits(world: &World, level: LevelId, scatter: &Scatter, p: Point) -> bool {
    let cell = world.cell(level, p);
    let footing = world.tile(level, p).footing;
    let replaces = scatter.overlap == Overlap::Replace;
    let is_entrance = world.entrance(level) == Some(p);
    let is_far = || {
        let hero = world.hero_or_entrance(level);
        scatter
            .away
            .zip(hero)
            .is_none_or(|(away, hero)| hero.manhattan(p) > away)
    };
    let is_free = match scatter.what {
        Strewn::Tile(tile) => {
            let buries = world.dungeon().tile(tile).footing != Footing::Anyone;
            let is_plain = matches!(cell.tile, builtin::FLOOR | builtin::CLASSIC_FLOOR);
            let is_held = cell.body().is_some() || cell.item != ItemId::NONE || is_entrance;
            let is_spared = scatter.spares == Spares::Diagonal && p.x == p.y;
            (is_plain || replaces && footing != Footing::Nobody)
                && !(buries && (is_held || is_spared))
        }
        Strewn::Item(_) => footing == Footing::Anyone && (cell.item == ItemId::NONE || replaces),
        Strewn::Body(..) => {
            let is_ours = cell
                .body()
                .is_some_and(|who| world.body(who).side == Side::Ours);
            let is_vacant = cell.body().is_none() || replaces && !is_ours;
            footing == Footing::Anyone && is_vacant && (!is_entrance || is_a_hero(world, scatter))
        }
    };
    is_free && is_far() && bears_company(world, scatter, cell)
}

/// Whether a thing may come to what is on the other layer of a cell (S-10).
fn bears_company(world: &World, scatter: &Scatter, cell: Cell) -> bool {
    if scatter.company == Company::Shared {
        return true;
    }
    let is_monster = |who| world.body(who).side == Side::Theirs;
    match scatter.what {
        Strewn::Tile(_) => true,
        Strewn::Item(item) => !(world.item(item).herd && cell.body().is_some_and(is_monster)),
        Strewn::Body(kind, _) => {
            let is_ours = world.dungeon().kind(kind).side == Side::Ours;
            is_ours || !world.item(cell.item).herd
        }
    }
}

fn is_a_hero(world: &World, scatter: &Scatter) -> bool {
    matches!(scatter.what, Strewn::Body(kind, _) if world.dungeon().kind(kind).side == Side::Ours)
}

/// A game needs its hero: where nothing is free, the first cell of the region that is not the rim, or else
/// of the level, is cleared for him.
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

fn put(stage: &mut Stage<'_>, level: LevelId, what: Strewn, at: Point) {
    match what {
        Strewn::Tile(tile) => stage.emit(Event::Rebuilt { level, at, tile }),
        Strewn::Item(item) => stage.emit(Event::Placed { level, at, item }),
        Strewn::Body(kind, stats) => {
            if let Some(whom) = stage.body_at(level, at) {
                stage.kill(whom);
            }
            let who = stage.bear(kind, level, at);
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
