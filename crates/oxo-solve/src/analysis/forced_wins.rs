//! Forced wins: of the mover after each of its threats, and of the opponent after each move.

use oxo_core::{Bits, Cell};

use crate::analysis::analyst::Analyst;
use crate::analysis::knowledge::Class;
use crate::threats::replay::{game_of, played_out};
use crate::value::ProofStatus;

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Finds the shortest threat sequence that begins with each cell.
    pub(super) fn own_forced_wins(&mut self, budget: u64) {
        let (masks, side) = (self.masks, self.knowledge.side);
        let counts = self.knowledge.counts;
        let asks =
            |class: &Class<'_, B, W, P>| !class.bounds.is_decided() && !class.asked.own_forced_win;
        if !self.knowledge.classes.iter().any(asks) {
            return;
        }
        let any = self.affordable(budget);
        match self.shortest.any(masks, &counts, side, any) {
            ProofStatus::Proved(_) => {}
            ProofStatus::OutOfBudget | ProofStatus::Exhausted => return,
            ProofStatus::Disproved => {
                self.knowledge
                    .classes
                    .iter_mut()
                    .for_each(|class| class.asked.own_forced_win = true);
                return;
            }
        }
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if !asks(class) {
                continue;
            }
            let (cell, after) = (class.cell(), class.after);
            // More than one completion is a double threat, whose value is already known.
            let Some(reply) = after.completions(masks, side).lowest() else {
                self.knowledge.classes[index].asked.own_forced_win = true;
                continue;
            };
            let position = after.with(masks, side.other(), reply);
            let budget = self.affordable(budget);
            let found = self.shortest.search(masks, &position, side, 1, budget);
            self.knowledge.classes[index].asked.own_forced_win = found != ProofStatus::OutOfBudget;
            match found {
                // The reply is forced, so the value of the cell is that of the position after the reply, by the lemma
                // in shortest.rs.
                ProofStatus::Disproved => self.knowledge.no_win_before(index, 7),
                ProofStatus::Proved(sequence) => {
                    let rest = game_of(masks, &position, side, &sequence);
                    let game = [vec![cell, reply], rest].concat();
                    self.knowledge.no_win_before(index, game.len().min(7));
                    self.knowledge.win(index, game);
                }
                ProofStatus::OutOfBudget | ProofStatus::Exhausted => {}
            }
        }
    }

    /// Finds the opponent's shortest threat sequence after each move.
    ///
    /// An extra stone of the mover never helps the opponent. So if the opponent has no forced win after a pass, it has
    /// none after any move; if it has one, no shorter one exists after any move. Sequences found for one move are tried
    /// against the others before a search.
    pub(super) fn opponents_forced_wins(&mut self, budget: u64) {
        let (masks, opponent) = (self.masks, self.knowledge.opponent());
        let counts = self.knowledge.counts;
        let asks = |class: &Class<'_, B, W, P>| {
            class.bounds.low() < 0 && !class.bounds.is_exact() && !class.asked.opponents_forced_win
        };
        if !self.knowledge.classes.iter().any(asks) {
            return;
        }
        let (mut sequences, mut shortest) = (Vec::new(), 1);
        if counts.completions(masks, opponent).is_empty() {
            let budget = self.affordable(budget);
            match self.shortest.search(masks, &counts, opponent, 1, budget) {
                ProofStatus::Disproved => {
                    for index in 0..self.knowledge.classes.len() {
                        if asks(&self.knowledge.classes[index]) {
                            self.knowledge.no_loss_before(index, 6);
                            self.knowledge.classes[index].asked.opponents_forced_win = true;
                        }
                    }
                    return;
                }
                ProofStatus::Proved(sequence) => {
                    shortest = sequence.len();
                    sequences.push(sequence);
                }
                ProofStatus::OutOfBudget | ProofStatus::Exhausted => {}
            }
        }
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if !asks(class) {
                continue;
            }
            let (cell, after) = (class.cell(), class.after);
            let games = sequences
                .iter()
                .filter_map(|sequence| played_out(masks, &after, opponent, sequence));
            let mut best: Option<Vec<Cell>> = games.min_by_key(Vec::len);
            let is_shortest = best.as_ref().is_some_and(|game| game.len() <= 2 * shortest + 1);
            let mut is_answered = is_shortest;
            if !is_shortest {
                let budget = self.affordable(budget);
                let found = self.shortest.search(masks, &after, opponent, shortest, budget);
                is_answered = found != ProofStatus::OutOfBudget;
                match found {
                    ProofStatus::Disproved => self.knowledge.no_loss_before(index, 6),
                    ProofStatus::Proved(sequence) => {
                        best = Some(game_of(masks, &after, opponent, &sequence));
                        sequences.push(sequence);
                    }
                    ProofStatus::OutOfBudget | ProofStatus::Exhausted => {}
                }
            }
            if let Some(rest) = best {
                let game = [vec![cell], rest].concat();
                if is_answered {
                    self.knowledge.no_loss_before(index, game.len().min(6));
                }
                self.knowledge.loss(index, game);
            }
            self.knowledge.classes[index].asked.opponents_forced_win = is_answered;
        }
    }
}
