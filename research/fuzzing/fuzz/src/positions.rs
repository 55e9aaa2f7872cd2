//! A board, on the first line, and on the rest the text of a position, which is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use oxo_core::{AnyGeometry, Bits, Board, with_position};

fuzz_target!(|text: &str| {
    let (board, rest) = text.split_once('\n').unwrap_or(("4x4x4", text));
    let Ok(board) = board.parse::<Board>() else { return };
    let geometry = AnyGeometry::of(&board);
    if let Ok(position) = geometry.parse(rest) {
        let written = with_position!(&position, position => position.to_string());
        assert_eq!(geometry.parse(&written).as_ref(), Ok(&position));
        with_position!(&position, position => {
            assert_eq!(position.legal_moves().count() == 0, position.is_over());
        });
    }
});
