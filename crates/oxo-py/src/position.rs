//! The Python classes `Board` and `Position`, which make each other.

use std::sync::Arc;

use num_bigint::BigUint;
use oxo_core::{AnyGeometry, AnyPosition, Bits, Cell, Description, Setup, Side, with_position};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PySequence, PyString, PyTuple};

use crate::arguments::{self, BLANKS, CellsArgument, SideArgument, natural, wrong_kind};
use crate::errors::IntoPyErr;
use crate::playouts::Playouts;
use crate::shape;
use crate::shared_board::SharedBoard;
use crate::signals::interrupted;
use crate::tuples::{tuple_of_cells, tuple_of_lines};

/// A set of cells and the lines on them: `Board("5x5:4")` is `Board(5, 5, line_length=4)`.
#[pyclass(module = "hyperoxo._core", frozen, eq, hash)]
pub(crate) struct Board(Arc<SharedBoard>);

impl Board {
    /// Reads a description in any of its spellings. `hyperoxo.spellings` knows those beyond the grammar.
    fn described(text: &Bound<'_, PyString>) -> PyResult<Self> {
        static SPELLED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        static UNKNOWN_BOARD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = text.py();
        if let Ok(description) = text.to_string_lossy().parse() {
            return Ok(Self::of(py, description));
        }
        let spelled = SPELLED.import(py, "hyperoxo.spellings", "spelled")?.call1((text,))?;
        match spelled.cast::<PyString>()?.to_string_lossy().parse() {
            Ok(description) => Ok(Self::of(py, description)),
            Err(oxo_core::BoardError { reason, remedy, .. }) => {
                let unknown = UNKNOWN_BOARD.import(py, "hyperoxo.spellings", "unknown_board")?;
                Err(PyErr::from_value(unknown.call1((text, reason, remedy))?))
            }
        }
    }

    fn shaped(
        shape: &Bound<'_, PyTuple>,
        line_length: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self::of(shape.py(), shape::described(shape, line_length)?))
    }

    fn of(py: Python<'_>, description: Description) -> Self {
        Self(py.detach(|| SharedBoard::of(description)))
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
    #[pyo3(signature = (*shape, line_length = None))]
    fn new(shape: &Bound<'_, PyTuple>, line_length: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Ok(first) = shape.get_item(0) else {
            return Self::shaped(shape, line_length);
        };
        let is_alone = shape.len() == 1;
        let is_shape = first.is_instance_of::<PyTuple>() || first.is_instance_of::<PyList>();
        let is_board = first.is_instance_of::<PyString>() || first.is_instance_of::<Self>();
        if is_shape && is_alone {
            Self::shaped(&first.cast::<PySequence>()?.to_tuple()?, line_length)
        } else if is_shape || (is_board && !(is_alone && line_length.is_none())) {
            Err(shape::followed(shape, line_length))
        } else if is_alone && !first.is_instance_of::<PyInt>() {
            let BoardArgument(board) = first.extract()?;
            Ok(Self(Arc::clone(&board.get().0)))
        } else {
            Self::shaped(shape, line_length)
        }
    }

    /// Read a description by the grammar of files and protocols, which has one spelling.
    #[staticmethod]
    fn parse(py: Python<'_>, description: &Bound<'_, PyString>) -> PyResult<Self> {
        let description = description.to_string_lossy().parse().map_err(IntoPyErr::into_py_err)?;
        Ok(Self::of(py, description))
    }

    /// Cells along each axis, slowest axis first.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core().shape())
    }

    /// How many axes the board has.
    #[getter]
    fn dimensions(&self) -> usize {
        self.core().shape().len()
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
        let position = slf.get().geometry().parse(text.to_string_lossy().trim_matches(BLANKS));
        Ok(Position::on(slf.unbind(), position.map_err(IntoPyErr::into_py_err)?))
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.core())
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

