//! Threat sequences for replies that a search has left open, so that a proof has no position with a known forced win.
//!
//! A proof search visits millions of replies and spends a few hundred positions on each, so it answers some of them
//! with a move although a threat sequence wins at once. A finished proof has few open replies, and a long search of
//! each is worthwhile: a sequence replaces the record after the reply and all records that only this one needs.

use oxo_core::{Bits, Cell, Side, Symmetry};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::stop::Stop;
use crate::strategy::prove::{Strategy, StrategyMove, position_after};
use crate::threats::replay::sequence_wins;
use crate::threats::search::{ThreatSearch, ThreatSequence};

/// The maximum number of positions of the search for one threat sequence.
pub(crate) const SEQUENCE_BUDGET: u64 = 200_000;

/// Finds threat sequences for positions of a proof, one search for each class.
#[derive(Debug)]
pub(crate) struct SequenceFinder<'s, B> {
    threat_search: ThreatSearch<'s, B>,
    /// The maximum number of positions of all searches together.
    node_limit: u64,
    /// Positions searched for shorter sequences.
    shortening_nodes: u64,
    /// For each class, the sequence in canonical form; None if the search found none.
    found: FxHashMap<[B; 2], Option<ThreatSequence>>,
}

impl<'s, B: Bits> SequenceFinder<'s, B> {
    pub(crate) fn new(stop: Stop<'s>, node_limit: u64) -> Self {
        let threat_search = ThreatSearch::new(stop);
        Self { threat_search, node_limit, shortening_nodes: 0, found: FxHashMap::default() }
    }

    /// Limits it to sequences that complete a line with at most `most_stones` stones on the board.
    pub(crate) fn within(mut self, most_stones: usize) -> Self {
        self.threat_search = self.threat_search.within(most_stones);
        self
    }

    /// Returns the positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.threat_search.nodes + self.shortening_nodes
    }

    /// Returns the number of positions left in the budget.
    pub(crate) fn left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// Counts positions searched for shorter sequences.
    pub(crate) fn count_shortening(&mut self, nodes: u64) {
        self.shortening_nodes += nodes;
    }

    /// Adds sequences that win for `attacker`, which has just moved, against replies that none of the given ones meets.
    pub(crate) fn add_sequences<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        after: &LineCounts<B, W, P>,
        attacker: Side,
        sequences: &mut Vec<ThreatSequence>,
    ) {
        for reply in after.empty(masks).cells() {
            let position = after.with(masks, attacker.other(), reply);
            let is_met = !position.missing(masks, attacker, 1).is_empty()
                || sequences
                    .iter()
                    .any(|sequence| sequence_wins(masks, &position, attacker, sequence));
            if !is_met {
                sequences.extend(self.sequence(masks, &position, attacker));
            }
        }
    }

    /// Returns a sequence that wins for `attacker`, which is to move; None if none is found.
    pub(crate) fn sequence<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
    ) -> Option<ThreatSequence> {
        let (class, symmetry) = canonical(&masks.board, counts.stones_first(attacker));
        let budget = SEQUENCE_BUDGET.min(self.left());
        let Self { threat_search, found, .. } = self;
        let sequence = found.entry(class).or_insert_with(|| {
            let counts = LineCounts::<B, W, P>::with_first(masks, attacker, class);
            threat_search.search(masks, &counts, attacker, budget).proof()
        });
        let back = symmetry.map(Symmetry::inverse);
        let turn = |cell: &Cell| back.as_ref().map_or(*cell, |back| back.image(*cell));
        sequence.as_ref().map(|sequence| sequence.iter().map(turn).collect())
    }
}

/// A strategy with threat sequences for all replies against which `finder` finds one.
#[derive(Debug)]
pub(crate) struct WithSequences<'w, 's, S, B> {
    pub(crate) strategy: &'w mut S,
    pub(crate) finder: &'w mut SequenceFinder<'s, B>,
}

impl<B: Bits, S: Strategy<B, W, P>, const W: usize, const P: usize> Strategy<B, W, P>
    for WithSequences<'_, '_, S, B>
{
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let mut answer = self.strategy.strategy_move(masks, counts, strategist, to_move)?;
        let after = position_after(masks, counts, (strategist, to_move), answer.cell)?;
        self.finder.add_sequences(masks, &after, strategist, &mut answer.sequences);
        Some(answer)
    }
}
