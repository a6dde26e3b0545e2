//! Where a player of arena can unknowingly lose a game that could be won: by taking a way that leads away from an enemy
//! and not back, or when an enemy moves out of reach for good.
use super::arena_domain::{ArenaDomain, FAR};
use super::parts::BoardParts;
use crate::domains::lost_lines::{Disprove, LosingDomain, dead_ends_of_walks};
use crate::search::budget::Meter;
use crate::verdict::DeadEnd;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// Finds the dead ends of a game, given a line that wins it.
pub fn dead_ends(game: &Game, won: &[Action], meter: &Meter<'_>, why: Disprove) -> Vec<DeadEnd> {
    let Some(parts) = BoardParts::new(game.world(), meter).filter(|parts| !parts.is_fixed()) else {
        return Vec::new();
    };
    let mut domain = LosingDomain {
        steps: ArenaDomain::new(game, meter),
        known: parts,
        cost: steps_elsewhere,
        is_lost: |parts, game| parts.has_shut_off(game.world()),
    };
    dead_ends_of_walks(game, won, meter, &mut domain, why)
}

/// The number of steps to the nearest cell that may carry the hero to another part of the boards.
fn steps_elsewhere(steps: &mut ArenaDomain<'_>, parts: &BoardParts<'_>, game: &Game) -> i64 {
    let world = game.world();
    let here = world.here();
    let width = world.size(here).width;
    let field = steps.field(world);
    let ways = parts.ways_elsewhere(here);
    let steps = ways.filter_map(|p| field.get((p.y * width + p.x) as usize));
    steps.copied().min().unwrap_or(FAR).into()
}