/// A board argument: a `Board`, or a description in any of its spellings.
pub(crate) struct BoardArgument<'py>(pub(crate) Bound<'py, Board>);

impl<'py> FromPyObject<'_, 'py> for BoardArgument<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(board) = value.cast::<Board>() {
            return Ok(Self(board.to_owned()));
        }
        let Ok(description) = value.cast::<PyString>() else {
            return Err(wrong_kind(&value, "a board; a description such as '4x4x4' is one"));
        };
        let board = Board::described(&description)?;
        Ok(Self(Bound::new(value.py(), board)?))
    }
}

/// Stones on a board and the side to move; always one that a game can reach.
#[pyclass(module = "hyperoxo._core", frozen, eq, hash)]
pub(crate) struct Position {
    board: Py<Board>,
    core: AnyPosition,
}

impl Position {
    /// Makes the position from the core's position and the Python object of its board.
    pub(crate) fn on(board: Py<Board>, core: AnyPosition) -> Self {
        Self { board, core }
    }

    /// Returns the core's position.
    pub(crate) fn core(&self) -> &AnyPosition {
        &self.core
    }

    /// Reads a cell that can be played. If the game is over, no cell can.
    pub(crate) fn playable(&self, cell: &Bound<'_, PyAny>) -> PyResult<Cell> {
        let index = arguments::cell(self.board.get().core(), cell)?;
        match with_position!(&self.core, core => core.play(index).map(|_| ())) {
            Ok(()) => Ok(index),
            Err(error) => Err(error.into_py_err()),
        }
    }

    /// Returns another position on the same board.
    pub(crate) fn sibling(&self, py: Python<'_>, core: impl Into<AnyPosition>) -> Self {
        Self { board: self.board.clone_ref(py), core: core.into() }
    }

