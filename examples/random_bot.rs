//! A program that plays without a plan: it takes any action that is allowed. `cargo run --example random_bot`
use std::sync::Arc;

use dungeon::chance::{Chance, DrawKey, DrawPurpose};
use dungeon::data::LevelId;
use dungeon::players::Environment;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dungeon = Arc::new(dungeon::load("dungeons/arena.dng")?);
    let mut games = Environment::begin(dungeon, 0);
    let mut seen = Vec::new();
    for seed in 1..=5 {
        games.reset(seed);
        let mut steps = 0;
        let mut reward = 0.0;
        while let Some(count) = u32::try_from(games.actions().len()).ok().filter(|n| *n > 0) {
            let choice = luck(seed, steps, count);
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

/// A number below `count`, the same for a seed and a step on every machine.
fn luck(seed: u64, step: u32, count: u32) -> usize {
    let occasion = DrawKey {
        level: LevelId(0),
        purpose: DrawPurpose::Search,
        turn: step,
        actor: 0,
        nth: 0,
    };
    Chance(seed).draw(occasion).below(count) as usize
}
