//! The longest game that a proof of a win allows, an upper bound on the distance of the win.
//!
//! A reply that a record does not meet itself leads to a later record, so the lengths are computed from the last record
//! to the first. The winner completes a line whenever it can, and of several threat sequences plays the one that wins
//! in the fewest plies.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::threats::replay::plies_of;

/// The games from the position of one record.
#[derive(Debug)]
pub(crate) struct RecordGames {
    /// Whether the winner moves there; in an opening record the opponent does.
    pub(crate) has_move: bool,
    /// The plies of the longest game after a reply that the record meets itself; 0 if there is none.
    pub(crate) met: usize,
    /// The numbers of the records to which the other replies lead.
    pub(crate) open: Vec<u32>,
}

/// Returns the plies of the longest game from the position of each record. Records lead to later ones only.
pub(crate) fn longest_games(records: &[RecordGames]) -> Vec<usize> {
    let mut plies = vec![0; records.len()];
    for (number, record) in records.iter().enumerate().rev() {
        let open = record.open.iter().map(|&next| plies[next as usize]);
        let after_reply = open.fold(record.met, usize::max);
        plies[number] = usize::from(record.has_move) + 1 + after_reply;
    }
    plies
}

/// Returns the plies of the longest game after some replies. For each reply, the plies of the first sequence that meets
/// it are given, and the position, with `attacker` to move.
pub(crate) fn longest_met<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    mut replies: Vec<(usize, LineCounts<B, W, P>)>,
    sequences: &[&[Cell]],
) -> usize {
    replies.sort_by_cached_key(|&(plies, _)| Reverse(plies));
    let mut longest = 0;
    for (plies, position) in replies {
        if plies <= longest {
            break;
        }
        let played =
            sequences.iter().filter_map(|sequence| plies_of(masks, &position, attacker, sequence));
        longest = longest.max(played.min().unwrap_or(plies));
    }
    longest
}
