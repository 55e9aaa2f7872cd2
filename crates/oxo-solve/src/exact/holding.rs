//! Search for a strategy with which a side holds, with few records.
//!
//! The size of a position, with the holder to move, is the number of records that hold it: one for the position, and the
//! sizes of all classes of positions after the opponent's replies. If a pairing holds after the move, one record is
//! enough. The search is depth first with a limit of the size, which grows until a strategy is found. A table keeps the
//! least size that is still possible for each position, and the strategy found.
//!
//! Positions that several replies lead to count for each, so that the proof can be smaller than the size.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::stop::{SearchAborted, Stop, StopPoll};
use crate::strategy::pairing::{FEW_SHARED_PAIRS, PairingSearch};
use crate::strategy::prove::{Strategy, StrategyMove};

/// The size of a position in which the opponent cannot be kept from a line.
const LOST: u32 = u32::MAX;

/// What is known of the size of a position.
#[derive(Debug, Clone, Copy)]
struct KnownSize {
    /// The size is not smaller.
    least: u32,
    /// The size of a strategy that was found, and its move in the canonical form.
    found: Option<(u32, Cell)>,
}

/// A search for holding strategies on one board, with its table.
#[derive(Debug)]
pub(crate) struct HoldingSearch<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    poll: StopPoll<'f>,
    pairings: PairingSearch,
    /// By the stones in canonical form, the holder's first.
    table: FxHashMap<[B; 2], KnownSize>,
    table_limit: usize,
    nodes: u64,
}

impl<'f, B: Bits, const W: usize, const P: usize> HoldingSearch<'f, B, W, P> {
    /// Makes a search that visits at most `budget` positions, and whose table holds at most `table_limit`.
    pub(crate) fn new(
        masks: &'f LineMasks<B, W>,
        stop: Stop<'f>,
        budget: u64,
        table_limit: usize,
    ) -> Self {
        let mut poll = StopPoll::new(stop);
        poll.set_end(budget);
        let pairings = PairingSearch::new(FEW_SHARED_PAIRS);
        Self { masks, poll, pairings, table: FxHashMap::default(), table_limit, nodes: 0 }
    }

