//! The Python function `within`.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::bounds::{Bounds, at_least_one};
use crate::position::Position;
use crate::watching::watched;

/// Whether X wins in time, the plies of its longest game, the positions of the certificate, the positions searched, and
/// the certificate.
type WithinTuple<'py> = (Option<bool>, Option<usize>, usize, u64, Option<Bound<'py, PyBytes>>);

/// Decide whether X wins in time: see `hyperoxo.solver.within.within`.
#[pyfunction]
#[pyo3(signature = (position, plies, *, nodes, seconds, memory, is_cancelled))]
pub(crate) fn within<'py>(
    py: Python<'py>,
    position: &Position,
    plies: &Bound<'py, PyAny>,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
) -> PyResult<WithinTuple<'py>> {
    let plies = at_least_one("the number of plies", plies)?;
    let cancelled = AtomicBool::new(false);
    let is_set = || cancelled.load(Ordering::Relaxed);
    let limits = Bounds::new(nodes, seconds, memory)?.limits(&is_set, &|_| {});
    let is_cancelled = is_cancelled.map(|callback| callback.clone().unbind());
    let answer = py.detach(|| {
        let work = |_: &mut dyn FnMut(())| oxo_solve::within(position.core(), plies, &limits);
        let silent = None::<&fn(&()) -> PyResult<()>>;
        watched(&cancelled, work, silent, is_cancelled.as_ref())
    })?;
    let certificate = answer.certificate.map(|certificate| PyBytes::new(py, &certificate));
    Ok((answer.wins, answer.plies, answer.records, answer.nodes, certificate))
}
