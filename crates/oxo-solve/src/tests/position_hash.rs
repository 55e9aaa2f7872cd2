//! The hash of a position: the same values on every machine, and well-mixed bits where tables use them.

use std::collections::HashSet;

use oxo_core::{Bits, Board, Cell, U256};

use crate::board::position_hash::position_hash;

fn stones<B: Bits>(board: &str, stones: [&[usize]; 2]) -> [B; 2] {
    let board: Board = board.parse().expect("a board");
    let cell = |&index: &usize| -> Cell { board.cell(index).expect("a cell") };
    stones.map(|indices| B::from_cells(indices.iter().map(cell)))
}

#[test]
fn the_values_are_the_same_on_every_machine() {
    let hash = |of: [&[usize]; 2]| position_hash::<u64>(stones("4x4x4", of));
    assert_eq!(hash([&[], &[]]), 0x60a7_b0cb_ba6d_2056);
    assert_eq!(hash([&[0], &[]]), 0xe222_36e9_bd08_d167);
    assert_eq!(hash([&[], &[0]]), 0x9577_bbdd_cf2e_53b0);
    assert_eq!(hash([&[0, 21, 63], &[1, 42]]), 0x7622_c268_c365_ec55);
    let wide = |of: [&[usize]; 2]| position_hash::<U256>(stones("4x4x4x4", of));
    assert_eq!(wide([&[0, 21, 63], &[1, 42]]), 0x7ab7_eb74_5b8d_608f);
    assert_eq!(wide([&[0, 100, 255], &[64, 128, 192]]), 0x63a3_916f_e0c0_ecb4);
}

#[test]
fn its_highest_and_its_lowest_bits_distinguish_positions() {
    // Take all 4,032 positions of 4x4x4 with one stone per side, in a table of 8,192 slots. With random slots, about
    // 3,180 of them would be in use.
    let of = |own, his| position_hash::<u64>(stones("4x4x4", [&[own], &[his]]));
    let hashes: Vec<u64> = (0..64)
        .flat_map(|own| (0..64).filter(move |&his| his != own).map(move |his| of(own, his)))
        .collect();
    for place in [|hash: u64| hash >> 51, |hash: u64| hash & 0x1fff] {
        let used: HashSet<u64> = hashes.iter().map(|&hash| place(hash)).collect();
        assert!((3_000..3_400).contains(&used.len()), "{}", used.len());
    }
}
