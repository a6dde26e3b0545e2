//! Where a player of tactics can unknowingly lose a battle that could be won: by wasting ammo that would have been
//! enough.
use super::damage::{greatest_damage, has_births, life_to_take};
use super::tactics_domain::TacticsDomain;
use crate::domains::lost_lines::{Disprove, LosingDomain, dead_ends_of_walks};
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::verdict::DeadEnd;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// The cost of a point of spare damage: damage that can still be done beyond what is needed to win. It exceeds every
/// cost that the search for a win assigns, so that spare damage counts first.
const SPARE: i64 = 1 << 32;

/// Finds the dead ends of a battle, given a line that wins it.
pub fn dead_ends(game: &Game, won: &[Action], meter: &Meter<'_>, why: Disprove) -> Vec<DeadEnd> {
    let has_goals = !game.world().dungeon().goals.is_empty();
    if has_births(game.world()) || has_goals {
        return Vec::new();
    }
    let mut domain = LosingDomain {
        steps: TacticsDomain::new(game, meter),
        known: meter,
        cost: cost_of_sparing,
        is_lost: |meter, game| greatest_damage(game.world(), meter) < life_to_take(game.world()),
    };
    dead_ends_of_walks(game, won, meter, &mut domain, why)
}

/// The cost of a state for a walk that wastes shots. The spare damage counts first: the damage that can still be done,
/// minus the damage that is needed. The cost that the search for a win assigns counts next, since it leads the wizards
/// to cells from which they can shoot.
fn cost_of_sparing(sensible: &mut TacticsDomain<'_>, meter: &&Meter<'_>, game: &Game) -> i64 {
    let most = greatest_damage(game.world(), meter);
    let spare = most.saturating_sub(life_to_take(game.world()));
    spare
        .saturating_mul(SPARE)
        .saturating_add(sensible.cost(game))
}
