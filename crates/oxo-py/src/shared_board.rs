//! The data of a board, made once for all Python objects that show it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use oxo_core::{AnyGeometry, Description};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// The data that all `Board` objects of one description share, so that making one again is cheap and its symmetries are
/// computed once.
pub(crate) struct SharedBoard {
    pub(crate) geometry: AnyGeometry,
    pub(crate) lines: PyOnceLock<Py<PyTuple>>,
}

/// The boards in use. Making a board also removes the entries whose board no longer exists.
static BOARDS: LazyLock<Mutex<HashMap<Description, Weak<SharedBoard>>>> =
    LazyLock::new(Mutex::default);

impl SharedBoard {
    /// Returns the data of a board, which are kept as long as a `Board` uses them.
    pub(crate) fn of(description: Description) -> Arc<Self> {
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = boards.get(&description).and_then(Weak::upgrade) {
            return shared;
        }
        let geometry = AnyGeometry::of(&oxo_core::Board::new(description.clone()));
        let shared = Arc::new(Self { geometry, lines: PyOnceLock::new() });
        boards.retain(|_, shared| shared.strong_count() > 0);
        boards.insert(description, Arc::downgrade(&shared));
        shared
    }
}
