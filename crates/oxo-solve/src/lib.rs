//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`Tracer`], `walk.rs`) turns its answers into a proof or refuses them.
//! [`solve()`] does both for any position and returns the certificate.

mod analysis;
mod answers;
mod attack;
mod candidates;
mod certificate;
mod effort;
mod exact;
mod exact_strategy;
mod forced;
mod hold;
mod lines;
mod minimise;
mod pairing;
mod replies;
mod shortest;
mod solve;
mod tally;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;
mod walk;
mod width;

use oxo_core::{AnyPosition, Bits, Side};

pub use analysis::{Analysis, CellAnalysis, Outcome, Value, analyse};
pub use certificate::Claim;
pub use effort::{Effort, Report};
pub use solve::{Solution, Verdict};
pub use walk::{Counts, Goal, Proved, Record, Replies, Tracer};

use crate::lines::Frame;
use crate::solve::Solver;
use crate::tally::Tally;
use crate::width::{Work, in_width};

/// Decides a position of any board, by the first proof that is found.
#[must_use]
pub fn solve(position: &AnyPosition, effort: &Effort<'_>) -> Solution {
    Solve { effort, text: position.to_string(), small: false }.of(position)
}

/// Decides a position of any board, and goes on from the first proof to one with fewer strategic positions while
/// the effort lasts.
#[must_use]
pub fn solve_small(position: &AnyPosition, effort: &Effort<'_>) -> Solution {
    Solve { effort, text: position.to_string(), small: true }.of(position)
}

struct Solve<'e> {
    effort: &'e Effort<'e>,
    text: String,
    small: bool,
}

impl Solve<'_> {
    fn of(self, position: &AnyPosition) -> Solution {
        in_width(position, self).unwrap_or_else(|| Solution::unknown(0))
    }
}

impl Work for Solve<'_> {
    type Output = Solution;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        frame: &Frame<B, W>,
        tally: Tally<B, W, P>,
        to_move: Side,
    ) -> Solution {
        let Self { effort, text, small } = self;
        Solver { frame, effort, tally, to_move, text, small }.run()
    }
}
