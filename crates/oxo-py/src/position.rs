//! The Python class `Position`.

use oxo_core::{AnyPosition, Bits, Cell, Setup, Side, with_position};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::{self, BoardArgument, CellsArgument, SideArgument, natural};
use crate::board::{Board, picture, tuple_of_cells, tuple_of_lines};
use crate::errors::IntoPyErr;
use crate::playouts::Playouts;
use crate::signals::interrupted;

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
    fn sibling(&self, py: Python<'_>, core: impl Into<AnyPosition>) -> Self {
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
            to_move = SideArgument(Side::X),
        ),
        text_signature = "(board, x=(), o=(), to_move='x')"
    )]
    fn new(
        board: BoardArgument<'_>,
        x: CellsArgument<'_>,
        o: CellsArgument<'_>,
        to_move: SideArgument,
    ) -> PyResult<Self> {
        let BoardArgument(board) = board;
        let core = board.get().core();
        let setup = Setup { x: x.cells(core)?, o: o.cells(core)?, to_move: to_move.0 };
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

    /// Returns the drawing of the position by `hyperoxo.drawing`.
    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        static DRAW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        DRAW.import(slf.py(), "hyperoxo.drawing", "draw")?.call1((slf,))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        picture(slf)
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
