//! Stones on a board as they were written down, not yet known to be a position of a game.

use crate::board::Board;
use crate::cell::Cell;
use crate::side::Side;

/// Stones and a side to move, unchecked: [`Position::new`](crate::Position::new) checks them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Cells of X's stones, in any order.
    pub x: Vec<Cell>,
    /// Cells of O's stones, in any order.
    pub o: Vec<Cell>,
    /// Whose turn it is.
    pub to_move: Side,
}

impl Setup {
    /// Returns the cells of one side's stones.
    #[must_use]
    pub fn stones(&self, side: Side) -> &[Cell] {
        match side {
            Side::X => &self.x,
            Side::O => &self.o,
        }
    }

    /// Writes out the set-up for people, valid or not.
    pub(crate) fn describe(&self, board: &Board) -> String {
        let x = board.names(self.x.iter().copied());
        let o = board.names(self.o.iter().copied());
        format!("{board} with x on [{x}], o on [{o}], {} to move", self.to_move)
    }
}
