//! Where a player of siege can unknowingly lose a game that could be won: by spending the last gold while no cow is
//! left.
use crate::domains::lost_lines::{Disprove, dead_ends_of_walks};
use crate::search::budget::Meter;
use crate::search::domain::Domain;
use crate::verdict::DeadEnd;
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::siege::cows;
use dungeon_model::dungeon::Stat;
use dungeon_model::dungeon::games::siege::SiegeSettings;

/// Finds the dead ends of a game, given a line that wins it.
pub fn dead_ends(game: &Game, won: &[Action], meter: &Meter<'_>, why: Disprove) -> Vec<DeadEnd> {
    let rules = SiegeSettings::from_settings(&game.world().dungeon().settings);
    let mut domain = WasteDomain {
        rules,
        disprove: why,
        legal: Vec::new(),
        meter,
    };
    dead_ends_of_walks(game, won, meter, &mut domain, why)
}

/// The search for ways to waste gold and cows by single actions.
struct WasteDomain<'a> {
    rules: SiegeSettings,
    disprove: Disprove,
    legal: Vec<Action>,
    meter: &'a Meter<'a>,
}

impl Domain for WasteDomain<'_> {
    type Macro = Action;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<Action>) {
        game.legal_actions(&mut self.legal);
        out.append(&mut self.legal);
    }

    fn next_action(&mut self, _game: &Game, doing: Action, nth: u32) -> Option<Action> {
        (nth == 0).then_some(doing)
    }

    /// The wealth that still has to be wasted.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let gold = world.body(world.commanded()).stat(Stat::Wealth);
        let price = i64::from(self.rules.cow.max(1));
        i64::from(gold) + price.saturating_mul(cows(world).into()) / 2
    }

    fn is_hopeless(&mut self, game: &Game) -> bool {
        (self.disprove)(game, self.meter).is_some()
    }
}
