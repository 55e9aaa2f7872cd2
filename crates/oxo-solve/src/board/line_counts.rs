//! Stones on a board and, for each side and line, the number of stones that the line still needs.
//!
//! The counters of all lines are bit-sliced: plane `p` holds bit `p` of every line's counter. A stone changes the
//! counters of the lines through its cell by one borrow that runs through the planes, a few word operations for all of
//! them. A question such as "which lines need two stones of X and hold none of O" is one expression over words.
//!
//! ```text
//!   line            0 1 2 3 ...        plane 0   1 0 0 0     bit 0 of the counters
//!   misses          3 4 2 4            plane 1   1 0 1 0     bit 1
//!                                      plane 2   0 1 0 1     bit 2
//! ```

use oxo_core::{Bits, Cell, Side};

use crate::board::masks::{LineMasks, LineSet};

/// Stones and line counters; `W` words hold the lines, `P` planes the counters (line length below `2^P`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineCounts<B, const W: usize, const P: usize> {
    stones: [B; 2],
    missing: [[LineSet<W>; P]; 2],
    /// The lines on which each side has a stone, which the other side can no longer complete.
    touched: [LineSet<W>; 2],
}

impl<B: Bits, const W: usize, const P: usize> LineCounts<B, W, P> {
    /// The counters of some stones, X's first.
    pub(crate) fn new(masks: &LineMasks<B, W>, stones: [B; 2]) -> Self {
        let length = masks.board.line_length();
        debug_assert!(length < 1 << P, "a line of {length} cells does not fit in {P} planes");
        let full = std::array::from_fn(|plane| {
            if length >> plane & 1 == 1 { masks.all_lines } else { LineSet::EMPTY }
        });
        let mut counts =
            Self { stones: [B::EMPTY; 2], missing: [full; 2], touched: [LineSet::EMPTY; 2] };
        for side in Side::BOTH {
            for cell in stones[side.index()].cells() {
                counts.play(masks, side, cell);
            }
        }
        counts
    }

    /// The counters of some stones, those of `side` first.
    pub(crate) fn with_first(masks: &LineMasks<B, W>, side: Side, [own, other]: [B; 2]) -> Self {
        Self::new(masks, if side == Side::X { [own, other] } else { [other, own] })
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn play(&mut self, masks: &LineMasks<B, W>, side: Side, cell: Cell) {
        let through = masks.through(cell);
        self.stones[side.index()] |= B::single(cell);
        self.touched[side.index()] |= through;
        let mut borrow = through;
        for plane in &mut self.missing[side.index()] {
            let next = borrow.without(*plane);
            *plane ^= borrow;
            borrow = next;
        }
    }

    /// The position after one more stone.
    #[inline]
    #[must_use]
    pub(crate) fn with(mut self, masks: &LineMasks<B, W>, side: Side, cell: Cell) -> Self {
        self.play(masks, side, cell);
        self
    }

    /// The stones of one side.
    #[inline]
    pub(crate) fn stones(&self, side: Side) -> B {
        self.stones[side.index()]
    }

    /// The stones of both sides, those of `side` first.
    #[inline]
    pub(crate) fn stones_first(&self, side: Side) -> [B; 2] {
        [self.stones(side), self.stones(side.other())]
    }

    /// The cells without a stone.
    #[inline]
    pub(crate) fn empty(&self, masks: &LineMasks<B, W>) -> B {
        masks.all.without(self.stones[0] | self.stones[1])
    }

    /// The lines that `side` could still complete: they hold no stone of the other side.
    #[inline]
    pub(crate) fn alive(&self, masks: &LineMasks<B, W>, side: Side) -> LineSet<W> {
        masks.all_lines.without(self.touched[side.other().index()])
    }

    /// The lines that hold no stone of the other side and need exactly `count` stones of `side`.
    #[inline]
    pub(crate) fn missing(&self, masks: &LineMasks<B, W>, side: Side, count: usize) -> LineSet<W> {
        let planes = &self.missing[side.index()];
        planes.iter().enumerate().fold(self.alive(masks, side), |lines, (bit, plane)| {
            if count >> bit & 1 == 1 { lines & *plane } else { lines.without(*plane) }
        })
    }

    /// The empty cells of some lines that `side` could still complete.
    #[inline]
    pub(crate) fn gaps(&self, masks: &LineMasks<B, W>, side: Side, lines: LineSet<W>) -> B {
        let cells = lines.iter().fold(B::EMPTY, |cells, line| cells | masks.lines[line]);
        cells.without(self.stones(side))
    }

    /// The empty cells that complete a line of `side`.
    #[inline]
    pub(crate) fn completions(&self, masks: &LineMasks<B, W>, side: Side) -> B {
        self.gaps(masks, side, self.missing(masks, side, 1))
    }

    /// Whether `side` holds a whole line.
    #[inline]
    pub(crate) fn has_line(&self, masks: &LineMasks<B, W>, side: Side) -> bool {
        !self.missing(masks, side, 0).is_empty()
    }

    /// The side that holds a whole line.
    pub(crate) fn winner(&self, masks: &LineMasks<B, W>) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.has_line(masks, side))
    }

    /// Whether a side holds a whole line, or no cell is empty.
    pub(crate) fn is_over(&self, masks: &LineMasks<B, W>) -> bool {
        self.empty(masks).is_empty() || self.winner(masks).is_some()
    }
}
