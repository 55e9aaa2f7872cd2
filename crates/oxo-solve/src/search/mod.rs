//! The search for boards beyond proof: the best move found within a budget, with a score that may be proved.
//!
//! Iterative deepening (`root.rs`) over an alpha-beta search (`pvs.rs`) with a transposition table
//! (`transposition_table.rs`). It estimates leaves by their open lines (`evaluation.rs`) and searches for forced wins
//! of both sides. Proved and estimated scores are separate ranges (`score.rs`). The same
//! search, small, scores every move of a position (`move_scores.rs`).

mod evaluation;
mod move_scores;
mod pvs;
mod root;
mod score;
mod transposition_table;
mod tuning;

use oxo_core::{AnyPosition, Bits, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::SearchLimits;
use crate::search::root::Root;

pub use crate::search::move_scores::{MoveScore, MoveScoreLimits, move_scores};
pub use crate::search::root::{SearchOptions, SearchResult};

/// Searches for the best move of the side to move, deeper and deeper, until its value is proved or a limit is reached.
/// Uses one thread and reports nothing to `limits`.
///
/// Calls `on_depth` with the best move after every finished depth. A search that only nodes limit repeats exactly.
/// Returns None if there is no move to choose: the game is over, or none of the given cells is empty.
#[must_use]
pub fn search(
    position: &AnyPosition,
    options: SearchOptions<'_>,
    limits: &SearchLimits<'_>,
    on_depth: &mut dyn FnMut(&SearchResult),
) -> Option<SearchResult> {
    dispatch(position, BestMove { options, limits, on_depth })
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
        if counts.is_over(masks) {
            return None;
        }
        let root = Root::new(masks, self.limits, counts, to_move, self.options)?;
        Some(root.run(self.on_depth))
    }
}
