//! A position that a game can reach, and the rules: moves, wins and threats.
//!
//! The rules: the sides take turns to put a stone on an empty cell. The side that first holds all cells of a line wins,
//! which ends the game. A full board without a line is a draw. One move can complete several lines. The sides may have
//! any numbers of stones, so that users can set up positions, but no move follows a win.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::bits::Bits;
use crate::board::{Board, Line};
use crate::cell::Cell;
use crate::error::{MoveError, PositionError};
use crate::geometry::Geometry;
use crate::setup::Setup;
use crate::side::Side;
use crate::symmetry::Symmetry;

/// Stones on a board and the side to move.
///
/// Invariants: the sides' stones do not overlap; at most one side has a line; the winner is not to move; and all lines
/// of the winner share a cell, so that one last move can have completed them together.
///
/// ```
/// use oxo_core::{Board, Position, Side};
/// let board: Board = "3x3".parse()?;
/// // x x .
/// // o o .
/// // . . .   x to move
/// let position = Position::<u64>::parse(&board, "xx1oo4 x")?;
/// let threats: Vec<_> = position.threats(Side::X).map(|(cell, _)| board.name(cell)).collect();
/// assert_eq!(threats, ["13"]);
/// assert_eq!(position.play(board.cell_named("13")?)?.winner(), Some(Side::X));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Position<B> {
    pub(crate) geometry: Arc<Geometry<B>>,
    pub(crate) stones: [B; 2],
    pub(crate) to_move: Side,
    pub(crate) winner: Option<Side>,
}

impl<B: Bits> Position<B> {
    /// Makes the empty position of a board, X to move, together with the board's geometry.
    ///
    /// # Panics
    /// The board has more cells than the word has bits.
    #[must_use]
    pub fn empty(board: &Board) -> Self {
        Self::start(Geometry::new(board))
    }

    /// Makes the empty position on an existing geometry, X to move.
    #[must_use]
    pub fn start(geometry: Arc<Geometry<B>>) -> Self {
        Self { geometry, stones: [B::EMPTY; 2], to_move: Side::X, winner: None }
    }

