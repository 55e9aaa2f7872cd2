//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`Tracer`], `prove.rs`) turns its answers into a proof or refuses them.
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
pub use limits::search_limits::{Effort, Report};
pub use proof_search::distribute::{Crew, Take, Worked, work_on_task};
pub use search::{Searched, Wish, search};
pub use solve::{Aim, Solution, Unreadable, Verdict};
pub use strategy::certificate::Claim;
pub use strategy::prove::{Counts, Goal, Proved, Record, Replies, Tracer};
pub use threats::{ForcedWin, Reach, forced_win, refutations};

use crate::board::dispatch::{Work, in_width};
use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::solve::Solver;

/// Decides a position of any board, by the first proof that is found.
#[must_use]
pub fn solve(position: &AnyPosition, effort: &Effort<'_>) -> Solution {
    solve_with(position, Aim::default(), effort).unwrap_or_else(|_| Solution::unknown(0))
}

/// Decides a position of any board, with wishes beyond the outcome.
///
/// # Errors
/// The bytes to begin with are not what a search on this board left unfinished, or not whole.
pub fn solve_with(
    position: &AnyPosition,
    aim: Aim<'_>,
    effort: &Effort<'_>,
) -> Result<Solution, Unreadable> {
    let work = Solve { effort, aim, text: position.to_string() };
    in_width(position, work).unwrap_or_else(|| Ok(Solution::unknown(0)))
}

struct Solve<'e> {
    effort: &'e Effort<'e>,
    aim: Aim<'e>,
    text: String,
}

impl Work for Solve<'_> {
    type Output = Result<Solution, Unreadable>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        frame: &Frame<B, W>,
        tally: Tally<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        let Self { effort, aim, text } = self;
        let begin_with = match aim.begin_with {
            Some(bytes) => {
                Some(checkpoint::answers::from_bytes(&frame.board, bytes).ok_or(Unreadable)?)
            }
            None => None,
        };
        Ok(Solver { frame, effort, tally, to_move, text, small: aim.small, begin_with }.run())
    }
}
