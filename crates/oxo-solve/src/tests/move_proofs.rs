//! Proofs for many moves from one tree: true in late positions, and certificates that the checker accepts in all.

use oxo_check::check;
use oxo_core::Side;

use super::plain::{Plain, Random, Stones, Value, empty_cells, limits, with};
use crate::analysis::analyse;
use crate::analysis::longest::LongestGames;
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::ResourceCounter;
use crate::proof_search::move_proofs::MoveProofs;
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, prove_strategy};
use crate::value::Outcome;

/// What one tree proves of the moves in a position, each proof verified by the checker.
struct Found {
    moves: Vec<usize>,
    nodes: u64,
}

fn found(
    plain: &Plain,
    (stones, to_move): (&Stones, Side),
    attacker: Side,
    nodes: u64,
    memory: usize,
) -> Found {
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let (limits, resources) = (limits(None), ResourceCounter::new(memory));
    let context = SearchContext {
        masks: &masks,
        limits: &limits,
        resources: &resources,
        budget: u64::MAX,
        most_stones: usize::MAX,
    };
    let before: LineCounts<u64, 2, 3> = plain.counts(&masks, stones);
    let goes_on = |cell: &usize| !plain.has_line(&with(stones, to_move, *cell), to_move);
    let moves = empty_cells(stones).into_iter().filter(goes_on).map(|cell| plain.cell(cell));
    let mut proofs = MoveProofs::new(context, before, to_move, attacker, moves);
    let mut moves = Vec::new();
    while let Some(cell) = proofs.search(nodes.saturating_sub(proofs.nodes())) {
        let opponent = to_move.other();
        let after_stones = with(stones, to_move, cell.index());
        let after: LineCounts<u64, 2, 3> = plain.counts(&masks, &after_stones);
        let (mut writer, mut strategy) = (CertificateWriter::default(), proofs.strategy(cell));
        let claim = (attacker, Goal::Wins);
        let proof = prove_strategy(&masks, &after, opponent, claim, &mut strategy, &mut writer);
        let text = plain.position(&after_stones, opponent).to_string();
        let plies = proof.unwrap_or_else(|_| panic!("{text}")).plies().unwrap();
        let board = plain.board.to_string();
        let file = writer.finish(&board, &text, Claim::Side(attacker, Goal::Wins));
        let verified = check(&file).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(verified.plies, Some(plies), "{text}");
        // The game that the analysis shows for the proof is no longer than the proof says.
        let game = LongestGames::new(&masks, strategy, attacker).game(&after, opponent);
        assert!(game.len() <= plies, "{text}: {} plies, {plies} by the proof", game.len());
        moves.push(cell.index());
    }
    Found { moves, nodes: proofs.nodes() }
}

/// Compares proofs and complete analyses of random late positions with the value of every move.
fn late_positions(count: usize) {
    let mut random = Random(14);
    let mut proved = 0;
    for (board, most) in [("4x4x4", 9), ("3x3x3", 9), ("5x5:4", 9)] {
        for _ in 0..count.div_ceil(3) {
            let mut plain = Plain::new(board);
            let empty = 4 + random.below(most - 3);
            let stones = plain.late(empty, &mut random);
            let (x, o) = (Side::X, Side::O);
            let count = |side| stones.iter().filter(|&&stone| stone == Some(side)).count();
            let to_move = if count(x) > count(o) { o } else { x };
            if Side::BOTH.into_iter().any(|side| plain.has_line(&stones, side)) {
                continue;
            }
            let mut outcome =
                |cell| match plain.value(&with(&stones, to_move, cell), to_move.other()) {
                    Value::Loss(_) => Outcome::Win,
                    Value::Win(_) => Outcome::Loss,
                    Value::Draw => Outcome::Draw,
                };
            let truth: Vec<(usize, Outcome)> =
                empty_cells(&stones).into_iter().map(|cell| (cell, outcome(cell))).collect();
            let position = plain.position(&stones, to_move);
            let analysis = analyse(&position, &limits(None), &[], &mut |_| {});
            let labels: Vec<(usize, Outcome)> = analysis
                .cells
                .iter()
                .map(|found| (found.cell.index(), found.value.outcome))
                .collect();
            assert_eq!(labels, truth, "{position}");
            for attacker in Side::BOTH {
                let wins = if attacker == to_move { Outcome::Win } else { Outcome::Loss };
                for cell in found(&plain, (&stones, to_move), attacker, 20_000, 1 << 24).moves {
                    assert!(truth.contains(&(cell, wins)), "{position} {cell}");
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > count, "only {proved} moves were proved");
}

#[test]
fn late_positions_hold_against_trying_everything() {
    late_positions(90);
}

#[test]
#[ignore = "takes longer: cargo test -p oxo-solve three_thousand -- --ignored"]
fn three_thousand_late_positions_hold_against_trying_everything() {
    late_positions(3_000);
}

/// A position of 4x4x4 with 12 stones of each side, none of which completes a line.
fn middle_game(plain: &Plain, random: &mut Random) -> Stones {
    plain.scatter([12, 12], random)
}

#[test]
fn a_tree_that_fills_its_memory_begins_anew_and_proves_as_well() {
    let plain = Plain::new("4x4x4");
    let mut random = Random(15);
    let (mut roomy, mut narrow) = (0, 0);
    for _ in 0..8 {
        let stones = middle_game(&plain, &mut random);
        let proved = |memory| found(&plain, (&stones, Side::X), Side::X, 100_000, memory);
        roomy += proved(1 << 26).moves.len();
        narrow += proved(1 << 16).moves.len();
    }
    assert!(roomy > 20 && narrow > 20, "{roomy} and {narrow} moves were proved");
}

#[test]
fn without_memory_nothing_is_searched() {
    let plain = Plain::new("4x4x4");
    let stones = middle_game(&plain, &mut Random(16));
    let none = found(&plain, (&stones, Side::X), Side::X, 100_000, 0);
    assert_eq!((none.moves.len(), none.nodes), (0, 0));
}
