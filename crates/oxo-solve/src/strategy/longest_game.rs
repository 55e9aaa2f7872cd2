//! The longest game that a proof of a win allows: a bound on the distance of the win.
//!
//! Every reply that a record does not meet itself leads to a later record, so that the games are added up from the
//! last record to the first. The winner completes a line wherever it can, and of several threat sequences plays the one
//! that wins in the fewest plies.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::threats::search::plies_of;

/// The games from the position of one record on.
#[derive(Debug)]
pub(crate) struct RecordGames {
    /// Whether the winner moves there; the opponent does in an opening record.
    pub(crate) has_move: bool,
    /// The plies of the longest game after a reply that the record meets itself; 0 if there is none.
    pub(crate) met: usize,
    /// The numbers of the records that the other replies lead to.
    pub(crate) open: Vec<u32>,
}

/// The plies of the longest game from the position of every record on; each leads to later ones only.
pub(crate) fn longest_games(records: &[RecordGames]) -> Vec<usize> {
    let mut plies = vec![0; records.len()];
    for (number, record) in records.iter().enumerate().rev() {
        let open = record.open.iter().map(|&next| plies[next as usize]);
        let after_reply = open.fold(record.met, usize::max);
        plies[number] = usize::from(record.has_move) + 1 + after_reply;
    }
    plies
}

/// The plies of the longest game after some replies, each given as the plies of the first sequence that meets it and the
/// position with `attacker` to move.
pub(crate) fn longest_met<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    mut replies: Vec<(usize, LineCounts<B, W, P>)>,
    sequences: &[&[Cell]],
) -> usize {
    replies.sort_by_key(|&(plies, _)| Reverse(plies));
    let mut longest = 0;
    for (plies, position) in replies {
        if plies <= longest {
            break;
        }
        let played = sequences.iter().filter_map(|run| plies_of(masks, &position, attacker, run));
        longest = longest.max(played.min().unwrap_or(plies));
    }
    longest
}
