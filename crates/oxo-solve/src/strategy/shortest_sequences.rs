//! The shortest threat sequence after each reply, which shortens the games of a finished proof.
//!
//! A proof search takes the first sequence that it finds, often one of eight threats where two suffice. For every reply
//! that a sequence meets, this searches again with fewer threats. **Lemma** (`threats/mod.rs`): an extra stone never
//! helps the other side, so no sequence after a reply is shorter than the shortest one after a pass.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::stop::Stop;
use crate::strategy::prove::{Strategy, StrategyMove, position_after};
use crate::threats::replay::plies_of;
use crate::threats::search::ThreatSequence;
use crate::threats::shortest::ShortestSearch;
use crate::value::ProofStatus;

/// The maximum number of positions searched for a shorter sequence after one reply.
const SHORTER_BUDGET: u64 = 20_000;

/// A strategy with another one's moves and the shortest threat sequences that are found.
#[derive(Debug)]
pub(crate) struct WithShortestSequences<'w, 's, S, B> {
    strategy: &'w mut S,
    search: ShortestSearch<'s, B>,
    /// The maximum number of positions of all searches together.
    node_limit: u64,
}

impl<'w, 's, S, B: Bits> WithShortestSequences<'w, 's, S, B> {
    pub(crate) fn new(strategy: &'w mut S, stop: Stop<'s>, node_limit: u64) -> Self {
        Self { strategy, search: ShortestSearch::new(stop), node_limit }
    }

    /// Returns the positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Adds shorter sequences for the replies to the last move of `attacker`, and sorts all by their length.
    fn shorten<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        after: &LineCounts<B, W, P>,
        attacker: Side,
        sequences: &mut Vec<ThreatSequence>,
    ) {
        let mut fewest = None;
        for reply in after.empty(masks).cells() {
            let position = after.with(masks, attacker.other(), reply);
            if !position.missing(masks, attacker, 1).is_empty() {
                continue;
            }
            let plies_of = |sequence| plies_of(masks, &position, attacker, sequence);
            let met = sequences.iter().filter_map(|sequence| Some((plies_of(sequence)?, sequence)));
            let Some((plies, sequence)) = met.min_by_key(|&(plies, _)| plies) else { continue };
            let threats = plies / 2;
            // A sequence that wins early here is cut, so that it is sorted by the length needed here.
            if threats < sequence.len() {
                let needed = sequence[..threats].into();
                sequences.push(needed);
            }
            let from =
                *fewest.get_or_insert_with(|| self.shorter(masks, after, attacker, 1..threats).1);
            sequences.extend(self.shorter(masks, &position, attacker, from..threats).0);
        }
        sequences.sort_by_cached_key(|sequence| sequence.len());
    }

    /// Searches for a sequence of `attacker`, which is to move, with a number of threats in `threats`. Returns it, and
    /// a lower bound on the threats of any sequence.
    fn shorter<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: std::ops::Range<usize>,
    ) -> (Option<ThreatSequence>, usize) {
        let end = self.node_limit.min(self.search.nodes().saturating_add(SHORTER_BUDGET));
        for number in threats.clone() {
            let left = end.saturating_sub(self.search.nodes());
            if left == 0 || self.search.is_stopped() {
                return (None, number);
            }
            match self.search.within(masks, counts, attacker, number, left) {
                ProofStatus::Proved(sequence) => return (Some(sequence), number),
                ProofStatus::Exhausted => {}
                ProofStatus::Disproved | ProofStatus::OutOfBudget => return (None, number),
            }
        }
        (None, threats.end)
    }
}

impl<B: Bits, S: Strategy<B, W, P>, const W: usize, const P: usize> Strategy<B, W, P>
    for WithShortestSequences<'_, '_, S, B>
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
        self.shorten(masks, &after, strategist, &mut answer.sequences);
        Some(answer)
    }
}
