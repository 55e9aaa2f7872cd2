//! Names of cells and position texts.

use oxo_core::{AnyGeometry, Position, Setup, Side, with_position};
use proptest::prelude::*;

use crate::shapes::{any_board, any_position, board, position, repeatable};

#[test]
fn names_count_from_one_slowest_axis_first() {
    for (description, index, name) in [
        ("3x3", 0, "11"),
        ("3x3", 5, "23"),
        ("4x4x4", 24, "231"),
        ("4x4x4x4", 255, "4444"),
        ("3x12:3", 35, "3.12"),
        ("12", 11, "12"),
    ] {
        let board = board(description);
        assert_eq!(board.name(board.cell(index).unwrap()), name);
        assert_eq!(board.cell_named(name).unwrap().index(), index);
    }
}

#[test]
fn a_name_of_no_cell_is_refused_with_the_reason() {
    for (description, name, reason) in [
        ("4x4x4", "", "not a cell"),
        ("4x4x4", "11", "not a cell"),
        ("4x4x4", "1111", "not a cell"),
        ("4x4x4", "1.1.1", "not a cell"),
        ("4x4x4", "151", "coordinate 2 is above 4"),
        ("4x4x4", "011", "coordinate 1 is not a number from 1"),
        ("4x4x4", "1-1", "not a cell"),
        ("4x4x4", "1é1", "not a cell"),
        ("3x12:3", "312", "not a cell"),
        ("3x12:3", "3.13", "coordinate 2 is above 12"),
        ("3x12:3", "3.02", "coordinate 2 is not a number from 1"),
        ("3x12:3", "3.99999999999999999999", "coordinate 2 is above 12"),
        ("12", "", "not a cell"),
        ("12", "1.2", "not a cell"),
        ("5", "12", "not a cell"),
    ] {
        let error = board(description).cell_named(name).expect_err(name);
        assert_eq!((error.subject.as_str(), error.reason.as_str()), (name, reason));
    }
}

#[test]
fn moves_are_names_between_white_space() {
    let board = board("3x3");
    let cells = board.moves(" 11\t22\n33 ").unwrap();
    assert_eq!(board.names(cells), "11 22 33");
    assert_eq!(board.moves("").unwrap(), []);
    assert_eq!(board.moves("11 44").unwrap_err().subject, "44");
}

#[test]
fn a_position_text_reads_as_the_stones_in_order() {
    let drawn = position("3x3", "x o .  . . .  . x .", Side::O);
    assert_eq!(drawn.to_string(), "xo5x1 o");
    assert_eq!(Position::parse(drawn.board(), "xo5x1 o"), Ok(drawn));
    let empty = Position::<u64>::empty(&board("3x3"));
    assert_eq!(empty.to_string(), "9 x");
}

#[test]
fn a_text_of_no_position_is_refused_with_the_reason() {
    let board = board("3x3");
    for (text, reason) in [
        ("", "the side to move is missing"),
        ("9", "the side to move is missing"),
        ("9  x", "what follows the first space is not the side to move"),
        ("9 x ", "what follows the first space is not the side to move"),
        ("9 X", "what follows the first space is not the side to move"),
        (" x", "it covers 0 of the 9 cells of 3x3"),
        ("xo6 x", "it covers 8 of the 9 cells of 3x3"),
        ("xo8 x", "token 3 goes beyond the 9 cells of 3x3, of which 2 came before it"),
        ("9x x", "token 2 goes beyond the 9 cells of 3x3, of which 9 came before it"),
        ("x0o x", "token 2, \"0\", is not x, o or a number from 1"),
        ("x07o x", "token 2, \"07\", is not x, o or a number from 1"),
        ("X8 x", "token 1, \"X\", is not x, o or a number from 1"),
        ("4é4 x", "token 2, \"é\", is not x, o or a number from 1"),
        (
            "99999999999999999999999999 x",
            "token 1 goes beyond the 9 cells of 3x3, of which 0 came before it",
        ),
    ] {
        let error = Setup::parse(&board, text).expect_err(text);
        assert_eq!((error.subject.as_str(), error.reason.as_str()), (text, reason));
    }
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn every_cell_has_one_name(board in any_board()) {
        let names: Vec<String> = board.cells().map(|cell| board.name(cell)).collect();
        let cells = board.moves(&names.join(" ")).unwrap();
        prop_assert!(cells.into_iter().eq(board.cells()));
    }

    #[test]
    fn every_position_has_one_text(position in any_position(any_board())) {
        let text = position.to_string();
        let geometry = with_position!(&position, position => AnyGeometry::of(position.board()));
        prop_assert_eq!(geometry.parse(&text), Ok(position));
    }

    #[test]
    fn an_accepted_text_is_written_unchanged(text in "[xo1-9]{1,9} [xo]|\\PC{0,12}") {
        if let Ok(position) = Position::<u64>::parse(&board("3x3"), &text) {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}
