//! The automorphism groups: orders, elements and orbits.

use std::collections::{BTreeSet, HashSet};

use oxo_core::{Board, Cell, Symmetry};
use proptest::prelude::*;

use crate::shapes::{all_boards, any_board_with_listed_symmetries, board, repeatable};

#[test]
fn orders_are_the_known_ones() {
    for (description, order) in [
        ("3x3", "8"),
        ("4x4", "32"),
        ("3x3x3", "48"),
        ("4x4x4", "192"),
        ("3x3x3x3", "384"),
        ("5x5x5", "192"),
        ("6x6x6", "1152"),
        ("4x4x4x4", "1536"),
        ("16x16", "41287680"),
        ("2x2", "24"),
        ("2x2x2", "40320"),
        ("5", "120"),
        ("5:3", "2"),
        ("5x5:4", "8"),
        ("3x4x5:3", "8"),
        ("3x3x4:3", "16"),
        ("1x4x4:3", "8"),
        ("1x1x7:3", "2"),
    ] {
        assert_eq!(board(description).symmetries().order().to_string(), order, "{description}");
    }
}

#[test]
fn a_group_too_large_to_list_is_refused() {
    let error = board("16x16").symmetries().elements().unwrap_err();
    assert_eq!((error.board.as_str(), error.order), ("16x16", 41_287_680_u32.into()));
    let error = board("2x2x2x2x2x2x2x2").symmetries().elements().unwrap_err();
    assert!(error.to_string().starts_with("2x2x2x2x2x2x2x2: the board has a 507-digit number of"));
    assert!(board("7").symmetries().elements().is_ok(), "5,040 are listed");
    assert!(board("8").symmetries().elements().is_err(), "40,320 are not");
}

/// ```text
/// a b b a   b a a b        tiers 1 and 4, tiers 2 and 3:
/// b b b b   a b b a        corners and centres are alike (a),
/// b b b b   a b b a        and so are edges and faces (b)
/// a b b a   b a a b
/// ```
#[test]
fn qubic_has_two_kinds_of_cells() {
    let tiers = ["abba bbbb bbbb abba", "bbbb baab baab bbbb"];
    let drawing: String = [tiers[0], tiers[1], tiers[1], tiers[0]].concat().replace(' ', "");
    let orbits = board("4x4x4").symmetries().orbits();
    assert_eq!(orbits.len(), 2);
    for (orbit, kind) in orbits.iter().zip(['a', 'b']) {
        let expected: Vec<usize> = drawing.match_indices(kind).map(|(index, _)| index).collect();
        assert_eq!(orbit.iter().map(|cell| cell.index()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_map_that_is_no_automorphism_is_refused_with_the_reason() {
    let (larger, board) = (board("4x4"), board("3x3"));
    for (images, reason) in [
        (vec![0, 1, 2], "has 3 entries for the 9 cells of 3x3"),
        (vec![0, 1, 2, 3, 4, 5, 6, 7, 15], "15 is not a cell of 3x3"),
        (vec![0, 1, 2, 3, 4, 5, 6, 7, 7], "two cells go to 7"),
        (vec![1, 0, 2, 3, 4, 5, 6, 7, 8], "line 1 goes to cells that are no line of 3x3"),
    ] {
        let images: Vec<Cell> =
            images.into_iter().map(|index| larger.cell(index).unwrap()).collect();
        assert_eq!(board.automorphism(&images).unwrap_err().reason, reason);
    }
}

fn elements(board: &Board) -> &[Symmetry] {
    board.symmetries().elements().unwrap()
}

#[test]
fn generators_take_lines_to_lines() {
    for board in all_boards() {
        for generator in board.symmetries().generators() {
            assert_eq!(board.automorphism(generator.images()), Ok(generator.clone()));
        }
    }
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn elements_are_a_group_of_the_stated_order(
        board in any_board_with_listed_symmetries(),
        picks in any::<[prop::sample::Index; 2]>(),
    ) {
        let all: HashSet<&Symmetry> = elements(&board).iter().collect();
        prop_assert_eq!(board.symmetries().order(), &all.len().into());
        prop_assert!(elements(&board).is_sorted());
        prop_assert!(elements(&board)[0].images().iter().copied().eq(board.cells()));
        let [a, b] = picks.map(|pick| pick.get(elements(&board)));
        prop_assert_eq!(board.automorphism(a.images()), Ok(a.clone()));
        prop_assert!(all.contains(&a.then(b)));
    }

    #[test]
    fn orbits_are_the_images_of_a_cell_under_the_elements(board in any_board_with_listed_symmetries()) {
        let orbits = board.symmetries().orbits();
        prop_assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), board.size());
        prop_assert!(orbits.iter().map(|orbit| orbit[0]).is_sorted());
        for orbit in &orbits {
            let images: BTreeSet<_> =
                elements(&board).iter().map(|symmetry| symmetry.image(orbit[0])).collect();
            prop_assert!(images.into_iter().eq(orbit.iter().copied()));
        }
    }
}
