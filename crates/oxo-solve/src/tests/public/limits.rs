//! Guarantees of the limits: the same result every time and on any number of threads, and an end of every search.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use oxo_core::Side;

use super::{position, solved, unbounded};
use crate::{Ending, Report, SearchLimits, Stop, Verdict, solve};

/// X has a corner of 4x4x4 and O a cell beside it: a few tasks, won in well under a second.
const QUBIC: &str = "xo19x42 o";

#[test]
fn a_spent_budget_leaves_the_outcome_unknown() {
    let solution = solved("4x4x4", None, 2, Some(10_000));
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.certificate.is_none());
}

#[test]
fn a_search_repeats_exactly() {
    for (board, text, nodes) in [
        ("4x4x4", Some(QUBIC), None),
        ("4x4x4", None, Some(100_000)),
        ("3x3x3", None, None),
        ("4x4", None, None),
        ("5x5", None, None),
    ] {
        let [first, second] = [1, 2].map(|threads| solved(board, text, threads, nodes));
        assert_eq!(first.verdict, second.verdict, "{board}");
        assert_eq!(first.nodes, second.nodes, "{board}");
        assert_eq!(first.certificate, second.certificate, "{board}");
        assert_eq!(first.proofs, second.proofs, "{board}");
        assert!(text.is_none() || first.verdict == Verdict::Wins(Side::X), "{board}");
    }
}

#[test]
fn a_budget_bounds_the_work_of_an_attack() {
    // With 64 empty cells only the attack runs. The first task may exceed the budget by the search of one move.
    for budget in [0, 1, 10_000, 100_000] {
        let solution = solved("4x4x4", None, 2, Some(budget));
        assert_eq!(solution.verdict, Verdict::Unknown);
        assert!(solution.nodes < budget + 30_000, "{} of {budget}", solution.nodes);
    }
}

/// Positions of either side whose proofs take one or several tasks, and one or several stages.
const PROVED: [(&str, &str); 6] = [
    ("4x4x4", QUBIC),
    ("4x4x4", "xo62 x"),
    ("4x4x4", "oo1oo59 x"),
    ("4x4x4", "xx12o21o27 x"),
    ("6x6:4", "14x21 o"),
    ("3x3x3", "x26 o"),
];

#[test]
fn a_sufficient_budget_gives_the_same_proof_as_none() {
    for (board, text) in PROVED {
        let whole = solved(board, Some(text), 1, None);
        assert_ne!(whole.verdict, Verdict::Unknown, "{board} {text}");
        for budget in [whole.nodes, whole.nodes * 2] {
            for threads in [1, 2] {
                let solution = solved(board, Some(text), threads, Some(budget));
                assert_eq!(solution.nodes, whole.nodes, "{board} {text}, {budget}");
                assert_eq!(solution.certificate, whole.certificate, "{board} {text}, {budget}");
            }
        }
    }
}

#[test]
fn an_insufficient_budget_ends_the_search_at_the_same_place_on_any_number_of_threads() {
    for (board, text) in PROVED {
        let whole = solved(board, Some(text), 1, None);
        for budget in [whole.nodes / 2, whole.nodes * 7 / 8] {
            let [one, two] = [1, 2].map(|threads| solved(board, Some(text), threads, Some(budget)));
            assert!(one.nodes < budget + 30_000, "{board} {text}: {} of {budget}", one.nodes);
            assert_eq!(two.nodes, one.nodes, "{board} {text}, {budget}");
            assert_eq!(two.certificate, one.certificate, "{board} {text}, {budget}");
            assert_eq!(two.unfinished, one.unfinished, "{board} {text}, {budget}");
            let ended = (one.verdict == Verdict::Unknown).then_some(Ending::Nodes);
            assert_eq!([one.ended, two.ended], [ended; 2], "{board} {text}, {budget}");
        }
    }
}

