//! Exhaustive search, compared with plain minimax with distances.

use oxo_core::{Bits, Side, U256};

use super::plain::{Plain, Random, Stones, Value, empty_cells};
use crate::board::masks::LineMasks;
use crate::exact::search::{ExactScore, ExactSearch, WIN};
use crate::limits::stop::{SearchAborted, Stop};

const PLENTY: u64 = 1 << 40;

fn score_of(value: Value) -> ExactScore {
    match value {
        Value::Win(plies) => WIN - plies,
        Value::Draw => 0,
        Value::Loss(plies) => plies - WIN,
    }
}

/// Compares scores for both sides to move, also in windows, with one table for all and with a small one.
fn compare<B: Bits, const W: usize, const P: usize>(
    plain: &mut Plain,
    positions: &[Stones],
) -> [usize; 3] {
    let masks = LineMasks::<B, W>::new(&plain.board);
    let mut search = ExactSearch::<B, W, P>::new(&masks, Stop::NEVER, 1 << 20);
    let mut windowed = ExactSearch::<B, W, P>::new(&masks, Stop::NEVER, 1 << 20);
    let mut forgetful = ExactSearch::<B, W, P>::new(&masks, Stop::NEVER, 5);
    let mut random = Random(0x3aac7);
    let mut outcomes = [0; 3];
    for stones in positions {
        let counts = plain.counts::<B, W, P>(&masks, stones);
        for to_move in Side::BOTH {
            let score = score_of(plain.value(stones, to_move));
            for _ in 0..3 {
                // Choose bounds that separate no, some or all outcomes, or neighbouring distances.
                let mut bound = || match random.below(4) {
                    0 => [-WIN, 0, WIN][random.below(3)],
                    1 => [-1, 1][random.below(2)],
                    _ => (score + [-2, -1, 0, 1, 2][random.below(5)]).clamp(-WIN, WIN),
                };
                let (a, b) = (bound(), bound());
                if a != b {
                    let (low, high) = (a.min(b), a.max(b));
                    let found = windowed.score_within(&counts, to_move, low, high, PLENTY);
                    let clamped = score.clamp(low, high);
                    assert_eq!(found, Ok(clamped), "{low}..={high} {to_move} {stones:?}");
                }
            }
            assert_eq!(search.score(&counts, to_move, PLENTY), Ok(score), "{to_move} {stones:?}");
            assert_eq!(windowed.score(&counts, to_move, PLENTY), Ok(score), "{to_move} {stones:?}");
            assert_eq!(
                forgetful.score(&counts, to_move, PLENTY),
                Ok(score),
                "{to_move} {stones:?}"
            );
            outcomes[usize::try_from(score.signum() + 1).unwrap()] += 1;
        }
    }
    outcomes
}

/// Lists all positions of a board without a line and with an empty cell, including unbalanced ones.
fn all_positions(plain: &Plain) -> Vec<Stones> {
    let mut positions = vec![Vec::new()];
    for _ in 0..plain.board.size() {
        positions = positions
            .into_iter()
            .flat_map(|start: Stones| {
                [None, Some(Side::X), Some(Side::O)]
                    .map(|stone| [start.as_slice(), &[stone]].concat())
            })
            .collect();
    }
    let goes_on = |stones: &Stones| Side::BOTH.iter().all(|&side| !plain.has_line(stones, side));
    positions.retain(|stones| goes_on(stones) && !empty_cells(stones).is_empty());
    positions
}

#[test]
fn every_position_of_the_smallest_boards_has_its_exact_score() {
    for board in ["2x3:2", "2x4:3", "1x7:4", "3x3"] {
        let mut plain = Plain::new(board);
        let positions = all_positions(&plain);
        let [losses, _, wins] = compare::<u64, 2, 3>(&mut plain, &positions);
        assert!(losses >= 20 && wins >= 20, "{board}");
    }
}

fn late(board: &str, empty: usize, count: usize) -> (Plain, Vec<Stones>) {
    let plain = Plain::new(board);
    let mut random = Random(0x1a7e);
    let positions = (0..count).map(|_| plain.late(random.below(empty) + 1, &mut random));
    let positions = positions.filter(|stones| !empty_cells(stones).is_empty()).collect();
    (plain, positions)
}

#[test]
fn late_positions_have_their_exact_scores() {
    for (board, empty, count) in
        [("3x3x3", 9, 100), ("4x4", 9, 130), ("5x5:4", 9, 80), ("4x5:3", 9, 80), ("4x4x4", 8, 50)]
    {
        let (mut plain, positions) = late(board, empty, count);
        let outcomes = compare::<u64, 2, 3>(&mut plain, &positions);
        assert!(outcomes.into_iter().sum::<usize>() > count, "{board} {outcomes:?}");
    }
    let (mut plain, positions) = late("3x4x5:3", 8, 70);
    compare::<U256, 9, 3>(&mut plain, &positions);
    let (mut plain, positions) = late("3x4x5:3", 7, 30);
    compare::<U256, 32, 5>(&mut plain, &positions);
}

#[test]
fn scores_from_the_empty_board_are_those_of_minimax() {
    for board in ["3x3", "3x4:3", "2x5:3"] {
        let mut plain = Plain::new(board);
        let empty = plain.empty_board();
        compare::<u64, 2, 3>(&mut plain, &[empty]);
    }
}

#[test]
fn a_spent_budget_gives_no_score_and_leaves_the_table_correct() {
    let mut plain = Plain::new("3x3");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let empty = plain.empty_board();
    let counts = plain.counts::<u64, 2, 3>(&masks, &empty);
    let whole = {
        let mut search = ExactSearch::new(&masks, Stop::NEVER, 1 << 20);
        assert_eq!(search.score(&counts, Side::X, PLENTY), Ok(0));
        search.nodes
    };
    let mut search = ExactSearch::new(&masks, Stop::NEVER, 1 << 20);
    for budget in (0..whole).step_by(7) {
        // The table entries of an earlier attempt make later ones cheaper.
        match search.score(&counts, Side::X, budget) {
            Err(SearchAborted) => {}
            found => assert_eq!(found, Ok(0)),
        }
    }
    for stones in all_positions(&plain) {
        let counts = plain.counts(&masks, &stones);
        let score = score_of(plain.value(&stones, Side::O));
        assert_eq!(search.score(&counts, Side::O, PLENTY), Ok(score), "{stones:?}");
    }
    assert_eq!(
        ExactSearch::new(&masks, Stop::NEVER, 5).score(&counts, Side::X, 3),
        Err(SearchAborted)
    );
}

#[test]
fn the_winner_plays_for_the_shortest_game_and_the_loser_for_the_longest() {
    let distance = |drawing: &str, to_move| {
        let plain = Plain::new("3x3");
        let masks = LineMasks::<u64, 2>::new(&plain.board);
        let counts = plain.counts::<u64, 2, 3>(&masks, &plain.drawn(drawing));
        ExactSearch::new(&masks, Stop::NEVER, 0).score(&counts, to_move, PLENTY).unwrap()
    };
    // X can complete the row at once.
    assert_eq!(distance("x x .  o o .  . . .", Side::X), WIN - 1);
    // X can complete either of two lines, so O loses at X's next move.
    assert_eq!(distance("x . x  . o .  x . o", Side::O), 2 - WIN);
    // X makes a fork on a corner: one move, one block, one completion.
    assert_eq!(distance("x . .  . o .  o . x", Side::X), WIN - 3);
}
