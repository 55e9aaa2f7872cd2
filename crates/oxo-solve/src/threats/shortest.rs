//! Shortest forced wins: iterative deepening over runs of threats.
//!
//! `search.rs` says fast whether there is a run at all, and "none" is exact. Where there is one, this looks for a
//! shorter one, with one more threat allowed at a time. A run of `m` threats wins in `2m + 1` plies: each threat is
//! answered, and the last move completes a line.
//!
//! **Lemma.** *A shortest run of at most two threats is a shortest win of any kind.* Without a completion at hand a
//! win takes three plies at least, and one in three plies is a move that leaves two completions against no threat:
//! that is a run of one threat. So where no such move exists, no win takes fewer than five plies. From seven plies on
//! a win that begins quietly may be shorter than every run, so longer runs are bounds.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::stop::{Budget, Limit};
use crate::threats::search::{Forced, ThreatSearch, ThreatSequence};

/// Positions that are remembered, at most, from one search to the next.
const REMEMBERED: usize = 1 << 14;

/// What a search among the runs of at most so many threats came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Within {
    /// The attacker wins by this run; empty if he completes a line at once.
    Wins(ThreatSequence),
    /// No run of at most so many threats wins; a longer one may.
    Longer,
    /// No run of any length wins: none was cut short by the limit.
    Never,
    /// The budget ran out first, or the answer was wanted no more.
    Unknown,
}

/// A number of threats that no run has: what is remembered to fail with so many fails with any number.
const ANY_LENGTH: usize = usize::MAX;

/// The search for shortest forced wins, with what it remembers between calls.
#[derive(Debug)]
pub(crate) struct ShortestSearch<B> {
    /// The search that does not care how long a run is; made when it is first asked, for its table is large.
    any: Option<ThreatSearch<B>>,
    deepening_nodes: u64,
    /// Positions, attacker's stones first, from which no run of at most so many threats wins.
    failures: FxHashMap<[B; 2], usize>,
    /// The run found, last move first.
    run: Vec<Cell>,
}

impl<B: Bits> ShortestSearch<B> {
    pub(crate) fn new() -> Self {
        Self { any: None, deepening_nodes: 0, failures: FxHashMap::default(), run: Vec::new() }
    }

    /// Positions searched since this was made.
    pub(crate) fn nodes(&self) -> u64 {
        self.any.as_ref().map_or(0, |any| any.nodes) + self.deepening_nodes
    }

