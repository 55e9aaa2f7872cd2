//! How many random games are played in a second on one thread, from the empty boards of each width of word.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oxo_core::{AnyGeometry, Board, with_position};

const GAMES: u64 = 100_000;

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(GAMES)).sample_size(20);
    for description in ["3x3", "3x3x3", "4x4x4", "3x3x3x3", "4x4x4x4"] {
        let start = AnyGeometry::of(&description.parse::<Board>().unwrap()).start();
        group.bench_function(description, |bencher| {
            with_position!(&start, start => bencher.iter(|| {
                let playouts = black_box(start).playouts(GAMES, 1);
                assert_eq!(playouts.games(), GAMES);
            }));
        });
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
