//! Making a finished proof small: fewer classes of positions in which the attacker chooses a move.
//!
//! 1. Each part of the proof, a position with two stones of the attacker, gets the smallest proof that branch and
//!    bound finds for it alone (`branch_and_bound.rs`).
//! 2. The attacker's second moves are chosen anew, by what the parts cost that they lead to (`second_moves.rs`).
//! 3. Parts share positions, and a position that two of them need counts once. So, again and again, each strategic
//!    position of the proof gets the smallest proof for which everything that the rest of the proof needs anyway
//!    costs nothing, until that gains hardly anything.
//!
//! Positions are worked on in batches of a fixed size, on any number of threads, each by itself; what was found
//! for them is then taken over in order, as far as it makes the proof smaller. So a run repeats exactly. The
//! proof is whole all the time, and a run that is stopped has made it smaller than it was, or left it as it was.

pub(crate) mod branch_and_bound;
pub(crate) mod proof;
mod second_moves;

use oxo_core::{Bits, Side};

use self::branch_and_bound::{BranchAndBound, PartContext};
use self::proof::{Extent, Placed, ProofGraph};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::proof_search::attack::{SearchContext, on_threads};
use crate::strategy::solution_table::SolutionTable;

/// Positions that the branch and bound may search for one part. Most need a hundredth of it.
const PART_BUDGET: u64 = 20_000_000;

/// Stones of the attacker in a part.
const PART_STONES: usize = 2;

/// How many positions are worked on before what was found for them is taken over. What follows then knows of it,
/// so a batch should be small, but large enough to keep some threads at work.
const BATCH: usize = 16;

/// A further round is worth it if the last one took at least one of this many positions off the proof.
const WORTHWHILE: usize = 250;

/// Replaces answers that win from the classes `roots` by fewer, as far as that is found within the means, and
/// returns how many positions it has searched.
pub(crate) fn minimise<B: Bits, const W: usize, const P: usize>(
    context: SearchContext<'_, B, W>,
    attacker: Side,
    roots: &[[B; 2]],
    answers: &mut SolutionTable<B>,
) -> u64 {
    let SearchContext { masks, limits, .. } = context;
    let proof = ProofGraph::from_answers::<W, P>(masks, attacker, roots, answers, limits);
    let Some(proof) = proof else { return 0 };
    let (before, tasks) = (proof.size(), proof.tasks());
    let mut minimiser = Minimiser::<B, W, P> { context, attacker, proof, tasks, spent: 0 };
    minimiser.run();
    if minimiser.proof.size() < before {
        *answers = minimiser.proof.into_answers();
    }
    minimiser.spent
}

/// A proof and what has been spent on making it small.
#[derive(Debug)]
struct Minimiser<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    proof: ProofGraph<B>,
    /// How many tasks the proof was divided into, for those who watch.
    tasks: usize,
    spent: u64,
}

/// A position whose smallest proof is looked for.
#[derive(Debug)]
struct Job<B> {
    class: [B; 2],
    /// The size that would do.
    most: usize,
    /// What the rest of the proof needs anyway, if that is to cost nothing.
    given: Option<Extent>,
    found: Option<Vec<Placed<B>>>,
    /// Whether the search ended before it knew.
    is_unfinished: bool,
    cost: u64,
}

/// What counts as a proof's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// Everything in it.
    Alone,
    /// What the rest of the whole proof does not need anyway.
    Shared,
}

impl<B: Bits, const W: usize, const P: usize> Minimiser<'_, B, W, P> {
    fn run(&mut self) {
        let mut strategic = self.proof.strategic();
        let fewest = strategic.first().map_or(0, |class| class[0].count());
        strategic.retain(|class| class[0].count() == fewest.max(PART_STONES));
        self.shrink(strategic, Counting::Alone);
        self.choose_second_moves();
        loop {
            let before = self.proof.size();
            let mut strategic = self.proof.strategic();
            strategic.retain(|class| class[0].count() >= PART_STONES);
            self.shrink(strategic, Counting::Shared);
            let gained = before - self.proof.size();
            if gained <= before / WORTHWHILE || self.is_over() {
                return;
            }
        }
    }

    /// Looks for smaller proofs of some strategic classes, one batch after another, and takes them over.
    fn shrink(&mut self, classes: Vec<[B; 2]>, counting: Counting) {
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
        }
    }

    /// Works on some positions, each of which may cost so much, and returns what was found.
    fn search_all(&mut self, mut jobs: Vec<Job<B>>, budget: u64) -> Vec<Job<B>> {
        for batch in jobs.chunks_mut(BATCH) {
            let SearchContext { masks, limits, resources, budget: all } = self.context;
            let share = all.saturating_sub(self.spent) / BATCH as u64;
            let budget = share.min(budget);
            let Self { attacker, ref proof, tasks, .. } = *self;
            let part = PartContext { masks, attacker, limits, resources, budget, tasks };
            on_threads(limits.threads, batch, |job| {
                let is_given = |class: &[B; 2]| {
                    job.given.as_ref().is_some_and(|given| proof.is_in(given, class))
                };
                let mut search = BranchAndBound::<_, _, W, P>::new(part, is_given);
                let found = search.smallest(job.class, job.most);
                job.found = found.map(|_| search.steps(job.class));
                job.is_unfinished = search.is_over;
                job.cost = search.cost();
            });
            self.spent += batch.iter().map(|job| job.cost).sum::<u64>();
        }
        jobs
    }

    /// Sets up the search for a proof that is smaller than the one that there is; alone, one of equal size will do,
    /// since what the proof that there is shares within itself counts only once.
    fn job(&self, class: [B; 2], whole: &Extent, counting: Counting) -> Job<B> {
        let rest = self.proof.extent(Some(class));
        let own = whole.strategic - rest.strategic;
        let (most, given) = match counting {
            Counting::Alone => (own, None),
            Counting::Shared => (own - 1, Some(rest)),
        };
        Job { class, most, given, found: None, is_unfinished: false, cost: 0 }
    }

    /// Puts steps into the proof of a class, but not where the rest of the proof has its own. If sharing counts,
    /// they must make the proof smaller; others were taken over since they were looked for.
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

    fn is_over(&self) -> bool {
        let SearchContext { limits, resources, budget, .. } = self.context;
        limits.is_over() || resources.is_full() || self.spent >= budget
    }
}

/// The tally of a class, whose first set are the attacker's stones.
fn counts_of<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    [own, his]: [B; 2],
) -> LineCounts<B, W, P> {
    LineCounts::new(masks, if attacker == Side::X { [own, his] } else { [his, own] })
}
