//! Exhaustive search as a strategy, which plays the soonest win or a move that holds.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::exact::search::{ExactScore, ExactSearch, POSITIONS_PER_MIB, exact_after_move};
use crate::limits::search_limits::SearchLimits;
use crate::strategy::pairing::{PairingSearch, SHARED_PAIRS};
use crate::strategy::prove::{Strategy, StrategyMove};
use crate::threats::REPLY_BUDGET;
use crate::threats::search::{ThreatSearch, ThreatSequence};

/// Exhaustive search as a strategy.
#[derive(Debug)]
pub(crate) struct ExactStrategy<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    search: ExactSearch<'f, B, W, P>,
    threat_search: ThreatSearch<'f, B>,
    pairings: PairingSearch,
    budget: u64,
}

impl<'f, B: Bits, const W: usize, const P: usize> ExactStrategy<'f, B, W, P> {
    /// Makes a strategy whose searches together visit at most `budget` positions.
    pub(crate) fn new(
        masks: &'f LineMasks<B, W>,
        limits: &'f SearchLimits<'f>,
        budget: u64,
    ) -> Self {
        let table_limit = (limits.memory >> 20) * POSITIONS_PER_MIB;
        Self {
            masks,
            search: ExactSearch::new(masks, limits.stop, table_limit),
            threat_search: ThreatSearch::new(limits.stop),
            pairings: PairingSearch::new(SHARED_PAIRS),
            budget,
        }
    }

    /// Returns the exact score of a position that is not over, None if the budget ran out.
    pub(crate) fn score(
        &mut self,
        counts: &LineCounts<B, W, P>,
        to_move: Side,
    ) -> Option<ExactScore> {
        let before = self.search.nodes;
        let score = self.search.score(counts, to_move, self.budget).ok();
        self.budget = self.budget.saturating_sub(self.search.nodes - before);
        score
    }

    /// Sets the budget of further searches, in positions.
    pub(crate) fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Returns the positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes + self.threat_search.nodes + self.pairings.nodes
    }

    /// Finds threat sequences that win for `attacker` against replies to its latest stone.
    fn sequences(&mut self, after: &LineCounts<B, W, P>, attacker: Side) -> Vec<ThreatSequence> {
        let defender = attacker.other();
        let replies = after.empty(self.masks).cells();
        let mut sequences: Vec<ThreatSequence> = replies
            .filter_map(|reply| {
                let position = after.with(self.masks, defender, reply);
                self.threat_search.search(self.masks, &position, attacker, REPLY_BUDGET).proof()
            })
            .collect();
        sequences.sort_unstable();
        sequences.dedup();
        sequences
    }
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for ExactStrategy<'_, B, W, P> {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let score = self.score(counts, to_move)?;
        if to_move != strategist {
            return Some(if score < 0 {
                StrategyMove {
                    sequences: self.sequences(counts, strategist),
                    ..StrategyMove::default()
                }
            } else {
                StrategyMove {
                    pairs: self.pairings.find(masks, counts, strategist),
                    ..StrategyMove::default()
                }
            });
        }
        if score == 0
            && let Some(answer) = self.pairings.move_to_pairing(masks, counts, strategist)
        {
            return Some(answer);
        }
        let blocks = counts.completions(masks, strategist.other());
        let moves = if blocks.is_empty() { counts.empty(masks) } else { blocks };
        for cell in moves.cells() {
            let after = counts.with(masks, strategist, cell);
            let last = after.empty(masks).is_empty();
            let reply = if last { 0 } else { self.score(&after, strategist.other())? };
            if exact_after_move(reply) == score {
                let sequences =
                    if score > 0 { self.sequences(&after, strategist) } else { Vec::new() };
                return Some(StrategyMove { cell: Some(cell), sequences, pairs: None });
            }
        }
        None
    }
}
