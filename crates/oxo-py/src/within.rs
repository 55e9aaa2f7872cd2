//! The Python function `within`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use oxo_solve::{Report, SearchLimits};

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
#[pyo3(signature = (position, plies, *, nodes, seconds, memory, is_cancelled, on_progress))]
#[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn within<'py>(
    py: Python<'py>,
    position: &Position,
    plies: &Bound<'py, PyAny>,
    nodes: Option<&Bound<'py, PyAny>>,
    seconds: Option<&Bound<'py, PyAny>>,
    memory: &Bound<'py, PyAny>,
    is_cancelled: Option<&Bound<'py, PyAny>>,
    on_progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<WithinTuple<'py>> {
    let plies = at_least_one("the number of plies", plies)?;
    let cancelled = AtomicBool::new(false);
    let is_set = || cancelled.load(Ordering::Relaxed);
    let limits = Bounds::new(nodes, seconds, memory)?.limits(&is_set, &|_| {});
    let owned = |callback: &Bound<'py, PyAny>| callback.clone().unbind();
    let (is_cancelled, on_progress) = (is_cancelled.map(owned), on_progress.map(owned));
    let show = on_progress.map(|callback| {
        move |nodes: &u64| Python::attach(|py| callback.call1(py, (*nodes,)).map(drop))
    });
    let answer = py.detach(|| {
        let work = |send: &mut (dyn FnMut(u64) + Send)| {
            let send = Mutex::new(send);
            let report = |progress: Report| {
                (send.lock().unwrap_or_else(PoisonError::into_inner))(progress.nodes);
            };
            let limits = SearchLimits { report: &report, ..limits };
            oxo_solve::within(position.core(), plies, &limits)
        };
        watched(&cancelled, work, show.as_ref(), is_cancelled.as_ref())
    })?;
    let certificate = answer.certificate.map(|certificate| PyBytes::new(py, &certificate));
    Ok((answer.wins, answer.plies, answer.records, answer.nodes, certificate))
}
