//! A search for boards beyond proof: the best move that a budget finds, with a score that says whether it is proved.
//!
//! Iterative deepening (`root.rs`) over an alpha-beta search (`pvs.rs`), which remembers positions (`transposition_table.rs`),
//! guesses at those where it ends by their open lines (`evaluation.rs`), and looks for the forced wins of both sides on
//! the way. What it proves stands apart from what it guesses (`score.rs`).

mod evaluation;
mod pvs;
mod root;
mod score;
mod transposition_table;
mod tuning;

use oxo_core::{AnyPosition, Bits, Cell, Side};

use crate::analysis::Value;
use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::SearchLimits;

/// What is wanted of a search beyond a move.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchOptions<'a> {
    /// The only moves to choose from; None for all.
    pub among: Option<&'a [Cell]>,
    /// The most plies to look ahead, forced blocks not counted.
    pub depth: Option<usize>,
}

/// The best move that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The move.
    pub cell: Cell,
    /// What it is worth to the side that makes it: the better, the larger; 0 is even. A win is worth more than any
    /// guess, the more the sooner; a loss less, the less the sooner.
    pub score: i32,
    /// What is proved of it, the move counted: `plies` are a bound, never exact. Unknown if the score is a guess.
    ///
    /// A win is one of this move. A loss or a draw is what the best of the moves chosen from comes to.
    pub value: Value,
    /// The move and how the search expects the game to go on, as far as it remembers.
    pub line: Vec<Cell>,
    /// Plies that were looked ahead, forced blocks not counted; 0 if the budget was too small for one.
    pub depth: usize,
    /// Positions searched.
    pub nodes: u64,
}

/// Searches for the best move of the side to move, deeper and deeper, until its value is proved or the effort is
/// spent; of the effort, one thread is used and nothing reported.
///
/// `on_depth` is told of the best move after every finished depth. Runs that are bounded by nodes alone repeat exactly.
/// None if there is no move to choose: the game is over, or none of the cells is empty.
#[must_use]
pub fn search(
    position: &AnyPosition,
    options: SearchOptions<'_>,
    limits: &SearchLimits<'_>,
    on_depth: &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult> {
    dispatch(position, BestMove { options, limits, on_depth }).flatten()
}

struct BestMove<'e, 'd> {
    options: SearchOptions<'e>,
    limits: &'e SearchLimits<'e>,
    on_depth: &'d mut dyn FnMut(&SearchResult),
}

impl Dispatch for BestMove<'_, '_> {
    type Output = Option<SearchResult>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Option<SearchResult> {
        if Side::BOTH.iter().any(|&side| counts.has_line(masks, side)) {
            return None;
        }
        root::Root::new(masks, self.limits, counts, to_move, self.options)?.run(self.on_depth)
    }
}
