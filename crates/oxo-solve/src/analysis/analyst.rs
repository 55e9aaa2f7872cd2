//! One analysis at work: what it knows, and the searches that it asks.

use oxo_core::Bits;

use crate::analysis::knowledge::Knowledge;
use crate::board::masks::LineMasks;
use crate::exact::search::ExactSearch;
use crate::limits::search_limits::SearchLimits;
use crate::threats::shortest::ShortestSearch;

/// Positions that the table of the exhaustive search may hold for each MiB that the analysis may take.
const POSITIONS_PER_MIB: usize = 4_000;

/// One analysis at work.
pub(super) struct Analyst<'a, B, const W: usize, const P: usize> {
    pub(super) masks: &'a LineMasks<B, W>,
    pub(super) limits: &'a SearchLimits<'a>,
    pub(super) knowledge: Knowledge<'a, B, W, P>,
    pub(super) shortest: ShortestSearch<'a, B>,
    pub(super) exact: ExactSearch<'a, B, W, P>,
    /// Positions that proof searches have searched.
    pub(super) proof_nodes: u64,
}

impl<'a, B: Bits, const W: usize, const P: usize> Analyst<'a, B, W, P> {
    pub(super) fn new(
        masks: &'a LineMasks<B, W>,
        limits: &'a SearchLimits<'a>,
        knowledge: Knowledge<'a, B, W, P>,
    ) -> Self {
        let table_limit = (limits.memory >> 20) * POSITIONS_PER_MIB;
        Self {
            masks,
            limits,
            knowledge,
            shortest: ShortestSearch::new(limits.stop),
            exact: ExactSearch::new(masks, limits.stop, table_limit),
            proof_nodes: 0,
        }
    }

    /// Whether everything is known, or nothing is left to spend.
    pub(super) fn is_over(&self) -> bool {
        self.knowledge.is_complete() || self.affordable(1) == 0
    }

    /// How much of a budget may be spent yet.
    pub(super) fn affordable(&self, budget: u64) -> u64 {
        if self.limits.stop.is_set() {
            return 0;
        }
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        budget.min(left)
    }

    /// Positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.shortest.nodes() + self.exact.nodes + self.proof_nodes
    }
}
