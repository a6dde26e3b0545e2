//! Where a player of arena can unknowingly lose a game that could be won: by taking a way that leads away from an enemy
//! and not back, or when an enemy moves out of reach for good.
use super::arena_domain::{ArenaDomain, FAR};
use super::parts::BoardParts;
use crate::domains::lost_lines::dead_ends_of_walks;
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::verdict::{DeadEnd, Disproof};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// Finds the dead ends of a game, given a line that wins it.
pub fn dead_ends(
    game: &Game,
    won: &[Action],
    meter: &Meter<'_>,
    disprove: fn(&Game, &Meter<'_>) -> Option<Disproof>,
) -> Vec<DeadEnd> {
    let Some(parts) = BoardParts::new(game.world(), meter).filter(|parts| !parts.is_fixed()) else {
        return Vec::new();
    };
    let mut domain = OneWayDomain {
        steps: ArenaDomain::new(game, meter),
        parts,
    };
    dead_ends_of_walks(game, won, meter, &mut domain, disprove)
}

/// The search over the hero's single steps toward ways that lead off the hero's part of the board.
struct OneWayDomain<'a> {
    steps: ArenaDomain<'a>,
    parts: BoardParts<'a>,
}

impl Domain for OneWayDomain<'_> {
    type Macro = Action;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<Action>) {
        self.steps.list_macros(game, out);
    }

    fn next_action(&mut self, game: &Game, doing: Action, nth: u32) -> Option<Action> {
        self.steps.next_action(game, doing, nth)
    }

    /// The number of steps to the nearest way off the part.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let here = world.here();
        let width = world.size(here).width;
        let field = self.steps.field(world);
        let ways = self.parts.ways_elsewhere(here);
        let steps = ways.filter_map(|p| field.get((p.y * width + p.x) as usize));
        steps.copied().min().unwrap_or(FAR).into()
    }

    fn bytes(&self) -> usize {
        self.steps.bytes()
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        self.parts.has_shut_off(game.world())
    }
}
