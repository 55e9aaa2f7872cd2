//! The Python class `Playouts`.

use pyo3::prelude::*;

use crate::arguments::natural;
use crate::errors::InputError;

/// What random games from one position came to.
#[pyclass(module = "hyperoxo._core", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct Playouts(pub(crate) oxo_core::Playouts);

#[pymethods]
impl Playouts {
    #[new]
    fn new(
        x_wins: &Bound<'_, PyAny>,
        o_wins: &Bound<'_, PyAny>,
        draws: &Bound<'_, PyAny>,
        plies: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let [x_wins, o_wins, draws, plies] = [
            natural("x_wins", x_wins)?,
            natural("o_wins", o_wins)?,
            natural("draws", draws)?,
            natural("plies", plies)?,
        ];
        if x_wins.checked_add(o_wins).and_then(|won| won.checked_add(draws)).is_none() {
            let games = format!("{x_wins} + {o_wins} + {draws}");
            let refusal = (games, "the games are out of range", "their sum is at most 2**64 - 1");
            return Err(InputError::new_err(refusal));
        }
        Ok(Self(oxo_core::Playouts { x_wins, o_wins, draws, plies }))
    }

    /// Games played.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// Games that X won.
    #[getter]
    fn x_wins(&self) -> u64 {
        self.0.x_wins
    }

    /// Games that O won.
    #[getter]
    fn o_wins(&self) -> u64 {
        self.0.o_wins
    }

    /// Games that filled the board without a line.
    #[getter]
    fn draws(&self) -> u64 {
        self.0.draws
    }

    /// Plies played, summed over the games.
    #[getter]
    fn plies(&self) -> u64 {
        self.0.plies
    }

    fn __repr__(&self) -> String {
        let oxo_core::Playouts { x_wins, o_wins, draws, plies } = self.0;
        format!("Playouts(x_wins={x_wins}, o_wins={o_wins}, draws={draws}, plies={plies})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u64, u64, u64, u64)) {
        let oxo_core::Playouts { x_wins, o_wins, draws, plies } = slf.get().0;
        (slf.get_type().into_any(), (x_wins, o_wins, draws, plies))
    }
}
