//! A search for boards beyond proof: the best move that a budget finds, with a score that says whether it is proved.
//!
//! Iterative deepening (`root.rs`) over an alpha-beta search (`pvs.rs`), which remembers positions
//! (`transposition_table.rs`), guesses at those where it ends by their open lines (`evaluation.rs`), and looks for the
//! forced wins of both sides on the way. What it proves stands apart from what it guesses (`score.rs`).

mod evaluation;
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

pub use crate::search::root::{SearchOptions, SearchResult};

/// Searches for the best move of the side to move, deeper and deeper, until its value is proved or the limits are
/// reached; one thread is used and nothing reported.
///
/// `on_depth` is called with the best move after every finished depth. Runs that are bounded by nodes alone repeat
/// exactly. None if there is no move to choose: the game is over, or none of the cells is empty.
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
