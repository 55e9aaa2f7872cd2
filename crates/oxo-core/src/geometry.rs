//! A board's lines as sets of cells, with which positions are checked and searched.

use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;

/// The lines of a board as bit masks, for one word width.
///
/// All positions on the board share it, so that a position is little more than two words.
#[derive(Debug)]
pub struct Geometry<B> {
    board: Board,
    all: B,
    lines: Vec<B>,
    /// The masks of the lines through each cell, one cell after another.
    through: Vec<B>,
    /// For each cell the index in `through` at which its masks begin, followed by the end of the last ones.
    starts: Vec<usize>,
}

impl<B: Bits> Geometry<B> {
    /// Computes the masks of a board.
    ///
    /// # Panics
    /// The board has more cells than the word has bits; [`AnyGeometry`](crate::AnyGeometry) picks a word that fits.
    #[must_use]
    pub fn new(board: &Board) -> Arc<Self> {
        assert!(
            board.size() <= B::CAPACITY,
            "{} cells do not fit in {} bits",
            board.size(),
            B::CAPACITY
        );
        let lines: Vec<B> = board.lines().map(|line| B::from_cells(line.iter().copied())).collect();
        let mut through = Vec::new();
        let mut starts = vec![0];
        for cell in board.cells() {
            through.extend(board.lines_through(cell).iter().map(|line| lines[line.index()]));
            starts.push(through.len());
        }
        let all = B::first_cells(board.size());
        Arc::new(Self { board: board.clone(), all, lines, through, starts })
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns all cells of the board.
    #[inline]
    #[must_use]
    pub fn all(&self) -> B {
        self.all
    }

    /// Returns every line, in order of the line indices.
    #[inline]
    #[must_use]
    pub fn lines(&self) -> &[B] {
        &self.lines
    }

    /// Returns the lines that run through a cell of this board.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: Cell) -> &[B] {
        &self.through[self.starts[cell.index()]..self.starts[cell.index() + 1]]
    }

    /// Returns whether `stones` hold a line that runs through `cell`.
    #[inline]
    #[must_use]
    pub fn has_line_through(&self, cell: Cell, stones: B) -> bool {
        self.through(cell).iter().any(|&line| stones.contains_all(line))
    }
}
