//! Shortest forced wins: iterative deepening over runs of threats.
//!
//! `forced.rs` says fast whether there is a run at all, and "none" is exact. Where there is one, this looks for a
//! shorter one, with one more threat allowed at a time. A run of `m` threats wins in `2m + 1` plies: each threat is
//! answered, and the last move completes a line.
//!
//! **Lemma.** *A shortest run of at most two threats is a shortest win of any kind.* Without a completion at hand a
//! win takes three plies at least, and one in three plies is a move that leaves two completions against no threat:
//! that is a run of one threat. So where no such move exists, no win takes fewer than five plies. From seven plies on
//! a win that begins quietly may be shorter than every run, so longer runs are bounds.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::forced::{Forced, ForcedSearch};
use crate::lines::Frame;
use crate::tally::Tally;

/// Positions that are remembered, at most, from one search to the next.
const REMEMBERED: usize = 1 << 14;

/// The search for shortest forced wins, with what it remembers between calls.
#[derive(Debug)]
pub(crate) struct ShortestSearch<B> {
    any: ForcedSearch<B>,
    deepening_nodes: u64,
    node_limit: u64,
    /// Positions, attacker's stones first, from which no run of at most so many threats wins.
    failures: FxHashMap<[B; 2], usize>,
    /// The run found, last move first.
    run: Vec<Cell>,
}

impl<B: Bits> ShortestSearch<B> {
    pub(crate) fn new() -> Self {
        Self {
            any: ForcedSearch::new(),
            deepening_nodes: 0,
            node_limit: 0,
            failures: FxHashMap::default(),
            run: Vec::new(),
        }
    }

    /// Positions searched since this was made.
    pub(crate) fn nodes(&self) -> u64 {
        self.any.nodes + self.deepening_nodes
    }

    /// Looks for a forced win of any length of `attacker`, who is to move.
    pub(crate) fn any<const W: usize, const P: usize>(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        attacker: Side,
        budget: u64,
    ) -> Forced {
        self.any.search(frame, tally, attacker, budget)
    }

    /// Looks for a shortest forced win of `attacker`, who is to move; the caller knows that none has fewer than
    /// `at_least` threats. Each of the two halves of the search may cost `budget` positions.
    pub(crate) fn search<const W: usize, const P: usize>(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        attacker: Side,
        at_least: usize,
        budget: u64,
    ) -> Forced {
        let longest = match self.any(frame, tally, attacker, budget) {
            Forced::Wins(run) => run,
            none_or_unknown => return none_or_unknown,
        };
        self.node_limit = self.deepening_nodes.saturating_add(budget);
        if self.failures.len() > REMEMBERED {
            self.failures.clear();
        }
        for threats in at_least..longest.len() {
            self.run.clear();
            if self.wins_within(frame, tally, attacker, threats) {
                self.run.reverse();
                return Forced::Wins(self.run.as_slice().into());
            }
            if self.deepening_nodes >= self.node_limit {
                return Forced::Unknown;
            }
        }
        Forced::Wins(longest)
    }

    /// Whether a run of at most `threats` threats wins; false too when the budget has run out.
    fn wins_within<const W: usize, const P: usize>(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        attacker: Side,
        threats: usize,
    ) -> bool {
        self.deepening_nodes += 1;
        let defender = attacker.other();
        if !tally.missing(frame, attacker, 1).is_empty() {
            return true;
        }
        let blocks = tally.completions(frame, defender);
        if threats == 0 || blocks.count() > 1 {
            return false;
        }
        let twos = tally.missing(frame, attacker, 2);
        let threatening = tally.gaps(frame, attacker, twos);
        let moves = if blocks.is_empty() { threatening } else { threatening & blocks };
        for cell in moves.cells() {
            if (twos & frame.through(cell)).count() > 1
                && tally.with(frame, attacker, cell).completions(frame, attacker).count() > 1
            {
                self.run.push(cell);
                return true;
            }
        }
        if threats == 1 {
            return false;
        }
        let key = [tally.stones(attacker), tally.stones(defender)];
        if self.failures.get(&key).is_some_and(|&failed| failed >= threats) {
            return false;
        }
        for cell in moves.cells() {
            let after = tally.with(frame, attacker, cell);
            let Some(reply) = after.completions(frame, attacker).lowest() else { continue };
            if self.deepening_nodes >= self.node_limit {
                return false;
            }
            if self.wins_within(frame, &after.with(frame, defender, reply), attacker, threats - 1) {
                self.run.push(cell);
                return true;
            }
        }
        if self.deepening_nodes < self.node_limit {
            self.failures.insert(key, threats);
        }
        false
    }
}

/// The game that a run leads to if each threat is answered, from a position in which `attacker` is to move to the
/// completed line; None if the run does not win here.
///
/// It has an odd number of plies, in which the attacker wins whatever is replied: other replies lose sooner.
pub(crate) fn played_out<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    attacker: Side,
    run: &[Cell],
) -> Option<Vec<Cell>> {
    let defender = attacker.other();
    let mut tally = *tally;
    let mut game = Vec::with_capacity(2 * run.len() + 1);
    for &cell in run {
        if !tally.missing(frame, attacker, 1).is_empty() {
            break;
        }
        let blocks = tally.completions(frame, defender);
        if !tally.empty(frame).contains(cell) || !(blocks.is_empty() || blocks == B::single(cell)) {
            return None;
        }
        tally.play(frame, attacker, cell);
        let reply = tally.completions(frame, attacker).lowest()?;
        tally.play(frame, defender, reply);
        game.extend([cell, reply]);
    }
    game.push(tally.completions(frame, attacker).lowest()?);
    Some(game)
}
