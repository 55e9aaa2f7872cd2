//! Workers for independent tasks: threads of this process, or a task runner such as other processes.

use std::sync::Mutex;

/// The stack size of a thread. A threat has two moves, so a search for threats goes as deep as a board has pairs of
/// cells, at most 128, with two sets of the widest counters on each level. Memory that is never touched costs nothing.
const STACK: usize = 32 << 20;

/// Works on the tasks of a search in place of its own threads.
pub trait TaskRunner: Sync {
    /// Runs each task with [`work_on_task`](crate::work_on_task) and the known answers, and calls `accept` with each
    /// task's number, counted from 0, and its result, in any order.
    ///
    /// The search ends if a task is omitted or returned without progress, or if `accept` refuses a result.
    fn run_tasks(&self, tasks: Vec<Vec<u8>>, known: Vec<u8>, accept: &mut AcceptResult<'_>);
}

/// Accepts the result of the task with a number.
pub type AcceptResult<'a> = dyn FnMut(usize, &TaskResult) -> Result<(), Unreadable> + 'a;

/// The result of working on a task for one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskResult {
    /// The task with its progress.
    pub task: Vec<u8>,
    /// The answers found, in the format of [`Solution::unfinished`](crate::Solution::unfinished).
    pub answers: Vec<u8>,
}

/// The bytes are damaged, or were written by a search on another board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("damaged, or written by a search on another board")
    }
}

impl std::error::Error for Unreadable {}

/// Calls `work` on every item, on up to `threads` threads.
pub(crate) fn on_threads<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let threads = threads.clamp(1, items.len().max(1));
    let queue = Mutex::new(items.iter_mut());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let worker = || std::iter::from_fn(next).for_each(&work);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where memory for another thread is lacking, fewer do the same.
            let builder = std::thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}
