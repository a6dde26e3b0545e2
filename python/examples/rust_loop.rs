//! Plays games of a bundled dungeon in a plain Rust loop, one after the other. Prints a checksum of the games, the
//! rewards and the observations at the end, and the steps per second:
//! `cargo run --release --example rust_loop -- arena 64 10000`. `examples/python_loop.py` plays the same games from
//! Python, and must print the same checksum.
use std::sync::Arc;
use std::time::Instant;

use dungeon::players::Environment;

/// The seed of the first game.
const SEED: u64 = 7;

/// The number of steps after which an episode is cut off.
const MOST_STEPS: u32 = 3000;

/// A game with its observation.
struct Lane {
    game: Environment,
    nth: u64,
    seed: u64,
    steps: u32,
    is_done: bool,
    total: f32,
    planes: Vec<u8>,
    vector: Vec<i32>,
    mask: Vec<u8>,
}

impl Lane {
    fn new(mut game: Environment, nth: u64) -> Lane {
        game.reset(SEED + nth);
        let mut lane = Lane {
            planes: vec![0; game.observation_space().planes_len()],
            vector: vec![0; game.observation_space().vector().len()],
            mask: vec![0; game.action_space().len()],
            nth,
            seed: SEED + nth,
            steps: 0,
            is_done: false,
            total: 0.0,
            game,
        };
        lane.observe();
        lane
    }

    /// Takes one of the legal actions, or begins the next episode.
    fn step(&mut self, step: u64, lanes: u64) {
        if self.is_done {
            self.seed += lanes;
            self.game.reset(self.seed);
            (self.steps, self.is_done) = (0, false);
            return self.observe();
        }
        let legal = self
            .mask
            .iter()
            .enumerate()
            .filter(|(_, legal)| **legal == 1);
        let chance = (step * 2_654_435_761 + self.nth * 40_503) >> 7;
        let count = legal.clone().count().max(1) as u64;
        let chosen = { legal }
            .nth((chance % count) as usize)
            .map_or(0, |(index, _)| index);
        let turn = self.game.step_index(chosen).unwrap_or_default();
        self.steps += 1;
        self.total += turn.reward;
        let is_over = self.game.game().outcome().is_some();
        self.is_done = is_over || turn.is_truncated || self.steps >= MOST_STEPS;
        self.observe();
    }

    fn observe(&mut self) {
        self.game.observe_planes(&mut self.planes);
        self.game.observe_vector(&mut self.vector);
        self.game.mask(&mut self.mask);
    }

    /// Returns a checksum of the game, the rewards and the observation.
    fn sum(&self) -> u64 {
        let numbers = self.vector.iter().map(|number| i64::from(*number) as u64);
        let bytes = self
            .planes
            .iter()
            .chain(&self.mask)
            .map(|byte| u64::from(*byte));
        let start = self.game.game().checksum() ^ i64::from(self.total as i32) as u64;
        numbers
            .chain(bytes)
            .fold(start, |sum, value| sum.wrapping_mul(31).wrapping_add(value))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, lanes, steps] = &arguments[..] else {
        return Err("expected a dungeon, a number of games and a number of steps".into());
    };
    let (count, steps): (u64, u64) = (lanes.parse()?, steps.parse()?);
    let path = format!("{}/../dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
    let dungeon = Arc::new(dungeon::load(path)?);
    let lane = |nth| Lane::new(Environment::begin(Arc::clone(&dungeon), 0), nth);
    let mut lanes: Vec<Lane> = (0..count).map(lane).collect();
    let begun = Instant::now();
    for step in 0..steps {
        lanes.iter_mut().for_each(|lane| lane.step(step, count));
    }
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{:.0} steps/s", (steps * count) as f64 / seconds);
    for lane in &lanes {
        println!("{:016x}", lane.sum());
    }
    Ok(())
}
