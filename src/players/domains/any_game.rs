//! Any game: its legal actions, one by one, and nothing that is known of it.
use super::expert::Expert;
use crate::engine::action::Action;
use crate::engine::game::Game;
use crate::players::search::budget::Meter;
use crate::players::search::domain::{Attempt, Domain};
use crate::players::search::{beam, best_first};

/// The width of the beam of the second attempt; each later one is ten times as wide.
const WIDTH: usize = 30;

/// What is known of a game of which nothing is known.
pub const EXPERT: Expert = Expert {
    disprove: |_| None,
    attempt,
    dead_ends: |_, _| Vec::new(),
};

fn attempt(game: &Game, nth: u32, meter: &mut Meter<'_>) -> Attempt {
    let steps = &mut SingleSteps::default();
    match nth.checked_sub(1) {
        None => best_first::search(steps, game, meter),
        Some(nth) => beam::search(steps, game, WIDTH * 10_usize.pow(nth), meter),
    }
}

/// Every legal action by itself.
#[derive(Debug, Default)]
struct SingleSteps {
    legal: Vec<Action>,
}

impl Domain for SingleSteps {
    type Macro = Action;

    fn list_macros(&mut self, game: &Game, out: &mut Vec<Action>) {
        game.legal_actions(&mut self.legal);
        out.append(&mut self.legal);
    }

    fn next_action(&mut self, _game: &Game, doing: Action, nth: u32) -> Option<Action> {
        (nth == 0).then_some(doing)
    }

    /// Few enemies and things that are left to take, and much life of ours.
    fn cost(&mut self, game: &Game) -> i64 {
        let world = game.world();
        let life = |who| i64::from(world.life_of(who));
        let ours: i64 = world.ours().map(life).sum();
        let levels = world.dungeon().numbered_levels();
        let theirs: i64 = levels
            .flat_map(|(level, _)| world.theirs(level))
            .map(life)
            .sum();
        theirs - ours + 10 * i64::from(world.collectables())
    }
}