    /// Looks for a forced win of any length of `attacker`, who is to move.
    pub(crate) fn any<'b, const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        budget: impl Into<Budget<'b>>,
    ) -> Forced {
        self.any.get_or_insert_with(ThreatSearch::new).search(masks, counts, attacker, budget)
    }

    /// Looks for a shortest forced win of `attacker`, who is to move; the caller knows that none has fewer than
    /// `at_least` threats. Each of the two halves of the search may cost `budget` positions.
    pub(crate) fn search<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
        budget: u64,
    ) -> Forced {
        let longest = match self.any(masks, counts, attacker, budget) {
            Forced::Wins(run) => run,
            none_or_unknown => return none_or_unknown,
        };
        let node_limit = self.deepening_nodes.saturating_add(budget);
        for threats in at_least..longest.len() {
            let left = node_limit.saturating_sub(self.deepening_nodes);
            match self.within(masks, counts, attacker, threats, left) {
                Within::Wins(run) => return Forced::Wins(run),
                Within::Unknown => return Forced::Unknown,
                Within::Longer | Within::Never => {}
            }
        }
        Forced::Wins(longest)
    }

    /// Looks for a forced win of `attacker`, who is to move, among the runs of at most `threats` threats.
    pub(crate) fn within<'b, const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
        budget: impl Into<Budget<'b>>,
    ) -> Within {
        let mut limit = Limit::new(self.deepening_nodes, budget.into());
        if self.failures.len() > REMEMBERED {
            self.failures.clear();
        }
        self.run.clear();
        match self.run_within(masks, counts, attacker, threats, &mut limit) {
            Ending::Wins => {
                self.run.reverse();
                Within::Wins(self.run.as_slice().into())
            }
            Ending::CutShort => Within::Longer,
            Ending::Never => Within::Never,
            Ending::OutOfBudget => Within::Unknown,
        }
    }

    /// Says how the runs of at most `threats` threats end.
    fn run_within<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
        limit: &mut Limit<'_>,
    ) -> Ending {
        self.deepening_nodes += 1;
        let defender = attacker.other();
        if !counts.missing(masks, attacker, 1).is_empty() {
            return Ending::Wins;
        }
        let twos = counts.missing(masks, attacker, 2);
        let blocks = counts.completions(masks, defender);
        if twos.is_empty() || blocks.count() > 1 {
            return Ending::Never;
        }
        if threats == 0 {
            return Ending::CutShort;
        }
        let threatening = counts.gaps(masks, attacker, twos);
        let moves = if blocks.is_empty() { threatening } else { threatening & blocks };
        for cell in moves.cells() {
            if (twos & masks.through(cell)).count() > 1
                && counts.with(masks, attacker, cell).completions(masks, attacker).count() > 1
            {
                self.run.push(cell);
                return Ending::Wins;
            }
        }
        if moves.is_empty() {
            return Ending::Never;
        }
        if threats == 1 {
            return Ending::CutShort;
        }
        let key = [counts.stones(attacker), counts.stones(defender)];
        match self.failures.get(&key) {
            Some(&ANY_LENGTH) => return Ending::Never,
            Some(&failed) if failed >= threats => return Ending::CutShort,
            _ => {}
        }
        let mut ending = Ending::Never;
        for cell in moves.cells() {
            let after = counts.with(masks, attacker, cell);
            let Some(reply) = after.completions(masks, attacker).lowest() else { continue };
            if limit.is_reached(self.deepening_nodes) {
                return Ending::OutOfBudget;
            }
            let after = after.with(masks, defender, reply);
            match self.run_within(masks, &after, attacker, threats - 1, limit) {
                Ending::Wins => {
                    self.run.push(cell);
                    return Ending::Wins;
                }
                Ending::CutShort => ending = Ending::CutShort,
                Ending::Never => {}
                Ending::OutOfBudget => return Ending::OutOfBudget,
            }
        }
        let failed = if ending == Ending::Never { ANY_LENGTH } else { threats };
        self.failures.insert(key, failed);
        ending
    }
}

/// How the runs from one position end that have at most so many threats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// One of them wins.
    Wins,
    /// None wins, and at least one could go on.
    CutShort,
    /// None wins, and none can go on.
    Never,
    /// The budget ran out before all were tried, or the answer was wanted no more.
    OutOfBudget,
}

/// The game that a run leads to if each threat is answered, from a position in which `attacker` is to move to the
/// completed line; None if the run does not win here.
///
/// It has an odd number of plies, in which the attacker wins whatever is replied: other replies lose sooner.
pub(crate) fn played_out<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    run: &[Cell],
) -> Option<Vec<Cell>> {
    let defender = attacker.other();
    let mut counts = *counts;
    let mut game = Vec::with_capacity(2 * run.len() + 1);
    for &cell in run {
        if !counts.missing(masks, attacker, 1).is_empty() {
            break;
        }
        let blocks = counts.completions(masks, defender);
        if !counts.empty(masks).contains(cell) || !(blocks.is_empty() || blocks == B::single(cell))
        {
            return None;
        }
        counts.play(masks, attacker, cell);
        let reply = counts.completions(masks, attacker).lowest()?;
        counts.play(masks, defender, reply);
        game.extend([cell, reply]);
    }
    game.push(counts.completions(masks, attacker).lowest()?);
    Some(game)
}
