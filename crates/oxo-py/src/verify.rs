//! The Python function `verify`: the verdict of the independent checker.

use oxo_check::{Failure, Verified};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::InputError;

/// The result for Python: the kind of verdict, its text in one line, and the proof if it is verified.
type Verdict = (&'static str, String, Option<Proof>);

/// A verified proof: its claim, the board, the position, the numbers of strategic and of forced positions, and the
/// plies of the longest game.
pub(crate) type Proof = (String, String, Option<String>, u64, u64, Option<usize>);

/// Check a proof: see `hyperoxo.solver.verify.verify`.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    proof: &[u8],
    form: &Bound<'_, PyString>,
) -> PyResult<Verdict> {
    let form = form.to_string_lossy();
    let check = match &*form {
        "oxc" => oxo_check::check,
        "patashnik" => oxo_check::check_patashnik,
        _ => {
            let refusal =
                (form.into_owned(), "is no form of proofs", "the forms are oxc and patashnik");
            return Err(InputError::new_err(refusal));
        }
    };
    Ok(match py.detach(|| check(proof)) {
        Ok(verified) => ("verified", verified.to_string(), Some(proof_tuple(verified))),
        Err(failure) => (kind(&failure), failure.to_string(), None),
    })
}

/// Returns the kind of verdict.
pub(crate) fn kind(failure: &Failure) -> &'static str {
    match failure {
        Failure::Rejected { .. } => "rejected",
        Failure::Malformed { .. } => "malformed",
        Failure::OutOfResources { .. } => "out of resources",
    }
}

/// Converts a verified proof for Python.
pub(crate) fn proof_tuple(verified: Verified) -> Proof {
    let Verified { claim, board, position, strategic, forced, plies } = verified;
    (claim.to_string(), board, position, strategic, forced, plies)
}
