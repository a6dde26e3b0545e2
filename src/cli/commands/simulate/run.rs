//! Plays the games of one bot in one dungeon on all threads. The result does not depend on the order in which games
//! end.
use std::sync::Arc;

use rayon::prelude::*;

use super::contestants::{Contestant, GamePlan};
use crate::cli::output::progress::SharedProgress;
use dungeon_model::dungeon::Dungeon;
use dungeon_players::{Tally, play_many};

/// The number of games per task: few enough to balance the threads, and enough to make the overhead small.
const BATCH: u32 = 16;

/// Plays the games, and returns their combined results.
pub fn tally(dungeon: &Arc<Dungeon>, contestant: Contestant, asked: GamePlan) -> Tally {
    let progress = SharedProgress::counting(contestant.name(), "game", asked.games as usize);
    let batches = asked.games.div_ceil(BATCH);
    let batch = |batch: u32| {
        let mut player = contestant.player();
        let game = |nth: u32| {
            let seed = asked.seed.wrapping_add(nth.into());
            let tally = play_many(dungeon, [seed], asked.most, &mut *player);
            progress.count();
            tally
        };
        (batch * BATCH..asked.games.min((batch + 1) * BATCH))
            .map(game)
            .sum::<Tally>()
    };
    (0..batches).into_par_iter().map(batch).sum()
}
