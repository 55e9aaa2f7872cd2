//! The Python function `solve`.
//!
//! The search runs on threads of its own, with the interpreter released. The calling thread polls Python: at intervals
//! it calls back with the progress of the search and handles signals, and it calls the task runner, if there is one. So
//! the callbacks run on the thread that the caller expects, Ctrl-C works, and an exception in a callback stops the
//! search.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use oxo_core::AnyPosition;
use oxo_solve::{
    Ending, Keeper, Report, SearchLimits, Solution, SolveOptions, TaskRunner, Unreadable, Verdict,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arguments::{SideArgument, letter};
use crate::bounds::Bounds;
use crate::distribute::{PythonRunner, Stage, run_stage};
use crate::errors::{CheckpointError, InputError};
use crate::position::Position;
use crate::signals::interrupted;
use crate::watching::search_thread;

/// The time between two progress callbacks.
const TICK: Duration = Duration::from_millis(50);

/// The result for Python: the verdict ("x", "o", "draw" or None), the numbers of strategic and of forced positions in
/// its proof, the plies of its longest game, the positions searched, the certificate, the unfinished search, and why it
/// ended.
type Solved<'py> = (
    Option<&'py Bound<'py, PyString>>,
    usize,
    usize,
    Option<usize>,
    u64,
    Option<Bound<'py, PyBytes>>,
    Option<Bound<'py, PyBytes>>,
    Option<&'static str>,
);

/// Decide a position, within a budget: see `hyperoxo.solver.solve.solve`.
#[pyfunction]
#[pyo3(signature = (position, *, small, shorten, attacker, begin_with, nodes, seconds, memory, threads, task_runner, on_progress, on_unfinished, interval))]
#[expect(clippy::too_many_arguments, reason = "named one by one in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    small: bool,
    shorten: bool,
    attacker: Option<SideArgument>,
    begin_with: Option<&[u8]>,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    task_runner: Option<&Bound<'py, PyAny>>,
    on_progress: Option<&Bound<'py, PyAny>>,
    on_unfinished: Option<&Bound<'py, PyAny>>,
    interval: f64,
) -> PyResult<Solved<'py>> {
    let bounds = Bounds::new(nodes, seconds, memory)?.on_threads(threads)?;
    let owned = |callback: &Bound<'py, PyAny>| callback.clone().unbind();
    let (task_runner, on_progress) = (task_runner.map(owned), on_progress.map(owned));
    let on_unfinished = on_unfinished.map(owned);
    let every = Duration::try_from_secs_f64(interval).unwrap_or_default().as_nanos().max(1);
    let started = Instant::now();
    let number = || u64::try_from(started.elapsed().as_nanos() / every).unwrap_or(u64::MAX);
    let newest = Mutex::new(None);
    let keep = |unfinished: Vec<u8>| *lock(&newest) = Some(unfinished);
    let keeper = Keeper::new(&number, &keep);
    let show = |report: Report| match &on_progress {
        Some(callback) => Python::attach(|py| {
            let answer = callback.call1(py, (report.tasks_done, report.tasks, report.nodes))?;
            answer.is_truthy(py)
        }),
        None => Ok(false),
    };
    let options = SolveOptions {
        small,
        soonest: shorten,
        attacker: attacker.map(|SideArgument(side)| side),
        begin_with,
        keeper: on_unfinished.as_ref().map(|_| &keeper),
    };
    let on_report = |report| {
        let unfinished = lock(&newest).take();
        if let (Some(unfinished), Some(callback)) = (unfinished, &on_unfinished) {
            Python::attach(|py| callback.call1(py, (PyBytes::new(py, &unfinished),)))?;
        }
        show(report)
    };
    let solution = py
        .detach(|| search(position.core(), options, bounds, task_runner.as_ref(), &on_report))?
        .map_err(|error| {
            let remedy = "a search on the same board writes it";
            CheckpointError::new_err(("what to begin with", error.to_string(), remedy))
        })?;
    let verdict = match solution.verdict {
        Verdict::Wins(side) => Some(letter(py, side)),
        Verdict::Draw => Some(pyo3::intern!(py, "draw")),
        Verdict::Unknown => None,
    };
    let counts = || solution.proofs.iter().map(oxo_solve::Proof::size);
    Ok((
        verdict,
        counts().map(|counts| counts.strategic).sum(),
        counts().map(|counts| counts.forced).sum(),
        solution.plies(),
        solution.nodes,
        solution.certificate.map(|certificate| PyBytes::new(py, &certificate)),
        solution.unfinished.map(|unfinished| PyBytes::new(py, &unfinished)),
        solution.ended.map(|ended| match ended {
            Ending::Exhausted => "exhausted",
            Ending::Nodes => "nodes",
            Ending::Time => "time",
            Ending::Memory => "memory",
            Ending::Interrupted => "interrupted",
        }),
    ))
}

/// Searches on another thread. On this thread, calls `on_report` at intervals and at the end, and lets `task_runner`
/// work on tasks. If `on_report` returns true, the search ends with the result so far. An error of either callback, or
/// a signal, ends the search and is returned.
fn search(
    position: &AnyPosition,
    options: SolveOptions<'_>,
    bounds: Bounds,
    task_runner: Option<&Py<PyAny>>,
    on_report: &dyn Fn(Report) -> PyResult<bool>,
) -> PyResult<Result<Solution, Unreadable>> {
    let (cancelled, refused) = (AtomicBool::new(false), AtomicBool::new(false));
    let latest = Mutex::new(Report { tasks_done: 0, tasks: 0, nodes: 0 });
    let (running, stages) = mpsc::channel::<Stage>();
    let work = |running: Sender<Stage>| {
        // The runner is dropped when the search ends, also by a panic; the other thread waits for that.
        let runner = PythonRunner { stages: running, cancelled: &cancelled, refused: &refused };
        let is_set = || cancelled.load(Ordering::Relaxed);
        let report = |report| *lock(&latest) = report;
        let limits = bounds.limits(&is_set, &report);
        let runner = task_runner.map(|_| &runner as &dyn TaskRunner);
        oxo_solve::solve_with(position, options, &SearchLimits { runner, ..limits })
    };
    thread::scope(|scope| {
        let searching = search_thread(scope, || work(running))?;
        let poll = || on_report(*lock(&latest)).and_then(|stop| interrupted().map(|()| stop));
        let mut stop = Ok(false);
        while matches!(stop, Ok(false)) {
            stop = match (stages.recv_timeout(TICK), task_runner) {
                (Ok(stage), Some(task_runner)) => run_stage(task_runner, stage, &poll),
                (Err(RecvTimeoutError::Disconnected), _) => break,
                _ => poll(),
            };
        }
        if !matches!(stop, Ok(false)) {
            cancelled.store(true, Ordering::Relaxed);
        }
        // Drop a stage whose results will never arrive, or the search would wait forever.
        drop(stages);
        let solution = searching.join().unwrap_or_else(|panic| resume_unwind(panic));
        stop.and_then(|_| on_report(*lock(&latest)))?;
        if refused.load(Ordering::Relaxed) {
            let reason = "damaged, or from another search";
            let remedy = "let the same hyperoxo work on all of them";
            return Err(InputError::new_err(("task result", reason, remedy)));
        }
        Ok(solution)
    })
}

/// Locks a mutex, even if a thread that held it has panicked: no thread leaves a report half written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
