//! Analysis: a value for moving to each empty cell of any position, which improves with time.
//!
//! Immediate facts come first, followed by costlier searches in rounds of growing budgets:
//!
//! 1. Completions of both sides (`immediate.rs`), followed by values that the caller knows from a book.
//! 2. Shortest forced wins, of the mover after each threat and of the opponent after each move (`forced_wins.rs`).
//! 3. Quiet moves after which the mover has a forced win against every reply (`quiet.rs`).
//! 4. Draws by pairings, exhaustive search where it can finish (`expensive.rs`), and proof search (`proofs.rs`).
//!
//! All of them report to [`Knowledge`], which merges their results and reports improved values. A cell with an unknown
//! value gets a rating (`heuristic.rs`), which is a guess and kept apart from values.

mod analyst;
mod bounds;
mod expensive;
mod forced_wins;
mod heuristic;
mod immediate;
mod knowledge;
pub(crate) mod longest;
mod proofs;
mod quiet;

use oxo_core::{AnyPosition, Bits, Side};

use crate::analysis::analyst::Analyst;
use crate::analysis::knowledge::Knowledge;
use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};

pub use crate::analysis::knowledge::{Analysis, CellAnalysis, Known};

/// Analyses a position until every value is exact or the limits are reached.
///
/// Takes the values in `known` as proved. Calls `update` with every cell whose value improves; its values never
/// contradict each other. Analyses that only a node limit bounds repeat exactly.
#[must_use]
pub fn analyse(
    position: &AnyPosition,
    limits: &SearchLimits<'_>,
    known: &[Known],
    update: &mut dyn FnMut(&CellAnalysis),
) -> Analysis {
    dispatch(position, Analyse { limits, known, update })
}

struct Analyse<'e, 'u> {
    limits: &'e SearchLimits<'e>,
    known: &'e [Known],
    update: &'u mut dyn FnMut(&CellAnalysis),
}

impl Dispatch for Analyse<'_, '_> {
    type Output = Analysis;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Analysis {
        let knowledge = Knowledge::new(masks, counts, to_move, self.update);
        let limits = SearchLimits { report: &|_| {}, ..*self.limits };
        // A counter for each tree, so that it fills at the same place whatever the other one does.
        let resources = Side::BOTH.map(|_| ResourceCounter::new(self.limits.memory / 2));
        let contexts = resources.each_ref().map(|resources| {
            let budget = u64::MAX;
            SearchContext { masks, limits: &limits, resources, budget, most_stones: usize::MAX }
        });
        let mut analyst = Analyst::new(masks, self.limits, contexts, knowledge);
        analyst.run(self.known);
        let nodes = analyst.nodes();
        analyst.knowledge.into_analysis(nodes)
    }
}

/// The budgets of the first round, in positions searched: for a threat sequence, for each search that tests whether a
/// quiet move wins, for an exhaustive search of one cell, and for all proof searches.
const FIRST_ROUND: Budgets =
    Budgets { forced_win: 20_000, quiet: 500, exact: 20_000, proof: 500_000 };
/// The factor by which budgets grow from round to round.
const GROWTH: u64 = 4;
/// The maximum budget of a search for a forced win in any round.
const MAX_FORCED_WIN_NODES: u64 = 320_000;

#[derive(Debug, Clone, Copy)]
struct Budgets {
    forced_win: u64,
    quiet: u64,
    exact: u64,
    proof: u64,
}

impl Budgets {
    fn of_next_round(self) -> Self {
        let grown = |budget: u64| budget.saturating_mul(GROWTH).min(MAX_FORCED_WIN_NODES);
        Self {
            forced_win: grown(self.forced_win),
            quiet: grown(self.quiet),
            exact: self.exact.saturating_mul(GROWTH),
            proof: self.proof.saturating_mul(GROWTH),
        }
    }
}

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    fn run(&mut self, known: &[Known]) {
        self.immediate();
        for &known in known {
            self.knowledge.learn_known(known);
        }
        let mut budgets = FIRST_ROUND;
        for round in 0_u32.. {
            self.own_forced_wins(budgets.forced_win);
            self.opponents_forced_wins(budgets.forced_win);
            self.quiet_moves(budgets.quiet);
            self.pairings();
            self.exact_values(budgets.exact, round);
            if round > 0 {
                self.proved_wins(budgets.proof);
            }
            if self.is_over() {
                break;
            }
            budgets = budgets.of_next_round();
        }
    }
}
