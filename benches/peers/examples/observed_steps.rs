//! Plays random games of an environment, for a count of the instructions of steps, resets and observations:
//!
//! ```sh
//! cargo build --release --example observed_steps
//! valgrind --tool=callgrind --collect-atstart=no --toggle-collect='observed_steps::counted_*' \
//!     target/release/examples/observed_steps crypt 3000
//! callgrind_annotate --inclusive=yes callgrind.out.*
//! ```
use std::hint::black_box;
use std::sync::Arc;

use dungeon::players::Environment;
use dungeon_engine::chance::mix;

/// The steps after which a game is given up.
const PATIENCE: u32 = 500;

#[inline(never)]
fn counted_step(games: &mut Environment, action: usize) {
    _ = black_box(games.step_index(action));
}

#[inline(never)]
fn counted_reset(games: &mut Environment, seed: u64) {
    black_box(games.reset(seed));
}

#[inline(never)]
fn counted_planes(games: &mut Environment, out: &mut [u8]) {
    games.observe_planes(black_box(out));
}

#[inline(never)]
fn counted_vector(games: &mut Environment, out: &mut [i32]) {
    games.observe_vector(black_box(out));
}

#[inline(never)]
fn counted_mask(games: &mut Environment, out: &mut [u8]) {
    games.mask(black_box(out));
}

#[inline(never)]
fn counted_messages(games: &mut Environment) {
    black_box(games.messages());
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().expect("a bundled dungeon, such as crypt");
    let steps = arguments.next().and_then(|steps| steps.parse().ok());
    let file = format!("{}/../../dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
    let dungeon = dungeon::load(file).expect("a bundled dungeon");
    let mut games = Environment::begin(Arc::new(dungeon), 0);
    let mut planes = vec![0; games.observation_space().planes_len()];
    let mut numbers = vec![0; games.observation_space().vector().len()];
    let mut mask = vec![0; games.action_space().len()];
    let (mut resets, mut lasted, mut luck, mut sum) = (0, PATIENCE, 1, 0);
    let mut left: u64 = steps.unwrap_or(3_000);
    while left > 0 {
        let legal: Vec<usize> = (0..mask.len()).filter(|nth| mask[*nth] == 1).collect();
        if lasted >= PATIENCE || legal.is_empty() {
            counted_reset(&mut games, resets);
            (resets, lasted) = (resets + 1, 0);
        } else {
            luck = mix(luck);
            counted_step(&mut games, legal[(luck % legal.len() as u64) as usize]);
            (left, lasted) = (left - 1, lasted + 1);
        }
        counted_planes(&mut games, &mut planes);
        counted_vector(&mut games, &mut numbers);
        counted_mask(&mut games, &mut mask);
        counted_messages(&mut games);
        let bytes = planes.iter().chain(&mask);
        sum = bytes.fold(games.game().checksum() ^ sum, |sum, byte| {
            mix(sum ^ u64::from(*byte))
        });
    }
    println!("{name}: {resets} resets, checksum of all observations {sum:016x}");
}
