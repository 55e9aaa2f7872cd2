//! Resource limits of a search, and its progress reports.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::limits::stop::{POLL_INTERVAL, Stop};
use crate::limits::workers::TaskRunner;

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The number of proved tasks.
    pub tasks_done: usize,
    /// The number of independent tasks.
    pub tasks: usize,
    /// Positions searched so far by all tasks together.
    pub nodes: u64,
}

/// Resource limits of a search, plus its cancellation, task runner and progress callback.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The maximum number of positions. The limit ends the search but does not change its course, and it counts in the
    /// order of the tasks, so the search ends at the same place with any number of threads.
    pub nodes: Option<u64>,
    /// The maximum memory of the trees of all threads in bytes; an estimate to within a factor of two.
    pub memory: usize,
    /// The number of threads for independent tasks.
    pub threads: usize,
    /// The task runner that works on an attack's tasks in place of these threads.
    pub runner: Option<&'a dyn TaskRunner>,
    /// Ends the search early.
    pub stop: Stop<'a>,
    /// Called when a task ends, and at intervals in between.
    pub report: &'a (dyn Fn(Report) + Sync),
}

/// Why a search ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It has tried all that it tries: no larger limit helps.
    Exhausted,
    /// The positions were used up.
    Nodes,
    /// The time was used up.
    Time,
    /// The memory was used up.
    Memory,
    /// Its caller cancelled it, or its task runner failed.
    Interrupted,
}

impl SearchLimits<'_> {
    /// Returns which limit has ended a search of `nodes` positions; `Exhausted` if none has.
    pub(crate) fn ending(&self, nodes: u64, is_full: bool) -> Ending {
        if (self.stop.is_cancelled)() {
            Ending::Interrupted
        } else if self.stop.is_set() {
            Ending::Time
        } else if is_full {
            Ending::Memory
        } else if self.nodes.is_some_and(|limit| nodes >= limit) {
            Ending::Nodes
        } else {
            Ending::Exhausted
        }
    }
}

/// The number of positions between two progress reports.
const REPORT_INTERVAL: u64 = 16 * POLL_INTERVAL;

/// Counts the resources of all trees of a search: bytes, by estimate, and positions searched.
#[derive(Debug)]
pub(crate) struct ResourceCounter {
    used: AtomicUsize,
    limit: usize,
    /// Whether the limit was ever reached. Later trees would reach it again.
    is_full: AtomicBool,
    nodes: AtomicU64,
}

impl ResourceCounter {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            used: AtomicUsize::new(0),
            limit,
            is_full: AtomicBool::new(limit == 0),
            nodes: AtomicU64::new(0),
        }
    }

    pub(crate) fn allocate(&self, bytes: usize) {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) >= self.limit {
            self.set_full();
        }
    }

    pub(crate) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the bytes allocated and not released.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Counts positions. Returns whether a report is due.
    pub(crate) fn count_nodes(&self, nodes: u64) -> bool {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        before / REPORT_INTERVAL != (before + nodes) / REPORT_INTERVAL
    }

    /// Returns the positions searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Marks the memory as used up.
    pub(crate) fn set_full(&self) {
        self.is_full.store(true, Ordering::Relaxed);
    }

    /// Allows more memory to be taken after what filled it has been released.
    pub(crate) fn reopen(&self) {
        let is_full = self.used.load(Ordering::Relaxed) >= self.limit;
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    /// Returns whether the memory was used up, at any time since it was last reopened.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for SearchLimits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchLimits")
            .field("nodes", &self.nodes)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
