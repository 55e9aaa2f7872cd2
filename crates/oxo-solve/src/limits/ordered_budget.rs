//! One budget for tasks that are worked on side by side, spent in the order of the tasks.
//!
//! Which tasks a budget is enough for must not depend on the number of threads. So it counts as if the tasks were worked
//! on one after another: a task ends when those before it and the task itself have spent all of it. Those before it may
//! still be at work and spend more, but never less. So a task that ends early would also end early alone, and together
//! the tasks spend hardly more than there is.

use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of positions, and what each task has spent of it.
#[derive(Debug)]
pub(crate) struct OrderedBudget {
    budget: u64,
    spent: Vec<AtomicU64>,
}

impl OrderedBudget {
    /// A budget for so many tasks, in their order.
    pub(crate) fn new(budget: u64, tasks: usize) -> Self {
        Self { budget, spent: (0..tasks).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The budget as the task with this number sees it.
    pub(crate) fn of_task(&self, number: usize) -> TaskBudget<'_> {
        TaskBudget { all: self, number }
    }
}

/// The budget as one of the tasks sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TaskBudget<'b> {
    all: &'b OrderedBudget,
    number: usize,
}

impl TaskBudget<'_> {
    /// Notes how many positions the task has searched in all, and says whether nothing is left for it.
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
