//! Shortest forced wins: iterative deepening over threat sequences.
//!
//! `search.rs` finds out fast whether there is a sequence at all, and its "none" is exact. If there is one, this
//! search looks for a shorter one, with one more threat allowed at a time. A sequence of `m` threats wins in `2m + 1`
//! plies: each threat is answered, and the last move completes a line.
//!
//! **Lemma.** *A shortest sequence of at most two threats is a shortest win of any kind.* If no line can be completed
//! at once, a win takes at least three plies. A win in three plies is a move that leaves two completions while the
//! opponent threatens nothing, which is a sequence of one threat. So if no such move exists, no win takes fewer than
//! five plies. From seven plies on, a win that begins with a quiet move may be shorter than every sequence, so longer
//! sequences are bounds.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::stop::{Stop, StopPoll};
use crate::threats::search::{ThreatSearch, ThreatSequence};
use crate::value::ProofStatus;

/// Positions kept from one search to the next, at most.
const REMEMBERED: usize = 1 << 14;

/// More threats than any sequence has. A position stored with it has no sequence of any length.
const ANY_LENGTH: usize = usize::MAX;

/// The search for shortest forced wins, with its table of failures.
#[derive(Debug)]
pub(crate) struct ShortestSearch<'s, B> {
    stop: Stop<'s>,
    /// The search for sequences of any length, created at its first use since its table is large.
    any: Option<ThreatSearch<'s, B>>,
    deepening_nodes: u64,
    poll: StopPoll<'s>,
    /// Positions, attacker's stones first, from which no sequence of at most this number of threats wins.
    failures: FxHashMap<[B; 2], usize>,
    /// The sequence found, last move first.
    sequence: Vec<Cell>,
}

impl<'s, B: Bits> ShortestSearch<'s, B> {
    pub(crate) fn new(stop: Stop<'s>) -> Self {
        Self {
            stop,
            any: None,
            deepening_nodes: 0,
            poll: StopPoll::new(stop),
            failures: FxHashMap::default(),
            sequence: Vec::new(),
        }
    }

    /// Positions searched since the search was created.
    pub(crate) fn nodes(&self) -> u64 {
        self.any.as_ref().map_or(0, |any| any.nodes) + self.deepening_nodes
    }

    /// Whether the time limit or the caller has stopped this search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.poll.is_stopped() || self.any.as_ref().is_some_and(ThreatSearch::is_stopped)
    }

    /// Searches for a forced win of any length of `attacker`, which is to move, like [`ThreatSearch::search`].
    pub(crate) fn any<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        budget: u64,
    ) -> ProofStatus<ThreatSequence> {
        let any = self.any.get_or_insert_with(|| ThreatSearch::new(self.stop));
        any.search(masks, counts, attacker, budget)
    }

    /// Searches for a shortest forced win of `attacker`, which is to move. The caller knows that none has fewer than
    /// `at_least` threats. Each of the two parts of the search may visit `budget` positions.
    pub(crate) fn search<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
        budget: u64,
    ) -> ProofStatus<ThreatSequence> {
        let longest = match self.any(masks, counts, attacker, budget) {
            ProofStatus::Proved(sequence) => sequence,
            unproved => return unproved,
        };
        let node_limit = self.deepening_nodes.saturating_add(budget);
        for threats in at_least..longest.len() {
            let left = node_limit.saturating_sub(self.deepening_nodes);
            match self.within(masks, counts, attacker, threats, left) {
                ProofStatus::Exhausted | ProofStatus::Disproved => {}
                proved_or_out_of_budget => return proved_or_out_of_budget,
            }
        }
        ProofStatus::Proved(longest)
    }

    /// Searches for a forced win of `attacker`, which is to move, among sequences of at most `threats` threats.
    /// `Disproved`: no sequence of any length wins, since none was cut short. `Exhausted`: a longer one may win.
    pub(crate) fn within<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
        budget: u64,
    ) -> ProofStatus<ThreatSequence> {
        self.poll.set_end(self.deepening_nodes.saturating_add(budget));
        if self.failures.len() > REMEMBERED {
            self.failures.clear();
        }
        self.sequence.clear();
        self.search_within(masks, counts, attacker, threats).map(|()| {
            self.sequence.reverse();
            self.sequence.as_slice().into()
        })
    }

    /// Does the same from one position, and leaves the moves of the winning sequence in `sequence`.
    fn search_within<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
    ) -> ProofStatus {
        self.deepening_nodes += 1;
        let defender = attacker.other();
        if !counts.missing(masks, attacker, 1).is_empty() {
            return ProofStatus::Proved(());
        }
        let twos = counts.missing(masks, attacker, 2);
        let blocks = counts.completions(masks, defender);
        if twos.is_empty() || blocks.count() > 1 {
            return ProofStatus::Disproved;
        }
        if threats == 0 {
            return ProofStatus::Exhausted;
        }
        let threatening = counts.gaps(masks, attacker, twos);
        let moves = if blocks.is_empty() { threatening } else { threatening & blocks };
        for cell in moves.cells() {
            if (twos & masks.through(cell)).count() > 1
                && counts.with(masks, attacker, cell).completions(masks, attacker).count() > 1
            {
                self.sequence.push(cell);
                return ProofStatus::Proved(());
            }
        }
        if moves.is_empty() {
            return ProofStatus::Disproved;
        }
        if threats == 1 {
            return ProofStatus::Exhausted;
        }
        let key = [counts.stones(attacker), counts.stones(defender)];
        match self.failures.get(&key) {
            Some(&ANY_LENGTH) => return ProofStatus::Disproved,
            Some(&failed) if failed >= threats => return ProofStatus::Exhausted,
            _ => {}
        }
        let mut status = ProofStatus::Disproved;
        for cell in moves.cells() {
            let after = counts.with(masks, attacker, cell);
            let Some(reply) = after.completions(masks, attacker).lowest() else { continue };
            if self.poll.poll(self.deepening_nodes).is_err() {
                return ProofStatus::OutOfBudget;
            }
            let after = after.with(masks, defender, reply);
            match self.search_within(masks, &after, attacker, threats - 1) {
                ProofStatus::Proved(()) => {
                    self.sequence.push(cell);
                    return ProofStatus::Proved(());
                }
                ProofStatus::Exhausted => status = ProofStatus::Exhausted,
                ProofStatus::Disproved => {}
                ProofStatus::OutOfBudget => return ProofStatus::OutOfBudget,
            }
        }
        let failed = if status == ProofStatus::Disproved { ANY_LENGTH } else { threats };
        self.failures.insert(key, failed);
        status
    }
}
