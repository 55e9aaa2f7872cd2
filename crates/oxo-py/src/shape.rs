//! Reads the shape of a board, the lengths of its axes, with the length of a line.

use oxo_core::{Board, Description};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{natural, shown};
use crate::errors::{BoardError, InputError, IntoPyErr};

/// Returns the description of a board. Without a line length, the axes must be equally long.
pub(crate) fn described(
    shape: &Bound<'_, PyTuple>,
    line_length: Option<&Bound<'_, PyAny>>,
) -> PyResult<Description> {
    let shape =
        shape.iter().map(|length| natural("the length", &length)).collect::<PyResult<Vec<_>>>()?;
    let given = line_length.map(|length| natural("the length", length)).transpose()?;
    let implied = shape.first().filter(|first| shape.iter().all(|length| length == *first));
    match given.or(implied.copied()) {
        Some(length) => parsed(&shape, length).map_err(IntoPyErr::into_py_err),
        None => Err(undetermined(&shape)),
    }
}

/// Returns the error for a description that comes with another line length.
pub(crate) fn has_line_length(board: &Board, length: &Bound<'_, PyAny>) -> PyErr {
    let remedy = format!(
        "it goes with a shape, like Board({}, line_length={})",
        listed(board.shape()),
        shown(length)
    );
    InputError::new_err((board.to_string(), "a description has the line length in itself", remedy))
}

fn parsed(shape: &[u64], length: u64) -> Result<Description, oxo_core::BoardError> {
    let lengths: Vec<_> = shape.iter().map(u64::to_string).collect();
    format!("{}:{length}", lengths.join("x")).parse()
}

/// Returns the error for axes that differ in length, with boards that may be meant.
fn undetermined(shape: &[u64]) -> PyErr {
    let shortest = shape.iter().copied().min().unwrap_or(0).max(2);
    if let Err(error) = parsed(shape, shortest) {
        return error.into_py_err();
    }
    let typed =
        |lengths: &[u64], length| format!("Board({}, line_length={length})", listed(lengths));
    let other = match shape.split_last() {
        Some((last, others)) if others.len() > 1 && parsed(others, *last).is_ok() => {
            format!(", or {}", typed(others, *last))
        }
        _ => String::new(),
    };
    let remedy = format!("add it, like {}{other}", typed(shape, shortest));
    let reason = "the axes differ in length, so they do not say how long a line is";
    BoardError::new_err((format!("Board({})", listed(shape)), reason, remedy))
}

/// Returns lengths as they are typed in Python.
fn listed(lengths: &[impl ToString]) -> String {
    lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
