//! Search for forced wins: unbroken sequences of threats that end in a double threat.
//!
//! The attacker plays a cell of a line that needs two more of its stones (a *two*), which threatens to complete the
//! line. The defender must take the line's last cell, and so on, until one move makes two threats. The search is
//! complete over such sequences: a negative result within the budget is exact.
//!
//! * If the defender threatens, the attacker must take that cell, and its move must threaten as well.
//! * If two twos of the attacker share an empty cell, a move there makes two threats and ends the sequence.
//! * So before the end, a move has one reply, whichever two it comes from.
//!
//! The search is depth first, with moves ordered by what they make. A small table with full keys holds positions
//! searched without success; it is small enough for the processor's cache.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::position_hash::position_hash;
use crate::limits::stop::{SearchAborted, Stop, StopPoll};
use crate::value::ProofStatus;

/// The attacker's moves of a threat sequence, as in `docs/formats/certificate.md`; the replies between them are forced.
pub(crate) type ThreatSequence = Box<[Cell]>;

/// Entries in the table of failures, as a power of two.
const TABLE_BITS: u32 = 13;

/// The search for forced wins, with its table of failures.
#[derive(Debug)]
pub(crate) struct ThreatSearch<'s, B> {
    /// Positions searched since the search was created.
    pub(crate) nodes: u64,
    poll: StopPoll<'s>,
    out_of_budget: bool,
    /// Stones on the board with which a line must be complete at the latest.
    most_stones: usize,
    /// Positions, attacker's stones first, from which the attacker to move has no forced win of any length.
    failures: Box<[[B; 2]]>,
    /// The moves still to try at every level of the search, one level after another.
    moves: Vec<ScoredMove>,
    /// The sequence found, last move first.
    sequence: Vec<Cell>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove {
    cost: i32,
    cell: Cell,
    reply: Cell,
}

/// Sorts moves once for all boards, since a closure in generic code is compiled for each.
fn sort_best_last(moves: &mut [ScoredMove]) {
    moves.sort_unstable_by(|a, b| b.cmp(a));
}

impl<'s, B: Bits> ThreatSearch<'s, B> {
    pub(crate) fn new(stop: Stop<'s>) -> Self {
        Self {
            nodes: 0,
            poll: StopPoll::new(stop),
            out_of_budget: false,
            most_stones: usize::MAX,
            // A full board, which is never searched, marks an empty entry.
            failures: vec![[B::first_cells(B::CAPACITY); 2]; 1 << TABLE_BITS].into(),
            moves: Vec::new(),
            sequence: Vec::new(),
        }
    }

    /// Limits it to wins that complete a line with at most `most_stones` stones on the board. So the position alone
    /// determines how long a sequence may be, and the table of failures stays right.
    pub(crate) fn within(self, most_stones: usize) -> Self {
        Self { most_stones, ..self }
    }

