//! Shared parts of the tests: boards of many shapes, positions reached by play, and drawn positions.

use std::sync::LazyLock;

use oxo_core::{AnyGeometry, AnyPosition, Bits, Board, Cell, Position, Setup, Side, with_position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Boards of every kind: each word width, full and short lines, one to eight axes, sides of 1.
const SHAPES: [&str; 18] = [
    "3x3",
    "4x4",
    "3x3x3",
    "4x4x4",
    "3x3x3x3",
    "5x5x5",
    "4x4x4x4",
    "2x2",
    "2x2x2",
    "5",
    "7:3",
    "5x5:4",
    "3x4x5:3",
    "1x4x4:3",
    "2x12:2",
    "8x8:3",
    "11x11:5",
    "2x2x2x2x2x2x2x2",
];

/// Configures property tests to run the same cases every time, so that failures are reproducible. Set
/// `PROPTEST_RNG_SEED` and `PROPTEST_CASES` in the environment to try others.
pub(crate) fn repeatable() -> ProptestConfig {
    let chosen = ProptestConfig::default();
    let rng_seed = match chosen.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    ProptestConfig { rng_seed, failure_persistence: None, ..chosen }
}

/// Returns the board with this description.
pub(crate) fn board(description: &str) -> Board {
    description.parse().expect(description)
}

/// The boards of [`SHAPES`], made once so that their symmetries are computed once.
static BOARDS: LazyLock<[Board; 18]> = LazyLock::new(|| SHAPES.map(board));

/// Returns the boards of [`SHAPES`].
pub(crate) fn all_boards() -> &'static [Board] {
    &BOARDS[..]
}

/// Generates any of the boards of [`SHAPES`].
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    prop::sample::select(all_boards())
}

/// Generates a board with few enough symmetries to list them.
pub(crate) fn any_board_with_listed_symmetries() -> impl Strategy<Value = Board> {
    any_board().prop_filter("symmetries are listed", |b| b.symmetries().elements().is_ok())
}

/// Generates a position reached from the empty board by random moves; the game may be over.
pub(crate) fn any_position(
    boards: impl Strategy<Value = Board>,
) -> impl Strategy<Value = AnyPosition> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..100);
    (boards, choices).prop_map(|(board, choices)| {
        let start = AnyGeometry::of(&board).start();
        with_position!(start, position => played(position, &choices).into())
    })
}

fn played<B: Bits>(start: Position<B>, choices: &[prop::sample::Index]) -> Position<B> {
    choices.iter().fold(start, |position, choice| {
        let moves: Vec<Cell> = position.legal_moves().cells().collect();
        if moves.is_empty() { position } else { position.play(*choice.get(&moves)).unwrap() }
    })
}

/// Reads a set-up drawn with `x`, `o` and `.` for the cells in index order, ignoring blanks.
pub(crate) fn drawn(board: &Board, drawing: &str, to_move: Side) -> Setup {
    let mut setup = Setup { x: Vec::new(), o: Vec::new(), to_move };
    let marks: Vec<char> = drawing.chars().filter(|mark| !mark.is_whitespace()).collect();
    assert_eq!(marks.len(), board.size(), "the drawing covers the board");
    for (cell, mark) in board.cells().zip(marks) {
        match mark {
            'x' => setup.x.push(cell),
            'o' => setup.o.push(cell),
            '.' => {}
            _ => panic!("{mark:?} in a drawing"),
        }
    }
    setup
}

/// Reads a drawn position on a board of up to 64 cells.
pub(crate) fn position(description: &str, drawing: &str, to_move: Side) -> Position<u64> {
    let start = Position::empty(&board(description));
    let setup = drawn(start.board(), drawing, to_move);
    Position::new(start.geometry().clone(), &setup).unwrap()
}
