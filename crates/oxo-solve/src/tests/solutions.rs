//! Whole solutions: the verdict of `solve` is true, and `oxo-check` verifies the certificate.

use oxo_check::{Claim, check};
use oxo_core::Side;

use super::plain::{Plain, Random, Stones, Value, limits};
use crate::{Solution, Verdict, solve};

/// Returns the claim of a verdict.
fn claim_of(verdict: Verdict) -> Option<Claim> {
    match verdict {
        Verdict::Wins(Side::X) => Some(Claim::Wins(oxo_check::Side::X)),
        Verdict::Wins(Side::O) => Some(Claim::Wins(oxo_check::Side::O)),
        Verdict::Draw => Some(Claim::Draw),
        Verdict::Unknown => None,
    }
}

/// Asserts that the checker confirms the solution's certificate, and that an unknown outcome has none.
fn assert_verified(solution: &Solution, what: &str) {
    let Some(claim) = claim_of(solution.verdict) else {
        assert!(solution.certificate.is_none() && solution.proofs.is_empty(), "{what}");
        return;
    };
    let certificate = solution.certificate.as_ref().unwrap_or_else(|| panic!("{what}"));
    let verified = check(certificate).unwrap_or_else(|failure| panic!("{failure}: {what}"));
    assert_eq!(verified.claim, claim, "{what}");
    let strategic: usize = solution.proofs.iter().map(|proof| proof.size().strategic).sum();
    let forced: usize = solution.proofs.iter().map(|proof| proof.size().forced).sum();
    assert_eq!((strategic as u64, forced as u64), (verified.strategic, verified.forced), "{what}");
}

fn verdict_of(value: Value, to_move: Side) -> Verdict {
    match value {
        Value::Win(_) => Verdict::Wins(to_move),
        Value::Draw => Verdict::Draw,
        Value::Loss(_) => Verdict::Wins(to_move.other()),
    }
}

fn solve_both_ways(plain: &Plain, stones: &Stones, nodes: Option<u64>) -> [(Side, Solution); 2] {
    Side::BOTH.map(|to_move| {
        let solution = solve(&plain.position(stones, to_move), &limits(nodes));
        assert_verified(&solution, &format!("{} {stones:?} {to_move}", plain.board));
        (to_move, solution)
    })
}

#[test]
fn late_positions_are_decided_as_minimax_decides_them_and_verified() {
    for (board, empty, count) in [
        ("3x3", 9, 400),
        ("2x3:2", 6, 100),
        ("1x6:4", 6, 100),
        ("3x4:3", 9, 200),
        ("3x3x3", 9, 150),
        ("4x4", 9, 200),
        ("5x5:4", 9, 200),
        ("4x4x4", 8, 100),
        ("3x4x5:3", 7, 60),
        ("9:9", 9, 20),
    ] {
        let mut plain = Plain::new(board);
        let mut random = Random(0x501e);
        for _ in 0..count {
            let stones = plain.late(random.below(empty + 1), &mut random);
            for (to_move, solution) in solve_both_ways(&plain, &stones, None) {
                let truth = verdict_of(plain.value(&stones, to_move), to_move);
                assert_eq!(solution.verdict, truth, "{board} {stones:?} {to_move}");
            }
        }
    }
}

#[test]
fn decided_middle_games_are_verified() {
    for (board, stones, nodes, count) in [
        ("3x3x3", 2, 50_000, 30),
        ("4x4", 2, 50_000, 15),
        ("4x4x4", 6, 20_000, 30),
        ("5x5:4", 9, 20_000, 30),
        ("6x6", 6, 20_000, 20),
        ("3x3x3x3", 2, 20_000, 5),
        ("5x5x5", 16, 10_000, 5),
        ("4x4x4x4", 10, 10_000, 4),
    ] {
        let plain = Plain::new(board);
        let mut random = Random(0x1dd1e);
        let mut decided = 0;
        for _ in 0..count {
            let counts = [stones + random.below(3), stones + random.below(3)];
            let stones = plain.scatter(counts, &mut random);
            for (_, solution) in solve_both_ways(&plain, &stones, Some(nodes)) {
                decided += usize::from(solution.verdict != Verdict::Unknown);
            }
        }
        println!("{board}: {decided} of {}", 2 * count);
        assert!(decided > 0, "{board}");
    }
}