    fn stones_of<'py>(&self, py: Python<'py>, side: Side) -> PyResult<Bound<'py, PyTuple>> {
        with_position!(&self.core, core => tuple_of_cells(py, core.stones(side).cells()))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core
    }
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.core.hash(state);
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (
            board,
            x = CellsArgument::LEFT_OUT,
            o = CellsArgument::LEFT_OUT,
            to_move = None,
        ),
        text_signature = "(board, x=(), o=(), to_move=None)"
    )]
    fn new(
        board: BoardArgument<'_>,
        x: CellsArgument<'_>,
        o: CellsArgument<'_>,
        to_move: Option<SideArgument>,
    ) -> PyResult<Self> {
        let BoardArgument(board) = board;
        let core = board.get().core();
        let (x, o) = (x.cells(core)?, o.cells(core)?);
        let by_counts = if x.len() == o.len() + 1 { Side::O } else { Side::X };
        let setup = Setup { x, o, to_move: to_move.map_or(by_counts, |SideArgument(side)| side) };
        let position = board.get().geometry().position(&setup).map_err(IntoPyErr::into_py_err)?;
        Ok(Self::on(board.unbind(), position))
    }

    /// The board it is on.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<Board> {
        self.board.clone_ref(py)
    }

    /// Whose turn it is; after the end, whose turn it would be.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        with_position!(&self.core, core => arguments::letter(py, core.to_move()))
    }

    /// Cells of X's stones, ascending.
    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.stones_of(py, Side::X)
    }

    /// Cells of O's stones, ascending.
    #[getter]
    fn o<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.stones_of(py, Side::O)
    }

    /// How many stones are on the board.
    #[getter]
    fn stones(&self) -> usize {
        with_position!(&self.core, core => core.occupied().count())
    }

    /// Return whose stone is on `cell`, None if it is empty.
    fn stone<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let py = cell.py();
        let cell = arguments::cell(self.board.get().core(), cell)?;
        let side = with_position!(&self.core, core => core.stone(cell));
        Ok(side.map(|side| arguments::letter(py, side).clone()))
    }

    /// Return the cells without a stone, ascending, whether or not the game is over.
    fn empty_cells(&self) -> Vec<usize> {
        with_position!(&self.core, core => core.empty_cells().cells().map(Cell::index).collect())
    }

    /// Return the cells that can be played, ascending; none once the game is over.
    fn legal_moves(&self) -> Vec<usize> {
        with_position!(&self.core, core => core.legal_moves().cells().map(Cell::index).collect())
    }

    /// Return the position after the side to move plays `cell`.
    fn play(&self, cell: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = cell.py();
        let cell = arguments::cell(self.board.get().core(), cell)?;
        with_position!(&self.core, core => match core.play(cell) {
            Ok(next) => Ok(self.sibling(py, next)),
            Err(error) => Err(error.into_py_err()),
        })
    }

    /// The side that has a line, if any.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        let winner = with_position!(&self.core, core => core.winner());
        winner.map(|side| arguments::letter(py, side).clone())
    }

    /// Return the indices of all completed lines, ascending; one move can complete several.
    fn completed_lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        with_position!(&self.core, core => tuple_of_lines(py, core.completed_lines()))
    }

    /// Whether every cell holds a stone.
    #[getter]
    fn is_full(&self) -> bool {
        with_position!(&self.core, core => core.is_full())
    }

    /// Whether a side has a line or the board is full.
    #[getter]
    fn is_over(&self) -> bool {
        with_position!(&self.core, core => core.is_over())
    }

    /// Return each line with k-1 stones of `side` and one empty cell, as (that cell, the line's index), by line.
    fn threats(&self, side: SideArgument) -> Vec<(usize, usize)> {
        with_position!(&self.core, core => core
            .threats(side.0)
            .map(|(cell, line)| (cell.index(), line.index()))
            .collect())
    }

    /// Return the position with the stone of each cell `i` moved to `symmetry[i]`.
    fn transformed(&self, symmetry: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = symmetry.py();
        let board = self.board.get().core();
        let images = arguments::cells(board, symmetry)?;
        let symmetry = py.detach(|| board.automorphism(&images)).map_err(IntoPyErr::into_py_err)?;
        Ok(with_position!(&self.core, core => self.sibling(py, core.transformed(&symmetry))))
    }

    /// Return the representative of this position's class: equal for two positions exactly if an automorphism joins them.
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        with_position!(&self.core, core => match py.detach(|| core.canonical()) {
            Ok(canonical) => Ok(self.sibling(py, canonical)),
            Err(error) => Err(error.into_py_err()),
        })
    }

    /// Return an automorphism that takes this position to its canonical form.
    fn canonical_symmetry<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let symmetry = with_position!(&self.core, core => py.detach(|| core.canonical_symmetry()));
        let symmetry = symmetry.map_err(IntoPyErr::into_py_err)?;
        tuple_of_cells(py, symmetry.images().iter().copied())
    }

    /// The position text: one token a cell, a space, the side to move; `Board.position` reads it back.
    #[getter]
    fn text(&self) -> String {
        self.core.to_string()
    }

    /// Count the sequences of exactly `depth` legal plies from here.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = usize::try_from(natural("the depth", depth)?).unwrap_or(usize::MAX);
        with_position!(&self.core, core => py.detach(|| core.perft_checked(depth, interrupted)))
    }

    /// Play `games` uniformly random games to their end on one thread; the same seed gives the same figures.
    fn playouts(
        &self,
        py: Python<'_>,
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Playouts> {
        let (games, seed) = (natural("the number of games", games)?, natural("the seed", seed)?);
        let playouts = with_position!(&self.core, core => {
            py.detach(|| core.playouts_checked(games, seed, interrupted))
        })?;
        Ok(Playouts(playouts))
    }

    fn __repr__(&self) -> String {
        format!("Board('{}').position('{}')", self.board.get().core(), self.core)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let rebuild = self.board.bind(py).getattr(pyo3::intern!(py, "position"))?;
        Ok((rebuild, (self.core.to_string(),)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }
}
