//! The field of view, compared with the naive method: a line to each cell of the map.
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dungeon_model::space::field::Field;
use dungeon_model::space::geometry::{Point, Size, at};
use dungeon_model::space::sight;

/// Returns a map in which this percentage of cells is stone, the same ones every time. Everything outside is stone.
fn stones(size: Size, percent: u64) -> impl Fn(Point) -> bool + Copy {
    move |p: Point| {
        // Coordinates outside of the map are negative, and become huge.
        let x = (p.x as u64).wrapping_mul(0x9e37_79b9);
        let y = (p.y as u64).wrapping_mul(0x85eb_ca6b);
        let sum = x.wrapping_add(y).wrapping_add(1);
        let mixed = sum.wrapping_mul(0xd6e8_feb8_6659_fd93);
        size.contains(p) && (mixed >> 32) % 100 >= percent
    }
}

fn fields(criterion: &mut Criterion) {
    for (name, size, percent) in [
        ("open 80x50", Size::new(80, 50), 0),
        ("caves 80x50", Size::new(80, 50), 20),
        ("open 400x400", Size::new(400, 400), 0),
        ("caves 400x400", Size::new(400, 400), 20),
    ] {
        let mut group = criterion.benchmark_group(format!("field of view, {name}"));
        let (clear, eye) = (stones(size, percent), at(size.width / 2, size.height / 2));
        let mut field = Field::default();
        group.bench_function("beams", |bencher| {
            bencher.iter(|| {
                let mut seen = 0u32;
                field.cast(black_box(eye), u32::MAX, clear, |_| seen += 1);
                seen
            })
        });
        group.bench_function("a line to each cell", |bencher| {
            bencher.iter(|| {
                let is_seen = |p: &Point| {
                    let mut way = sight::line(black_box(eye), *p);
                    way.all(|q| q == *p || clear(q))
                };
                size.points().filter(is_seen).count()
            })
        });
        group.finish();
    }
}

criterion_group!(benches, fields);
criterion_main!(benches);
