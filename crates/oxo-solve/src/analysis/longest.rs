//! How long a proved win takes at most: the longest game that its strategy allows.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::strategy::prove::Strategy;
use crate::strategy::solution_table::{Answers, canonical};
use crate::threats::shortest::played_out;

/// The longest games of a strategy, by the class of the position with the strategist to move.
pub(super) struct LongestGames<'a, B, const W: usize> {
    frame: &'a Frame<B, W>,
    answers: &'a Answers<B>,
    attacker: Side,
    /// Plies to the end; the games themselves are found again from these.
    plies: FxHashMap<[B; 2], usize>,
}

impl<'a, B: Bits, const W: usize> LongestGames<'a, B, W> {
    pub(super) fn new(frame: &'a Frame<B, W>, answers: &'a Answers<B>, attacker: Side) -> Self {
        Self { frame, answers, attacker, plies: FxHashMap::default() }
    }

    /// The longest game from a position; None if the strategy has a gap.
    pub(super) fn game<const P: usize>(
        &mut self,
        tally: &Tally<B, W, P>,
        to_move: Side,
    ) -> Option<Vec<Cell>> {
        let mut game = Vec::new();
        let mut tally = *tally;
        if to_move != self.attacker {
            match self.worst_reply(&tally, &[])? {
                (reply, Rest::Forced(rest)) => return Some(begun(game, reply, rest)),
                (reply, Rest::Open(_)) => {
                    game.push(reply);
                    tally.play(self.frame, to_move, reply);
                }
            }
        }
        loop {
            if let Some(cell) = tally.completions(self.frame, self.attacker).lowest() {
                game.push(cell);
                return Some(game);
            }
            let (cell, runs) = self.advice(&tally)?;
            game.push(cell);
            tally.play(self.frame, self.attacker, cell);
            match self.worst_reply(&tally, &runs)? {
                (reply, Rest::Forced(rest)) => return Some(begun(game, reply, rest)),
                (reply, Rest::Open(_)) => {
                    game.push(reply);
                    tally.play(self.frame, self.attacker.other(), reply);
                }
            }
        }
    }

    /// The reply that delays the end most.
    fn worst_reply<const P: usize>(
        &mut self,
        after: &Tally<B, W, P>,
        runs: &[crate::threats::search::Run],
    ) -> Option<(Cell, Rest)> {
        let defender = self.attacker.other();
        let mut worst: Option<(Cell, Rest)> = None;
        for reply in after.empty(self.frame).cells() {
            let position = after.with(self.frame, defender, reply);
            let played =
                runs.iter().find_map(|run| played_out(self.frame, &position, self.attacker, run));
            let rest = match played {
                Some(game) => Rest::Forced(game),
                None => Rest::Open(self.plies_to_end(&position)?),
            };
            if worst.as_ref().is_none_or(|(_, longest)| rest.plies() > longest.plies()) {
                worst = Some((reply, rest));
            }
        }
        worst
    }

    fn plies_to_end<const P: usize>(&mut self, tally: &Tally<B, W, P>) -> Option<usize> {
        let (frame, attacker) = (self.frame, self.attacker);
        if !tally.completions(frame, attacker).is_empty() {
            return Some(1);
        }
        let (key, _) =
            canonical(&frame.board, [tally.stones(attacker), tally.stones(attacker.other())]);
        if let Some(&plies) = self.plies.get(&key) {
            return Some(plies);
        }
        let (cell, runs) = self.advice(tally)?;
        let (_, rest) = self.worst_reply(&tally.with(frame, attacker, cell), &runs)?;
        self.plies.insert(key, rest.plies() + 2);
        Some(rest.plies() + 2)
    }

    /// The strategist's move, which a threat may force, and the runs that meet replies to it.
    fn advice<const P: usize>(
        &mut self,
        tally: &Tally<B, W, P>,
    ) -> Option<(Cell, Vec<crate::threats::search::Run>)> {
        let advice = self.answers.advise(self.frame, tally, self.attacker, self.attacker)?;
        let block = tally.completions(self.frame, self.attacker.other()).lowest();
        Some((block.or(advice.cell)?, advice.runs))
    }
}

/// What follows a reply.
enum Rest {
    /// A run of threats, played out.
    Forced(Vec<Cell>),
    /// Positions with answers of their own, for so many plies.
    Open(usize),
}

impl Rest {
    fn plies(&self) -> usize {
        match self {
            Self::Forced(game) => game.len(),
            Self::Open(plies) => *plies,
        }
    }
}

fn begun(mut game: Vec<Cell>, reply: Cell, rest: Vec<Cell>) -> Vec<Cell> {
    game.push(reply);
    game.extend(rest);
    game
}
