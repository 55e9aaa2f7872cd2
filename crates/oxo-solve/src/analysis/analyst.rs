//! The state of one analysis: its knowledge and its searches.

use oxo_core::Bits;

use crate::analysis::knowledge::Knowledge;
use crate::board::masks::LineMasks;
use crate::exact::search::{ExactSearch, POSITIONS_PER_MIB};
use crate::limits::context::SearchContext;
use crate::limits::search_limits::SearchLimits;
use crate::proof_search::move_proofs::MoveProofs;
use crate::strategy::pairing::{PairingSearch, SHARED_PAIRS};
use crate::threats::shortest::ShortestSearch;

/// The state of one analysis.
pub(super) struct Analyst<'a, B, const W: usize, const P: usize> {
    pub(super) masks: &'a LineMasks<B, W>,
    pub(super) limits: &'a SearchLimits<'a>,
    pub(super) knowledge: Knowledge<'a, B, W, P>,
    pub(super) shortest: ShortestSearch<'a, B>,
    pub(super) exact: ExactSearch<'a, B, W, P>,
    pub(super) pairings: PairingSearch,
    /// The boards and limits of the two proof searches, by attacker.
    pub(super) contexts: [SearchContext<'a, B, W>; 2],
    /// The proof searches, the side to move first; none until the first is needed.
    pub(super) proofs: Vec<MoveProofs<'a, B, W, P>>,
}

impl<'a, B: Bits, const W: usize, const P: usize> Analyst<'a, B, W, P> {
    pub(super) fn new(
        masks: &'a LineMasks<B, W>,
        limits: &'a SearchLimits<'a>,
        contexts: [SearchContext<'a, B, W>; 2],
        knowledge: Knowledge<'a, B, W, P>,
    ) -> Self {
        // The table gets half of the memory, since the proof searches need some too.
        let table_limit = (limits.memory >> 20) * POSITIONS_PER_MIB / 2;
        Self {
            masks,
            limits,
            knowledge,
            shortest: ShortestSearch::new(limits.stop),
            exact: ExactSearch::new(masks, limits.stop, table_limit),
            pairings: PairingSearch::new(SHARED_PAIRS),
            contexts,
            proofs: Vec::new(),
        }
    }

    /// Returns whether everything is known or the limits are reached.
    pub(super) fn is_over(&self) -> bool {
        self.knowledge.is_complete() || self.affordable(1) == 0
    }

    /// Returns the part of a budget that the limits still allow.
    pub(super) fn affordable(&self, budget: u64) -> u64 {
        if self.limits.stop.is_set() {
            return 0;
        }
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        budget.min(left)
    }

    /// Returns the positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.shortest.nodes()
            + self.exact.nodes
            + self.pairings.nodes
            + self.proofs.iter().map(MoveProofs::nodes).sum::<u64>()
    }
}
