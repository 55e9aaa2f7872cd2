//! Long work on a separate thread, while the calling thread talks to Python.
//!
//! So messages arrive during the work, Ctrl-C works, and the caller can cancel at any time.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::signals::interrupted;

/// The time between two polls of Python for signals and cancellation.
const TICK: Duration = Duration::from_millis(10);

/// The stack size of the searching thread. Exhaustive search goes as deep as the board has cells, and stores the lines
/// of the largest boards on each level. Memory that is never touched costs nothing.
const STACK: usize = 256 << 20;

/// Starts a thread with a stack for deep searches; a `MemoryError` if the process may not take so much memory.
pub(crate) fn search_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> PyResult<ScopedJoinHandle<'scope, T>> {
    let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
    started.map_err(|error| {
        PyMemoryError::new_err(format!("the thread of a search cannot be started: {error}"))
    })
}

/// Works on another thread. On this thread, passes the messages of the work to `on_message` and polls Python at
/// intervals. An exception of either sets `cancelled`, which stops the work. The caller must have released the
/// interpreter.
pub(crate) fn watched<T: Send, M: Send>(
    cancelled: &AtomicBool,
    work: impl FnOnce(&mut (dyn FnMut(M) + Send)) -> T + Send,
    on_message: Option<&impl Fn(&M) -> PyResult<()>>,
    is_cancelled: Option<&Py<PyAny>>,
) -> PyResult<T> {
    let (sender, messages) = channel();
    let wanted = on_message.is_some();
    thread::scope(|scope| {
        // The sender is dropped when the work ends, also by a panic; that ends the loop below.
        let working = search_thread(scope, move || {
            work(&mut |message| {
                if wanted {
                    // Messages sent after an exception are never read.
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

/// Raises the exception of a pending signal, and sets `cancelled` if the caller's callback returns true.
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
