//! Measures how often a random player wins: plays ten thousand games on all processors. The result does not depend on
//! the number of processors. Run with `cargo run --release --example many_games -- [FILE [GAMES]]`.
use std::sync::Arc;

use dungeon::players::Environment;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// The steps after which a game counts as unfinished. A random player may wander forever.
const MOST_STEPS: u32 = 5_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or("dungeons/arena.dng".to_owned());
    let games: u64 = arguments.next().map_or(Ok(10_000), |games| games.parse())?;
    let dungeon = Arc::new(dungeon::load(file)?);
    let first = Environment::begin(dungeon, 0);
    // Each thread clones the first game once, and restarts the clone for every seed.
    let rewards = (0..games).into_par_iter().map_with(first, play);
    let (won, lost, steps) = rewards
        .map(|(reward, steps)| (u64::from(reward > 0.0), u64::from(reward < 0.0), steps))
        .reduce(
            || (0, 0, 0),
            |one, other| (one.0 + other.0, one.1 + other.1, one.2 + other.2),
        );
    println!(
        "{games} games: {won} won, {lost} lost, {} neither, {steps} steps",
        games - won - lost
    );
    Ok(())
}

/// Plays a game with this seed at random. Returns the last reward and the number of steps.
fn play(games: &mut Environment, seed: u64) -> (f32, u64) {
    games.reset(seed);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for step in 0..MOST_STEPS {
        if games.actions().is_empty() {
            break; // no action is possible
        }
        let choice = dice.random_range(..games.actions().len());
        let action = games.actions()[choice];
        let after = games.step(action).expect("an action that is allowed");
        if after.is_done() {
            return (after.reward, u64::from(step) + 1);
        }
    }
    (0.0, u64::from(MOST_STEPS))
}
