//! Quiet moves that win: every reply is met by a forced win.

use oxo_core::{Bits, Cell};

use super::Analyst;
use super::forced_wins::prepend;
use crate::board::line_counts::LineCounts;
use crate::threats::search::{Forced, ThreatSequence};
use crate::threats::shortest::played_out;

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Looks for quiet moves that win. The longest of the forced wins that meet the replies bounds the plies.
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
                Answered::All(rest) => self.knowledge.win(index, prepend(&[cell], rest)),
                Answered::NotAll => self.knowledge.classes[index].asked.quiet = true,
                Answered::Unknown => {}
            }
        }
    }

    /// The longest game among those in which a reply is met by a forced win, if every reply is.
    fn longest_answer(&mut self, after: &LineCounts<B, W, P>, budget: u64) -> Answered {
        let (masks, side, opponent) = (self.masks, self.knowledge.side, self.knowledge.opponent());
        // A reply never helps the mover, so without a forced win against none at all there is nothing to hope for.
        let run = match self.shortest.any(masks, after, side, budget) {
            Forced::Wins(run) => run,
            Forced::None => return Answered::NotAll,
            Forced::Unknown => return Answered::Unknown,
        };
        let Some(game) = played_out(masks, after, side, &run) else { return Answered::Unknown };
        // Replies in the way of the run are the ones that may have no answer.
        let critical = B::from_cells(game);
        let others = after.empty(masks).without(critical);
        let mut runs: Vec<ThreatSequence> = vec![run];
        let mut longest = Vec::new();
        for reply in critical.cells().chain(others.cells()) {
            let position = after.with(masks, opponent, reply);
            let known = runs.iter().find_map(|run| played_out(masks, &position, side, run));
            let game = match known {
                Some(game) => game,
                None => match self.shortest.any(masks, &position, side, budget) {
                    Forced::Wins(run) => {
                        let Some(game) = played_out(masks, &position, side, &run) else {
                            return Answered::Unknown;
                        };
                        runs.push(run);
                        game
                    }
                    Forced::None => return Answered::NotAll,
                    Forced::Unknown => return Answered::Unknown,
                },
            };
            if game.len() + 1 > longest.len() {
                longest = prepend(&[reply], game);
            }
        }
        Answered::All(longest)
    }
}

/// Whether every reply to a move is met by a forced win.
enum Answered {
    /// It is, and this is the longest game.
    All(Vec<Cell>),
    NotAll,
    /// Some search ran out of its budget.
    Unknown,
}
