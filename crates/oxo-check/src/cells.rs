//! Cells, and sets of cells in one size that fits every board.

/// The maximum number of cells of a board: a cell's index fits a byte.
pub(crate) const MAX_CELLS: usize = 256;

/// A cell: its index, which counts along the last axis fastest. [`Board::cell`](crate::board::Board::cell) makes a cell
/// after checking the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell(pub(crate) u8);

impl Cell {
    /// Returns the cell's index, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Makes a cell from an index that is known to be on the board.
    #[expect(clippy::cast_possible_truncation, reason = "no board has more than 256 cells")]
    pub(crate) fn at(index: usize) -> Self {
        debug_assert!(index < MAX_CELLS);
        Self(index as u8)
    }
}

/// A set of cells, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellSet([u64; MAX_CELLS / 64]);

impl CellSet {
    pub(crate) const EMPTY: Self = Self([0; MAX_CELLS / 64]);

    /// Returns the cells with indices below `size`.
    pub(crate) fn below(size: usize) -> Self {
        (0..size).map(Cell::at).collect()
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the cells of this set that are not in `other`.
    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns whether all cells of `other` are in this set.
    #[inline]
    pub(crate) fn contains_all(&self, other: &Self) -> bool {
        other.without(self).is_empty()
    }

    /// Returns the cell with the lowest index.
    pub(crate) fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// Returns the cells, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    Cell::at(64 * word + bit)
                })
            })
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}