    /// Returns the most threats of a sequence from here; None if the limit does not allow to complete a line.
    fn most_threats<const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
    ) -> Option<usize> {
        let stones = masks.all.without(counts.empty(masks)).count();
        Some(self.most_stones.checked_sub(stones + 1)? / 2)
    }

    /// Cuts a sequence off where it would exceed the limit; it can win before that.
    pub(crate) fn cut<const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        sequence: ThreatSequence,
    ) -> ThreatSequence {
        match self.most_threats(masks, counts) {
            Some(most) if most >= sequence.len() => sequence,
            most => sequence[..most.unwrap_or(0)].into(),
        }
    }

    /// Searches for a forced win of `attacker`, which is to move, within a budget of positions. Finds one, disproves
    /// that there is one, or runs out of budget. An empty sequence completes a line at once.
    pub(crate) fn search<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        budget: u64,
    ) -> ProofStatus<ThreatSequence> {
        self.poll.set_end(self.nodes.saturating_add(budget));
        self.out_of_budget = false;
        self.sequence.clear();
        self.moves.clear();
        let Some(threats) = self.most_threats(masks, counts) else {
            return ProofStatus::Disproved;
        };
        if self.wins(masks, counts, attacker, threats) {
            self.sequence.reverse();
            ProofStatus::Proved(self.sequence.as_slice().into())
        } else if self.out_of_budget {
            ProofStatus::OutOfBudget
        } else {
            ProofStatus::Disproved
        }
    }

    /// Polls between two searches, for a caller that may search up to `end` positions in all.
    pub(crate) fn poll(&mut self, end: u64) -> Result<(), SearchAborted> {
        self.poll.set_end(end);
        self.poll.poll(self.nodes)
    }

    /// Whether the time limit or the caller has stopped this search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.poll.is_stopped()
    }

    fn wins<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
    ) -> bool {
        self.nodes += 1;
        let defender = attacker.other();
        if !counts.missing(masks, attacker, 1).is_empty() {
            return true;
        }
        let twos = counts.missing(masks, attacker, 2);
        if twos.is_empty() || threats == 0 {
            return false;
        }
        let mut allowed = counts.empty(masks);
        let blocks = counts.completions(masks, defender);
        if !blocks.is_empty() {
            if blocks.count() > 1 {
                return false;
            }
            allowed = blocks;
        }
        let (mut once, mut twice) = (B::EMPTY, B::EMPTY);
        for line in twos.iter() {
            let gaps = masks.lines[line].without(counts.stones(attacker));
            twice |= once & gaps;
            once |= gaps;
        }
        // Two twos that share both empty cells, on boards whose lines overlap, make one threat only.
        let threatens_twice = |&cell: &Cell| {
            counts.with(masks, attacker, cell).completions(masks, attacker).count() > 1
        };
        if let Some(crossing) = (twice & allowed).cells().find(threatens_twice) {
            self.sequence.push(crossing);
            return true;
        }
        if (once & allowed).is_empty() || threats == 1 {
            return false;
        }
        let key = [counts.stones(attacker), counts.stones(defender)];
        let slot = slot_of(key);
        if self.failures[slot] == key {
            return false;
        }
        if self.poll.poll(self.nodes).is_err() {
            self.out_of_budget = true;
            return false;
        }

        let level = self.moves.len();
        self.push_moves(masks, counts, attacker, allowed);
        let mut won = None;
        while self.moves.len() > level && won.is_none() && !self.out_of_budget {
            let Some(next) = self.moves.pop() else { break };
            let after = counts.with(masks, attacker, next.cell).with(masks, defender, next.reply);
            won = self.wins(masks, &after, attacker, threats - 1).then_some(next.cell);
        }
        self.moves.truncate(level);
        if let Some(cell) = won {
            self.sequence.push(cell);
            return true;
        }
        if !self.out_of_budget {
            self.failures[slot] = key;
        }
        false
    }

    /// Pushes every move that makes a threat, with its reply, the most promising last.
    fn push_moves<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        allowed: B,
    ) {
        let level = self.moves.len();
        let new_twos = counts.missing(masks, attacker, 3);
        let new_twos_of_defender = counts.missing(masks, attacker.other(), 3);
        let alive = counts.alive(masks, attacker);
        for line in counts.missing(masks, attacker, 2).iter() {
            let mut gaps = masks.lines[line].without(counts.stones(attacker)).cells();
            let (Some(low), Some(high)) = (gaps.next(), gaps.next()) else { continue };
            for (cell, reply) in [(low, high), (high, low)] {
                if !allowed.contains(cell) {
                    continue;
                }
                let (through, through_reply) = (masks.through(cell), masks.through(reply));
                let made = (new_twos & through).without(through_reply).count().cast_signed();
                let fed =
                    (new_twos_of_defender & through_reply).without(through).count().cast_signed();
                let lost = (alive & through_reply).count().cast_signed();
                self.moves.push(ScoredMove { cost: 3 * fed + lost - 4 * made, cell, reply });
            }
        }
        sort_best_last(&mut self.moves[level..]);
    }
}

/// The index of a position in the table of failures.
fn slot_of<B: Bits>(key: [B; 2]) -> usize {
    usize::try_from(position_hash(key) >> (64 - TABLE_BITS)).expect("a few bits")
}
