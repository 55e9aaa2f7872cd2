//! Analysis: a value for moving to each empty cell of any position, better the longer it takes.
//!
//! What is seen at once comes first, then what costs more, in rounds of growing budgets:
//!
//! 1. completions, and what the opponent completes (`immediate.rs`); then what the caller knows, from a book;
//! 2. shortest forced wins, of the mover after each threat and of the opponent after each move (`forced_wins.rs`);
//! 3. quiet moves after which every reply is met by a forced win (`quiet.rs`);
//! 4. draws by pairings, exhaustive search where it can finish, and proof search (`expensive.rs`).
//!
//! All of them report to [`Knowledge`], which merges what they say and reports what gets better known.
//! What stays unknown gets a rating (`heuristic.rs`), which is a guess and is kept apart from values.

mod analyst;
mod bounds;
mod expensive;
mod forced_wins;
mod heuristic;
mod immediate;
mod knowledge;
mod longest;
mod quiet;

use oxo_core::{AnyPosition, Bits, Side};

use crate::analysis::analyst::Analyst;
use crate::analysis::knowledge::Knowledge;
use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::SearchLimits;

pub use crate::analysis::knowledge::{Analysis, CellAnalysis, Known};

/// Analyses a position until every value is exact or the limits are reached.
///
/// What is `known` is taken as proved. `update` is called with every cell whose value gets better known, never with two
/// values that contradict each other. Runs that are bounded by nodes alone repeat exactly.
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
        let mut analyst = Analyst::new(masks, self.limits, knowledge);
        analyst.run(self.known);
        let nodes = analyst.nodes();
        analyst.knowledge.into_analysis(nodes)
    }
}

/// What the first round may cost, in positions searched: a search for a forced win, one of the searches that find
/// whether a quiet move wins, an exhaustive search of one cell, and a proof search of one.
const FIRST_ROUND: Budgets = Budgets { run: 20_000, quiet: 500, exact: 20_000, proof: 10_000 };
/// How budgets grow from round to round.
const GROWTH: u64 = 4;
/// The most that a search for a forced win may cost, however many rounds there are.
const MOST_RUN_BUDGET: u64 = 320_000;

#[derive(Debug, Clone, Copy)]
struct Budgets {
    run: u64,
    quiet: u64,
    exact: u64,
    proof: u64,
}

impl Budgets {
    fn of_next_round(self) -> Self {
        let grown = |budget: u64| budget.saturating_mul(GROWTH).min(MOST_RUN_BUDGET);
        Self {
            run: grown(self.run),
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
            self.own_forced_wins(budgets.run);
            self.opponents_forced_wins(budgets.run);
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
