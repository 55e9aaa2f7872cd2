//! The numbers that steer the search, in one place. None of them can make a proved score wrong: they decide what is
//! tried first, how deep, and how positions at the end of a search are guessed at.

use crate::limits::stop::POLL_INTERVAL;

/// What a line open to one side is worth, by the stones that it still misses: 2, 3, 4, 5, and 6 or more. One that
/// misses a single stone is not guessed at but played out.
pub(super) const WORTH: [i32; 5] = [256, 64, 16, 4, 1];
/// What the turn to move is worth.
pub(super) const TEMPO: i32 = 48;
/// What it costs if the opponent would win by force if it were to move.
pub(super) const NULL_MOVE_THREAT_COST: i32 = 128;

/// Positions that a search for a forced win may cost, of the side to move and of its opponent.
pub(super) const OWN_RUN: u64 = 60;
pub(super) const OPPONENTS_RUN: u64 = 40;

/// Moves that are searched with one ply and two plies less than the first ones, from these places in the order on.
pub(super) const LATE: usize = 4;
pub(super) const VERY_LATE: usize = 16;
/// Moves that are looked at with one ply to go, two, three; all of them with more.
pub(super) const WIDTH: [usize; 3] = [12, 20, 40];

/// Positions between two looks at the clock and the caller: one costs about as much as four of a threat search.
pub(super) const NODES_PER_POLL: u64 = POLL_INTERVAL / 4;
