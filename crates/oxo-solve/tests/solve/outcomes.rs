//! Outcomes that are known from the literature or by plain search.

use oxo_core::Side;
use oxo_solve::Verdict;

use crate::solved;

fn verdict(board: &str, position: Option<&str>) -> Verdict {
    solved(board, position, 2, None).verdict
}

#[test]
fn small_boards_have_the_known_outcomes() {
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
    // The first player takes a corner. The second takes the centre and wins.
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
    let claims: Vec<_> = proofs.iter().map(|proof| (proof.side(), proof.plies())).collect();
    assert_eq!(claims, [(Side::X, None), (Side::O, None)]);
}
