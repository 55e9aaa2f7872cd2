//! Reads Python arguments: integers of any size, cells and sides. Wrong ones raise an error with a reason.

use oxo_core::{Board, Cell, Side};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{InputError, IntoPyErr};

/// The characters that a text may have at its ends without a meaning.
pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

/// Reads an integer. Returns `None` if it does not fit `T`, and a `TypeError` if the argument is not an integer.
fn fitting<T>(value: &Bound<'_, PyAny>) -> PyResult<Option<T>>
where
    T: for<'py> FromPyObjectOwned<'py, Error = PyErr>,
{
    match value.extract::<T>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a number from 0 to 2^64 - 1. `name` is its name in the error.
pub(crate) fn natural(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    fitting(value)?.ok_or_else(|| {
        let reason = format!("{name} is out of range");
        InputError::new_err((shown(value), reason, "it is a whole number from 0 to 2**64 - 1"))
    })
}

/// Reads a cell of a board by its name or index.
pub(crate) fn cell(board: &Board, value: &Bound<'_, PyAny>) -> PyResult<Cell> {
    if let Ok(name) = value.cast::<PyString>() {
        return board
            .cell_named(name.to_string_lossy().trim_matches(BLANKS))
            .map_err(IntoPyErr::into_py_err);
    }
    let Ok(index) = fitting(value) else {
        return Err(wrong_kind(value, "a cell; a name such as '11' or an index is one"));
    };
    let found =
        index.map_or_else(|| Err(board.no_such_cell(shown(value))), |index| board.cell(index));
    found.map_err(IntoPyErr::into_py_err)
}

/// Reads cells of a board in order: names or indices, or a text of names.
pub(crate) fn cells(board: &Board, values: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
    if let Ok(names) = values.cast::<PyString>() {
        return cells_in_text(board, names);
    }
    values.try_iter()?.map(|value| cell(board, &value?)).collect()
}

/// Reads the names of cells in one text, separated by white space or commas.
pub(crate) fn cells_in_text(board: &Board, names: &Bound<'_, PyString>) -> PyResult<Vec<Cell>> {
    let spaced = names.to_string_lossy().replace(',', " ");
    board.moves(&spaced).map_err(IntoPyErr::into_py_err)
}

/// A side argument: its letter.
#[derive(Clone, Copy)]
pub(crate) struct SideArgument(pub(crate) Side);

impl<'py> FromPyObject<'_, 'py> for SideArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let letter = value.cast::<PyString>()?;
        let letter = letter.to_string_lossy();
        match &*letter {
            "x" => Ok(Self(Side::X)),
            "o" => Ok(Self(Side::O)),
            _ => {
                let refusal = (letter.into_owned(), "is not a side", "the sides are x and o");
                Err(InputError::new_err(refusal))
            }
        }
    }
}

/// Optional cells. Unlike an `Option`, it does not accept Python's `None`.
pub(crate) struct CellsArgument<'py>(Option<Bound<'py, PyAny>>);

impl CellsArgument<'_> {
    /// The default of an omitted argument.
    pub(crate) const LEFT_OUT: Self = Self(None);

    /// Reads the cells of a board; none if they were omitted.
    pub(crate) fn cells(self, board: &Board) -> PyResult<Vec<Cell>> {
        self.0.map_or(Ok(Vec::new()), |values| cells(board, &values))
    }
}

impl<'py> FromPyObject<'_, 'py> for CellsArgument<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(value.to_owned())))
    }
}

/// Returns the letter of a side, the same Python object every time.
pub(crate) fn letter(py: Python<'_>, side: Side) -> &Bound<'_, PyString> {
    match side {
        Side::X => pyo3::intern!(py, "x"),
        Side::O => pyo3::intern!(py, "o"),
    }
}

/// Returns the error for an argument that is not `what`. It shows the argument, cut to a readable length.
pub(crate) fn wrong_kind(value: &Bound<'_, PyAny>, what: &str) -> PyErr {
    let given = value.repr().map_or_else(
        |_| value.get_type().to_string(),
        |text| text.to_string_lossy().chars().take(60).collect(),
    );
    PyTypeError::new_err(format!("{given} is not {what}"))
}

/// Prints an integer of any size, although Python refuses to print the largest.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    match value.str() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => "a very large number".to_owned(),
    }
}
