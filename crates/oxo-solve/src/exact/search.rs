//! Exhaustive search: the exact value of a position, including the number of plies to the end.
//!
//! It is negamax with alpha-beta bounds. A win scores more the sooner it comes and a loss more the later, so the winner
//! plays for the shortest game and the loser for the longest. Five means keep the search small:
//!
//! - It completes a line if it can, and blocks a line that the opponent threatens; two such lines are a loss.
//! - It bounds the distance: without a completion now, a win takes at least 3 plies, and a loss at least 4 unless the
//!   opponent threatens. A side that cannot complete any line any more cannot win.
//! - A side that has a pairing cannot lose, also if it is to move: one more stone never hurts.
//! - It has a table of positions up to symmetry, with full keys.
//! - It tries moves on the best open lines first.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::stop::{SearchAborted, Stop, StopPoll};
use crate::strategy::pairing::{FEW_SHARED_PAIRS, PairingSearch};

/// A value as a number: positive if the side to move wins, and larger the sooner; negative if it loses.
pub(crate) type ExactScore = i16;

/// The score of a win in 0 plies; a win in `n` plies scores `WIN - n`.
pub(crate) const WIN: ExactScore = 1000;

/// The number of positions in a table for each MiB of memory.
pub(crate) const POSITIONS_PER_MIB: usize = 8_000;

#[derive(Debug, Clone, Copy)]
struct ScoreBounds {
    low: ExactScore,
    high: ExactScore,
}

/// Exhaustive search on one board, with its table.
#[derive(Debug)]
pub(crate) struct ExactSearch<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    poll: StopPoll<'f>,
    /// The bounds of each position, with the stones of the side to move first.
    table: FxHashMap<[B; 2], ScoreBounds>,
    /// Positions searched so far.
    pub(crate) nodes: u64,
    pairings: PairingSearch,
    table_limit: usize,
}

impl<'f, B: Bits, const W: usize, const P: usize> ExactSearch<'f, B, W, P> {
    /// Makes a search whose table holds at most `table_limit` positions.
    pub(crate) fn new(masks: &'f LineMasks<B, W>, stop: Stop<'f>, table_limit: usize) -> Self {
        let poll = StopPoll::new(stop);
        let pairings = PairingSearch::new(FEW_SHARED_PAIRS);
        Self { masks, poll, table: FxHashMap::default(), nodes: 0, pairings, table_limit }
    }

    /// Returns the exact score of a position that is not over.
    pub(crate) fn score(
        &mut self,
        counts: &LineCounts<B, W, P>,
        to_move: Side,
        budget: u64,
    ) -> Result<ExactScore, SearchAborted> {
        self.score_within(counts, to_move, -WIN, WIN, budget)
    }

    /// Returns the exact score, clamped to `low..=high`.
    pub(crate) fn score_within(
        &mut self,
        counts: &LineCounts<B, W, P>,
        to_move: Side,
        low: ExactScore,
        high: ExactScore,
        budget: u64,
    ) -> Result<ExactScore, SearchAborted> {
        self.poll.set_end(self.nodes.saturating_add(budget));
        self.search(counts, to_move, low, high)
    }

    fn search(
        &mut self,
        counts: &LineCounts<B, W, P>,
        side: Side,
        low: ExactScore,
        high: ExactScore,
    ) -> Result<ExactScore, SearchAborted> {
        let (masks, other) = (self.masks, side.other());
        self.nodes += 1;
        self.poll.poll(self.nodes - 1)?;
        if !counts.missing(masks, side, 1).is_empty() {
            return Ok((WIN - 1).clamp(low, high));
        }
        let blocks = counts.completions(masks, other);
        if blocks.count() > 1 {
            return Ok((2 - WIN).clamp(low, high));
        }
        let empty = counts.empty(masks);
        let can_win = !counts.alive(masks, side).is_empty();
        let can_lose = !counts.alive(masks, other).is_empty();
        let mut most = if can_win { WIN - 3 } else { 0 };
        let mut least = if can_lose { 4 - WIN } else { 0 };
        // Every value lies between `least` and `most`, so the window can shrink to them.
        let (mut floor, mut ceiling) = (low.max(least), high.min(most));
        if empty.is_empty() || floor >= ceiling {
            return Ok(if empty.is_empty() { 0 } else { floor.min(most) }.clamp(low, high));
        }
        let (key, _) = canonical(&masks.board, [counts.stones(side), counts.stones(other)]);
        if let Some(known) = self.table.get(&key) {
            floor = floor.max(known.low);
            ceiling = ceiling.min(known.high);
            if floor >= ceiling {
                return Ok(floor.min(known.high).clamp(low, high));
            }
        }
        let tried = self.pairings.nodes;
        if ceiling > 0 && self.pairings.find(masks, counts, other).is_some() {
            (most, ceiling) = (0, 0);
        }
        if floor < 0 && self.pairings.find(masks, counts, side).is_some() {
            (least, floor) = (0, 0);
        }
        self.nodes += self.pairings.nodes - tried;
        let moves = match floor < ceiling {
            true if blocks.is_empty() => empty,
            true => blocks,
            false => B::EMPTY,
        };
        let mut best = floor;
        for cell in self.ordered(counts, side, moves) {
            let after = counts.with(masks, side, cell);
            let score =
                self.search(&after, other, exact_before_move(ceiling), exact_before_move(best))?;
            best = best.max(exact_after_move(score));
            if best >= ceiling {
                break;
            }
        }
        if self.table.len() < self.table_limit || self.table.contains_key(&key) {
            let entry = self.table.entry(key).or_insert(ScoreBounds { low: least, high: most });
            entry.low = entry.low.max(if best > floor { best } else { least });
            entry.high = entry.high.min(if best < ceiling { best } else { most });
        }
        Ok(best.min(most).clamp(low, high))
    }

    /// Returns cells in the order in which to try them, best lines first.
    fn ordered(&self, counts: &LineCounts<B, W, P>, side: Side, cells: B) -> Vec<Cell> {
        let mut weighed: Vec<(i32, Cell)> =
            cells.cells().map(|cell| (-self.weight(counts, side, cell), cell)).collect();
        weighed.sort_unstable();
        weighed.into_iter().map(|(_, cell)| cell).collect()
    }

    fn weight(&self, counts: &LineCounts<B, W, P>, side: Side, cell: Cell) -> i32 {
        let through = self.masks.through(cell);
        let lines = |side, missing| {
            (counts.missing(self.masks, side, missing) & through).count().cast_signed()
        };
        let alive = |side| (counts.alive(self.masks, side) & through).count().cast_signed();
        16 * lines(side, 2)
            + 8 * lines(side.other(), 2)
            + 4 * lines(side, 3)
            + alive(side)
            + alive(side.other())
    }
}

/// The score of a position for the side that has moved, from the score for its opponent after the move.
pub(crate) fn exact_after_move(score: ExactScore) -> ExactScore {
    score.signum() - score
}

/// The bound on the opponent's score after a move that comes from one on the mover's: the inverse of [`exact_after_move`].
pub(crate) fn exact_before_move(bound: ExactScore) -> ExactScore {
    -bound - bound.signum()
}
