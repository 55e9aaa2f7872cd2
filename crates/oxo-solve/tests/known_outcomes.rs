//! Outcomes that are known from elsewhere, and that a proof does not depend on how it was found.

use std::sync::atomic::AtomicBool;

use oxo_core::{AnyGeometry, AnyPosition, Board, Side};
use oxo_solve::{Effort, Goal, Solution, Verdict, solve};

const NOTHING: &(dyn Fn(oxo_solve::Report) + Sync) = &|_| {};

fn solved(board: &str, position: Option<&str>, threads: usize, nodes: Option<u64>) -> Solution {
    let board: Board = board.parse().expect("a board");
    let geometry = AnyGeometry::of(&board);
    let start: AnyPosition = match position {
        Some(text) => geometry.parse(text).expect("a position"),
        None => geometry.start(),
    };
    let cancelled = AtomicBool::new(false);
    let effort = Effort {
        nodes,
        deadline: None,
        memory: 1 << 30,
        threads,
        cancelled: &cancelled,
        report: NOTHING,
    };
    solve(&start, &effort)
}

fn verdict(board: &str, position: Option<&str>) -> Verdict {
    solved(board, position, 2, None).verdict
}

#[test]
fn small_boards_have_the_outcomes_that_are_known() {
    for (board, outcome) in [
        ("2x2", Verdict::Wins(Side::X)),
        ("3x3", Verdict::Draw),
        ("4x4", Verdict::Draw),
        ("5x5", Verdict::Draw),
        ("3x3x3", Verdict::Wins(Side::X)),
        ("3x4:3", Verdict::Wins(Side::X)),
        ("1x5:5", Verdict::Draw),
        ("9:9", Verdict::Draw),
    ] {
        assert_eq!(verdict(board, None), outcome, "{board}");
    }
}

#[test]
fn a_first_move_off_the_centre_loses_3x3x3() {
    // The first player takes a corner, the second the centre and wins.
    assert_eq!(verdict("3x3x3", Some("x26 o")), Verdict::Wins(Side::O));
    assert_eq!(verdict("3x3x3", Some("13x13 o")), Verdict::Wins(Side::X));
}

#[test]
fn a_game_that_is_over_needs_no_proof() {
    // x x x
    // o o .
    // . . .
    let won = solved("3x3", Some("xxxoo4 o"), 1, None);
    assert_eq!(won.verdict, Verdict::Wins(Side::X));
    assert!(won.proofs.is_empty());
    // x o x
    // x o o
    // o x x
    let drawn = solved("3x3", Some("xoxxoooxx o"), 1, None);
    assert_eq!(drawn.verdict, Verdict::Draw);
}

#[test]
fn a_draw_is_proved_for_both_sides() {
    let proofs = solved("4x4", None, 1, None).proofs;
    let claims: Vec<_> = proofs.iter().map(|proof| (proof.side(), proof.goal())).collect();
    assert_eq!(claims, [(Side::X, Goal::Holds), (Side::O, Goal::Holds)]);
}

#[test]
fn the_proof_of_qubic_does_not_depend_on_the_number_of_threads() {
    // X has a corner and a centre of one diagonal, O an edge beside the corner.
    let one = solved("4x4x4", Some("xo19x42 o"), 1, None);
    let two = solved("4x4x4", Some("xo19x42 o"), 2, None);
    assert_eq!(one.verdict, Verdict::Wins(Side::X));
    assert_eq!(one.certificate, two.certificate);
    assert_eq!(one.nodes, two.nodes);
}

#[test]
fn a_spent_budget_leaves_the_outcome_unknown() {
    let solution = solved("4x4x4", None, 2, Some(10_000));
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.certificate.is_none());
}
