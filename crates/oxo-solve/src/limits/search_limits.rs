//! How much a search may cost, when it stops, and how it reports its progress.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::limits::stop::{POLL_INTERVAL, Stop};
use crate::limits::workers::TaskRunner;

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Independent tasks that are proved.
    pub tasks_done: usize,
    /// Independent tasks that there are.
    pub tasks: usize,
    /// Positions searched so far, all tasks together.
    pub nodes: u64,
}

/// Resource limits of a search, with what stops it, works on its tasks and hears of its progress.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// Positions that may be searched. The search takes the same course as without this limit, and counts in an order
    /// of its own, so that it ends at the same place whatever the number of threads.
    pub nodes: Option<u64>,
    /// Bytes that the trees may take, all threads together; an estimate to within a factor of two.
    pub memory: usize,
    /// Threads to work on independent tasks with.
    pub threads: usize,
    /// What works on the tasks of an attack instead of these threads.
    pub runner: Option<&'a dyn TaskRunner>,
    /// When to stop the search early.
    pub stop: Stop<'a>,
    /// Called whenever a task ends, and now and then meanwhile.
    pub report: &'a (dyn Fn(Report) + Sync),
}

/// Positions between two reports of a search at work.
const REPORT_INTERVAL: u64 = 16 * POLL_INTERVAL;

/// Counts what all trees of a search take together: bytes, by estimate, and positions searched.
#[derive(Debug)]
pub(crate) struct ResourceCounter {
    used: AtomicUsize,
    limit: usize,
    /// Whether the limit was ever reached: trees that come after would meet it again.
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

    /// Counts positions, and says whether it is time for a report.
    pub(crate) fn count_nodes(&self, nodes: u64) -> bool {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        before / REPORT_INTERVAL != (before + nodes) / REPORT_INTERVAL
    }

    /// Positions searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Takes all memory for used up.
    pub(crate) fn set_full(&self) {
        self.is_full.store(true, Ordering::Relaxed);
    }

    /// Whether all memory has been used up, for good.
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
