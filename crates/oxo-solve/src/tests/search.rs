//! The search for large boards, compared with exact values on small ones.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use oxo_core::{AnyGeometry, AnyPosition, Board, Cell, Side, with_position};

use super::plain::{Plain, Random, Stones, Value, empty_cells, limits, with};
use crate::limits::search_limits::SearchLimits;
use crate::limits::stop::Stop;
use crate::search::{SearchOptions, SearchResult, search};
use crate::threats::{ForcedWin, ForcedWinLimits, forced_win, refutations};
use crate::value::{Outcome, ProofStatus};

/// Boards whose late positions the reference can evaluate, and the number of their empty cells.
const BOARDS: [(&str, usize); 6] =
    [("3x3", 8), ("4x3:3", 9), ("4x4", 8), ("3x3x3", 8), ("5x5:4", 7), ("1x7:3", 6)];

fn searched(
    position: &AnyPosition,
    options: SearchOptions<'_>,
    nodes: Option<u64>,
) -> Option<SearchResult> {
    search(position, options, &limits(nodes), &mut |_| {})
}

/// Makes a position of random moves whose game is not over.
fn middle_game(board: &str, stones: usize, random: &mut Random) -> AnyPosition {
    let geometry = AnyGeometry::of(&board.parse::<Board>().unwrap());
    loop {
        let mut position = geometry.start();
        for _ in 0..stones {
            let cells = legal_moves(&position);
            if !cells.is_empty() {
                position = play(&position, cells[random.below(cells.len())]);
            }
        }
        if !legal_moves(&position).is_empty() {
            return position;
        }
    }
}

fn legal_moves(position: &AnyPosition) -> Vec<Cell> {
    use oxo_core::Bits;
    with_position!(position, position => position.legal_moves().cells().collect())
}

fn play(position: &AnyPosition, cell: Cell) -> AnyPosition {
    with_position!(position, position => position.play(cell).unwrap().into())
}

/// Returns the value of a move for the side that makes it, counting the move.
fn value_of_move(plain: &mut Plain, stones: &Stones, side: Side, cell: usize) -> Value {
    match plain.value(&with(stones, side, cell), side.other()) {
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies + 1),
    }
}

/// Returns whether the proved value of a move is true.
fn is_true(found: &SearchResult, value: Value) -> bool {
    match (found.value.outcome, value) {
        (Outcome::Win, Value::Win(plies)) | (Outcome::Loss, Value::Loss(plies)) => {
            found.value.plies >= usize::try_from(plies).unwrap()
        }
        (Outcome::Draw, Value::Draw) | (Outcome::Unknown, _) => true,
        _ => false,
    }
}

#[test]
fn without_a_bound_the_outcome_is_proved_and_true() {
    let mut random = Random(0x5ea_4c4);
    let mut outcomes = [0; 3];
    for (board, empty) in BOARDS {
        let mut plain = Plain::new(board);
        for _ in 0..60 {
            let (stones, side) = (plain.late(empty, &mut random), random.side());
            let position = plain.position(&stones, side);
            let found = searched(&position, SearchOptions::default(), None).unwrap();
            assert_ne!(found.value.outcome, Outcome::Unknown, "{position}");
            let of_move = value_of_move(&mut plain, &stones, side, found.cell.index());
            assert!(is_true(&found, of_move), "{position} {found:?} {of_move:?}");
            let best = plain.value(&stones, side);
            assert_eq!(std::mem::discriminant(&of_move), std::mem::discriminant(&best));
            outcomes[match best {
                Value::Win(_) => 0,
                Value::Draw => 1,
                Value::Loss(_) => 2,
            }] += 1;
        }
    }
    assert!(outcomes.into_iter().all(|positions| positions > 20), "{outcomes:?}");
}

#[test]
fn the_smallest_boards_are_decided_from_the_start() {
    for (board, outcome) in [
        ("3x3", Outcome::Draw),
        ("4x3:3", Outcome::Win),
        ("4x4", Outcome::Draw),
        ("3x3x3", Outcome::Win),
        ("2x2", Outcome::Win),
        ("1x5:4", Outcome::Draw),
    ] {
        let position = AnyGeometry::of(&board.parse::<Board>().unwrap()).start();
        assert_eq!(
            searched(&position, SearchOptions::default(), None).unwrap().value.outcome,
            outcome
        );
    }
}

