//! Reads the shape of a board, the lengths of its axes, with the length of a line.

use oxo_core::Description;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::shown;
use crate::errors::{BoardError, IntoPyErr};

/// Returns the description of a board. Without a line length, there must be several axes, equally long.
pub(crate) fn described(
    shape: &Bound<'_, PyTuple>,
    line_length: Option<&Bound<'_, PyAny>>,
) -> PyResult<Description> {
    let refused = |reason, meant| Err(refusal(shape, line_length, reason, meant));
    let typed = shape.iter().chain(line_length.cloned());
    let typed = typed.map(|length| length.extract().ok().filter(|length| *length > 0));
    let Some(typed) = typed.collect::<Option<Vec<u64>>>() else {
        return refused("a length is a whole number from 1", &[]);
    };
    let Some((&last, others)) = typed[..shape.len()].split_last() else {
        return refused("the lengths of the axes are missing", &[]);
    };
    let are_equal = others.iter().all(|length| *length == last);
    let shortest = others.iter().copied().fold(last, u64::min);
    let implied = if are_equal { last } else { shortest.max(2) };
    let length = line_length.and(typed.last().copied()).unwrap_or(implied);
    let board = format!("{}:{length}", joined(&typed[..shape.len()]));
    let parsed = board.parse().map_err(IntoPyErr::into_py_err)?;
    if line_length.is_some() || (are_equal && !others.is_empty()) {
        Ok(parsed)
    } else if others.is_empty() {
        let meant = [2, 3, 1].map(|axes| joined(&vec![last; axes]));
        refused("one length does not say how many axes there are", &meant)
    } else {
        let reason = "the axes differ in length, so they do not say how long a line is";
        refused(reason, &[board, format!("{}:{last}", joined(others))])
    }
}

/// Returns the error for a description or a tuple with more after it.
pub(crate) fn followed(
    given: &Bound<'_, PyTuple>,
    line_length: Option<&Bound<'_, PyAny>>,
) -> PyErr {
    let board = given.iter().take(1).map(|board| match board.extract::<Vec<u64>>() {
        Ok(shape) => joined(&shape),
        Err(_) => shown(&board).split(':').take(1).collect(),
    });
    let lengths = given.iter().skip(1).chain(line_length.cloned());
    let lengths = lengths.map(|k| k.extract::<u64>().map_or("?".into(), |k| format!(":{k}")));
    let reason = "a line length belongs in the description, or in line_length= after a shape";
    refusal(given, line_length, reason, &[board.chain(lengths).collect()])
}

fn joined(lengths: &[u64]) -> String {
    lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")
}

/// Returns the error for what `Board` cannot read, with the boards among `meant` that exist, else with examples.
fn refusal(
    given: &Bound<'_, PyTuple>,
    line_length: Option<&Bound<'_, PyAny>>,
    reason: &str,
    meant: &[String],
) -> PyErr {
    let typed = given.iter().map(|one| one.repr().map_or(shown(&one), |text| text.to_string()));
    let length = line_length.map(|length| format!("line_length={}", shown(length)));
    let call = format!("Board({})", typed.chain(length).collect::<Vec<_>>().join(", "));
    let boards = meant.iter().filter_map(|text| text.parse::<Description>().ok());
    let boards = boards
        .map(|board| format!("Board(\"{board}\")"))
        .reduce(|one, other| format!("{one} or {other}"));
    let examples = "it like Board(\"5x5:4\"), Board(4, 4, 4) or Board(5, 5, line_length=4)";
    let remedy = format!("type {}", boards.as_deref().unwrap_or(examples));
    BoardError::new_err((call, reason.to_owned(), remedy))
}
