//! Whole turns: a waiting hero and many monsters on a map of 80×50, in explore, siege and arena. In tactics also the
//! ranges that a unit is shown.
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dungeon_engine::action::Action;
use dungeon_engine::game::Game;
use dungeon_engine::rulesets::tactics::END_TURN;
use dungeon_engine::{monsters, rulesets};
use dungeon_format::source::{Limits, Source};

/// Returns a dungeon with a third each of wanderers, ghosts and patrols, a hero who does not die, and some walls.
fn explore(monsters: u32) -> String {
    let third = monsters / 3;
    let rest = monsters - 2 * third;
    format!(
        "hero health=2000000000\nmap open 80 50\n@ 40 25\n$ 2 2\nscatter # 10%\n\
         scatter w {rest} strength=0\nscatter g {third} strength=0\nscatter p {third} strength=0\n"
    )
}

/// Returns a dungeon with hordlings in the middle of a season, a hero who keeps some money, and 55 fenced cows.
fn siege(hordlings: u32) -> String {
    format!(
        "rules siege season=2000000000 turn=1 gold=1000000000 goal=2000000000\nmap open 80 50\n@ 20 25\n\
         scatter # 100% in=50,20..62,20\nscatter # 100% in=50,26..62,26\nscatter # 100% in=50,20..50,26\n\
         scatter # 100% in=62,20..62,26\nscatter % 55 in=51,21..61,25\nscatter Z {hordlings} away=5\n"
    )
}

/// Returns a dungeon with enemies, most of which roam, around a walled-in hero, and a statue, so that the game goes on.
fn arena(enemies: u32) -> String {
    format!(
        "rules arena lives=2000000000 sight=35\nkind s \"statue\" is=enemy sense=never roam=stand\nmap open 80 50\n\
         @ 40 25\ns 1 1\nscatter # 100% in=39,24..41,24\nscatter # 100% in=39,26..41,26\n\
         scatter # 100% in=39,25..41,25\nscatter # 10%\nscatter % {enemies}\n"
    )
}

/// Returns a dungeon with a fifth each of the five ghosts, a unit that does not die, and a task that remains without
/// them.
fn tactics(ghosts: u32) -> String {
    let fifth = ghosts / 5;
    let ghosts = ['G', 'B', 'L', 'E', 'R'].map(|glyph| format!("scatter {glyph} {fifth}\n"));
    let ghosts = if fifth > 0 {
        ghosts.concat()
    } else {
        String::new()
    };
    format!(
        "rules tactics\nhero health=2000000000 range=12\nmap open 80 50\n@ 40 25\n* 1 1\nscatter # 10%\n{ghosts}"
    )
}

/// Returns a game of a dungeon's text.
fn game(text: &str) -> Game {
    let source = Source::from_text("bench", text);
    let (dungeon, diagnostics) = dungeon_lint::read(&source, &Limits::default());
    let dungeon = Arc::new(dungeon.unwrap_or_else(|| panic!("{diagnostics:?}")));
    let rules = rulesets::pick(&dungeon);
    Game::new(dungeon, rules, monsters::mind_for, 7)
}

fn turns(criterion: &mut Criterion) {
    for (name, text, action) in [
        (
            "a turn with many monsters",
            explore as fn(u32) -> String,
            Action::Wait,
        ),
        ("a turn with many hordlings", siege, Action::Wait),
        ("a turn with many enemies", arena, Action::Wait),
        ("a turn with many ghosts", tactics, Action::Do(END_TURN)),
    ] {
        let mut group = criterion.benchmark_group(name);
        for monsters in [0, 10, 100, 1000] {
            let mut game = game(&text(monsters));
            group.throughput(Throughput::Elements(u64::from(monsters.max(1))));
            group.bench_function(monsters.to_string(), |bencher| {
                bencher.iter(|| game.step(action))
            });
        }
        group.finish();
    }

    let original = game(&explore(10));
    let mut copy = original.clone();
    criterion.bench_function("refill a clone with 10 monsters", |bencher| {
        bencher.iter(|| copy.clone_from(&original))
    });
}

/// Measures the computation of the ranges that are shown for a unit among ghosts.
fn outlooks(criterion: &mut Criterion) {
    let game = game(&tactics(100));
    let (world, rules) = (game.world(), game.rules());
    let pointing = rules
        .face()
        .pointing()
        .expect("tactics has a pointing interface");
    let range = pointing.range(world);
    let here = world.body(world.commanded()).at;
    let farthest = range.iter().copied().max_by_key(|p| p.manhattan(here));
    let farthest = farthest.expect("its own cell is in range");
    criterion.bench_function("the range of a unit", |bencher| {
        bencher.iter(|| pointing.range(world))
    });
    criterion.bench_function("a route to the end of a range", |bencher| {
        bencher.iter(|| pointing.route(world, farthest))
    });
    criterion.bench_function("the cells in fire", |bencher| {
        bencher.iter(|| pointing.fire(world))
    });
    criterion.bench_function("the targets among 100 ghosts", |bencher| {
        bencher.iter(|| pointing.targets(world))
    });
}

criterion_group!(benches, turns, outlooks);
criterion_main!(benches);
