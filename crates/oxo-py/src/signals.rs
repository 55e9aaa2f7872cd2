//! Python's signals, which long loops poll.

use pyo3::prelude::*;

/// Polls signals, so that Ctrl-C ends a long loop that runs with the interpreter released.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method by its name has one lifetime, and a closure has any"
)]
pub(crate) fn interrupted() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