    /// Returns the positions searched, and the shared pairs tried.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.pairings.nodes
    }

    /// Returns whether `holder` holds; false also if the budget ran out.
    pub(crate) fn holds(
        &mut self,
        counts: &LineCounts<B, W, P>,
        (holder, to_move): (Side, Side),
    ) -> bool {
        let mut limit = 1;
        loop {
            let found = if to_move == holder {
                self.size(counts, holder, limit)
            } else {
                self.size_after(counts, holder, limit)
            };
            match found {
                Ok(Ok(_)) => return true,
                Ok(Err(least)) if least < LOST => limit += 1 + limit / 4,
                _ => return false,
            }
        }
    }

    /// Returns a move with which `holder`, which is to move, holds; None if none was found within the budget.
    fn holding_move(&mut self, counts: &LineCounts<B, W, P>, holder: Side) -> Option<Cell> {
        if !self.holds(counts, (holder, holder)) {
            return None;
        }
        let (key, symmetry) = canonical(&self.masks.board, counts.stones_first(holder));
        let (_, cell) = self.table.get(&key)?.found?;
        Some(symmetry.map_or(cell, |symmetry| symmetry.inverse().image(cell)))
    }

    /// Returns a size of at most `limit` of a position with the holder to move; else the least that is possible.
    fn size(
        &mut self,
        counts: &LineCounts<B, W, P>,
        holder: Side,
        limit: u32,
    ) -> Result<Result<u32, u32>, SearchAborted> {
        let masks = self.masks;
        let (key, symmetry) = canonical(&masks.board, counts.stones_first(holder));
        let known = self.known(&key);
        match known.found {
            Some((size, _)) if size <= limit => return Ok(Ok(size)),
            _ if known.least > limit => return Ok(Err(known.least)),
            _ => {}
        }
        let blocks = counts.completions(masks, holder.other());
        let moves = match blocks.count() {
            0 => counts.empty(masks),
            1 => blocks,
            _ => B::EMPTY,
        };
        let mut least = LOST;
        let mut found = None;
        for cell in self.best_first(counts, holder, moves) {
            self.nodes += 1;
            self.poll.poll(self.nodes() - 1)?;
            match self.size_after(&counts.with(masks, holder, cell), holder, limit)? {
                Ok(size) => {
                    found = Some((size, cell));
                    break;
                }
                Err(bound) => least = least.min(bound),
            }
        }
        let result = found.map_or(Err(least), |(size, _)| Ok(size));
        let turned = |(size, cell)| (size, symmetry.map_or(cell, |symmetry| symmetry.image(cell)));
        let known = KnownSize {
            least: if found.is_some() { known.least } else { known.least.max(least) },
            found: found.map(turned).or(known.found),
        };
        if self.table.len() < self.table_limit || self.table.contains_key(&key) {
            self.table.insert(key, known);
        }
        Ok(result)
    }

    /// Returns a size of at most `limit` of a position after the holder's move; else the least that is possible.
    fn size_after(
        &mut self,
        after: &LineCounts<B, W, P>,
        holder: Side,
        limit: u32,
    ) -> Result<Result<u32, u32>, SearchAborted> {
        let (masks, opponent) = (self.masks, holder.other());
        if !after.missing(masks, opponent, 1).is_empty() {
            return Ok(Err(LOST));
        }
        if self.pairings.find(masks, after, holder).is_some() {
            return Ok(Ok(1));
        }
        let mut seen = FxHashSet::default();
        let mut replies = Vec::new();
        let mut total = 1_u32;
        for reply in self.best_first(after, opponent, after.empty(masks)) {
            let position = after.with(masks, opponent, reply);
            let is_settled =
                !position.missing(masks, holder, 1).is_empty() || position.empty(masks).is_empty();
            if is_settled {
                continue;
            }
            let key = canonical(&masks.board, position.stones_first(holder)).0;
            if seen.insert(key) {
                let least = self.known(&key).least;
                total = total.saturating_add(least);
                replies.push((least, position));
            }
        }
        // A reply that needs most is likeliest to exceed the limit.
        replies.sort_by_cached_key(|&(least, _)| std::cmp::Reverse(least));
        for (least, position) in replies {
            if total > limit {
                break;
            }
            let rest = total - least;
            match self.size(&position, holder, limit - rest)? {
                Ok(size) => total = rest + size,
                Err(more) => total = rest.saturating_add(more),
            }
        }
        Ok(if total > limit { Err(total) } else { Ok(total) })
    }

    fn known(&self, key: &[B; 2]) -> KnownSize {
        self.table.get(key).copied().unwrap_or(KnownSize { least: 1, found: None })
    }

    /// Returns cells for a stone of `side`, those on the opponent's best lines first.
    fn best_first(&self, counts: &LineCounts<B, W, P>, side: Side, cells: B) -> Vec<Cell> {
        let weight = |cell: Cell| {
            let through = self.masks.through(cell);
            let lines =
                |side, missing| (counts.missing(self.masks, side, missing) & through).count();
            let alive = |side| (counts.alive(self.masks, side) & through).count();
            let other = side.other();
            16 * (lines(other, 2) + lines(side, 2))
                + 4 * lines(other, 3)
                + 2 * alive(other)
                + alive(side)
        };
        let mut cells: Vec<Cell> = cells.cells().collect();
        cells.sort_by_cached_key(|&cell| std::cmp::Reverse(weight(cell)));
        cells
    }
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for HoldingSearch<'_, B, W, P> {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let (cell, after) = if to_move == strategist {
            let cell = self.holding_move(counts, strategist)?;
            (Some(cell), counts.with(masks, strategist, cell))
        } else {
            (None, *counts)
        };
        let pairs = self.pairings.find(masks, &after, strategist);
        Some(StrategyMove { cell, pairs, ..StrategyMove::default() })
    }
}
