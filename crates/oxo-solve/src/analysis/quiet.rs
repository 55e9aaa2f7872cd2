//! Quiet moves that win, since the mover has a forced win against every reply.

use oxo_core::{Bits, Cell};

use crate::analysis::analyst::Analyst;
use crate::board::line_counts::LineCounts;
use crate::threats::replay::{game_of, played_out};
use crate::threats::search::ThreatSequence;
use crate::value::ProofStatus;

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Searches for quiet moves that win. The longest of the forced wins against the replies bounds the plies.
    pub(super) fn quiet_moves(&mut self, budget: u64) {
        let (masks, side) = (self.masks, self.knowledge.side);
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if class.bounds.is_decided() || class.asked.quiet || self.affordable(1) == 0 {
                continue;
            }
            let (cell, after) = (class.cell(), class.after);
            if !after.completions(masks, side).is_empty() {
                self.knowledge.classes[index].asked.quiet = true;
                continue;
            }
            match self.longest_answer(&after, budget) {
                ProofStatus::Proved(rest) => {
                    self.knowledge.win(index, [vec![cell], rest].concat());
                }
                ProofStatus::Disproved => self.knowledge.classes[index].asked.quiet = true,
                ProofStatus::OutOfBudget | ProofStatus::Exhausted => {}
            }
        }
    }

    /// Returns the longest game with a forced win against a reply; disproved if some reply has no forced win against
    /// it.
    fn longest_answer(
        &mut self,
        after: &LineCounts<B, W, P>,
        budget: u64,
    ) -> ProofStatus<Vec<Cell>> {
        let (masks, side, opponent) = (self.masks, self.knowledge.side, self.knowledge.opponent());
        // A reply never helps the mover. So if the mover has no forced win after a pass, no search of replies is
        // needed.
        let sequence = match self.shortest.any(masks, after, side, budget) {
            ProofStatus::Proved(sequence) => sequence,
            unproved => return unproved.map(|_| Vec::new()),
        };
        // Replies that may break the sequence come first, since they may have no answer.
        let critical = B::from_cells(game_of(masks, after, side, &sequence));
        let others = after.empty(masks).without(critical);
        let mut sequences: Vec<ThreatSequence> = vec![sequence];
        let mut longest = Vec::new();
        for reply in critical.cells().chain(others.cells()) {
            let position = after.with(masks, opponent, reply);
            let known =
                sequences.iter().find_map(|sequence| played_out(masks, &position, side, sequence));
            let game = match known {
                Some(game) => game,
                None => match self.shortest.any(masks, &position, side, budget) {
                    ProofStatus::Proved(sequence) => {
                        let game = game_of(masks, &position, side, &sequence);
                        sequences.push(sequence);
                        game
                    }
                    unproved => return unproved.map(|_| Vec::new()),
                },
            };
            if game.len() + 1 > longest.len() {
                longest = [vec![reply], game].concat();
            }
        }
        ProofStatus::Proved(longest)
    }
}
