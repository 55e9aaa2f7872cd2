//! A cell of a board, identified by its index.

/// A cell of a board: its index as a byte. The index counts along the last axis fastest.
///
/// Only a [`Board`](crate::Board) makes cells, so a cell is always on the board that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// Returns the cell's index on its board, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Makes a cell from an index that is known to be on the board.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "no board has more than 256 cells")]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index <= u8::MAX as usize);
        Self(index as u8)
    }
}

impl From<Cell> for u8 {
    /// Returns the cell's index, which [`Board::cell`](crate::Board::cell) reads back.
    fn from(cell: Cell) -> Self {
        cell.0
    }
}
