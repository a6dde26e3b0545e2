//! The games of one bot in one dungeon, on all threads; in whatever order they end, their numbers are the same.
use std::sync::Arc;

use rayon::prelude::*;

use super::contestants::{Contestant, GamePlan};
use crate::cli::output::progress::SharedProgress;
use crate::dungeon::Dungeon;
use crate::engine::game::Game;
use crate::players::{SeenGame, Tally, play};
use crate::{monsters, rulesets};

/// Games that are counted together: few enough that threads end together, and many enough that adding costs nothing.
const BATCH: u32 = 16;

/// Plays the games, and adds them up.
pub fn tally(dungeon: &Arc<Dungeon>, contestant: Contestant, asked: GamePlan) -> Tally {
    let progress = SharedProgress::counting(contestant.name(), "game", asked.games as usize);
    let batches = asked.games.div_ceil(BATCH);
    let first = Game::new(
        Arc::clone(dungeon),
        rulesets::pick(dungeon),
        monsters::mind_for,
        asked.seed,
    );
    let batch = |batch: u32| {
        let (mut tally, mut game) = (Tally::default(), first.clone());
        for nth in batch * BATCH..asked.games.min((batch + 1) * BATCH) {
            let seed = asked.seed.wrapping_add(nth.into());
            game.reset(seed);
            let mut played = SeenGame::new(game.clone());
            tally.add(
                seed,
                &play(&mut played, &mut *contestant.player(), asked.most),
            );
            progress.count();
        }
        tally
    };
    let tallies = (0..batches).into_par_iter().map(batch);
    tallies.reduce(Tally::default, |mut one, other| {
        one.merge(other);
        one
    })
}
