//! The Python module `hyperoxo._core`: conversion and error mapping over `oxo-core`, nothing else.
//!
//! Its typed face is `python/hyperoxo/_core.pyi`, which the tests hold true. Every loop that can be long
//! runs with the interpreter released, and loops that can be very long look for Python's signals.

mod arguments;
mod board;
mod errors;
mod playouts;
mod position;

/// Boards, positions, and the counting and sampling done on them.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::playouts::Playouts;
    #[pymodule_export]
    use crate::position::Position;

    #[pymodule_export]
    const MAX_CELLS: usize = oxo_core::MAX_CELLS;
    #[pymodule_export]
    const MAX_SYMMETRIES: usize = oxo_core::MAX_SYMMETRIES;
}
