//! What single steps cost: playing a move, and finding the canonical form.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use oxo_core::{Board, Position};

/// A middle game, ten stones a side.
const MIDDLE_GAME: &str = "2x6oo3o2o3o1x1oo1x5ox1x4x3x1ox8xo3x x";

fn positions(criterion: &mut Criterion) {
    let board: Board = "4x4x4".parse().unwrap();
    let position = Position::<u64>::parse(&board, MIDDLE_GAME).unwrap();
    let cell = board.cell_named("111").unwrap();
    let opening = Position::<u64>::empty(&board).play(cell).unwrap();

    let mut group = criterion.benchmark_group("4x4x4");
    group.bench_function("play", |bencher| {
        bencher.iter(|| black_box(&position).play(cell).unwrap());
    });
    for (name, position) in [("middle game", &position), ("first move", &opening)] {
        group.bench_function(format!("canonical, {name}"), |bencher| {
            bencher.iter(|| black_box(position).canonical().unwrap());
        });
    }
}

criterion_group!(benches, positions);
criterion_main!(benches);
