//! What exhaustive search advises: the soonest win, or a move that holds.

use oxo_core::{Bits, Side};

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::exact::search::{ExactSearch, Score, further};
use crate::limits::search_limits::Effort;
use crate::proof_search::tuning::REPLY_BUDGET;
use crate::strategy::pairing::pairing;
use crate::strategy::pairing_strategy::move_to_pairing;
use crate::strategy::prove::{Advice, Strategy};
use crate::threats::search::{Forced, ForcedSearch, Run};

/// Positions that the table of the search may hold for each MiB that it may take.
const POSITIONS_PER_MIB: usize = 8_000;

/// Exhaustive search as a strategy.
#[derive(Debug)]
pub(crate) struct ExactStrategy<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    search: ExactSearch<'f, B, W, P>,
    forced: ForcedSearch<B>,
    budget: u64,
}

impl<'f, B: Bits, const W: usize, const P: usize> ExactStrategy<'f, B, W, P> {
    /// A strategy whose questions may cost `budget` positions together.
    pub(crate) fn new(frame: &'f Frame<B, W>, effort: &'f Effort<'f>, budget: u64) -> Self {
        let table_limit = (effort.memory >> 20) * POSITIONS_PER_MIB;
        Self {
            frame,
            search: ExactSearch::new(frame, effort, table_limit),
            forced: ForcedSearch::new(),
            budget,
        }
    }

    /// The exact score of a position that is not over, None if the budget ran out.
    pub(crate) fn score(&mut self, tally: &Tally<B, W, P>, to_move: Side) -> Option<Score> {
        let before = self.search.nodes;
        let score = self.search.score(tally, to_move, self.budget).ok();
        self.budget = self.budget.saturating_sub(self.search.nodes - before);
        score
    }

    /// Lets further questions cost `budget` positions together.
    pub(crate) fn grant(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes + self.forced.nodes
    }

    /// Runs that win for `attacker` against replies to the stone that he has just put.
    fn runs(&mut self, after: &Tally<B, W, P>, attacker: Side) -> Vec<Run> {
        let defender = attacker.other();
        let replies = after.empty(self.frame).cells();
        let mut runs: Vec<Run> = replies
            .filter_map(|reply| {
                let position = after.with(self.frame, defender, reply);
                match self.forced.search(self.frame, &position, attacker, REPLY_BUDGET) {
                    Forced::Wins(run) => Some(run),
                    Forced::None | Forced::Unknown => None,
                }
            })
            .collect();
        runs.sort_unstable();
        runs.dedup();
        runs
    }
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for ExactStrategy<'_, B, W, P> {
    fn advise(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<Advice> {
        let score = self.score(tally, to_move)?;
        if to_move != strategist {
            return Some(if score < 0 {
                Advice { runs: self.runs(tally, strategist), ..Advice::default() }
            } else {
                Advice { pairs: pairing(frame, tally, strategist), ..Advice::default() }
            });
        }
        if score == 0
            && let Some(advice) = move_to_pairing(frame, tally, strategist)
        {
            return Some(advice);
        }
        let blocks = tally.completions(frame, strategist.other());
        let moves = if blocks.is_empty() { tally.empty(frame) } else { blocks };
        for cell in moves.cells() {
            let after = tally.with(frame, strategist, cell);
            let last = after.empty(frame).is_empty();
            let reply = if last { 0 } else { self.score(&after, strategist.other())? };
            if further(-reply) == score {
                let runs = if score > 0 { self.runs(&after, strategist) } else { Vec::new() };
                return Some(Advice { cell: Some(cell), runs, pairs: None });
            }
        }
        None
    }
}
