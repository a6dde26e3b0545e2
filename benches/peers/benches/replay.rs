//! Stepping back in a long replay: from a snapshot, and, for comparison, from the beginning.
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use dungeon::recordings::{Recorder, Recording};
use dungeon::{Key, Session};
use dungeon_format::source::{Limits, Source};
use dungeon_lint::read;
use dungeon_play::input::show::Show;
use dungeon_play::replay::player::ReplayPlayer;
use dungeon_play::view::Glyphs;

/// Thirty harmless wanderers, and a hero who walks in circles.
const DUNGEON: &str = "\
hero health=2000000000
map open 80 21
@ 40 10
$ 2 2
scatter # 10%
scatter w 30 strength=0
";

/// Records a game of this many keys, most of which are turns.
fn recording(keys: usize) -> Recording {
    let source = Source::from_text("bench", DUNGEON);
    let (dungeon, diagnostics) = read(&source, &Limits::default());
    let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{diagnostics:?}")));
    let mut recorder = Recorder::new(Session::new(dungeon), &source);
    let round = ['l', 'j', '.', 'h', 'k'].into_iter().cycle().take(keys);
    round.for_each(|key| recorder.press(Key::Char(key)));
    recorder.recording()
}

/// Returns a player at the end of a recording.
fn watched(recording: &Recording) -> ReplayPlayer {
    let mut player = ReplayPlayer::open(recording.clone(), Glyphs::Unicode)
        .unwrap_or_else(|why| panic!("the game that was recorded: {why:?}"));
    while !player.is_at_end() {
        player.skip();
    }
    player
}

fn replay(criterion: &mut Criterion) {
    for keys in [500, 2000, 8000] {
        let recording = recording(keys);
        let all: Vec<Key> = recording.keys().iter().collect();
        let mut group = criterion.benchmark_group(format!("a step back after {keys} keys"));
        group.sample_size(10);
        group.bench_function("played from the beginning", |bencher| {
            bencher.iter(|| {
                let mut session = recording.session().unwrap_or_else(|why| panic!("{why:?}"));
                let before = &all[..all.len() - 1];
                before.iter().for_each(|key| session.press_key(*key));
                session.frame()
            });
        });
        let stepped = |player: &mut ReplayPlayer| {
            player.begin_seek(player.position() - 1);
            while player.is_seeking() {
                player.go_on_seeking();
            }
            player.frame()
        };
        group.bench_function("the first one", |bencher| {
            bencher.iter_batched_ref(|| watched(&recording), stepped, BatchSize::PerIteration);
        });
        group.bench_function("a hundred of them", |bencher| {
            bencher.iter_batched_ref(
                || watched(&recording),
                |player| (0..100).for_each(|_| drop(stepped(player))),
                BatchSize::PerIteration,
            );
        });
        group.finish();
    }
}

criterion_group!(benches, replay);
criterion_main!(benches);
