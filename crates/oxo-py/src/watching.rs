//! Long work on a thread of its own, while the thread that was called talks to Python.
//!
//! So messages of the work arrive while it goes on, Ctrl-C works, and the caller may cancel at any moment.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::signals::interrupted;

/// Time between two polls of Python: for signals, and whether to cancel.
const TICK: Duration = Duration::from_millis(10);

/// Stack of the thread that searches: exhaustive search goes as deep as the board has cells, and keeps the lines of
/// the largest boards on each level. Memory that is never touched costs nothing.
pub(crate) const STACK: usize = 256 << 20;

/// Works on another thread; on this one, passes the messages of the work to `on_message` and polls Python now and then.
/// What either raises sets `cancelled`, for the work to stop. The interpreter must have been released.
pub(crate) fn watched<T: Send, M: Send>(
    cancelled: &AtomicBool,
    work: impl FnOnce(&mut dyn FnMut(M)) -> T + Send,
    on_message: Option<&impl Fn(&M) -> PyResult<()>>,
    is_cancelled: Option<&Py<PyAny>>,
) -> PyResult<T> {
    let (sender, messages) = channel();
    let wanted = on_message.is_some();
    thread::scope(|scope| {
        // The sender goes when the work ends, however it ends; that is what this thread waits for.
        let working = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            work(&mut |message| {
                if wanted {
                    // Once something has been raised, messages go nowhere.
                    let _ = sender.send(message);
                }
            })
        })?;
        let mut outcome = Ok(());
        while outcome.is_ok() {
            outcome = match messages.recv_timeout(TICK) {
                Ok(message) => on_message.map_or(Ok(()), |on_message| on_message(&message)),
                Err(RecvTimeoutError::Timeout) => poll_python(cancelled, is_cancelled),
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

/// Raises what a signal raises, and sets `cancelled` if the caller wants to cancel.
pub(crate) fn poll_python(
    cancelled: &AtomicBool,
    is_cancelled: Option<&Py<PyAny>>,
) -> PyResult<()> {
    interrupted()?;
    if let Some(is_cancelled) = is_cancelled
        && Python::attach(|py| is_cancelled.call0(py)?.is_truthy(py))?
    {
        cancelled.store(true, Ordering::Relaxed);
    }
    Ok(())
}
