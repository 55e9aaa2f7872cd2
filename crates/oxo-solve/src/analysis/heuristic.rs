//! A heuristic rating of moves, for cells whose value is not known.
//!
//! A cell's rating is the sum over the lines through it that one side can still complete. A line counts more the more
//! stones that side has on it; own lines and the opponent's lines count alike. The rating only orders cells for the
//! search and proves nothing.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// The factor by which each stone raises the rating of a line.
const PER_STONE: f64 = 4.0;

/// Returns the rating of a move to each cell; occupied cells get 0.
pub(super) fn promises<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
) -> Vec<f64> {
    let mut promises = vec![0.0; masks.board.size()];
    let length = masks.board.line_length();
    for side in Side::BOTH {
        let mut worth = 1.0;
        for missing in (1..=length).rev() {
            for line in counts.missing(masks, side, missing).iter() {
                for cell in masks.lines[line].without(counts.stones(side)).cells() {
                    promises[cell.index()] += worth;
                }
            }
            worth *= PER_STONE;
        }
    }
    promises
}

#[cfg(test)]
mod tests {
    use oxo_core::Board;

    use super::*;

    #[test]
    fn cells_on_more_lines_promise_more() {
        let board: Board = "4x4x4".parse().unwrap();
        let masks = LineMasks::<u64, 2>::new(&board);
        let promises = promises(&masks, &LineCounts::<u64, 2, 3>::new(&masks, [0; 2]));
        // The corners and the centre cells are on seven lines, the other cells on four.
        let best = promises.iter().copied().fold(0.0, f64::max);
        assert_eq!(promises.iter().filter(|&&promise| promise > 0.9 * best).count(), 16);
    }
}
