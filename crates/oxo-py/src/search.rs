//! The Python functions `search` and `move_scores`.

use std::sync::atomic::{AtomicBool, Ordering};

use oxo_core::{Bits, Cell, with_position};
use oxo_solve::{MoveScoreLimits, SearchOptions, SearchResult, Stop};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::analyse::{ValueTuple, value_tuple};
use crate::arguments::{self, natural};
use crate::bounds::{Bounds, at_least_one};
use crate::errors::InputError;
use crate::forced_wins::with_large_stack;
use crate::position::Position;
use crate::tuples::tuple_of_cells;
use crate::watching::watched;

/// A move, its score and its value, the expected line, the depth, and the positions searched.
type SearchedTuple<'py> = (usize, i32, ValueTuple, Bound<'py, PyTuple>, usize, u64);

/// Search for the best move: see `hyperoxo.solver.search.search`.
#[pyfunction]
#[pyo3(signature = (position, *, among, depth, nodes, seconds, memory, on_depth, is_cancelled))]
#[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    position: &Position,
    among: Option<&Bound<'py, PyAny>>,
    depth: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    on_depth: Option<&Bound<'py, PyAny>>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<SearchedTuple<'py>> {
    let among = among.map(|cells| cells_to_choose_from(position, cells)).transpose()?;
    let depth = depth.map(|depth| at_least_one("the depth", depth)).transpose()?;
    let cancelled = AtomicBool::new(false);
    let is_set = || cancelled.load(Ordering::Relaxed);
    let limits = Bounds::new(nodes, seconds, memory)?.limits(&is_set, &|_| {});
    let owned = |callback: &Bound<'py, PyAny>| callback.clone().unbind();
    let (on_depth, is_cancelled) = (on_depth.map(owned), is_cancelled.map(owned));
    let on_depth = on_depth.as_ref().map(|callback| {
        |found: &SearchResult| {
            Python::attach(|py| callback.call1(py, searched_tuple(py, found)?).map(|_| ()))
        }
    });
    let options = SearchOptions { among: among.as_deref(), depth };
    let found = py.detach(|| {
        let work = |send: &mut (dyn FnMut(SearchResult) + Send)| {
            oxo_solve::search(position.core(), options, &limits, &mut |found| send(found.clone()))
        };
        watched(&cancelled, work, on_depth.as_ref(), is_cancelled.as_ref())
    })?;
    let found = found.ok_or_else(|| {
        let reason = "there is no move to choose: the game is over, or no cell is given";
        InputError::new_err((position.core().to_string(), reason, ""))
    })?;
    searched_tuple(py, &found)
}

/// Score every move: see `hyperoxo.solver.chances.move_guesses`.
#[pyfunction]
#[pyo3(signature = (position, *, among, depth, nodes, is_cancelled))]
pub(crate) fn move_scores(
    py: Python<'_>,
    position: &Position,
    among: Option<&Bound<'_, PyAny>>,
    depth: &Bound<'_, PyAny>,
    nodes: &Bound<'_, PyAny>,
    is_cancelled: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(usize, i32, usize)>> {
    let among = among.map(|cells| cells_to_choose_from(position, cells)).transpose()?;
    let depth = usize::try_from(natural("the depth", depth)?).unwrap_or(usize::MAX);
    let nodes = natural("the number of nodes", nodes)?;
    let is_cancelled = is_cancelled.map(|callback| callback.clone().unbind());
    let core = position.core();
    // A player asks for one move at a time, which is quicker than a thread of its own.
    let work = |stop: Stop<'_>| {
        oxo_solve::move_scores(core, among.as_deref(), MoveScoreLimits { depth, nodes, stop })
    };
    let scores = py.detach(|| with_large_stack(core, is_cancelled.as_ref(), work))?;
    Ok(scores.into_iter().map(|found| (found.cell.index(), found.score, found.depth)).collect())
}

/// Reads cells, each of which must be playable.
fn cells_to_choose_from(position: &Position, cells: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
    with_position!(position.core(), core => {
        let cells = arguments::cells(core.board(), cells)?;
        match cells.iter().find(|&&cell| !core.legal_moves().contains(cell)) {
            Some(&cell) => {
                let refusal = (core.board().name(cell), "the cell cannot be played", "");
                Err(InputError::new_err(refusal))
            }
            None => Ok(cells),
        }
    })
}

fn searched_tuple<'py>(py: Python<'py>, found: &SearchResult) -> PyResult<SearchedTuple<'py>> {
    let line = tuple_of_cells(py, found.line.iter().copied())?;
    let value = value_tuple(found.value);
    Ok((found.cell.index(), found.score, value, line, found.depth, found.nodes))
}
