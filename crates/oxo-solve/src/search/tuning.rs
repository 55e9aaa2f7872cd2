//! The constants of the search. They decide what is tried first, how deep, and how leaves are estimated; none of them
//! can make a proved score wrong.

use crate::limits::stop::POLL_INTERVAL;

/// The worth of an open line, by the stones that it needs: 2, 3, 4, 5, and 6 or more. A line that needs one is played
/// out instead.
pub(super) const WORTH: [i32; 5] = [256, 64, 16, 4, 1];
/// The worth of the turn to move.
pub(super) const TEMPO: i32 = 48;
/// The cost of a threat by which the opponent would win by force if it were to move.
pub(super) const NULL_MOVE_THREAT_COST: i32 = 128;

/// Positions that a search for a forced win may visit, for the side to move and for its opponent.
pub(super) const OWN_FORCED_WIN_BUDGET: u64 = 60;
pub(super) const OPPONENTS_FORCED_WIN_BUDGET: u64 = 40;

/// The places in the move order from which moves are searched one ply and two plies less deep.
pub(super) const LATE: usize = 4;
pub(super) const VERY_LATE: usize = 16;
/// Moves searched with one ply to go, with two and with three; with more plies, all are searched.
pub(super) const WIDTH: [usize; 3] = [12, 20, 40];

/// Positions between two polls: a position here costs about as much as four of a threat search.
pub(super) const NODES_PER_POLL: u64 = POLL_INTERVAL / 4;
