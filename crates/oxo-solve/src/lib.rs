//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`Tracer`], `walk.rs`) turns its answers into a proof or refuses them.
//! [`solve()`] does both for any position and returns the certificate.

mod analysis;
mod answers;
mod attack;
mod candidates;
mod certificate;
mod crew;
mod effort;
mod exact;
mod exact_strategy;
mod forced;
mod forcing;
mod hold;
mod limit;
mod lines;
mod minimise;
mod nodes;
mod pairing;
mod positions;
mod records;
mod replies;
mod runs;
mod search;
mod shortest;
mod solve;
mod tally;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;
mod unfinished;
mod walk;
mod width;

use oxo_core::{AnyPosition, Bits, Side};

pub use analysis::{Analysis, CellAnalysis, Known, Outcome, Value, analyse};
pub use certificate::Claim;
pub use crew::{Crew, Take, Worked, work_on_task};
pub use effort::{Effort, Report};
pub use forcing::{ForcedWin, Reach, forced_win, refutations};
pub use search::{Searched, Wish, search};
pub use solve::{Aim, Solution, Unreadable, Verdict};
pub use walk::{Counts, Goal, Proved, Record, Replies, Tracer};

use crate::lines::Frame;
use crate::solve::Solver;
use crate::tally::Tally;
use crate::width::{Work, in_width};

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
            Some(bytes) => Some(unfinished::from_bytes(&frame.board, bytes).ok_or(Unreadable)?),
            None => None,
        };
        Ok(Solver { frame, effort, tally, to_move, text, small: aim.small, begin_with }.run())
    }
}
