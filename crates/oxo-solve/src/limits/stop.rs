//! Stopping a search: at the end of its budget, at a deadline, or when its caller wants no more.
//!
//! Every search counts the positions that it visits, its nodes, and polls with that count. Looking at the clock and
//! asking the caller cost more than a position, so a poll does both once in a few thousand nodes.

use std::time::Instant;

/// Nodes between two looks at the clock and the caller: about two milliseconds of a threat search on 4x4x4x4.
pub(crate) const POLL_INTERVAL: u64 = 1 << 12;

/// When a search should stop, whatever it has left to spend.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    /// When to stop at the latest.
    pub deadline: Option<Instant>,
    /// Returns true once the search should stop, and from then on.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Stop<'a> {
    /// Lets a search run to its end.
    pub const NEVER: Self = Self { deadline: None, is_cancelled: &|| false };

    /// Stops a search once this returns true, which it must do from then on.
    pub fn when(is_cancelled: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { deadline: None, is_cancelled }
    }

    /// Whether to stop now.
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

/// A search ended before its result: its budget ran out, or it was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SearchAborted;

/// One search's polls.
#[derive(Debug)]
pub(crate) struct StopPoll<'a> {
    stop: Stop<'a>,
    interval: u64,
    /// Nodes with which the budget is spent.
    end: u64,
    /// Nodes after which to look at the clock and the caller.
    next_look: u64,
    /// The nearer of the two.
    pause: u64,
    is_stopped: bool,
}

impl<'a> StopPoll<'a> {
    /// Polls of a search that has counted no nodes yet, and has no budget.
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self::with_interval(stop, POLL_INTERVAL)
    }

    /// The same with `interval` nodes between two looks, for searches whose positions cost more.
    pub(crate) fn with_interval(stop: Stop<'a>, interval: u64) -> Self {
        let pause = interval;
        Self { stop, interval, end: u64::MAX, next_look: pause, pause, is_stopped: false }
    }

    /// Lets the search go on until it has counted `end` nodes.
    pub(crate) fn set_end(&mut self, end: u64) {
        self.end = end;
        self.pause = end.min(self.next_look);
    }

    /// Says whether a search that has counted `nodes` nodes may go on.
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

    /// Whether the clock or the caller has stopped the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}
