//! Sets of lines as bits, and the masks of a board with which the line counters are updated.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use oxo_core::{Bits, Board, Cell};

/// A set of lines: bit `i` stands for the line with index `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineSet<const W: usize>([u64; W]);

impl<const W: usize> LineSet<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);
    pub(crate) const CAPACITY: usize = 64 * W;

    pub(crate) fn insert(&mut self, line: usize) {
        self.0[line / 64] |= 1 << (line % 64);
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        let mut rest = self;
        for (word, out) in rest.0.iter_mut().zip(other.0) {
            *word &= !out;
        }
        rest
    }

    /// The indices of the lines, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(index, word)| WordBits(word).map(move |bit| 64 * index + bit))
    }
}

/// The indices of the set bits of a word, ascending.
struct WordBits(u64);

impl Iterator for WordBits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

macro_rules! word_by_word {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl<const W: usize> $operator for LineSet<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }

        impl<const W: usize> $assign for LineSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (word, with) in self.0.iter_mut().zip(other.0) {
                    word.$assign_method(with);
                }
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

/// A board as masks: the cells of each line, and the lines through each cell.
#[derive(Debug)]
pub(crate) struct LineMasks<B, const W: usize> {
    pub(crate) board: Board,
    /// All cells.
    pub(crate) all: B,
    /// The cells of each line.
    pub(crate) lines: Vec<B>,
    /// The lines through each cell.
    through: Vec<LineSet<W>>,
    /// All lines.
    pub(crate) all_lines: LineSet<W>,
}

impl<B: Bits, const W: usize> LineMasks<B, W> {
    /// Whether the words hold the cells and the lines of a board.
    pub(crate) fn fits(board: &Board) -> bool {
        board.size() <= B::CAPACITY && board.line_count() <= LineSet::<W>::CAPACITY
    }

    /// Computes the masks of a board.
    ///
    /// # Panics
    /// The words cannot hold the board.
    pub(crate) fn new(board: &Board) -> Self {
        assert!(Self::fits(board), "{board} does not fit in {W} words of lines");
        let mut through = vec![LineSet::EMPTY; board.size()];
        let mut all_lines = LineSet::EMPTY;
        let mut lines = Vec::with_capacity(board.line_count());
        for (index, line) in board.lines().enumerate() {
            lines.push(B::from_cells(line.iter().copied()));
            all_lines.insert(index);
            for cell in line {
                through[cell.index()].insert(index);
            }
        }
        let all = B::first_cells(board.size());
        Self { board: board.clone(), all, lines, through, all_lines }
    }

    /// The most lines that have two cells in common: lines in one row of cells, where a side is longer than a line.
    pub(crate) fn most_lines_through_two_cells(&self) -> usize {
        let length = self.board.line_length();
        let longest = self.board.shape().iter().copied().max().unwrap_or(length);
        (longest - length + 1).min(length - 1)
    }

    /// The lines through a cell.
    #[inline]
    pub(crate) fn through(&self, cell: Cell) -> LineSet<W> {
        self.through[cell.index()]
    }
}
