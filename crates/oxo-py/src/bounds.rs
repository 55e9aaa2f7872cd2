//! The resource limits of a search as Python passes them, read and refused in the same way by all functions.

use std::thread;
use std::time::{Duration, Instant};

use oxo_solve::{Report, SearchLimits, Stop};
use pyo3::prelude::*;

use crate::arguments::{natural, shown};
use crate::errors::InputError;

/// The resource limits of a search. Its time runs from the moment at which this was made.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    nodes: Option<u64>,
    deadline: Option<Instant>,
    /// The memory limit in bytes.
    memory: usize,
    threads: usize,
}

impl Bounds {
    /// Reads the limits of a search on one thread: positions and seconds, None for no limit, and memory in MiB.
    pub(crate) fn new(
        nodes: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
        memory: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            nodes: nodes.map(|nodes| natural("the number of nodes", nodes)).transpose()?,
            deadline: seconds.map(deadline).transpose()?.flatten(),
            memory: at_least_one("the memory", memory)?.saturating_mul(1 << 20),
            threads: 1,
        })
    }

    /// Returns the same limits for `threads` threads; None means as many as the machine runs at once.
    pub(crate) fn on_threads(self, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let threads = match threads {
            Some(threads) => at_least_one("the number of threads", threads)?,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Self { threads, ..self })
    }

    /// Returns the limits in the solver's form, with the cancellation flag and the progress callback.
    pub(crate) fn limits<'a>(
        self,
        is_cancelled: &'a (dyn Fn() -> bool + Sync),
        report: &'a (dyn Fn(Report) + Sync),
    ) -> SearchLimits<'a> {
        let Self { nodes, deadline, memory, threads } = self;
        let stop = Stop { deadline, is_cancelled };
        SearchLimits { nodes, memory, threads, runner: None, stop, report }
    }
}

/// Returns the moment that is this many seconds from now; None if it is too far in the future to represent.
fn deadline(seconds: &Bound<'_, PyAny>) -> PyResult<Option<Instant>> {
    let number: f64 = seconds.extract()?;
    if number >= 0.0 {
        let duration = Duration::try_from_secs_f64(number).ok();
        return Ok(duration.and_then(|duration| Instant::now().checked_add(duration)));
    }
    let reason = "the time is out of range";
    Err(InputError::new_err((shown(seconds), reason, "it is a number of seconds from 0")))
}

/// Reads a number from 1 to the largest `usize`. `name` is its name in the error.
pub(crate) fn at_least_one(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match usize::try_from(natural(name, value)?) {
        Ok(0) => {
            let reason = format!("{name} is out of range");
            Err(InputError::new_err(("0", reason, "it is a whole number from 1")))
        }
        number => Ok(number.unwrap_or(usize::MAX)),
    }
}
