//! A bot that takes random actions. Run with `cargo run --example random_bot`.
use std::sync::Arc;

use dungeon::players::Environment;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load("dungeons/arena.dng")?);
    let mut games = Environment::begin(dungeon, 0);
    for seed in 1..=5 {
        games.reset(seed);
        let mut steps = 0;
        let mut reward = 0.0;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        while !games.actions().is_empty() {
            let choice = dice.random_range(..games.actions().len());
            let action = games.actions()[choice];
            reward = games.step(action)?.reward;
            steps += 1;
        }
        let info = games.info();
        let lost_to = info
            .lost_to
            .map_or_else(String::new, |lost_to| format!(" ({})", lost_to.by));
        println!(
            "seed {seed}: reward {reward:+} after {steps} steps, {} turns{lost_to}",
            info.turn
        );
    }
    Ok(())
}
