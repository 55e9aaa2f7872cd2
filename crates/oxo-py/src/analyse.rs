//! The Python function `analyse`.

use std::sync::atomic::{AtomicBool, Ordering};

use oxo_core::{Bits, with_position};
use oxo_solve::{CellAnalysis, Known, Outcome, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bounds::Bounds;
use crate::errors::InputError;
use crate::position::Position;
use crate::tuples::tuple_of_cells;
use crate::watching::watched;

/// An outcome, plies and whether they are exact.
pub(crate) type ValueTuple = (&'static str, Option<usize>, bool);
/// A cell, its value, and a game that shows it.
type CellTuple<'py> = (usize, ValueTuple, Bound<'py, PyTuple>);

/// A cell, an outcome, and the plies within which the game ends.
type KnownTuple<'py> = (Bound<'py, PyAny>, String, usize);

/// Find the value of moving to each empty cell: see `hyperoxo.solver.analysis.analyse`.
#[pyfunction]
#[pyo3(signature = (position, *, known, nodes, seconds, memory, threads, on_update, is_cancelled))]
#[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    position: &Position,
    known: Vec<KnownTuple<'py>>,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    on_update: Option<&Bound<'py, PyAny>>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<(ValueTuple, Vec<CellTuple<'py>>, u64)> {
    let cancelled = AtomicBool::new(false);
    let bounds = Bounds::new(nodes, seconds, memory)?.on_threads(threads)?;
    let is_set = || cancelled.load(Ordering::Relaxed);
    let limits = bounds.limits(&is_set, &|_| {});
    let known = known.into_iter().map(|known| read_known(position, known));
    let known = known.collect::<PyResult<Vec<Known>>>()?;
    let owned = |callback: &Bound<'py, PyAny>| callback.clone().unbind();
    let (on_update, is_cancelled) = (on_update.map(owned), is_cancelled.map(owned));
    let on_update = on_update.as_ref().map(|callback| {
        |cell: &CellAnalysis| {
            Python::attach(|py| callback.call1(py, cell_tuple(py, cell)?).map(|_| ()))
        }
    });
    let analysis = py.detach(|| {
        let work = |send: &mut (dyn FnMut(CellAnalysis) + Send)| {
            oxo_solve::analyse(position.core(), &limits, &known, &mut |cell| send(cell.clone()))
        };
        watched(&cancelled, work, on_update.as_ref(), is_cancelled.as_ref())
    })?;
    let cells = analysis.cells.iter().map(|cell| cell_tuple(py, cell)).collect::<PyResult<_>>()?;
    Ok((value_tuple(analysis.value), cells, analysis.nodes))
}

/// Reads the caller's knowledge of a cell, which must be playable.
fn read_known(position: &Position, (cell, outcome, plies): KnownTuple<'_>) -> PyResult<Known> {
    let cell = position.playable(&cell)?;
    let outcome = match outcome.as_str() {
        "win" => Outcome::Win,
        "loss" => Outcome::Loss,
        "draw" => Outcome::Draw,
        _ => {
            let refusal = (outcome, "not a known outcome", "use win, loss or draw");
            return Err(InputError::new_err(refusal));
        }
    };
    let most = with_position!(position.core(), core => core.legal_moves().count());
    if matches!(outcome, Outcome::Win | Outcome::Loss) && !(1..=most).contains(&plies) {
        let subject = format!("{plies} plies");
        let remedy = format!("use 1 to {most}, the number of empty cells");
        let reason = "no game from this position ends after that number of plies";
        return Err(InputError::new_err((subject, reason, remedy)));
    }
    Ok((cell, outcome, plies))
}

fn cell_tuple<'py>(py: Python<'py>, cell: &CellAnalysis) -> PyResult<CellTuple<'py>> {
    let line = tuple_of_cells(py, cell.line.iter().copied())?;
    Ok((cell.cell.index(), value_tuple(cell.value), line))
}

pub(crate) fn value_tuple(value: Value) -> ValueTuple {
    let outcome = match value.outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
        Outcome::Unknown => return ("unknown", None, false),
    };
    (outcome, Some(value.plies), value.exact)
}