#[test]
fn a_search_that_has_tried_everything_ends_before_its_budget_does() {
    // The attacks exhaust their candidates within a few moves, and with 44 empty cells exhaustive search would never
    // end.
    let text = "x3x3o3o1x1x6x6x3xo1ox1x4x4o5ooo3oo x";
    let solution = solved("4x4x4", Some(text), 1, Some(1_000_000));
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.nodes < 1_000, "{}", solution.nodes);
    assert!(solution.unfinished.is_some());
    assert_eq!(solution.ended, Some(Ending::Exhausted));
}

#[test]
fn a_cancelled_or_late_search_has_an_unknown_outcome() {
    let start = position("4x4x4", None);
    let solution = solve(&start, &SearchLimits { stop: Stop::when(&|| true), ..unbounded() });
    assert_eq!((solution.verdict, solution.certificate), (Verdict::Unknown, None));
    assert_eq!(solution.ended, Some(Ending::Interrupted));
    let stop = Stop { deadline: Some(Instant::now()), ..Stop::NEVER };
    let solution = solve(&start, &SearchLimits { stop, threads: 2, ..unbounded() });
    assert_eq!((solution.verdict, solution.certificate), (Verdict::Unknown, None));
    assert_eq!(solution.ended, Some(Ending::Time));
}

#[test]
fn a_running_search_can_be_cancelled() {
    // The outcome of this board is unknown, so the search runs until it is stopped.
    let cancelled = AtomicBool::new(false);
    let start = position("5x5x5", None);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancelled.store(true, Ordering::Relaxed);
        });
        let is_cancelled = || cancelled.load(Ordering::Relaxed);
        let stop = Stop::when(&is_cancelled);
        let limits = SearchLimits { stop, threads: 2, memory: 1 << 26, ..unbounded() };
        assert_eq!(solve(&start, &limits).verdict, Verdict::Unknown);
    });
    let deadline = Some(Instant::now() + Duration::from_millis(100));
    let stop = Stop { deadline, ..Stop::NEVER };
    let limits = SearchLimits { stop, threads: 2, memory: 1 << 26, ..unbounded() };
    assert_eq!(solve(&start, &limits).verdict, Verdict::Unknown);
}

#[test]
fn a_search_ends_when_its_memory_is_used_up() {
    // Trees that cannot grow spend none of the budget, so the search must not retry them forever. Exhaustive search,
    // which would never end on this board, must not start either.
    for memory in [0, 1 << 16, 1 << 20] {
        let limits = SearchLimits { memory, ..unbounded() };
        let solution = solve(&position("4x4x4", None), &limits);
        assert_eq!((solution.verdict, solution.ended), (Verdict::Unknown, Some(Ending::Memory)));
    }
    // Without memory, proofs that need no tree are still found.
    let solution = solve(&position("3x3", None), &SearchLimits { memory: 0, ..unbounded() });
    assert_eq!(solution.verdict, Verdict::Draw);
}

#[test]
fn progress_is_reported_after_each_task_and_in_between() {
    let reports = Mutex::new(Vec::new());
    let report = |report: Report| reports.lock().unwrap().push(report);
    let limits = SearchLimits { report: &report, threads: 1, ..unbounded() };
    let solution = solve(&position("4x4x4", Some(QUBIC)), &limits);
    assert_eq!(solution.verdict, Verdict::Wins(Side::X));
    let reports = reports.into_inner().unwrap();
    assert!(reports.iter().all(|report| report.tasks_done <= report.tasks));
    assert!(reports.is_sorted_by_key(|report| (report.tasks_done, report.nodes)));
    let within_a_task =
        |pair: &[Report]| pair[0].tasks_done == pair[1].tasks_done && pair[0].nodes < pair[1].nodes;
    assert!(reports.windows(2).any(within_a_task));
    let last = reports.last().unwrap();
    assert!(last.tasks_done > 0 && last.nodes <= solution.nodes);
}
