//! The rules: valid set-ups, playing, winning, threatening.

use oxo_core::{Bits, Line, Position, Setup, Side, with_position};
use proptest::prelude::*;

use crate::shapes::{any_board, any_position, board, drawn, position, repeatable};

fn refusal(description: &str, drawing: &str, to_move: Side) -> String {
    let start = Position::<u64>::empty(&board(description));
    let setup = drawn(start.board(), drawing, to_move);
    Position::new(start.geometry().clone(), &setup).unwrap_err().reason
}

#[test]
fn stones_need_not_be_balanced_and_either_side_may_be_to_move() {
    for to_move in Side::BOTH {
        let lopsided = position("3x3", "x x .  . . .  . . x", to_move);
        assert_eq!((lopsided.to_move(), lopsided.winner()), (to_move, None));
        let full = position("3x3", "x o x  x o o  o x x", to_move);
        assert!(full.is_full() && full.is_over() && full.winner().is_none());
    }
}

#[test]
fn a_set_up_that_no_game_reaches_is_refused_with_the_reason() {
    let both = "x x x  o o o  . . .";
    assert_eq!(refusal("3x3", both, Side::X), "both sides have a line");
    let won = "x x x  o o .  . . .";
    assert_eq!(refusal("3x3", won, Side::X), "x has a line and is to move");
    let lost = "o o o  x x .  x . .";
    assert_eq!(refusal("3x3", lost, Side::O), "o has a line and is to move");
    let twice = "x x x  o o .  x x x";
    assert_eq!(refusal("3x3", twice, Side::O), "x has lines that no single move completed");

    let start = Position::<u64>::empty(&board("3x3"));
    let corner = start.board().cell(0).unwrap();
    for setup in [
        Setup { x: vec![corner], o: vec![corner], to_move: Side::X },
        Setup { x: vec![corner, corner], o: vec![], to_move: Side::X },
    ] {
        let error = Position::new(start.geometry().clone(), &setup).unwrap_err();
        assert_eq!(error.reason, "there are two stones on 11");
    }
}

#[test]
fn one_move_can_complete_several_lines() {
    let before = position("3x3", "x x .  o o x  o o x", Side::X);
    let after = before.play(before.board().cell_named("13").unwrap()).unwrap();
    assert_eq!(after.winner(), Some(Side::X));
    let board = after.board();
    let cells = |line: Line| board.lines().nth(line.index()).unwrap().iter().copied();
    let lines: Vec<String> = after.completed_lines().map(|line| board.names(cells(line))).collect();
    assert_eq!(lines, ["11 12 13", "13 23 33"]);
    assert_eq!(position("3x3", "x x x  o o x  o o x", Side::O), after);
}

#[test]
fn a_move_that_cannot_be_played_is_refused_with_the_reason() {
    let reason = |position: &Position<u64>, name: &str| {
        position.play(position.board().cell_named(name).unwrap()).unwrap_err().reason
    };
    let open = position("3x3", "x . .  . o .  . . .", Side::X);
    assert_eq!(reason(&open, "22"), "the cell is taken by o");
    let won = position("3x3", "x x x  o o .  . . .", Side::O);
    assert_eq!(reason(&won, "33"), "the game is over, x has won");
    assert_eq!(reason(&won, "11"), "the game is over, x has won");
    let full = position("3x3", "x o x  x o o  o x x", Side::X);
    assert_eq!(reason(&full, "11"), "the game is over, the board is full");
    let elsewhere = board("4x4").cell_named("44").unwrap();
    assert_eq!(open.play(elsewhere).unwrap_err().subject, "cell 15");
}

#[test]
fn a_threat_is_a_line_that_needs_one_stone() {
    let position = position("3x3", "x x .  o o .  x . .", Side::X);
    let threats = |side| {
        let named = |(cell, line): (_, oxo_core::Line)| (position.board().name(cell), line.index());
        position.threats(side).map(named).collect::<Vec<_>>()
    };
    // Lines: 0 is row 1, 4 is the diagonal through 13 and 31 (blocked by o on 22), 6 is row 2.
    assert_eq!(threats(Side::X), [("13".to_owned(), 0)]);
    assert_eq!(threats(Side::O), [("23".to_owned(), 6)]);
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn a_played_position_agrees_with_scanning_its_lines(position in any_position(any_board())) {
        with_position!(&position, position => {
            let holder = |line: &[_]| {
                Side::BOTH.into_iter().find(|&side| {
                    line.iter().all(|&cell| position.stone(cell) == Some(side))
                })
            };
            let held: Vec<_> = position.board().lines().map(holder).collect();
            prop_assert_eq!(held.iter().flatten().next().copied(), position.winner());
            prop_assert_eq!(held.iter().flatten().count(), position.completed_lines().count());
            for line in position.completed_lines() {
                prop_assert_eq!(held[line.index()], position.winner());
            }
            prop_assert_eq!(position.is_over(), position.legal_moves().is_empty());
            prop_assert_eq!(
                position.empty_cells().count() + position.occupied().count(),
                position.board().size()
            );
        });
    }

    #[test]
    fn playing_a_threat_wins_and_nothing_else_does(position in any_position(any_board())) {
        with_position!(&position, position => {
            let mover = position.to_move();
            let threats: Vec<_> = position.threats(mover).map(|(cell, _)| cell).collect();
            for cell in position.legal_moves().cells() {
                let next = position.play(cell).unwrap();
                prop_assert_eq!(next.winner() == Some(mover), threats.contains(&cell));
                prop_assert_eq!(next.stone(cell), Some(mover));
                prop_assert_eq!(next.to_move(), mover.other());
            }
        });
    }

    #[test]
    fn a_set_up_of_a_reached_position_is_that_position(position in any_position(any_board())) {
        with_position!(&position, position => {
            let setup = Setup {
                x: position.stones(Side::X).cells().collect(),
                o: position.stones(Side::O).cells().collect(),
                to_move: position.to_move(),
            };
            let rebuilt = Position::new(position.geometry().clone(), &setup);
            prop_assert_eq!(rebuilt.as_ref(), Ok(position));
            prop_assert_eq!(rebuilt.unwrap().winner(), position.winner());
        });
    }
}
