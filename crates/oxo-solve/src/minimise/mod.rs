//! Making a finished proof small: fewer classes of positions in which the attacker chooses a move.
//!
//! 1. Each part of the proof, a position with two stones of the attacker, gets the smallest proof that branch and
//!    bound finds for it alone (`branch_and_bound.rs`).
//! 2. The attacker's second moves are chosen anew, by what the parts cost that they lead to (`second_moves.rs`).
//! 3. Parts share positions, and a position that two of them need counts once. So, again and again, each strategic
//!    position of the proof gets the smallest proof for which everything that the rest of the proof needs anyway
//!    costs nothing, until that gains hardly anything.
//!
//! Positions are worked on in batches (`minimiser.rs`) of a fixed size, on any number of threads, each by itself; what was found
//! for them is then adopted in order, as far as it makes the proof smaller. So a run repeats exactly. The
//! proof is whole all the time, and a run that is stopped has made it smaller than it was, or left it as it was.

pub(crate) mod branch_and_bound;
mod minimiser;
pub(crate) mod proof;
mod second_moves;

use oxo_core::{Bits, Side};

use crate::limits::context::SearchContext;
use crate::minimise::minimiser::{Counting, Minimiser, PART_STONES};
use crate::minimise::proof::ProofGraph;
use crate::strategy::solution_table::SolutionTable;
use crate::strategy::threat_sequences::SequenceFinder;

/// A further round is worth it if the last one took at least one of this many positions off the proof.
const WORTHWHILE: usize = 250;

/// Replaces answers that win from the classes `roots` by fewer, as far as that is found within the budget, and
/// returns how many positions it has searched.
pub(crate) fn minimise<B: Bits, const W: usize, const P: usize>(
    context: SearchContext<'_, B, W>,
    attacker: Side,
    roots: &[[B; 2]],
    answers: &mut SolutionTable<B>,
    finder: &mut SequenceFinder<'_, B>,
) -> u64 {
    let proof = ProofGraph::from_answers::<W, P>(context, attacker, roots, answers, finder);
    let Some(proof) = proof else { return 0 };
    context.resources.count_nodes(finder.nodes());
    let (before, tasks) = (proof.size(), proof.tasks());
    let context =
        SearchContext { budget: context.budget.saturating_sub(finder.nodes()), ..context };
    let mut minimiser = Minimiser::<B, W, P> { context, attacker, proof, tasks, spent: 0 };
    minimiser.run();
    if minimiser.proof.size() < before {
        *answers = minimiser.proof.into_answers();
    }
    minimiser.spent
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
}
