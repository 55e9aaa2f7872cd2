//! Canonical forms.

use std::collections::HashSet;

use oxo_core::{Bits, Position, Side, with_position};
use proptest::prelude::*;

use crate::shapes::{any_board_with_listed_symmetries, any_position, board, position, repeatable};

#[test]
fn a_lone_stone_goes_to_the_first_cell_of_its_class() {
    let corner = ". . x  . . .  . . .";
    let edge = ". . .  . . .  . x .";
    for (drawing, expected) in [(corner, "x . .  . . .  . . ."), (edge, ". x .  . . .  . . .")] {
        let given = position("3x3", drawing, Side::O);
        assert_eq!(given.canonical().unwrap(), position("3x3", expected, Side::O));
    }
}

#[test]
fn a_large_group_is_refused() {
    let empty = Position::<oxo_core::U256>::empty(&board("16x16"));
    assert_eq!(empty.canonical().unwrap_err().board, "16x16");
}

#[test]
fn tic_tac_toe_has_the_known_number_of_positions() {
    let mut seen = HashSet::new();
    let mut open = vec![Position::<u64>::empty(&board("3x3"))];
    while let Some(position) = open.pop() {
        if seen.insert(position.clone()) {
            open.extend(position.legal_moves().cells().map(|cell| position.play(cell).unwrap()));
        }
    }
    assert_eq!(seen.len(), 5_478);
    let classes: HashSet<_> = seen.iter().map(|position| position.canonical().unwrap()).collect();
    assert_eq!(classes.len(), 765);
}

/// Returns the cells in index order with X before O before empty: the order that canonical forms minimise.
fn reading<B: Bits>(position: &Position<B>) -> Vec<(bool, Option<Side>)> {
    let stones = position.board().cells().map(|cell| position.stone(cell));
    stones.map(|stone| (stone.is_none(), stone)).collect()
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn the_canonical_form_is_the_first_of_all_images(
        position in any_position(any_board_with_listed_symmetries()),
    ) {
        with_position!(&position, position => {
            let images = position.board().symmetries().elements().unwrap().iter();
            let first = images.map(|s| position.transformed(s)).min_by_key(reading).unwrap();
            prop_assert_eq!(&position.canonical().unwrap(), &first);
            let symmetry = position.canonical_symmetry().unwrap();
            prop_assert_eq!(position.transformed(symmetry), first);
        });
    }

    #[test]
    fn images_have_one_canonical_form_and_keep_the_rules(
        position in any_position(any_board_with_listed_symmetries()),
        pick in any::<prop::sample::Index>(),
    ) {
        with_position!(&position, position => {
            let symmetry = pick.get(position.board().symmetries().elements().unwrap());
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.canonical(), position.canonical());
            prop_assert_eq!(image.winner(), position.winner());
            prop_assert_eq!(image.completed_lines().count(), position.completed_lines().count());
            let text = image.to_string();
            prop_assert_eq!(Position::parse_on(image.geometry().clone(), &text), Ok(image));
        });
    }
}
