//! The Python module `hyperoxo._core`: only conversion and error mapping over `oxo-core`, `oxo-solve` and `oxo-check`.
//!
//! Its typed interface is `python/hyperoxo/_core.pyi`, which the tests compare with it. Long loops run with the
//! interpreter released, and very long ones also poll Python's signals.

mod analyse;
mod arguments;
mod bounds;
mod distribute;
mod errors;
mod forced_wins;
mod game_batch;
mod playouts;
mod position;
mod search;
mod shape;
mod shared_board;
mod signals;
mod solve;
mod strategy;
mod tuples;
mod verify;
mod watching;
mod within;

/// Boards, positions, the counting and sampling done on them, and proofs.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analyse::analyse;
    #[pymodule_export]
    use crate::distribute::work_on_task;
    #[pymodule_export]
    use crate::forced_wins::{forced_win, refutations};
    #[pymodule_export]
    use crate::game_batch::GameBatch;
    #[pymodule_export]
    use crate::playouts::Playouts;
    #[pymodule_export]
    use crate::position::{Board, Position};
    #[pymodule_export]
    use crate::search::{move_scores, search};
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::strategy::Strategy;
    #[pymodule_export]
    use crate::verify::verify;
    #[pymodule_export]
    use crate::within::within;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const MAX_BATCH: u32 = oxo_core::MAX_BATCH;
    #[pymodule_export]
    const MAX_CELLS: usize = oxo_core::MAX_CELLS;
    #[pymodule_export]
    const MAX_SYMMETRIES: usize = oxo_core::MAX_SYMMETRIES;
    #[pymodule_export]
    const MAX_PROOF_BYTES: usize = oxo_check::MAX_BYTES;

    /// Has the package add the methods that are written in Python.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("hyperoxo")?.call_method1("_add_methods", (module,))?;
        Ok(())
    }
}
