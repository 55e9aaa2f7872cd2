//! The Python class `Board`.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use num_bigint::BigUint;
use oxo_core::{AnyGeometry, Cell, Description, Line};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::{self, BoardArgument};
use crate::errors::IntoPyErr;
use crate::position::Position;

/// A set of cells and the lines on them.
#[pyclass(module = "hyperoxo._core", frozen, eq, hash)]
pub(crate) struct Board(Arc<Shared>);

/// The data that all `Board` objects of one description share, so that making one again is cheap and its symmetries are
/// computed once.
struct Shared {
    geometry: AnyGeometry,
    lines: PyOnceLock<Py<PyTuple>>,
}

/// The boards in use. Making a board also removes the entries whose board no longer exists.
static BOARDS: LazyLock<Mutex<HashMap<Description, Weak<Shared>>>> = LazyLock::new(Mutex::default);

impl Shared {
    fn of(description: Description) -> Arc<Self> {
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

impl Board {
    /// Reads a description in any of its spellings. `hyperoxo.boards` knows those beyond the grammar.
    pub(crate) fn described(py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<Self> {
        static FIND_BOARD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        if let Ok(description) = text.to_string_lossy().parse() {
            return Ok(Self(py.detach(|| Shared::of(description))));
        }
        let find_board = FIND_BOARD.import(py, "hyperoxo.boards", "find_board")?;
        let found = find_board.call1((text,))?;
        Ok(Self(Arc::clone(&found.cast::<Self>()?.get().0)))
    }

    /// Returns the board of `oxo_core`.
    pub(crate) fn core(&self) -> &oxo_core::Board {
        self.geometry().board()
    }

    /// Returns the geometry that positions on the board share.
    pub(crate) fn geometry(&self) -> &AnyGeometry {
        &self.0.geometry
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.core() == other.core()
    }
}

impl std::hash::Hash for Board {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.core().hash(state);
    }
}

#[pymethods]
impl Board {
    #[new]
    fn new(description: BoardArgument<'_>) -> Self {
        let BoardArgument(board) = description;
        Self(Arc::clone(&board.get().0))
    }

    /// Read a description by the grammar of files and protocols, which has one spelling.
    #[staticmethod]
    fn parse(py: Python<'_>, description: &Bound<'_, PyString>) -> PyResult<Self> {
        let description: Description =
            description.to_string_lossy().parse().map_err(IntoPyErr::into_py_err)?;
        Ok(Self(py.detach(|| Shared::of(description))))
    }

    /// Cells along each axis, slowest axis first.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core().sides())
    }

    /// How many axes the board has.
    #[getter]
    fn dimensions(&self) -> usize {
        self.core().sides().len()
    }

    /// Cells in a line (k).
    #[getter]
    fn line_length(&self) -> usize {
        self.core().line_length()
    }

    /// How many cells the board has; `len(board)` is the same.
    #[getter]
    fn size(&self) -> usize {
        self.core().size()
    }

    fn __len__(&self) -> usize {
        self.core().size()
    }

    /// Every line as its cells from end to end; a line is known elsewhere by its index in this tuple.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let lines = self.0.lines.get_or_try_init(py, || {
            let lines = self.core().lines().map(|line| tuple_of_cells(py, line.iter().copied()));
            Ok::<_, PyErr>(PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?.unbind())
        })?;
        Ok(lines.clone_ref(py))
    }

    /// Return the indices of the lines that run through `cell`, ascending.
    fn lines_through<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let lines = self.core().lines_through(arguments::cell(self.core(), cell)?);
        PyTuple::new(cell.py(), lines.iter().map(|line| line.index()))
    }

    /// Return the index of a cell, given by its name (`231`; with a side above 9, `10.2.3`) or its index.
    fn cell(&self, cell: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(arguments::cell(self.core(), cell)?.index())
    }

    /// Return the name of a cell.
    fn name(&self, cell: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.core().name(arguments::cell(self.core(), cell)?))
    }

    /// Return the names of `cells` in order, separated by spaces.
    fn names(&self, cells: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.core().names(arguments::cells(self.core(), cells)?))
    }

    /// Read cells separated by white space or commas, in order; the inverse of `names`.
    fn moves(&self, text: &Bound<'_, PyString>) -> PyResult<Vec<usize>> {
        let cells = arguments::cells_in_text(self.core(), text)?;
        Ok(cells.into_iter().map(Cell::index).collect())
    }

    /// Return the coordinates of a cell, each from 1, slowest axis first.
    fn coordinates<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(cell.py(), self.core().coordinates(arguments::cell(self.core(), cell)?))
    }

    /// Size of the automorphism group, exact however large.
    #[getter]
    fn symmetry_count(&self, py: Python<'_>) -> BigUint {
        py.detach(|| self.core().symmetries().order().clone())
    }

    /// Return every automorphism as a permutation: cell `i` goes to `permutation[i]`; the identity is first.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let elements =
            py.detach(|| self.core().symmetries().elements()).map_err(IntoPyErr::into_py_err)?;
        elements
            .iter()
            .map(|symmetry| tuple_of_cells(py, symmetry.images().iter().copied()))
            .collect()
    }

    /// Return the orbits of the cells under all automorphisms, each ascending, ordered by their first cell.
    fn cell_classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let orbits = py.detach(|| self.core().symmetries().orbits());
        let classes = orbits.into_iter().map(|orbit| tuple_of_cells(py, orbit));
        PyTuple::new(py, classes.collect::<PyResult<Vec<_>>>()?)
    }

    /// Return the empty position, X to move.
    fn empty(slf: Bound<'_, Self>) -> Position {
        let position = slf.get().geometry().start();
        Position::on(slf.unbind(), position)
    }

    /// Read a position text such as `xo1x8x8o41o x`.
    fn position(slf: Bound<'_, Self>, text: &Bound<'_, PyString>) -> PyResult<Position> {
        let position = slf.get().geometry().parse(&text.to_string_lossy());
        Ok(Position::on(slf.unbind(), position.map_err(IntoPyErr::into_py_err)?))
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.core())
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        picture(slf)
    }

    fn __str__(&self) -> String {
        self.core().to_string()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().core().to_string(),))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }
}

/// Returns the picture of a board or a position, which `hyperoxo.svg` draws.
pub(crate) fn picture<'py>(subject: &Bound<'py, impl PyClass>) -> PyResult<Bound<'py, PyAny>> {
    static SVG: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    SVG.import(subject.py(), "hyperoxo.svg", "svg")?.call1((subject,))
}

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
