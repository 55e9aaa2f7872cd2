//! The Python class `Strategy`: a verified proof that returns the strategist's moves.

use oxo_check::{Answer, Failure, Reason, Reply, Response};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{PositionError, ProofError};
use crate::verify::{Proof, kind, proof_tuple};

/// The cell, the reason of the move, and the plies of the longest game.
type AnswerTuple = (usize, &'static str, Option<usize>);

/// The cell of the reply, the kind of response, the moves that follow, and the plies of the longest game.
type ReplyTuple = (usize, &'static str, Vec<usize>, Option<usize>);

/// A verified proof as a strategy: see `hyperoxo.solver.strategies.Strategy`.
#[pyclass(module = "hyperoxo._core", frozen)]
pub(crate) struct Strategy(oxo_check::Strategy);

#[pymethods]
impl Strategy {
    #[new]
    fn new(py: Python<'_>, certificate: &[u8]) -> PyResult<Self> {
        py.detach(|| oxo_check::Strategy::of(certificate.to_vec()))
            .map(Self)
            .map_err(|failure| proof_error(&failure))
    }

    /// What the proof shows, in the form that `verify` returns.
    #[getter]
    fn proof(&self) -> Proof {
        proof_tuple(self.0.verified().clone())
    }

    /// Return the strategist's move where it is to move; None if the strategy has no answer there.
    fn answer(&self, position: &Bound<'_, PyString>) -> PyResult<Option<AnswerTuple>> {
        let text = position.to_string_lossy();
        let answer = self.0.answer(&text).map_err(|reason| position_error(&text, reason))?;
        Ok(answer.map(answer_tuple))
    }

    /// Return what meets each reply where the opponent is to move; None if the strategy has no answer there.
    fn replies(&self, position: &Bound<'_, PyString>) -> PyResult<Option<Vec<ReplyTuple>>> {
        let text = position.to_string_lossy();
        let replies = self.0.replies(&text).map_err(|reason| position_error(&text, reason))?;
        Ok(replies.map(|replies| replies.into_iter().map(reply_tuple).collect()))
    }

    /// Return the positions in which the strategy chooses a move, one of each class, with the answers.
    fn strategic(&self) -> Vec<(String, AnswerTuple)> {
        self.0.strategic().map(|(position, answer)| (position, answer_tuple(answer))).collect()
    }
}

fn proof_error(failure: &Failure) -> PyErr {
    let (kind, reason) = (kind(failure), failure.to_string());
    ProofError::new_err(("the certificate", format!("{kind}: {reason}"), "", kind))
}

fn position_error(text: &str, reason: String) -> PyErr {
    PositionError::new_err((text.to_owned(), reason))
}

fn answer_tuple(answer: Answer) -> AnswerTuple {
    let reason = match answer.reason {
        Reason::Completes => "completes",
        Reason::Forced => "forced",
        Reason::Strategic => "strategic",
    };
    (answer.cell, reason, answer.plies)
}

fn reply_tuple(reply: Reply) -> ReplyTuple {
    let (met_by, moves) = match reply.response {
        Response::Completion(cell) => ("completion", vec![cell]),
        Response::Sequence(moves) => ("run", moves),
        Response::Record => ("record", Vec::new()),
        Response::Pair(cell) => ("pair", vec![cell]),
        Response::Nothing => ("nothing", Vec::new()),
    };
    (reply.cell, met_by, moves, reply.plies)
}
