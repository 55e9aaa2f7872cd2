//! The proof during minimisation, and the batches of searches that shrink it.

use oxo_core::{Bits, Side};

use crate::checkpoint::keeper::Kept;
use crate::limits::context::SearchContext;
use crate::limits::workers::on_threads;
use crate::minimise::branch_and_bound::{BranchAndBound, PartContext};
use crate::minimise::proof::{Extent, Placed, ProofGraph};

/// The maximum number of positions that branch and bound searches for one part. Most parts need a hundredth of it.
pub(super) const PART_BUDGET: u64 = 20_000_000;

/// The number of the attacker's stones in a part.
pub(super) const PART_STONES: usize = 2;

/// The number of positions searched before their results are adopted. Later searches use these results, so a batch
/// should be small, but large enough for several threads.
const BATCH: usize = 16;

/// A proof, and the cost of making it smaller.
#[derive(Debug)]
pub(super) struct Minimiser<'f, B, const W: usize, const P: usize> {
    pub(super) context: SearchContext<'f, B, W>,
    pub(super) attacker: Side,
    pub(super) proof: ProofGraph<B>,
    /// The number of tasks of the proof's search, for progress reports.
    pub(super) tasks: usize,
    pub(super) spent: u64,
    pub(super) kept: Option<&'f Kept<'f, B>>,
}

/// A position whose smallest proof is searched for.
#[derive(Debug)]
pub(super) struct Job<B> {
    pub(super) class: [B; 2],
    /// The maximum size of the proof.
    pub(super) most: usize,
    /// The positions that the rest of the proof needs anyway, if they are free.
    pub(super) given: Option<Extent>,
    pub(super) found: Option<Vec<Placed<B>>>,
    /// Whether the search ended without a result.
    pub(super) is_out_of_budget: bool,
    pub(super) cost: u64,
}

/// How the size of a position's proof is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    /// All of its positions count.
    Alone,
    /// Only positions that the rest of the whole proof does not need count.
    Shared,
}

impl<B: Bits, const W: usize, const P: usize> Minimiser<'_, B, W, P> {
    /// Searches for smaller proofs of some strategic classes, batch by batch, and adopts them.
    pub(super) fn shrink(&mut self, classes: Vec<[B; 2]>, counting: Counting) {
        let mut classes = classes.into_iter();
        while !self.is_over() {
            let whole = self.proof.extent(None);
            let has_own_follower = |class: &[B; 2]| {
                self.proof.is_in(&whole, class) && self.proof.has_own_follower(&whole, class)
            };
            let batch = classes.by_ref().filter(has_own_follower).take(BATCH);
            let jobs: Vec<Job<B>> = batch.map(|class| self.job(class, &whole, counting)).collect();
            if jobs.is_empty() {
                return;
            }
            for job in self.search_all(jobs, PART_BUDGET) {
                if let Some(steps) = job.found {
                    self.adopt(job.class, steps, counting);
                }
            }
            if let Some(kept) = self.kept {
                kept.replace(|| self.proof.clone().into_answers());
            }
        }
    }

    /// Searches for the smallest proofs of some positions, with at most `budget` searched positions for each, and
    /// returns the results.
    pub(super) fn search_all(&mut self, mut jobs: Vec<Job<B>>, budget: u64) -> Vec<Job<B>> {
        for batch in jobs.chunks_mut(BATCH) {
            let Self { context, attacker, ref proof, tasks, .. } = *self;
            let share = context.budget.saturating_sub(self.spent) / BATCH as u64;
            let context = SearchContext { budget: share.min(budget), ..context };
            let part = PartContext { context, attacker, tasks };
            on_threads(context.limits.threads, batch, |job| {
                let is_given = |class: &[B; 2]| {
                    job.given.as_ref().is_some_and(|given| proof.is_in(given, class))
                };
                let mut search = BranchAndBound::<_, _, W, P>::new(part, is_given);
                let found = search.smallest(job.class, job.most);
                job.found = found.map(|_| search.steps(job.class));
                job.is_out_of_budget = search.is_out_of_budget;
                job.cost = search.cost();
            });
            self.spent += batch.iter().map(|job| job.cost).sum::<u64>();
        }
        jobs
    }

    /// Sets up the search for a smaller proof of a class. If it is counted alone, a proof of equal size suffices too,
    /// since positions shared within the present proof count only once.
    fn job(&self, class: [B; 2], whole: &Extent, counting: Counting) -> Job<B> {
        let rest = self.proof.extent(Some(class));
        let own = whole.strategic - rest.strategic;
        let (most, given) = match counting {
            Counting::Alone => (own, None),
            Counting::Shared => (own - 1, Some(rest)),
        };
        Job { class, most, given, found: None, is_out_of_budget: false, cost: 0 }
    }

    /// Puts steps into the proof of a class, except where the rest of the proof has its own. If only unshared positions
    /// count, undoes this unless the proof gets smaller, which may fail since other results were adopted in the
    /// meantime.
    fn adopt(&mut self, class: [B; 2], steps: Vec<Placed<B>>, counting: Counting) {
        let (before, rest) = (self.proof.size(), self.proof.extent(Some(class)));
        let mut replaced = Vec::new();
        for (class, step) in steps {
            if !self.proof.is_in(&rest, &class)
                && let Some(old) = self.proof.set(class, step)
            {
                replaced.push((class, old));
            }
        }
        if counting == Counting::Shared && self.proof.size() >= before {
            for (class, old) in replaced {
                self.proof.set(class, old);
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        let SearchContext { limits, resources, budget, .. } = self.context;
        limits.stop.is_set() || resources.is_full() || self.spent >= budget
    }
}
