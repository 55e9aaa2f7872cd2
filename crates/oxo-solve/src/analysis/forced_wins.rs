//! Forced wins: of the mover after each of his threats, and of the opponent after each move.

use oxo_core::{Bits, Cell};

use super::Analyst;
use crate::threats::search::Forced;
use crate::threats::shortest::played_out;

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// Finds the shortest run of threats that begins with each cell.
    pub(super) fn own_forced_wins(&mut self, budget: u64) {
        let (masks, side) = (self.masks, self.knowledge.side);
        let counts = self.knowledge.counts;
        let asks = |class: &super::knowledge::Class<'_, B, W, P>| {
            !class.bounds.is_decided() && !class.asked.own_forced_win
        };
        if !self.knowledge.classes.iter().any(asks) {
            return;
        }
        let any = self.affordable(budget);
        match self.shortest.any(masks, &counts, side, any) {
            Forced::Wins(_) => {}
            Forced::Unknown => return,
            Forced::None => {
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
            // More than one completion is a double threat, which is known already.
            let Some(reply) = after.completions(masks, side).lowest() else {
                self.knowledge.classes[index].asked.own_forced_win = true;
                continue;
            };
            let position = after.with(masks, side.other(), reply);
            let budget = self.affordable(budget);
            let found = self.shortest.search(masks, &position, side, 1, budget);
            self.knowledge.classes[index].asked.own_forced_win = found != Forced::Unknown;
            match found {
                // The reply is forced, so that the cell is worth what the position after it is: see the lemma in
                // shortest.rs.
                Forced::None => self.knowledge.no_win_before(index, 7),
                Forced::Wins(run) => {
                    if let Some(rest) = played_out(masks, &position, side, &run) {
                        let game = prepend(&[cell, reply], rest);
                        self.knowledge.no_win_before(index, game.len().min(7));
                        self.knowledge.win(index, game);
                    }
                }
                Forced::Unknown => {}
            }
        }
    }

    /// Finds the opponent's shortest run of threats after each move.
    ///
    /// A stone more of the mover never helps the opponent. So if the opponent has no forced win when the mover passes,
    /// he has none after any move; else none that is shorter; and the runs that are found for one move are tried
    /// against the others before anything is searched.
    pub(super) fn opponents_forced_wins(&mut self, budget: u64) {
        let (masks, opponent) = (self.masks, self.knowledge.opponent());
        let counts = self.knowledge.counts;
        let asks = |class: &super::knowledge::Class<'_, B, W, P>| {
            class.bounds.low() < 0 && !class.bounds.is_exact() && !class.asked.opponents_forced_win
        };
        if !self.knowledge.classes.iter().any(asks) {
            return;
        }
        let (mut runs, mut shortest) = (Vec::new(), 1);
        if counts.completions(masks, opponent).is_empty() {
            let budget = self.affordable(budget);
            match self.shortest.search(masks, &counts, opponent, 1, budget) {
                Forced::None => {
                    for index in 0..self.knowledge.classes.len() {
                        if asks(&self.knowledge.classes[index]) {
                            self.knowledge.no_loss_before(index, 6);
                            self.knowledge.classes[index].asked.opponents_forced_win = true;
                        }
                    }
                    return;
                }
                Forced::Wins(run) => {
                    if played_out(masks, &counts, opponent, &run).is_some() {
                        shortest = run.len();
                        runs.push(run);
                    }
                }
                Forced::Unknown => {}
            }
        }
        for index in 0..self.knowledge.classes.len() {
            let class = &self.knowledge.classes[index];
            if !asks(class) {
                continue;
            }
            let (cell, after) = (class.cell(), class.after);
            let games = runs.iter().filter_map(|run| played_out(masks, &after, opponent, run));
            let mut best: Option<Vec<Cell>> = games.min_by_key(Vec::len);
            let is_shortest = best.as_ref().is_some_and(|game| game.len() <= 2 * shortest + 1);
            let mut is_answered = is_shortest;
            if !is_shortest {
                let budget = self.affordable(budget);
                let found = self.shortest.search(masks, &after, opponent, shortest, budget);
                is_answered = found != Forced::Unknown;
                match found {
                    Forced::None => self.knowledge.no_loss_before(index, 6),
                    Forced::Wins(run) => {
                        if let Some(game) = played_out(masks, &after, opponent, &run) {
                            best = Some(game);
                            runs.push(run);
                        } else {
                            is_answered = false;
                        }
                    }
                    Forced::Unknown => {}
                }
            }
            if let Some(rest) = best {
                let game = prepend(&[cell], rest);
                if is_answered {
                    self.knowledge.no_loss_before(index, game.len().min(6));
                }
                self.knowledge.loss(index, game);
            }
            self.knowledge.classes[index].asked.opponents_forced_win = is_answered;
        }
    }
}

/// A game from its first moves and the rest.
pub(super) fn prepend(first: &[Cell], rest: Vec<Cell>) -> Vec<Cell> {
    first.iter().copied().chain(rest).collect()
}
