//! An estimate of a position and an order of its moves, from the lines that each side can still complete.
//!
//! An open line is worth more the fewer stones it needs. Both results use the same masks of lines, one for each side
//! and number of stones needed.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::{LineMasks, LineSet};
use crate::search::tuning::{TEMPO, WORTH};

/// The open lines of both sides, by the number of stones that they need.
pub(super) struct OpenLines<const W: usize> {
    /// For the side to move and its opponent: the lines that need 2, 3, 4, 5, and 6 or more.
    missing: [[LineSet<W>; WORTH.len()]; 2],
}

impl<const W: usize> OpenLines<W> {
    pub(super) fn new<B: Bits, const P: usize>(
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        side: Side,
    ) -> Self {
        let of = |side| {
            let mut rest = counts.alive(masks, side).without(counts.missing(masks, side, 1));
            let mut lines = [LineSet::EMPTY; WORTH.len()];
            for (step, lines) in lines.iter_mut().enumerate() {
                *lines = if step + 1 == WORTH.len() {
                    rest
                } else {
                    counts.missing(masks, side, step + 2)
                };
                rest = rest.without(*lines);
            }
            lines
        };
        Self { missing: [of(side), of(side.other())] }
    }

    /// The estimated worth of the position for the side to move.
    pub(super) fn guess(&self) -> i32 {
        let total = |lines: &[LineSet<W>; WORTH.len()]| -> i32 {
            lines.iter().zip(WORTH).map(|(lines, worth)| worth * count(*lines)).sum()
        };
        total(&self.missing[0]) - total(&self.missing[1]) + TEMPO
    }

    /// The amount by which a stone of the side to move on `cell` improves its own open lines and worsens the
    /// opponent's.
    pub(super) fn gain<B: Bits>(&self, masks: &LineMasks<B, W>, cell: Cell) -> i32 {
        let through = masks.through(cell);
        let [own, opponents] = &self.missing;
        let mut gain = 0;
        // A line that needs two stones needs one after the move, which makes a threat.
        let mut worth_after = 2 * WORTH[0];
        for ((own, opponents), worth) in own.iter().zip(opponents).zip(WORTH) {
            gain += (worth_after - worth) * count(*own & through);
            gain += worth * count(*opponents & through);
            worth_after = worth;
        }
        gain
    }

    /// The lines that are open to either side.
    pub(super) fn all(&self) -> LineSet<W> {
        self.missing.iter().flatten().fold(LineSet::EMPTY, |all, lines| all | *lines)
    }
}

fn count<const W: usize>(lines: LineSet<W>) -> i32 {
    lines.count().cast_signed()
}
