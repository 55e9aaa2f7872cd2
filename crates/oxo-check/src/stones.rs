//! A position during play: stones that can be added and taken back, and the cells on which each side can complete a
//! line.
//!
//! For each line it stores the number of stones of each side, and the exclusive or of the indices of its empty cells.
//! If only one cell of the line is empty, this value is its index. A stone changes only the lines through its cell.

use crate::board::Board;
use crate::cells::{Cell, CellSet};

/// The part that a side plays in a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The side that the claim is about.
    Strategist,
    /// The side whose every reply is tried.
    Opponent,
}

impl Role {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Strategist => Self::Opponent,
            Self::Opponent => Self::Strategist,
        }
    }
}

/// The cells on which one side can complete a line: none, one, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completions {
    None,
    One(Cell),
    Several,
}

impl Completions {
    #[inline]
    fn and(self, cell: Cell) -> Self {
        match self {
            Self::None => Self::One(cell),
            Self::One(known) if known == cell => self,
            _ => Self::Several,
        }
    }
}

impl From<&CellSet> for Completions {
    fn from(cells: &CellSet) -> Self {
        cells.iter().fold(Self::None, Self::and)
    }
}

/// The stones on one line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineCount {
    /// Stones of the strategist and of the opponent.
    stones: [u16; 2],
    /// The exclusive or of the indices of the empty cells.
    rest: u8,
}

impl LineCount {
    /// Returns the number of stones of `role` on the line, if the other side has none.
    #[inline]
    pub(crate) fn alone(self, role: Role) -> Option<usize> {
        (self.stones[role.other() as usize] == 0).then(|| usize::from(self.stones[role as usize]))
    }
}

/// Stones on a board.
#[derive(Debug, Clone)]
pub(crate) struct Stones<'b> {
    board: &'b Board,
    by_role: [CellSet; 2],
    empty: CellSet,
    line_counts: Vec<LineCount>,
}

impl<'b> Stones<'b> {
    /// Makes the position with these stones of the strategist and of the opponent.
    pub(crate) fn new(board: &'b Board, by_role: [CellSet; 2]) -> Self {
        let rest = |line: &CellSet| line.iter().fold(0, |rest, cell| rest ^ cell.0);
        let line_counts =
            board.lines().iter().map(|line| LineCount { stones: [0; 2], rest: rest(line) });
        let mut stones = Self {
            board,
            by_role: [CellSet::EMPTY; 2],
            empty: CellSet::below(board.size()),
            line_counts: line_counts.collect(),
        };
        for (role, cells) in [Role::Strategist, Role::Opponent].into_iter().zip(by_role) {
            for cell in cells.iter() {
                stones.put(role, cell);
            }
        }
        stones
    }

    pub(crate) fn board(&self) -> &'b Board {
        self.board
    }

    /// Returns the strategist's stones and the opponent's.
    pub(crate) fn by_role(&self) -> [CellSet; 2] {
        self.by_role
    }

    #[inline]
    pub(crate) fn empty(&self) -> CellSet {
        self.empty
    }

    pub(crate) fn on_line(&self, line: usize) -> LineCount {
        self.line_counts[line]
    }

    /// Returns how many stones the opponent lacks on a line; `None` if the strategist has one there.
    #[inline]
    pub(crate) fn lacking(&self, line: usize) -> Option<usize> {
        Some(self.board.line_length() - self.line_counts[line].alone(Role::Opponent)?)
    }

    /// Puts a stone on an empty cell. Returns the cells on which its side can now complete a line through that cell.
    #[inline]
    pub(crate) fn put(&mut self, role: Role, cell: Cell) -> Completions {
        debug_assert!(self.empty.contains(cell));
        self.by_role[role as usize].insert(cell);
        self.empty.remove(cell);
        let almost = self.board.line_length() - 1;
        let mut completions = Completions::None;
        for &line in self.board.through(cell) {
            let count = &mut self.line_counts[usize::from(line)];
            count.stones[role as usize] += 1;
            count.rest ^= cell.0;
            if count.alone(role) == Some(almost) {
                completions = completions.and(Cell(count.rest));
            }
        }
        completions
    }

    /// Takes back a stone that was put there.
    #[inline]
    pub(crate) fn take(&mut self, role: Role, cell: Cell) {
        debug_assert!(self.by_role[role as usize].contains(cell));
        self.by_role[role as usize].remove(cell);
        self.empty.insert(cell);
        for &line in self.board.through(cell) {
            let count = &mut self.line_counts[usize::from(line)];
            count.stones[role as usize] -= 1;
            count.rest ^= cell.0;
        }
    }

    /// Returns the empty cells on which a side completes a line.
    pub(crate) fn completions(&self, role: Role) -> CellSet {
        let almost = self.board.line_length() - 1;
        let lines = self.line_counts.iter().filter(|count| count.alone(role) == Some(almost));
        lines.map(|count| Cell(count.rest)).collect()
    }

    /// Returns the lines that `role` can still complete: those without a stone of the other side.
    pub(crate) fn open_lines(&self, role: Role) -> impl Iterator<Item = &CellSet> {
        let lines = self.board.lines().iter().zip(&self.line_counts);
        lines.filter(move |(_, count)| count.alone(role).is_some()).map(|(line, _)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[usize]) -> CellSet {
        cells.iter().copied().map(Cell::at).collect()
    }

    #[test]
    fn completions_are_the_last_empty_cells_of_lines_of_one_side() {
        // x x .
        // o o .
        // . . x
        let board = Board::parse("3x3").unwrap();
        let mut stones = Stones::new(&board, [set(&[0, 1, 8]), set(&[3, 4])]);
        assert_eq!(stones.completions(Role::Strategist), set(&[2]));
        assert_eq!(stones.completions(Role::Opponent), set(&[5]));
        assert_eq!(stones.put(Role::Strategist, Cell::at(5)), Completions::One(Cell::at(2)));
        assert_eq!(stones.completions(Role::Opponent), CellSet::EMPTY);
        stones.take(Role::Strategist, Cell::at(5));
        assert_eq!(stones.completions(Role::Opponent), set(&[5]));
        // O now has two stones on the middle row, and with this corner two on the diagonal: two lines at once.
        assert_eq!(stones.put(Role::Opponent, Cell::at(6)), Completions::One(Cell::at(2)));
        assert_eq!(stones.completions(Role::Opponent), set(&[2, 5]));
    }

    #[test]
    fn two_lines_that_lack_the_same_cell_have_one_completion() {
        // x . . x
        let board = Board::parse("4:3").unwrap();
        let mut stones = Stones::new(&board, [set(&[0, 3]), CellSet::EMPTY]);
        assert_eq!(stones.put(Role::Strategist, Cell::at(1)), Completions::One(Cell::at(2)));
    }

    #[test]
    fn open_lines_hold_no_stone_of_the_other_side() {
        // x . .
        // . o .
        // . . .
        let board = Board::parse("3x3").unwrap();
        let stones = Stones::new(&board, [set(&[0]), set(&[4])]);
        assert_eq!(stones.open_lines(Role::Strategist).count(), 4);
        assert_eq!(stones.open_lines(Role::Opponent).count(), 5);
    }
}
