//! Where a player of tactics can unknowingly lose a battle that could be won: by wasting ammo that would have been
//! enough.
use super::damage::{greatest_damage, has_births, life_to_take};
use super::tactics_domain::{TacticsDomain, TacticsMacro};
use crate::domains::lost_lines::dead_ends_of_walks;
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::verdict::{DeadEnd, Disproof};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;

/// The cost of a point of spare damage. Greater than any cost of the search for a win, so that spare damage counts
/// first.
const SPARE: i64 = 1 << 32;

/// Finds the dead ends of a battle, given a line that wins it.
pub fn dead_ends(
    game: &Game,
    won: &[Action],
    meter: &Meter<'_>,
    disprove: fn(&Game, &Meter<'_>) -> Option<Disproof>,
) -> Vec<DeadEnd> {
    let has_goals = !game.world().dungeon().goals.is_empty();
    if has_births(game.world()) || has_goals {
        return Vec::new();
    }
    let mut domain = WastedShots {
        sensible: TacticsDomain::new(game, meter),
        meter,
    };
    dead_ends_of_walks(game, won, meter, &mut domain, disprove)
}

/// The search for wasted shots: shoots as much and hits as little as possible.
struct WastedShots<'a> {
    sensible: TacticsDomain<'a>,
    meter: &'a Meter<'a>,
}

impl Domain for WastedShots<'_> {
    type Macro = TacticsMacro;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<TacticsMacro>) {
        self.sensible.list_macros(game, out);
    }

    fn next_action(&mut self, game: &Game, doing: TacticsMacro, nth: u32) -> Option<Action> {
        self.sensible.next_action(game, doing, nth)
    }

    /// The spare damage that the wizards could still do beyond what is needed, then the distance of the wizards from
    /// cells where they can shoot.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let most = greatest_damage(world, self.meter);
        let spare = most.saturating_sub(life_to_take(world));
        spare
            .saturating_mul(SPARE)
            .saturating_add(self.sensible.cost(game))
    }

    fn bytes(&self) -> usize {
        self.sensible.bytes()
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        greatest_damage(game.world(), self.meter) < life_to_take(game.world())
    }
}
