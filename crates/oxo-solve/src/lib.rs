//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`ProofSink`], `prove.rs`) turns its answers into a proof or refuses them.
//! [`solve()`] does both for any position and returns the certificate.

mod analysis;
mod board;
mod checkpoint;
mod exact;
mod limits;
mod minimise;
mod proof_search;
mod search;
mod solve;
mod strategy;
#[cfg(test)]
mod tests;
mod threats;

use oxo_core::{AnyPosition, Bits, Side};

pub use analysis::{Analysis, CellAnalysis, Known, Outcome, Value, analyse};
pub use limits::search_limits::{Report, SearchLimits};
pub use proof_search::distribute::{AcceptResult, TaskResult, TaskRunner, work_on_task};
pub use search::{SearchOptions, SearchResult, search};
pub use solve::{Solution, SolveOptions, Unreadable, Verdict};
pub use strategy::certificate::Claim;
pub use strategy::prove::{Goal, Proof, ProofSink, ProofSize, Record, Replies};
pub use threats::{ForcedWin, ForcedWinLimits, forced_win, refutations};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::solve::Solver;

/// Decides a position of any board, by the first proof that is found.
#[must_use]
pub fn solve(position: &AnyPosition, limits: &SearchLimits<'_>) -> Solution {
    solve_with(position, SolveOptions::default(), limits).unwrap_or_else(|_| Solution::unknown(0))
}

/// Decides a position of any board, with wishes beyond the outcome.
///
/// # Errors
/// The bytes to begin with are not what a search on this board left unfinished, or not whole.
pub fn solve_with(
    position: &AnyPosition,
    options: SolveOptions<'_>,
    limits: &SearchLimits<'_>,
) -> Result<Solution, Unreadable> {
    let work = Solve { limits, options, text: position.to_string() };
    dispatch(position, work).unwrap_or_else(|| Ok(Solution::unknown(0)))
}

struct Solve<'e> {
    limits: &'e SearchLimits<'e>,
    options: SolveOptions<'e>,
    text: String,
}

impl Dispatch for Solve<'_> {
    type Output = Result<Solution, Unreadable>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        let Self { limits, options, text } = self;
        let begin_with = match options.begin_with {
            Some(bytes) => {
                Some(checkpoint::answers::from_bytes(&masks.board, bytes).ok_or(Unreadable)?)
            }
            None => None,
        };
        Ok(Solver { masks, limits, counts, to_move, text, small: options.small, begin_with }.run())
    }
}
