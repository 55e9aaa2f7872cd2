//! The longest game of a proved strategy, an upper bound on the plies of the win.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::strategy::prove::Strategy;
use crate::threats::replay::played_out;
use crate::threats::search::ThreatSequence;

/// The longest games of a strategy, by the class of the position with the strategist to move.
pub(crate) struct LongestGames<'a, S, B, const W: usize, const P: usize> {
    masks: &'a LineMasks<B, W>,
    strategy: S,
    attacker: Side,
    /// The plies to the end; the games are reconstructed from these.
    plies: FxHashMap<[B; 2], usize>,
}

impl<'a, B: Bits, S: Strategy<B, W, P>, const W: usize, const P: usize>
    LongestGames<'a, S, B, W, P>
{
    pub(crate) fn new(masks: &'a LineMasks<B, W>, strategy: S, attacker: Side) -> Self {
        Self { masks, strategy, attacker, plies: FxHashMap::default() }
    }

    /// Returns the longest game from a position.
    ///
    /// # Panics
    /// The strategy is not proved to win from the position.
    pub(crate) fn game(&mut self, counts: &LineCounts<B, W, P>, to_move: Side) -> Vec<Cell> {
        self.try_game(*counts, to_move).expect("a proved strategy has an answer everywhere")
    }

    fn try_game(&mut self, mut counts: LineCounts<B, W, P>, to_move: Side) -> Option<Vec<Cell>> {
        let (mut game, mut sequences) = (Vec::new(), Vec::new());
        let mut is_attackers_turn = to_move == self.attacker;
        if !is_attackers_turn {
            sequences =
                self.strategy.strategy_move(self.masks, &counts, self.attacker, to_move)?.sequences;
        }
        loop {
            if is_attackers_turn {
                if let Some(cell) = counts.completions(self.masks, self.attacker).lowest() {
                    game.push(cell);
                    return Some(game);
                }
                let (cell, meeting) = self.answer(&counts)?;
                game.push(cell);
                counts.play(self.masks, self.attacker, cell);
                sequences = meeting;
            }
            let (reply, rest) = self.worst_reply(&counts, &sequences)?;
            game.push(reply);
            if let Rest::Forced(rest) = rest {
                game.extend(rest);
                return Some(game);
            }
            counts.play(self.masks, self.attacker.other(), reply);
            is_attackers_turn = true;
        }
    }

    /// Returns the reply that delays the end most, and what follows it.
    fn worst_reply(
        &mut self,
        after: &LineCounts<B, W, P>,
        sequences: &[ThreatSequence],
    ) -> Option<(Cell, Rest)> {
        let defender = self.attacker.other();
        let mut worst: Option<(Cell, Rest)> = None;
        for reply in after.empty(self.masks).cells() {
            let position = after.with(self.masks, defender, reply);
            let games = sequences
                .iter()
                .filter_map(|sequence| played_out(self.masks, &position, self.attacker, sequence));
            let played = games.min_by_key(Vec::len);
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

    fn plies_to_end(&mut self, counts: &LineCounts<B, W, P>) -> Option<usize> {
        let (masks, attacker) = (self.masks, self.attacker);
        if !counts.completions(masks, attacker).is_empty() {
            return Some(1);
        }
        let (key, _) = canonical(&masks.board, counts.stones_first(attacker));
        if let Some(&plies) = self.plies.get(&key) {
            return Some(plies);
        }
        let (cell, sequences) = self.answer(counts)?;
        let (_, rest) = self.worst_reply(&counts.with(masks, attacker, cell), &sequences)?;
        self.plies.insert(key, rest.plies() + 2);
        Some(rest.plies() + 2)
    }

    /// Returns the strategist's move, which a threat may force, and the threat sequences that meet replies to it.
    fn answer(&mut self, counts: &LineCounts<B, W, P>) -> Option<(Cell, Vec<ThreatSequence>)> {
        let answer =
            self.strategy.strategy_move(self.masks, counts, self.attacker, self.attacker)?;
        let block = counts.completions(self.masks, self.attacker.other()).lowest();
        Some((block.or(answer.cell)?, answer.sequences))
    }
}

/// The continuation after a reply.
enum Rest {
    /// A threat sequence, played out.
    Forced(Vec<Cell>),
    /// Positions with their own answers, for this number of plies.
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
