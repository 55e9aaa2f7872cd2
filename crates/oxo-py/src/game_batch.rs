//! The Python class `GameBatch`, which writes into numpy arrays of the caller without a copy.
//!
//! The crate `numpy` lends the memory of an array as a slice and refuses to lend it twice, so no unsafe code is needed
//! here. It loads numpy when the first array is looked at, and so never for programs that use none.

use std::sync::{Mutex, PoisonError};

use numpy::{
    Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods,
};
use oxo_core::{ActionRng, AnyGameBatch, BatchArrays, with_position};
use pyo3::prelude::*;

use crate::arguments::natural;
use crate::errors::{InputError, IntoPyErr};
use crate::position::Position;

type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// The arrays that describe a batch: action mask, observation, winner, ended, side to move.
type Arrays<'py> = (Array<'py, u8>, Array<'py, u8>, Array<'py, i8>, Array<'py, u8>, Array<'py, i8>);

/// Games from one position, which are stepped together.
#[pyclass(module = "hyperoxo._core", frozen)]
pub(crate) struct GameBatch {
    games: usize,
    cells: usize,
    state: Mutex<State>,
}

/// What changes in a batch.
struct State {
    batch: AnyGameBatch,
    rng: ActionRng,
}

#[pymethods]
impl GameBatch {
    #[new]
    #[pyo3(signature = (start, games, *, seed, auto_reset))]
    fn new(
        start: &Position,
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
        let (text, is_over, cells) = with_position!(start.core(), core => {
            (core.to_string(), core.is_over(), core.board().size())
        });
        if is_over {
            let reason = "the game is over in the position that the games would start from";
            return Err(InputError::new_err((text, reason, "")));
        }
        let batch = AnyGameBatch::new(start.core(), games, auto_reset);
        let state = Mutex::new(State { batch, rng: ActionRng::new(seed) });
        Ok(Self { games, cells, state })
    }

    /// Seed `random_actions` again.
    fn seed(&self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let rng = ActionRng::new(natural("the seed", seed)?);
        seed.py().detach(|| self.state.lock().unwrap_or_else(PoisonError::into_inner).rng = rng);
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
        py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.batch.reset(chosen, &mut arrays);
        });
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
        let stepped = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.batch.step(actions, &mut arrays)
        });
        stepped.map_err(IntoPyErr::into_py_err)
    }

    /// Write a random legal action for every game; -1 where the game is over.
    fn random_actions<'py>(&self, py: Python<'py>, actions: &Array<'py, i64>) -> PyResult<()> {
        let mut actions = written("actions", actions, self.games)?;
        let actions = actions.as_slice_mut()?;
        py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let State { batch, rng } = &mut *state;
            batch.random_actions(rng, actions);
        });
        Ok(())
    }
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