#[test]
fn proofs_of_a_small_budget_are_true() {
    let mut random = Random(0xb0_d6e7);
    let mut outcomes = [0; 2];
    for (board, empty) in BOARDS {
        let mut plain = Plain::new(board);
        for _ in 0..40 {
            let (stones, side) = (plain.late(empty, &mut random), random.side());
            let position = plain.position(&stones, side);
            let cells = empty_cells(&stones);
            // Each depth and budget interrupts the search at a different point.
            for (nodes, depth) in [(0, 9), (1, 9), (5, 9), (20, 9), (80, 9), (300, 1), (3000, 2)] {
                let options = SearchOptions { depth: Some(depth), among: None };
                let found = searched(&position, options, Some(nodes)).unwrap();
                assert!(cells.contains(&found.cell.index()));
                let of_move = value_of_move(&mut plain, &stones, side, found.cell.index());
                assert!(is_true(&found, of_move), "{position} {found:?} {of_move:?}");
                outcomes[usize::from(found.value.outcome == Outcome::Unknown)] += 1;
            }
        }
    }
    assert!(outcomes.into_iter().all(|count| count > 100), "{outcomes:?}");
}

#[test]
fn only_moves_to_choose_from_are_chosen() {
    let mut random = Random(0xa_3096);
    for (board, empty) in BOARDS {
        let mut plain = Plain::new(board);
        for _ in 0..30 {
            let (stones, side) = (plain.late(empty, &mut random), random.side());
            let position = plain.position(&stones, side);
            let cells = empty_cells(&stones);
            let among: Vec<Cell> =
                (0..3).map(|_| plain.cell(cells[random.below(cells.len())])).collect();
            let options = SearchOptions { among: Some(&among), depth: None };
            let found = searched(&position, options, None).unwrap();
            assert!(among.contains(&found.cell));
            let values: Vec<Value> = among
                .iter()
                .map(|cell| value_of_move(&mut plain, &stones, side, cell.index()))
                .collect();
            let of_move = value_of_move(&mut plain, &stones, side, found.cell.index());
            assert!(is_true(&found, of_move), "{position} {found:?} {of_move:?}");
            let rank = |value: &Value| match value {
                Value::Win(_) => 2,
                Value::Draw => 1,
                Value::Loss(_) => 0,
            };
            assert_eq!(Some(rank(&of_move)), values.iter().map(rank).max(), "{position} {among:?}");
        }
    }
}

#[test]
fn a_forced_win_is_never_missed_or_allowed() {
    let mut random = Random(0xf0_4ced);
    let (mut won, mut saved) = (0, 0);
    let limits = ForcedWinLimits { longest: None, nodes: 500, stop: Stop::NEVER };
    for (board, stones, count) in [
        ("4x4x4", 14, 60),
        ("5x5:4", 9, 60),
        ("5x5x5", 40, 30),
        ("6x6x6", 90, 15),
        ("4x4x4x4", 24, 8),
    ] {
        for _ in 0..count {
            let position = middle_game(board, stones, &mut random);
            let side = with_position!(&position, position => position.to_move());
            let found = searched(&position, SearchOptions::default(), Some(20_000)).unwrap();
            if let (ProofStatus::Proved(_), _) = forced_win(&position, side, limits) {
                assert_eq!(found.value.outcome, Outcome::Win, "{position}");
                won += 1;
                continue;
            }
            let answers = refutations(&position, limits);
            let is_lost =
                |answer: &ProofStatus<ForcedWin>| matches!(answer, ProofStatus::Proved(_));
            let (lost, safe): (Vec<_>, Vec<_>) =
                answers.into_iter().partition(|(_, answer, _)| is_lost(answer));
            if !lost.is_empty() && !safe.is_empty() {
                let cell = found.cell;
                let is_safe = safe.iter().any(|(safe, ..)| *safe == cell);
                assert!(is_safe || found.value.outcome == Outcome::Loss, "{position}");
                saved += 1;
            }
        }
    }
    assert!(won > 30 && saved > 20, "{won} {saved}");
}

