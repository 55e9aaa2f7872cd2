//! Analysis: a value for moving to each empty cell of any position, better the longer it takes.
//!
//! What is certain comes first, then what costs more, in rounds of growing budgets:
//!
//! 1. completions, and what the opponent completes (`immediate.rs`); then what the caller knows, from a book;
//! 2. shortest forced wins, of the mover after each threat and of the opponent after each move (`forced_wins.rs`);
//! 3. quiet moves after which every reply is met by a forced win (`quiet.rs`);
//! 4. draws by pairings, exhaustive search where it can finish, and proof search (`expensive.rs`).
//!
//! All of them report to [`Knowledge`], which merges what they say and tells whoever watches.
//! What stays unknown gets a rating (`heuristic.rs`), which is a guess and is kept apart from values.

mod bounds;
mod expensive;
mod forced_wins;
mod heuristic;
mod immediate;
mod knowledge;
mod longest;
mod quiet;

use std::fmt;

use oxo_core::{AnyPosition, Bits, Cell, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::exact::search::ExactSearch;
use crate::limits::search_limits::SearchLimits;
use crate::threats::shortest::ShortestSearch;

use knowledge::Knowledge;

/// How a game ends under best play, for the side that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// That is not known.
    Unknown,
}

/// An outcome, and the plies until the game ends when the winner hurries and the loser delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The outcome.
    pub outcome: Outcome,
    /// Plies to the end, the valued move included; at most that many if the value is not exact, 0 if unknown.
    pub plies: usize,
    /// Whether `plies` is exact.
    pub exact: bool,
}

impl fmt::Display for Value {
    /// Writes the label: `W7` or `L2`, `W≤7` or `L≤8` for bounds, `D`, `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.outcome {
            Outcome::Win => 'W',
            Outcome::Loss => 'L',
            Outcome::Draw => return f.write_str("D"),
            Outcome::Unknown => return f.write_str("?"),
        };
        write!(f, "{letter}{}{}", if self.exact { "" } else { "≤" }, self.plies)
    }
}

/// What is known of one empty cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellAnalysis {
    /// The cell.
    pub cell: Cell,
    /// The value of moving there, for the side that does, counted with that move.
    pub value: Value,
    /// For an unknown value, a guess at how good the move is, from 0 to 1 for the most promising unknown cell.
    pub promise: Option<f64>,
    /// A game that shows the value of a win or a loss: the move, and best play after it; `value.plies` long. Empty
    /// where there is none to show.
    pub line: Vec<Cell>,
}

/// What is known of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The value of the position for the side to move: that of its best move. Unknown if the game is over.
    pub value: Value,
    /// Every empty cell, ascending; none if the game is over.
    pub cells: Vec<CellAnalysis>,
    /// Positions searched.
    pub nodes: u64,
}

impl Analysis {
    /// Whether every value is exact.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(|cell| cell.value.exact)
    }
}

/// What a caller knows of moving to an empty cell, for the side that does: the outcome, and for a win or a loss the
/// plies within which the game ends, that move counted.
pub type Known = (Cell, Outcome, usize);

/// Analyses a position until every value is exact or the effort is spent.
///
/// What is `known` is taken as proved. `update` is told of every cell whose value gets better known; it never hears two things that contradict each other.
/// Runs that are bounded by nodes alone repeat exactly.
#[must_use]
pub fn analyse(
    position: &AnyPosition,
    limits: &SearchLimits<'_>,
    known: &[Known],
    update: &mut dyn FnMut(&CellAnalysis),
) -> Analysis {
    let nothing = Analysis { value: knowledge::UNKNOWN, cells: Vec::new(), nodes: 0 };
    dispatch(position, Analyse { limits, known, update }).unwrap_or(nothing)
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
        let mut analyst = Analyst {
            masks,
            limits: self.limits,
            knowledge,
            shortest: ShortestSearch::new(),
            exact: ExactSearch::new(
                masks,
                self.limits,
                (self.limits.memory >> 20) * POSITIONS_PER_MIB,
            ),
            proof_nodes: 0,
        };
        analyst.run(self.known);
        let nodes = analyst.nodes();
        analyst.knowledge.into_analysis(nodes)
    }
}

/// Positions that the table of the exhaustive search may hold for each MiB that the analysis may take.
const POSITIONS_PER_MIB: usize = 4_000;

/// What the first round may cost, in positions searched: a search for a forced win, one of the searches that find
/// whether a quiet move wins, an exhaustive search of one cell, and a proof search of one.
const FIRST_ROUND: Budgets = Budgets { run: 20_000, quiet: 500, exact: 20_000, proof: 10_000 };
/// How budgets grow from round to round.
const GROWTH: u64 = 4;
/// A search for a forced win cannot be cancelled, so it never takes longer than this.
const LONGEST_RUN_BUDGET: u64 = 320_000;

#[derive(Debug, Clone, Copy)]
struct Budgets {
    run: u64,
    quiet: u64,
    exact: u64,
    proof: u64,
}

impl Budgets {
    fn of_next_round(self) -> Self {
        let uncancellable = |budget: u64| budget.saturating_mul(GROWTH).min(LONGEST_RUN_BUDGET);
        Self {
            run: uncancellable(self.run),
            quiet: uncancellable(self.quiet),
            exact: self.exact.saturating_mul(GROWTH),
            proof: self.proof.saturating_mul(GROWTH),
        }
    }
}

/// One analysis at work.
struct Analyst<'a, B, const W: usize, const P: usize> {
    masks: &'a LineMasks<B, W>,
    limits: &'a SearchLimits<'a>,
    knowledge: Knowledge<'a, B, W, P>,
    shortest: ShortestSearch<B>,
    exact: ExactSearch<'a, B, W, P>,
    /// Positions that proof searches have searched.
    proof_nodes: u64,
}

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    fn run(&mut self, known: &[Known]) {
        self.certain();
        for &known in known {
            self.knowledge.take_in(known);
        }
        let mut budgets = FIRST_ROUND;
        for round in 0_u32.. {
            self.own_forced_wins(budgets.run);
            self.opponents_forced_wins(budgets.run);
            self.quiet_moves(budgets.quiet);
            self.holds();
            self.exhaustive(budgets.exact, round);
            if round > 0 {
                self.proofs(budgets.proof);
            }
            if self.is_over() {
                break;
            }
            budgets = budgets.of_next_round();
        }
    }

    /// Whether everything is known, or nothing is left to spend.
    fn is_over(&self) -> bool {
        self.knowledge.is_complete() || self.affordable(1) == 0
    }

    /// How much of a budget may be spent yet.
    fn affordable(&self, budget: u64) -> u64 {
        if self.limits.is_over() {
            return 0;
        }
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        budget.min(left)
    }

    fn nodes(&self) -> u64 {
        self.shortest.nodes() + self.exact.nodes + self.proof_nodes
    }
}
