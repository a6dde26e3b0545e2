//! The bot without a plan.
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::player::Player;
use crate::player_view::PlayerView;
use dungeon_engine::action::Action;
use dungeon_engine::rulesets::explore::{BOLT_PRICE, CAST};
use dungeon_model::dungeon::Stat;

/// The probability of a move or a shot, in percent. If all actions were equally likely, the hero would lose most of its
/// health by casting spells, and the bot's results would say nothing about the dungeon.
const MOVES: u32 = 80;

/// A bot without a plan: mostly moves and shots, now and then another action. Avoids bolts that cost the hero's own
/// health, and throws at cells without a body to hit.
#[derive(Debug)]
pub struct Random {
    dice: Xoshiro256PlusPlus,
}

impl Default for Random {
    fn default() -> Random {
        Random {
            dice: Xoshiro256PlusPlus::seed_from_u64(0),
        }
    }
}

impl Player for Random {
    fn begin(&mut self, _view: &PlayerView<'_>, luck: u64) {
        self.dice = Xoshiro256PlusPlus::seed_from_u64(luck);
    }

    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Action {
        let is_move = |action: &&Action| {
            matches!(
                action,
                Action::Step(_) | Action::Go(_) | Action::Shoot(_) | Action::Attack(_)
            )
        };
        // A bolt without enough manna costs health (E-13), and most throws would hit nothing (P-4).
        let is_dear = |action: &Action| match *action {
            Action::DoToward(CAST, _) => view.stat(Stat::Manna) < BOLT_PRICE,
            Action::Throw(item, at) => !view.would_hit(item, at),
            _ => false,
        };
        let wants_move = self.dice.random_range(0..100) < MOVES;
        let fits = |action: &&Action| is_move(action) == wants_move && !is_dear(action);
        let choices = legal.iter().filter(fits).count();
        let all = legal.iter();
        match choices {
            0 => legal[self.dice.random_range(..legal.len())],
            _ => *all
                .filter(fits)
                .nth(self.dice.random_range(..choices))
                .unwrap_or(&legal[0]),
        }
    }
}
