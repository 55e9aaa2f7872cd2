//! Stones on a board, not yet checked to be a position of a game.

use crate::board::Board;
use crate::cell::Cell;
use crate::side::Side;

/// Stones and a side to move, unchecked. [`Position::new`](crate::Position::new) checks them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The cells of X's stones, in any order.
    pub x: Vec<Cell>,
    /// The cells of O's stones, in any order.
    pub o: Vec<Cell>,
    /// The side to move.
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

    /// Describes the set-up for an error message, valid or not.
    pub(crate) fn describe(&self, board: &Board) -> String {
        let x = board.names(self.x.iter().copied());
        let o = board.names(self.o.iter().copied());
        format!("{board} with x on [{x}], o on [{o}], {} to move", self.to_move)
    }
}
