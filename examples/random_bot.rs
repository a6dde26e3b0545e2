//! A bot that takes random actions. Run with `cargo run --example random_bot`.
use std::sync::Arc;

use dungeon::players::Environment;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load("dungeons/arena.dng")?);
    let mut games = Environment::begin(dungeon, 0);
    let mut seen = Vec::new();
    for seed in 1..=5 {
        games.reset(seed);
        let mut steps = 0;
        let mut reward = 0.0;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        while !games.actions().is_empty() {
            let choice = dice.random_range(..games.actions().len());
            reward = games.step(games.actions()[choice])?.reward;
            steps += 1;
        }
        games.observe(&mut seen);
        println!(
            "seed {seed}: reward {reward:+} after {steps} steps, {} turns, at {},{}",
            seen[0], seen[4], seen[5]
        );
    }
    Ok(())
}
