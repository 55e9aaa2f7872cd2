//! Canonical forms: one representative for all positions that automorphisms take to each other.
//!
//! The canonical form is the image that comes first in lexicographic order. For this order, the cells of a position are
//! read by index; X's stone comes before O's stone, and O's stone before an empty cell.
//!
//! The search reads the images of all automorphisms in parallel, one cell at a time, and drops those that are not
//! minimal: often half of them or more at each of the first cells. If there are X stones, it starts with the
//! automorphisms that take one to the first cell, which a table lists. It ends with the last stone, since empty cells
//! come last in the order.

use crate::bits::Bits;
use crate::description::MAX_CELLS;
use crate::error::SymmetryLimitError;
use crate::position::Position;
use crate::side::Side;
use crate::symmetry::{Symmetries, Symmetry};

const EMPTY: u8 = 2;

impl<B: Bits> Position<B> {
    /// Returns the representative of this position's class. Two positions have the same one exactly if an automorphism
    /// takes one to the other.
    ///
    /// # Errors
    /// The board has more than [`MAX_SYMMETRIES`](crate::MAX_SYMMETRIES) automorphisms.
    ///
    /// ```
    /// use oxo_core::{Board, Position};
    /// let board: Board = "3x3".parse()?;
    /// let [first, last] = ["x8 o", "8x o"].map(|text| Position::<u64>::parse(&board, text));
    /// assert_eq!(first?.canonical()?, last?.canonical()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self) -> Result<Self, SymmetryLimitError> {
        Ok(self.transformed(self.canonical_symmetry()?))
    }

    /// Returns the first of the board's automorphisms that take this position to its canonical form.
    ///
    /// # Errors
    /// The board has more than [`MAX_SYMMETRIES`](crate::MAX_SYMMETRIES) automorphisms.
    pub fn canonical_symmetry(&self) -> Result<&Symmetry, SymmetryLimitError> {
        self.board().symmetries().to_canonical(Side::BOTH.map(|side| self.stones(side)))
    }
}

impl Symmetries {
    /// Returns the first automorphism that takes two disjoint sets of cells to their canonical form. The first set
    /// holds X's stones and the second O's.
    ///
    /// # Errors
    /// The board has more than [`MAX_SYMMETRIES`](crate::MAX_SYMMETRIES) automorphisms.
    #[expect(
        clippy::missing_panics_doc,
        reason = "there is always an element whose image is first"
    )]
    pub fn to_canonical<B: Bits>(&self, stones: [B; 2]) -> Result<&Symmetry, SymmetryLimitError> {
        let (elements, inverses) = (self.elements()?, self.inverses()?);

        let mut contents = [EMPTY; MAX_CELLS];
        for (own, code) in stones.into_iter().zip(0..) {
            for cell in own.cells() {
                contents[cell.index()] = code;
            }
        }

        // The elements whose images are equal, and first, in the cells read so far.
        let occupied = stones[0] | stones[1];
        let empty = B::first_cells(self.size()).without(occupied);
        let mut first = [stones[0], stones[1], empty]
            .into_iter()
            .map(|cells| inverses.to_first(cells))
            .find(|elements| !elements.is_empty())
            .expect("the identity takes the first cell to itself");
        let mut stones_left = occupied.count();
        for row in inverses.sources() {
            if first.len() == 1 || stones_left == 0 {
                break;
            }
            let content = |element: u16| contents[row[usize::from(element)].index()];
            let least = first.iter().map(|&element| content(element)).fold(EMPTY, u8::min);
            first.retain(|&element| content(element) == least);
            stones_left -= usize::from(least != EMPTY);
        }
        let chosen = first.into_iter().min().expect("those with the least content are kept");
        Ok(&elements[usize::from(chosen)])
    }
}
