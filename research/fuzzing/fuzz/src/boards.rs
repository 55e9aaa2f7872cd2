//! Descriptions of boards: one that is read is written so that it is read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use oxo_core::{AnyGeometry, Board};

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
        assert_eq!(AnyGeometry::of(&board).board(), &board);
    }
});
