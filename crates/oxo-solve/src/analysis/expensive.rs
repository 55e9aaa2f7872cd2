//! Costlier searches: draws by pairings, and exhaustive search, with budgets that grow from round to round.

use oxo_core::{Bits, Cell};

use crate::analysis::analyst::Analyst;
use crate::exact::search::{ExactScore, WIN, exact_after_move, exact_before_move};

/// The maximum number of empty cells for exhaustive search of cells without a known outcome, and the round from which
/// any number is allowed.
const EXACT_CELLS: usize = 27;
const ROUND_OF_ANYTHING: u32 = 5;
/// One in this many positions may be searched for the plies of known outcomes while other outcomes are unknown.
const REFINING_SHARE: u64 = 16;

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Finds out which side can hold by a pairing after each move.
    pub(super) fn pairings(&mut self) {
        let (masks, side, opponent) = (self.masks, self.knowledge.side, self.knowledge.opponent());
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if class.bounds.is_decided() || class.asked.hold || self.affordable(1) == 0 {
                continue;
            }
            let after = class.after;
            if class.bounds.low() < 0 && self.pairings.find(masks, &after, side).is_some() {
                self.knowledge.learn(index, 0, WIN, None);
            }
            // An extra stone never hurts its side, so a pairing also holds for the side to move.
            if self.knowledge.classes[index].bounds.high() > 0
                && (self.pairings.find(masks, &after, opponent).is_some()
                    || self.pairings.move_to_pairing(masks, &after, opponent).is_some())
            {
                self.knowledge.learn(index, -WIN, 0, None);
            }
            self.knowledge.classes[index].asked.hold = true;
        }
    }

    /// Searches exhaustively where the search can be expected to finish, and where the outcome is known but the plies
    /// or the game that shows them are missing.
    pub(super) fn exact_values(&mut self, budget: u64, round: u32) {
        let finishes = self.knowledge.empty <= EXACT_CELLS || round >= ROUND_OF_ANYTHING;
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if class.is_complete() {
                continue;
            }
            let is_tried = if class.bounds.is_decided() { self.may_refine() } else { finishes };
            if is_tried {
                self.exact_value(index, budget);
            }
        }
    }

    /// Whether exhaustive search may work on the plies of values whose outcome is known. Unknown outcomes come first.
    fn may_refine(&self) -> bool {
        let outcomes_are_known =
            self.knowledge.classes.iter().all(|class| class.bounds.is_decided());
        outcomes_are_known || self.exact.nodes.saturating_mul(REFINING_SHARE) <= self.nodes()
    }

    fn exact_value(&mut self, index: usize, budget: u64) {
        let after = self.knowledge.classes[index].after;
        let opponent = self.knowledge.opponent();
        loop {
            let bounds = self.knowledge.classes[index].bounds;
            let (low, high) = (bounds.low(), bounds.high());
            if bounds.is_exact() {
                break;
            }
            // If the outcome is known, search for the shortest game first, which looks few plies ahead.
            let (floor, ceiling) = match bounds.is_decided() {
                true if low > 0 => (low.max(high - 2), high),
                true => (low, high.min(low + 2)),
                false => (low, high),
            };
            let budget = self.affordable(budget);
            let Ok(score) = self.exact.score_within(
                &after,
                opponent,
                exact_before_move(ceiling),
                exact_before_move(floor),
                budget,
            ) else {
                return;
            };
            let score = exact_after_move(score);
            let at_least = if score > floor || floor == low { score } else { low };
            let at_most = if score < ceiling || ceiling == high { score } else { high };
            self.knowledge.learn(index, at_least, at_most, None);
        }
        let class = &self.knowledge.classes[index];
        if class.lacks_line() {
            let (cell, score) = (class.cell(), class.bounds.low());
            if let Some(rest) = self.principal_variation(index, score, budget) {
                self.knowledge.learn(index, score, score, Some([vec![cell], rest].concat()));
            }
        }
    }

    /// Returns best play after a move whose score, a win or a loss, is exact; None if the budget runs out.
    fn principal_variation(
        &mut self,
        index: usize,
        score: ExactScore,
        budget: u64,
    ) -> Option<Vec<Cell>> {
        let masks = self.masks;
        let mut counts = self.knowledge.classes[index].after;
        let mut side = self.knowledge.opponent();
        let mut score = exact_before_move(score);
        let mut game = Vec::new();
        while score.abs() < WIN {
            let wins = counts.completions(masks, side);
            if let Some(cell) = wins.lowest() {
                game.push(cell);
                break;
            }
            let blocks = counts.completions(masks, side.other());
            let moves = if blocks.is_empty() { counts.empty(masks) } else { blocks };
            let wanted = exact_before_move(score);
            let mut best = None;
            for cell in moves.cells() {
                let after = counts.with(masks, side, cell);
                let budget = self.affordable(budget);
                let found =
                    self.exact.score_within(&after, side.other(), wanted - 1, wanted + 1, budget);
                if found.ok()? == wanted {
                    best = Some(cell);
                    break;
                }
            }
            let cell = best?;
            game.push(cell);
            counts.play(masks, side, cell);
            (side, score) = (side.other(), wanted);
        }
        Some(game)
    }
}
