//! The Python class `GameBatch`, which writes into numpy arrays of the caller without a copy.
//!
//! The crate `numpy` lends the memory of an array as a slice and refuses to lend it twice, so no unsafe code is needed
//! here. It loads numpy when the first array is looked at, and so never for programs that use none.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{
    Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods,
};
use oxo_core::{AnyGameBatch, AnyPosition, BatchArrays, PlayoutRng, with_position};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::arguments::natural;
use crate::errors::{InputError, IntoPyErr};
use crate::position::Position;

type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// The arrays that describe a batch: action mask, observation, winner, ended, side to move.
type Arrays<'py> = (Array<'py, u8>, Array<'py, u8>, Array<'py, i8>, Array<'py, u8>, Array<'py, i8>);

/// Games from one position, or each from its own, which are stepped together.
#[pyclass(module = "hyperoxo._core", frozen)]
pub(crate) struct GameBatch {
    games: usize,
    cells: usize,
    start: Py<Position>,
    auto_reset: bool,
    state: Mutex<State>,
}

/// What changes in a batch.
#[derive(Clone)]
struct State {
    batch: AnyGameBatch,
    rng: PlayoutRng,
}

#[pymethods]
impl GameBatch {
    #[new]
    #[pyo3(signature = (start, games, *, seed, auto_reset))]
    fn new(
        start: &Bound<'_, Position>,
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        auto_reset: bool,
    ) -> PyResult<Self> {
        let (count, seed) = (natural("the number of games", games)?, natural("the seed", seed)?);
        let most = u64::from(oxo_core::MAX_BATCH);
        let Some(games) = usize::try_from(count).ok().filter(|_| (1..=most).contains(&count))
        else {
            let remedy = format!("it is from 1 to {most}");
            let reason = "the number of games is out of range";
            return Err(InputError::new_err((count.to_string(), reason, remedy)));
        };
        let position = start.get().core();
        check_position(position, position, true)?;
        let batch = AnyGameBatch::new(position, games, auto_reset);
        let state = Mutex::new(State { batch, rng: PlayoutRng::new(seed) });
        let cells = with_position!(position, position => position.board().size());
        Ok(Self { games, cells, start: start.clone().unbind(), auto_reset, state })
    }

    /// Return a batch of the same games, which draws the same random actions.
    fn copy(&self, py: Python<'_>) -> Self {
        let state = py.detach(|| self.locked().clone());
        let Self { games, cells, auto_reset, .. } = *self;
        Self { games, cells, start: self.start.clone_ref(py), auto_reset, state: Mutex::new(state) }
    }

    /// Seed `random_actions` again.
    fn seed(&self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let rng = PlayoutRng::new(natural("the seed", seed)?);
        seed.py().detach(|| self.locked().rng = rng);
        Ok(())
    }

    /// The state of the generator of `random_actions`; set it to draw the same actions again.
    #[getter]
    fn random_state(&self, py: Python<'_>) -> [u8; 32] {
        py.detach(|| self.locked().rng.state())
    }

    #[setter]
    fn set_random_state(&self, py: Python<'_>, state: [u8; 32]) {
        py.detach(|| self.locked().rng = PlayoutRng::from_state(state));
    }

    /// Return the position of a game.
    fn position(&self, py: Python<'_>, game: isize) -> PyResult<Position> {
        let index = self.index_of(game)?;
        let position = py.detach(|| self.locked().batch.position(index));
        Ok(self.start.get().sibling(py, position))
    }

    /// Put a game into a position, from which it also starts if so said, and describe it in `arrays`.
    #[pyo3(signature = (game, position, arrays, *, is_start))]
    fn set<'py>(
        &self,
        py: Python<'py>,
        game: isize,
        position: &Position,
        arrays: Arrays<'py>,
        is_start: bool,
    ) -> PyResult<()> {
        let index = self.index_of(game)?;
        let has_moves = is_start || self.auto_reset;
        check_position(position.core(), self.start.get().core(), has_moves)?;
        let mut arrays = Borrowed::new(arrays, self.games, self.cells)?;
        let mut arrays = arrays.slices()?;
        py.detach(|| self.locked().batch.set(index, position.core(), is_start, &mut arrays));
        Ok(())
    }

    /// Start games again, all or those chosen, and describe these in `arrays`.
    fn reset<'py>(
        &self,
        py: Python<'py>,
        chosen: Option<Array<'py, u8>>,
        arrays: Arrays<'py>,
    ) -> PyResult<()> {
        let chosen = chosen.map(|chosen| borrowed("chosen", &chosen, self.games)).transpose()?;
        let chosen = chosen.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let mut arrays = Borrowed::new(arrays, self.games, self.cells)?;
        let mut arrays = arrays.slices()?;
        py.detach(|| self.locked().batch.reset(chosen, &mut arrays));
        Ok(())
    }

    /// Play one move in every game, and describe all games in `arrays`.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Array<'py, i64>,
        arrays: Arrays<'py>,
    ) -> PyResult<()> {
        let actions = borrowed("actions", actions, self.games)?;
        let actions = actions.as_slice()?;
        let mut arrays = Borrowed::new(arrays, self.games, self.cells)?;
        let mut arrays = arrays.slices()?;
        let stepped = py.detach(|| self.locked().batch.step(actions, &mut arrays));
        stepped.map_err(IntoPyErr::into_py_err)
    }

    /// Write a random legal action for every game; -1 where the game is over.
    fn random_actions<'py>(&self, py: Python<'py>, actions: &Array<'py, i64>) -> PyResult<()> {
        let mut actions = written("actions", actions, self.games)?;
        let actions = actions.as_slice_mut()?;
        py.detach(|| {
            let mut state = self.locked();
            let State { batch, rng } = &mut *state;
            batch.random_actions(rng, actions);
        });
        Ok(())
    }
}

