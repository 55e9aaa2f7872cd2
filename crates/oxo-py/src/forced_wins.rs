//! The Python functions `forced_win` and `refutations`.
//!
//! These searches run many times per move. So they run on the calling thread, with the interpreter released, unless the
//! board has so many or so long lines that they need a thread with a larger stack.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use oxo_core::{AnyPosition, with_position};
use oxo_solve::{ForcedWin, ForcedWinLimits, ProofStatus, Stop};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{SideArgument, natural};
use crate::bounds::at_least_one;
use crate::position::Position;
use crate::tuples::tuple_of_cells;
use crate::watching::{poll_python, watched};

/// Whether there is a forced win, None if unknown; its line; whether no shorter one exists; the positions searched.
type Found<'py> = (Option<bool>, Bound<'py, PyTuple>, bool, u64);

/// Find the shortest forced win of a side: see `hyperoxo.solver.forced_wins.forced_win`.
#[pyfunction]
#[pyo3(signature = (position, *, side, longest, nodes, is_cancelled))]
pub(crate) fn forced_win<'py>(
    py: Python<'py>,
    position: &Position,
    side: Option<SideArgument>,
    longest: Option<&Bound<'py, PyAny>>,
    nodes: &Bound<'py, PyAny>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<Found<'py>> {
    let core = position.core();
    let side = side.map_or_else(|| with_position!(core, core => core.to_move()), |given| given.0);
    let limits = limits(longest, nodes)?;
    let work =
        |stop: Stop<'_>| oxo_solve::forced_win(core, side, ForcedWinLimits { stop, ..limits });
    let is_cancelled = is_cancelled.map(|callback| callback.clone().unbind());
    let (answer, searched) = py.detach(|| with_large_stack(core, is_cancelled.as_ref(), work))?;
    found(py, answer, searched)
}

/// Find how each move is refuted: see `hyperoxo.solver.forced_wins.refutations`.
#[pyfunction]
#[pyo3(signature = (position, *, longest, nodes, is_cancelled))]
pub(crate) fn refutations<'py>(
    py: Python<'py>,
    position: &Position,
    longest: Option<&Bound<'py, PyAny>>,
    nodes: &Bound<'py, PyAny>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<(usize, Found<'py>)>> {
    let limits = limits(longest, nodes)?;
    let core = position.core();
    let work = |stop: Stop<'_>| oxo_solve::refutations(core, ForcedWinLimits { stop, ..limits });
    let is_cancelled = is_cancelled.map(|callback| callback.clone().unbind());
    let answers = py.detach(|| with_large_stack(core, is_cancelled.as_ref(), work))?;
    let converted = |(cell, answer, searched): (oxo_core::Cell, _, _)| {
        Ok((cell.index(), found(py, answer, searched)?))
    };
    answers.into_iter().map(converted).collect()
}

fn limits(
    longest: Option<&Bound<'_, PyAny>>,
    nodes: &Bound<'_, PyAny>,
) -> PyResult<ForcedWinLimits<'static>> {
    let longest = longest.map(|plies| at_least_one("the number of plies", plies)).transpose()?;
    let nodes = natural("the number of nodes", nodes)?;
    Ok(ForcedWinLimits { longest, nodes, stop: Stop::NEVER })
}

/// Runs work that can be stopped. If a deep search may need a large stack, it runs on a thread that has one. Signals
/// stop the work, too. The caller must have released the interpreter.
pub(crate) fn with_large_stack<T: Send>(
    position: &AnyPosition,
    is_cancelled: Option<&Py<PyAny>>,
    work: impl FnOnce(Stop<'_>) -> T + Send,
) -> PyResult<T> {
    let cancelled = AtomicBool::new(false);
    let has_been_cancelled = || cancelled.load(Ordering::Relaxed);
    if oxo_solve::needs_large_stack(position) {
        let work = |_: &mut (dyn FnMut(()) + Send)| work(Stop::when(&has_been_cancelled));
        return watched(&cancelled, work, None::<&fn(&()) -> PyResult<()>>, is_cancelled);
    }
    let raised = OnceLock::new();
    let is_cancelled = || {
        if !has_been_cancelled()
            && let Err(error) = poll_python(&cancelled, is_cancelled)
        {
            cancelled.store(true, Ordering::Relaxed);
            let _ = raised.set(error);
        }
        has_been_cancelled()
    };
    let result = work(Stop::when(&is_cancelled));
    raised.into_inner().map_or(Ok(result), Err)
}

fn found(py: Python<'_>, answer: ProofStatus<ForcedWin>, searched: u64) -> PyResult<Found<'_>> {
    let (exists, line, is_shortest) = match answer {
        ProofStatus::Proved(ForcedWin { line, is_shortest }) => (Some(true), line, is_shortest),
        ProofStatus::Disproved | ProofStatus::Exhausted => (Some(false), Vec::new(), false),
        ProofStatus::OutOfBudget => (None, Vec::new(), false),
    };
    Ok((exists, tuple_of_cells(py, line)?, is_shortest, searched))
}
