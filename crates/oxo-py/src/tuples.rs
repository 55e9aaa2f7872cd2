//! Cells and lines as Python tuples of their indices.

use oxo_core::{Cell, Line};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Returns cells as a Python tuple of their indices.
pub(crate) fn tuple_of_cells(
    py: Python<'_>,
    cells: impl IntoIterator<Item = Cell>,
) -> PyResult<Bound<'_, PyTuple>> {
    let indices: Vec<usize> = cells.into_iter().map(Cell::index).collect();
    PyTuple::new(py, indices)
}

/// Lines as a Python tuple of their indices.
pub(crate) fn tuple_of_lines(
    py: Python<'_>,
    lines: impl IntoIterator<Item = Line>,
) -> PyResult<Bound<'_, PyTuple>> {
    let indices: Vec<usize> = lines.into_iter().map(Line::index).collect();
    PyTuple::new(py, indices)
}