impl GameBatch {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of a game; a negative one counts from the end.
    fn index_of(&self, game: isize) -> PyResult<usize> {
        let index = if game < 0 { game + self.games.cast_signed() } else { game };
        let index = usize::try_from(index).ok().filter(|&index| index < self.games);
        index.ok_or_else(|| {
            let known = format!("games are 0 to {}", self.games - 1);
            PyIndexError::new_err(format!("{game}: there is no such game; {known}"))
        })
    }
}

/// Checks that games on the board of `other` can be in a position; `has_moves` if such games always have a move.
fn check_position(position: &AnyPosition, other: &AnyPosition, has_moves: bool) -> PyResult<()> {
    let board_of = |any: &AnyPosition| with_position!(any, any => any.board().clone());
    let (board, wanted) = (board_of(position), board_of(other));
    let (reason, remedy) = if board != wanted {
        (format!("the position is on {board}"), format!("the games are on {wanted}"))
    } else if has_moves && with_position!(position, position => position.is_over()) {
        let remedy = "start before its end, or set it without auto_reset";
        ("the game is over in the position".to_owned(), remedy.to_owned())
    } else {
        return Ok(());
    };
    Err(InputError::new_err((position.to_string(), reason, remedy)))
}

/// The arrays of one call, borrowed for it.
struct Borrowed<'py> {
    action_mask: PyReadwriteArray1<'py, u8>,
    observation: PyReadwriteArray1<'py, u8>,
    winner: PyReadwriteArray1<'py, i8>,
    ended: PyReadwriteArray1<'py, u8>,
    to_move: PyReadwriteArray1<'py, i8>,
}

impl<'py> Borrowed<'py> {
    fn new(arrays: Arrays<'py>, games: usize, cells: usize) -> PyResult<Self> {
        let (action_mask, observation, winner, ended, to_move) = arrays;
        Ok(Self {
            action_mask: written("action_mask", &action_mask, games * cells)?,
            observation: written("observation", &observation, games * 2 * cells)?,
            winner: written("winner", &winner, games)?,
            ended: written("ended", &ended, games)?,
            to_move: written("to_move", &to_move, games)?,
        })
    }

    fn slices(&mut self) -> PyResult<BatchArrays<'_>> {
        Ok(BatchArrays {
            action_mask: self.action_mask.as_slice_mut()?,
            observation: self.observation.as_slice_mut()?,
            winner: self.winner.as_slice_mut()?,
            ended: self.ended.as_slice_mut()?,
            to_move: self.to_move.as_slice_mut()?,
        })
    }
}

/// Borrows an array to read it.
fn borrowed<'py, T: Element>(
    name: &str,
    array: &Array<'py, T>,
    length: usize,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    check_length(name, array.len(), length)?;
    array.try_readonly().map_err(|_| in_use(name))
}

/// Borrows an array to write into it.
fn written<'py, T: Element>(
    name: &str,
    array: &Array<'py, T>,
    length: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    check_length(name, array.len(), length)?;
    array.try_readwrite().map_err(|_| in_use(name))
}

fn check_length(name: &str, found: usize, wanted: usize) -> PyResult<()> {
    if found == wanted {
        return Ok(());
    }
    let remedy = format!("it has {wanted} entries");
    Err(InputError::new_err((found.to_string(), format!("wrong length of {name}"), remedy)))
}

fn in_use(name: &str) -> PyErr {
    let reason = "the array is read-only, or another thread uses it";
    InputError::new_err((name.to_owned(), reason, "use a batch in one thread at a time"))
}
