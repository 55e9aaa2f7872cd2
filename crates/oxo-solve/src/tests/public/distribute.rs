//! A search with a task runner has the same result as a local one, and trusts no returned answer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use oxo_core::Side;

use super::{position, solved, unbounded};
use crate::{
    AcceptResult, Report, SearchLimits, Solution, SolveOptions, Stop, TaskResult, TaskRunner,
    Unreadable, Verdict, solve, solve_with, work_on_task,
};

/// X has a corner and a centre cell of one diagonal, O an edge cell beside the corner; O is to move.
const OPENING: &str = "xo19x42 o";

/// Runs the tasks on this thread, the last one first, and can spoil each result.
struct InPlace<F> {
    spoil: F,
    tasks: AtomicUsize,
    refusals: AtomicUsize,
}

impl<F: Fn(usize, TaskResult) -> Option<TaskResult> + Sync> InPlace<F> {
    fn new(spoil: F) -> Self {
        Self { spoil, tasks: AtomicUsize::new(0), refusals: AtomicUsize::new(0) }
    }
}

impl<F: Fn(usize, TaskResult) -> Option<TaskResult> + Sync> TaskRunner for InPlace<F> {
    fn run_tasks(&self, tasks: Vec<Vec<u8>>, known: Vec<u8>, accept: &mut AcceptResult<'_>) {
        for (number, task) in tasks.iter().enumerate().rev() {
            self.tasks.fetch_add(1, Ordering::Relaxed);
            let result = work_on_task(task, &known, &unbounded()).expect("what a search sends");
            if let Some(result) = (self.spoil)(number, result)
                && accept(number, &result).is_err()
            {
                self.refusals.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "others leave tasks out")]
fn honest(_number: usize, result: TaskResult) -> Option<TaskResult> {
    Some(result)
}

fn by(runner: &dyn TaskRunner, board: &str, text: Option<&str>, nodes: Option<u64>) -> Solution {
    solve(&position(board, text), &SearchLimits { nodes, runner: Some(runner), ..unbounded() })
}

fn assert_same(found: &Solution, expected: &Solution) {
    assert_eq!(found.verdict, expected.verdict);
    assert_eq!(found.nodes, expected.nodes);
    assert_eq!(found.certificate, expected.certificate);
    assert_eq!(found.unfinished, expected.unfinished);
}

#[test]
fn a_task_runner_finds_the_same_proof() {
    for (board, text) in [
        ("4x4x4", Some(OPENING)),
        // One stone per side: X chooses the second move.
        ("4x4x4", Some("xo62 x")),
        // The attacker is not to move, and O has the initiative.
        ("4x4x4", Some("oo1oo59 x")),
        // Too large for exhaustive search, and a draw by a pairing.
        ("6x6", None),
        // An attack alone does not suffice: neither side wins, and exhaustive search must prove it.
        ("3x3", None),
    ] {
        let runner = InPlace::new(honest);
        assert_same(&by(&runner, board, text, None), &solved(board, text, 2, None));
        assert_eq!(runner.refusals.into_inner(), 0);
    }
}

#[test]
fn a_spent_budget_leaves_the_same_unfinished_search() {
    for nodes in [1, 100_000, 2_000_000] {
        let runner = InPlace::new(honest);
        let found = by(&runner, "4x4x4", None, Some(nodes));
        assert_eq!(found.verdict, Verdict::Unknown);
        assert_same(&found, &solved("4x4x4", None, 1, Some(nodes)));
    }
}

#[test]
fn a_task_runner_continues_another_search() {
    let left = solved("4x4x4", Some(OPENING), 1, Some(150_000)).unfinished.expect("what it found");
    let options = SolveOptions { begin_with: Some(&left), small: true, ..SolveOptions::default() };
    let runner = InPlace::new(honest);
    let start = position("4x4x4", Some(OPENING));
    let [alone, with_runner] = [None, Some(&runner as &dyn TaskRunner)].map(|runner| {
        let limits = SearchLimits { nodes: Some(3_000_000), runner, ..unbounded() };
        solve_with(&start, options, &limits).expect("its own answers")
    });
    assert!(runner.tasks.into_inner() > 0);
    assert_eq!(with_runner.verdict, Verdict::Wins(Side::X));
    assert_same(&with_runner, &alone);
}

#[test]
fn progress_reports_count_the_tasks_that_a_runner_returns() {
    let reports = Mutex::new(Vec::new());
    let report = |report: Report| reports.lock().unwrap().push(report);
    let runner = InPlace::new(honest);
    let limits = SearchLimits { runner: Some(&runner), report: &report, ..unbounded() };
    let solution = solve(&position("4x4x4", Some(OPENING)), &limits);
    let reports = reports.into_inner().unwrap();
    assert!(reports.is_sorted_by_key(|report| (report.tasks_done, report.nodes)));
    assert!(reports.len() > runner.tasks.into_inner(), "one each, and one before each stage");
    assert_eq!((reports[0].tasks_done, reports[0].nodes), (0, 0));
    let last = reports.last().expect("a report");
    assert!(last.tasks > 1 && last.tasks_done == last.tasks && last.nodes <= solution.nodes);
}

#[test]
fn a_task_runner_that_omits_tasks_ends_the_search_with_the_returned_answers() {
    let first_only = |number, result| (number == 0).then_some(result);
    let solution = by(&InPlace::new(first_only), "4x4x4", Some(OPENING), Some(5_000_000));
    assert_eq!(solution.verdict, Verdict::Unknown);
    let nothing = by(&InPlace::new(|_, _| None), "4x4x4", Some(OPENING), Some(5_000_000));
    let [some, none] = [solution, nothing].map(|solution| solution.unfinished.unwrap().len());
    assert!(some > none, "{some} > {none} bytes");
}

#[test]
fn a_result_must_be_undamaged_and_for_its_task() {
    let other = Mutex::new(None);
    by(
        &InPlace::new(|_, result: TaskResult| {
            other.lock().unwrap().get_or_insert(result);
            None
        }),
        "4x4x4",
        Some("x20o42 o"),
        Some(5_000_000),
    );
    let other = other.into_inner().unwrap().expect("a task");
    let cut = |bytes: &[u8]| bytes[..bytes.len() - 1].to_vec();
    let spoilers: [&(dyn Fn(usize, TaskResult) -> Option<TaskResult> + Sync); 5] = [
        &|_, result| Some(TaskResult { task: cut(&result.task), ..result }),
        &|_, result| Some(TaskResult { answers: cut(&result.answers), ..result }),
        &|_, result| Some(TaskResult { answers: result.task.clone(), ..result }),
        &|_, result| Some(TaskResult { task: other.task.clone(), ..result }),
        &|_, result| Some(TaskResult { answers: b"oxo answers 2".to_vec(), ..result }),
    ];
    for (number, spoil) in spoilers.into_iter().enumerate() {
        let runner = InPlace::new(spoil);
        let solution = by(&runner, "4x4x4", Some(OPENING), Some(5_000_000));
        assert_eq!(solution.verdict, Verdict::Unknown);
        assert!(runner.refusals.into_inner() > 0, "spoiler {number}");
    }
}

#[test]
fn wrong_answers_prove_nothing() {
    // Every task is returned as proved, with the answers to another one.
    let answers = Mutex::new(None);
    let liar = InPlace::new(|_, result: TaskResult| {
        let mut answers = answers.lock().unwrap();
        let answers = answers.get_or_insert(result.answers.clone()).clone();
        Some(TaskResult { task: claimed(&result.task), answers })
    });
    let solution = by(&liar, "4x4x4", Some(OPENING), None);
    assert_eq!((solution.verdict, solution.certificate), (Verdict::Unknown, None));
    assert_eq!(liar.refusals.into_inner(), 0, "it looks like an answer");
}

/// Returns the same task, marked as proved.
fn claimed(task: &[u8]) -> Vec<u8> {
    let head = "oxo task 1\nboard 4x4x4\nx\n".len();
    let mut bytes = task[..task.len() - 4].to_vec();
    // The mark follows the two terms, the memory, the positions searched and the stages.
    bytes[head + 5 * 8] = 1;
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Keeps a task and does no work.
struct Listener<'a>(&'a Mutex<Option<(Vec<u8>, Vec<u8>)>>);

impl TaskRunner for Listener<'_> {
    fn run_tasks(&self, mut tasks: Vec<Vec<u8>>, known: Vec<u8>, _accept: &mut AcceptResult<'_>) {
        *self.0.lock().unwrap() = tasks.pop().map(|task| (task, known));
    }
}

#[test]
fn a_damaged_task_is_refused() {
    let sent = Mutex::new(None);
    by(&Listener(&sent), "4x4x4", Some(OPENING), None);
    let (task, known) = sent.into_inner().unwrap().expect("a task");
    let ended = SearchLimits {
        stop: Stop { deadline: Some(Instant::now()), ..Stop::NEVER },
        ..unbounded()
    };
    assert!(work_on_task(&task, &known, &ended).is_ok());
    let mut other_side = b"oxo answers 1\nboard 4x4x4\no\n".to_vec();
    other_side.extend(crc32fast::hash(&other_side).to_le_bytes());
    for (task, known) in [
        (&task[1..], &known[..]),
        (&task[..task.len() - 1], &known),
        (&known, &known),
        (&task, &task),
        (&task, &known[1..]),
        (&task, &other_side),
    ] {
        assert_eq!(work_on_task(task, known, &ended), Err(Unreadable));
    }
}

/// Works on the tasks in order, each with its own limits.
struct Hurried<'a>(&'a SearchLimits<'a>);

impl TaskRunner for Hurried<'_> {
    fn run_tasks(&self, tasks: Vec<Vec<u8>>, known: Vec<u8>, accept: &mut AcceptResult<'_>) {
        for (number, task) in tasks.iter().enumerate() {
            let result = work_on_task(task, &known, self.0).expect("a task");
            accept(number, &result).expect("what came of it");
        }
    }
}

#[test]
fn a_search_ends_if_its_task_runner_is_cancelled_or_has_no_memory() {
    let cancelled = SearchLimits { stop: Stop::when(&|| true), ..unbounded() };
    let cramped = SearchLimits { memory: 1, ..unbounded() };
    for limits in [&cancelled, &cramped] {
        let solution = by(&Hurried(limits), "4x4x4", Some(OPENING), None);
        assert_eq!(solution.verdict, Verdict::Unknown);
        assert!(solution.unfinished.is_some());
    }
}
