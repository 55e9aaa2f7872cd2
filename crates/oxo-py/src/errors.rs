//! Converts errors of the core into the exceptions of `hyperoxo.errors`.
//!
//! Each exception class is looked up when it is first raised, and cached.

use pyo3::PyErr;

macro_rules! input_errors {
    ($($name:ident),*) => {$(
        pyo3::import_exception!(hyperoxo.errors, $name);

        impl IntoPyErr for oxo_core::$name {
            fn into_py_err(self) -> PyErr {
                $name::new_err((self.subject, self.reason, self.remedy))
            }
        }
    )*};
}

/// An error with a Python exception class. The orphan rule forbids `From` between foreign types.
pub(crate) trait IntoPyErr {
    /// Returns the exception that Python sees.
    fn into_py_err(self) -> PyErr;
}

input_errors!(BoardError, CellError, MoveError, PositionError);

pyo3::import_exception!(hyperoxo.errors, CheckpointError);
pyo3::import_exception!(hyperoxo.errors, InputError);
pyo3::import_exception!(hyperoxo.errors, ProofError);
pyo3::import_exception!(hyperoxo.errors, SymmetryLimitError);

impl IntoPyErr for oxo_core::SymmetryLimitError {
    fn into_py_err(self) -> PyErr {
        SymmetryLimitError::new_err(self.to_string())
    }
}
