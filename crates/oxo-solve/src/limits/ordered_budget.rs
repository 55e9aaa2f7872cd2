//! One budget for tasks that run in parallel, spent in the order of the tasks.
//!
//! Which tasks the budget suffices for must not depend on the number of threads. So it counts as if the tasks ran one
//! after another: a task ends when it and the tasks before it have spent the whole budget together. Tasks before it may
//! still run and spend more, but never less. So a task that ends early would also end early if the tasks ran in
//! sequence, and together the tasks spend hardly more than the budget.

use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of positions, and the positions that each task has spent.
#[derive(Debug)]
pub(crate) struct OrderedBudget {
    budget: u64,
    spent: Vec<AtomicU64>,
}

impl OrderedBudget {
    /// Makes a budget for this number of tasks, in their order.
    pub(crate) fn new(budget: u64, tasks: usize) -> Self {
        Self { budget, spent: (0..tasks).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns the view of the budget for the task with this number.
    pub(crate) fn of_task(&self, number: usize) -> TaskBudget<'_> {
        TaskBudget { all: self, number }
    }
}

/// One task's view of the budget.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TaskBudget<'b> {
    all: &'b OrderedBudget,
    number: usize,
}

impl TaskBudget<'_> {
    /// Records the number of positions that the task has searched so far, and returns whether its budget is spent.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        let OrderedBudget { budget, spent } = self.all;
        if *budget == u64::MAX {
            return false;
        }
        spent[self.number].store(nodes, Ordering::Relaxed);
        let up_to_here = spent[..=self.number].iter().map(|spent| spent.load(Ordering::Relaxed));
        up_to_here.sum::<u64>() >= *budget
    }
}
