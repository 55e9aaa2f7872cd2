//! How many move sequences are counted in a second; the counts themselves are asserted.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oxo_core::{Board, Position};

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (description, depth, sequences) in [("3x3", 9, 127_872), ("4x4x4", 4, 15_249_024)] {
        let position = Position::<u64>::empty(&description.parse::<Board>().unwrap());
        group.throughput(Throughput::Elements(sequences));
        group.bench_function(format!("{description}, {depth} plies"), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&position).perft(depth), sequences));
        });
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