    /// Makes the position of a set-up, after checking it.
    ///
    /// # Errors
    /// A cell is listed twice, both sides have a line, the winner is to move, or play continued after a win: the
    /// winner's lines share no cell.
    ///
    /// ```
    /// use oxo_core::{Board, Geometry, Position, Setup, Side};
    /// let board: Board = "3x3".parse()?;
    /// let setup = Setup { x: board.moves("11 12 13")?, o: board.moves("21 22")?, to_move: Side::X };
    /// let refused = Position::<u64>::new(Geometry::new(&board), &setup);
    /// assert!(refused.is_err(), "X has won, so it is not to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(geometry: Arc<Geometry<B>>, setup: &Setup) -> Result<Self, PositionError> {
        let board = geometry.board();
        let refuse = |reason: String, remedy: &str| {
            Err(PositionError::new(setup.describe(board), reason, remedy))
        };
        let mut stones = [B::EMPTY; 2];
        for side in Side::BOTH {
            for &cell in setup.stones(side) {
                if (stones[0] | stones[1]).contains(cell) {
                    let name = board.name(cell);
                    return refuse(format!("there are two stones on {name}"), "a cell holds one");
                }
                stones[side.index()] |= B::single(cell);
            }
        }
        let completed = stones.map(|own| completed_in(&geometry, own).collect::<Vec<_>>());
        let winner = match completed.each_ref().map(Vec::is_empty) {
            [true, true] => None,
            [false, true] => Some(Side::X),
            [true, false] => Some(Side::O),
            [false, false] => {
                return refuse("both sides have a line".to_owned(), "the first line ends the game");
            }
        };
        if let Some(winner) = winner {
            let lines = &completed[winner.index()];
            let common = lines
                .iter()
                .fold(geometry.all(), |common, line| common & geometry.lines()[line.index()]);
            if common.is_empty() {
                return refuse(
                    format!("{winner} has lines that no single move completed"),
                    "the first line ends the game",
                );
            }
            if setup.to_move == winner {
                return refuse(
                    format!("{winner} has a line and is to move"),
                    "after a win it is the loser's turn",
                );
            }
        }
        Ok(Self { geometry, stones, to_move: setup.to_move, winner })
    }

    /// Returns the geometry, which holds the lines as masks.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry<B>> {
        &self.geometry
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.geometry.board()
    }

    /// Returns the side to move; after the end of the game, the side that would be next.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the stones of one side.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> B {
        self.stones[side.index()]
    }

    /// Returns the occupied cells.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    /// Returns the empty cells, even if the game is over.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> B {
        self.geometry.all().without(self.occupied())
    }

    /// Returns the side whose stone is on a cell, if any.
    #[inline]
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones(*side).contains(cell))
    }

    /// Returns the cells that can be played; none if the game is over.
    ///
    /// ```
    /// use oxo_core::{Bits, Board, Position};
    /// let board: Board = "3x3".parse()?;
    /// let position = Position::<u64>::parse(&board, "xox1x2oo x")?;
    /// assert_eq!(board.names(position.legal_moves().cells()), "21 23 31");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> B {
        if self.winner.is_some() { B::EMPTY } else { self.empty_cells() }
    }

    /// Returns the position after the side to move plays a cell of this board.
    ///
    /// # Errors
    /// The cell is taken, or the game is over.
    #[inline]
    pub fn play(&self, cell: Cell) -> Result<Self, MoveError> {
        if !self.legal_moves().contains(cell) {
            return Err(self.illegal(cell));
        }
        let mut stones = self.stones;
        let own = &mut stones[self.to_move.index()];
        *own |= B::single(cell);
        let winner = self.geometry.has_line_through(cell, *own).then_some(self.to_move);
        let geometry = Arc::clone(&self.geometry);
        Ok(Self { geometry, stones, to_move: self.to_move.other(), winner })
    }

    #[cold]
    fn illegal(&self, cell: Cell) -> MoveError {
        if cell.index() >= self.board().size() {
            let subject = format!("cell {}", cell.index());
            return MoveError::new(subject, "the cell is not on this board", "");
        }
        let (reason, remedy) = match (self.winner, self.stone(cell)) {
            (Some(winner), _) => (format!("the game is over, {winner} has won"), ""),
            (None, Some(side)) if !self.is_full() => {
                (format!("the cell is taken by {side}"), "play an empty cell")
            }
            (None, _) => ("the game is over, the board is full".to_owned(), ""),
        };
        MoveError::new(self.board().name(cell), reason, remedy)
    }

    /// Returns the side that has a line, if any.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Returns whether every cell holds a stone.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.occupied() == self.geometry.all()
    }

    /// Returns whether a side has a line or the board is full.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.is_full()
    }

    /// Returns the winner's lines, ascending; one move can complete several.
    pub fn completed_lines(&self) -> impl Iterator<Item = Line> {
        self.winner.into_iter().flat_map(|winner| completed_in(&self.geometry, self.stones(winner)))
    }

    /// Returns the threats of `side` as pairs of cell and line, in order of the lines. On such a line only that cell is
    /// empty and all others hold stones of `side`.
    pub fn threats(&self, side: Side) -> impl Iterator<Item = (Cell, Line)> {
        let (own, empty) = (self.stones(side), self.empty_cells());
        self.geometry.lines().iter().enumerate().filter_map(move |(index, &line)| {
            let missing = line.without(own);
            let cell = missing.lowest()?;
            (missing == B::single(cell) && empty.contains(cell)).then_some((cell, Line::at(index)))
        })
    }

    /// Moves every stone to the image of its cell under an automorphism of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: &Symmetry) -> Self {
        let stones = self.stones.map(|own| symmetry.image_of(own));
        Self { geometry: Arc::clone(&self.geometry), stones, ..*self }
    }
}

/// Returns the lines that `stones` hold, ascending.
fn completed_in<B: Bits>(geometry: &Geometry<B>, stones: B) -> impl Iterator<Item = Line> {
    let lines = geometry.lines().iter().enumerate();
    lines.filter(move |(_, line)| stones.contains_all(**line)).map(|(index, _)| Line::at(index))
}

impl<B: Bits> PartialEq for Position<B> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
            && self.to_move == other.to_move
            && self.board() == other.board()
    }
}

impl<B: Bits> Eq for Position<B> {}

impl<B: Bits> Hash for Position<B> {
    /// Leaves the board out, since a hash table rarely holds positions of several boards.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.stones, self.to_move).hash(state);
    }
}
