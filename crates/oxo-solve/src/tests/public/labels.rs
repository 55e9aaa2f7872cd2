//! An exact win or loss always has a game that shows it, with any budget of the analysis.

use std::collections::HashMap;

use oxo_core::{AnyGeometry, AnyPosition, Bits, Board, Cell, Position, with_position};

use crate::{Analysis, CellAnalysis, Outcome, SearchLimits, Stop, analyse};

fn analysed(position: &AnyPosition, nodes: u64, update: &mut dyn FnMut(&CellAnalysis)) -> Analysis {
    let (nodes, stop, report) = (Some(nodes), Stop::NEVER, &|_| {});
    let limits = SearchLimits { nodes, memory: 64 << 20, threads: 1, runner: None, stop, report };
    analyse(position, &limits, &[], update)
}

/// Checks that an exact win or loss has a legal game with the plies of its value, which the right side wins with the
/// last move. Returns whether the label is an exact win or loss.
fn check<B: Bits>(position: &Position<B>, found: &CellAnalysis) -> bool {
    let winner = match found.value.outcome {
        Outcome::Win => position.to_move(),
        Outcome::Loss => position.to_move().other(),
        Outcome::Draw | Outcome::Unknown => return false,
    };
    if !found.value.exact {
        return false;
    }
    assert_eq!(found.line.len(), found.value.plies, "{position} {found:?}");
    assert_eq!(found.line[0], found.cell, "{position} {found:?}");
    let mut after = position.clone();
    for &cell in &found.line {
        assert!(!after.is_over(), "{position} {found:?}");
        after = after.play(cell).expect("a legal move");
    }
    assert_eq!(after.winner(), Some(winner), "{position} {found:?}");
    true
}

/// Analyses with a budget, checks every update and every label, and returns the number of exact wins and losses.
fn check_labels(position: &AnyPosition, nodes: u64) -> usize {
    let mut reported = HashMap::new();
    let analysis = analysed(position, nodes, &mut |found| {
        with_position!(position, position => check(position, found));
        reported.insert(found.cell, found.value);
    });
    let exact: Vec<&CellAnalysis> = (analysis.cells.iter())
        .filter(|found| with_position!(position, position => check(position, found)))
        .collect();
    assert!(exact.iter().all(|found| reported[&found.cell] == found.value), "{position}");
    if matches!(analysis.value.outcome, Outcome::Win | Outcome::Loss) && analysis.value.exact {
        assert!(exact.iter().any(|found| found.value == analysis.value), "{position}");
    }
    exact.len()
}

/// Makes a position of `stones` random moves whose game is not over.
fn random_position<B: Bits>(start: &Position<B>, stones: usize, seed: &mut u64) -> Position<B> {
    let mut random = |below: usize| {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 33).expect("31 bits") % below
    };
    loop {
        let mut position = start.clone();
        while position.occupied().count() < stones && !position.is_over() {
            let moves: Vec<Cell> = position.legal_moves().cells().collect();
            position = position.play(moves[random(moves.len())]).expect("a legal move");
        }
        if !position.is_over() {
            return position;
        }
    }
}

fn start(board: &str) -> AnyPosition {
    AnyGeometry::of(&board.parse::<Board>().expect("a board")).start()
}

#[test]
fn every_exact_win_and_loss_has_its_game() {
    let mut exact = 0;
    // Choose budgets of all sizes, so that many end between the search for a value and the search for its game.
    for (board, stones, positions, most) in [
        ("3x3", 2, 10, 200),
        ("4x4", 5, 10, 4_000),
        ("3x5:3", 4, 10, 2_000),
        ("5x5:4", 9, 30, 30_000),
        ("7x7:4", 10, 10, 30_000),
        ("3x3x3", 3, 10, 500),
        ("4x4x4", 24, 20, 30_000),
        ("3x3x3x3", 2, 5, 500),
        ("4x4x4x4", 90, 2, 2_000),
    ] {
        let mut seed = most;
        for stones in stones..stones + 2 {
            for _ in 0..positions {
                let position: AnyPosition = with_position!(&start(board), start => {
                    random_position(start, stones, &mut seed).into()
                });
                let mut nodes = 20;
                while nodes < most {
                    exact += check_labels(&position, nodes);
                    nodes += nodes;
                }
            }
        }
    }
    assert!(exact > 40_000, "only {exact} labels were exact wins or losses");
}

#[test]
fn a_budget_that_ends_before_the_game_is_found_leaves_a_bound() {
    // For one cell of each position, the value is exact when the budget ends, but the search for its game is
    // unfinished.
    for (board, text, nodes, enough, index, label) in [
        ("5x5:4", "3x5x4o2x1o4o x", 12_000, 20_000, 0, "W≤13"),
        ("5x5:4", "4x2o2x1o3o2x2x2 o", 10_600, 20_000, 5, "W≤11"),
    ] {
        let board: Board = board.parse().expect("a board");
        let position = AnyGeometry::of(&board).parse(text).expect("a position");
        check_labels(&position, nodes);
        let value = |nodes| {
            let analysis = analysed(&position, nodes, &mut |_| {});
            let found = analysis.cells.iter().find(|found| found.cell.index() == index);
            found.expect("an empty cell").value.to_string()
        };
        assert_eq!(value(nodes), label);
        assert_eq!(value(enough), label.replace('≤', ""));
        check_labels(&position, enough);
    }
}
