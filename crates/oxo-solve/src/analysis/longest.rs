//! How long a proved win takes at most: the longest game that its strategy allows.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::strategy::prove::Strategy;
use crate::strategy::solution_table::{SolutionTable, canonical};
use crate::threats::shortest::played_out;

/// The longest games of a strategy, by the class of the position with the strategist to move.
pub(super) struct LongestGames<'a, B, const W: usize> {
    masks: &'a LineMasks<B, W>,
    answers: &'a SolutionTable<B>,
    attacker: Side,
    /// Plies to the end; the games themselves are found again from these.
    plies: FxHashMap<[B; 2], usize>,
}

impl<'a, B: Bits, const W: usize> LongestGames<'a, B, W> {
    pub(super) fn new(
        masks: &'a LineMasks<B, W>,
        answers: &'a SolutionTable<B>,
        attacker: Side,
    ) -> Self {
        Self { masks, answers, attacker, plies: FxHashMap::default() }
    }

    /// The longest game from a position; None if the strategy has a gap.
    pub(super) fn game<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        to_move: Side,
    ) -> Option<Vec<Cell>> {
        let mut game = Vec::new();
        let mut counts = *counts;
        if to_move != self.attacker {
            match self.worst_reply(&counts, &[])? {
                (reply, Rest::Forced(rest)) => return Some(write_header(game, reply, rest)),
                (reply, Rest::Open(_)) => {
                    game.push(reply);
                    counts.play(self.masks, to_move, reply);
                }
            }
        }
        loop {
            if let Some(cell) = counts.completions(self.masks, self.attacker).lowest() {
                game.push(cell);
                return Some(game);
            }
            let (cell, runs) = self.advice(&counts)?;
            game.push(cell);
            counts.play(self.masks, self.attacker, cell);
            match self.worst_reply(&counts, &runs)? {
                (reply, Rest::Forced(rest)) => return Some(write_header(game, reply, rest)),
                (reply, Rest::Open(_)) => {
                    game.push(reply);
                    counts.play(self.masks, self.attacker.other(), reply);
                }
            }
        }
    }

    /// The reply that delays the end most.
    fn worst_reply<const P: usize>(
        &mut self,
        after: &LineCounts<B, W, P>,
        runs: &[crate::threats::search::ThreatSequence],
    ) -> Option<(Cell, Rest)> {
        let defender = self.attacker.other();
        let mut worst: Option<(Cell, Rest)> = None;
        for reply in after.empty(self.masks).cells() {
            let position = after.with(self.masks, defender, reply);
            let played =
                runs.iter().find_map(|run| played_out(self.masks, &position, self.attacker, run));
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

    fn plies_to_end<const P: usize>(&mut self, counts: &LineCounts<B, W, P>) -> Option<usize> {
        let (masks, attacker) = (self.masks, self.attacker);
        if !counts.completions(masks, attacker).is_empty() {
            return Some(1);
        }
        let (key, _) =
            canonical(&masks.board, [counts.stones(attacker), counts.stones(attacker.other())]);
        if let Some(&plies) = self.plies.get(&key) {
            return Some(plies);
        }
        let (cell, runs) = self.advice(counts)?;
        let (_, rest) = self.worst_reply(&counts.with(masks, attacker, cell), &runs)?;
        self.plies.insert(key, rest.plies() + 2);
        Some(rest.plies() + 2)
    }

    /// The strategist's move, which a threat may force, and the runs that meet replies to it.
    fn advice<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
    ) -> Option<(Cell, Vec<crate::threats::search::ThreatSequence>)> {
        let advice =
            self.answers.strategy_move(self.masks, counts, self.attacker, self.attacker)?;
        let block = counts.completions(self.masks, self.attacker.other()).lowest();
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

fn write_header(mut game: Vec<Cell>, reply: Cell, rest: Vec<Cell>) -> Vec<Cell> {
    game.push(reply);
    game.extend(rest);
    game
}
