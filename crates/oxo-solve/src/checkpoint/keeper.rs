//! What a search has found so far, kept while it runs, so that a killed process loses little.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use oxo_core::{Bits, Board, Side};

use crate::checkpoint::answers;
use crate::strategy::solution_table::SolutionTable;

/// Keeps what a running search has found, once in each interval.
pub struct Keeper<'a> {
    interval: &'a (dyn Fn() -> u64 + Sync),
    keep: &'a (dyn Fn(Vec<u8>) + Sync),
    /// The interval in which something was last kept.
    latest: AtomicU64,
}

impl<'a> Keeper<'a> {
    /// Makes a keeper. `interval` returns the number of the current interval, 0 for the first, in which nothing is
    /// kept. `keep` takes bytes in the format of [`Solution::unfinished`](crate::Solution::unfinished).
    pub fn new(interval: &'a (dyn Fn() -> u64 + Sync), keep: &'a (dyn Fn(Vec<u8>) + Sync)) -> Self {
        Self { interval, keep, latest: AtomicU64::new(0) }
    }

    /// Keeps bytes in place of those before.
    pub(crate) fn keep(&self, unfinished: Vec<u8>) {
        (self.keep)(unfinished);
    }
}

impl fmt::Debug for Keeper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper").field("latest", &self.latest).finish_non_exhaustive()
    }
}

/// The answers of one attack that are kept.
#[derive(Debug)]
pub(crate) struct Kept<'k, B> {
    keeper: &'k Keeper<'k>,
    board: &'k Board,
    attacker: Side,
    /// Answers to keep in positions that have no newer ones.
    older: Option<&'k SolutionTable<B>>,
    /// The answers that tasks of the current stage have offered.
    found: Mutex<SolutionTable<B>>,
}

impl<'k, B: Bits> Kept<'k, B> {
    pub(crate) fn new(
        keeper: &'k Keeper<'k>,
        board: &'k Board,
        attacker: Side,
        older: Option<&'k SolutionTable<B>>,
    ) -> Self {
        Self { keeper, board, attacker, older, found: Mutex::default() }
    }

    /// Adds answers with `add` if a new interval has begun since `seen`. The first to do so in an interval keeps all.
    pub(crate) fn offer(
        &self,
        seen: &Cell<u64>,
        known: &SolutionTable<B>,
        add: impl FnOnce(&mut SolutionTable<B>),
    ) {
        let now = (self.keeper.interval)();
        if seen.replace(now) == now {
            return;
        }
        let mut found = self.found();
        add(&mut found);
        if self.keeper.latest.swap(now, Ordering::Relaxed) != now {
            let mut all = found.clone();
            for table in [Some(known), self.older].into_iter().flatten() {
                all.add_all(table);
            }
            self.keeper.keep(answers::to_bytes(self.board, self.attacker, &all));
        }
    }

    /// Adds the answers of a task that has ended its stage.
    pub(crate) fn add(&self, answers: &SolutionTable<B>) {
        self.found().add_all(answers);
    }

    fn found(&self) -> MutexGuard<'_, SolutionTable<B>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a stage, after which `known` holds what its tasks have found.
    pub(crate) fn end_stage(&self, known: &SolutionTable<B>) {
        *self.found() = SolutionTable::default();
        self.offer(&Cell::new(self.latest()), known, |_| {});
    }

    /// Offers answers, made by `make`, in place of all before.
    pub(crate) fn replace(&self, make: impl FnOnce() -> SolutionTable<B>) {
        let none = SolutionTable::default();
        self.offer(&Cell::new(self.latest()), &none, |found| *found = make());
    }

    /// Returns the interval in which something was last kept.
    pub(crate) fn latest(&self) -> u64 {
        self.keeper.latest.load(Ordering::Relaxed)
    }
}
