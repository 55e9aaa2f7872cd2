//! The analysis, compared with trying everything, and on known positions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use oxo_core::{AnyGeometry, AnyPosition, Bits, Board, Cell, Position, Side};

use crate::{Analysis, CellAnalysis, Known, Outcome, SearchLimits, Stop, Value, analyse};

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn position(on: &str, text: &str) -> AnyPosition {
    AnyGeometry::of(&board(on)).parse(text).expect("a position")
}

fn limits(nodes: Option<u64>, stop: Stop<'_>) -> SearchLimits<'_> {
    let report = &|_| {};
    SearchLimits { nodes, memory: 256 << 20, threads: 1, runner: None, stop, report }
}

/// Analyses within a budget of nodes, and checks every update against the ones before it.
fn analysed(position: &AnyPosition, nodes: Option<u64>) -> Analysis {
    analysed_with(position, nodes, &[])
}

/// Does the same with values known in advance.
fn analysed_with(position: &AnyPosition, nodes: Option<u64>, from_book: &[Known]) -> Analysis {
    let limits = limits(nodes, Stop::NEVER);
    let mut reported: HashMap<Cell, Value> = HashMap::new();
    let analysis = analyse(position, &limits, from_book, &mut |cell| {
        if let Some(before) = reported.insert(cell.cell, cell.value) {
            assert!(refines(before, cell.value), "{before} became {}", cell.value);
        }
    });
    for cell in &analysis.cells {
        assert_eq!(reported.get(&cell.cell).copied(), known(cell.value), "{}", cell.cell.index());
    }
    analysis
}

fn known(value: Value) -> Option<Value> {
    (value.outcome != Outcome::Unknown).then_some(value)
}

/// Returns whether a value may follow another: an unknown value becomes known, or a bound tighter or exact.
fn refines(before: Value, after: Value) -> bool {
    match before.outcome {
        Outcome::Unknown => true,
        _ if before.outcome != after.outcome || before == after => false,
        _ => !before.exact && after.plies <= before.plies,
    }
}

fn labels(analysis: &Analysis, on: &str) -> HashMap<String, String> {
    let board = board(on);
    let label = |cell: &CellAnalysis| (board.name(cell.cell), cell.value.to_string());
    analysis.cells.iter().map(label).collect()
}

/// A plain search of the whole game, with a memory.
struct Everything {
    lines: Vec<u64>,
    all: u64,
    known: HashMap<[u64; 2], i32>,
}

impl Everything {
    fn on(board: &Board) -> Self {
        let lines = board.lines().map(|line| u64::from_cells(line.iter().copied())).collect();
        Self { lines, all: u64::first_cells(board.size()), known: HashMap::new() }
    }

    /// Returns 100 minus the plies to a win, the plies to a loss minus 100, or 0, for the owner of the first stones,
    /// which is to move.
    fn score(&mut self, [own, other]: [u64; 2]) -> i32 {
        if let Some(&score) = self.known.get(&[own, other]) {
            return score;
        }
        let free = self.all & !(own | other);
        let scores: Vec<i32> =
            free.cells().map(|cell| self.score_of_move(own, other, cell)).collect();
        let score = scores.into_iter().max().unwrap_or(0);
        self.known.insert([own, other], score);
        score
    }

    fn score_of_move(&mut self, own: u64, other: u64, cell: Cell) -> i32 {
        let own = own | u64::single(cell);
        if self.lines.iter().any(|line| own & line == *line) {
            return 99;
        }
        let score = -self.score([other, own]);
        score - score.signum()
    }
}

fn expected(score: i32, empty: usize) -> Value {
    let plies = usize::try_from(100 - score.abs()).expect("few plies");
    let (outcome, plies) = match score.signum() {
        1 => (Outcome::Win, plies),
        -1 => (Outcome::Loss, plies),
        _ => (Outcome::Draw, empty),
    };
    Value { outcome, plies, exact: true }
}

/// Returns whether a value is true, at least as a bound.
fn agrees(value: Value, truth: Value) -> bool {
    match value.outcome {
        Outcome::Unknown => true,
        outcome => {
            outcome == truth.outcome
                && (value.plies == truth.plies || !value.exact && value.plies > truth.plies)
        }
    }
}

/// Makes a position of random moves with `empty` empty cells whose game is not over.
fn random_position(board: &Board, empty: usize, seed: &mut u64) -> Position<u64> {
    let mut random = |below: usize| {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 33).expect("31 bits") % below
    };
    loop {
        let mut position = Position::<u64>::empty(board);
        while position.legal_moves().count() > empty {
            let moves: Vec<Cell> = position.legal_moves().cells().collect();
            position = position.play(moves[random(moves.len())]).expect("a legal move");
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// Replays a line, which must have the plies of the value and end with a line of the right side.
fn check_line(position: &Position<u64>, cell: &CellAnalysis) {
    if cell.line.is_empty() {
        return;
    }
    assert_eq!(cell.line.len(), cell.value.plies, "{position} {cell:?}");
    assert_eq!(cell.line[0], cell.cell);
    let mut after = position.clone();
    for &step in &cell.line {
        after = after.play(step).expect("a legal move");
    }
    let winner = if cell.value.outcome == Outcome::Win {
        position.to_move()
    } else {
        position.to_move().other()
    };
    assert_eq!(after.winner(), Some(winner), "{position} {cell:?}");
}

fn assert_agrees_with_full_search(on: &str, empty: usize, positions: usize) {
    let board = board(on);
    let mut seed = u64::try_from(empty).expect("few");
    for _ in 0..positions {
        let position = random_position(&board, empty, &mut seed);
        let mut everything = Everything::on(&board);
        let stones =
            [position.stones(position.to_move()), position.stones(position.to_move().other())];
        let truth = |cell, everything: &mut Everything| {
            expected(everything.score_of_move(stones[0], stones[1], cell), empty)
        };
        let best = expected(everything.score(stones), empty);
        for nodes in [Some(0), Some(50), Some(2_000), None] {
            let analysis = analysed(&position.clone().into(), nodes);
            assert_eq!(analysis.cells.len(), empty);
            assert!(agrees(analysis.value, best), "{on} {position}: {:?}", analysis.value);
            for cell in &analysis.cells {
                let truth = truth(cell.cell, &mut everything);
                assert!(agrees(cell.value, truth), "{on} {position} {cell:?} {truth:?}");
                check_line(&position, cell);
                if nodes.is_none() {
                    assert_eq!(cell.value, truth, "{on} {position} {cell:?}");
                    let decided = matches!(truth.outcome, Outcome::Win | Outcome::Loss);
                    assert_eq!(!cell.line.is_empty(), decided, "{on} {position} {cell:?}");
                }
            }
            assert!(nodes.is_some() || analysis.value == best);
        }
    }
}

#[test]
fn small_boards_agree_with_trying_everything() {
    for empty in 1..=9 {
        assert_agrees_with_full_search("3x3", empty, 8);
    }
    for empty in [3, 6, 9, 10] {
        assert_agrees_with_full_search("4x4", empty, 8);
    }
}

#[test]
fn boards_of_other_line_lengths_agree_with_trying_everything() {
    for (board, empty) in [("3x4:3", 9), ("5x5:4", 9), ("1x9:4", 6), ("2x2x2", 6)] {
        assert_agrees_with_full_search(board, empty, 8);
    }
}

#[test]
fn cubes_agree_with_trying_everything() {
    for (empty, positions) in [(2, 8), (5, 8), (8, 8), (11, 4), (13, 1)] {
        assert_agrees_with_full_search("3x3x3", empty, positions);
    }
    for (empty, positions) in [(3, 8), (6, 8), (9, 2), (11, 2)] {
        assert_agrees_with_full_search("4x4x4", empty, positions);
    }
}

#[test]
fn the_empty_cube_of_three_is_labelled_completely() {
    let analysis = analysed(&position("3x3x3", "27 x"), None);
    let labels = labels(&analysis, "3x3x3");
    assert!(analysis.cells.iter().all(|cell| cell.value.exact));
    assert_eq!(analysis.value.to_string(), "W7");
    assert_eq!(labels["222"], "W7");
    assert_eq!(labels.values().filter(|label| *label == "L10").count(), 26);
    assert!(analysis.cells.iter().all(|cell| cell.line.len() == cell.value.plies));
}

#[test]
fn every_move_on_the_empty_square_of_four_is_a_draw() {
    let analysis = analysed(&position("4x4", "16 x"), None);
    assert!(analysis.cells.iter().all(|cell| cell.value.to_string() == "D"));
    assert_eq!(analysis.value.plies, 16);
}

#[test]
fn a_threat_of_the_opponent_is_blocked_or_lost() {
    // x x . .
    // o o o .
    // . . . .
    // x . . .
    let analysis = analysed(&position("4x4", "xx2ooo5x3 x"), Some(1_000));
    let labels = labels(&analysis, "4x4");
    assert!(labels.iter().all(|(cell, label)| (cell == "24") ^ (label == "L2")), "{labels:?}");
}

#[test]
fn two_threats_are_lost_unless_a_line_can_be_completed() {
    // x x .      x completes the upper row; everywhere else o completes a line
    // o o .
    // . . .
    let analysis = analysed(&position("3x3", "xx1oo4 x"), None);
    let labels = labels(&analysis, "3x3");
    assert_eq!(labels["13"], "W1");
    assert_eq!(labels["31"], "L2");
    assert_ne!(labels["23"], "L2");
}

#[test]
fn overlapping_lines_that_need_the_same_cells_make_one_threat() {
    // x x . . x      two lines of four need the same two cells: playing one of them makes no double threat
    let analysis = analysed(&position("5x5:4", "xx2x20 x"), Some(10_000));
    let labels = labels(&analysis, "5x5:4");
    assert_ne!(labels["13"], "W3");
    assert_ne!(labels["14"], "W3");
}

#[test]
fn a_game_that_is_over_has_no_cells() {
    let won = analysed(&position("3x3", "xxxoo4 o"), None);
    assert!(won.cells.is_empty());
    assert_eq!(won.value.to_string(), "?");
    assert!(analysed(&position("3x3", "xoxxoooxx o"), None).cells.is_empty());
}

#[test]
fn analyses_bounded_by_nodes_repeat() {
    let middle = position("4x4x4", "x1o5xo8x2o10xo3x9o2x13 x");
    assert_eq!(analysed(&middle, Some(50_000)), analysed(&middle, Some(50_000)));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let middle = position("4x4x4", "x1o5xo8x2o10xo3x9o2x13 x");
    let on = |threads| {
        let limits = SearchLimits { threads, ..limits(Some(300_000), Stop::NEVER) };
        analyse(&middle, &limits, &[], &mut |_| {})
    };
    let alone = on(1);
    assert!(alone.nodes >= 300_000 && alone.nodes < 330_000, "{}", alone.nodes);
    assert_eq!(alone, on(2));
    assert_eq!(alone, on(5));
}

#[test]
fn cancelling_stops_and_keeps_what_is_known() {
    let cancelled = AtomicBool::new(false);
    let is_cancelled = || cancelled.load(Ordering::Relaxed);
    // x x x .      o must block; the search for x would take long
    let start = position("4x4x4", "xxx13o47 o");
    let cancel = &mut |_: &CellAnalysis| cancelled.store(true, Ordering::Relaxed);
    let analysis = analyse(&start, &limits(None, Stop::when(&is_cancelled)), &[], cancel);
    assert!(!analysis.cells.iter().all(|cell| cell.value.exact));
    assert_eq!(analysis.cells.iter().filter(|cell| cell.value.to_string() == "L2").count(), 59);
}

/// X to move on 4x4x4x4. A search of more than a million positions does not decide whether it has a forced win.
const OPEN: &str = "1x3o4oo9x6o3o2x2o8xo2o14o1oo20oo3x8x1o7x4x4o2x2o3x5o10oo2xo6o14o3o11x4ooo5o1o5o10o10x3x7o2x2o x";

#[test]
fn a_search_for_a_forced_win_is_stopped_on_the_way() {
    let start = position("4x4x4x4", OPEN);
    for questions in 1..6 {
        let asked = AtomicU64::new(0);
        let is_cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
        let stop = Stop::when(&is_cancelled);
        let analysis = analyse(&start, &limits(None, stop), &[], &mut |_| {});
        assert_eq!(analysis.value.to_string(), "?");
        // The first poll comes before any search; the first search alone may visit 20,000 positions.
        assert!(analysis.nodes <= questions * 4_200, "{} after {questions}", analysis.nodes);
        assert!(questions == 1 || analysis.nodes > 4_000);
    }
}

#[test]
fn sides_are_not_confused() {
    for side in Side::BOTH {
        let analysis = analysed(&position("3x3x3", &format!("27 {side}")), None);
        assert_eq!(analysis.value.to_string(), "W7");
    }
}

#[test]
fn values_known_in_advance_are_reported_at_once_and_made_exact_later() {
    // X wins 3x3x3 in the centre and loses elsewhere, within the 27 cells of the board.
    let start = position("3x3x3", "27 x");
    let on = board("3x3x3");
    let cell = |name: &str| on.cell_named(name).expect("a cell");
    let from_book = [(cell("222"), Outcome::Win, 27), (cell("111"), Outcome::Loss, 26)];
    let at_once = labels(&analysed_with(&start, Some(0), &from_book), "3x3x3");
    assert_eq!(at_once["222"], "W≤27");
    // All eight corners are equivalent.
    for corner in ["111", "131", "333"] {
        assert_eq!(at_once[corner], "L≤26");
    }
    assert_eq!(at_once["112"], "?");
    let enough = labels(&analysed_with(&start, None, &from_book), "3x3x3");
    assert_eq!(enough, labels(&analysed(&start, None), "3x3x3"));
}

#[test]
fn a_draw_known_in_advance_is_exact() {
    let start = position("3x3", "9 x");
    let centre = board("3x3").cell_named("22").expect("a cell");
    let labels = labels(&analysed_with(&start, Some(0), &[(centre, Outcome::Draw, 9)]), "3x3");
    assert_eq!((labels["22"].as_str(), labels["11"].as_str()), ("D", "?"));
}
