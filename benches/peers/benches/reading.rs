//! Reading and checking files: from text to a dungeon with all diagnostics.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dungeon_format::source::{Limits, Source};

/// Returns a classic map with a floor of `side`² cells and a wanderer on every hundredth.
fn big(side: usize) -> String {
    let mut text = format!("{side} {side}\n");
    for y in 0..side {
        let rim = y == 0 || y == side - 1;
        let row = if rim {
            "#".repeat(side)
        } else {
            format!("#{}#", " ".repeat(side - 2))
        };
        text.push_str(&row);
        text.push('\n');
    }
    text.push_str("h 2 2 40 5 16\n$ 4 2 0 1 0\n");
    for y in (6..side - 1).step_by(10) {
        for x in (6..side - 1).step_by(10) {
            text.push_str(&format!("w {x} {y} 8 3\n"));
        }
    }
    text.push_str("q\n");
    text
}

fn parse(criterion: &mut Criterion) {
    let files = [
        (
            "crypt",
            include_str!("../../../dungeons/crypt.dng").to_string(),
        ),
        (
            "classic",
            include_str!("../../../dungeons/classic.dng").to_string(),
        ),
        ("1000x1000", big(1000)),
    ];
    let mut group = criterion.benchmark_group("read and check");
    for (name, text) in files {
        let source = Source::from_text(name, text);
        group.throughput(Throughput::Bytes(source.text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| dungeon_lint::read(&source, &Limits::default()))
        });
    }
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
