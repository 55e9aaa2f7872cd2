//! Long work on a thread of its own, while the thread that was called talks to Python.
//!
//! So what the work tells arrives while it goes on, Ctrl-C works, and whoever asks may cancel at any moment.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::signals::interrupted;

/// Time between two looks at Python's signals and at the wish to cancel.
const TICK: Duration = Duration::from_millis(10);

/// Stack of the thread that searches: exhaustive search goes as deep as the board has cells, and keeps the lines of
/// the largest boards on each level. Memory that is never touched costs nothing.
pub(crate) const STACK: usize = 256 << 20;

/// Works on another thread; on this one, passes on everything that the work tells, and looks around now and then. What
/// either raises sets `cancelled`, for the work to stop. The interpreter must have been released.
pub(crate) fn watched<T: Send, M: Send>(
    cancelled: &AtomicBool,
    work: impl FnOnce(&mut dyn FnMut(M)) -> T + Send,
    tell: Option<&impl Fn(&M) -> PyResult<()>>,
    is_cancelled: Option<&Py<PyAny>>,
) -> PyResult<T> {
    let (messages, told) = channel();
    let wanted = tell.is_some();
    thread::scope(|scope| {
        // The sender goes when the work ends, however it ends; that is what this thread waits for.
        let working = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            work(&mut |message| {
                if wanted {
                    // Nobody listens any more once something has been raised, and then nobody misses it.
                    let _ = messages.send(message);
                }
            })
        })?;
        let mut outcome = Ok(());
        while outcome.is_ok() {
            outcome = match told.recv_timeout(TICK) {
                Ok(message) => tell.map_or(Ok(()), |tell| tell(&message)),
                Err(RecvTimeoutError::Timeout) => look(cancelled, is_cancelled),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        if outcome.is_err() {
            cancelled.store(true, Ordering::Relaxed);
        }
        let result = working.join().unwrap_or_else(|panic| resume_unwind(panic));
        outcome.map(|()| result)
    })
}

/// Looks for signals and for the wish to cancel.
pub(crate) fn look(cancelled: &AtomicBool, is_cancelled: Option<&Py<PyAny>>) -> PyResult<()> {
    interrupted()?;
    if let Some(is_cancelled) = is_cancelled
        && Python::attach(|py| is_cancelled.call0(py)?.is_truthy(py))?
    {
        cancelled.store(true, Ordering::Relaxed);
    }
    Ok(())
}
