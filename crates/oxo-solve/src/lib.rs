//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`Tracer`], `walk.rs`) turns its answers into a proof or refuses them.
//! [`solve`] does both for any position and returns the certificate.

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
mod solve;
mod tally;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;
mod walk;

use oxo_core::{AnyPosition, Bits, Position, Side, U256, with_position};

pub use certificate::Claim;
pub use effort::{Effort, Report};
pub use solve::{Solution, Verdict};
pub use walk::{Counts, Goal, Proved, Record, Replies, Tracer};

use crate::lines::Frame;
use crate::solve::Solver;
use crate::tally::Tally;

/// Decides a position of any board, by the first proof that is found.
#[must_use]
pub fn solve(position: &AnyPosition, effort: &Effort<'_>) -> Solution {
    with_position!(position, position => solve_by_width(position, effort, false))
}

/// Decides a position of any board, and goes on from the first proof to one with fewer strategic positions while
/// the effort lasts.
#[must_use]
pub fn solve_small(position: &AnyPosition, effort: &Effort<'_>) -> Solution {
    with_position!(position, position => solve_by_width(position, effort, true))
}

/// Picks the narrowest words for cells, lines and counters that the board fits: 3x3 to 4x4x4, then up to 4x4x4x4,
/// then everything with lines of up to 31 cells, then the rest.
fn solve_by_width<S: Bits>(position: &Position<S>, effort: &Effort<'_>, small: bool) -> Solution {
    let (board, length) = (position.board(), position.board().line_length());
    if length < 1 << 3 {
        if let Some(frame) = Frame::<u64, 2>::new(board) {
            return solve_in::<_, _, 2, 3>(&frame, position, effort, small);
        }
        if let Some(frame) = Frame::<U256, 9>::new(board) {
            return solve_in::<_, _, 9, 3>(&frame, position, effort, small);
        }
    }
    if length < 1 << 5
        && let Some(frame) = Frame::<U256, 32>::new(board)
    {
        return solve_in::<_, _, 32, 5>(&frame, position, effort, small);
    }
    let frame = Frame::<U256, 512>::new(board);
    frame.map_or_else(
        || Solution::unknown(0),
        |frame| solve_in::<_, _, 512, 9>(&frame, position, effort, small),
    )
}

fn solve_in<S: Bits, B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    position: &Position<S>,
    effort: &Effort<'_>,
    small: bool,
) -> Solution {
    let stones = Side::BOTH.map(|side| B::from_cells(position.stones(side).cells()));
    let tally = Tally::<B, W, P>::new(frame, stones);
    Solver { frame, effort, tally, to_move: position.to_move(), text: position.to_string(), small }
        .run()
}
