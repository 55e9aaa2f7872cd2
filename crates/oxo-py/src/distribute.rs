//! Tasks of a proof search for other processes: the Python function `work_on_task`, and the task runner of `solve`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

use oxo_solve::{AcceptResult, TaskResult, TaskRunner};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bounds::Bounds;
use crate::errors::InputError;
use crate::watching::watched;

/// The task with its progress, and the answers that were found.
type TaskResultTuple<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Work on a task of a search until the end of a stage: see `hyperoxo.solver.distributed`.
#[pyfunction]
#[pyo3(signature = (task, known, *, seconds, memory))]
pub(crate) fn work_on_task<'py>(
    py: Python<'py>,
    task: &[u8],
    known: &[u8],
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
) -> PyResult<TaskResultTuple<'py>> {
    let cancelled = AtomicBool::new(false);
    let is_set = || cancelled.load(Ordering::Relaxed);
    let limits = Bounds::new(None, seconds, memory)?.limits(&is_set, &|_| {});
    let work = |_: &mut (dyn FnMut(()) + Send)| oxo_solve::work_on_task(task, known, &limits);
    let nothing = None::<&fn(&()) -> PyResult<()>>;
    let result = py.detach(|| watched(&cancelled, work, nothing, None))?.map_err(|_| {
        let reason = "damaged, or not a task of a search";
        InputError::new_err(("a task", reason, "let the same hyperoxo search and work"))
    })?;
    Ok((PyBytes::new(py, &result.task), PyBytes::new(py, &result.answers)))
}

/// The tasks of a stage, the known answers, and the channel for the results.
pub(crate) struct Stage {
    tasks: Vec<Vec<u8>>,
    known: Vec<u8>,
    results: Sender<(usize, TaskResult)>,
}

/// Runs tasks through the calling thread, which alone calls Python.
pub(crate) struct PythonRunner<'a> {
    pub(crate) stages: Sender<Stage>,
    /// Set to end the search.
    pub(crate) cancelled: &'a AtomicBool,
    /// Set if a task's result was invalid.
    pub(crate) refused: &'a AtomicBool,
}

impl TaskRunner for PythonRunner<'_> {
    fn run_tasks(&self, tasks: Vec<Vec<u8>>, known: Vec<u8>, accept: &mut AcceptResult<'_>) {
        let (sender, results) = mpsc::channel();
        if self.stages.send(Stage { tasks, known, results: sender }).is_err() {
            return;
        }
        for (number, result) in results {
            if accept(number, &result).is_err() {
                self.refused.store(true, Ordering::Relaxed);
                self.cancelled.store(true, Ordering::Relaxed);
                return;
            }
        }
    }
}

/// Lets Python work on the tasks of a stage, and forwards the results. Calls `poll` after each result and stops if it
/// returns true or fails. Returns whether `poll` returned true.
pub(crate) fn run_stage(
    runner: &Py<PyAny>,
    stage: Stage,
    poll: &dyn Fn() -> PyResult<bool>,
) -> PyResult<bool> {
    let Stage { tasks, known, results } = stage;
    Python::attach(|py| {
        let tasks: Vec<Bound<'_, PyBytes>> =
            tasks.iter().map(|task| PyBytes::new(py, task)).collect();
        for item in runner.bind(py).call1((tasks, PyBytes::new(py, &known)))?.try_iter()? {
            if let Some((number, task, answers)) =
                item?.extract::<Option<(_, Vec<u8>, Vec<u8>)>>()?
                && results.send((number, TaskResult { task, answers })).is_err()
            {
                break;
            }
            if poll()? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}
