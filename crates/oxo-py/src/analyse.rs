//! The Python function `analyse`: the search runs in a thread of its own, and this one talks to Python meanwhile.
//!
//! So updates come while the search goes on, Ctrl-C works, and whoever asks may cancel at any moment.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use oxo_core::AnyPosition;
use oxo_solve::{Analysis, CellAnalysis, Effort, Outcome, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::natural;
use crate::board::tuple_of_cells;
use crate::position::Position;
use crate::signals::interrupted;
use crate::solve::{STACK, at_least_one, deadline};

/// Time between two looks at Python's signals and at the wish to cancel.
const TICK: Duration = Duration::from_millis(10);

/// An outcome, plies and whether they are exact.
type ValueTuple = (&'static str, Option<usize>, bool);
/// A cell, its value, what it promises if that is unknown, and a game that shows it.
type CellTuple<'py> = (usize, ValueTuple, Option<f64>, Bound<'py, PyTuple>);

/// Find the value of moving to each empty cell: see `hyperoxo.analysis.analyse`.
#[pyfunction]
#[pyo3(signature = (position, *, nodes, seconds, memory, threads, on_update, is_cancelled))]
#[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    position: &Position,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    on_update: Option<&Bound<'py, PyAny>>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<(ValueTuple, Vec<CellTuple<'py>>, u64)> {
    let cancelled = AtomicBool::new(false);
    let effort = Effort {
        nodes: nodes.map(|nodes| natural("the number of nodes", nodes)).transpose()?,
        deadline: seconds.map(deadline).transpose()?.flatten(),
        memory: at_least_one("the memory", memory)?.saturating_mul(1 << 20),
        threads: match threads {
            Some(threads) => at_least_one("the number of threads", threads)?,
            None => thread::available_parallelism().map_or(1, usize::from),
        },
        cancelled: &cancelled,
        report: &|_| {},
    };
    let kept = |callback: &Bound<'py, PyAny>| callback.clone().unbind();
    let (on_update, is_cancelled) = (on_update.map(kept), is_cancelled.map(kept));
    let tell = on_update.as_ref().map(|callback| {
        |cell: &CellAnalysis| {
            Python::attach(|py| callback.call1(py, cell_tuple(py, cell)?).map(|_| ()))
        }
    });
    let look = || {
        interrupted()?;
        if let Some(is_cancelled) = &is_cancelled
            && Python::attach(|py| is_cancelled.call0(py)?.is_truthy(py))?
        {
            cancelled.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let analysis = py.detach(|| watched(position.core(), &effort, tell.as_ref(), &look))?;
    let cells = analysis.cells.iter().map(|cell| cell_tuple(py, cell)).collect::<PyResult<_>>()?;
    Ok((value_tuple(analysis.value), cells, analysis.nodes))
}

/// Searches on another thread; on this one, tells of every update, and looks around now and then. What either raises
/// stops the search.
fn watched(
    position: &AnyPosition,
    effort: &Effort<'_>,
    tell: Option<&impl Fn(&CellAnalysis) -> PyResult<()>>,
    look: &dyn Fn() -> PyResult<()>,
) -> PyResult<Analysis> {
    let (updates, told) = channel();
    let wanted = tell.is_some();
    thread::scope(|scope| {
        let work = || search(position, effort, wanted, updates);
        let searching = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        let mut outcome = Ok(());
        while outcome.is_ok() {
            outcome = match told.recv_timeout(TICK) {
                Ok(cell) => tell.map_or(Ok(()), |tell| tell(&cell)),
                Err(RecvTimeoutError::Timeout) => look(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        if outcome.is_err() {
            effort.cancelled.store(true, Ordering::Relaxed);
        }
        let analysis = searching.join().unwrap_or_else(|panic| resume_unwind(panic));
        outcome.map(|()| analysis)
    })
}

/// Runs the search. The sender goes when it ends, however it ends; that is what the other thread waits for.
#[expect(clippy::needless_pass_by_value, reason = "the sender has to go at the end")]
fn search(
    position: &AnyPosition,
    effort: &Effort<'_>,
    wanted: bool,
    updates: Sender<CellAnalysis>,
) -> Analysis {
    oxo_solve::analyse(position, effort, &mut |cell| {
        if wanted {
            // Nobody listens any more once something has been raised, and then nobody misses it.
            let _ = updates.send(cell.clone());
        }
    })
}

fn cell_tuple<'py>(py: Python<'py>, cell: &CellAnalysis) -> PyResult<CellTuple<'py>> {
    let line = tuple_of_cells(py, cell.line.iter().copied())?;
    Ok((cell.cell.index(), value_tuple(cell.value), cell.promise, line))
}

fn value_tuple(value: Value) -> ValueTuple {
    let outcome = match value.outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
        Outcome::Unknown => return ("unknown", None, false),
    };
    (outcome, Some(value.plies), value.exact)
}
