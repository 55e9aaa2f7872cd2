//! Stopping a search: at the end of its budget, at a deadline, or by its caller.
//!
//! Every search counts the positions that it visits, its nodes, and polls with that count. Reading the clock and
//! calling the caller cost more than a position, so both happen only once in a few thousand nodes.

use std::time::Instant;

/// The number of nodes between two checks of the clock and the caller: about two milliseconds of a threat search on
/// 4x4x4x4.
pub(crate) const POLL_INTERVAL: u64 = 1 << 12;

/// Ends a search early, before its other limits.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    /// The time at which the search stops at the latest.
    pub deadline: Option<Instant>,
    /// Returns true once the search should stop. Must stay true afterwards.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Stop<'a> {
    /// Never stops a search.
    pub const NEVER: Self = Self { deadline: None, is_cancelled: &|| false };

    /// Stops a search once `is_cancelled` returns true. It must stay true afterwards.
    pub fn when(is_cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { deadline: None, is_cancelled }
    }

    /// Returns whether to stop now.
    #[must_use]
    pub fn is_set(&self) -> bool {
        (self.is_cancelled)() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl std::fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stop").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

/// A search ended without a result, since its budget ran out or it was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SearchAborted;

/// Polls for one search.
#[derive(Debug)]
pub(crate) struct StopPoll<'a> {
    stop: Stop<'a>,
    interval: u64,
    /// The number of nodes at which the budget is spent.
    end: u64,
    /// The number of nodes at which to check the clock and the caller next.
    next_look: u64,
    /// The smaller of the two.
    pause: u64,
    is_stopped: bool,
}

impl<'a> StopPoll<'a> {
    /// Makes the polls of a search without a budget that has counted no nodes yet.
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self::with_interval(stop, POLL_INTERVAL)
    }

    /// Makes the same with `interval` nodes between two checks, for searches whose positions cost more.
    pub(crate) fn with_interval(stop: Stop<'a>, interval: u64) -> Self {
        let pause = interval;
        Self { stop, interval, end: u64::MAX, next_look: pause, pause, is_stopped: false }
    }

    /// Sets the budget: the search may count `end` nodes.
    pub(crate) fn set_end(&mut self, end: u64) {
        self.end = end;
        self.pause = end.min(self.next_look);
    }

    /// Fails if a search that has counted `nodes` nodes must end.
    #[inline]
    pub(crate) fn poll(&mut self, nodes: u64) -> Result<(), SearchAborted> {
        if nodes < self.pause { Ok(()) } else { self.look(nodes) }
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> Result<(), SearchAborted> {
        if nodes >= self.next_look {
            self.is_stopped = self.is_stopped || self.stop.is_set();
            if !self.is_stopped {
                self.next_look = nodes + self.interval;
                self.pause = self.end.min(self.next_look);
            }
        }
        if self.is_stopped || nodes >= self.end { Err(SearchAborted) } else { Ok(()) }
    }

    /// Returns whether the clock or the caller has stopped the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}
