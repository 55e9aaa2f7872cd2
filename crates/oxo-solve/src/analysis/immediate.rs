//! Immediate facts: completed lines, lines that the opponent completes, double threats, dead lines.

use oxo_core::Bits;

use crate::analysis::analyst::Analyst;
use crate::analysis::bounds::{loss_in, win_in};

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Looks at every cell once.
    pub(super) fn immediate(&mut self) {
        let (masks, side, opponent) = (self.masks, self.knowledge.side, self.knowledge.opponent());
        let completions = self.knowledge.counts.completions(masks, side);
        let threats = self.knowledge.counts.completions(masks, opponent);
        for index in 0..self.knowledge.classes.len() {
            let (cell, after) =
                (self.knowledge.classes[index].cell(), self.knowledge.classes[index].after);
            if completions.contains(cell) {
                self.knowledge.learn(index, win_in(1), win_in(1), Some(vec![cell]));
                continue;
            }
            self.knowledge.no_win_before(index, 3);
            if let Some(completing) = threats.without(B::single(cell)).lowest() {
                self.knowledge.learn(index, loss_in(2), loss_in(2), Some(vec![cell, completing]));
                continue;
            }
            self.knowledge.no_loss_before(index, 4);
            let mut own = after.completions(masks, side).cells();
            if let (Some(reply), Some(completing)) = (own.next(), own.next()) {
                self.knowledge.win(index, vec![cell, reply, completing]);
                continue;
            }
            self.knowledge.no_win_before(index, 5);
            if after.alive(masks, side).is_empty() {
                self.knowledge.learn(index, loss_in(2), 0, None);
            }
            if after.alive(masks, opponent).is_empty() {
                self.knowledge.learn(index, 0, win_in(1), None);
            }
        }
    }
}
