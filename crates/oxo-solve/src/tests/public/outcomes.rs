//! Outcomes that are known from the literature or by plain search.

use oxo_core::Side;

use super::solved;
use crate::Verdict;

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
fn a_pair_that_serves_several_lines_proves_a_draw_in_two_records() {
    for board in ["2x2x5:3", "2x2x6:3"] {
        let solution = solved(board, None, 1, Some(10_000));
        assert_eq!(solution.verdict, Verdict::Draw);
        let certificate = solution.certificate.unwrap();
        assert!(String::from_utf8_lossy(&certificate).contains("claim draw\nrecords 2\n"));
    }
}

#[test]
fn draws_without_a_pairing_are_proved_with_few_positions() {
    for (board, most_nodes, most_strategic) in
        [("4x4", 100, 3), ("4x5:4", 20_000, 100), ("2x3x3:3", 20_000, 400), ("5x6:5", 20_000, 10)]
    {
        let solution = solved(board, None, 1, None);
        assert_eq!(solution.verdict, Verdict::Draw);
        assert!(solution.nodes < most_nodes, "{board}: {}", solution.nodes);
        let strategic: usize = solution.proofs.iter().map(|proof| proof.size().strategic).sum();
        assert!(strategic <= most_strategic, "{board}: {strategic}");
    }
}

#[test]
fn lines_of_three_are_won_by_threats_after_the_first_move() {
    for board in ["3x4x4:3", "3x5x8:3", "5x5x5:3", "3x3x3x4:3"] {
        let solution = solved(board, None, 1, Some(1_000));
        assert_eq!(solution.verdict, Verdict::Wins(Side::X), "{board}");
    }
}

#[test]
fn a_draw_is_proved_for_both_sides() {
    let proofs = solved("4x4", None, 1, None).proofs;
    let claims: Vec<_> = proofs.iter().map(|proof| (proof.side(), proof.plies())).collect();
    assert_eq!(claims, [(Side::X, None), (Side::O, None)]);
}
