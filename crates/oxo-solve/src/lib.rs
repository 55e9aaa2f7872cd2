//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search answers questions; the walk ([`Tracer`], `walk.rs`) turns its answers into a proof or refuses them.
//! [`solve()`] does both for any position and returns the certificate.

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
mod unfinished;
mod walk;

use oxo_core::{AnyPosition, Bits, Position, Side, U256, with_position};

pub use certificate::Claim;
pub use effort::{Effort, Report};
pub use solve::{Aim, Solution, Unreadable, Verdict};
pub use walk::{Counts, Goal, Proved, Record, Replies, Tracer};

use crate::lines::Frame;
use crate::solve::Solver;
use crate::tally::Tally;

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
    with_position!(position, position => solve_by_width(position, aim, effort))
}

/// Picks the narrowest words for cells, lines and counters that the board fits: 3x3 to 4x4x4, then up to 4x4x4x4,
/// then everything with lines of up to 31 cells, then the rest.
fn solve_by_width<S: Bits>(
    position: &Position<S>,
    aim: Aim<'_>,
    effort: &Effort<'_>,
) -> Result<Solution, Unreadable> {
    let (board, length) = (position.board(), position.board().line_length());
    if length < 1 << 3 {
        if let Some(frame) = Frame::<u64, 2>::new(board) {
            return solve_in::<_, _, 2, 3>(&frame, position, aim, effort);
        }
        if let Some(frame) = Frame::<U256, 9>::new(board) {
            return solve_in::<_, _, 9, 3>(&frame, position, aim, effort);
        }
    }
    if length < 1 << 5
        && let Some(frame) = Frame::<U256, 32>::new(board)
    {
        return solve_in::<_, _, 32, 5>(&frame, position, aim, effort);
    }
    match Frame::<U256, 512>::new(board) {
        Some(frame) => solve_in::<_, _, 512, 9>(&frame, position, aim, effort),
        None => Ok(Solution::unknown(0)),
    }
}

fn solve_in<S: Bits, B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    position: &Position<S>,
    aim: Aim<'_>,
    effort: &Effort<'_>,
) -> Result<Solution, Unreadable> {
    let begin_with = match aim.begin_with {
        Some(bytes) => Some(unfinished::from_bytes(&frame.board, bytes).ok_or(Unreadable)?),
        None => None,
    };
    let stones = Side::BOTH.map(|side| B::from_cells(position.stones(side).cells()));
    let tally = Tally::<B, W, P>::new(frame, stones);
    let (to_move, text) = (position.to_move(), position.to_string());
    Ok(Solver { frame, effort, tally, to_move, text, small: aim.small, begin_with }.run())
}
