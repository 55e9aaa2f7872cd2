//! Perft: known counts, and a slow count that plays every move.

use oxo_core::{Bits, Position, with_position};
use proptest::prelude::*;

use crate::shapes::{any_board, any_position, board, repeatable};

#[test]
fn tic_tac_toe_has_the_known_counts() {
    let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    let empty = Position::<u64>::empty(&board("3x3"));
    for (depth, count) in known.into_iter().enumerate() {
        assert_eq!(empty.perft(depth), count, "depth {depth}");
    }
    assert_eq!(empty.perft(usize::MAX), 0);
}

/// A sequence of n plies that can be extended has 9-n extensions, so the other sequences are finished games.
#[test]
fn tic_tac_toe_has_the_known_number_of_games() {
    let empty = Position::<u64>::empty(&board("3x3"));
    let ended = |plies| empty.perft(plies) - empty.perft(plies + 1) / (9 - plies as u64).max(1);
    assert_eq!((0..=9).map(ended).sum::<u64>(), 255_168);
}

#[test]
fn qubic_has_all_sequences_of_cells_before_a_win_is_possible() {
    let empty = Position::<u64>::empty(&board("4x4x4"));
    assert_eq!(empty.perft(3), 64 * 63 * 62);
    assert_eq!(empty.perft(4), 15_249_024);
}

#[test]
fn a_check_that_fails_ends_the_count() {
    let empty = Position::<u64>::empty(&board("4x4x4"));
    let mut calls = 0;
    let result = empty.perft_checked(10, || {
        calls += 1;
        if calls == 3 { Err("stopped") } else { Ok(()) }
    });
    assert_eq!((result, calls), (Err("stopped"), 3));
}

fn by_playing<B: Bits>(position: &Position<B>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = |cell| by_playing(&position.play(cell).unwrap(), depth - 1);
    position.legal_moves().cells().map(next).sum()
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn counting_agrees_with_playing(position in any_position(any_board()), depth in 0..4_usize) {
        with_position!(&position, position => {
            let depth = if position.board().size() > 64 { depth.min(2) } else { depth };
            prop_assert_eq!(position.perft(depth), by_playing(position, depth));
        });
    }
}
