//! Drawing a game as cells, and finding the changes between two frames.
use criterion::{Criterion, criterion_group, criterion_main};
use dungeon_play::session::session::Session;

fn session() -> Session {
    Session::open(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../dungeons/crypt.dng"
    ))
    .expect("shipped and sound")
    .with_seed(7)
}

fn frames(criterion: &mut Criterion) {
    let mut playing = session().with_size(80, 24);
    let before = playing.frame();
    playing.press("l").expect("a key");
    let after = playing.frame();
    criterion.bench_function("frame 80x24", |bencher| bencher.iter(|| playing.frame()));
    criterion.bench_function("diff 80x24", |bencher| {
        bencher.iter(|| after.diff(&before).count())
    });
}

criterion_group!(benches, frames);
criterion_main!(benches);
