//! Canonical forms: one representative for all positions that automorphisms take to each other.
//!
//! The order is this: read the cells of a position in index order with X's stone before O's stone
//! before an empty cell; the canonical form is the image that comes first lexicographically. Stones
//! come first so that the search below can stop at the last of them: it reads the images of all
//! automorphisms side by side, one cell at a time, and drops those that fall behind. On a typical
//! position each of the first cells drops half of them or more.

use crate::MAX_CELLS;
use crate::bits::Bits;
use crate::error::SymmetryLimitError;
use crate::position::Position;
use crate::side::Side;
use crate::symmetry::Symmetry;

const EMPTY: u8 = 2;

impl<B: Bits> Position<B> {
    /// The representative of this position's class: equal for two positions exactly if an automorphism
    /// takes one to the other.
    ///
    /// # Errors
    /// The board has more than [`MAX_SYMMETRIES`](crate::MAX_SYMMETRIES) automorphisms.
    pub fn canonical(&self) -> Result<Self, SymmetryLimitError> {
        Ok(self.transformed(self.canonical_symmetry()?))
    }

    /// The first of the board's automorphisms that take this position to its canonical form.
    ///
    /// # Errors
    /// The board has more than [`MAX_SYMMETRIES`](crate::MAX_SYMMETRIES) automorphisms.
    pub fn canonical_symmetry(&self) -> Result<&Symmetry, SymmetryLimitError> {
        let symmetries = self.board().symmetries();
        let elements = symmetries.elements()?;
        let sources = symmetries.sources()?;

        let mut contents = [EMPTY; MAX_CELLS];
        for (side, code) in [(Side::X, 0), (Side::O, 1)] {
            for cell in self.stones(side).cells() {
                contents[cell.index()] = code;
            }
        }
        let stones = self.occupied().count();

        // The automorphisms whose images are equal, and first, in the cells read so far.
        let mut first: Vec<usize> = (0..elements.len()).collect();
        let mut stones_read = 0;
        for row in sources.chunks_exact(elements.len()) {
            if first.len() == 1 || stones_read == stones {
                break;
            }
            let content = |element: usize| contents[row[element].index()];
            let least = first.iter().map(|&element| content(element)).min().unwrap_or(EMPTY);
            first.retain(|&element| content(element) == least);
            stones_read += usize::from(least != EMPTY);
        }
        Ok(&elements[first[0]])
    }
}
