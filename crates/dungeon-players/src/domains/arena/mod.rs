//! Knowledge about arena: a beam search over single steps, and enemies that are shut off for good.
use super::expert::Expert;
use crate::search::beam;
use crate::search::budget::Meter;
use crate::search::domain::Attempt;
use crate::verdict::{Mend, Reason};
use dungeon_engine::event::Event;
use dungeon_engine::game::Game;
use dungeon_engine::world::World;
use dungeon_ground::passage::TilePassage;
use dungeon_model::dungeon::{Footing, LevelId, builtin};
use dungeon_model::space::geometry::{Neighbours, Point};
use dungeon_model::space::path::{Cost, cheapest};

mod parts;

mod arena_domain;

mod dead_ends;

use arena_domain::ArenaDomain;
use parts::BoardParts;

/// The factor by which each beam is wider than the previous one.
const WIDER: usize = 10;

/// The maximum number of walls to try as a fix. Each trial costs as much as a disproof, and thousands of enemies may be
/// shut off.
const MENDS: usize = 16;

pub const EXPERT: Expert = Expert {
    least_turn: |_, _| None,
    disprove,
    mends,
    outlast: |_, _| None,
    attempt,
    dead_ends: |game, won, meter| dead_ends::dead_ends(game, won, meter, disprove),
    reckons_with_causes: true,
};

fn attempt(game: &Game, nth: u32, meter: &Meter<'_>) -> Attempt {
    let width = beam::width_of(nth, WIDER);
    beam::search(&mut ArenaDomain::new(game, meter), game, width, meter)
}

/// Finds an enemy that the hero can never reach, and that can never reach the hero.
fn disprove(game: &Game, meter: &Meter<'_>) -> Option<Reason> {
    if game.outcome().is_some() {
        return None;
    }
    let world = game.world();
    let shut_off = BoardParts::new(world, meter)?.shut_off(world);
    let (level, at) = *shut_off.first()?;
    Some(Reason::OutOfReach { level, at })
}

/// Returns the single walls whose removal leaves no enemy shut off.
fn mends(game: &Game, meter: &Meter<'_>) -> Vec<Vec<Mend>> {
    let world = game.world();
    let shut_off = BoardParts::new(world, meter).map(|mut parts| parts.shut_off(world));
    let mut walls: Vec<Mend> = Vec::new();
    for (level, at) in shut_off.into_iter().flatten().take(MENDS) {
        if let Some(wall) = wall_before(world, level, at)
            && !walls.contains(&wall)
            && opens_every_way(world, &wall, meter)
        {
            walls.push(wall);
        }
    }
    walls.into_iter().map(|wall| vec![wall]).collect()
}

/// The single wall between the hero and a cell; `None` if more than one is in the way.
fn wall_before(world: &World, level: LevelId, at: Point) -> Option<Mend> {
    let size = world.size(level);
    let hero = world.body(world.commanded());
    let from = if hero.level == level {
        hero.at
    } else {
        world.entrance(level)?
    };
    let cost = |p: Point| {
        let passage = TilePassage::of(world.tile(level, p));
        match (size.contains(p), passage.footing) {
            (true, _) if passage.is_way() => Cost::Free,
            (true, Footing::Drifters) if passage.barrier.is_none() => Cost::One,
            _ => Cost::Never,
        }
    };
    let walls = cheapest(Neighbours::Four, size, from, |p| p == at, cost)?;
    let [at] = walls[..] else {
        return None;
    };
    Some(Mend {
        level,
        at,
        from: world.cell(level, at).tile,
        to: builtin::FLOOR,
    })
}

/// Whether no enemy is shut off after a change of the map.
fn opens_every_way(world: &World, mend: &Mend, meter: &Meter<'_>) -> bool {
    let mut mended = world.clone();
    mended.apply(&Event::Rebuilt {
        level: mend.level,
        at: mend.at,
        tile: mend.to,
    });
    let nobody_is = |mut parts: BoardParts<'_>| parts.shut_off(&mended).is_empty();
    BoardParts::new(&mended, meter).is_some_and(nobody_is) && !meter.is_stopped()
}
