//! A guess at how good a move is, for cells whose value is not known.
//!
//! A cell is worth the lines through it that can still be completed by one side, each the more the more stones of that
//! side it has: making one's own line and stopping the opponent's count alike. This is a rule of thumb; nothing is
//! concluded from it but the order in which cells are searched.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// How much more a line is worth for each stone on it.
const PER_STONE: f64 = 4.0;

/// By cell, what moving there promises; cells that are taken get 0.
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
