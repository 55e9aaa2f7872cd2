//! Scores: the worth of a position for the side to move, proved or estimated.
//!
//! ```text
//!   -WON ........ -MAX_GUESS ........... 0 ........... MAX_GUESS ........ WON
//!    lost in n plies at most      guesses, and draws      won in n plies at most
//!       n - WON                                                WON - n
//! ```
//!
//! An estimate never leaves its range. So a score outside it comes from wins alone, through positions in which every
//! move that mattered was searched: it is proved, whatever else was estimated or left out.

/// The worth of a position for the side to move.
pub(super) type Score = i32;

/// The score of a position that is won already.
pub(super) const WON: Score = 1_000_000;

/// The largest estimate.
pub(super) const MAX_GUESS: Score = 900_000;

/// The score of a win in at most `plies` plies.
pub(super) fn won_in(plies: usize) -> Score {
    WON - Score::try_from(plies).expect("a game has at most 256 plies")
}

/// The plies of the win or the loss that a score proves; None for a guess.
pub(super) fn plies(score: Score) -> Option<usize> {
    is_proved(score).then(|| (WON - score.abs()).unsigned_abs() as usize)
}

/// Whether a score proves a win or a loss.
pub(super) fn is_proved(score: Score) -> bool {
    score.abs() > MAX_GUESS
}

/// The score of a position for the side that has moved, from the score for its opponent after the move.
pub(super) fn after_move(score: Score) -> Score {
    if is_proved(score) { score.signum() - score } else { -score }
}

/// The bound on the opponent's score after a move that comes from one on the mover's: the inverse of [`after_move`].
pub(super) fn before_move(bound: Score) -> Score {
    if is_proved(bound) { -bound - bound.signum() } else { -bound }
}
