//! Games for programs that learn: what observations cost beside the steps of the game, in the arena and in the crypt, which
//! has fog.
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dungeon::game::{Action, Game};
use dungeon::players::{Environment, Vision};
use dungeon_engine::chance::mix;

/// The steps of a measurement, over several games.
const STEPS: u64 = 1_000;

/// The steps after which a game is given up.
const PATIENCE: u64 = 200;

/// A step of a game, or the seed of the next game.
#[derive(Clone, Copy)]
enum Move {
    Reset(u64),
    Step(Action),
}

/// Returns random games, in which the player takes the same direction several times.
fn games(game: &mut Game) -> Vec<Move> {
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for nth in 0..STEPS {
        if nth % PATIENCE == 0 || game.outcome().is_some() {
            game.reset(nth);
            moves.push(Move::Reset(nth));
        }
        game.legal_actions(&mut legal);
        if legal.is_empty() {
            continue;
        }
        let action = legal[(mix(nth / 3) % legal.len() as u64) as usize];
        moves.push(Move::Step(action));
        game.step(action).expect("a legal action");
    }
    moves
}

fn steps(criterion: &mut Criterion) {
    for name in ["arena", "crypt"] {
        let file = format!("{}/../../dungeons/{name}.dng", env!("CARGO_MANIFEST_DIR"));
        let dungeon = Arc::new(dungeon::load(file).expect("a bundled dungeon"));
        let mut player = Environment::begin(Arc::clone(&dungeon), 0);
        let mut all = player.clone().with_vision(Vision::Everything);
        let mut game = player.game().clone();
        let moves = games(&mut game);
        let mut group = criterion.benchmark_group(format!("1,000 steps: {name}"));
        group.throughput(Throughput::Elements(STEPS));
        group.bench_function("the game", |bencher| {
            bencher.iter(|| {
                for next in &moves {
                    match *next {
                        Move::Reset(seed) => game.reset(seed),
                        Move::Step(action) => game.step(action).expect("as before"),
                    }
                }
            });
        });
        let mut planes = vec![0; player.observation_space().planes_len()];
        let mut numbers = vec![0; player.observation_space().vector().len()];
        let mut mask = vec![0; player.action_space().len()];
        for (sees, games) in [("player", &mut player), ("everything", &mut all)] {
            group.bench_function(format!("{sees}: without observations"), |bencher| {
                bencher.iter(|| play(games, &moves, |_| {}));
            });
            group.bench_function(format!("{sees}: planes"), |bencher| {
                bencher.iter(|| play(games, &moves, |games| games.observe_planes(&mut planes)));
            });
            group.bench_function(format!("{sees}: planes, vector and mask"), |bencher| {
                bencher.iter(|| {
                    play(games, &moves, |games| {
                        games.observe_planes(&mut planes);
                        games.observe_vector(&mut numbers);
                        games.mask(&mut mask);
                    })
                });
            });
        }
        group.finish();
    }
}

/// Plays these moves, and observes after each.
fn play(games: &mut Environment, moves: &[Move], mut observe: impl FnMut(&mut Environment)) {
    for next in moves {
        match *next {
            Move::Reset(seed) => _ = games.reset(seed),
            Move::Step(action) => _ = games.step(action).expect("as before"),
        }
        observe(games);
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
