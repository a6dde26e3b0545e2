//! Whole turns: one waiting hero and many monsters on a map of 80×50.
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dungeon::engine::action::Action;
use dungeon::engine::game::Game;
use dungeon::format;
use dungeon::format::source::{Limits, Source};
use dungeon::{monsters, rulesets};

/// A third each of wanderers, ghosts and patrols, a hero who does not die of them, and some walls.
fn game(monsters: u32) -> Game {
    let third = monsters / 3;
    let rest = monsters - 2 * third;
    let text = format!(
        "hero health=2000000000\nmap open 80 50\n@ 40 25\n$ 2 2\nscatter # 10%\n\
         scatter w {rest} strength=0\nscatter g {third} strength=0\nscatter p {third} strength=0\n"
    );
    let source = Source::from_text("bench", text);
    let (dungeon, diagnostics) = format::read(&source, &Limits::default());
    let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{diagnostics:?}")));
    let rules = rulesets::pick(&dungeon);
    Game::new(dungeon, rules, monsters::hatch, 7)
}

fn turns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a turn with so many monsters");
    for monsters in [0, 10, 100, 1000] {
        let mut game = game(monsters);
        group.throughput(Throughput::Elements(u64::from(monsters.max(1))));
        group.bench_function(monsters.to_string(), |bencher| {
            bencher.iter(|| game.step(Action::Wait))
        });
    }
    group.finish();

    let original = game(10);
    let mut copy = original.clone();
    criterion.bench_function("refill a clone with 10 monsters", |bencher| {
        bencher.iter(|| copy.clone_from(&original))
    });
}

criterion_group!(benches, turns);
criterion_main!(benches);