#[test]
fn a_limit_of_positions_determines_the_result() {
    let mut random = Random(0x4e_9ea7);
    for (board, stones) in [("5x5x5", 12), ("4x4x4", 5), ("6x6x6", 30)] {
        let position = middle_game(board, stones, &mut random);
        for nodes in [0, 100, 5_000, 40_000] {
            let run = || {
                let mut depths = Vec::new();
                let found = search(
                    &position,
                    SearchOptions::default(),
                    &limits(Some(nodes)),
                    &mut |found| {
                        depths.push(found.clone());
                    },
                );
                (found, depths)
            };
            let (found, depths) = run();
            assert_eq!((found.clone(), depths.clone()), run());
            assert!(depths.iter().map(|found| found.depth).eq(1..=depths.len()));
            assert!(found.unwrap().nodes <= nodes + 50);
        }
    }
}

#[test]
fn lines_can_be_replayed() {
    let mut random = Random(0x1_1e5);
    for (board, stones) in [("5x5x5", 12), ("4x4x4", 8), ("5x5:4", 4), ("3x3", 2)] {
        for _ in 0..10 {
            let start = middle_game(board, stones, &mut random);
            let found = searched(&start, SearchOptions::default(), Some(20_000)).unwrap();
            assert_eq!(found.line.first(), Some(&found.cell));
            let mut position = start.clone();
            for &cell in &found.line {
                position = play(&position, cell);
            }
        }
    }
}

#[test]
fn a_deadline_or_a_cancellation_stops_the_search() {
    let position = AnyGeometry::of(&"5x5x5".parse::<Board>().unwrap()).start();
    let cancelled = AtomicBool::new(false);
    let is_cancelled = || cancelled.load(Ordering::Relaxed);
    let unbounded = SearchLimits { stop: Stop::when(&is_cancelled), ..limits(None) };
    // Cancel after the second depth. The result so far is reported.
    let found = search(&position, SearchOptions::default(), &unbounded, &mut |found| {
        cancelled.store(found.depth >= 2, Ordering::Relaxed);
    });
    assert!((2..=3).contains(&found.unwrap().depth));
    let deadline = Instant::now() + Duration::from_millis(20);
    let stop = Stop { deadline: Some(deadline), ..Stop::NEVER };
    let bounded = SearchLimits { stop, ..limits(None) };
    assert!(search(&position, SearchOptions::default(), &bounded, &mut |_| {}).is_some());
    assert!(deadline <= Instant::now());
    let options = SearchOptions { depth: Some(3), among: None };
    assert_eq!(searched(&position, options, None).unwrap().depth, 3);
}

#[test]
fn without_a_move_there_is_no_result() {
    let plain = Plain::new("3x3");
    for drawing in ["x x x  o o .  . . .", "x o x  x o o  o x x"] {
        let position = plain.position(&plain.drawn(drawing), Side::O);
        assert_eq!(searched(&position, SearchOptions::default(), None), None);
    }
    let position = plain.position(&plain.drawn("x . .  . . .  . . ."), Side::O);
    let taken = SearchOptions { among: Some(&[plain.cell(0)]), depth: None };
    assert_eq!(searched(&position, taken, None), None);
}

#[test]
fn a_table_without_room_changes_no_outcome() {
    let mut plain = Plain::new("4x3:3");
    let mut random = Random(0x7ab1e);
    for _ in 0..20 {
        let (stones, side) = (plain.late(8, &mut random), random.side());
        let position = plain.position(&stones, side);
        let cramped = SearchLimits { memory: 1, ..limits(None) };
        let found = search(&position, SearchOptions::default(), &cramped, &mut |_| {}).unwrap();
        let value = value_of_move(&mut plain, &stones, side, found.cell.index());
        assert!(found.value.outcome != Outcome::Unknown && is_true(&found, value), "{position}");
    }
}
