//! Makes a finished proof smaller, with fewer classes of positions in which the attacker chooses a move.
//!
//! 1. Branch and bound finds the smallest proof of each part, a position with two stones of the attacker, on its own
//!    (`branch_and_bound.rs`).
//! 2. The attacker's second moves are chosen again, by the cost of the parts that follow them (`second_moves.rs`).
//! 3. Parts share positions, and a shared position counts once. So each strategic position of the proof gets the
//!    smallest proof in which everything that the rest of the proof needs anyway is free. This step repeats until it
//!    gains nothing.
//!
//! Steps 2 and 3 make a round. Further rounds follow with other second moves, and the smallest proof is kept.
//!
//! Positions are searched in batches of a fixed size (`minimiser.rs`), independently and on any number of threads. The
//! results are adopted in order, as far as they make the proof smaller. So the result repeats exactly. The proof is
//! complete at all times: a stopped run leaves it smaller or unchanged.

pub(crate) mod branch_and_bound;
mod minimiser;
pub(crate) mod proof;
mod second_moves;

use oxo_core::{Bits, Side};

use crate::checkpoint::keeper::Kept;
use crate::limits::context::SearchContext;
use crate::minimise::minimiser::{Counting, Minimiser, PART_STONES};
use crate::minimise::proof::ProofGraph;
use crate::strategy::solution_table::SolutionTable;
use crate::strategy::threat_sequences::SequenceFinder;

/// The maximum number of rounds in a row that find no smaller proof.
const PATIENCE: u32 = 8;

/// Replaces the answers that win from the classes `roots` by fewer ones, as far as the budget allows. Returns the
/// number of positions searched.
pub(crate) fn minimise<B: Bits, const W: usize, const P: usize>(
    context: SearchContext<'_, B, W>,
    attacker: Side,
    roots: &[[B; 2]],
    answers: &mut SolutionTable<B>,
    finder: &mut SequenceFinder<'_, B>,
    kept: Option<&Kept<'_, B>>,
) -> u64 {
    let proof = ProofGraph::from_answers::<W, P>(context, attacker, roots, answers, finder);
    let Some(proof) = proof else { return 0 };
    context.resources.count_nodes(finder.nodes());
    let (before, tasks) = (proof.size(), proof.tasks());
    let context =
        SearchContext { budget: context.budget.saturating_sub(finder.nodes()), ..context };
    let mut minimiser = Minimiser::<B, W, P> { context, attacker, proof, tasks, spent: 0, kept };
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
        let mut second_moves = self.second_moves();
        let mut best = self.proof.clone();
        let mut failures = 0;
        for round in 0.. {
            self.choose_second_moves(&mut second_moves, round);
            self.share();
            failures += 1;
            if self.proof.size() < best.size() {
                best = self.proof.clone();
                failures = 0;
            }
            if failures == PATIENCE || second_moves.are_none() || self.is_over() {
                break;
            }
        }
        self.proof = best;
    }

    /// Makes the proof smaller by what its parts share, until that gains nothing.
    fn share(&mut self) {
        loop {
            let before = self.proof.size();
            let mut strategic = self.proof.strategic();
            strategic.retain(|class| class[0].count() >= PART_STONES);
            self.shrink(strategic, Counting::Shared);
            if self.proof.size() == before || self.is_over() {
                return;
            }
        }
    }
}
