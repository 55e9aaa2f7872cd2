//! What work may cost, as the functions that search take it: one meaning and one refusal for all of them.

use std::thread;
use std::time::{Duration, Instant};

use oxo_solve::{Report, SearchLimits, Stop};
use pyo3::prelude::*;

use crate::arguments::{natural, shown};
use crate::errors::InputError;

/// What a search may cost. The time runs from when this was made.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    nodes: Option<u64>,
    deadline: Option<Instant>,
    /// Bytes.
    memory: usize,
    threads: usize,
}

impl Bounds {
    /// Reads the positions and the seconds that a search on one thread may cost, None for any number, and its memory
    /// in MiB.
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

    /// The same on `threads` threads, None for as many as the machine runs at once.
    pub(crate) fn on_threads(self, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let threads = match threads {
            Some(threads) => at_least_one("the number of threads", threads)?,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Self { threads, ..self })
    }

    /// The limits as the solver takes them, with what else stops a search.
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

/// The moment that is this many seconds from now; None if it never comes.
fn deadline(seconds: &Bound<'_, PyAny>) -> PyResult<Option<Instant>> {
    let number: f64 = seconds.extract()?;
    if number >= 0.0 {
        let duration = Duration::try_from_secs_f64(number).ok();
        return Ok(duration.and_then(|duration| Instant::now().checked_add(duration)));
    }
    let reason = "the time is out of range";
    Err(InputError::new_err((shown(seconds), reason, "it is a number of seconds from 0")))
}

/// A number from 1 that this machine can count to, called `name` in the error.
pub(crate) fn at_least_one(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match usize::try_from(natural(name, value)?) {
        Ok(0) => {
            let reason = format!("{name} is out of range");
            Err(InputError::new_err(("0", reason, "it is a whole number from 1")))
        }
        number => Ok(number.unwrap_or(usize::MAX)),
    }
}
